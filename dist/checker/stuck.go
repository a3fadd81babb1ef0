package main

import "time"

const (
	// A request that waited for so long waited for a lease: with lockExpiration="2" it is refused after three
	// seconds. Others are refused at once, such as those whose session gets another id.
	waited = 2 * time.Second
	// What a fault has left behind, such as the lease of a Tomcat that was killed, has ended by then.
	settled = 5 * time.Second
)

// stuck finds two requests that timed out waiting for the same session, one after the other, while nothing was wrong and
// no other request got it: the one that has the session never releases it. Nil if there are none.
func (s *Session) stuck(notes []Entry) []Entry {
	for i, first := range s.Entries {
		if !first.waitedInVain() {
			continue
		}
		for _, next := range s.Entries[i+1:] {
			if next.waitedInVain() && next.Call >= first.Return && next.isLike(first) &&
				wasWell(notes, first.Call, next.Return) && !s.wasServed(first, next) {
				return []Entry{first, next}
			}
		}
	}
	return nil
}

func (e Entry) waitedInVain() bool {
	return e.Outcome == "refused" && e.Return-e.Call > waited.Nanoseconds()
}

func (e Entry) isLike(other Entry) bool {
	return e.Kind == other.Kind && e.Op == other.Op
}

// wasServed says whether a request of that kind was answered between the two, or beside one of them.
func (s *Session) wasServed(first, next Entry) bool {
	for _, entry := range s.Entries {
		if entry.isOk() && entry.isLike(first) && entry.Return >= first.Call && entry.Call <= next.Return {
			return true
		}
	}
	return false
}

// wasWell says whether no fault was under way, nor a little before.
func wasWell(notes []Entry, from, to int64) bool {
	for _, note := range notes {
		if (note.Kind == "fault" || note.Note == "killed") && note.Call <= to &&
			note.Return+settled.Nanoseconds() >= from {
			return false
		}
	}
	return true
}

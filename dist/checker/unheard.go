package main

import "strings"

// heard are the nodes that answered the Tomcat when it asked for the session; nil if none was asked.
func (e Entry) heard() map[string]bool {
	instance, _, _ := strings.Cut(e.Seen, ": ")
	_, names, known := strings.Cut(instance, " heard ")
	if !known {
		return nil
	}
	nodes := map[string]bool{}
	for _, name := range strings.Split(names, ",") {
		if name != "" {
			nodes[name] = true
		}
	}
	return nodes
}

// isUnheard says whether no node that has an end may have answered the Tomcat of a read that found the session:
// each node that answered the read was silent when the session was ended, each other one when it was read. That
// takes two failures at once, and failures.md says what is seen then. Tomcats count what a node does not answer.
//
// wasApart says that two failures at once are known without that. An end may have asked for nothing, as with the
// lease: then any node may have heard of it that its Tomcat did not miss.
func isUnheard(read Entry, ends []Entry, wasApart bool, notes []Entry) bool {
	heard := read.heard()
	if heard == nil {
		return false
	}
	missed := read.missed(notes)
	for _, end := range ends {
		there, missedByEnd := end.heard(), end.missed(notes)
		if there == nil && len(heard) == 0 {
			return false
		}
		for node := range heard {
			if !missedByEnd[node] && (there == nil || there[node] || !wasApart) {
				return false
			}
		}
		for node := range there {
			if !heard[node] && !missed[node] && !wasApart {
				return false
			}
		}
	}
	return true
}

// isElsewhere says whether a request came to another Tomcat than all those that ended the session.
func isElsewhere(read Entry, ends []Entry) bool {
	for _, end := range ends {
		if end.Tomcat == read.Tomcat {
			return false
		}
	}
	return true
}

// isAlone says whether no node answered the Tomcat of a request with the session, and each node that answered any
// request of the session was silent then, or had lost its sessions and may not have had them again. All nodes are
// away for that request then, also if none of them is lost: on a busy machine both may need longer than the
// timeout, once.
func (s *Session) isAlone(entry Entry, notes []Entry) bool {
	heard := entry.heard()
	if heard == nil || len(heard) > 0 {
		return false
	}
	missed := entry.missed(notes)
	for _, other := range s.Entries {
		for node := range other.heard() {
			if !missed[node] && !entry.isEmptied(node, notes) {
				return false
			}
		}
	}
	return len(missed) > 0
}

// isEmptied says whether a node had lost its sessions, and may not have had all of them again.
func (e Entry) isEmptied(node string, notes []Entry) bool {
	for _, note := range notes {
		if note.Note == "emptied" && note.Value != nil && *note.Value == node &&
			note.Call <= e.Return && note.Return >= e.Call {
			return true
		}
	}
	return false
}

// found is the request that should have begun the session, and got the former one with that id, which had ended;
// nil if it has begun.
func (s *Session) found() *Entry {
	if s == nil || s.Former == nil {
		return nil
	}
	for _, entry := range s.Entries {
		if entry.Op != "create" || !entry.isOk() || entry.instance() == "" {
			continue
		}
		for _, before := range s.Former.Entries {
			if before.instance() == entry.instance() && before.Tomcat == entry.Tomcat {
				return &entry
			}
		}
	}
	return nil
}

// instance names the object that served a request; empty if that is not known.
func (e Entry) instance() string {
	instance, _, _ := strings.Cut(e.Seen, ": ")
	instance, _, _ = strings.Cut(instance, " heard ")
	return instance
}

// missed are the nodes that left something unanswered at the Tomcat of a request, while that was under way.
func (e Entry) missed(notes []Entry) map[string]bool {
	missed := map[string]bool{}
	for _, note := range notes {
		if note.Note == "missed" && note.Mode == e.Mode && note.Tomcat == e.Tomcat && note.Value != nil &&
			note.Call <= e.Return && note.Return >= e.Call {
			for _, node := range strings.Split(*note.Value, ",") {
				missed[node] = true
			}
		}
	}
	return missed
}

package main

import (
	"reflect"
	"testing"
)

// late is a request that goes on behind its answer.
func late(entry Entry, what string) Entry {
	entry.Late = what
	return entry
}

func TestCheckWhenChangesBehindTheAnswerAreSeenOrNotThenFindsNothing(t *testing.T) {
	for name, history := range map[string]*History{
		"seen by one, then replaced": in("none",
			late(request(0, 1, "t1", "append", "list0", "1", "ok"), "item"),
			request(2, 3, "t1", "read", "list0", "[1, late1]", "ok"), request(4, 5, "t2", "append", "list0", "2", "ok"),
			request(6, 7, "t1", "read", "list0", "[1, 2]", "ok"), all(8, 9, "t2", "list0", "[1, 2]")),
		"kept by a later request": in("all",
			late(request(0, 1, "t1", "append", "lists", "1", "ok"), "item"),
			request(2, 3, "t2", "append", "lists", "2", "ok"), request(4, 5, "t2", "read", "lists", "[1, late1, 2]", "ok")),
		"behind a refused one": in("none",
			late(request(0, 1, "t1", "append", "list0", "1", "refused"), "item"),
			request(2, 3, "t1", "read", "list0", "[1, late1]", "ok")),
		"behind a refused one, in a list that lacks its item": in("none",
			late(request(0, 1, "t1", "append", "list0", "1", "refused"), "item"),
			request(2, 3, "t1", "append", "list0", "2", "ok"), request(4, 5, "t1", "read", "list0", "[late1, 2]", "ok")),
		"a stamp": in("none",
			late(request(0, 1, "t1", "write", "own0", "1", "ok"), "stamp"), all(2, 3, "t2", "own0", "1"),
			all(4, 5, "t2", "own0", "1", "stamp", "1")),
	} {
		if names := found(history); len(names) > 0 {
			t.Errorf("%s: %v", name, names)
		}
	}
}

func TestCheckWhenChangesBehindTheAnswerAreWrongThenNoticesIt(t *testing.T) {
	for name, spoilt := range map[string]struct {
		wanted  string
		history *History
	}{
		"replaces what a later request was answered": {"lost", in("none",
			late(request(0, 1, "t1", "append", "list0", "1", "ok"), "item"),
			request(2, 3, "t2", "append", "list0", "2", "ok"), all(4, 5, "t1", "list0", "[1, late1]"))},
		"touches what a later request was answered": {"lost", in("none",
			late(request(0, 1, "t1", "append", "list0", "1", "ok"), "touch"),
			request(2, 3, "t2", "append", "list0", "2", "ok"), request(4, 5, "t2", "read", "list0", "[1]", "ok"))},
		"there twice": {"invented", in("none",
			late(request(0, 1, "t1", "append", "list0", "1", "ok"), "item"),
			request(2, 3, "t1", "read", "list0", "[1, late1, late1]", "ok"))},
		"before its request": {"invented", in("none",
			late(request(0, 1, "t1", "append", "list0", "1", "ok"), "item"),
			request(2, 3, "t1", "read", "list0", "[late1, 1]", "ok"))},
		"read before it was made": {"invented", in("none",
			all(0, 1, "t1", "stamp", "1"), late(request(2, 3, "t1", "write", "own0", "1", "ok"), "stamp"))},
		"of a former session with the id": {"invented", in("none",
			late(request(0, 1, "t1", "write", "own0", "2", "ok"), "stamp"), all(2, 3, "t1", "own0", "2", "stamp", "1"))},
		"of a request that was only to touch": {"invented", in("none",
			late(request(0, 1, "t1", "append", "list0", "1", "ok"), "touch"),
			request(2, 3, "t1", "read", "list0", "[1, late1]", "ok"))},
	} {
		if names := found(spoilt.history); !reflect.DeepEqual(names, []string{spoilt.wanted}) {
			t.Errorf("%s: %v instead of %s", name, names, spoilt.wanted)
		}
	}
	spoilt := in("none", late(request(0, 1, "t1", "append", "list0", "1", "ok"), "touch"))
	if modes, _ := check(spoilt); modes["none"].Late != 1 {
		t.Errorf("not counted: %v", modes["none"])
	}
}

package main

import (
	"fmt"
	"math/rand"
	"reflect"
	"sort"
	"strings"
	"testing"
	"time"
)

// request is a line of a history written by hand: from and to in milliseconds.
func request(from, to int64, tomcat, op, register, value, outcome string) Entry {
	entry := Entry{Session: "s", Mode: "none", Client: "0", Op: op, Kind: kindOf(register), Register: register,
		Tomcat: tomcat, Outcome: outcome, Call: from * 1e6, Return: to * 1e6}
	if value != "" {
		entry.Value = &value
	}
	return entry
}

func kindOf(register string) string {
	if register == "" {
		return "session"
	}
	return strings.TrimRight(register, "0123456789-")
}

// all is a request for all attributes, which are named with their values.
func all(from, to int64, tomcat string, attributes ...string) Entry {
	entry := request(from, to, tomcat, "dump", "", "", "ok")
	entry.Values = map[string]string{}
	for i := 0; i < len(attributes); i += 2 {
		entry.Values[attributes[i]] = attributes[i+1]
	}
	return entry
}

func in(mode string, entries ...Entry) *History {
	for i := range entries {
		entries[i].Mode = mode
	}
	return &History{Sessions: []*Session{{Name: "s", Mode: mode, Entries: entries}}}
}

func found(history *History) []string {
	_, violations := check(history)
	names := []string{}
	for _, violation := range violations {
		names = append(names, violation.What)
	}
	sort.Strings(names)
	return names
}

func TestCheckWhenHistoryIsGoodThenFindsNothing(t *testing.T) {
	for name, history := range map[string]*History{
		"what is answered is read": in("none",
			request(0, 1, "t1", "write", "own0", "1", "ok"), request(2, 3, "t2", "read", "own0", "1", "ok")),
		"nothing was written": in("none", request(0, 1, "t1", "read", "own0", "", "ok")),
		"one under way may be read or not": in("none",
			request(0, 9, "t1", "write", "own0", "1", "ok"),
			request(1, 2, "t1", "read", "own0", "1", "ok"), request(3, 4, "t2", "read", "own0", "", "ok")),
		"one without an answer may happen late": in("none",
			request(0, 1, "t1", "write", "own0", "1", "refused"), request(2, 3, "t2", "read", "own0", "", "ok"),
			request(4, 5, "t2", "read", "own0", "1", "ok")),
		"counts": in("all",
			request(0, 5, "t1", "raise", "counter", "2", "ok"), request(1, 4, "t2", "raise", "counter", "1", "ok"),
			request(6, 7, "t2", "raise", "counter", "", "refused"), request(8, 9, "t2", "raise", "counter", "4", "ok")),
		"a list": in("all",
			request(0, 5, "t1", "append", "lists", "a", "ok"), request(1, 4, "t2", "append", "lists", "b", "ok"),
			request(6, 7, "t2", "read", "lists", "[b, a]", "ok")),
		"found while it ends": in("none",
			request(0, 9, "t1", "end", "", "", "ok"), request(1, 2, "t2", "read", "own0", "", "ok"),
			request(3, 4, "t1", "read", "own0", "", "absent"), request(10, 11, "t1", "read", "own0", "", "absent")),
		"another id": in("none",
			request(0, 5, "t1", "rotate", "", "", "ok"), request(1, 3, "t2", "read", "own0", "", "absent"),
			request(6, 7, "t2", "former", "", "", "absent"), request(8, 9, "t2", "read", "own0", "", "ok")),
		"one that ended without an answer": in("none",
			request(0, 1, "t1", "end", "", "", "refused"), request(2, 3, "t2", "read", "own0", "", "ok")),
	} {
		if names := found(history); len(names) > 0 {
			t.Errorf("%s: %v", name, names)
		}
	}
}

func TestCheckWhenHistoryIsSpoiltThenNoticesIt(t *testing.T) {
	for name, spoilt := range map[string]struct {
		wanted  string
		history *History
	}{
		"an old value, then the new one": {"stale", in("none",
			request(0, 1, "t1", "write", "own0", "1", "ok"), request(2, 3, "t1", "write", "own0", "2", "ok"),
			request(1104, 1105, "t2", "read", "own0", "1", "ok"), request(1106, 1107, "t2", "read", "own0", "2", "ok"))},
		"an old value for a moment": {"late", in("none",
			request(0, 1, "t1", "write", "own0", "1", "ok"), request(2, 3, "t1", "write", "own0", "2", "ok"),
			request(4, 5, "t2", "read", "own0", "1", "ok"), request(6, 7, "t2", "read", "own0", "2", "ok"))},
		"not yet there": {"late", in("none",
			request(0, 1, "t1", "create", "", "", "ok"), request(2, 3, "t2", "read", "own0", "", "absent"))},
		"gone for good": {"lost", in("none",
			request(0, 1, "t1", "write", "once0-1", "1", "ok"), request(2, 3, "t1", "read", "once0-1", "", "ok"))},
		"gone, as one sees who asks for all": {"lost", in("optimistic",
			request(0, 1, "t1", "write", "once0-1", "1", "ok"), request(2, 3, "t2", "dump", "", "", "ok"))},
		"two writers, the answered one is gone": {"lost", in("none",
			request(0, 1, "t1", "write", "shared0", "1", "ok"), request(2, 3, "t2", "write", "shared0", "2", "ok"),
			request(4, 5, "t2", "read", "shared0", "1", "ok"))},
		"a value that no request wrote": {"lost", in("none",
			request(0, 1, "t1", "write", "shared0", "1", "ok"), request(4, 5, "t2", "read", "shared0", "7", "ok"))},
		"what a former session with the id had": {"lost", in("none",
			request(0, 1, "t1", "write", "own0", "1", "ok"), all(2, 3, "t2", "own0", "1", "own1", "7"))},
		"a value before it was written": {"lost", in("none",
			request(0, 1, "t2", "read", "own0", "1", "ok"), request(2, 3, "t1", "write", "own0", "1", "ok"))},
		"one number twice": {"miscounted", in("all",
			request(0, 1, "t1", "raise", "counter", "1", "ok"), request(0, 2, "t2", "raise", "counter", "1", "ok"))},
		"a number left out": {"miscounted", in("auto",
			request(0, 1, "t1", "raise", "counter", "1", "ok"), request(2, 3, "t2", "raise", "counter", "3", "ok"))},
		"a client that does not see what it counted": {"miscounted", in("none",
			request(0, 1, "t1", "raise", "tally0", "1", "ok"), request(2, 3, "t2", "raise", "tally0", "1", "ok"))},
		"an element is missing": {"lost", in("pattern",
			request(0, 1, "t1", "append", "lists", "a", "ok"), request(2, 3, "t2", "append", "lists", "b", "ok"),
			request(4, 5, "t2", "read", "lists", "[b]", "ok"))},
		"new, then old, before the answer": {"crossed", in("all",
			request(0, 9, "t1", "write", "shared0", "1", "ok"), request(1, 2, "t1", "read", "shared0", "1", "ok"),
			request(3, 4, "t2", "read", "shared0", "", "ok"))},
		"found after its end": {"revived", in("none",
			request(0, 1, "t1", "end", "", "", "ok"), request(2, 3, "t2", "read", "own0", "", "ok"))},
		"gone without an end": {"gone", in("none",
			request(0, 1, "t1", "write", "own0", "1", "ok"), request(2, 3, "t2", "read", "own0", "", "absent"))},
		"gone with a change of its id": {"gone", in("none",
			request(0, 1, "t1", "rotate", "", "", "ok"), request(2, 3, "t2", "read", "own0", "", "absent"))},
		"found under the former id": {"former", in("none",
			request(0, 1, "t1", "rotate", "", "", "ok"), request(2, 3, "t2", "former", "", "", "ok"))},
		"no answer": {"unanswered", in("none", request(0, 1, "t1", "read", "own0", "", "unknown"))},
		"refused, and refused again": {"stuck", in("auto",
			request(0, 3000, "t1", "raise", "counter", "", "refused"),
			request(3000, 6000, "t2", "raise", "counter", "", "refused"))},
		"an error": {"failed", in("none", request(0, 1, "t1", "read", "own0", "500", "error"))},
	} {
		if names := found(spoilt.history); !reflect.DeepEqual(names, []string{spoilt.wanted}) {
			t.Errorf("%s: %v instead of %s", name, names, spoilt.wanted)
		}
	}
}

func TestCheckWhenLineWasBrokenThenCountsLateReads(t *testing.T) {
	late := func(mode string, after int64) *History {
		history := in(mode, request(0, 1, "t1", "write", "own0", "1", "ok"),
			request(2, 3, "t1", "write", "own0", "2", "ok"),
			request(3+after, 4+after, "t2", "read", "own0", "1", "ok"), request(900, 901, "t2", "read", "own0", "2", "ok"))
		history.Notes = []Entry{{Note: "a line is cut", Kind: "fault", Call: 0, Return: 1e6}}
		return history
	}
	modes, violations := check(late("none", 100))
	if len(violations) > 0 || modes["none"].Listed != 1 || modes["none"].late() != "1, up to 100 ms" {
		t.Errorf("%v, %v", violations, modes["none"])
	}
	for name, history := range map[string]*History{
		"with a lease": late("all", 100), "sticky": late("sticky", 100), "for too long": late("none", 300),
	} {
		if names := found(history); !reflect.DeepEqual(names, []string{"late"}) {
			t.Errorf("%s: %v", name, names)
		}
	}
	healthy := late("none", 100)
	healthy.Notes[0].Call, healthy.Notes[0].Return = -30e9, -20e9
	if names := found(healthy); !reflect.DeepEqual(names, []string{"late"}) {
		t.Errorf("long after: %v", names)
	}
	for mode, expected := range map[string][]string{"none": {}, "all": {"late"}} {
		missed := late("none", 100)
		missed.Notes = []Entry{{Note: "missed", Mode: mode, Tomcat: "t1", Call: 0, Return: 1e6}}
		if names := found(missed); !reflect.DeepEqual(names, expected) {
			t.Errorf("left unanswered in mode %s: %v", mode, names)
		}
	}
}

func TestCheckWhenNoNodeAnsweredInTimeThenMayTellOfNoSession(t *testing.T) {
	told := func(lasting int64) *History {
		history := in("none", request(0, 1, "t1", "write", "own0", "1", "ok"),
			request(3000, 3000+lasting, "t1", "read", "own0", "", "absent"),
			request(9000, 9001, "t1", "read", "own0", "1", "ok"))
		history.Notes = []Entry{{Note: "a Tomcat is frozen", Kind: "fault", Call: 3000e6, Return: 5000e6}}
		return history
	}
	modes, violations := check(told(2600))
	if len(violations) > 0 || modes["none"].InDoubt != 1 {
		t.Errorf("%v, %v", violations, modes["none"])
	}
	healthy := told(2600)
	healthy.Notes = nil
	oneLine := told(2600)
	oneLine.Notes[0].Note = "the line of one Tomcat to a node is too slow"
	for name, history := range map[string]*History{
		"at once": told(20), "nothing was wrong": healthy, "another node answers": oneLine,
	} {
		if names := found(history); !reflect.DeepEqual(names, []string{"gone"}) {
			t.Errorf("%s: %v", name, names)
		}
	}
}

func TestCheckWhenRefusedWithReasonThenIsNotStuck(t *testing.T) {
	refused := func(more ...Entry) *History {
		return in("auto", append([]Entry{
			request(0, 3000, "t1", "raise", "counter", "", "refused"),
			request(4000, 7000, "t2", "raise", "counter", "", "refused")}, more...)...)
	}
	broken, killed := refused(), refused()
	broken.Notes = []Entry{{Note: "a node is frozen", Kind: "fault", Call: -9e9, Return: -4e9}}
	killed.Notes = []Entry{{Note: "killed", Tomcat: "t3", Call: 5e9, Return: 6e9}}
	atOnce := in("auto", request(0, 9, "t1", "raise", "counter", "", "refused"),
		request(10, 19, "t2", "raise", "counter", "", "refused"))
	together := in("auto", request(0, 3000, "t1", "raise", "counter", "", "refused"),
		request(2000, 5000, "t2", "raise", "counter", "", "refused"))
	for name, history := range map[string]*History{
		"a fault a little before": broken, "a Tomcat was killed": killed, "they did not wait": atOnce,
		"they waited together": together, "another one was served": refused(
			request(3100, 3200, "t1", "raise", "counter", "1", "ok")),
	} {
		if names := found(history); len(names) > 0 {
			t.Errorf("%s: %v", name, names)
		}
	}
}

func TestCheckWhenTomcatWasKilledThenMissesNoAnswer(t *testing.T) {
	history := in("none", request(0, 5, "t1", "read", "own0", "", "unknown"))
	history.Notes = []Entry{{Note: "killed", Tomcat: "t1", Call: 2e6, Return: 3e6}}
	if names := found(history); len(names) > 0 {
		t.Errorf("%v", names)
	}
}

func TestCheckWhenATomcatHadNoNodeThenOnlyTheEndOfItsSessionsCounts(t *testing.T) {
	lost := []Entry{
		request(0, 5, "t1", "write", "own0", "1", "ok"), request(20, 25, "t2", "read", "own0", "", "ok")}
	apart := []Entry{{Note: "apart", Mode: "none", Call: 2e6, Return: 8e6}}
	for name, expected := range map[string]struct {
		notes []Entry
		names []string
	}{
		"without a note":  {nil, []string{"lost"}},
		"meanwhile":       {apart, []string{}},
		"at another time": {[]Entry{{Note: "apart", Mode: "none", Call: 30e6, Return: 31e6}}, []string{"lost"}},
		"in another mode": {[]Entry{{Note: "apart", Mode: "all", Call: 2e6, Return: 8e6}}, []string{"lost"}},
	} {
		history := in("none", lost...)
		history.Notes = expected.notes
		if names := found(history); !reflect.DeepEqual(names, expected.names) {
			t.Errorf("%s: %v", name, names)
		}
	}
	revived := in("none", request(0, 5, "t1", "end", "", "", "ok"), request(20, 25, "t2", "read", "own0", "1", "ok"))
	revived.Notes = apart
	if names := found(revived); !reflect.DeepEqual(names, []string{"revived"}) {
		t.Errorf("revived: %v", names)
	}
}

func TestCheckWhenAChangeOfTheIDIsRefusedThenTheSessionMayBeGoneIfATomcatStoodStill(t *testing.T) {
	for name, expected := range map[string]struct {
		notes []Entry
		names []string
	}{
		"stood still": {[]Entry{{Note: stoodStill, Call: 2e6, Return: 8e6}}, []string{}},
		"later":       {[]Entry{{Note: stoodStill, Call: 90e6, Return: 95e6}}, []string{"gone"}},
		"never":       {nil, []string{"gone"}},
	} {
		history := in("none", request(0, 10, "t1", "rotate", "", "", "refused"),
			request(15000, 15001, "t2", "read", "own0", "", "absent"))
		history.Notes = expected.notes
		if names := found(history); !reflect.DeepEqual(names, expected.names) {
			t.Errorf("%s: %v", name, names)
		}
	}
}

func TestCheckWhenNoClientLearnsTheOtherIDThenTheSessionMayBeGone(t *testing.T) {
	history := in("none", request(0, 5, "t1", "rotate", "", "", "unknown"),
		request(6, 7, "t2", "read", "own0", "", "absent"))
	history.Notes = []Entry{{Note: "killed", Tomcat: "t1", Call: 2e6, Return: 3e6}}
	if names := found(history); len(names) > 0 {
		t.Errorf("%v", names)
	}
}

// drawn is a history as a store without a fault makes it: each request takes effect at one moment.
func drawn(random *rand.Rand, mode string) []Entry {
	type moment struct {
		at    int64
		entry Entry
	}
	var moments []moment
	for client := 0; client < 4; client++ {
		at := int64(0)
		for i := 0; i < 30; i++ {
			from := at + random.Int63n(3)
			effect := from + random.Int63n(9)
			at = effect + 1 + random.Int63n(9)
			entry := Entry{Session: "s", Mode: mode, Client: fmt.Sprint(client), Call: from, Return: at,
				Tomcat: fmt.Sprint("t", 1+random.Intn(2)), Outcome: "ok"}
			switch random.Intn(6) {
			case 0, 1:
				entry.Op, entry.Kind, entry.Register = "write", "shared", "shared0"
				value := fmt.Sprint(client, "-", i)
				entry.Value = &value
			case 2:
				entry.Op, entry.Kind, entry.Register = "raise", "counter", "counter"
			case 3:
				entry.Op, entry.Kind = "dump", "session"
			case 4:
				entry.Op, entry.Kind, entry.Register = "read", "shared", "shared0"
			case 5:
				entry.Op, entry.Kind, entry.Register = "read", "counter", "counter"
			}
			moments = append(moments, moment{effect, entry})
		}
	}
	sort.SliceStable(moments, func(a, b int) bool { return moments[a].at < moments[b].at })
	values, count := map[string]string{}, 0
	var entries []Entry
	for _, m := range moments {
		entry := m.entry
		switch entry.Op {
		case "write":
			values[entry.Register] = *entry.Value
		case "raise":
			count++
			value := fmt.Sprint(count)
			values[entry.Register], entry.Value = value, &value
		case "read":
			if value, set := values[entry.Register]; set {
				entry.Value = &value
			}
		case "dump":
			entry.Values = map[string]string{}
			for name, value := range values {
				entry.Values[name] = value
			}
		}
		entries = append(entries, entry)
	}
	return entries
}

func TestCheckWhenStoreIsRightThenFindsNothing(t *testing.T) {
	for seed := int64(0); seed < 50; seed++ {
		if names := found(in("all", drawn(rand.New(rand.NewSource(seed)), "all")...)); len(names) > 0 {
			t.Errorf("seed %d: %v", seed, names)
		}
	}
}

// The last value of all is replaced by one that was overwritten long ago.
func TestCheckWhenLastReadIsOldThenNoticesItEachTime(t *testing.T) {
	for seed := int64(0); seed < 50; seed++ {
		for _, mode := range []string{"none", "all"} {
			entries := drawn(rand.New(rand.NewSource(seed)), mode)
			var first *string
			for _, entry := range entries {
				if entry.Op == "write" && first == nil {
					first = entry.Value
				}
			}
			last := request(1e6, 1e6+1, "t1", "read", "shared0", *first, "ok")
			if names := found(in(mode, append(entries, last)...)); !reflect.DeepEqual(names, []string{"lost"}) {
				t.Errorf("seed %d, %s: %v", seed, mode, names)
			}
		}
	}
}

func TestCheckWhenAnAnsweredRaiseIsTakenAwayThenNoticesItEachTime(t *testing.T) {
	for seed := int64(0); seed < 50; seed++ {
		var kept []Entry
		raises := 0
		for _, entry := range drawn(rand.New(rand.NewSource(seed)), "all") {
			if entry.Op == "raise" {
				raises++
			}
			if entry.Op != "raise" || raises != 3 {
				kept = append(kept, entry)
			}
		}
		if names := found(in("all", kept...)); !reflect.DeepEqual(names, []string{"miscounted"}) {
			t.Errorf("seed %d: %v", seed, names)
		}
	}
}

func TestAddWhenTwoHistoriesThenCountsBoth(t *testing.T) {
	one := &Checked{Requests: 1, Latest: 3, Violations: map[string]int{"lost": 1}}
	one.add(&Checked{Requests: 2, Latest: 2, Violations: map[string]int{"lost": 2, "late": 1}})
	if one.Requests != 3 || one.Latest != 3 || counted(one.Violations) != "1 late, 3 lost" {
		t.Errorf("%v", one)
	}
}

func TestSectionWhenSeveralRunsThenNamesTheFirstSeed(t *testing.T) {
	runs := []Run{{Commit: "c", Seed: 12, Seconds: 40, Tomcats: 3, Nodes: 2}, {Commit: "c", Seed: 11, Seconds: 300, Tomcats: 2, Nodes: 2}}
	text := section(runs, nil, map[string]*Checked{}, time.Unix(0, 0))
	for _, wanted := range []string{"`dist/histories 340 11`", "12 (3 Tomcats, 2 nodes)", "what went wrong: nothing"} {
		if !strings.Contains(text, wanted) {
			t.Errorf("no %s in %s", wanted, text)
		}
	}
}

func TestReplacedWhenDocumentHasSectionThenOnlyThatChanges(t *testing.T) {
	text, err := replaced("before\n"+begin+"old\n"+end+"after\n", "new\n")
	if err != nil || text != "before\n"+begin+"new\n"+end+"after\n" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestReplacedWhenDocumentHasNoSectionThenFails(t *testing.T) {
	if _, err := replaced("before\nafter\n", "new\n"); err == nil {
		t.Error("no error")
	}
}

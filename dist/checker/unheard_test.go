package main

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestCheckWhenNoNodeThatKnowsOfAnEndAnswersThenCountsWhoFindsTheSession(t *testing.T) {
	apart := []Entry{{Note: "apart", Mode: "none", Call: 2e6, Return: 8e6}}
	missed := func(tomcat, nodes string, from int64) Entry {
		return Entry{Note: "missed", Mode: "none", Tomcat: tomcat, Value: &nodes, Call: from * 1e6, Return: (from + 5) * 1e6}
	}
	eachMissedOne := []Entry{missed("t1", "n2", 3), missed("t2", "n1", 18)}
	seen := func(nodes string) string { return "6346a5da heard " + nodes + ": 5.3929c; own0 5.3929c" }
	for name, expected := range map[string]struct {
		end, read string
		notes     []Entry
		names     []string
		unheard   int
	}{
		"heard none":          {seen("n1,n2"), seen(""), apart, []string{}, 1},
		"heard another":       {seen("n1"), seen("n2"), apart, []string{}, 1},
		"heard one of them":   {seen("n1,n2"), seen("n2"), apart, []string{"revived"}, 0},
		"nothing was amiss":   {seen("n1"), seen("n2"), nil, []string{"revived"}, 0},
		"the end heard none":  {seen(""), seen("n2"), apart, []string{}, 1},
		"none, for no reason": {seen(""), seen("n2"), nil, []string{"revived"}, 0},
		"each missed one":     {seen("n1"), seen("n2"), eachMissedOne, []string{}, 1},
		"missed while ending": {seen("n1,n2"), seen("n2"), eachMissedOne, []string{}, 1},
		"missed by the end":   {seen("n1"), seen("n2"), eachMissedOne[:1], []string{"revived"}, 0},
		"missed by the read":  {seen("n1"), seen("n2"), eachMissedOne[1:], []string{"revived"}, 0},
		"missed the same one": {seen("n2"), seen("n2"), []Entry{missed("t1", "n1", 3), missed("t2", "n1", 18)}, []string{"revived"}, 0},
		"missed later":        {seen("n1"), seen("n2"), []Entry{missed("t1", "n2", 6), missed("t2", "n1", 18)}, []string{"revived"}, 0},
		"missed by another":   {seen("n1"), seen("n2"), []Entry{missed("t3", "n2", 3), missed("t2", "n1", 18)}, []string{"revived"}, 0},
		"asked and missed all": {"6346a5da: 5.3929c; own0 5.3929c", seen("n2"),
			[]Entry{missed("t1", "n1,n2", 3)}, []string{}, 1},
		"asked none and alone": {"6346a5da: 5.3929c; own0 5.3929c", seen(""),
			[]Entry{missed("t2", "n1,n2", 18)}, []string{}, 1},
		"the end asked none":  {"6346a5da: 5.3929c; own0 5.3929c", seen("n2"), apart, []string{"revived"}, 0},
		"the read asked none": {seen("n1"), "6346a5da: 5.3929c; own0 5.3929c", apart, []string{"revived"}, 0},
	} {
		end := request(0, 5, "t1", "end", "", "", "ok")
		read := request(20, 25, "t2", "read", "own0", "", "ok")
		end.Seen, read.Seen = expected.end, expected.read
		history := in("none", end, read)
		history.Notes = expected.notes
		modes, _ := check(history)
		if names := found(history); !reflect.DeepEqual(names, expected.names) ||
			modes["none"].EndsUnheard != expected.unheard {
			t.Errorf("%s: %v, unheard %d", name, names, modes["none"].EndsUnheard)
		}
	}
}

func TestCheckWhenTheNextSessionOfAnIdIsTheEndedOneThenThatIsJudged(t *testing.T) {
	apart := []Entry{{Note: "apart", Mode: "none", Call: 2e6, Return: 8e6}}
	old, other := "6346a5da heard n1: 5.3929c; own0 5.3929c", "7a46a5da heard n1: 5.3929c; own0 5.3929c"
	for name, expected := range map[string]struct {
		end, create string
		notes       []Entry
		names       []string
		unheard     int
	}{
		"the end heard none":            {"6346a5da heard : 5.3929c; own0 5.3929c", old, apart, []string{}, 1},
		"the end was heard":             {old, old, nil, []string{"revived"}, 0},
		"another session":               {old, other, nil, []string{"gone"}, 0},
		"another, and no node at first": {"6346a5da heard : 5.3929c; own0 5.3929c", other, apart, []string{"gone"}, 0},
	} {
		var text strings.Builder
		text.WriteString("{}\n")
		for _, entry := range []Entry{
			{Session: "none-used-1-1", Op: "read", Seen: old, Call: -2e6, Return: -1e6},
			{Session: "none-used-1-1", Op: "end", Seen: expected.end, Call: 0, Return: 5e6},
			{Session: "none-used-1-2", Op: "create", Seen: expected.create, Call: 10e6, Return: 11e6},
			{Session: "none-used-1-2", Op: "read", Register: "own0", Kind: "own", Outcome: "absent", Call: 2000e6, Return: 2001e6},
		} {
			entry.Mode, entry.Tomcat = "none", "t2"
			if entry.Outcome == "" {
				entry.Outcome = "ok"
			}
			line, _ := json.Marshal(entry)
			text.Write(append(line, '\n'))
		}
		history, err := readHistory(strings.NewReader(text.String()))
		if err != nil {
			t.Fatal(err)
		}
		history.Notes = expected.notes
		modes, _ := check(history)
		if names := found(history); !reflect.DeepEqual(names, expected.names) ||
			modes["none"].EndsUnheard != expected.unheard {
			t.Errorf("%s: %v, unheard %d", name, names, modes["none"].EndsUnheard)
		}
	}
}

func TestCheckWhenNoNodeAnsweredOneRequestThenSessionWasWithoutANode(t *testing.T) {
	missed := func(tomcat, nodes string) Entry {
		return Entry{Note: "missed", Mode: "pattern", Tomcat: tomcat, Value: &nodes, Call: 399e6, Return: 406e6}
	}
	emptied := func(node string, from, to int64) Entry {
		return Entry{Note: "emptied", Value: &node, Call: from * 1e6, Return: to * 1e6}
	}
	seen := func(nodes string) string { return "6346a5da" + nodes + ": 5.3929c; own0 5.3929c" }
	for name, expected := range map[string]struct {
		read  string
		notes []Entry
		names []string
	}{
		"heard none":           {seen(" heard "), []Entry{missed("t2", "n2,n1")}, []string{}},
		"missed one after one": {seen(" heard "), []Entry{missed("t2", "n2"), missed("t2", "n1")}, []string{}},
		"one was emptied":      {seen(" heard "), []Entry{missed("t2", "n2"), emptied("n1", 300, 401)}, []string{}},
		"emptied before":       {seen(" heard "), []Entry{missed("t2", "n2"), emptied("n1", 300, 399)}, []string{"late"}},
		"the same was emptied": {seen(" heard "), []Entry{missed("t2", "n2"), emptied("n2", 300, 401)}, []string{"late"}},
		"emptied, missed none": {seen(" heard "), []Entry{emptied("n1", 300, 401), emptied("n2", 300, 401)}, []string{"late"}},
		"heard one":            {seen(" heard n2"), []Entry{missed("t2", "n1,n2")}, []string{"late"}},
		"missed one":           {seen(" heard "), []Entry{missed("t2", "n2")}, []string{"late"}},
		"another missed them":  {seen(" heard "), []Entry{missed("t1", "n2,n1")}, []string{"late"}},
		"missed none":          {seen(" heard "), nil, []string{"late"}},
		"asked none":           {seen(""), []Entry{missed("t2", "n2,n1")}, []string{"late"}},
	} {
		write := request(0, 5, "t1", "write", "own0", "1", "ok")
		read := request(400, 405, "t2", "read", "own0", "", "ok")
		write.Seen, read.Seen = seen(" heard n1,n2"), expected.read
		history := in("pattern", write, read, request(410, 415, "t2", "read", "own0", "1", "ok"))
		history.Notes = expected.notes
		modes, _ := check(history)
		if names := found(history); !reflect.DeepEqual(names, expected.names) ||
			(modes["pattern"].Apart == 0) != (len(names) > 0) {
			t.Errorf("%s: %v, without a node %d", name, names, modes["pattern"].Apart)
		}
	}
}

func TestViolationWhenSomethingWasNotedMeanwhileThenTellsIt(t *testing.T) {
	nodes := "n2"
	end := request(0, 5, "t1", "end", "", "", "ok")
	end.Seen = "6346a5da heard n1,n2: 5.3929c; own0 5.3929c"
	history := in("none", end, request(20, 25, "t2", "read", "own0", "1", "ok"))
	history.Notes = []Entry{
		{Note: "missed", Mode: "none", Tomcat: "t1", Value: &nodes, Call: 3e6, Return: 8e6},
		{Note: "missed", Mode: "all", Tomcat: "t2", Value: &nodes, Call: 3e6, Return: 8e6},
		{Note: "a node is frozen", Kind: "fault", Call: 24e6, Return: 80e6},
		{Note: "a node is frozen", Kind: "fault", Call: 26e6, Return: 80e6}}
	_, violations := check(history)
	text := strings.Join(violations[0].Lines, "\n")
	for _, part := range []string{", of 6346a5da heard n1,n2: ", "note: t1 3.0-8.0 missed n2", "a node is frozen"} {
		if strings.Count(text, part) != 1 {
			t.Errorf("%s: %s", part, text)
		}
	}
	if strings.Contains(text, "t2 3.0") {
		t.Error("of another mode: ", text)
	}
}

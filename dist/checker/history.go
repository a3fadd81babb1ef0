package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
)

// Entry is one request as its client saw it, or a note of what was done to the machinery.
type Entry struct {
	Session  string            `json:"session"`
	Mode     string            `json:"mode"`
	Client   string            `json:"client"`
	Op       string            `json:"op"`
	Kind     string            `json:"kind"`
	Register string            `json:"register"`
	Value    *string           `json:"value"`
	Values   map[string]string `json:"values"`
	Seen     string            `json:"seen"`
	Late     string            `json:"late"`
	Tomcat   string            `json:"tomcat"`
	Outcome  string            `json:"outcome"`
	Call     int64             `json:"call"`
	Return   int64             `json:"return"`
	Note     string            `json:"note"`
	// Number says of a raise without an answer that it must have led to this value.
	Number bool `json:"-"`
	// Place of an appended element in the list, from 1; with 0 it comes behind so many others.
	Place  int `json:"-"`
	Behind int `json:"-"`
}

// Run is what the first line of a file says of the whole.
type Run struct {
	Commit  string `json:"commit"`
	Seed    int64  `json:"seed"`
	Seconds int64  `json:"seconds"`
	Tomcats int    `json:"tomcats"`
	Nodes   int    `json:"nodes"`
}

// History is what all clients saw.
type History struct {
	Run      Run
	Sessions []*Session
	Notes    []Entry
}

// Session has the requests of one session, in the order of their calls.
type Session struct {
	Name    string
	Mode    string
	Entries []Entry
	// Next is the session that a client began with the same id, when this one had ended; nil if there is none.
	Next *Session
	// Former is the session that had the id before this one; nil if there is none.
	Former *Session
}

func readHistory(from io.Reader) (*History, error) {
	history := &History{}
	byName := map[string]*Session{}
	lines := bufio.NewScanner(from)
	lines.Buffer(make([]byte, 1<<20), 1<<28)
	if !lines.Scan() {
		return nil, fmt.Errorf("the history is empty")
	}
	if err := json.Unmarshal(lines.Bytes(), &history.Run); err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	for number := 2; lines.Scan(); number++ {
		var entry Entry
		if err := json.Unmarshal(lines.Bytes(), &entry); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if entry.Note != "" {
			history.Notes = append(history.Notes, entry)
			continue
		}
		session := byName[entry.Session]
		if session == nil {
			session = &Session{Name: entry.Session, Mode: entry.Mode}
			byName[entry.Session] = session
			history.Sessions = append(history.Sessions, session)
		}
		session.Entries = append(session.Entries, entry)
	}
	for _, session := range history.Sessions {
		if former := byName[formerName(session.Name)]; former != nil {
			session.Former, former.Next = former, session
		}
		entries := session.Entries
		sort.SliceStable(entries, func(a, b int) bool { return entries[a].Call < entries[b].Call })
	}
	return history, lines.Err()
}

// formerName is the name of the session that had the same id before; empty for sessions that have ids of their own.
func formerName(name string) string {
	end := strings.LastIndex(name, "-")
	number, err := strconv.Atoi(name[end+1:])
	if err != nil || !strings.Contains(name, "-used-") {
		return ""
	}
	return fmt.Sprintf("%s-%d", name[:end], number-1)
}

func (e Entry) isUpdate() bool {
	return e.Op == "write" || e.Op == "raise" || e.Op == "append"
}

// mayHaveHappened says of a request that was to change something whether it may have done so.
func (e Entry) mayHaveHappened() bool {
	return e.Outcome != "failed" && e.Outcome != "absent"
}

func (e Entry) isOk() bool {
	return e.Outcome == "ok"
}

func (e Entry) String() string {
	value := "-"
	if e.Value != nil {
		value = *e.Value
	}
	more := ""
	if e.Late != "" {
		more = ", then " + e.Late
	}
	if e.Seen != "" {
		more += ", of " + e.Seen
	}
	return fmt.Sprintf("%s %10.1f-%.1f client %s %s %s %s %s%s",
		e.Tomcat, float64(e.Call)/1e6, float64(e.Return)/1e6, e.Client, e.Op, e.Register, value, e.Outcome, more)
}

// asNote is the line for what was noted beside the requests.
func (e Entry) asNote() string {
	what := e.Note
	if e.Value != nil {
		what += " " + *e.Value
	}
	return fmt.Sprintf("note: %s %.1f-%.1f %s", e.Tomcat, float64(e.Call)/1e6, float64(e.Return)/1e6, what)
}

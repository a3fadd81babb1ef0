package main

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"time"
)

const (
	begin = "<!-- histories: written by a program -->\n"
	end   = "<!-- end of histories -->\n"
)

// section is what the document says of some histories that were recorded one after the other.
func section(runs []Run, notes []Entry, modes map[string]*Checked, now time.Time) string {
	sort.Slice(runs, func(a, b int) bool { return runs[a].Seed < runs[b].Seed })
	seconds := int64(0)
	var seeds []string
	for _, run := range runs {
		seconds += run.Seconds
		seeds = append(seeds, fmt.Sprintf("%d (%d Tomcats, %d nodes)", run.Seed, run.Tomcats, run.Nodes))
	}
	var text strings.Builder
	fmt.Fprintf(&text, "- %s UTC, commit `%s`; repeat with `dist/histories %d %d`\n",
		now.UTC().Format("2006-01-02 15:04"), runs[0].Commit, seconds, runs[0].Seed)
	fmt.Fprintf(&text, "- seeds: %s\n- what went wrong: %s\n\n", strings.Join(seeds, ", "), faults(notes))
	text.WriteString(table(modes))
	return text.String()
}

// faults counts what was done to nodes, lines and Tomcats.
func faults(notes []Entry) string {
	count := map[string]int{}
	for _, note := range notes {
		if note.Kind == "fault" {
			count[note.Note]++
		}
	}
	if len(count) == 0 {
		return "nothing"
	}
	var parts []string
	for what, times := range count {
		parts = append(parts, fmt.Sprintf("%s (%d)", what, times))
	}
	sort.Strings(parts)
	return strings.Join(parts, ", ")
}

// replaced puts a text into the document's section.
func replaced(document, section string) (string, error) {
	from, to := strings.Index(document, begin), strings.Index(document, end)
	if from < 0 || to < from {
		return "", fmt.Errorf("no section of histories in the document")
	}
	return document[:from+len(begin)] + section + document[to:], nil
}

func write(path, section string) error {
	before, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	after, err := replaced(string(before), section)
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(after), 0o644)
}

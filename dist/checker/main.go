// Command histories checks what clients of Holdfast have seen of their sessions.
//
//	histories [-show N] [-document FILE] HISTORY...
//
// It writes the result into the document, and ends with 1, saying what, if something is there that is not
// promised.
package main

import (
	"flag"
	"fmt"
	"os"
	"sort"
	"strings"
	"time"
)

func main() {
	shown := flag.Int("show", 5, "how many violations of each kind and mode to explain")
	document := flag.String("document", "", "the document whose section is written")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: histories [-show N] [-document FILE] HISTORY...")
		os.Exit(2)
	}
	if err := run(flag.Args(), *shown, *document); err != nil {
		fmt.Fprintln(os.Stderr, "[holdfast] histories:", err)
		os.Exit(1)
	}
}

func run(paths []string, shown int, document string) error {
	total := map[string]*Checked{}
	var runs []Run
	var notes []Entry
	var spoilt []string
	for _, path := range paths {
		history, err := readFile(path)
		if err != nil {
			return err
		}
		modes, violations := check(history)
		show(violations, shown)
		if len(violations) > 0 {
			spoilt = append(spoilt, fmt.Sprintf("%d violations in the history of seed %d", len(violations), history.Run.Seed))
		}
		for mode, checked := range modes {
			if total[mode] == nil {
				total[mode] = &Checked{Violations: map[string]int{}}
			}
			total[mode].add(checked)
		}
		runs, notes = append(runs, history.Run), append(notes, history.Notes...)
	}
	fmt.Print(table(total))
	if document != "" {
		if err := write(document, section(runs, notes, total, time.Now())); err != nil {
			return err
		}
	}
	if len(spoilt) > 0 {
		return fmt.Errorf("%s", strings.Join(spoilt, "; "))
	}
	return nil
}

func readFile(path string) (*History, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	history, err := readHistory(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return history, nil
}

func show(violations []Violation, shown int) {
	count := map[string]int{}
	for _, violation := range violations {
		key := violation.Mode + violation.What
		if count[key]++; count[key] <= shown {
			fmt.Printf("%s in %s (%s)\n", violation.What, violation.Session, violation.Mode)
			for _, line := range violation.Lines {
				fmt.Println("   ", line)
			}
		}
	}
}

func table(modes map[string]*Checked) string {
	names := make([]string, 0, len(modes))
	for name := range modes {
		names = append(names, name)
	}
	sort.Strings(names)
	var text strings.Builder
	text.WriteString("| mode | sessions | requests | registers | updates | of them, late changes behind the answer | reads | other ids | ended | not answered | no session, uncertain | without a node | found after an end unheard of | late, as failures.md says | violations |\n")
	text.WriteString("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |\n")
	for _, name := range names {
		c := modes[name]
		fmt.Fprintf(&text, "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %s | %s |\n", name, c.Sessions,
			c.Requests, c.Registers, c.Updates, c.Late, c.Reads, c.Rotations, c.Ends, c.Unanswered+c.Refused, c.InDoubt, c.Apart, c.EndsUnheard, c.late(), counted(c.Violations))
	}
	return text.String()
}

// late tells of the reads that README tells of.
func (c *Checked) late() string {
	if c.Listed == 0 {
		return "none"
	}
	return fmt.Sprintf("%d, up to %d ms", c.Listed, (c.Latest+time.Millisecond-1)/time.Millisecond)
}

func counted(violations map[string]int) string {
	if len(violations) == 0 {
		return "none"
	}
	var parts []string
	for what, count := range violations {
		parts = append(parts, fmt.Sprintf("%d %s", count, what))
	}
	sort.Strings(parts)
	return strings.Join(parts, ", ")
}

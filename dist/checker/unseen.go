package main

import (
	"sort"
	"strconv"
	"strings"
)

// withoutUnseen leaves out the updates without an answer that no request has seen: they may have happened
// after all others, or never. It changes no verdict, but without it there would be twice as many orders
// to try for each of them.
func withoutUnseen(kind string, entries []Entry) []Entry {
	if kind == "counter" || kind == "tally" {
		return withNumbers(entries)
	}
	if kind == "list" || kind == "lists" {
		entries = withPlaces(entries)
	}
	seen := map[string]bool{}
	for _, entry := range entries {
		if entry.Value != nil && !entry.isUpdate() && entry.Op != "end" {
			for _, value := range elements(*entry.Value) {
				seen[value] = true
			}
		}
	}
	var kept []Entry
	for _, entry := range entries {
		if !entry.isUpdate() || entry.isOk() || entry.Value == nil || seen[*entry.Value] {
			kept = append(kept, entry)
		}
	}
	return kept
}

func elements(list string) []string {
	return strings.Split(strings.Trim(list, "[]"), ", ")
}

// withPlaces tells each element that was appended to a list its place in the longest one that was read:
// no other order could be right. Elements that are not in it come behind.
func withPlaces(entries []Entry) []Entry {
	var longest []string
	for _, entry := range entries {
		if entry.Value != nil && !entry.isUpdate() && len(elements(*entry.Value)) > len(longest) {
			longest = elements(*entry.Value)
		}
	}
	places := map[string]int{}
	for i, element := range longest {
		places[element] = i + 1
	}
	placed := append([]Entry{}, entries...)
	for i, entry := range placed {
		if entry.isUpdate() && entry.Value != nil {
			placed[i].Place = places[*entry.Value]
			placed[i].Behind = len(longest)
		}
	}
	return placed
}

// withNumbers gives each number of a counter that no answer told, but that came to be, to a raise without
// an answer: the smallest number to the earliest of them, which is right if any choice is. The other ones
// are left out.
func withNumbers(entries []Entry) []Entry {
	told := map[int]bool{}
	most := 0
	var kept, open []Entry
	for _, entry := range entries {
		if entry.isUpdate() && !entry.isOk() {
			open = append(open, entry)
			continue
		}
		kept = append(kept, entry)
		if entry.Value == nil {
			continue
		}
		number, _ := strconv.Atoi(*entry.Value)
		told[number] = told[number] || entry.isUpdate()
		if number > most {
			most = number
		}
	}
	sort.SliceStable(open, func(a, b int) bool { return open[a].Call < open[b].Call })
	for number := 1; number <= most && len(open) > 0; number++ {
		if !told[number] {
			value := strconv.Itoa(number)
			open[0].Value, open[0].Number = &value, true
			kept = append(kept, open[0])
			open = open[1:]
		}
	}
	return kept
}

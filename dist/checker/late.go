package main

import "strings"

// What requests change behind their complete answers is not promised: a later request may have replaced it. An
// item that a request added to its list then is named so, with the value of the item that was answered.
const (
	lateItem = "late"
	stamp    = "stamp"
)

// withoutLate takes what was changed behind answers out of what the requests of a session have read. It also
// returns the requests that have read such a change where none can be: twice, or with no request that made it
// before the read has ended.
func (s *Session) withoutLate() (*Session, []Entry) {
	made := map[string]Entry{}
	for _, entry := range s.Entries {
		if entry.Late != "" && entry.Value != nil && entry.mayHaveHappened() {
			made[entry.Late+" "+*entry.Value] = entry
		}
	}
	isMade := func(what, value string, read Entry) (is, isAnswered bool) {
		entry, known := made[what+" "+value]
		return known && entry.Call <= read.Return, entry.isOk()
	}
	var wrong []Entry
	plain := &Session{Name: s.Name, Mode: s.Mode, Entries: append([]Entry{}, s.Entries...), Next: s.Next, Former: s.Former}
	for i, entry := range plain.Entries {
		if !entry.isOk() || entry.isUpdate() {
			continue
		}
		fine := true
		if entry.Value != nil && strings.HasPrefix(entry.Register, "list") {
			value, right := withoutLateItems(*entry.Value, entry, isMade)
			plain.Entries[i].Value, fine = &value, right
		}
		if entry.Values != nil {
			plain.Entries[i].Values = map[string]string{}
			for name, value := range entry.Values {
				right := true
				if name == stamp {
					right, _ = isMade(stamp, value, entry)
				} else if strings.HasPrefix(name, "list") {
					plain.Entries[i].Values[name], right = withoutLateItems(value, entry, isMade)
				} else {
					plain.Entries[i].Values[name] = value
				}
				fine = fine && right
			}
		}
		if !fine {
			wrong = append(wrong, entry)
		}
	}
	return plain, wrong
}

// withoutLateItems also says whether each item that was added behind an answer is there once, and behind the
// item of the same request. A request that was refused may have added it to a list that lacks its own.
func withoutLateItems(list string, read Entry, isMade func(what, value string, read Entry) (is, isAnswered bool)) (string, bool) {
	if !strings.Contains(list, lateItem) {
		return list, true
	}
	answered, late := map[string]bool{}, map[string]bool{}
	var kept []string
	right := true
	for _, item := range elements(list) {
		value, isLate := strings.CutPrefix(item, lateItem)
		if !isLate {
			answered[item] = true
			kept = append(kept, item)
			continue
		}
		is, isAnswered := isMade("item", value, read)
		right = right && is && !late[value] && (answered[value] || !isAnswered)
		late[value] = true
	}
	return "[" + strings.Join(kept, ", ") + "]", right
}

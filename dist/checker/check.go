package main

import (
	"fmt"
	"math"
	"sort"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

const (
	patience = 5 * time.Second
	// lateness tells a read that is late from one that is stale; either is a violation
	lateness = time.Second
	// A Tomcat that does not reach a node may show for some milliseconds what was there before a change on
	// another Tomcat, as docs/failures.md says of requests without a lease; it may take so long to notice that all is well.
	listedLateness = 250 * time.Millisecond
	// operationTimeout is how long a node may take to answer (HistoryMode). A Tomcat that stood still for
	// longer has heard none, and may tell an application that asks for a session that there is none.
	operationTimeout = 300 * time.Millisecond
	stoodStill       = "a Tomcat is frozen" // HistoryFault
	noticed          = 10 * time.Second
	notesShown       = 20 // of a violation
)

// Violation is something that no mode promises to let happen.
type Violation struct {
	What    string
	Session string
	Mode    string
	Lines   []string
	from    int64
	to      int64
}

// covers lets what was noted during the request explain the violation.
func (v *Violation) covers(entry Entry) {
	if v.to == 0 || entry.Call < v.from {
		v.from = entry.Call
	}
	if entry.Return > v.to {
		v.to = entry.Return
	}
}

// explainBy adds what was noted meanwhile: a build leaves nothing but what it prints.
func (v *Violation) explainBy(notes []Entry) {
	told := 0
	for _, note := range notes {
		if note.Call <= v.to && note.Return >= v.from && (note.Mode == "" || note.Mode == v.Mode) &&
			(note.Note != "told" || note.Value != nil && strings.HasPrefix(*note.Value, v.Mode+": ")) {
			if told++; told > notesShown {
				v.Lines = append(v.Lines, "and more notes")
				return
			}
			v.Lines = append(v.Lines, note.asNote())
		}
	}
}

// Checked says what was looked at in a mode.
type Checked struct {
	Sessions, Requests, Updates, Late, Reads, Ends, Unanswered, Refused int
	Registers, Listed, Rotations, Apart, InDoubt, EndsUnheard           int
	Latest                                                              time.Duration
	Violations                                                          map[string]int
}

// observed is one register with what was done to it and what was seen of it.
type observed struct {
	kind, name string
	updates    []Entry
	reads      []Entry
}

func check(history *History) (map[string]*Checked, []Violation) {
	modes := map[string]*Checked{}
	var all []Violation
	for _, session := range history.Sessions {
		checked := modes[session.Mode]
		if checked == nil {
			checked = &Checked{Violations: map[string]int{}}
			modes[session.Mode] = checked
		}
		found := checkSession(session, history.Notes, checked)
		for i := range found {
			found[i].explainBy(history.Notes)
		}
		if session.wasApart(history.Notes) {
			checked.Apart++
			found = withoutNode(found)
		}
		for _, violation := range found {
			checked.Violations[violation.What]++
		}
		all = append(all, found...)
	}
	if sockets, open := checkSockets(history.Notes); sockets.Sessions > 0 {
		modes["sockets"] = sockets
		all = append(all, open...)
	}
	return modes, all
}

// wasApart says whether Tomcats had no node in common for sessions of this mode, or one had none, while the
// session was in use: for a time that a look at the Tomcats noted, or for one request. README promises less then.
func (s *Session) wasApart(notes []Entry) bool {
	for _, entry := range s.Entries {
		if s.isAlone(entry, notes) {
			return true
		}
	}
	for _, note := range notes {
		if note.Note != "apart" || note.Mode != s.Mode {
			continue
		}
		for _, entry := range s.Entries {
			if entry.Call <= note.Return && entry.Return >= note.Call {
				return true
			}
		}
	}
	return false
}

// withoutNode are the violations that count all the same.
func withoutNode(violations []Violation) []Violation {
	var counting []Violation
	for _, violation := range violations {
		switch violation.What {
		case "revived", "failed", "unanswered":
			counting = append(counting, violation)
		}
	}
	return counting
}

func checkSession(recorded *Session, notes []Entry, checked *Checked) []Violation {
	checked.Sessions++
	var violations []Violation
	session, invented := recorded.withoutLate()
	if len(invented) > 0 {
		violations = append(violations, recorded.violation("invented", invented...))
	}
	for _, entry := range session.Entries {
		checked.Requests++
		if entry.Late != "" {
			checked.Late++
		}
		switch entry.Outcome {
		case "unknown":
			checked.Unanswered++
			if !diedMeanwhile(entry, notes) {
				violations = append(violations, session.violation("unanswered", entry))
			}
		case "refused":
			checked.Refused++
		case "error":
			violations = append(violations, session.violation("failed", entry))
		}
	}
	if refused := session.stuck(notes); refused != nil {
		violations = append(violations, session.violation("stuck", refused...))
	}
	if session.found() != nil { // all of it is of the former session, which is judged with that
		return violations
	}
	violations = append(violations, checkLife(session, notes, checked)...)
	for _, register := range session.observe() {
		checked.Registers++
		checked.Updates += len(register.updates)
		checked.Reads += len(register.reads)
		violations = append(violations, checkRegister(session, register, notes, checked)...)
	}
	return violations
}

func (s *Session) violation(what string, entries ...Entry) Violation {
	violation := Violation{What: what, Session: s.Name, Mode: s.Mode}
	for _, entry := range entries {
		violation.Lines = append(violation.Lines, entry.String())
		violation.covers(entry)
	}
	return violation
}

// diedMeanwhile says whether the Tomcat that a request went to was killed before its end.
func diedMeanwhile(entry Entry, notes []Entry) bool {
	for _, note := range notes {
		if note.Note == "killed" && note.Tomcat == entry.Tomcat && note.Call <= entry.Return &&
			note.Return >= entry.Call {
			return true
		}
	}
	return false
}

// observe collects what was done to each register; who asked for all attributes has read all of them, also
// such as no client of the session has written.
func (s *Session) observe() []*observed {
	byName := map[string]*observed{}
	var all []*observed
	for _, entry := range s.Entries {
		if entry.Kind != "session" && byName[entry.Register] == nil {
			byName[entry.Register] = &observed{kind: entry.Kind, name: entry.Register}
			all = append(all, byName[entry.Register])
		}
		if entry.isUpdate() && entry.mayHaveHappened() {
			byName[entry.Register].updates = append(byName[entry.Register].updates, entry)
		}
		if entry.Op == "read" && entry.isOk() {
			byName[entry.Register].reads = append(byName[entry.Register].reads, entry)
		}
	}
	for _, entry := range s.Entries {
		for _, name := range sortedNames(entry.Values) {
			if byName[name] == nil {
				byName[name] = &observed{kind: strings.TrimRight(name, "0123456789-"), name: name}
				all = append(all, byName[name])
			}
		}
	}
	for _, entry := range s.Entries {
		if entry.Op != "dump" || !entry.isOk() {
			continue
		}
		for _, register := range all {
			read := entry
			read.Register, read.Kind, read.Value, read.Values = register.name, register.kind, nil, nil
			if value, set := entry.Values[register.name]; set {
				read.Value = &value
			}
			register.reads = append(register.reads, read)
		}
	}
	return all
}

func sortedNames(values map[string]string) []string {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// checkLife looks for sessions that were there after their end, and for such as were gone without. A Tomcat
// that hears none of the nodes that know of the end goes on with what it has, as the documents say.
func checkLife(session *Session, notes []Entry, checked *Checked) []Violation {
	var violations []Violation
	ended := &observed{kind: "session", name: "session"}
	yes := "ended"
	for _, entry := range session.Entries {
		switch {
		case entry.Op == "end" && entry.mayHaveHappened():
			checked.Ends++
			entry.Value = &yes
			ended.updates = append(ended.updates, entry)
		case entry.Op == "create":
		case entry.Op == "former":
			if entry.isOk() {
				violations = append(violations, session.violation("former", entry))
			}
		case entry.Outcome == "absent" && session.isOfFormerID(entry, notes):
		case entry.Outcome == "absent" && isInDoubt(entry, notes):
			checked.InDoubt++
		case entry.Outcome == "ok":
			if entry.Op == "rotate" {
				checked.Rotations++
			}
			entry.Op, entry.Value = "read", nil
			ended.reads = append(ended.reads, entry)
		case entry.Outcome == "absent":
			entry.Op, entry.Value = "read", &yes
			ended.reads = append(ended.reads, entry)
		}
	}
	if found := session.Next.found(); found != nil && len(ended.updates) > 0 {
		read := *found
		read.Op, read.Value = "read", nil
		ended.reads = append(ended.reads, read)
	}
	wrong, _ := readsAlone(ended)
	wasApart := session.wasApart(notes)
	var gone, revived, apart []Entry
	for _, read := range wrong {
		switch {
		case read.Value != nil:
			gone = append(gone, read)
		case isUnheard(read, ended.updates, wasApart, notes),
			session.isAlone(read, notes) && isElsewhere(read, ended.updates):
			apart = append(apart, read)
		default:
			revived = append(revived, read)
		}
	}
	if len(apart) > 0 {
		checked.EndsUnheard++
	}
	if len(gone) > 0 {
		what := "late"
		for _, read := range gone {
			if !isJustMade(session, read) {
				what = "gone"
			}
		}
		violations = append(violations, session.violation(what, gone[:1]...))
	}
	if len(revived) > 0 {
		violations = append(violations, session.violation("revived", append(ended.updates, revived[0])...))
	}
	return violations
}

func checkRegister(session *Session, register *observed, notes []Entry, checked *Checked) []Violation {
	if register.kind == "counter" || register.kind == "tally" {
		if result := linearizable(register.kind, register.updates); result != porcupine.Ok {
			return []Violation{session.violation(named(result, "miscounted"), suspects(register.updates)...)}
		}
	}
	wrong, undecided := readsAlone(register)
	if undecided > 0 {
		return []Violation{session.violation("undecided", register.updates...)}
	}
	if len(wrong) > 0 {
		what := "stale"
		if isLost(register, wrong) {
			what = "lost"
		} else if isLate(register, wrong, lateness) {
			what = "late"
			if isListed(session.Mode, wrong, notes) && isLate(register, wrong, listedLateness) {
				checked.listed(register, wrong)
				return nil
			}
		}
		return []Violation{session.explain(what, register, wrong[0])}
	}
	if isWhole(session.Mode, register.kind) {
		together := append([]Entry{}, register.updates...)
		for _, read := range register.reads {
			if isLeased(session.Mode) || read.Op != "dump" {
				together = append(together, read)
			}
		}
		if result := linearizable(register.kind, together); result != porcupine.Ok {
			return []Violation{session.violation(named(result, "crossed"), together...)}
		}
	}
	return nil
}

func named(result porcupine.CheckResult, illegal string) string {
	if result == porcupine.Unknown {
		return "undecided"
	}
	return illegal
}

// isLost says whether what a read missed was missed by the last read on its Tomcat, too.
func isLost(register *observed, wrong []Entry) bool {
	last := map[string]Entry{}
	for _, read := range register.reads {
		if read.Return > last[read.Tomcat].Return {
			last[read.Tomcat] = read
		}
	}
	for _, read := range wrong {
		if last[read.Tomcat].Call == read.Call && last[read.Tomcat].Client == read.Client {
			return true
		}
	}
	return false
}

// isLate says whether each of the reads would be right if what was answered shortly before had not been.
func isLate(register *observed, wrong []Entry, lateness time.Duration) bool {
	for _, read := range wrong {
		later := &observed{kind: register.kind, name: register.name, reads: []Entry{read}}
		for _, update := range register.updates {
			if read.Call-update.Return < lateness.Nanoseconds() {
				update.Outcome = "under way"
			}
			later.updates = append(later.updates, update)
		}
		if still, undecided := readsAlone(later); len(still)+undecided > 0 {
			return false
		}
	}
	return true
}

// isListed says whether README tells of such a read: one without a lease, while not all lines are whole, or as
// long as a Tomcat may not know that they are. A node that leaves something unanswered is as good as away: on a
// busy machine that takes no planned fault.
func isListed(mode string, wrong []Entry, notes []Entry) bool {
	if isLeased(mode) || mode == "sticky" {
		return false
	}
	for _, read := range wrong {
		broken := false
		for _, note := range notes {
			isFault := note.Kind == "fault" || (note.Note == "missed" && note.Mode == mode)
			broken = broken || (isFault && note.Call <= read.Return &&
				note.Return+noticed.Nanoseconds() >= read.Call)
		}
		if !broken {
			return false
		}
	}
	return true
}

// isInDoubt says whether a request may have waited without an answer for each node that may have its session, as
// failures.md says of a page that needs none: it took that long, while a Tomcat stood still. Where a line is
// broken, another node answers.
func isInDoubt(entry Entry, notes []Entry) bool {
	for _, note := range notes {
		if note.Note == stoodStill && note.Call <= entry.Return && note.Return >= entry.Call {
			return entry.Return-entry.Call >= operationTimeout.Nanoseconds()
		}
	}
	return false
}

// add takes in what was looked at in the same mode in another history.
func (c *Checked) add(other *Checked) {
	c.Sessions += other.Sessions
	c.Requests += other.Requests
	c.Updates += other.Updates
	c.Late += other.Late
	c.Reads += other.Reads
	c.Ends += other.Ends
	c.Unanswered += other.Unanswered
	c.Refused += other.Refused
	c.InDoubt += other.InDoubt
	c.Registers += other.Registers
	c.Rotations += other.Rotations
	c.Listed += other.Listed
	c.Apart += other.Apart
	c.EndsUnheard += other.EndsUnheard
	if other.Latest > c.Latest {
		c.Latest = other.Latest
	}
	for what, count := range other.Violations {
		c.Violations[what] += count
	}
}

// listed counts reads that README tells of, and notes how long after its answer an update was missed.
func (c *Checked) listed(register *observed, wrong []Entry) {
	c.Listed += len(wrong)
	for _, read := range wrong {
		latest := listedLateness
		for _, update := range register.updates {
			behind := time.Duration(read.Call - update.Return)
			if 0 <= behind && behind < latest && isLate(register, []Entry{read}, behind+1) {
				latest = behind
			}
		}
		if latest > c.Latest {
			c.Latest = latest
		}
	}
}

// isOfFormerID says whether a request that found nothing may have been sent with an id that the session had
// no more: while another one changed it, or behind one that changed it and could not tell its client, as where
// its Tomcat stood still meanwhile and answered with 503.
func (s *Session) isOfFormerID(read Entry, notes []Entry) bool {
	for _, entry := range s.Entries {
		if entry.Op == "rotate" && entry.mayHaveHappened() && entry.Call <= read.Return &&
			(entry.Outcome == "unknown" || entry.Return >= read.Call || entry.isRefusedLate(notes)) {
			return true
		}
	}
	return false
}

// isRefusedLate says whether a Tomcat stood still during a request that was refused.
func (e Entry) isRefusedLate(notes []Entry) bool {
	for _, note := range notes {
		if e.Outcome == "refused" && note.Note == stoodStill && note.Call <= e.Return && note.Return >= e.Call {
			return true
		}
	}
	return false
}

// isJustMade says whether the session had been made a little before a read that did not find it.
func isJustMade(session *Session, read Entry) bool {
	for _, entry := range session.Entries {
		if entry.Op == "create" && read.Call-entry.Return < lateness.Nanoseconds() {
			return true
		}
	}
	return false
}

// readsAlone finds the reads that no order of the updates explains. What an update that was under way
// was told later does not matter to a read: it may follow from updates that came after the read.
func readsAlone(register *observed) (wrong []Entry, undecided int) {
	for _, read := range register.reads {
		together := make([]Entry, 0, len(register.updates)+1)
		for _, update := range register.updates {
			if update.Call > read.Return {
				continue
			}
			if update.Return > read.Return {
				update.Outcome = "under way"
			}
			together = append(together, update)
		}
		switch linearizable(register.kind, append(together, read)) {
		case porcupine.Illegal:
			wrong = append(wrong, read)
		case porcupine.Unknown:
			undecided++
		}
	}
	return wrong, undecided
}

func linearizable(kind string, entries []Entry) porcupine.CheckResult {
	operations := make([]porcupine.Operation, 0, len(entries))
	for _, entry := range withoutUnseen(kind, entries) {
		operations = append(operations, operation(entry))
	}
	return porcupine.CheckOperationsTimeout(modelOf(kind), operations, patience)
}

// operation is an entry as the checker wants it; one without an answer may happen at any later time.
func operation(entry Entry) porcupine.Operation {
	in, out := input{op: entry.Op, place: entry.Place, behind: entry.Behind}, output{known: entry.isOk() || entry.Number}
	end := entry.Return
	if entry.Op == "dump" {
		in.op = "read"
	}
	if entry.Value != nil {
		in.value = *entry.Value
		out.set, out.value = true, *entry.Value
	}
	if in.op != "read" && !entry.isOk() {
		end = math.MaxInt64
	}
	return porcupine.Operation{Input: in, Call: entry.Call, Output: out, Return: end}
}

// suspects are the updates that were told the same as another one, or all.
func suspects(updates []Entry) []Entry {
	by := map[string][]Entry{}
	for _, update := range updates {
		if update.Value != nil {
			by[*update.Value] = append(by[*update.Value], update)
		}
	}
	var twice []Entry
	for _, same := range by {
		if len(same) > 1 {
			twice = append(twice, same...)
		}
	}
	if len(twice) == 0 {
		return updates
	}
	sort.Slice(twice, func(a, b int) bool { return twice[a].Call < twice[b].Call })
	return twice
}

// explain shows a wrong read, the update that it should have seen, what it saw instead, and what was
// under way in the session at the time of the update.
func (s *Session) explain(what string, register *observed, read Entry) Violation {
	violation := Violation{What: what, Session: s.Name, Mode: s.Mode}
	var missed *Entry
	for i, update := range register.updates {
		if update.isOk() && update.Return < read.Call && (missed == nil || update.Call > missed.Call) {
			missed = &register.updates[i]
		}
	}
	if missed != nil {
		for _, entry := range s.Entries {
			if entry.Call <= missed.Return && entry.Return >= missed.Call {
				violation.covers(entry)
				mark := "  "
				if entry.Call == missed.Call && entry.Client == missed.Client {
					mark = "* "
				}
				violation.Lines = append(violation.Lines, mark+entry.String())
			}
		}
	}
	for _, update := range register.updates {
		if read.Value != nil && update.Value != nil && *update.Value == *read.Value {
			violation.Lines = append(violation.Lines, "seen: "+update.String())
		}
	}
	violation.Lines = append(violation.Lines, fmt.Sprintf("read: %s", read))
	violation.covers(read)
	return violation
}

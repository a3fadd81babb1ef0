package main

// checkSockets looks for WebSockets that stayed open at one Tomcat after their session had ended at another one.
// A Tomcat that was killed meanwhile closes none.
func checkSockets(notes []Entry) (*Checked, []Violation) {
	checked := &Checked{Violations: map[string]int{}}
	var violations []Violation
	for _, note := range notes {
		if note.Note != "socket" || note.Value == nil {
			continue
		}
		checked.Sessions++
		checked.Ends++
		if *note.Value == "open" && !diedMeanwhile(note, notes) {
			checked.Violations["open"]++
			violations = append(violations, Violation{What: "open", Session: "a session with a WebSocket",
				Mode: "sockets", Lines: []string{note.String()}})
		}
	}
	return checked, violations
}

package main

import (
	"reflect"
	"testing"
)

func socket(tomcat, value string, call, end int64) Entry {
	return Entry{Note: "socket", Tomcat: tomcat, Value: &value, Call: call * 1e6, Return: end * 1e6}
}

func TestCheckWhenAWebSocketStaysOpenThenNoticesIt(t *testing.T) {
	killed := Entry{Note: "killed", Tomcat: "t1", Call: 2e6, Return: 3e6}
	for name, expected := range map[string]struct {
		notes []Entry
		names []string
	}{
		"closed":             {[]Entry{socket("t1", "closed", 0, 4000)}, []string{}},
		"open":               {[]Entry{socket("t1", "open", 0, 40000)}, []string{"open"}},
		"its Tomcat is gone": {[]Entry{socket("t1", "open", 0, 40000), killed}, []string{}},
		"another one is":     {[]Entry{socket("t2", "open", 0, 40000), killed}, []string{"open"}},
	} {
		if names := found(&History{Notes: expected.notes}); !reflect.DeepEqual(names, expected.names) {
			t.Errorf("%s: %v", name, names)
		}
	}
}

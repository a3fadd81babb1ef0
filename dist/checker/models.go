package main

import (
	"strconv"
	"strings"

	"github.com/anishathalye/porcupine"
)

// input is what a request asks for.
type input struct {
	op    string
	value string
	// place of an element in its list, from 1; with 0 it comes behind so many others
	place, behind int
}

// output is what the client was told. Of an update without an answer nothing is known.
type output struct {
	known bool
	set   bool
	value string
}

// state of a register; of a counter its number, of a list its elements.
type state struct {
	set   bool
	value string
}

func register(current state, in input, out output) (bool, state) {
	if in.op == "read" {
		return out.set == current.set && out.value == current.value, current
	}
	return true, state{true, in.value}
}

func counter(current state, in input, out output) (bool, state) {
	if in.op == "read" {
		return register(current, in, out)
	}
	number := 0
	if current.set {
		number, _ = strconv.Atoi(current.value)
	}
	raised := state{true, strconv.Itoa(number + 1)}
	return !out.known || out.value == raised.value, raised
}

func list(current state, in input, out output) (bool, state) {
	if in.op == "read" {
		return register(current, in, out)
	}
	count := 0
	if current.set {
		count = strings.Count(current.value, ",") + 1
	}
	if in.place > 0 && in.place != count+1 || in.place == 0 && count < in.behind {
		return false, current
	}
	if !current.set {
		return true, state{true, "[" + in.value + "]"}
	}
	return true, state{true, current.value[:len(current.value)-1] + ", " + in.value + "]"}
}

// life is set from the end of the session on.
func life(current state, in input, out output) (bool, state) {
	return register(current, in, out)
}

func modelOf(kind string) porcupine.Model {
	step := register
	switch kind {
	case "tally", "counter":
		step = counter
	case "list", "lists":
		step = list
	case "session":
		step = life
	}
	return porcupine.Model{
		Init: func() interface{} { return state{} },
		Step: func(current, in, out interface{}) (bool, interface{}) {
			ok, next := step(current.(state), in.(input), out.(output))
			return ok, next
		},
	}
}

// isWhole says of a mode and a kind whether all reads together have one order with the updates. Else
// each read by itself has: it shows the last answered update, or one that is under way. What a request
// sets is seen by another one on the same Tomcat before it is answered.
func isWhole(mode, kind string) bool {
	switch mode {
	case "all":
		return true
	case "pattern":
		return kind == "counter" || kind == "lists"
	case "sticky":
		return kind != "session"
	}
	return false
}

// isLeased says whether a request for all attributes has the session to itself.
func isLeased(mode string) bool {
	return mode == "all" || mode == "sticky"
}

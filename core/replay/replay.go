// Package replay navigates a recorded run: where its phases begin, which
// consecutive steps can be shown as one, and which line of an algorithm's
// pseudo-code a step carries out. It reads the events alone, so that it also
// works for users' algorithms.
package replay

import (
	"strings"

	"gridbox/core/doc"
	"gridbox/core/trace"
)

// A Phase is a part of a run that can be jumped to.
type Phase struct {
	Step int // its first step, from 1
	Name string
}

// phaseNames has the names of phases by kind of event. $x is replaced by the element
// in a role, #x by a number. Other events belong to the current phase.
var phaseNames = map[string]string{
	"expand": "where the data are", "found": "found", "try": "tree of hosts", "factor": "factor Z", "score": "scores",
	"choose": "the choice", "place": "job $job", "offer": "job $job", "preempt": "job $job", "adjust": "job $job",
	"order": "priorities", "cycle": "cycle #number", "search": "job $job, family #family", "quota": "limits",
	"postpone": "the choice", "group": "group $group", "cell": "group $group", "label": "group $group",
	"free": "groups that stay open", "round": "narrowing", "branch": "branch $branch", "improve": "a better window",
	"window": "a window is kept", "none": "nothing found",
	"turn":    "time slice at #at s",
	"predict": "predictions at #at s", "walk": "orders at #at s",
	"priority": "priorities at #at s", "stuck": "no place",
}

// PhaseName returns the name of the phase that an event begins, or "".
func PhaseName(e *trace.Event) string {
	switch e.Kind {
	case "group":
		if _, ok := e.Value("performance"); ok {
			return fill("performance #performance", e)
		}
	case "cycle":
		if _, ok := e.Value("at"); ok {
			return fill("at #at s", e)
		}
	case "search":
		if _, ok := e.Value("tries"); ok {
			return "other orders"
		}
	case "try":
		if _, ok := e.Value("cost"); ok {
			return "other orders"
		}
	case "found":
		if e.Ref("dataset") != "" {
			return ""
		}
	case "score":
		if _, ok := e.Value("at"); ok {
			return fill("scores at #at s", e)
		}
	case "choose":
		if _, ok := e.Value("at"); ok {
			return fill("choice at #at s", e)
		}
	}
	return fill(phaseNames[e.Kind], e)
}

// fill replaces the placeholders of a name by elements and numbers of an event.
// It returns "" if one is missing.
func fill(form string, e *trace.Event) string {
	words := strings.Split(form, " ")
	for i, w := range words {
		w, tail := strings.TrimSuffix(w, ","), w[len(strings.TrimSuffix(w, ",")):]
		if len(w) < 2 {
			continue
		}
		text := w
		switch w[0] {
		case '$':
			text = e.Ref(w[1:])
		case '#':
			x, _ := e.Value(w[1:])
			text = doc.Decimal(x)
		}
		if text == "" {
			return ""
		}
		words[i] = text + tail
	}
	return strings.Join(words, " ")
}

// Phases returns the phases of a run in order.
func Phases(log *trace.Log) (list []Phase) {
	last := ""
	for i := range log.Events {
		if name := PhaseName(&log.Events[i]); name != "" && name != last {
			list = append(list, Phase{Step: i + 1, Name: name})
			last = name
		}
	}
	return list
}

// equivalent reports whether two consecutive steps differ only in their
// elements, so that they can be shown as one.
func equivalent(a, b *trace.Event) bool {
	return a.Kind == b.Kind && a.Reason == b.Reason && a.Text == "" && b.Text == "" && PhaseName(a) == PhaseName(b)
}

// Go returns the step after by stops from another step. With fold, equivalent
// steps are one stop, at the last of them. Step 0 is the start.
func Go(log *trace.Log, from, by int, fold bool) int {
	n := len(log.Events)
	if !fold {
		return max(0, min(from+by, n))
	}
	at := max(0, min(from, n))
	for ; by > 0 && at < n; by-- {
		for at++; at < n && equivalent(&log.Events[at-1], &log.Events[at]); at++ {
		}
	}
	for ; by < 0 && at > 0; by++ {
		for at--; at > 0 && equivalent(&log.Events[at-1], &log.Events[at]); at-- {
		}
	}
	return at
}

// Repeats returns the number of steps up to this one that are equivalent to it,
// itself included.
func Repeats(log *trace.Log, step int) (n int) {
	for i := step; i > 0 && i <= len(log.Events) && (n == 0 || equivalent(&log.Events[i-1], &log.Events[i])); i-- {
		n++
	}
	return n
}

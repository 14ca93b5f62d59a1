// Package replay says how a recorded run is watched: where its phases begin,
// which steps are alike, and which line of an algorithm's pseudo-code a step
// carries out. All of it is read from the events alone, so that what somebody's
// own algorithm records is watched as ours are.
package replay

import (
	"strings"

	"gridbox/core/doc"
	"gridbox/core/trace"
)

// A Phase is a part of a run that can be jumped to.
type Phase struct {
	Step int // its first, counted from 1
	Name string
}

// named is what the phase of an event is called: $x stands for the thing of a
// role, #x for a number. Events that are not here belong to the phase that is on.
var named = map[string]string{
	"expand": "where the data are", "found": "found", "try": "tree of hosts", "factor": "factor Z", "score": "scores",
	"choose": "the choice", "place": "job $job", "offer": "job $job", "preempt": "job $job", "adjust": "job $job",
	"order": "priorities", "cycle": "cycle #number", "search": "job $job, family #family", "quota": "limits",
	"postpone": "the choice", "group": "group $group", "cell": "group $group", "label": "group $group",
	"free": "groups that stay open", "round": "narrowing", "branch": "branch $branch", "improve": "a better window",
	"window": "a window is kept", "none": "nothing found",
	"predict": "predictions at #at s", "walk": "orders at #at s", "stuck": "no place",
}

// Called names the phase that an event belongs to; "" where it opens none.
func Called(e *trace.Event) string {
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
	return fill(named[e.Kind], e)
}

// fill writes things and numbers of an event into a name; "" where one lacks.
func fill(form string, e *trace.Event) string {
	words := strings.Split(form, " ")
	for i, w := range words {
		w, tail := strings.TrimSuffix(w, ","), w[len(strings.TrimSuffix(w, ",")):]
		if len(w) < 2 {
			continue
		}
		said := w
		switch w[0] {
		case '$':
			said = e.Ref(w[1:])
		case '#':
			x, _ := e.Value(w[1:])
			said = doc.Decimal(x)
		}
		if said == "" {
			return ""
		}
		words[i] = said + tail
	}
	return strings.Join(words, " ")
}

// Phases lists where the phases of a run begin, in their order.
func Phases(log *trace.Log) (list []Phase) {
	last := ""
	for i := range log.Events {
		if name := Called(&log.Events[i]); name != "" && name != last {
			list = append(list, Phase{Step: i + 1, Name: name})
			last = name
		}
	}
	return list
}

// alike reports whether two steps in a row say the same of different things, so
// that they can be told as one.
func alike(a, b *trace.Event) bool {
	return a.Kind == b.Kind && a.Reason == b.Reason && a.Text == "" && b.Text == "" && Called(a) == Called(b)
}

// Go is the step to which a replay comes from another one by so many stops: with
// fold, steps that are alike are one stop, at the last of them. 0 is the start.
func Go(log *trace.Log, from, by int, fold bool) int {
	n := len(log.Events)
	if !fold {
		return max(0, min(from+by, n))
	}
	at := max(0, min(from, n))
	for ; by > 0 && at < n; by-- {
		for at++; at < n && alike(&log.Events[at-1], &log.Events[at]); at++ {
		}
	}
	for ; by < 0 && at > 0; by++ {
		for at--; at > 0 && alike(&log.Events[at-1], &log.Events[at]); at-- {
		}
	}
	return at
}

// Alike counts the steps before this one, itself included, that are alike.
func Alike(log *trace.Log, step int) (n int) {
	for i := step; i > 0 && i <= len(log.Events) && (n == 0 || alike(&log.Events[i-1], &log.Events[i])); i-- {
		n++
	}
	return n
}

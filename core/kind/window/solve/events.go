package solve

import (
	"math"

	"gridbox/core/kind/window"
	"gridbox/core/trace"
)

// The events of a run. Times and sums are values; nodes are refs.
//
//	group    a group begins: performance, runtime
//	pass     a group is skipped, reason count, budget or bound. If many groups
//	         are searched as a plane, all but one are
//	add      a slot becomes a candidate: node, start, end
//	skip     a slot is left out, reason length or price
//	narrow   how many slots of the group could be part of a better window, and
//	         how many it has; the others are not visited
//	expire   a candidate ends before a window from this start would
//	prune    no subset from this start can improve, reason count, budget, bound
//	         (the n best values or cheapest nodes are no better than the best),
//	         multiplier (the Lagrangian bound is no better), undefined or declined
//	         (the program takes none)
//	examine  the best subset from a start, and the sum of its prices
//	improve  it is the best window so far, with its nodes
//	window   Multiple Best keeps a window and cuts it out
//
// Every function here does nothing without a log.

func (s *search) recordGroup(k int) {
	if s.o.Log.Enabled() {
		g := &s.instance.groups[k]
		s.record("group", "", "performance", g.performance, "runtime", g.runtime)
	}
}

func (s *search) recordPassed(k int, reason string, bound float64) {
	if s.o.Log.Enabled() {
		s.record("pass", reason, "performance", s.instance.groups[k].performance, "bound", bound)
	}
}

// recordOthersPassed counts all groups but k as skipped, and records the reason of each.
func (s *search) recordOthersPassed(k int) {
	s.stats.GroupsPruned += len(s.instance.groups) - 1
	if !s.o.Log.Enabled() {
		return
	}
	for i := range s.instance.groups {
		switch {
		case i == k:
		case s.base[i] < 0:
			s.recordPassed(i, "count", 0)
		case s.base[i] > s.instance.groups[i].capacity:
			s.recordPassed(i, "budget", s.instance.cost(s.base[i], s.instance.groups[i].runtime))
		default:
			s.recordPassed(i, "bound", s.best.score)
		}
	}
}

func (s *search) recordAdded(sl *window.Free) {
	if s.o.Log.Enabled() {
		s.loggedNodes = append(s.loggedNodes, sl.Node)
		s.recordSlot("add", "", sl)
	}
}

func (s *search) recordSkipped(sl *window.Free, reason string) {
	if s.o.Log.Enabled() {
		s.recordSlot("skip", reason, sl)
	}
}

// recordLeftOut records the number of slots to visit, and the number of all slots of the nodes of
// group k. It does nothing without a log.
func (s *search) recordLeftOut(k int) {
	if !s.o.Log.Enabled() {
		return
	}
	all := 0
	for i := range s.slots {
		if own := s.instance.group[s.slots[i].Node]; own >= 0 && int(own) <= k {
			all++
		}
	}
	s.record("narrow", "", "kept", float64(len(s.positions)), "slots", float64(all))
}

// recordExpired records the candidates that end before a window from this start
// would.
func (s *search) recordExpired(start, until float64) {
	if !s.o.Log.Enabled() {
		return
	}
	kept := s.loggedNodes[:0]
	for _, i := range s.loggedNodes {
		if s.end[i] >= until {
			kept = append(kept, i)
			continue
		}
		e := trace.Event{Kind: "expire", Refs: []trace.Ref{s.ref(i)}}
		s.o.Log.Add(addValues(e, "end", s.end[i], "at", start))
	}
	s.loggedNodes = kept
}

func (s *search) recordPruned(start float64, reason string, bound float64) {
	s.stats.Pruned++
	if s.o.Log.Enabled() {
		s.record("prune", reason, "start", start, "bound", bound)
	}
}

func (s *search) recordDeclined(start float64) {
	if s.o.Log.Enabled() {
		s.o.Log.Add(addValues(trace.Event{Kind: "prune", Reason: "declined"}, "start", start, "", math.NaN()))
	}
}

func (s *search) recordExamined(start float64, weight int64) {
	if s.o.Log.Enabled() {
		s.record("examine", "", "start", start, "price", float64(weight)/s.instance.unit)
	}
}

func (s *search) recordBest() {
	if s.o.Log.Enabled() {
		s.recordWindow("improve", &s.best)
	}
}

func (s *search) recordWindow(kind string, f *foundWindow) {
	if !s.o.Log.Enabled() {
		return
	}
	e := trace.Event{Kind: kind}
	for _, i := range f.nodes {
		e.Refs = append(e.Refs, s.ref(i))
	}
	m := s.metrics(&foundWindow{f.score, f.group, f.start, f.weight, append([]int32(nil), f.nodes...)})
	s.o.Log.Add(addValues(addValues(e, "start", m.Start, "finish", m.Finish), "cost", m.Cost, "value", m.Value))
}

func (s *search) recordSlot(kind, reason string, sl *window.Free) {
	e := trace.Event{Kind: kind, Reason: reason, Refs: []trace.Ref{s.ref(sl.Node)}}
	s.o.Log.Add(addValues(e, "start", sl.Start, "end", sl.End))
}

// record records an event with two numbers.
func (s *search) record(kind, reason string, name string, x float64, second string, y float64) {
	s.o.Log.Add(addValues(trace.Event{Kind: kind, Reason: reason}, name, x, second, y))
}

func (s *search) ref(node int32) trace.Ref {
	return trace.Ref{Role: "node", ID: s.instance.p.Nodes[node].ID}
}

// addValues adds finite numbers to an event.
func addValues(e trace.Event, name string, x float64, second string, y float64) trace.Event {
	if !math.IsNaN(x) && !math.IsInf(x, 0) {
		e.Values = append(e.Values, trace.Value{Name: name, Num: x})
	}
	if !math.IsNaN(y) && !math.IsInf(y, 0) {
		e.Values = append(e.Values, trace.Value{Name: second, Num: y})
	}
	return e
}

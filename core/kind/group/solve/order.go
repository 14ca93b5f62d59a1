package solve

import "gridbox/core/trace"

// order compares two sets of choices for the stages up to i exactly: the chain
// of steps from step a on, preceded by choice otherA of stage i unless that is
// -1, and likewise b. Only the stages in which they differ are multiplied.
func (s *search) order(i int, a, otherA, b, otherB int32) int {
	if s.instance.sums {
		return 0 // sums are exact, and equal at this point
	}
	s.stats.Comparisons++
	s.a.reset()
	s.b.reset()
	x, y := s.cursor(i, a, otherA), s.cursor(i, b, otherB)
	for {
		if x.own == y.own && x.next == y.next { // the rest is common
			break
		}
		stageA, stageB := s.stageOf(x), s.stageOf(y)
		stage := max(stageA, stageB)
		if stage < 0 {
			break
		}
		choiceA, choiceB := &s.frees[stage].best, &s.frees[stage].best
		if stageA == stage {
			choiceA = &s.frees[stage].alternatives[s.otherOf(x)]
			x = s.advance(x)
		}
		if stageB == stage {
			choiceB = &s.frees[stage].alternatives[s.otherOf(y)]
			y = s.advance(y)
		}
		if choiceA.availability != choiceB.availability || choiceA.upto > choiceA.from || choiceB.upto > choiceB.from {
			s.multiply(&s.a, choiceA)
			s.multiply(&s.b, choiceB)
		}
	}
	s.work += 32 + len(s.a.words)*len(s.a.words) + len(s.b.words)*len(s.b.words)
	return s.a.compare(&s.b)
}

// A cursor follows a chain: first a choice that is no step yet, if own, then
// the steps.
type cursor struct {
	own         bool
	stage       int32
	alternative int32
	next        int32
}

func (s *search) cursor(i int, first, other int32) cursor {
	return cursor{other >= 0, int32(i), other, first}
}

func (s *search) stageOf(c cursor) int32 {
	switch {
	case c.own:
		return c.stage
	case c.next >= 0:
		return s.steps[c.next].stage
	}
	return -1
}

func (s *search) otherOf(c cursor) int32 {
	if c.own {
		return c.alternative
	}
	return s.steps[c.next].alternative
}

func (s *search) advance(c cursor) cursor {
	if c.own {
		return cursor{next: c.next}
	}
	return cursor{next: s.steps[c.next].previous}
}

func (s *search) multiply(e *exact, c *choice) {
	e.times(c.availability)
	for _, i := range s.taken[c.from:c.upto] {
		e.times(s.instance.odds.Nodes[s.instance.node[i]])
	}
}

func (s *search) recordDominated(i, count int, cost, value int64) {
	if s.o.Log.Enabled() {
		s.o.Log.Add(s.labelEvent(i, count, cost, value, "dominated"))
	}
}

func (s *search) recordPruned(i, count int, cost, value int64) {
	if s.o.Log.Enabled() {
		s.o.Log.Add(s.labelEvent(i, count, cost, value, "bound"))
	}
}

func (s *search) recordKept(i, count int, x label) {
	if s.o.Log.Enabled() {
		s.o.Log.Add(s.labelEvent(i, count, x.cost, x.value, ""))
	}
}

// labelEvent returns an event with the count and cost of a label with the later
// best choices, and its bound.
func (s *search) labelEvent(i, count int, cost, value int64, reason string) trace.Event {
	top, _ := s.ceiling(i+1, count)
	loss := s.loss(&top, cost, value)
	e := trace.Event{Kind: "label", Refs: s.instance.groupRef(int(s.frees[i].group)), Reason: reason,
		Values: []trace.Value{
			{Name: "nodes", Num: float64(s.instance.n - s.need + count)},
			{Name: "cost", Num: float64(s.instance.budget-s.budgetLeft+cost) / s.instance.perCost},
			{Name: "bound", Num: s.instance.worth(s.at.value - loss)}}}
	return e
}

func (in *instance) groupRef(g int) []trace.Ref {
	if d := in.group[g]; d >= 0 {
		return []trace.Ref{{Role: "group", ID: in.p.Groups[d].ID}}
	}
	return []trace.Ref{{Role: "node", ID: in.p.Nodes[in.node[in.start[g]]].ID}}
}

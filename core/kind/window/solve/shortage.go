package solve

import (
	"math"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/kind/window"
	"gridbox/core/reason"
)

// Reasons why there is no window.
const (
	ShortNodes       = "nodes"       // there are fewer nodes than requested
	ShortPerformance = "performance" // too few are fast enough
	ShortConditions  = "attributes"  // too few of these meet the conditions
	ShortTime        = "time"        // too few of these are ever free together for long enough
	ShortBudget      = "budget"      // the cheapest window exceeds the budget
	ShortAttribute   = "value"       // no node has the attribute to maximise
	ShortEffort      = "effort"      // the search reached its limit without a window
	ShortCriterion   = "criterion"   // the custom criterion has no value for any window
)

// A Shortage describes why there is no window. Need and Have count nodes for
// ShortNodes, ShortPerformance and ShortConditions, time for ShortTime, money for
// ShortBudget.
type Shortage struct {
	Reason     string
	Need, Have float64
	// Nodes is, for ShortTime, the maximum number of suitable nodes that are free together.
	Nodes int
	// At is, for ShortPerformance, the least performance that would leave enough nodes, 0 if
	// there are too few altogether.
	At float64
	// Text is the reason as a sentence.
	Text string
}

// AnswerReason returns the shortage as the reason of an answer.
func (s *Shortage) AnswerReason() *reason.Reason {
	return reason.New(s.Reason, "need", s.Need, "have", s.Have, "nodes", s.Nodes, "at", s.At).Say(s.Text)
}

// shortage returns the first reason why there is no window: too few nodes, too few fast ones, too
// few suited ones, or too little time or money. The error is the context's.
func (s *search) shortage() (*Shortage, error) {
	p, n := s.instance.p, s.instance.n
	fast := 0
	for i := range p.Nodes {
		if p.Nodes[i].Performance >= p.Request.MinPerformance {
			fast++
		}
	}
	suited := s.instance.eligibleCount
	switch {
	case len(p.Nodes) < n:
		return lacking(ShortNodes, n, len(p.Nodes), i18n.English("there are only {}",
			doc.Count(len(p.Nodes), "node"))), nil
	case fast < n:
		return s.performanceShortage(fast), nil
	case suited < n:
		return lacking(ShortConditions, n, suited, i18n.English("only {} of {} are fast enough, not excluded and meet "+
			"every condition", doc.Count(suited, "node"), strconv.Itoa(len(p.Nodes)))), nil
	}
	return s.budgetOrTimeShortage()
}

func lacking(reason string, need, have int, words string) *Shortage {
	return &Shortage{Reason: reason, Need: float64(need), Have: float64(have),
		Text: i18n.English("the job needs {} and {}; {} missing", doc.Count(need, "node"), words,
			strconv.Itoa(need-have))}
}

// performanceShortage returns the shortage of fast nodes, with the least performance that
// would do.
func (s *search) performanceShortage(fast int) *Shortage {
	p := s.instance.p
	var order []int32
	for i := range p.Nodes {
		order = append(order, int32(i))
	}
	window.SortNodes(order, func(a, b int32) bool {
		x, y := p.Nodes[a].Performance, p.Nodes[b].Performance
		return x > y || x == y && a < b
	})
	at := p.Nodes[order[s.instance.n-1]].Performance
	out := lacking(ShortPerformance, s.instance.n, fast,
		i18n.English("only {} of {} have a performance of at least {}", doc.Count(fast, "node"),
			strconv.Itoa(len(p.Nodes)), doc.Exact(p.Request.MinPerformance)))
	out.At = at
	out.Text += i18n.English("; a least performance of {} would give enough", doc.Exact(at))
	return out
}

// budgetOrTimeShortage searches for windows without a budget. It returns a shortage of money
// if there is one, and else one of time.
func (s *search) budgetOrTimeShortage() (*Shortage, error) {
	free := *s.instance.p.Request
	free.Budget = nil
	q := *s.instance.p
	q.Request = &free
	t, err := newSearch(s.ctx, &q, "", Options{planar: s.o.planar})
	if err != nil {
		return nil, err
	}
	if err := t.findCheapest(); err != nil {
		return nil, err
	}
	if t.have {
		return s.budgetShortage(t.metrics(&t.best)), nil
	}
	return t.timeShortage()
}

// budgetShortage returns by how much the cheapest window exceeds the budget. If it
// does not, the reason is specific to the algorithm.
func (s *search) budgetShortage(m window.Metrics) *Shortage {
	budget := s.instance.p.Request.Budget
	switch {
	case budget != nil && m.Cost > *budget:
		return &Shortage{Reason: ShortBudget, Need: m.Cost, Have: *budget,
			Text: i18n.English("the cheapest window costs {}, {} more than the budget {}", formatRounded(m.Cost),
				formatRounded(m.Cost-*budget), doc.Exact(*budget))}
	case s.o.Expression != "":
		return &Shortage{Reason: ShortCriterion,
			Text: "the criterion is not a finite number for any window; look for a division by zero, or an " +
				"attribute that too few nodes have"}
	}
	return &Shortage{Reason: ShortBudget, Need: m.Cost, Have: m.Cost,
		Text: "windows fit the budget only before costs are rounded up to whole units; use finer cells or the " +
			"exact choice"}
}

// timeShortage returns the time for which n suitable nodes are free together at best, and the runtime
// that they would need. If they are never free together, it is 0. The error is the context's.
func (s *search) timeShortage() (*Shortage, error) {
	out := &Shortage{Reason: ShortTime, Nodes: s.maxConcurrentNodes()}
	runtime, longest, err := s.nearestGroup()
	if err != nil {
		return nil, err
	}
	if longest == 0 {
		out.Need = s.instance.groups[len(s.instance.groups)-1].runtime
		out.Text = i18n.English("never are {} that suit free at the same time; {} at most",
			doc.Count(s.instance.n, "node"), strconv.Itoa(out.Nodes))
		return out, nil
	}
	out.Need, out.Have = runtime, longest
	out.Text = i18n.English("never are {} that suit free together for long enough; the nearest miss is {} where "+
		"{} are needed, {} too short", doc.Count(s.instance.n, "node"), formatRounded(out.Have),
		formatRounded(out.Need),
		formatRounded(out.Need-out.Have))
	return out, nil
}

// formatRounded returns a number rounded for a sentence.
func formatRounded(x float64) string {
	if x >= 0.005 && x < 1e15 {
		return doc.Exact(math.Round(x*100) / 100)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

package conform

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/formula"
	"gridbox/core/kind/window"
	kernel "gridbox/core/kind/window/verify"
	"gridbox/core/policy"
	"gridbox/core/verify"
)

// A criterion is the compiled expression of a custom answer.
type criterion struct {
	expression, rest, term *formula.Expression
	additive               bool
	sign                   float64 // -1 to minimise
	rows                   [][]float64
	set                    []float64
}

// criterion compiles the expression of the answer. It returns nil if that is impossible.
func (c *check) criterion() *criterion {
	var names []string
	for i := range c.Problem.Nodes {
		for name := range c.Problem.Nodes[i].Attributes {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	if c.Answer.Algorithm == policy.AlgorithmOwn {
		if c.policy == nil {
			return nil // a program, whose formulas are unknown
		}
		return c.criterionOf(c.policy.Criterion(), names, -1)
	}
	text := cmp.Or(c.Options.Expression, "cost")
	e, err := formula.Compile(text, []string{"start", "runtime", "finish", "nodes", "volume", "budget", "horizon"},
		append([]string{"price", "performance", "cost"}, names...))
	if err != nil {
		c.Violation("options.expression", "%q cannot be read: %s", text, err.Error())
		return nil
	}
	sign := 1.0
	if c.Options.Minimise {
		sign = -1
	}
	return c.criterionOf(e, names, sign)
}

// criterionOf returns the criterion of an expression over the named attributes.
func (c *check) criterionOf(e *formula.Expression, names []string, sign float64) *criterion {
	k := &criterion{expression: e, sign: sign, set: make([]float64, 7), rows: make([][]float64, len(c.Problem.Nodes))}
	k.rest, k.term, k.additive = e.Split(c.Problem.Request.Nodes)
	for i := range k.rows {
		n := &c.Problem.Nodes[i]
		k.rows[i] = []float64{n.Price, n.Performance, 0}
		for _, name := range names {
			x, ok := n.Attributes[name]
			if !ok {
				x = math.NaN()
			}
			k.rows[i] = append(k.rows[i], x)
		}
	}
	return k
}

// moves reports whether a later start can make the criterion better, or worse.
func (k *criterion) moves() (better, worse bool) {
	some, every := formula.Span{Low: 0, High: math.Inf(1)}, formula.Span{Low: math.Inf(-1), High: math.Inf(1)}
	set := slices.Repeat([]formula.Span{some}, len(k.set))
	member := []formula.Span{some, some, some}
	if len(k.rows) > 0 {
		member = append(member, slices.Repeat([]formula.Span{every}, len(k.rows[0])-len(member))...)
	}
	rises, falls := k.expression.Moves(set, member, 0, 2)
	if k.sign < 0 {
		return falls, rises
	}
	return rises, falls
}

// setWindow sets the variables of windows with a start and a runtime.
func (k *criterion) setWindow(c *check, start, runtime float64) {
	r, budget := c.Problem.Request, math.Inf(1)
	if r.Budget != nil {
		budget = *r.Budget
	}
	copy(k.set, []float64{start, runtime, start + runtime, float64(r.Nodes), r.Volume, budget, c.Problem.Horizon})
	for i, row := range k.rows {
		row[2] = c.Problem.Nodes[i].Price * runtime
	}
}

// evaluate returns the criterion of some nodes.
func (k *criterion) evaluate(nodes []int) float64 {
	rows := make([][]float64, len(nodes))
	for at, n := range nodes {
		rows[at] = k.rows[n]
	}
	return k.expression.Evaluate(k.set, rows)
}

// custom checks the stated criterion of a custom answer and searches for a better window. It
// reports whether it is proved that there is none.
func (c *check) custom(s *window.Solution) bool {
	k := c.criterion()
	if k == nil {
		return false
	}
	k.setWindow(c, c.Window.Start, c.Window.Runtime)
	is := k.evaluate(c.nodes(s.Slots))
	if !definite(is) {
		c.Violation("stats.criterion", "is not a finite number for this window")
		return false
	}
	if stated, ok := c.Answer.Stats["criterion"]; !ok {
		c.Violation("stats.criterion", "is missing")
	} else if !verify.ApproxEqual(stated, is) && math.Abs(stated-is) > verify.Tolerance {
		c.Violation("stats.criterion", "is %v, must be %v", stated, is)
	}
	h := c.search(k, float64(k.sign*is)+float64(verify.Tolerance*(1+math.Abs(is))))
	if h.found {
		c.Violation("stats.criterion", "is %v; from %v there is a window with %v", is, h.start, k.sign*h.best)
	}
	return h.proves()
}

// checkNoCustom checks that there is no window with a finite criterion, and reports whether that is
// proved.
func (c *check) checkNoCustom() bool {
	k := c.criterion()
	if k == nil {
		return false
	}
	h := c.search(k, math.Inf(-1))
	if h.found {
		c.Violation("feasible", "is false although there is a window from %v with a criterion of %v", h.start,
			k.sign*h.best)
	}
	return h.proves()
}

// definite reports whether x is finite.
func definite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Limits of the search by a criterion.
const (
	maxChoices = 3000       // choices examined at a start if the criterion is not a sum over the nodes
	maxVisits  = 30_000_000 // slots visited
	maxValues  = 1_000_000  // choices evaluated in all
)

// A customSearch searches for a window with a better criterion: in every group at every start of
// a slot and, if a later start may be better, at every start with which the window ends at the
// end of a slot.
type customSearch struct {
	*check
	k        *criterion
	f        *kernel.Candidates
	best     float64 // of sign x criterion
	found    bool
	start    float64
	complete bool
	values   int

	better, worse bool // whether a later start can be better, or worse
}

// proves reports whether no window is better: the search was complete, and the best start is one
// of the visited ones, the first or the last of a window.
func (h *customSearch) proves() bool { return h.complete && !h.found && (!h.better || !h.worse) }

// search returns the search for a criterion value above best, after its run. It ends at the first
// one found. It is not complete if it would exceed the limit of visits.
func (c *check) search(k *criterion, best float64) *customSearch {
	h := &customSearch{check: c, k: k, f: c.Candidates(), best: best}
	h.better, h.worse = k.moves()
	slots := float64(len(h.f.Slots))
	if h.complete = float64(len(h.f.Runtime))*slots*slots <= maxVisits; !h.complete {
		return h
	}
	for g := range h.f.Runtime {
		for _, start := range h.starts(g) {
			if h.visit(g, start); h.found {
				return h
			}
		}
	}
	return h
}

// starts returns the starts of a group, each once.
func (h *customSearch) starts(g int) (list []float64) {
	runtime := h.f.Runtime[g]
	for _, s := range h.f.Slots {
		if h.f.Group[s.Node] > g || s.Start+runtime > s.End {
			continue
		}
		list = append(list, s.Start)
		if h.better {
			last := s.End - runtime
			for last+runtime > s.End {
				last = math.Nextafter(last, 0)
			}
			list = append(list, max(last, s.Start))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// visit searches for a better window of a group at a start.
func (h *customSearch) visit(g int, start float64) {
	runtime := h.f.Runtime[g]
	var free []int
	for _, s := range h.f.Slots {
		if h.f.Group[s.Node] <= g && s.Start <= start && start+runtime <= s.End {
			free = append(free, s.Node)
		}
	}
	slices.Sort(free)
	own := slices.ContainsFunc(free, func(n int) bool { return h.f.Group[n] == g })
	if len(free) < h.f.Count || !own {
		return
	}
	h.start = start
	h.k.setWindow(h.check, start, runtime)
	switch {
	case h.k.additive:
		h.choose(g, free)
	case choices(len(free), h.f.Count) > maxChoices:
		h.complete = false
	case h.complete:
		h.enumerate(g, free, make([]int, 0, h.f.Count))
	}
}

// choose searches for a better choice by the terms of an additive criterion.
func (h *customSearch) choose(g int, free []int) {
	rest := h.k.sign * h.k.rest.Evaluate(h.k.set, nil)
	if !definite(rest) {
		return
	}
	x := kernel.Choice{Count: h.f.Count, Limit: h.f.Strict[g], Best: h.best - rest}
	for _, n := range free {
		h.values++
		if v := h.k.sign * h.k.term.EvaluateMember(h.k.set, h.k.rows[n]); definite(v) {
			x.Items = append(x.Items, kernel.Item{Value: v, Cost: h.f.Weight[n], Own: h.f.Group[n] == g})
		}
	}
	found := x.Search()
	h.values += x.Nodes
	h.complete = h.complete && !x.Stopped && h.values <= maxValues
	if found {
		h.found, h.best = true, x.Best+rest
	}
}

// choices returns the binomial coefficient of m and n, or a number above maxChoices.
func choices(m, n int) int {
	x := 1
	for i := 1; i <= min(n, m-n) && x <= maxChoices; i++ {
		x = x * (m - min(n, m-n) + i) / i
	}
	return x
}

// enumerate examines all choices of free nodes within the budget.
func (h *customSearch) enumerate(g int, free, chosen []int) {
	if h.found || weight(h.f, chosen) > h.f.Strict[g] {
		return
	}
	if len(chosen) == h.f.Count {
		if h.group(chosen) != g {
			return // a window of a faster group, which is shorter
		}
		if h.values++; h.values > maxValues {
			h.complete = false
			return
		}
		if v := h.k.sign * h.k.evaluate(chosen); definite(v) && v > h.best {
			h.found, h.best = true, v
		}
		return
	}
	for at, n := range free[:max(0, len(free)-(h.f.Count-len(chosen))+1)] {
		h.enumerate(g, free[at+1:], append(chosen, n))
	}
}

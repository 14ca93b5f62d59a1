package verify

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"gridbox/core/formula"
	"gridbox/core/kind/window"
	"gridbox/core/policy"
	"gridbox/core/verify"
)

// A criterion is the expression of a custom answer, made ready to be evaluated.
type criterion struct {
	whole, rest, term *formula.Expression
	additive          bool
	sign              float64 // -1 to minimise
	rows              [][]float64
	set               []float64
}

// ownCriterion reads the expression again; nil where it cannot be read.
func (c *windowCheck) ownCriterion() *criterion {
	var names []string
	for i := range c.p.Nodes {
		for name := range c.p.Nodes[i].Attributes {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	if c.Answer.Algorithm == policy.Own {
		if c.policy == nil {
			return nil // whose policy is not known here
		}
		return c.criterionOf(c.policy.Criterion(), names, -1)
	}
	text := cmp.Or(c.options.Expression, "cost")
	e, err := formula.Compile(text, []string{"start", "runtime", "finish", "nodes", "volume", "budget", "horizon"},
		append([]string{"price", "performance", "cost"}, names...))
	if err != nil {
		c.Violation("options.expression", strconv.Quote(text)+" cannot be read: "+err.Error())
		return nil
	}
	sign := 1.0
	if c.options.Minimise {
		sign = -1
	}
	return c.criterionOf(e, names, sign)
}

// criterionOf makes an expression ready, over the attributes of these names.
func (c *windowCheck) criterionOf(e *formula.Expression, names []string, sign float64) *criterion {
	k := &criterion{whole: e, sign: sign, set: make([]float64, 7), rows: make([][]float64, len(c.p.Nodes))}
	k.rest, k.term, k.additive = e.Split(c.p.Request.Nodes)
	for i := range k.rows {
		n := &c.p.Nodes[i]
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

// moves tells whether the criterion may be better, or worse, for a later start.
func (k *criterion) moves() (better, worse bool) {
	some, every := formula.Span{Low: 0, High: math.Inf(1)}, formula.Span{Low: math.Inf(-1), High: math.Inf(1)}
	set := slices.Repeat([]formula.Span{some}, len(k.set))
	member := []formula.Span{some, some, some}
	if len(k.rows) > 0 {
		member = append(member, slices.Repeat([]formula.Span{every}, len(k.rows[0])-len(member))...)
	}
	rises, falls := k.whole.Moves(set, member, 0, 2)
	if k.sign < 0 {
		return falls, rises
	}
	return rises, falls
}

// at sets the numbers of windows from a start.
func (k *criterion) at(c *windowCheck, start, runtime float64) {
	r, budget := c.p.Request, math.Inf(1)
	if r.Budget != nil {
		budget = *r.Budget
	}
	copy(k.set, []float64{start, runtime, start + runtime, float64(r.Nodes), r.Volume, budget, c.p.Horizon})
	for i, row := range k.rows {
		row[2] = c.p.Nodes[i].Price * runtime
	}
}

// of is the criterion of a choice of nodes.
func (k *criterion) of(nodes []int32) float64 {
	rows := make([][]float64, len(nodes))
	for at, n := range nodes {
		rows[at] = k.rows[n]
	}
	return k.whole.Evaluate(k.set, rows)
}

// fittest checks what a custom answer says its criterion comes to, and looks
// for a better window from the starts that are searched. Where the criterion may
// be better and may be worse for a later start, others may be better still.
func (c *windowCheck) fittest(w *shown) bool {
	k := c.ownCriterion()
	if k == nil {
		return false
	}
	s := c.Answer.Solution.(*window.Solution)
	k.at(c, w.start, w.runtime)
	is := k.of(c.nodesOf(s))
	if !definite(is) {
		c.Violation("stats.criterion", "is not a finite number for this window")
		return false
	}
	if said, ok := c.Answer.Stats["criterion"]; !ok {
		c.Violation("stats.criterion", "is missing")
	} else if !verify.Near(said, is) && math.Abs(said-is) > verify.Tolerance {
		c.Violation("stats.criterion", "is "+verify.Number(said)+", must be "+verify.Number(is))
	}
	h := c.chooser(k, float64(k.sign*is)+float64(verify.Tolerance*(1+math.Abs(is))))
	if h.run(); h.found {
		c.Violation("stats.criterion",
			"is "+verify.Number(is)+"; from "+verify.Number(h.start)+" there is a window with "+
				verify.Number(k.sign*h.best))
	}
	return h.complete && !h.found && h.ends()
}

// valueless checks that there is no window with a finite criterion, and tells
// whether that was seen.
func (c *windowCheck) valueless() bool {
	k := c.ownCriterion()
	if k == nil {
		return false
	}
	h := c.chooser(k, math.Inf(-1))
	if h.run(); h.found {
		c.Violation("feasible", "is false although there is a window from "+verify.Number(h.start)+
			" with a criterion of "+verify.Number(k.sign*h.best))
	}
	return h.complete && !h.found && h.ends()
}

func definite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Limits of the search by a criterion: how many choices are gone through at a
// start where the criterion does not add up, over how many starts and groups
// windows are looked for, and how many choices are evaluated in all.
const (
	criterionChoices = 3000
	criterionLooks   = 30_000_000
	criterionValues  = 1_000_000
)

// choosy looks for a window with a better criterion: from every start of every
// group at which a slot begins, and where the criterion reads the time also at
// which a window ends with a slot.
type choosy struct {
	*windowCheck
	k        *criterion
	f        *windowField
	best     float64 // of sign x criterion
	found    bool
	start    float64
	complete bool
	nodes    []int32
	values   int

	better, worse bool // for a later start
}

func (c *windowCheck) chooser(k *criterion, best float64) *choosy {
	h := &choosy{windowCheck: c, k: k, f: c.searched(), best: best, complete: true}
	h.better, h.worse = k.moves()
	return h
}

// ends tells whether one of the starts that are searched is the best: the first
// or the last that a window can have.
func (h *choosy) ends() bool { return !h.better || !h.worse }

func (h *choosy) run() {
	if h.f.looks < 0 || float64(len(h.f.runtime))*float64(len(h.f.pieces))*float64(len(h.f.pieces)) > criterionLooks {
		h.complete = false
		return
	}
	for g := range h.f.runtime {
		for _, start := range h.starts(g) {
			if h.look(g, start); h.found {
				return
			}
		}
	}
}

// starts are those of a group, each once.
func (h *choosy) starts(g int) (list []float64) {
	runtime := h.f.runtime[g]
	for j := range h.f.pieces {
		s := &h.f.pieces[j]
		if int(s.own) > g || s.start+runtime > s.end {
			continue
		}
		list = append(list, s.start)
		if h.better {
			last := s.end - runtime
			for last+runtime > s.end {
				last = math.Nextafter(last, 0)
			}
			list = append(list, max(last, s.start))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// look looks for a better window of a group from a start.
func (h *choosy) look(g int, start float64) {
	runtime, owned := h.f.runtime[g], false
	h.nodes = h.nodes[:0]
	for j := range h.f.pieces {
		s := &h.f.pieces[j]
		if int(s.own) <= g && s.start <= start && start+runtime <= s.end {
			h.nodes = append(h.nodes, s.node)
			owned = owned || int(s.own) == g
		}
	}
	if len(h.nodes) < h.f.n || !owned {
		return
	}
	h.start = start
	h.k.at(h.windowCheck, start, runtime)
	if h.k.additive {
		h.choose(g)
	} else {
		h.complete = choicesOf(len(h.nodes), h.f.n) <= criterionChoices && h.complete
		if h.complete {
			h.all(g, 0, make([]int32, 0, h.f.n), 0, false)
		}
	}
}

// choose looks for a better choice by the terms of an additive criterion.
func (h *choosy) choose(g int) {
	rest := h.k.sign * h.k.rest.Evaluate(h.k.set, nil)
	if !definite(rest) {
		return
	}
	s := subset{n: h.f.n, budget: h.f.strict[g], best: h.best - rest}
	for _, n := range h.nodes {
		h.values++
		if v := h.k.sign * h.k.term.EvaluateMember(h.k.set, h.k.rows[n]); definite(v) {
			s.items = append(s.items, item{value: v, cost: h.f.weight[n], own: int(h.f.own[n]) == g})
		}
	}
	if len(s.items) < s.n {
		return
	}
	r := budgetRelaxation{items: s.items, n: s.n, budget: s.budget,
		beats: func(bound, size float64) bool { return bound+float64(size*1e-12) > s.best }}
	var open bool
	if s.lambda, open = r.least(0, 0); !open {
		return
	}
	s.search()
	h.values += s.steps
	h.complete = h.complete && s.steps <= sumSteps && h.values <= criterionValues
	if s.found {
		h.found, h.best = true, s.best+rest
	}
}

// choicesOf is m over n, or more than criterionChoices.
func choicesOf(m, n int) int {
	x := 1
	for i := 1; i <= min(n, m-n) && x <= criterionChoices; i++ {
		x = x * (m - min(n, m-n) + i) / i
	}
	return x
}

// all goes through the choices within the budget.
func (h *choosy) all(g, from int, chosen []int32, weight float64, owned bool) {
	if h.found || weight > h.f.strict[g] {
		return
	}
	if len(chosen) == h.f.n {
		if !owned {
			return
		}
		if h.values++; h.values > criterionValues {
			h.complete = false
			return
		}
		in := slices.Clone(chosen)
		slices.Sort(in)
		if v := h.k.sign * h.k.of(in); definite(v) && v > h.best {
			h.found, h.best = true, v
		}
		return
	}
	for at := from; at <= len(h.nodes)-(h.f.n-len(chosen)); at++ {
		n := h.nodes[at]
		h.all(g, at+1, append(chosen, n), weight+h.f.weight[n], owned || int(h.f.own[n]) == g)
	}
}

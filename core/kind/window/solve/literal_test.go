package solve

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"gridbox/core/kind/window"

	"pgregory.net/rapid"
)

// literal is the paper's pseudo-code (section 3.2) with the readings of the
// package in the plainest form: no bounds, no shortcuts, and every subset tried
// if the n cheapest do not decide.
func literal(p *window.WindowProblem, by Algorithm, o Options) (best literalWindow, ok bool) {
	r := p.Request
	budget := math.Inf(1)
	if r.Budget != nil {
		budget = *r.Budget + 1e-9
	}
	deadline := p.Horizon
	if r.Deadline != nil {
		deadline = min(deadline, *r.Deadline)
	}
	var speeds []float64
	for _, n := range p.Nodes {
		if n.Performance >= r.MinPerformance && !slices.Contains(speeds, n.Performance) {
			speeds = append(speeds, n.Performance)
		}
	}
	slices.Sort(speeds)
	slices.Reverse(speeds)
	list := p.Free()
	list.Clip(r.EarliestStart, deadline)
	for _, speed := range speeds {
		runtime := r.Volume / speed
		var candidates []window.Free
		for _, s := range list.All() {
			n := &p.Nodes[s.Node]
			if n.Performance < speed || !suits(p, n) || s.Start+runtime > s.End {
				continue
			}
			candidates = append(candidates, s)
			candidates = slices.DeleteFunc(candidates, func(c window.Free) bool { return s.Start+runtime > c.End })
			for _, w := range subsets(p, candidates, by) {
				w.start, w.runtime = s.Start, runtime
				w.cost *= runtime
				if w.cost > budget {
					continue
				}
				if w.score = score(&w, by, o); !ok || w.score < best.score {
					best, ok = w, true
				}
			}
		}
	}
	return best, ok
}

type literalWindow struct {
	start, runtime, cost, value, score float64
	nodes                              []string
}

func suits(p *window.WindowProblem, n *window.Node) bool {
	for _, c := range p.Request.Require {
		if !c.Holds(n) {
			return false
		}
	}
	return !slices.Contains(p.Request.Exclude, n.ID)
}

func score(w *literalWindow, by Algorithm, o Options) float64 {
	switch by {
	case AlgorithmMinFinish:
		return w.start + w.runtime
	case AlgorithmMinRuntime:
		return w.runtime
	case AlgorithmMinCost:
		return w.cost
	case AlgorithmMaxSum:
		if o.Minimise {
			return w.value
		}
		return -w.value
	}
	return w.start
}

// subsets lists the n cheapest candidates, or for Max Sum every subset.
func subsets(p *window.WindowProblem, candidates []window.Free, by Algorithm) []literalWindow {
	n := p.Request.Nodes
	order := slices.Clone(candidates)
	slices.SortFunc(order, func(a, b window.Free) int {
		if x, y := p.Nodes[a.Node].Price, p.Nodes[b.Node].Price; x != y {
			if x < y {
				return -1
			}
			return 1
		}
		return int(a.Node - b.Node)
	})
	var out []literalWindow
	var walk func(i int, w literalWindow)
	walk = func(i int, w literalWindow) {
		if len(w.nodes) == n {
			w.nodes = slices.Clone(w.nodes)
			out = append(out, w)
			return
		}
		if len(order)-i < n-len(w.nodes) || len(out) > 0 && by != AlgorithmMaxSum {
			return
		}
		node := &p.Nodes[order[i].Node]
		walk(i+1, literalWindow{cost: w.cost + node.Price, value: w.value + node.Attributes[p.ValueAttribute()],
			nodes: append(slices.Clone(w.nodes), node.ID)})
		walk(i+1, w)
	}
	walk(0, literalWindow{})
	return out
}

// drawProblem returns small problems with ties, tight budgets, deadlines, few
// nodes, and prices and values that are whole or not.
func drawProblem(t *rapid.T) *window.WindowProblem {
	p := &window.WindowProblem{Environment: window.Environment{Horizon: 24}, Request: &window.Request{}}
	prices := rapid.SampledFrom([][]float64{{0, 1, 2}, {0.1, 0.25, 1.5, 7}, {0.3141592653, 0.7, 0.5772156649},
		{1}}).Draw(t, "prices")
	speeds := rapid.SampledFrom([][]float64{{1, 2, 3}, {1}, {0.5, 1.25, 3, 4}}).Draw(t, "speeds")
	values := rapid.SampledFrom([][]float64{{0, 1, 2, 3}, {0.5, 7.25, -1}, {1.0 / 7, 0.3, 0.9}}).Draw(t, "values")
	for i := range rapid.IntRange(1, 8).Draw(t, "nodes") {
		n := window.Node{ID: "n" + strconv.Itoa(i), Performance: rapid.SampledFrom(speeds).Draw(t, "speed"),
			Price: rapid.SampledFrom(prices).Draw(t, "price")}
		if i == 0 || rapid.IntRange(0, 9).Draw(t, "bare") > 0 {
			n.Attributes = map[string]float64{"q": rapid.SampledFrom(values).Draw(t, "value"), "ram": float64(i % 3)}
		}
		p.Nodes = append(p.Nodes, n)
		for range rapid.IntRange(0, 3).Draw(t, "busy") {
			from := float64(rapid.IntRange(0, 22).Draw(t, "from"))
			p.Busy = append(p.Busy, window.Slot{Node: n.ID, Start: from,
				End: min(24, from+float64(rapid.IntRange(1, 9).Draw(t, "long")))})
		}
	}
	r := p.Request
	r.Nodes, r.Volume = rapid.IntRange(1, 4).Draw(t, "n"), rapid.SampledFrom([]float64{3, 6, 10}).Draw(t, "volume")
	r.Value = "q"
	if rapid.IntRange(0, 4).Draw(t, "budgeted") > 0 {
		budget := float64(rapid.IntRange(0, 60).Draw(t, "budget")) / 2
		r.Budget = &budget
	}
	if rapid.IntRange(0, 3).Draw(t, "pressed") == 0 {
		deadline := float64(rapid.IntRange(1, 24).Draw(t, "deadline"))
		r.Deadline, r.EarliestStart = &deadline, float64(rapid.IntRange(0, 12).Draw(t, "earliest"))
	}
	if rapid.IntRange(0, 3).Draw(t, "choosy") == 0 {
		r.Require = []window.Condition{{Attribute: "ram",
			Is: rapid.SampledFrom([]string{">=", "<", "!="}).Draw(t, "is"), Value: 1}}
		r.MinPerformance = rapid.SampledFrom([]float64{0, 1, 2}).Draw(t, "least")
		r.Exclude = []string{p.Nodes[0].ID}
	}
	return p
}

// checkAgreement compares one algorithm with the pseudo-code.
func checkAgreement(t interface {
	Helper()
	Fatalf(string, ...any)
}, p *window.WindowProblem, by Algorithm, o Options, r Result) {
	t.Helper()
	want, ok := literal(p, by, o)
	if r.Feasible != ok {
		t.Fatalf("%s: got feasible %v, want %v as by the pseudo-code\n%+v %+v", by, r.Feasible, ok, p, r.Shortage)
	}
	if !ok {
		if r.Shortage == nil || r.Shortage.Text == "" || r.Shortage.Need < r.Shortage.Have {
			t.Fatalf("%s: got shortage %+v, want words and more needed than available", by, r.Shortage)
		}
		return
	}
	m := r.Metrics
	got := score(&literalWindow{start: m.Start, runtime: m.Runtime, cost: m.Cost, value: m.Value}, by, o)
	if math.Abs(got-want.score) > 1e-9 || m.Start != want.start && by != AlgorithmMaxSum && by != AlgorithmMinCost ||
		math.Abs(m.Runtime-want.runtime) > 1e-9 && by != AlgorithmMaxSum && by != AlgorithmMinCost {
		t.Fatalf("%s: got %+v, want %+v as by the pseudo-code\n%+v %+v", by, m, want, p, p.Request)
	}
	var nodes []string
	for _, s := range r.Solution.Slots {
		nodes = append(nodes, s.Node)
	}
	slices.Sort(nodes)
	slices.Sort(want.nodes)
	if by != AlgorithmMaxSum && by != AlgorithmMinCost && !slices.Equal(nodes, want.nodes) {
		t.Fatalf("%s: got nodes %v, want %v as by the pseudo-code", by, nodes, want.nodes)
	}
	if r.BoundMetric != "" && math.Abs(r.Bound-m.Metric(window.Criterion(r.BoundMetric))) > 1e-9 {
		t.Fatalf("%s: got bound %v of %s, want %v", by, r.Bound, r.BoundMetric,
			m.Metric(window.Criterion(r.BoundMetric)))
	}
}

// pseudocodeRuns are the algorithms of the pseudo-code, with their options.
var pseudocodeRuns = []struct {
	algorithm Algorithm
	o         Options
}{{AlgorithmFirstFit, Options{}}, {AlgorithmMinStart, Options{}}, {AlgorithmMinFinish, Options{}},
	{AlgorithmMinRuntime, Options{}},
	{AlgorithmMinCost, Options{}}, {AlgorithmMaxSum, Options{}},
	{AlgorithmMaxSum, Options{Options: window.Options{Minimise: true}}},
	{AlgorithmFirstFit, Options{planar: true}}, {AlgorithmMinStart, Options{planar: true}},
	{AlgorithmMinFinish, Options{planar: true}},
	{AlgorithmMinRuntime, Options{planar: true}}, {AlgorithmMinCost, Options{planar: true}},
	{AlgorithmMaxSum, Options{planar: true}},
	{AlgorithmMaxSum, Options{Options: window.Options{Minimise: true}, planar: true}}}

// Shortcuts change no answer: every algorithm agrees with the pseudo-code.
func TestAgreesWithPseudocode(t *testing.T) { rapid.Check(t, checkAllAgree) }

func FuzzAgreesWithPseudocode(f *testing.F) {
	f.Add([]byte("a few bytes to begin with, from which small problems are drawn"))
	f.Fuzz(rapid.MakeFuzz(checkAllAgree))
}

func checkAllAgree(t *rapid.T) {
	p := drawProblem(t)
	if faults := p.Validate(); faults != nil {
		t.Fatal(faults)
	}
	for _, run := range pseudocodeRuns {
		r, err := Solve(t.Context(), p, run.algorithm, run.o)
		if err != nil {
			t.Fatal(err)
		}
		checkAgreement(t, p, run.algorithm, run.o, r)
	}
}

// The algorithms also agree on the paper's own environments, where bounds do
// most of the work. Max Sum is compared with the recurrence in cells so fine
// that they are exact.
func TestAgreesOnTheExperiment(t *testing.T) {
	nodes, requested := 16, 4
	budget := 368.0
	for seed := range uint64(25) {
		p := preset(t, window.Spec{Preset: "square-2018", Nodes: &nodes, RequestNodes: &requested,
			Budget: &budget}, seed)
		for _, run := range pseudocodeRuns {
			if run.algorithm != AlgorithmMaxSum || seed < 4 {
				checkAgreement(t, p, run.algorithm, run.o, solve(t, p, run.algorithm, run.o))
			}
		}
	}
}

// Few groups, many groups and a log give the same cheapest window, whatever
// the order in which groups are visited.
func TestGroupOrderDoesNotMatter(t *testing.T) {
	realPerformance := "real"
	for seed := range uint64(6) {
		p := preset(t, window.Spec{Preset: "square-2018", Performances: &realPerformance}, seed)
		r := solve(t, p, AlgorithmMinCost, Options{})
		want, _ := literal(p, AlgorithmMinCost, Options{})
		if math.Abs(r.Metrics.Cost-want.cost) > 1e-9 || r.Metrics.Start != want.start {
			t.Errorf("got %+v, want %+v as by the pseudo-code", r.Metrics, want)
		}
	}
}

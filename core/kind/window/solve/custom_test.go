package solve

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gridbox/core/doc"
	_ "gridbox/core/fixedseed"
	"gridbox/core/formula"
	"gridbox/core/kind/window"

	"pgregory.net/rapid"
)

// exhaustiveBest returns the best value of an expression over every subset at every start of
// every group, with a node of the group's own performance. If later is set, starts
// from which a window ends with a slot, and those of nodes that are too expensive
// for any window, are included.
func exhaustiveBest(p *window.WindowProblem, text string, minimise, later bool) (best float64, ok bool) {
	names := []string{"price", "performance", "cost", "q", "ram"}
	e, err := formula.Compile(text, windowNames, names)
	if err != nil {
		panic(err)
	}
	r := p.Request
	budget, limit := math.Inf(1), math.Inf(1)
	if r.Budget != nil {
		budget, limit = *r.Budget+1e-9, *r.Budget
	}
	to := p.Horizon
	if r.Deadline != nil {
		to = min(to, *r.Deadline)
	}
	list := p.Free()
	list.Clip(r.EarliestStart, to)
	for g := range p.Nodes {
		speed := p.Nodes[g].Performance
		if speed < r.MinPerformance || !suits(p, &p.Nodes[g]) {
			continue
		}
		runtime := r.Volume / speed
		var starts []float64 // of slots, and those from which a window ends with one
		for _, at := range list.All() {
			n := &p.Nodes[at.Node]
			if n.Performance < speed || !suits(p, n) || at.Start+runtime > at.End ||
				!later && !affordable(p, int(at.Node), runtime, budget) {
				continue
			}
			starts = append(starts, at.Start)
			if last := at.End - runtime; later && last+runtime <= at.End {
				starts = append(starts, last)
			}
		}
		for _, start := range starts {
			var free []*window.Node
			for _, s := range list.All() {
				n := &p.Nodes[s.Node]
				if n.Performance >= speed && suits(p, n) && s.Start <= start && start+runtime <= s.End {
					free = append(free, n)
				}
			}
			for mask := range 1 << len(free) {
				var members [][]float64
				cost, own := 0.0, false
				for i, n := range free {
					if mask>>i&1 == 1 {
						q, hasQ := n.Attributes["q"]
						ram := n.Attributes["ram"]
						if !hasQ {
							q, ram = math.NaN(), math.NaN()
						}
						members = append(members, []float64{n.Price, n.Performance, n.Price * runtime, q, ram})
						cost += n.Price * runtime
						own = own || n.Performance == speed
					}
				}
				if len(members) != r.Nodes || cost > budget || !own {
					continue
				}
				v := e.Evaluate([]float64{start, runtime, start + runtime, float64(r.Nodes), r.Volume, limit,
					p.Horizon}, members)
				if !finite(v) {
					continue
				}
				if minimise {
					v = -v
				}
				if !ok || v > best {
					best, ok = v, true
				}
			}
		}
	}
	if minimise {
		best = -best
	}
	return best, ok
}

// affordable reports whether a node and the cheapest others are within the budget.
// A node that can be in no window gives no start to try.
func affordable(p *window.WindowProblem, node int, runtime, budget float64) bool {
	var others []float64
	for i := range p.Nodes {
		if n := &p.Nodes[i]; i != node && n.Performance*runtime >= p.Request.Volume*(1-1e-12) && suits(p, n) {
			others = append(others, n.Price*runtime)
		}
	}
	slices.Sort(others)
	cost := p.Nodes[node].Price * runtime
	for _, x := range others[:min(len(others), p.Request.Nodes-1)] {
		cost += x
	}
	return cost <= budget
}

// A custom criterion that is additive is solved exactly, and so is another if all
// subsets are tried. Both agree with trying everything.
func TestCustomAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		text := rapid.SampledFrom([]string{"sum(q)", "cost", "finish", "-start", "q - 0.1 * cost",
			"sum(q * performance) / runtime", "cost * runtime",
			"start + mean(q)", "least(q)", "sum(q) / cost", "most(price) - least(price)", "if(start > 5, q, ram)",
			"budget - cost", "q / (start - 3)"}).Draw(t, "criterion")
		minimise := rapid.Bool().Draw(t, "minimise")
		r, err := Solve(t.Context(), p, AlgorithmCustom, Options{Options: window.Options{Expression: text,
			Minimise: minimise}})
		if err != nil {
			if slices.ContainsFunc(p.Nodes, func(n window.Node) bool { return n.Attributes != nil }) {
				t.Fatal(err)
			}
			return
		}
		want, ok := exhaustiveBest(p, text, minimise, false)
		most, later := exhaustiveBest(p, text, minimise, true)
		if r.Feasible && !later || ok && !r.Feasible {
			t.Fatalf("%s: got feasible %v, want %v: %+v", text, r.Feasible, ok, r.Shortage)
		}
		got, room := r.Stats.Criterion, 1e-9*(1+math.Abs(want)+math.Abs(most))
		if minimise {
			got, want, most = -got, -want, -most
		}
		if ok && (got < want-room || r.Stats.Searched != 0) || r.Feasible && got > most+room {
			t.Fatalf("%s (minimise %v): got %v, want %v to %v; %+v %+v", text, minimise, got, want, most,
				r.Metrics, p.Request)
		}
		if !r.Feasible && (r.Shortage == nil || r.Shortage.Text == "") {
			t.Fatalf("%s: got shortage %+v, want one in words", text, r.Shortage)
		}
	})
}

// The criteria of Min Cost and Max Sum as expressions give the same windows.
func TestCustomIsTheSame(t *testing.T) {
	for seed := range uint64(5) {
		p := preset(t, window.Spec{Preset: "square-2018"}, seed)
		cost, value := solve(t, p, AlgorithmMinCost, Options{}), solve(t, p, AlgorithmMaxSum, Options{})
		if r := solve(t, p, AlgorithmCustom, Options{Options: window.Options{Expression: "cost",
			Minimise: true}}); math.Abs(r.Metrics.Cost-cost.Metrics.Cost) > 1e-9 {
			t.Errorf("cost: got %+v, want %+v as by Min Cost", r.Metrics, cost.Metrics)
		}
		if r := solve(t, p, AlgorithmCustom,
			Options{Options: window.Options{Expression: "sum(q)"}}); math.Abs(
			r.Metrics.Value-value.Metrics.Value) > 1e-9 {
			t.Errorf("sum(q): got %+v, want %+v as by Max Sum", r.Metrics, value.Metrics)
		}
	}
}

// A search beyond what can be tried reports this, and no exchange of a node
// improves its result.
func TestCustomSearch(t *testing.T) {
	p := preset(t, window.Spec{Preset: "square-2018"}, 2)
	short := 100.0
	p.Request.Deadline = &short
	r := solve(t, p, AlgorithmCustom, Options{Options: window.Options{Expression: "least(q)"}})
	if !r.Feasible || r.Stats.Searched == 0 || r.Stats.Criterion < 4 || r.BoundMetric != "" {
		t.Errorf("least(q): got %+v, %+v, bound of %q; want a search with a criterion of 4 at least and no bound",
			r.Metrics, r.Stats, r.BoundMetric)
	}
}

// Invalid expressions are reported with their position, and expressions without a value
// as a shortage.
func TestCustomBadInput(t *testing.T) {
	p := smallProblem(func(*window.WindowProblem) {})
	for text, want := range map[string]string{"": "at 1", "sum(": "at 5", "disk": "disk", "while(1)": "not a function",
		"ram(": "not a function"} {
		var faults doc.Faults
		if _, err := Solve(t.Context(), p, AlgorithmCustom,
			Options{Options: window.Options{Expression: text}}); !errors.As(err, &faults) ||
			faults[0].Path != "run.options.expression" || !strings.Contains(faults[0].Reason, want) {
			t.Errorf("%q: got error %v, want a fault with %q", text, err, want)
		}
	}
	for _, text := range []string{"cost / (nodes - 2)", "1 / 0", "sqrt(-cost)", "1e308 * 1e308 + cost",
		"budget - cost"} {
		r, err := Solve(t.Context(), p, AlgorithmCustom, Options{Options: window.Options{Expression: text}})
		if err != nil || r.Feasible || r.Shortage.Reason != ShortCriterion {
			t.Errorf("%q: got error %v, shortage %+v; want shortage %v", text, err, r.Shortage, ShortCriterion)
		}
	}
}

// Decimals with equal sums are equal, in any order of addition.
func TestEqualSumsAreEqual(t *testing.T) {
	for _, c := range []struct{ first, second [2]float64 }{
		{[2]float64{0.3, 0}, [2]float64{0.1, 0.2}},
		{[2]float64{3.3, 0}, [2]float64{1.1, 2.2}},
		{[2]float64{1e13, 0.5}, [2]float64{1e13, 0.25}}, // equal to twelve digits
	} {
		p := &window.WindowProblem{Environment: window.Environment{Horizon: 20}, Request: &window.Request{Nodes: 2,
			Volume: 10, Value: "q"}}
		for at, q := range []float64{c.first[0], c.first[1], c.second[0], c.second[1]} {
			id := string(rune('a' + at))
			p.Nodes = append(p.Nodes, window.Node{ID: id, Performance: 1, Attributes: map[string]float64{"q": q}})
			from := float64(10 * (at / 2))
			p.Slots = append(p.Slots, window.Slot{Node: id, Start: from, End: from + 10})
		}
		for _, planar := range []bool{false, true} {
			r := solve(t, p, AlgorithmCustom, Options{Options: window.Options{Expression: "sum(q)"}, planar: planar})
			if m := r.Metrics; m.Start != 0 || r.Stats.Criterion != roundToSize(c.first[0]+c.first[1], 2*c.first[0]) {
				t.Errorf("%v or %v, planar %v: got criterion %v from %v, want the first from 0", c.first, c.second,
					planar, r.Stats.Criterion, m.Start)
			}
		}
	}
}

// roundToSize returns the decimal that a value represents, and does not change
// decimals.
func TestRoundToSize(t *testing.T) {
	for _, c := range [][3]float64{{32.599999999999994, 32.6, 32.6}, {0.1 + 0.2, 0.3, 0.3}, {-1.1 - 2.2, 3.3, -3.3},
		{1.0000000000004, 1, 1}, {1.00000000004, 1, 1.00000000004}, {1e-17, 1, 0}, {1.5e-30, 1.5e-30, 0},
		{1234567890123456, 1e16, 1234567890100000}, {0, 0, 0}} {
		if is := roundToSize(c[0], c[1]); is != c[2] || roundToSize(is, c[1]) != is {
			t.Errorf("roundToSize(%v, %v): got %v, want %v", c[0], c[1], is, c[2])
		}
	}
}

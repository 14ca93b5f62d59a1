package solve

import (
	"reflect"
	"slices"
	"strconv"
	"testing"

	"gridbox/core/kind/window"

	"pgregory.net/rapid"
)

// planeRuns are all searches that have both a walk through the groups and a search of the
// plane.
var planeRuns = []struct {
	algorithm Algorithm
	o         Options
}{
	{AlgorithmFirstFit, Options{}}, {AlgorithmFirstFit, Options{Options: window.Options{Reading: window.Literal}}},
	{AlgorithmFirstFit, Options{Options: window.Options{Together: true}}},
	{AlgorithmMinStart, Options{}}, {AlgorithmMinFinish, Options{}},
	{AlgorithmMinFinish, Options{Options: window.Options{Together: true}}},
	{AlgorithmMinRuntime, Options{}}, {AlgorithmMinRuntime, Options{Options: window.Options{Together: true}}},
	{AlgorithmMinCost, Options{}},
	{AlgorithmMaxSum, Options{}}, {AlgorithmMaxSum, Options{Options: window.Options{Minimise: true}}},
	{AlgorithmCustom, Options{Options: window.Options{Expression: "cost + 2 * start - sum(q)", Minimise: true}}},
	{AlgorithmCustom, Options{Options: window.Options{Expression: "sum(q) - runtime"}}},
	{AlgorithmCustom, Options{Options: window.Options{Expression: "sum(q / (price - 1)) - start"}}},
	{AlgorithmCustom, Options{Options: window.Options{
		Expression: "sum(if(cost > 10, q, performance)) - floor(finish / 50)"}}},
	{AlgorithmCustom, Options{Options: window.Options{
		Expression: "mean(price) * (100 - runtime) + runtime * (start + finish / 3) / 60", Minimise: true}}},
	{AlgorithmCustom, Options{Options: window.Options{Expression: "sum(sqrt(cost - runtime)) * 3"}}},
	{AlgorithmCustom, Options{Options: window.Options{Expression: "nodes"}}},
	{AlgorithmMultipleBest, Options{}},
	{AlgorithmMultipleBest, Options{Options: window.Options{Together: true, Criterion: window.ByValue}}},
	{AlgorithmMultipleBest, Options{Options: window.Options{Criterion: window.ByRuntime}, NoBound: true}},
}

// drawReal returns problems of many groups: performances that are all distinct or few,
// prices that follow them or not, slots that are long or short compared with a window, and
// budgets from too little to more than enough.
func drawReal(t *rapid.T) *window.WindowProblem {
	p := &window.WindowProblem{Environment: window.Environment{Horizon: 400}, Request: &window.Request{Value: "q"}}
	nodes := rapid.IntRange(3, 40).Draw(t, "nodes")
	long := rapid.SampledFrom([]int{6, 30, 150}).Draw(t, "long")
	step := rapid.SampledFrom([]int{1, 10, 50}).Draw(t, "step of times")
	alike := rapid.SampledFrom([]int{1, 5, 1000}).Draw(t, "performances")
	law := rapid.SampledFrom([]string{"rising", "falling", "any", "one", "none"}).Draw(t, "prices")
	most := rapid.SampledFrom([]int{1, 3, 1000}).Draw(t, "values")
	for i := range nodes {
		performance := 1 + 9*float64(rapid.IntRange(0, alike).Draw(t, "performance"))/float64(alike)
		margin := float64(rapid.IntRange(50, 150).Draw(t, "price")) / 100
		price := map[string]float64{"rising": performance * margin, "falling": margin / performance, "any": margin,
			"one": 1, "none": 0}[law]
		p.Nodes = append(p.Nodes, window.Node{ID: "n" + strconv.Itoa(i), Performance: performance, Price: price,
			Attributes: map[string]float64{"q": float64(rapid.IntRange(-1, most).Draw(t, "value"))}})
		for at := step * rapid.IntRange(0, 20/step).Draw(t, "from"); at < 400; {
			end := at + step*rapid.IntRange(1, max(1, long/step)).Draw(t, "free")
			p.Slots = append(p.Slots, window.Slot{Node: p.Nodes[i].ID, Start: float64(at), End: min(400, float64(end))})
			at = end + step*rapid.IntRange(1, 2).Draw(t, "busy")
		}
	}
	r := p.Request
	r.Nodes = rapid.IntRange(1, min(8, nodes)).Draw(t, "n")
	r.Volume = rapid.SampledFrom([]float64{5, 20, 100.5}).Draw(t, "volume")
	if rapid.IntRange(0, 3).Draw(t, "budgeted") > 0 {
		budget := float64(rapid.IntRange(0, 40).Draw(t, "budget")) / 10 * r.Volume * float64(r.Nodes) / 3
		r.Budget = &budget
	}
	if rapid.IntRange(0, 3).Draw(t, "pressed") == 0 {
		deadline := float64(rapid.IntRange(50, 400).Draw(t, "deadline"))
		r.Deadline, r.EarliestStart = &deadline, float64(rapid.IntRange(0, 150).Draw(t, "earliest"))
		r.MinPerformance = float64(rapid.IntRange(0, 3).Draw(t, "least"))
	}
	return p
}

// The plane returns the result of the passes through the groups: the same start, runtime and
// score, and the same nodes if the n cheapest are taken.
func TestPlaneIsTheWalk(t *testing.T) { rapid.Check(t, planeIsTheWalk) }

func FuzzPlaneIsTheWalk(f *testing.F) {
	f.Add([]byte("a few bytes to begin with, from which problems are drawn"))
	f.Fuzz(rapid.MakeFuzz(planeIsTheWalk))
}

func planeIsTheWalk(t *rapid.T) {
	p := drawReal(t)
	for _, run := range planeRuns {
		o := run.o
		walked, err := Solve(t.Context(), p, run.algorithm, o)
		if err != nil {
			t.Fatal(err)
		}
		o.planar = true
		r, err := Solve(t.Context(), p, run.algorithm, o)
		if err != nil {
			t.Fatal(err)
		}
		alike(t, run.algorithm, o, &walked, &r)
	}
}

func alike(t interface{ Fatalf(string, ...any) }, by Algorithm, o Options, walked, r *Result) {
	if r.Feasible != walked.Feasible || !reflect.DeepEqual(r.Shortage, walked.Shortage) ||
		r.BoundMetric != walked.BoundMetric || r.Bound != walked.Bound {
		t.Fatalf("%s %+v: got %v %+v bound %v, want %v %+v bound %v as by the walk", by, o, r.Feasible, r.Shortage,
			r.Bound, walked.Feasible, walked.Shortage, walked.Bound)
	}
	m, w := r.Metrics, walked.Metrics
	if by == AlgorithmCustom {
		if a, b := r.Stats.Criterion, walked.Stats.Criterion; a != b || m.Start != w.Start || m.Runtime != w.Runtime {
			t.Fatalf("%s %+v: got %v with %+v, want %v with %+v as by the walk", by, o, a, m, b, w)
		}
		return
	}
	if by == AlgorithmMaxSum {
		m.Cost, w.Cost = 0, 0 // subsets of equal value may differ
	}
	if m != w || by != AlgorithmMaxSum && !reflect.DeepEqual(r.Solution, walked.Solution) || r.Best != walked.Best {
		t.Fatalf("%s %+v: got %+v, want %+v as by the walk", by, o, r.Metrics, walked.Metrics)
	}
}

// The nearest miss equals the one found by trying every start of every group.
func TestNearestMiss(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawReal(t)
		p.Request.Budget, p.Request.Volume = nil, 3000
		r, err := Solve(t.Context(), p, AlgorithmMinStart, Options{planar: rapid.Bool().Draw(t, "planar")})
		if err != nil {
			t.Fatal(err)
		}
		if r.Feasible || r.Shortage.Reason != ShortTime {
			return // fewer nodes than requested, or hardly fast enough
		}
		to, list := p.Horizon, p.Free()
		if d := p.Request.Deadline; d != nil {
			to = *d
		}
		list.Clip(p.Request.EarliestStart, to)
		need, have, together := 0.0, 0.0, 0
		var speeds []float64
		for i := range p.Nodes {
			speeds = append(speeds, p.Nodes[i].Performance)
		}
		slices.Sort(speeds)
		for at, s := range list.All() {
			if at > 0 && list.All()[at-1].Start == s.Start {
				continue
			}
			for _, slowest := range slices.Compact(speeds) {
				var ends []float64
				for _, f := range list.All() {
					if f.Start <= s.Start && f.End > s.Start && p.Nodes[f.Node].Performance >= slowest {
						ends = append(ends, f.End)
					}
				}
				if slowest >= p.Request.MinPerformance {
					together = max(together, len(ends))
				}
				if len(ends) < p.Request.Nodes || slowest < p.Request.MinPerformance {
					continue
				}
				slices.Sort(ends)
				runtime, longest := 3000/slowest, ends[len(ends)-p.Request.Nodes]-s.Start
				if have == 0 || runtime-longest < need-have || runtime-longest == need-have && runtime < need {
					need, have = runtime, longest
				}
			}
		}
		short := r.Shortage
		if short.Nodes != together || have > 0 && (short.Need != need || short.Have != have) || have == 0 &&
			short.Have != 0 {
			t.Fatalf("got shortage %+v, want need %v, have %v, %d at the same time", short, need, have, together)
		}
	})
}

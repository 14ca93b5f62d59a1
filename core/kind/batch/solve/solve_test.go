package solve

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
)

func mustSolve(t *testing.T, p *batch.Problem, algorithm Algorithm, o Options) Result {
	t.Helper()
	if faults := p.Validate(); faults != nil {
		t.Fatal(faults)
	}
	r, err := Solve(context.Background(), p, algorithm, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// twoNodes returns a batch on a slow, cheap and a fast, expensive node, both
// free for 20.
func twoNodes(jobs ...batch.Job) *batch.Problem {
	return &batch.Problem{Environment: window.Environment{Horizon: 20, Nodes: []window.Node{
		{ID: "slow", Performance: 1, Price: 1}, {ID: "fast", Performance: 2, Price: 4}}}, Jobs: jobs}
}

// A window lasts as long as its longest part, each part as long as its node
// needs, and costs what its parts cost: 10 for 10 on the slow node, 20 for 5 on
// the fast one. As printed, condition 2b makes the fast node take twice as long
// instead, so the window ends at 20.
func TestRoughRightEdge(t *testing.T) {
	p := twoNodes(batch.Job{ID: "j", Nodes: 2, Volume: 10, MinPerformance: 1, MaxPrice: 4})
	want := window.Window{Start: 0, End: 10, Cost: 30,
		Slots: []window.Allocation{{Node: "slow", Start: 0, End: 10, Cost: 10},
			{Node: "fast", Start: 0, End: 5, Cost: 20}}}
	r := mustSolve(t, p, AMP, Options{})
	if got := r.Solution.Alternatives[0].Windows[0]; !reflect.DeepEqual(got, want) {
		t.Errorf("got window %+v, want %+v", got, want)
	}
	if r.Metrics.TotalTime != 10 || r.Metrics.TotalCost != 30 {
		t.Errorf("got metrics %+v, want time 10 and cost 30", r.Metrics)
	}
	if got := mustSolve(t, p, ALP,
		Options{Options: batch.Options{Duration: batch.Literal}}).Solution.Alternatives[0].Windows[0]; got.End != 20 ||
		got.Cost != 10+80 {
		t.Errorf("ALP as printed: got %+v, want end 20 and cost 90", got)
	}
	if got := mustSolve(t, p, AMP, Options{Options: batch.Options{Measure: batch.Sum}}).Metrics.TotalTime; got != 15 {
		t.Errorf("measure sum: got total time %v, want 15", got)
	}
}

// The readings of the quotas, by hand: a job has windows of 10, 10 (slow) and
// 5, 5, 5, 5 (fast) time units for 10, 10 and 20, 20, 20, 20.
func TestQuotas(t *testing.T) {
	p := twoNodes(batch.Job{ID: "j", Nodes: 1, Volume: 10, MinPerformance: 1, MaxPrice: 4})
	mean := 40.0 / 6
	for _, c := range []struct {
		o            Options
		time, budget float64
	}{
		{Options{}, 6, 20}, // floor of 40/6; the greatest cost within 6
		{Options{Options: batch.Options{TimeQuota: batch.Exact}}, mean, 20},      // within 40/6
		{Options{Options: batch.Options{BudgetQuota: batch.Mean}}, 6, 100.0 / 6}, // mean cost
		// floor(10/6) twice, floor(5/6) four times
		{Options{Options: batch.Options{TimeQuota: batch.PerTerm, BudgetQuota: batch.Mean}}, 2, 100.0 / 6},
	} {
		r := mustSolve(t, p, AMP, c.o)
		if r.Metrics.TimeLimit != c.time || math.Abs(r.Metrics.Budget-c.budget) > 1e-12 ||
			r.Metrics.AlternativesPerJob != 6 {
			t.Errorf("%+v: got %+v, want %v and %v", c.o, r.Metrics, c.time, c.budget)
		}
	}
	// Rounded down term by term, T* = 2 is below every window.
	if r := mustSolve(t, p, AMP, Options{Options: batch.Options{TimeQuota: batch.PerTerm}}); r.Feasible ||
		!strings.Contains(r.Reason.String(), "own time limit 2 is below the least total time 5") {
		t.Errorf("quota per term: got %+v, want that the limit 2 is below 5", r)
	}
}

// The user's limit replaces the quota. The message for one below the minimum
// contains the minimum. A limit applies to the objective of the scenario alone.
func TestLimit(t *testing.T) {
	limit := 19.5
	p := twoNodes(batch.Job{ID: "j", Nodes: 1, Volume: 10, MinPerformance: 1, MaxPrice: 4})
	p.Limit = &limit
	if m := mustSolve(t, p, AMP, Options{}).Metrics; m.Budget != 19.5 || m.TotalCost != 10 || m.TotalTime != 10 {
		t.Errorf("limit of the cost: got %+v, want budget 19.5, cost 10, time 10", m)
	}
	if m := mustSolve(t, p, AMP,
		Options{Options: batch.Options{Objective: batch.LeastCost}}).Metrics; m.TimeLimit != 6 || m.TotalCost != 20 {
		t.Errorf("objective cost: got %+v, want time limit 6 and cost 20", m)
	}
	limit = 9
	if r := mustSolve(t, p, AMP, Options{}); r.Feasible ||
		!strings.Contains(r.Reason.String(), "the budget 9 is below the least total cost 10 of the windows found") {
		t.Errorf("limit 9: got %+v, want that it is below the least cost 10", r)
	}
}

// The higher priority is served first, whatever the order of the queue.
func TestPriority(t *testing.T) {
	j := func(id string, priority float64) batch.Job {
		return batch.Job{ID: id, Nodes: 2, Volume: 20, MinPerformance: 1, MaxPrice: 9, Priority: priority}
	}
	p := twoNodes(j("first", 0), j("second", 1))
	r := mustSolve(t, p, AMP, Options{})
	if c := r.Solution.Chosen; len(c) != 1 || c[0].Job != "second" || r.Solution.Postponed[0] != "first" ||
		r.Stats.Postponed != 1 {
		t.Errorf("got %+v, want job second chosen and first postponed", r.Solution)
	}
}

// A job without a window waits for the next cycle, in which it precedes the
// arriving jobs. Chosen windows stay occupied, the others become free, and past
// time is not available.
func TestCycles(t *testing.T) {
	whole := batch.Job{Nodes: 2, Volume: 5, MinPerformance: 1, MaxPrice: 9}
	p := twoNodes()
	p.Cycles, p.Period = 3, 5
	sight := 5.0
	p.Sight = &sight
	for i, arrives := range []int{1, 1, 2} {
		j := whole
		j.ID, j.Cycle = string(rune('a'+i)), arrives
		p.Jobs = append(p.Jobs, j)
	}
	r := mustSolve(t, p, AMP, Options{})
	want := []batch.Choice{{Job: "a", Cycle: 1}, {Job: "b", Cycle: 2}, {Job: "c", Cycle: 3}}
	if !reflect.DeepEqual(r.Solution.Chosen, want) || r.Solution.Postponed != nil || r.Stats.Postponed != 2 {
		t.Errorf("got %+v, want %+v chosen and none postponed", r.Solution, want)
	}
	for k, c := range r.Solution.Cycles {
		if c.Start != float64(5*k) {
			t.Errorf("cycle %d: got start %v, want %v", k+1, c.Start, 5*k)
		}
	}
	for _, a := range r.Solution.Alternatives {
		for _, w := range a.Windows {
			if w.Start != float64(5*(a.Cycle-1)) {
				t.Errorf("job %s in cycle %d: got a window at %v, want %v", a.Job, a.Cycle, w.Start, 5*(a.Cycle-1))
			}
		}
	}
}

// If no time passes, a postponed job gets the windows that others were offered
// and did not take.
func TestWindowsComeBack(t *testing.T) {
	small := batch.Job{ID: "small", Nodes: 1, Volume: 10, MinPerformance: 1, MaxPrice: 9, Priority: 1}
	large := batch.Job{ID: "large", Nodes: 2, Volume: 30, MinPerformance: 1, MaxPrice: 9}
	p := twoNodes(small, large)
	p.Horizon, p.Cycles = 35, 2
	r := mustSolve(t, p, AMP, Options{})
	if c := r.Solution.Chosen; len(c) != 2 || c[1] != (batch.Choice{Job: "large", Cycle: 2}) ||
		len(r.Solution.Cycles[0].Postponed) != 1 {
		t.Errorf("got %+v, want job large postponed once and chosen in cycle 2", r.Solution)
	}
}

// Infinite costs, windows without end and an unknown algorithm have reasons.
func TestBounds(t *testing.T) {
	p := twoNodes(batch.Job{ID: "j", Nodes: 1, Volume: 1e-4, MinPerformance: 1, MaxPrice: 9})
	p.Horizon = 1000
	if r := mustSolve(t, p, ALP, Options{NoFront: true}); r.Feasible ||
		!strings.Contains(r.Reason.String(), "more than 200000 windows") {
		t.Errorf("windows without end: got feasible %v, reason %v; want more than 200000 windows", r.Feasible,
			r.Reason)
	}
	if r := mustSolve(t, p, ALP,
		Options{Options: batch.Options{Families: 2}}); len(r.Solution.Alternatives[0].Windows) != 2 {
		t.Errorf("two families: got %d windows, want 2", len(r.Solution.Alternatives[0].Windows))
	}
	if _, err := Solve(context.Background(), p, "best", Options{}); err == nil {
		t.Error("Solve with an unknown algorithm: got no error")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Solve(ctx, p, AMP, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got error %v, want %v", err, context.Canceled)
	}
}

// Numbers at the ends of the range of documents give an answer or a reason.
func TestExtremes(t *testing.T) {
	for _, x := range []float64{1e-300, 1e-9, 1e300, math.MaxFloat64} {
		for _, y := range []float64{1e-300, 1, 1e300} {
			p := twoNodes(batch.Job{ID: "j", Nodes: 1, Volume: x, MinPerformance: y, MaxPrice: x},
				batch.Job{ID: "k", Nodes: 2, Volume: x, MinPerformance: 1, MaxPrice: y})
			p.Nodes[0].Performance, p.Nodes[1].Price, p.Horizon = y, x, x
			for _, algorithm := range []Algorithm{ALP, AMP} {
				r := mustSolve(t, p, algorithm, Options{Options: batch.Options{Families: 50}})
				if r.Feasible == (r.Reason != nil) {
					t.Errorf("%v %v: got %+v, want either an answer or a reason", x, y, r)
				}
				if r.Feasible {
					for _, f := range doc.Check(r.Solution) {
						t.Errorf("%v %v: got fault %v, want none", x, y, f)
					}
				}
			}
		}
	}
}

// The search is linear: a pass visits every slot and every block at most once,
// however long the list.
func TestSearchIsLinear(t *testing.T) {
	for _, slots := range []int{1000, 10_000} {
		p := largeProblem(t, slots, 1)
		j := p.Jobs[0]
		j.Nodes, j.MaxPrice, j.MinPerformance = 5, 0.4, 1
		for _, algorithm := range []Algorithm{ALP, AMP} {
			r := newRun(p, algorithm, Options{})
			r.list.fill(p.Free().All())
			q := newRequest(&j, algorithm, batch.Corrected)
			if _, _, ok := r.search(&q, nil); ok || r.stats.SlotsExamined > slots+len(r.list.blocks) {
				t.Errorf("%s: got ok %v or %d examined slots, want none found in one visit of %d slots", algorithm, ok,
					r.stats.SlotsExamined, slots)
			}
			// Slots that are set aside are removed again, so that there are few of
			// them.
			if len(r.rest) > 400 {
				t.Errorf("got %d slots set aside, want at most 400", len(r.rest))
			}
		}
	}
}

// Answers to a fixed set of problems are the same natively, as WebAssembly and
// in every later version.
func TestGoldenDigests(t *testing.T) {
	text := ""
	for _, preset := range batch.Presets() {
		for seed := range uint64(3) {
			p, _ := batch.Generate(batch.Spec{Preset: preset.ID}, seed)
			for _, algorithm := range []Algorithm{ALP, AMP} {
				for _, objective := range []string{batch.LeastTime, batch.LeastCost} {
					r := mustSolve(t, &p, algorithm, Options{Options: batch.Options{Objective: objective}})
					text += string(doc.Canonical(r.Solution)) + r.Reason.String()
				}
			}
		}
	}
	const want = "sha256:f421f9fcf5b0189aec7c35500da8d80e783bf0433c9dfa753b22b7de05b52a1a"
	if got := doc.Digest([]byte(text)); got != want {
		t.Errorf("got digest %s, want %s", got, want)
	}
}

package engine

import (
	"context"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind/group/solve"
	"gridbox/core/solver"
)

// No algorithm finds a better window than frontier, a refusal has a reason, and
// every window has a bound.
func TestGroupsNoneIsBetterThanFrontier(t *testing.T) {
	kind, _ := catalog.ByID("group")
	for _, preset := range kind.Presets {
		s, _ := catalog.FromPreset(preset.ID, 7)
		s = explicitly(t, s)
		best := 0.0
		for _, a := range kind.Algorithms {
			if preset.ID == "gka-1000" && testing.Short() && (a.ID == "tree" || a.ID == "tree-greedy") {
				continue // takes a second and more
			}
			in := Input{Scenario: s, Options: a.Complete(nil)}
			setFormulas(t, Group(), a.ID, &in)
			out, err := Group().Solve(context.Background(), a.ID, in)
			if err != nil {
				t.Fatal(err)
			}
			if out.Stats["refused"] == 1 {
				if out.Feasible || out.Reason == nil {
					t.Errorf("%s, %s: got refusal %+v, want a reason and no window", preset.ID, a.ID, out)
				}
				continue
			}
			if a.ID == "frontier" {
				best = out.Metrics["value"]
			}
			if !out.Feasible || out.Metrics["value"] > best*(1+1e-12) || out.Bound == nil ||
				out.Metrics[out.Bound.Metric] > out.Bound.Value {
				t.Errorf("%s, %s: got %v with bound %v, want a value of at most %v within the bound", preset.ID, a.ID,
					out.Metrics, out.Bound, best)
			}
		}
	}
}

// The curves equal the runs, and the last point is that of the request.
func TestGroupCurves(t *testing.T) {
	s, _ := catalog.FromPreset("gka-22", 7)
	s = explicitly(t, s)
	now := 0.0
	in := Input{Scenario: s, Settings: solver.Settings{Clock: func() float64 { now++; return now }}}
	e, err := Group().Explain(context.Background(), "gka", withLog(in),
		map[string]string{"curves": "gka frontier tree knapsack-single"})
	if err != nil {
		t.Fatal(err)
	}
	curves := e.Detail.(solve.Curves)
	if faults := doc.Check(curves); len(faults) > 0 || len(curves.Curves) != 4 {
		t.Fatalf("got faults %v, curves %+v; want four curves", faults, curves)
	}
	for _, c := range curves.Curves {
		if len(c.Points) != 11 || c.Points[10].Nodes != 11 || c.Points[10].Budget != s.Group.Request.Budget ||
			c.Points[0].Elapsed <= 0 {
			t.Errorf("%s: got points %+v, want 11, the last for the request, with times", c.Algorithm, c.Points)
		}
		if tree := c.Algorithm == "tree"; tree != (c.Points[10].TreeNodes > 0) {
			t.Errorf("%s: got %d nodes of a tree, want some for tree only", c.Algorithm, c.Points[10].TreeNodes)
		}
	}
	for i, p := range curves.Curves[0].Points {
		if best := curves.Curves[1].Points[i]; p.Value != best.Value || p.Cost != best.Cost {
			t.Errorf("%d nodes: got %+v by GKA, want %+v as by frontier", p.Nodes, p, best)
		}
	}
	e, err = Group().Explain(context.Background(), "tree", withLog(Input{Scenario: s}), nil)
	if err != nil || e.Detail != nil || len(e.Trace.Events) == 0 {
		t.Errorf("steps of tree: got %d events, error %v; want events", len(e.Trace.Events), err)
	}
}

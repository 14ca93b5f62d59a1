package engine

import (
	"context"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind/placement"
	solver "gridbox/core/kind/placement/solve"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

func explicit(t *testing.T, preset string) *scenario.Scenario {
	t.Helper()
	s, faults := scenario.Expand(scenario.NewGenerated("placement", preset, 7))
	if faults != nil {
		t.Fatal(faults)
	}
	return s
}

// Every explanation can be encoded and has the requested names, on a network on
// which some scores are infinite.
func TestPlacementExplains(t *testing.T) {
	s := explicit(t, "split-network")
	kind, _ := catalog.ByID("placement")
	for _, a := range kind.Algorithms {
		in := Input{Scenario: s, Options: a.Complete(nil)}
		setFormulas(t, Placement(), a.ID, &in)
		e, err := Placement().Explain(context.Background(), a.ID, withLog(in),
			map[string]string{"job": "j7", "cluster": "c2"})
		if err != nil {
			t.Fatal(err)
		}
		why := e.Detail.(solver.Explanation)
		if why.Job != "j7" || why.Cluster != "c2" || len(why.Scores) != 12 || len(e.Trace.Events) == 0 {
			t.Errorf("%s: got %+v, want job j7, cluster c2, 12 scores and events", a.ID, why)
		}
		if faults := doc.Check(why); len(faults) > 0 {
			t.Errorf("%s: got faults %v, want none", a.ID, faults)
		}
		e, err = Placement().Explain(context.Background(), a.ID, withLog(in),
			map[string]string{"matrix": "all", "from": "30"})
		if err != nil {
			t.Fatal(err)
		}
		m := e.Detail.(solver.Matrix)
		if len(m.Jobs) != 10 || len(m.Final) != 120 || m.From != 30 || m.Remaining != 0 || len(doc.Check(m)) > 0 {
			t.Errorf("%s: got a matrix of %d jobs, %d scores, from %d, %d more; want 10, 120, 30, 0", a.ID,
				len(m.Jobs), len(m.Final), m.From, m.Remaining)
		}
		e, err = Placement().Explain(context.Background(), a.ID, withLog(in), nil)
		if err != nil || e.Detail != nil || len(e.Trace.Events) != 40 {
			t.Errorf("%s: whole run: got %d events, error %v; want 40", a.ID, len(e.Trace.Events), err)
		}
		for _, about := range []map[string]string{{"job": "j99"}, {"job": "j1", "cluster": "x"},
			{"matrix": "all", "from": "first"}} {
			if _, err := Placement().Explain(context.Background(), a.ID, withLog(in), about); err == nil {
				t.Errorf("%s: explanation of %v: got no error", a.ID, about)
			}
		}
	}
}

// An infeasible answer is checked, and has a reason and no numbers.
func TestPlacementInfeasible(t *testing.T) {
	s := scenario.NewGenerated("placement", "five-clusters", 0)
	s.Placement = &scenario.Placement{Problem: placement.Problem{
		Clusters: []placement.Cluster{{ID: "a", MIPS: 1}}, Datasets: []placement.Dataset{{ID: "d", Size: 1}},
		Jobs: []placement.Job{{ID: "j", Datasets: []string{"d"}}}}}
	for _, run := range []string{"rbhs", "scp-tree", "min-completion", "nearest-data", "fastest", "random"} {
		a, err := All().Run(context.Background(), s, scenario.Run{Algorithm: run}, Env{})
		if err != nil || a.Feasible || !strings.Contains(a.Reason.String(), "d has no replica") || !a.Check.OK ||
			a.Solution != nil || a.Bound != nil {
			t.Errorf("%s: got %+v, error %v; want the reason that d has no replica", run, a, err)
		}
	}
}

// setFormulas sets formulas for the algorithm own.
func setFormulas(t *testing.T, k Kind, algorithm string, in *Input) {
	t.Helper()
	if algorithm != policy.AlgorithmOwn {
		return
	}
	run := scenario.Run{Algorithm: algorithm, Options: in.Options}
	if _, err := k.start(context.Background(), run, in, nil); err != nil {
		t.Fatal(err)
	}
}

// withLog adds a log to an explanation.
func withLog(in Input) Input {
	in.Log = &trace.Log{}
	return in
}

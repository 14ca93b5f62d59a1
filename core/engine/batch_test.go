package engine

import (
	"context"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
	"gridbox/core/solver"
)

// batchOf returns an explicit scenario of the kind.
func batchOf(p batch.Problem) *scenario.Scenario {
	s := scenario.NewGenerated("batch", "", 0)
	s.Batch = &scenario.Batch{Problem: p}
	return s
}

// batchPreset returns a preset made explicit.
func batchPreset(t *testing.T, preset string) *scenario.Scenario {
	t.Helper()
	return explicitly(t, scenario.NewGenerated("batch", preset, 7))
}

// batchAnswer returns the checked answer of an algorithm.
func batchAnswer(t *testing.T, s *scenario.Scenario, id string) *scenario.Answer {
	t.Helper()
	a, err := All().Run(context.Background(), s, scenario.Run{Algorithm: id}, Env{})
	if err != nil || !a.Check.OK {
		t.Fatalf("%s: got error %v, check %+v; want a valid answer", id, err, a.Check)
	}
	return &a
}

// A decision is listed for every job with a window.
func TestBatchDecides(t *testing.T) {
	k, _ := catalog.ByID("batch")
	a := batchAnswer(t, batchPreset(t, "alp-amp-figure-5"), "amp")
	d := k.Decisions(a)
	if d.Rows != 3 || len(a.Solution.(*batch.Solution).Chosen) != 3 || d.Columns[0].Texts[0] != "1" {
		t.Errorf("got decisions %+v, want 3 rows for 3 windows, the first of job 1", d)
	}
}

// Infeasible answers state the shortage and its amount.
func TestBatchReasons(t *testing.T) {
	tight := 1.0
	job := func(nodes int, volume, least, price float64) []batch.Job {
		return []batch.Job{{ID: "j", Nodes: nodes, Volume: volume, MinPerformance: least, MaxPrice: price}}
	}
	node := []window.Node{{ID: "n", Performance: 1, Price: 2}}
	for _, c := range []struct {
		name, algorithm, want string
		nodes                 []window.Node
		jobs                  []batch.Job
		limit                 *float64
	}{
		{"nothing", "amp", "the batch has no jobs", nil, nil, nil},
		{"no nodes", "amp", "no nodes to run them on", nil, job(1, 4, 1, 2), nil},
		{"too many nodes", "amp", "needs 2 slots at the same time and finds at most 1", node, job(2, 4, 1, 2), nil},
		{"too dear", "amp", "lacks 4 in its budget of 4", node, job(1, 4, 1, 1), nil},
		// A slot above the whole budget is skipped by the fast search and visited by the
		// paper's, which gives the reason.
		{"too dear for a slot", "alp", "dearer than its greatest price 1", node, job(1, 4, 1, 1), nil},
		{"too fast", "amp", "no node of its least performance 3", node, job(1, 4, 3, 2), nil},
		{"too long", "amp", "no slot long enough", node, job(1, 40, 1, 2), nil},
		{"limit below the minimum", "amp", "the budget 1 is below the least total cost 8 of the windows found", node,
			job(1, 4, 1, 2), &tight},
	} {
		s := batchOf(batch.Problem{Environment: window.Environment{Horizon: 10, Nodes: c.nodes}, Jobs: c.jobs,
			Limit: c.limit})
		if a := batchAnswer(t, s, c.algorithm); a.Feasible || !strings.Contains(a.Reason.String(), c.want) {
			t.Errorf("%s: got %q, want %q", c.name, a.Reason, c.want)
		}
	}
}

// Explanations cover one search: W1 of the worked example is found after windows that exceed the
// budget; the fourth search for job 1 fails.
func TestBatchExplains(t *testing.T) {
	s := batchPreset(t, "alp-amp-figure-5")
	amp, _ := catalog.Find("batch", "amp")
	explain := func(about map[string]string) (solver.Explanation, map[string]int, error) {
		why, err := Batch().Explain(context.Background(), "amp",
			withLog(Input{Scenario: s, Options: amp.Complete(nil)}), about)
		kinds := map[string]int{}
		if err == nil {
			for _, e := range why.Trace.Events {
				kinds[e.Kind]++
			}
		}
		return why, kinds, err
	}
	for _, c := range []struct {
		about map[string]string
		want  string
	}{
		{map[string]string{"job": "1"}, `"window":{"cost":800,"end":230,`},
		{map[string]string{"job": "1", "family": "4"}, `"missingBudget":`},
		{map[string]string{"job": "3", "family": "3"}, `"family":3`},
	} {
		why, kinds, err := explain(c.about)
		if text := string(doc.Canonical(why.Detail)); err != nil || !strings.Contains(text, c.want) || len(kinds) == 0 {
			t.Errorf("%v: got error %v, %s; want %s", c.about, err, text, c.want)
		}
	}
	if _, kinds, err := explain(map[string]string{"job": "1"}); err != nil || kinds["over"] == 0 ||
		kinds["take"] == 0 || kinds["expire"] == 0 || kinds["found"] != 1 {
		t.Errorf("events of W1: got error %v, %v; want over, take, expire and one found", err, kinds)
	}
	if _, kinds, err := explain(nil); err != nil || kinds["found"] != 8 || kinds["choose"] != 3 ||
		kinds["quota"] != 1 || kinds["cut"] == 0 || kinds["none"] != 3 {
		t.Errorf("events of the run: got error %v, %v; want 8 found, 3 choose, 1 quota, 3 none and cut", err, kinds)
	}
	for _, about := range []map[string]string{{"job": "9"}, {"job": "1", "family": "0"}, {"job": "1", "family": "9"},
		{"job": "1", "cycle": "2"}, {"job": "1", "cycle": "x"}} {
		if _, _, err := explain(about); err == nil {
			t.Errorf("explanation of %v: got no error", about)
		}
	}
}

// Two answers are compared in one sentence.
func TestBatchCompares(t *testing.T) {
	k, _ := catalog.ByID("batch")
	s := batchPreset(t, "alp-amp-2011")
	amp, alp := batchAnswer(t, s, "amp"), batchAnswer(t, s, "alp")
	if text := k.Compare(s, amp, alp); !strings.HasPrefix(text, "AMP takes ") ||
		!strings.Contains(text, "than ALP and costs") || !strings.HasSuffix(text, ".") {
		t.Errorf("got %q, want a comparison of the time and cost of AMP with ALP", text)
	}
	if text := k.Compare(s, amp, &scenario.Answer{Algorithm: "alp"}); text !=
		"AMP finds windows where ALP finds none." {
		t.Errorf("got %q, want that ALP finds no windows", text)
	}
}

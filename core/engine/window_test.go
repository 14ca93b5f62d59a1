package engine

import (
	"context"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind/window"
	solver "gridbox/core/kind/window/solve"
	"gridbox/core/scenario"
)

// windows returns the problems on which the kind is tried: the presets and the
// edges.
func windows(t testing.TB) map[string]*scenario.Scenario {
	t.Helper()
	list := map[string]*scenario.Scenario{}
	for _, preset := range window.Presets() {
		list[preset.ID] = explicitly(t, scenario.NewGenerated("window", preset.ID, 7))
	}
	small := func(change func(*window.WindowProblem)) *scenario.Scenario {
		p := window.WindowProblem{Environment: window.Environment{Horizon: 20, Nodes: []window.Node{
			{ID: "a", Performance: 2, Price: 1, Attributes: map[string]float64{"ram": 4}},
			{ID: "b", Performance: 1, Price: 2}},
			Busy: []window.Slot{{Node: "a", Start: 6, End: 8}}}, Request: &window.Request{Nodes: 2, Volume: 4}}
		change(&p)
		s := scenario.NewGenerated("window", "", 0)
		s.Window = &scenario.Window{WindowProblem: p}
		return s
	}
	list["small"] = small(func(*window.WindowProblem) {})
	list["no nodes"] = small(func(p *window.WindowProblem) { p.Nodes, p.Busy = nil, nil })
	list["too many nodes"] = small(func(p *window.WindowProblem) { p.Request.Nodes = 3 })
	list["too fast"] = small(func(p *window.WindowProblem) { p.Request.MinPerformance = 2 })
	list["too long"] = small(func(p *window.WindowProblem) { p.Request.Volume = 13 })
	list["too dear"] = small(func(p *window.WindowProblem) { b := 11.0; p.Request.Budget = &b })
	list["no budget"] = small(func(p *window.WindowProblem) { b := 0.0; p.Request.Budget = &b })
	return list
}

func windowAnswer(t *testing.T, s *scenario.Scenario, run scenario.Run) *scenario.Answer {
	t.Helper()
	a, err := Engine{Window()}.Run(context.Background(), s, run, Env{})
	if err != nil || !a.Check.OK {
		t.Fatalf("%s: got error %v, check %+v; want a valid answer", run.Algorithm, err, a.Check)
	}
	return &a
}

// Every answer of every variant is complete, at the edges too: metrics, a proof
// if the algorithm gives one, and a row for every slot.
func TestWindowAnswersAreWhole(t *testing.T) {
	k, _ := catalog.ByID("window")
	for name, s := range windows(t) {
		for i := range k.Algorithms {
			for _, run := range variants(&k.Algorithms[i]) {
				a := windowAnswer(t, s, run)
				if !a.Feasible {
					if a.Reason == nil || a.Metrics != nil || a.Bound != nil {
						t.Errorf("%s, %s: infeasible: got %+v, want a reason without metrics and bound", name,
							run.Algorithm, a)
					}
					continue
				}
				for _, m := range k.Metrics {
					if _, ok := a.Metrics[m.ID]; !ok {
						t.Errorf("%s, %s: got no metric %s, want all", name, run.Algorithm, m.ID)
					}
				}
				// Multiple Best cuts windows out, the recurrence rounds, and Profile plans for slower nodes.
				searched := a.Algorithm != "multiple-best" && a.Algorithm != "profile" && a.Options["subset"] != "dense"
				if b := a.Bound; b != nil && searched && b.Gap != 0 {
					t.Errorf("%s: got %s = %v with gap %v, want 0: %+v", name, b.Metric, a.Metrics[b.Metric], b.Gap,
						*b)
				}
				if d := k.Decisions(a); d.Rows != len(a.Solution.(*window.Solution).Slots) {
					t.Errorf("%s, %s: got %d rows of decisions, want %d", name, run.Algorithm, d.Rows,
						len(a.Solution.(*window.Solution).Slots))
				}
			}
		}
	}
}

// Answers contain the reason of a shortage; comparisons are sentences.
func TestWindowWords(t *testing.T) {
	all := windows(t)
	for name, want := range map[string]string{
		"no nodes": "there are only 0 nodes", "too many nodes": "needs 3 nodes and there are only 2 nodes; 1 missing",
		"too fast": "a least performance of 1 would give enough", "too long": "1 too short",
		"too dear": "costs 12, 1 more than the budget 11", "no budget": "12 more than the budget 0",
	} {
		if a := windowAnswer(t, all[name], scenario.Run{Algorithm: "first-fit"}); a.Feasible ||
			!strings.Contains(a.Reason.String(), want) {
			t.Errorf("%s: got %q, want %q", name, a.Reason, want)
		}
	}
	k, _ := catalog.ByID("window")
	s := all["square-2018"]
	a, b := windowAnswer(t, s, scenario.Run{Algorithm: "min-cost"}),
		windowAnswer(t, s, scenario.Run{Algorithm: "first-fit"})
	if got := k.Compare(s, a, b); !strings.Contains(got, "MinCost's window costs ") ||
		!strings.Contains(got, " less, ends ") || !strings.HasSuffix(got, " than FirstFit's.") {
		t.Errorf("got %q, want a comparison of the costs and ends of MinCost and FirstFit", got)
	}
	if got := k.Compare(s, a, a); got != "MinCost and MinCost find equally good windows." {
		t.Errorf("got %q, want that the windows are equally good", got)
	}
	if got := k.Compare(s, a, &scenario.Answer{Algorithm: "alp"}); got != "MinCost finds a window, ALP does not." {
		t.Errorf("got %q, want that ALP finds no window", got)
	}
}

// An explanation has the events of the run.
func TestWindowExplains(t *testing.T) {
	s := windows(t)["twelve-nodes"]
	k, _ := catalog.ByID("window")
	for _, a := range k.Algorithms {
		why, err := Engine{Window()}.ExplainExplicit(context.Background(), s, scenario.Run{Algorithm: a.ID}, nil, Env{})
		if err != nil || why.Trace == nil || len(why.Trace.Events) == 0 {
			t.Errorf("%s: got error %v or no events, want events", a.ID, err)
		}
	}
}

// The kind returns the front on request.
func TestWindowFront(t *testing.T) {
	s := windows(t)["square-2018"]
	why, err := Engine{Window()}.ExplainExplicit(context.Background(), s, scenario.Run{Algorithm: "max-sum"},
		map[string]string{"front": "cost"}, Env{})
	front, ok := why.Detail.(solver.Front)
	if err != nil || !ok || len(front.Points) < 10 {
		t.Fatalf("got error %v, %+v; want a front of 10 points at least", err, why)
	}
	best, cheapest := windowAnswer(t, s, scenario.Run{Algorithm: "max-sum"}),
		windowAnswer(t, s, scenario.Run{Algorithm: "min-cost"})
	if front.Points[0].Cost != cheapest.Metrics["cost"] ||
		front.Points[len(front.Points)-1].Value != best.Metrics["value"] {
		t.Errorf("got front from %+v to %+v, want cost %v to value %v", front.Points[0],
			front.Points[len(front.Points)-1], cheapest.Metrics["cost"], best.Metrics["value"])
	}
	if len(doc.Canonical(front)) == 0 {
		t.Error("Canonical of the front: got an empty document")
	}
}

// Answers have the same digest everywhere: this test runs natively and as
// WebAssembly. A change here is a change of an algorithm's answers.
func TestWindowDigests(t *testing.T) {
	s := windows(t)["square-2018"]
	for id, want := range map[string]string{
		"first-fit":     "7b48f225390788ed841b6fdc65ce71c1b6933a736d72b9f54dd1499827f48823",
		"min-start":     "e5d5d9306fb902255a66954f34f60708ce91599c57ec9f3a5fcd614e1b8687a0",
		"min-finish":    "8bac8b4dc01cca18842cdb83c509e065a8371059151cc2dea9087c8be9ff70a9",
		"min-runtime":   "53af43b74c0275dda8d3ce077b501861ed24e31d23b5c617b51ab1a3e934257d",
		"min-cost":      "aacde4fe828b2847227175a96c1c0fc2952f9dc3dadd79791a0a56be00e45eb6",
		"max-sum":       "3697dc59ab4a9dec66732cbfe3d801a132b9a6883856b9c6c3fb566773442fa1",
		"multiple-best": "da41abf5c8d9e82c44e60e6dab57925d4b3c4cad3a84ba40869c7d77eea78d47",
		"custom":        "ad2f0de83c11d281d527594551c4c6a33ce9ff4923cca99a01a4eb15e83c6c3f",
	} {
		if got := windowAnswer(t, s, scenario.Run{Algorithm: id}).Digest; got != "sha256:"+want {
			t.Errorf("digest of %s: got %s, want sha256:%s", id, got, want)
		}
	}
}

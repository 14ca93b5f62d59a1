package catalog

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/slot"
	"gridbox/core/trace"
)

// windowOf is the kind for one problem.
func windowOf(p *slot.WindowProblem) Kind {
	return windowKind(func(*scenario.Scenario) *slot.WindowProblem { return p })
}

// windows are the problems on which the kind is tried: the presets, and what
// lies at the edge.
func windows(t testing.TB) map[string]*slot.WindowProblem {
	t.Helper()
	list := map[string]*slot.WindowProblem{}
	for _, preset := range slot.Presets() {
		p, faults := slot.Generate(slot.Spec{Preset: preset.ID}, 7)
		if faults != nil {
			t.Fatal(faults)
		}
		list[preset.ID] = &p
	}
	small := func(change func(*slot.WindowProblem)) *slot.WindowProblem {
		p := &slot.WindowProblem{Environment: slot.Environment{Horizon: 20, Nodes: []slot.Node{
			{ID: "a", Performance: 2, Price: 1, Attributes: map[string]float64{"ram": 4}}, {ID: "b", Performance: 1, Price: 2}},
			Busy: []slot.Slot{{Node: "a", Start: 6, End: 8}}}, Request: &slot.Request{Nodes: 2, Volume: 4}}
		change(p)
		return p
	}
	list["small"] = small(func(*slot.WindowProblem) {})
	list["no nodes"] = small(func(p *slot.WindowProblem) { p.Nodes, p.Busy = nil, nil })
	list["too many nodes"] = small(func(p *slot.WindowProblem) { p.Request.Nodes = 3 })
	list["too fast"] = small(func(p *slot.WindowProblem) { p.Request.MinPerformance = 2 })
	list["too long"] = small(func(p *slot.WindowProblem) { p.Request.Volume = 13 })
	list["too dear"] = small(func(p *slot.WindowProblem) { b := 11.0; p.Request.Budget = &b })
	list["no budget"] = small(func(p *slot.WindowProblem) { b := 0.0; p.Request.Budget = &b })
	return list
}

// Every answer of every variant passes the checker, is the same when it is
// watched, reads back, and leaves the problem as it was.
func TestWindowConforms(t *testing.T) {
	for name, p := range windows(t) {
		k := windowOf(p)
		for i := range k.Algorithms {
			a := &k.Algorithms[i]
			for _, run := range variants(a) {
				t.Run(a.ID+string(doc.Canonical(run.Options))+"/"+name, func(t *testing.T) {
					before := doc.Canonical(p)
					first := answerOf(t, &k, a, run.Options, nil)
					watched := answerOf(t, &k, a, run.Options, &trace.Log{})
					if first.Digest != watched.Digest || !bytes.Equal(before, doc.Canonical(p)) {
						t.Errorf("watched, the answer or the problem differs:\n%s\n%s", doc.Canonical(first), doc.Canonical(watched))
					}
					wellFormed(t, &k, first, new(slot.Solution))
				})
			}
		}
	}
}

func wellFormed(t *testing.T, k *Kind, a *scenario.Answer, read *slot.Solution) {
	t.Helper()
	if !a.Feasible {
		if a.Reason == "" || a.Metrics != nil || a.Bound != nil {
			t.Errorf("infeasible without a reason, or with more: %+v", a)
		}
		return
	}
	for _, m := range k.Metrics {
		if _, ok := a.Metrics[m.ID]; !ok {
			t.Errorf("metric %s is missing", m.ID)
		}
	}
	if b := a.Bound; b != nil && a.Algorithm != "multiple-best" && b.Gap != 0 {
		t.Errorf("%s = %v is not proven: %+v", b.Metric, a.Metrics[b.Metric], *b)
	}
	if faults := doc.Decode(doc.Canonical(a.Solution), read); faults != nil || !bytes.Equal(doc.Canonical(read), doc.Canonical(a.Solution)) {
		t.Errorf("the solution does not read back: %v", faults)
	}
	if d := k.Decisions(a); d.Rows != len(read.Slots) {
		t.Errorf("%d rows of decisions", d.Rows)
	}
}

// Answers say what is missing; comparisons are sentences.
func TestWindowWords(t *testing.T) {
	for name, want := range map[string]string{
		"no nodes": "there are only 0 nodes", "too many nodes": "needs 3 nodes and there are only 2 nodes; 1 missing",
		"too fast": "a least performance of 1 would give enough", "too long": "1 too short",
		"too dear": "costs 12, 1 more than the budget 11", "no budget": "12 more than the budget 0",
	} {
		k := windowOf(windows(t)[name])
		first, _ := k.Algorithm("first-fit")
		if a := answerOf(t, &k, &first, nil, nil); a.Feasible || !strings.Contains(a.Reason, want) {
			t.Errorf("%s: %q, must say %q", name, a.Reason, want)
		}
	}
	k := windowOf(windows(t)["square-2018"])
	first, _ := k.Algorithm("first-fit")
	cheap, _ := k.Algorithm("min-cost")
	a, b := answerOf(t, &k, &cheap, nil, nil), answerOf(t, &k, &first, nil, nil)
	if s := k.Compare(nil, a, b); !strings.Contains(s, "min-cost's window costs ") || !strings.Contains(s, " less, lasts ") || !strings.HasSuffix(s, " than first-fit's.") {
		t.Error(s)
	}
	if s := k.Compare(nil, a, a); s != "min-cost and min-cost find equally good windows." {
		t.Error(s)
	}
	if s := k.Compare(nil, a, &scenario.Answer{Algorithm: "x"}); s != "min-cost finds a window, x does not." {
		t.Error(s)
	}
}

// An explanation is the story of the run; a run that is cancelled says so.
func TestWindowExplains(t *testing.T) {
	k := windowOf(windows(t)["twelve-nodes"])
	for _, a := range k.Algorithms {
		why, err := a.Explain(context.Background(), Input{Scenario: &scenario.Scenario{}, Options: a.Complete(nil)}, nil)
		if err != nil || why.Trace == nil || len(why.Trace.Events) == 0 {
			t.Errorf("%s: %v", a.ID, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := a.Solve(ctx, Input{Scenario: &scenario.Scenario{}, Options: a.Complete(nil)}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s, cancelled: %v", a.ID, err)
		}
	}
}

// Answers have the same digest everywhere: this test runs natively and as
// WebAssembly. A change here is a change of what an algorithm answers.
func TestWindowDigests(t *testing.T) {
	k := windowOf(windows(t)["square-2018"])
	for id, want := range map[string]string{
		"first-fit":     "7b48f225390788ed841b6fdc65ce71c1b6933a736d72b9f54dd1499827f48823",
		"min-start":     "e5d5d9306fb902255a66954f34f60708ce91599c57ec9f3a5fcd614e1b8687a0",
		"min-finish":    "8bac8b4dc01cca18842cdb83c509e065a8371059151cc2dea9087c8be9ff70a9",
		"min-runtime":   "53af43b74c0275dda8d3ce077b501861ed24e31d23b5c617b51ab1a3e934257d",
		"min-cost":      "aacde4fe828b2847227175a96c1c0fc2952f9dc3dadd79791a0a56be00e45eb6",
		"max-sum":       "3697dc59ab4a9dec66732cbfe3d801a132b9a6883856b9c6c3fb566773442fa1",
		"multiple-best": "da41abf5c8d9e82c44e60e6dab57925d4b3c4cad3a84ba40869c7d77eea78d47",
		"custom":        "66db0785d54cfc2cefb4c1fa6bc819cb530b8e10f4dbbcb17e0cc53172a85bf1",
	} {
		a, _ := k.Algorithm(id)
		if got := answerOf(t, &k, &a, nil, nil).Digest; got != "sha256:"+want {
			t.Errorf("%s: %s", id, got)
		}
	}
}

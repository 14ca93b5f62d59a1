package group

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/scenario"
)

// solvePreset returns the laboratory on a preset with answers of every algorithm that is fast on it, the focused one
// explained.
func solvePreset(t *testing.T, preset, focus string) state.State {
	t.Helper()
	return solveDraft(t, state.FromPreset("group", preset, 7), focus)
}

func solveDraft(t *testing.T, d *scenario.Scenario, focus string) state.State {
	t.Helper()
	s := state.New(d)
	if s.Problem == nil {
		e, faults := scenario.Expand(s.Draft)
		if faults != nil {
			t.Fatal(faults)
		}
		s = state.Reduce(s, state.ExpandDone{Draft: s.PosedDraft, Problem: e})
	}
	kind, _ := catalog.ByID("group")
	for _, a := range kind.Algorithms {
		if !a.Default {
			s = state.Reduce(s, state.AddRun{Algorithm: a.ID})
		}
	}
	ctx, kinds := context.Background(), engine.Engine{engine.Group()}
	for _, r := range state.Runs(s.Draft) {
		if Screen.WeightOf(&s, r) > 1 {
			continue
		}
		a, err := kinds.RunExplicit(ctx, s.Problem, r, engine.Env{})
		if err != nil {
			t.Fatal(err)
		}
		s = state.Reduce(s, state.RunDone{Run: r.Algorithm, To: s.PosedDraft, Key: state.RunKey(r), Answer: &a,
			Problem: s.Problem})
	}
	s = state.Reduce(state.Reduce(s, state.FocusRun{Run: focus}), state.Show{Field: "answers", To: "compare"})
	why, err := kinds.ExplainExplicit(ctx, s.Problem, s.FocusedAnswer().Run, nil, engine.Env{})
	if err != nil {
		t.Fatal(err)
	}
	s = state.Reduce(s, state.ExplanationPending{Run: focus, Key: "k", To: s.PosedDraft})
	return state.Reduce(s, state.ExplanationArrived{Key: "k", Trace: why.Trace})
}

// addCurves returns solved with the curves of all algorithms.
func addCurves(t *testing.T, s state.State) state.State {
	t.Helper()
	found, err := engine.Engine{engine.Group()}.ExplainExplicit(context.Background(), s.Problem, s.FocusedAnswer().Run,
		curves(&s), engine.Env{Clock: func() float64 { return 3 }})
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(found.Detail)
	return state.Reduce(state.Reduce(s, state.ExplanationPending{Matrix: true, Key: "m"}),
		state.ExplanationArrived{Matrix: true, Key: "m", Detail: text})
}

// Every step of every algorithm on the small presets has a sentence and a drawing, and stepping back gives the same.
func TestStepsCanBeDescribed(t *testing.T) {
	for _, preset := range []string{"three-sites", "maintenance", "discounts", "gka-22"} {
		for _, focus := range []string{"frontier", "gka", "knapsack-single", "tree", "tree-greedy"} {
			s := solvePreset(t, preset, focus)
			n, looks := len(s.Explanation.Trace.Events), 40
			if testing.Short() {
				looks = 8
			}
			for k := 0; k <= n; k += max(1, n/looks) {
				s = state.Reduce(s, state.StepReplay{To: k})
				got := ui.PlainText(ui.El("p", stepText(&s)))
				if n > 0 && len(got) < 20 || strings.Contains(got, "∞") || strings.Contains(got, "NaN") {
					t.Errorf("%s, %s, step %d: got text %q, want at least 20 bytes without NaN or ∞",
						preset, focus, k, got)
				}
				if strings.Contains(fields(&s).SVG(), "NaN") || strings.Contains(steps(&s).Raw, "NaN") {
					t.Errorf("%s, %s, step %d: a drawing has NaN", preset, focus, k)
				}
				if n > 0 && steps(&s).IsZero() {
					t.Errorf("%s, %s, step %d: got an empty drawing", preset, focus, k)
				}
			}
		}
	}
}

// The selected thing has its form, and IDs on the page are unique.
func TestForms(t *testing.T) {
	for preset, things := range map[string][]state.Ref{
		"three-sites": {{}, {Kind: "group", ID: "Oslo"}, {Kind: "node", ID: "s1"}},
		"maintenance": {{Kind: "event", ID: "1"}, {Kind: "event", ID: "2"}, {Kind: "event", ID: "6"},
			{Kind: "node", ID: "n2"}, {Kind: "group", ID: "rack 1"}},
		"discounts": {{Kind: "group", ID: "Alder"}, {Kind: "variant", ID: "Birch#1"}},
		"gka-200":   {{Kind: "group", ID: "g1"}},
	} {
		s := solvePreset(t, preset, "frontier")
		for _, sums := range []string{"", "sum"} {
			for _, thing := range things {
				s := state.Reduce(s, state.SelectElement{Element: thing})
				if sums != "" && preset != "gka-200" {
					s = state.Reduce(s, state.SetField{Path: "group.request.objective", Text: sums})
				}
				seen := map[string]bool{}
				page := ui.El("div", problem(&s), form(&s), window(&s))
				for _, n := range ui.Find(page, func(ui.Node) bool { return true }) {
					if id, ok := n.Attribute("id"); ok {
						if seen[id] {
							t.Errorf("%s, %v: id %s occurs twice", preset, thing, id)
						}
						seen[id] = true
					}
				}
				if thing.ID != "" &&
					len(ui.Find(page, func(n ui.Node) bool {
						c, _ := n.Attribute("class")
						return c == "chosen"
					})) != 1 {
					t.Errorf("%s: got no form of %v, want one chosen", preset, thing)
				}
			}
		}
	}
}

// The charts show the measured values, and each can be drawn.
func TestCharts(t *testing.T) {
	d, nodes := state.FromPreset("group", "gka-22", 7), 16 // brute force takes 2 to the power of these for every point
	d.Group.Generate.Nodes = &nodes
	s := addCurves(t, solveDraft(t, d, "gka"))
	for _, x := range series {
		c := chartOf(&s, x.ID)
		if len(c.Series) == 0 || strings.Contains(c.Draw(400).SVG(), "NaN") {
			if x.ID != "time" { // the clock of this test does not advance
				t.Errorf("%s: got %d series, want at least one without NaN", x.ID, len(c.Series))
			}
		}
	}
	if c := chartOf(&s, "availability"); len(c.Series[0].Points) != 11 {
		t.Errorf("availability: got %d points, want 11", len(c.Series[0].Points))
	}
}

// Runs that would take long wait for a click; the other runs of the same problem do not.
func TestOnlyHeavyRunsWait(t *testing.T) {
	s := solvePreset(t, "gka-1000", "frontier")
	light, heavy := 0, 0
	for _, a := range s.Answers {
		if Screen.WeightOf(&s, a.Run) > 1 {
			heavy++
		} else {
			light++
		}
	}
	if light < 3 || heavy < 1 || weight(&s) <= 1 {
		t.Errorf("got %d light runs, %d heavy; want at least 3 and 1", light, heavy)
	}
	if hint(&s) == "" || !strings.Contains(hint(&s), "Frontier takes") {
		t.Errorf(`got hint %q, want "Frontier takes"`, hint(&s))
	}
}

package batch

import (
	"strings"
	"testing"
	"time"

	"gridbox/app/labtest"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/batch/draw"
	"gridbox/core/scenario"
)

// solveDraft returns the laboratory with a draft and its answers.
func solveDraft(t testing.TB, d *scenario.Scenario) state.State {
	t.Helper()
	return labtest.Solve(t, labtest.Open(t, d))
}

func preset(t testing.TB, id string) state.State {
	return solveDraft(t, state.FromPreset("batch", id, 7))
}

func text(nodes ...ui.Node) string { return ui.PlainText(ui.El("p", nodes)) }

// Every part of the screen is drawn for every preset, with and without answers.
func TestEveryPresetShows(t *testing.T) {
	for _, p := range batch.Presets() {
		for _, s := range []state.State{preset(t, p.ID), state.New(state.FromPreset("batch", p.ID, 7))} {
			views := []ui.Node{filters(&s), plane(&s), windows(&s), cycles(&s), eventCounts(&s), ui.Raw(rows(&s).SVG())}
			if s.Problem != nil {
				views = append(views, problem(&s))
			}
			for i, v := range views {
				if markup := ui.HTML(ui.El("div", v)); strings.Contains(markup, "NaN") ||
					strings.Contains(markup, "Inf") {
					t.Errorf("%s, view %d: the markup has NaN or Inf", p.ID, i)
				}
			}
			for _, c := range series {
				chartOf(&s, c.ID).Table()
			}
		}
	}
}

// Each step of a search has a sentence, and the last one has the result.
func TestEveryStepIsReported(t *testing.T) {
	s := preset(t, "alp-amp-figure-5")
	s = state.Reduce(s, state.FocusRun{Run: "amp"})
	got := map[string]bool{}
	for _, family := range []string{"1", "4"} {
		s = state.Reduce(s, state.Show{Field: "find", List: "family", To: family})
		s = labtest.Explain(t, s, &Screen)
		for i := range s.Explanation.Trace.Events {
			s = state.Reduce(s, state.StepReplay{To: i + 1})
			e := s.Explanation.Trace.Events[i]
			got[e.Kind] = true
			if message := text(stepText(&s)...); len(message) < 40 || !strings.HasSuffix(message, ".") {
				t.Errorf("step %s: got text %q, want a sentence of at least 40 bytes", e.Kind, message)
			}
			if !replaying(&s) && i+1 < len(s.Explanation.Trace.Events) {
				t.Error("the picture does not replay the steps")
			}
			if states, _ := draw.StepStates(s.Explanation.Trace, i+1); len(states) == 0 {
				t.Errorf("after %d steps: no slot has a state", i+1)
			}
		}
		verdictOf := text(verdict(&s)...)
		if want := map[string]string{"1": "Family 1: AMP finds 2 nodes from 150 for 80",
			"4": "Family 4 finds nothing: the cheapest set of slots costs"}[family]; !strings.Contains(
			verdictOf, want) {
			t.Errorf("family %s: got verdict %q, want %q", family, verdictOf, want)
		}
	}
	for _, kind := range []string{"take", "reject", "expire", "over", "found", "none"} {
		if !got[kind] {
			t.Errorf("got no step %s", kind)
		}
	}
}

// The plane shows the answers to compare. Its slider ends at the least budget that has an answer, and its text names
// the chosen combination.
func TestPlane(t *testing.T) {
	s := preset(t, "alp-amp-2011")
	s = state.Reduce(s, state.FocusRun{Run: "amp"})
	v, report := fronts(&s, 1)
	if report == nil || len(v.Fronts) != 1 || v.Limit.Name != "own budget" {
		t.Fatalf(`got %d fronts, limit %q; want 1, "own budget"`, len(v.Fronts), v.Limit.Name)
	}
	least, _ := slider(&s, v, report).Attribute("data-least")
	if least != ui.Exact(report.Front[len(report.Front)-1].Cost) {
		t.Errorf("got least budget %s, want that of the front", least)
	}
	got := outcome(&s, v, report)
	if !strings.Contains(got, "the least time within the budget of 2485") ||
		!strings.Contains(got, "ALP serves other jobs") {
		t.Errorf("got outcome %q, want the least time in the budget and the other jobs of ALP", got)
	}
	s = solveDraft(t, state.Reduce(s, state.SetField{Path: "batch.objective", Text: batch.LeastCost}).Draft)
	if v, report = fronts(&s, 1); v.Limit.Name != "own time quota" ||
		!strings.Contains(outcome(&s, v, report), "the least cost within the time of") {
		t.Errorf(`got limit %q, outcome %s; want "own time quota" with the least cost`,
			v.Limit.Name, outcome(&s, v, report))
	}
}

// Thousands of windows are drawn in a short time: those of the selected job and the chosen ones.
func TestALargeBatchIsDrawn(t *testing.T) {
	slots, jobs := 8_000, 60 // more windows than are drawn together
	if testing.Short() {
		slots = 5_000
	}
	d := state.FromPreset("batch", "alp-amp-2011", 7)
	spec := *d.Batch.Generate
	spec.SlotsMin, spec.SlotsMax, spec.JobsMin, spec.JobsMax = &slots, &slots, &jobs, &jobs
	d.Batch = &scenario.Batch{Generate: &spec}
	s := solveDraft(t, d)
	began := time.Now()
	drawn := rows(&s)
	if len(drawn.SVG()) > 1_000_000 || !strings.Contains(hint(&s), "of other jobs, only chosen windows are shown") {
		t.Errorf("got %d bytes, hint %q; want at most 1000000 with chosen windows only", len(drawn.SVG()), hint(&s))
	}
	t.Logf("%d bytes in %v", len(drawn.SVG()), time.Since(began))
	if weight(&s) <= 1 {
		t.Errorf("got weight %v, want more than 1", weight(&s))
	}
}

// Clicks on the stepper add up even before the next drawing, and end at the search that fails.
func TestScrollAddsUp(t *testing.T) {
	s := preset(t, "alp-amp-figure-5")
	s = state.Reduce(s, state.SelectElement{Element: state.Ref{Kind: "job", ID: "1"}})
	s = state.Reduce(s, state.Show{Field: "find", List: "family", To: "1"})
	sol, _ := shownAnswer(&s)
	list, _ := draw.Alternatives(sol, "1", 1)
	for _, step := range []struct{ offset, want int }{{1, 2}, {1, 3}, {-1, 2}, {100, len(list) + 1}, {-100, 1}} {
		s = state.Reduce(s, state.Show{Field: "find", List: "family", To: scroll(&s, "family", step.offset)})
		if got := selectionOf(&s).family; got != step.want {
			t.Fatalf("%d steps on: got family %d, want %d", step.offset, got, step.want)
		}
	}
}

// A limit that no combination satisfies is reported with the least possible value.
func TestLimitBelowTheLeast(t *testing.T) {
	d := state.FromPreset("batch", "alp-amp-figure-5", 7)
	e, faults := scenario.Expand(d)
	if faults != nil {
		t.Fatal(faults)
	}
	limit := 500.0
	e.Batch.Limit = &limit
	s := solveDraft(t, e)
	if got := text(plane(&s)); !strings.Contains(got, "below the least total cost 1020") ||
		!strings.Contains(got, "own quota") {
		t.Errorf("got plane %q, want a budget below the least cost 1020", got)
	}
	if got := text(panel.Explanation(&s, &Screen)); !strings.HasPrefix(got, "ALP has no answer: the budget 500") {
		t.Errorf("got reason %q, want that ALP has no answer for the budget 500", got)
	}
}

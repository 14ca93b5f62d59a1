package window

import (
	"strings"
	"testing"

	"gridbox/app/labtest"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/markid"
	"gridbox/core/draw/picture"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
)

// twelve returns the laboratory on twelve nodes with every algorithm's answer, the focused one explained.
func twelve(t testing.TB, focus string) state.State {
	t.Helper()
	s := labtest.Solve(t, labtest.WithAllAlgorithms(labtest.Preset(t, "window", "twelve-nodes")))
	return labtest.Explain(t, labtest.Focus(s, focus), &Screen)
}

func text(nodes ...ui.Node) string { return ui.PlainText(ui.El("p", nodes)) }

// rowsOf returns the text of a table's cells by row.
func rowsOf(table ui.Node) (rows [][]string) {
	for _, r := range ui.Find(table, func(n ui.Node) bool { return n.Tag == "tr" }) {
		var cells []string
		for _, c := range r.Children {
			cells = append(cells, ui.PlainText(c))
		}
		rows = append(rows, cells)
	}
	return rows
}

// The table of slots has the numbers of the answer, and its last row those of the whole window.
func TestSlotsAreThoseOfTheAnswer(t *testing.T) {
	for _, focus := range []string{"first-fit", "min-cost", "max-sum", "amp"} {
		s := twelve(t, focus)
		sol, a := solutionOf(&s, s.FocusedAnswer()), s.FocusedAnswer().Answer
		tables := ui.Find(slots(&s), func(n ui.Node) bool { return n.Tag == "table" })
		rows := rowsOf(tables[0])
		if len(rows) != len(sol.Slots)+2 {
			t.Fatalf("%s: got %d rows for %d slots, want two more", focus, len(rows), len(sol.Slots))
		}
		cost := 0.0
		for i, taken := range sol.Slots {
			n := nodeOf(problemOf(s.Problem), taken.Node)
			want := []string{taken.Node, ui.Num(n.Performance), ui.Num(n.Price), attribute(n, "q"), ui.Num(taken.End),
				ui.Num(taken.Cost)}
			if got := rows[i+1]; strings.Join(got, "|") != strings.Join(want, "|") {
				t.Errorf("%s: slot %d: got %v, want %v", focus, i, got, want)
			}
			cost += taken.Cost
		}
		last := rows[len(rows)-1]
		if last[4] != ui.Num(a.Metrics["finish"]) || last[5] != ui.Num(a.Metrics["cost"]) ||
			last[5] != ui.Num(cost) || last[3] != ui.Num(a.Metrics["value"]) {
			t.Errorf("%s: got totals %v, want those of %v", focus, last, a.Metrics)
		}
	}
}

// Multiple Best lists the windows from which it chose, with the chosen one marked.
func TestAlternativesAreListed(t *testing.T) {
	s := twelve(t, "multiple-best")
	sol := solutionOf(&s, s.FocusedAnswer())
	tables := ui.Find(slots(&s), func(n ui.Node) bool { return n.Tag == "table" })
	if len(sol.Alternatives) < 2 || len(tables) != 2 {
		t.Fatalf("got %d alternatives, %d tables; want at least 2 and 2", len(sol.Alternatives), len(tables))
	}
	rows := ui.Find(tables[1], func(n ui.Node) bool { return n.Tag == "tr" })[1:]
	for i, r := range rows {
		class, _ := r.Attribute("class")
		if (class == "sel") != (i == sol.Chosen) {
			t.Errorf("window %d: got class %q, want sel for window %d only", i+1, class, sol.Chosen+1)
		}
	}
	if want := ", the best of " + ui.Integer(len(sol.Alternatives)) + " windows"; !strings.Contains(hint(&s), want) {
		t.Errorf("got hint %q, want %q", hint(&s), want)
	}
}

// The verdict follows from the numbers of the answer: whether it is proven optimal, which node determines the
// duration, and how much of the budget is left.
func TestVerdictIsTrue(t *testing.T) {
	for focus, proof := range map[string]string{"min-start": "no window starts earlier",
		"min-finish":  "no window ends earlier",
		"min-runtime": "no window is shorter", "min-cost": "no window is cheaper",
		"max-sum": "no window within the budget is worth more"} {
		s := twelve(t, focus)
		a, p := s.FocusedAnswer().Answer, problemOf(s.Problem)
		got := text(verdict(&s)...)
		if a.Bound == nil || a.Bound.Gap > 1e-9 || !strings.Contains(got, proof) {
			t.Errorf("%s: got verdict %q, bound %v; want %q", focus, got, a.Bound, proof)
		}
		slow := nodeOf(p, solutionOf(&s, s.FocusedAnswer()).Slots[0].Node)
		for _, taken := range solutionOf(&s, s.FocusedAnswer()).Slots {
			if n := nodeOf(p, taken.Node); n.Performance < slow.Performance {
				slow = n
			}
		}
		lasts := slow.ID + " with performance " + picture.Number(slow.Performance) + " makes it last " +
			picture.Number(a.Metrics["runtime"])
		left := picture.Number(*p.Request.Budget-a.Metrics["cost"]) + " of the budget is left"
		if a.Metrics["runtime"] != p.Request.Volume/slow.Performance || !strings.Contains(got, lasts) ||
			!strings.Contains(got, left) {
			t.Errorf("%s: got verdict %q, want %q and %q", focus, got, lasts, left)
		}
	}
	// The verdict of an answer that does not reach its bound claims no optimality.
	s := twelve(t, "min-cost")
	worse := *s.FocusedAnswer().Answer
	worse.Bound = &scenario.Bound{Metric: "cost", Value: 1, Gap: 3}
	s = labtest.WithAnswer(s, s.FocusedAnswer().Run, &worse)
	if got := text(verdict(&s)...); strings.Contains(got, "no window") || !strings.Contains(got,
		"the general search reaches a cost of 1") {
		t.Errorf("got verdict %q, want that the general search reaches a cost of 1", got)
	}
}

// Every step of every algorithm has a sentence, the last names the result, and the picture follows the step.
func TestStepsAreReported(t *testing.T) {
	got := map[string]bool{}
	s := twelve(t, "first-fit")
	tight := labtest.Solve(t, state.Reduce(s, state.SetField{Path: "window.request.budget", Text: "120"}))
	for _, s := range []state.State{s, tight} {
		for _, a := range s.Answers {
			on := labtest.Explain(t, labtest.Focus(s, a.ID), &Screen)
			if on.Explanation.Trace == nil {
				continue
			}
			for i, e := range on.Explanation.Trace.Events {
				on = state.Reduce(on, state.StepReplay{To: i + 1})
				got[e.Kind] = true
				message := text(stepText(&on)...)
				if len(message) < 25 || !strings.HasSuffix(message, ".") || strings.Contains(message, ": .") ||
					strings.Contains(message, "  ") {
					t.Fatalf("%s, step %d, %s %s: got text %q, want a sentence",
						a.Run.Algorithm, i+1, e.Kind, e.Reason, message)
				}
				// Only the last step of a search with an answer names the chosen window.
				last := i == len(on.Explanation.Trace.Events)-1 && on.FocusedAnswer().Answer.Feasible
				taken := strings.HasSuffix(message, " is taken.") || strings.HasPrefix(message, "The window is found: ")
				if !on.IsExplanationStale() && on.Explanation.Run == a.ID && taken != last {
					t.Errorf("%s, step %d of %d: got %q, want the chosen window at the last step only",
						a.Run.Algorithm, i+1, len(on.Explanation.Trace.Events), message)
				}
				if cost := picture.Number(a.Answer.Metrics["cost"]); e.Kind == "found" && !strings.Contains(message,
					"costs "+cost+".") {
					t.Errorf("%s: got %q, want the cost %s", a.Run.Algorithm, message, cost)
				}
			}
		}
	}
	for _, kind := range []string{"group", "pass", "add", "take", "skip", "reject", "expire", "prune", "examine",
		"improve", "window", "found"} {
		if !got[kind] {
			t.Errorf("got no step %s", kind)
		}
	}
}

// In a lecture the nodes have their names at 1280 x 720, and no other answer's window is shown.
func TestALectureNamesItsNodes(t *testing.T) {
	s := state.Reduce(twelve(t, "first-fit"), state.Lecturing{On: true})
	s = state.Reduce(s, state.Resize{Width: 1280, Height: 390})
	for _, step := range []int{0, 27, len(s.Explanation.Trace.Events)} {
		at := state.Reduce(s, state.StepReplay{To: step})
		if drawn := Screen.Picture(&at).SVG(); !strings.Contains(drawn, ">n10<") || strings.Contains(drawn, "MinCost") {
			t.Errorf("step %d: got %.600s, want node n10 and no algorithm", step, drawn)
		}
	}
}

// The table of candidates has the cheapest open ones with their prices, and at the end the chosen ones.
func TestCandidatesHaveTheirOwnNumbers(t *testing.T) {
	s := twelve(t, "min-cost")
	p := problemOf(s.Problem)
	checked := 0
	for k := len(s.Explanation.Trace.Events); k > 0; k-- {
		on := state.Reduce(s, state.StepReplay{To: k})
		rows := rowsOf(candidates(&on))
		before := -1.0
		for _, row := range rows[1:] {
			n := nodeOf(p, row[0])
			if row[1] != ui.Num(n.Price) || row[3] != ui.Num(n.Performance) || n.Price < before {
				t.Fatalf("step %d: got candidates %v, want their prices and speeds in order", k, rows)
			}
			before = n.Price
			checked++
		}
	}
	if checked < 20 {
		t.Errorf("got %d candidates, want at least 20", checked)
	}
	if head := rowsOf(candidates(&s))[0][0]; !strings.HasPrefix(head, "Chosen "+ui.Integer(p.Request.Nodes)+" of ") {
		t.Errorf("got head %q, want the number of chosen nodes", head)
	}
}

// A problem without an answer shows the reason in every view.
func TestNoWindow(t *testing.T) {
	s := labtest.Solve(t, state.Reduce(twelve(t, "min-cost"), state.SetField{Path: "window.request.minPerformance",
		Text: "1000000"}))
	reason := s.FocusedAnswer().Answer.Reason.String()
	for _, got := range []string{hint(&s), text(slots(&s))} {
		if !strings.Contains(got, reason) || reason == "" {
			t.Errorf("got %q, want the reason %q", got, reason)
		}
	}
	if verdict(&s) != nil || len(foundWindows(&s)) > 0 {
		t.Error("got a window although there is no answer")
	}
}

// The hint of selected busy time has the values of the document.
func TestHintOfBusyTime(t *testing.T) {
	s := labtest.Select(twelve(t, "min-cost"), picture.Busy, markid.BusyID(1))
	b := problemOf(s.Problem).BusyTime()[1]
	if want := b.Node + " is busy from " + picture.Number(b.Start) + " to " +
		picture.Number(b.End); !strings.HasPrefix(hint(&s), want) {
		t.Errorf("got hint %q, want %q", hint(&s), want)
	}
	s = state.Reduce(s, state.Show{Field: "tool", To: "add"})
	if !strings.HasPrefix(hint(&s), "Drag along") {
		t.Errorf(`got hint %q, want "Drag along"`, hint(&s))
	}
}

// The charts have the metrics of all answers, and no window found is above the front.
func TestChartsHoldTheAnswers(t *testing.T) {
	s := twelve(t, "min-cost")
	for _, id := range []string{"start", "runtime", "finish", "cost", "value"} {
		table := chartOf(&s, id).Table()
		if len(table.Rows) < len(screen.SolvedAnswers(&s)) {
			t.Errorf("%s: got %d rows, want at least %d", id, len(table.Rows), len(screen.SolvedAnswers(&s)))
		}
	}
	front := chartOf(&s, "front")
	if !front.Series[0].Steps || len(front.Series) != len(screen.SolvedAnswers(&s))+1 {
		t.Fatalf("got %d series, want steps and one for each answer", len(front.Series))
	}
	best := func(cost float64) (value float64) {
		for _, p := range front.Series[0].Points {
			if p.X <= cost+1e-9 {
				value = p.Y
			}
		}
		return value
	}
	for _, one := range front.Series[1:] {
		if one.Name == "ALP" || one.Name == "AMP" { // whose nodes do not all end at the same time
			continue
		}
		if p := one.Points[0]; front.Series[0].Name == "best at each cost" && p.Y > best(p.X)+1e-9 {
			t.Errorf("%s is above the front: %v", one.Name, p)
		}
	}
	if got := shownSeries("makespan"); got != "front" {
		t.Errorf("series of another kind: got %q, want front", got)
	}
}

// A scale ends at a number of two digits and has at least 50 steps.
func TestScales(t *testing.T) {
	for v, want := range map[float64]float64{3.2: 4, 99: 99, 101: 110, 1234: 1300, 98765: 99000} {
		if got := round(v); got != want {
			t.Errorf("round(%v): got %v, want %v", v, got, want)
		}
		if n := want / stepOf(want); n < 50 || n > 500 && want > 10 {
			t.Errorf("slider to %v: got step %v, want 50 to 500 steps", want, stepOf(want))
		}
	}
}

// The weight of a problem grows with its walks and slots, and is 0 without a request.
func TestWeight(t *testing.T) {
	s := labtest.Preset(t, "window", "square-2018")
	small := labtest.Preset(t, "window", "twelve-nodes")
	if weight(&s) <= weight(&small) || weight(&small) <= 0 {
		t.Errorf("got weights %v and %v, want the larger first, both positive", weight(&s), weight(&small))
	}
	empty := s
	empty.Problem = &scenario.Scenario{Kind: "window", Window: &scenario.Window{WindowProblem: window.WindowProblem{}}}
	if weight(&empty) != 0 || !strings.Contains(text(problem(&empty)), "no request") || hint(&empty) != "" {
		t.Error("a problem without a request has a weight or a hint")
	}
}

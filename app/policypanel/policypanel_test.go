package policypanel

import (
	"encoding/json"
	"strings"
	"testing"

	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/kind/farm"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// farmStanding returns the state that the page sends for a farm and a policy, after a round trip through JSON.
func farmStanding(t *testing.T, language, source string, about map[string]string) *Standing {
	t.Helper()
	s := &scenario.Scenario{Format: "gridbox", Version: scenario.Version, Kind: "farm",
		Farm: &scenario.Farm{Problem: farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 2}, {ID: "o", Slots: 1}},
			Jobs: []farm.Job{{ID: "a", Slots: 2, Duration: 100}, {ID: "b", Slots: 2, Duration: 40, Submitted: 1},
				{ID: "c", Slots: 2, Duration: 20, Submitted: 2}, {ID: "d", Slots: 2, Duration: 30, Submitted: 3},
				{ID: "e", Slots: 1, Duration: 500, Submitted: 50},
				{ID: "g", Slots: 1, Duration: 10, Running: &farm.Running{Machine: "o"}},
				{ID: "f", Slots: 1, Duration: 5, After: []farm.After{{Job: "d"}}}}}},
		Policies: []scenario.Policy{{ID: "mine", Language: language, Source: source}}}
	run := scenario.Run{Algorithm: policy.AlgorithmOwn, Options: map[string]any{"policy": "mine"}}
	if language != policy.Formula {
		run = scenario.Run{Algorithm: "easy"}
	}
	answer, err := engine.All().Run(t.Context(), s, run, engine.Env{})
	if err != nil || !answer.Feasible {
		t.Fatalf("Run: got error %v, reason %v; want a feasible answer", err, answer.Reason)
	}
	why, err := engine.All().ExplainExplicit(t.Context(), s, run, about, engine.Env{})
	if err != nil {
		t.Fatal(err)
	}
	var got Data
	if err := json.Unmarshal(doc.Canonical(map[string]any{"kind": s.Kind, "language": language, "problem": s,
		"answer": answer.Solution, "steps": why.Trace}), &got); err != nil {
		t.Fatal(err)
	}
	return New(got)
}

// lastStepAt returns the last step at a time.
func lastStepAt(t *testing.T, s *Standing, at float64) int {
	t.Helper()
	for step := len(s.data.Steps.Events); step > 0; step-- {
		if now, ok := s.decisionTime(step); ok && now == at {
			return step
		}
	}
	t.Fatalf("no step at %v s", at)
	return 0
}

// rows returns the cells of the table with a caption.
func rows(n ui.Node, called string) (list [][]string) {
	for _, table := range ui.Find(n, func(n ui.Node) bool { return n.Tag == "table" }) {
		if !strings.Contains(ui.PlainText(table), called) {
			continue
		}
		for _, tr := range ui.Find(table, func(n ui.Node) bool { return n.Tag == "tr" }) {
			var row []string
			for _, cell := range ui.Find(tr, func(n ui.Node) bool { return n.Tag == "td" || n.Tag == "th" }) {
				row = append(row, strings.TrimSpace(ui.PlainText(cell)))
			}
			list = append(list, row)
		}
	}
	return list
}

// At 100 s job a leaves m. Jobs b, c and d wait for it, and f for d. They are listed by score with the distance from
// their order of submission; e runs on o.
func TestTheQueueByScores(t *testing.T) {
	s := farmStanding(t, policy.Formula, "job: r - w\n", nil)
	v := s.View(lastStepAt(t, s, 100), "d")
	var got []string
	for _, row := range rows(v, "The queue at 100 s, ranked, the least score first") {
		got = append(got, strings.Join(row, "|"))
	}
	want := []string{"|job|score|to FCFS|wait, s|req., s|slots", "1|c starts on m|−78|↑ 1|98|20|2",
		"2|d|−67|↑ 1|97|30|2", "3|b|−59|↓ 2|99|40|2"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got rows %q, want %q", got, want)
	}
	if free := rows(v, "The state at 100 s"); len(free) != 3 || free[1][2] != "2 of 2" || free[2][2] != "0 of 1" {
		t.Errorf("got state at 100 s %q, want 2 of 2 and 0 of 1", free)
	}
	text := ui.PlainText(v)
	if !strings.Contains(text, "3 jobs wait, 1 runs already.") || !strings.Contains(text, "Score over time") {
		t.Errorf("got %s, want 3 waiting jobs, 1 running, and scores over time", text)
	}
	drawn := ui.HTML(v)
	if !strings.Contains(drawn, `aria-label="Scores: c from`) || strings.Count(drawn, `class="on"`) != 2 ||
		!strings.Contains(drawn, `data-insert="w"`) || strings.Count(drawn, `data-insert="r"`) != 1 {
		t.Errorf("got drawing %s, want the scores from c, two marks and the names to insert", drawn)
	}
	if at0 := ui.PlainText(s.View(lastStepAt(t, s, 0), "")); !strings.Contains(at0, "1 job waits, 1 runs already.") {
		t.Errorf("at 0 s: got %s, want 1 waiting job, 1 running", at0)
	}
	if before := ui.PlainText(s.View(0, "")); strings.Contains(before, "The state") {
		t.Errorf("before the first step: got %s, want no state", before)
	}
}

// For one explained job the scores over time are shown, and the queue is in order of submission.
func TestOneJobsScores(t *testing.T) {
	s := farmStanding(t, policy.Formula, "job: r - w\n", map[string]string{"job": "b"})
	v := s.View(len(s.data.Steps.Events), "b")
	if text := ui.HTML(v); strings.Contains(text, "ranked") || !strings.Contains(text, "Scores: b from") {
		t.Errorf("job b: got %s, want its scores only", text)
	}
	if text := ui.PlainText(s.View(lastStepAt(t, s, 100), "b")); !strings.Contains(text, "rank all waiting jobs") {
		t.Errorf("job b: got %s, want a note that all waiting jobs can be ranked", text)
	}
	whole := farmStanding(t, policy.Formula, "job: r\n", nil)
	if text := ui.PlainText(whole.View(lastStepAt(t, whole, 100), "b")); strings.Contains(text,
		"rank all waiting jobs") {
		t.Errorf("whole run: got %s, want no note", text)
	}
	same := farmStanding(t, policy.Formula, "job: r\n", map[string]string{"job": "b"})
	if text := ui.PlainText(same.View(len(same.data.Steps.Events), "b")); !strings.Contains(text, "It stays at 40.") {
		t.Errorf(`got %s, want "It stays at 40."`, text)
	}
}

// The queue of a program is in order of submission, without names to insert. Without a run there is a hint, and in
// other kinds the names alone.
func TestProgramsAndOtherKinds(t *testing.T) {
	s := farmStanding(t, policy.JavaScript, "function decide() {}", nil)
	v := s.View(lastStepAt(t, s, 100), "")
	if got := rows(v, "The queue at 100 s, by submission"); len(got) != 4 || got[1][1] != "b starts on m" {
		t.Errorf("got queue %q, want 3 jobs, b starting on m", got)
	}
	if strings.Contains(ui.HTML(v), "data-insert") {
		t.Error("a program is offered names of formulas")
	}
	if text := ui.PlainText(New(Data{Kind: "farm", Language: policy.Formula}).View(3, "")); !strings.Contains(text,
		"While the steps of its run are shown") {
		t.Errorf("no steps: got %s, want a note that the steps must be shown", text)
	}
	for _, kind := range []string{"placement", "window", "batch", "group"} {
		v := New(Data{Kind: kind, Language: policy.Formula}).View(3, "")
		if n := strings.Count(ui.HTML(v), "data-insert"); n < 10 || strings.Contains(ui.HTML(v), "<h3>") ||
			len(rows(v, "may read")) < 11 {
			t.Errorf("%s: got %d names, want at least 10 without a state", kind, n)
		}
	}
}

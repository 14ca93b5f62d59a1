package farm

import (
	"context"
	"strings"
	"testing"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/engine"
	"gridbox/core/kind/farm"
	solver "gridbox/core/kind/farm/solve"
	"gridbox/core/scenario"
)

// explainJob returns the laboratory on a preset with one run's answer and the explanation of a job.
func explainJob(t *testing.T, preset, job string, run scenario.Run) state.State {
	t.Helper()
	d := state.FromPreset("farm", preset, 7)
	d.Runs = []scenario.Run{run}
	s := state.New(d)
	if s.Problem == nil {
		e, faults := scenario.Expand(s.Draft)
		if faults != nil {
			t.Fatal(faults)
		}
		s = state.Reduce(s, state.ExpandDone{Draft: s.PosedDraft, Problem: e})
	}
	ctx, kinds := context.Background(), engine.Engine{engine.Farm()}
	a, err := kinds.RunExplicit(ctx, s.Problem, run, engine.Env{})
	if err != nil {
		t.Fatal(err)
	}
	s = state.Reduce(s, state.RunDone{Run: run.Algorithm, To: s.PosedDraft, Key: state.RunKey(run), Answer: &a,
		Problem: s.Problem})
	s = state.Reduce(s, state.FocusRun{Run: run.Algorithm})
	s = state.Reduce(s, state.SelectElement{Element: state.Ref{Kind: picture.Job, ID: job}})
	why, err := kinds.ExplainExplicit(ctx, s.Problem, run, map[string]string{"job": job}, engine.Env{})
	if err != nil {
		t.Fatal(err)
	}
	s = state.Reduce(s, state.ExplanationPending{Run: run.Algorithm, About: job, Key: "k", To: s.PosedDraft})
	return state.Reduce(s, state.ExplanationArrived{Key: "k", Trace: why.Trace, Detail: doc.Canonical(why.Detail)})
}

func text(nodes []ui.Node) string { return ui.HTML(ui.El("div", nodes)) }

// The explanation of every algorithm has the expected parts.
func TestWhyInWords(t *testing.T) {
	limited := false
	tries := scenario.Run{Algorithm: "two-stage", Options: map[string]any{"tries": 40.0}}
	for _, c := range []struct {
		preset, job string
		run         scenario.Run
		want        []string
	}{
		{"markov-2004", "18", scenario.Run{Algorithm: "two-stage"},
			[]string{"number 7 in the order", "Only q5 can run it", "makes room", "too few slots"}},
		{"markov-2004", "9", tries, []string{"other job orders"}},
		{"farm-starvation", "small 1", scenario.Run{Algorithm: "fcfs"},
			[]string{"queued behind job wide, which starts at 50 s"}},
		{"farm-stream", "j160", scenario.Run{Algorithm: "easy"}, []string{"It starts before job"}},
		{"farm-stream", "j160", scenario.Run{Algorithm: "conservative"}, []string{"It starts before job"}},
		{"markov-2004", "7", scenario.Run{Algorithm: "two-stage"},
			[]string{"delays no reservation made before; the next is on q5"}},
	} {
		s := explainJob(t, c.preset, c.job, c.run)
		got := text(verdict(&s))
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s, job %s by %s: no %q in %s", c.preset, c.job, c.run.Algorithm, want, got)
			}
		}
		if table := text([]ui.Node{offers(&s)}); !strings.Contains(table, "start, s") {
			t.Errorf("%s, job %s by %s: got no offers in %s", c.preset, c.job, c.run.Algorithm, table)
		}
		limited = limited || strings.Contains(got, "delays no reservation made before")
		for s.Explanation.Step = 0; s.Explanation.Step <= len(s.Explanation.Trace.Events); s.Explanation.Step++ {
			if got := text(stepText(&s)); len(got) < 30 || strings.Contains(got, "  ") {
				t.Fatalf("step %d of %s: got text %q, want at least 30 bytes without double spaces",
					s.Explanation.Step, c.run.Algorithm, got)
			}
		}
	}
	if !limited {
		t.Error("no job names the reservation that limits it")
	}
}

// A long schedule has pages and a filter by job.
func TestScheduleHasPages(t *testing.T) {
	s := explainJob(t, "farm-mixed", "j40", scenario.Run{Algorithm: "easy"})
	rows := func() int { return strings.Count(text([]ui.Node{schedule(&s)}), "<tr") - 1 }
	if rows() != state.PageRows {
		t.Errorf("got %d rows, want a page of %d", rows(), state.PageRows)
	}
	s = state.Reduce(s, state.Show{Field: "find", List: "reservation", To: "j199"})
	if got := text([]ui.Node{schedule(&s)}); rows() == 0 || !strings.Contains(got, "j199") ||
		!strings.Contains(got, "reserved in advance") {
		t.Errorf("find j199: got %d rows: %s; want its reservation in advance", rows(), got)
	}
}

// normaliseSpace returns a text with its white space normalised.
func normaliseSpace(text string) string { return strings.Join(strings.Fields(text), " ") }

// rowsOf returns the text of a table's cells by row.
func rowsOf(n ui.Node) (rows [][]string) {
	for _, r := range ui.Find(n, func(n ui.Node) bool { return n.Tag == "tr" }) {
		var cells []string
		for _, c := range r.Children {
			cells = append(cells, ui.PlainText(c))
		}
		rows = append(rows, cells)
	}
	return rows
}

// The schedule has the reservations of the answer in the order of their starts, each with its times.
func TestScheduleIsThatOfTheAnswer(t *testing.T) {
	s := explainJob(t, "markov-2004", "18", scenario.Run{Algorithm: "two-stage"})
	solution, _ := shownAnswer(&s)
	rows := rowsOf(schedule(&s))[1:]
	if len(rows) != len(solution.Reservations) {
		t.Fatalf("got %d rows, want %d, one for each reservation", len(rows), len(solution.Reservations))
	}
	have := map[string]int{}
	for _, r := range rows {
		job, _, _ := strings.Cut(r[0], "-")
		have[strings.Join([]string{job, r[1], r[2], r[3]}, " ")]++
	}
	for _, r := range solution.Reservations {
		want := normaliseSpace(strings.Join([]string{r.Job, r.Machine, picture.Number(r.Start),
			picture.Number(r.Finish)}, " "))
		if have[want] == 0 {
			t.Errorf("the schedule lacks %s", want)
		}
		have[want]--
	}
	before := -1.0
	for _, r := range rows {
		for _, x := range solution.Reservations {
			if normaliseSpace(picture.Number(x.Start)) == r[2] {
				if x.Start < before {
					t.Errorf("job %s comes after a later one", r[0])
				}
				before = x.Start
				break
			}
		}
	}
}

// In the published mode all rows equal those of the paper.
func TestThePapersRowsAreOurs(t *testing.T) {
	s := explainJob(t, "markov-2004", "18", scenario.Run{Algorithm: "two-stage",
		Options: map[string]any{"mode": "published"}})
	got := ui.PlainText(paper(&s))
	rows := rowsOf(paper(&s))[1:]
	all := ui.Integer(len(rows))
	if !strings.HasPrefix(got, all+" of the paper's "+all+" rows are those of Two-stage · mode published.") ||
		strings.Contains(got, "≠") || len(rows) < 19 {
		t.Errorf("got %.200s, want all the paper's rows, at least 19", got)
	}
	s = explainJob(t, "markov-2004", "18", scenario.Run{Algorithm: "fcfs"})
	if got := ui.PlainText(paper(&s)); strings.HasPrefix(got, all+" of") || !strings.Contains(got, "≠") {
		t.Errorf("first come first served: got %.200s, want rows that differ from the paper's", got)
	}
	if changed := state.Reduce(s, state.SetField{Path: "farm.jobs[0].duration", Text: "5"}); isPaperExample(&changed) ||
		!isPaperExample(&s) {
		t.Error("isPaperExample holds for a changed problem, or not for the paper's")
	}
}

// The forms of jobs and machines, and the hint, show where and when a job runs.
func TestWhereAJobRuns(t *testing.T) {
	s := explainJob(t, "markov-2004", "18", scenario.Run{Algorithm: "two-stage"})
	solution, _ := shownAnswer(&s)
	list := reservationsOf(solution, "18")
	if len(list) != 1 {
		t.Fatalf("got %d reservations of job 18, want 1", len(list))
	}
	want := "on " + list[0].Machine + " from " + picture.Number(list[0].Start) + " to " +
		picture.Number(list[0].Finish) + " s"
	for _, text := range []string{hint(&s), ui.PlainText(form(&s))} {
		if !strings.Contains(normaliseSpace(text), normaliseSpace(want)) {
			t.Errorf("no %q in %q", want, text)
		}
	}
	parts := []farm.Reservation{{Machine: "a", Start: 3, Finish: 9, Part: 1}, {Machine: "b", Start: 3, Finish: 9,
		Part: 2}, {Machine: "c", Part: 3, Start: 3, Finish: 9},
		{Machine: "d", Start: 3, Finish: 9, Part: 4}, {Machine: "e", Start: 3, Finish: 9, Part: 5,
			Preempted: &farm.Preemption{By: "x"}}}
	if got := placementText(parts); got != "in 5 parts on a, b, c, 2 more from 3 to 9 s, stopped in between for job x" {
		t.Errorf("placed: got %q, want 5 parts on 3 named machines and 2 more", got)
	}
	s = state.Reduce(s, state.SelectElement{})
	if text := hint(&s); !strings.HasPrefix(text, "5 machines with ") || !strings.Contains(text,
		"19 jobs; in brackets") {
		t.Errorf("got hint %q, want the counts of machines and jobs", text)
	}
}

// The policy's form shows the values that the document sets and the defaults of the others; typed values reach the
// document.
func TestPolicyForm(t *testing.T) {
	s := explainJob(t, "farm-mixed", "j40", scenario.Run{Algorithm: "easy"})
	shows := func(path string) (value, instead string) {
		for _, n := range ui.Find(policy(&s, &s.Problem.Farm.Problem), func(n ui.Node) bool {
			p, _ := n.Attribute("data-field")
			return p == "farm."+path
		}) {
			value, _ = n.Attribute("data-value")
			instead, _ = n.Attribute("placeholder")
		}
		return value, instead
	}
	usual := s.Problem.Farm.Effective().Weights.Memory
	if _, instead := shows("policy.weights.memory"); usual == nil || instead != ui.Exact(*usual) {
		t.Errorf("got placeholder %q, want the default weight", instead)
	}
	s = state.Reduce(s, state.SetField{Path: "farm.policy.weights.memory", Text: "7"})
	if value, _ := shows("policy.weights.memory"); value != "7" || *s.Problem.Farm.Effective().Weights.Memory != 7 {
		t.Errorf("got field %q, want 7", value)
	}
}

// Waits and overtaking are explained in full sentences with a limited number of names.
func TestWordsOfQueues(t *testing.T) {
	one := solver.Explanation{Overtakes: []string{"a"}, Overtaken: 1}
	many := solver.Explanation{Overtakes: []string{"a", "b", "c", "d", "e"}, Overtaken: 9}
	for got, want := range map[string]string{
		overtakeText(&one): "It starts before job a, which has waited longer and could not start yet.",
		overtakeText(&many): "It starts before jobs a, b, c and 6 more, which have waited longer and could not start " +
			"yet.",
		queueText(&solver.Explanation{Waits: []solver.Wait{{For: "queue", Job: "a",
			Until: 5}}}): "It queued behind job a, which starts at 5 s.",
		limitText(&solver.Explanation{Limits: []solver.Limit{{Machine: "m", Job: "a", Start: 3},
			{Machine: "n", Job: "b",
				Start: 4}}}): "It delays no reservation made before; " +
			"the next is on m for job a at 3 s, on n for job b at 4 s.",
		searchText(&solver.Explanation{Search: &solver.Search{Tries: 7,
			PlainCost: 12}}): "None of 7 other job orders costs less than 12.",
		waitText(&solver.Explanation{Reservations: []farm.Reservation{{Start: 4}},
			Waits: []solver.Wait{{For: "submission",
				Until: 4}}}): "It starts the moment it is submitted.",
		waitText(&solver.Explanation{Reservations: []farm.Reservation{{Start: 4}},
			Waits: []solver.Wait{{For: "dependency",
				Job: "a", Until: 4}}}): "It had to wait for job a until 4 s.",
		orderText("forward", "a", "b"): "job a put before job b",
		orderText("swap", "a", "b"):    "jobs a and b exchanged",
		orderText("deadline", "", ""):  "the earliest deadline first",
		orderText("shortest", "", ""):  "the shortest job first",
	} {
		if got != want {
			t.Errorf("got sentence %q, want %q", got, want)
		}
	}
}

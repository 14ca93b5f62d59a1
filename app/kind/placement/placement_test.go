package placement

import (
	"math"
	"strings"
	"testing"

	"gridbox/app/labtest"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/timeline"
	"gridbox/core/kind/placement/draw"
)

// five returns the laboratory on five clusters with every algorithm's answer, the focused one explained for a job.
func five(t testing.TB, focus, job string) state.State {
	t.Helper()
	s := labtest.Solve(t, labtest.WithAllAlgorithms(labtest.Preset(t, "placement", "five-clusters")))
	return labtest.Explain(t, labtest.Select(labtest.Focus(s, focus), "job", job), &Screen)
}

func text(nodes ...ui.Node) string { return ui.PlainText(ui.El("p", nodes)) }

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

// The form of a job and the hint show the times of the answer.
func TestTimesAreThoseOfTheAnswer(t *testing.T) {
	for _, focus := range []string{"rbhs", "scp-tree", "nearest-data"} {
		s := five(t, focus, "j3")
		sol, _ := shownAnswer(&s)
		as := assignment(sol, "j3")
		got := text(form(&s))
		for _, want := range []string{"runs it on " + as.Cluster, "starts at " + ui.Num(as.Start) + " s",
			"transfers " + ui.Num(as.TransferTime) + " s",
			"computes " + ui.Num(as.RunTime) + " s", "ends at " + ui.Num(as.Finish) + " s"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in %q", focus, want, got)
			}
		}
		for _, src := range as.Sources {
			if !strings.Contains(got, src.Dataset+" "+src.Cluster) {
				t.Errorf("%s: got no source of %s in %q", focus, src.Dataset, got)
			}
		}
		if want := "runs j3 on " + as.Cluster + ": " + ui.Num(as.TransferTime) +
			" s to transfer its data"; !strings.Contains(hint(&s), want) {
			t.Errorf("%s: got hint %q, want %q", focus, hint(&s), want)
		}
	}
}

// The table of scores names the winner, and no score is less than the winner's.
func TestScoresNameTheWinner(t *testing.T) {
	s := five(t, "rbhs", "j3")
	w := explanation(&s)
	rows := rowsOf(jobScores(&s))
	least, at := math.Inf(1), ""
	for _, c := range w.Scores {
		if row := rows[c.Rank]; row[0] != c.Cluster || row[1] != ui.Num(*c.RS) || row[2] != ui.Num(c.CRA) ||
			row[3] != ui.Num(*c.Final) {
			t.Errorf("row %d: got %v, want the values of its score", c.Rank, row)
		}
		if *c.Final < least {
			least, at = *c.Final, c.Cluster
		}
	}
	sol, _ := shownAnswer(&s)
	if at != w.Winner || assignment(sol, "j3").Cluster != at {
		t.Errorf("least score on %s, winner %s, answer %s; want the same cluster",
			at, w.Winner, assignment(sol, "j3").Cluster)
	}
	best := ui.Find(jobScores(&s), func(n ui.Node) bool {
		c, _ := n.Attribute("class")
		return strings.Contains(c,
			"best")
	})
	if len(best) != 1 || !strings.HasPrefix(text(best...), w.Winner) {
		t.Errorf("got %d best rows, %q; want the winner's", len(best), text(best...))
	}
	got := text(verdict(&s)...)
	if want := w.Winner + " is ahead of " + w.RunnerUp + " by " + ui.Num(*w.Margin); !strings.Contains(got, want) {
		t.Errorf("got verdict %q, want %q", got, want)
	}
}

// With a cluster exactly at its threshold two scores differ in the sixth digit. The table and the sentence show that
// digit.
func TestAKnifeEdgeIsReportedAsATie(t *testing.T) {
	s := labtest.Preset(t, "placement", "five-clusters")
	s = state.Reduce(s, state.SetField{Path: "placement.clusters[0].mips", Text: "875"})
	s = labtest.Explain(t, labtest.Select(labtest.Solve(t, s), "job", "j1"), &Screen)
	w := explanation(&s)
	if w == nil || w.Winner != "Lyon" {
		t.Fatalf("got explanation %+v, want winner Lyon", w)
	}
	rows := rowsOf(jobScores(&s))
	if rows[1][3] == rows[2][3] || len(rows[1][3]) < 6 {
		t.Errorf("got equal or short scores of Lyon and Nancy: %v", rows[1:3])
	}
	got := text(verdict(&s)...)
	for _, want := range []string{"= " + rows[1][3], "Practically a tie: Lyon is ahead of Nancy by "} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	if strings.Contains(got, "1450") || strings.Contains(got, "instead of") {
		t.Errorf("got %q, want no change where none is needed", got)
	}
}

// The move that the verdict names is correct: with slightly more power than it says, the job runs there.
func TestTheMoveThatIsNamedIsTrue(t *testing.T) {
	tried := 0
	for _, job := range []string{"j1", "j2", "j3", "j4", "j5", "j6"} {
		s := five(t, "rbhs", job)
		m := smallestMove(explanation(&s))
		if m == nil {
			continue
		}
		for i, c := range s.Problem.Placement.Clusters {
			if c.ID == m.Cluster {
				s = state.Reduce(s, state.SetField{Path: "placement.clusters[" + ui.Integer(i) + "].mips",
					Text: ui.Exact(math.Ceil(m.MIPS * 1.001))})
			}
		}
		s = labtest.Explain(t, labtest.Solve(t, s, s.FocusedAnswer().Run), &Screen)
		if w := explanation(&s); w.Job == job && w.Winner != m.Cluster {
			// Jobs before it may have moved too and changed its queue.
			if !w.QueueAware {
				t.Errorf("%s stays on %s, want it on %s with %v MIPS", job, w.Winner, m.Cluster, m.MIPS)
			}
		}
		tried++
	}
	if tried < 3 {
		t.Errorf("got %d jobs with a move, want at least 3", tried)
	}
}

// The traffic of a link is the sum of the transfers of the jobs over it, each link of a path counted once.
func TestTrafficAddsUp(t *testing.T) {
	s := five(t, "nearest-data", "j1")
	p := &s.Problem.Placement.Problem
	sol, _ := shownAnswer(&s)
	over := map[string]float64{}
	for _, a := range sol.Assignments {
		for _, src := range a.Sources {
			for i := 1; i < len(src.Path); i++ {
				size := 0.0
				for _, d := range p.Datasets {
					if d.ID == src.Dataset {
						size = d.Size
					}
				}
				for _, l := range p.Links {
					if l.A == src.Path[i-1] && l.B == src.Path[i] || l.B == src.Path[i-1] && l.A == src.Path[i] {
						over[l.A+" – "+l.B] += size
					}
				}
			}
		}
	}
	rows := rowsOf(traffic(&s))[1:]
	if len(rows) != len(p.Links) {
		t.Fatalf("got %d rows, want %d, one for each link", len(rows), len(p.Links))
	}
	for _, r := range rows {
		if r[1] != ui.Num(over[r[0]]) {
			t.Errorf("link %s: got %s MB, want %s", r[0], r[1], ui.Num(over[r[0]]))
		}
	}
}

// Every step has a sentence, and the notes on the picture follow the steps.
func TestStepsAreReported(t *testing.T) {
	got := map[string]bool{}
	for _, focus := range []string{"rbhs", "scp-tree", "min-completion", "nearest-data", "fastest", "random"} {
		s := five(t, focus, "j3")
		if s.Explanation.Trace == nil {
			continue
		}
		for i, e := range s.Explanation.Trace.Events {
			s = state.Reduce(s, state.StepReplay{To: i + 1})
			got[e.Kind] = true
			if message := text(stepText(&s)...); len(message) < 15 || !strings.HasSuffix(message, ".") {
				t.Errorf("%s, step %d, %s: got text %q, want a sentence", focus, i+1, e.Kind, message)
			}
			if cluster := e.Kind == "score" || e.Kind == "expand"; cluster && i+1 < len(s.Explanation.Trace.Events) &&
				len(draw.StepNotes(s.Explanation.Trace, i+1)) == 0 {
				t.Errorf("%s, step %d, %s: got no note at a cluster", focus, i+1, e.Kind)
			}
		}
		drawn := topology(&s).SVG()
		if strings.Contains(drawn, " s/MB</text>") || !strings.Contains(drawn, ">j3</text>") {
			t.Errorf("%s: notes of steps remain at the end, or the chosen cluster lacks j3", focus)
		}
	}
	for _, kind := range []string{"factor", "expand", "found", "relax", "done", "score", "choose", "try", "cover"} {
		if !got[kind] {
			t.Errorf("got no step %s", kind)
		}
	}
}

// Data that cannot be reached are reported in scores, verdict and hint.
func TestUnreachableDataIsReported(t *testing.T) {
	s := labtest.Preset(t, "placement", "split-network")
	s = labtest.Solve(t, s)
	out := 0
	for _, j := range s.Problem.Placement.Jobs {
		on := labtest.Explain(t, labtest.Select(s, "job", j.ID), &Screen)
		w := explanation(&on)
		if w == nil {
			continue
		}
		for i, c := range w.Scores {
			if c.Final == nil && i < scoreRows && len(w.Scores) <= scoreRows {
				out++
			}
		}
		if strings.Contains(text(jobScores(&on)), "∞") {
			out++
		}
		if w.Winner == "" && !strings.Contains(text(verdict(&on)...), "No cluster can reach") {
			t.Errorf(`%s: got verdict %q, want "No cluster can reach"`, j.ID, text(verdict(&on)...))
		}
	}
	if out == 0 {
		t.Error("got no unreachable job in a split network")
	}
}

// The table of all scores has the winners of the answer.
func TestMatrixShowsTheWinners(t *testing.T) {
	s := five(t, "rbhs", "j1")
	s = state.Reduce(s, state.Show{Field: "answers", To: "scores"})
	if got := text(scores(&s)); got != "Adding up the scores." {
		t.Errorf(`got %q, want "Adding up the scores."`, got)
	}
	s = labtest.Explain(t, s, &Screen)
	jobs := s.Problem.Placement.Jobs
	drawn := ui.HTML(scores(&s))
	if best := strings.Count(drawn, "gb-best"); best != len(jobs) || !strings.Contains(drawn, jobs[len(jobs)-1].ID) {
		t.Errorf("got %d winners, want %d: %.900s", best, len(jobs), drawn)
	}
	old := state.Reduce(s, state.SetField{Path: "placement.jobs[0].mi", Text: "5"})
	if got := text(scores(&old)); !strings.Contains(got, "the current problem") {
		t.Errorf("got %q, want a note on the current problem", got)
	}
}

// The hint of a tool explains its use.
func TestHints(t *testing.T) {
	s := five(t, "rbhs", "j1")
	for tool, want := range map[string]string{"add": "Click to place", "connect": "Drag from one",
		"replica": "Select a dataset first"} {
		if on := state.Reduce(s, state.Show{Field: "tool", To: tool}); !strings.HasPrefix(hint(&on), want) {
			t.Errorf("tool %s: got hint %q, want %q", tool, hint(&on), want)
		}
	}
	on := labtest.Select(state.Reduce(s, state.Show{Field: "tool", To: "replica"}), "dataset", "d1")
	if !strings.Contains(hint(&on), "put d1 on them") {
		t.Errorf(`got hint %q, want "put d1 on them"`, hint(&on))
	}
	old := state.Reduce(labtest.Select(s, "job", "j1"), state.SetField{Path: "placement.jobs[1].mi", Text: "5"})
	if !strings.Contains(hint(&old), "(before the last change) runs j1") {
		t.Errorf("got hint %q, want the answer before the last change", hint(&old))
	}
}

// busiestRows keeps the busiest rows with their bars, in their order.
func TestBusiestRows(t *testing.T) {
	v := timeline.View{Rows: []timeline.Row{{ID: "a"}, {ID: "b"}, {ID: "c"}}, Bars: []timeline.Bar{{Row: 0},
		{Row: 1}, {Row: 2}, {Row: 2}}}
	v = busiestRows(v, []float64{3, 1, 9}, 2)
	if len(v.Rows) != 2 || v.Rows[0].ID != "a" || v.Rows[1].ID != "c" || len(v.Bars) != 3 || v.Bars[1].Row != 1 {
		t.Errorf("got %+v, want rows a and c with their 3 bars", v)
	}
}

// The timeline's last bar ends at the makespan.
func TestTimelineEndsWithTheMakespan(t *testing.T) {
	s := five(t, "rbhs", "j1")
	sol, a := shownAnswer(&s)
	v := draw.Timeline(&s.Problem.Placement.Problem, sol)
	end := 0.0
	for _, b := range v.Bars {
		end = max(end, b.End)
	}
	if math.Abs(end-a.Answer.Metrics["makespan"]) > 1e-9 {
		t.Errorf("got end %v, want the makespan %v", end, a.Answer.Metrics["makespan"])
	}
	if timelineTab(&s).IsZero() {
		t.Error("got no timeline")
	}
}

// During the replay of a job or of the whole run the job's form does not show where it runs. The forms of other jobs
// do.
func TestTheFormShowsNothingBeforeItsStep(t *testing.T) {
	s := five(t, "rbhs", "j3")
	got := func() bool { return strings.Contains(text(form(&s)), "runs it on") }
	end := len(s.Explanation.Trace.Events)
	s = state.Reduce(s, state.StepReplay{To: end - 1})
	if got() {
		t.Error("the form shows the answer before the last step")
	}
	key := s.Key(state.FacetSelect)
	if s = state.Reduce(s, state.StepReplay{To: end}); !got() || s.Key(state.FacetSelect) == key {
		t.Error("at the end the form lacks the answer, or its key is unchanged")
	}
	s = state.Reduce(s, state.Watch{Setting: "whole", To: "on"})
	s = state.Reduce(labtest.Explain(t, s, &Screen), state.StepReplay{To: 1})
	if !s.Explanation.Whole || got() {
		t.Error("the whole run shows the answer before its end")
	}
}

// With nothing selected the steps of the replay are drawn too, and the result is not shown before its step.
func TestStepsAreDrawnWithNothingSelected(t *testing.T) {
	s := state.Reduce(five(t, "rbhs", "j3"), state.SelectElement{})
	end := len(s.Explanation.Trace.Events)
	if drawn := topology(&s).SVG(); !strings.Contains(drawn, "gb-jobs") || strings.Contains(drawn, "gb-note") {
		t.Error("at the end the answer is not drawn")
	}
	s = state.Reduce(s, state.StepReplay{To: end - 1})
	if drawn := topology(&s).SVG(); strings.Contains(drawn, "gb-jobs") || !strings.Contains(drawn, "gb-note") {
		t.Error("before the end the step is not drawn, or the answer is")
	}
}

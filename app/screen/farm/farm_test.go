package farm

import (
	"context"
	"strings"
	"testing"

	"gridbox/app/picture"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
)

// explained is the laboratory on a preset with one run's answer, and the why
// of a job.
func explained(t *testing.T, preset, job string, run scenario.Run) state.State {
	t.Helper()
	d := state.FromPreset("farm", preset, 7)
	d.Runs = []scenario.Run{run}
	s := state.New(d)
	if s.Problem == nil {
		e, faults := scenario.Expand(s.Draft)
		if faults != nil {
			t.Fatal(faults)
		}
		s = state.Reduce(s, state.Expanded{Of: s.Posed, Problem: e})
	}
	ctx, kinds := context.Background(), engine.Engine{engine.Farm()}
	a, err := kinds.RunExplicit(ctx, s.Problem, run, engine.Env{})
	if err != nil {
		t.Fatal(err)
	}
	s = state.Reduce(s, state.RunDone{Algorithm: run.Algorithm, To: s.Posed, Key: state.RunKey(run), Answer: &a, Problem: s.Problem})
	s = state.Reduce(s, state.FocusRun{Algorithm: run.Algorithm})
	s = state.Reduce(s, state.SelectThing{Thing: state.Thing{Kind: picture.Job, ID: job}})
	why, err := kinds.ExplainExplicit(ctx, s.Problem, run, map[string]string{"job": job}, engine.Env{})
	if err != nil {
		t.Fatal(err)
	}
	s = state.Reduce(s, state.WhyPending{Run: run.Algorithm, About: job, Key: "k", To: s.Posed})
	return state.Reduce(s, state.WhyArrived{Key: "k", Trace: why.Trace, Detail: doc.Canonical(why.Detail)})
}

func text(nodes []ui.Node) string { return ui.HTML(ui.El("div", nodes)) }

// The why of every algorithm says what it can.
func TestWhyInWords(t *testing.T) {
	limited := false
	tries := scenario.Run{Algorithm: "two-stage", Options: map[string]any{"tries": 40.0}}
	for _, c := range []struct {
		preset, job string
		run         scenario.Run
		want        []string
	}{
		{"markov-2004", "18", scenario.Run{Algorithm: "two-stage"}, []string{"number 7 of the order", "Only q5 can run it", "makes room", "too few slots"}},
		{"markov-2004", "9", tries, []string{"other orders of the jobs"}},
		{"farm-starvation", "small 1", scenario.Run{Algorithm: "fcfs"}, []string{"in line behind job wide, which starts at 50 s"}},
		{"farm-stream", "j160", scenario.Run{Algorithm: "easy"}, []string{"It starts before job"}},
		{"farm-stream", "j160", scenario.Run{Algorithm: "conservative"}, []string{"It starts before job"}},
		{"markov-2004", "7", scenario.Run{Algorithm: "two-stage"}, []string{"delays no reservation made before; the next is on q5"}},
	} {
		s := explained(t, c.preset, c.job, c.run)
		said := text(verdict(&s))
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s, job %s by %s: no %q in %s", c.preset, c.job, c.run.Algorithm, want, said)
			}
		}
		if table := text([]ui.Node{offers(&s)}); !strings.Contains(table, "start, s") {
			t.Errorf("%s, job %s by %s: no offers in %s", c.preset, c.job, c.run.Algorithm, table)
		}
		limited = limited || strings.Contains(said, "delays no reservation made before")
		for s.Why.Step = 0; s.Why.Step <= len(s.Why.Trace.Events); s.Why.Step++ {
			if said := text(say(&s)); len(said) < 30 || strings.Contains(said, "  ") {
				t.Fatalf("step %d of %s: %q", s.Why.Step, c.run.Algorithm, said)
			}
		}
	}
	if !limited {
		t.Error("no job says what limits it")
	}
}

// A long schedule has pages and is found by the job.
func TestScheduleHasPages(t *testing.T) {
	s := explained(t, "farm-mixed", "j40", scenario.Run{Algorithm: "easy"})
	rows := func() int { return strings.Count(text([]ui.Node{schedule(&s)}), "<tr") - 1 }
	if rows() != state.PageRows {
		t.Errorf("%d rows", rows())
	}
	s = state.Reduce(s, state.Show{What: "find", Of: "reservation", To: "j199"})
	if got := text([]ui.Node{schedule(&s)}); rows() == 0 || !strings.Contains(got, "j199") || !strings.Contains(got, "reserved in advance") {
		t.Errorf("%d rows: %s", rows(), got)
	}
}

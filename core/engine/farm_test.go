package engine

import (
	"context"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind/farm"
	solver "gridbox/core/kind/farm/solve"
	"gridbox/core/scenario"
)

func farmOn(t *testing.T, preset string) *scenario.Scenario {
	t.Helper()
	return explicitly(t, scenario.NewGenerated("farm", preset, 7))
}

// Answers are compared in a sentence and listed row by row.
func TestFarmIsComparedAndListed(t *testing.T) {
	k, _ := catalog.ByID("farm")
	for _, preset := range []string{"markov-2004", "farm-starvation", "farm-graph"} {
		s := farmOn(t, preset)
		var first *scenario.Answer
		for _, a := range k.Algorithms {
			answer, err := All().Run(context.Background(), s, scenario.Run{Algorithm: a.ID}, Env{})
			if err != nil || !answer.Check.OK {
				t.Fatalf("%s %s: got error %v, check %+v; want a valid answer", preset, a.ID, err, answer.Check)
			}
			if first == nil {
				first = &answer
			}
			if text := k.Compare(s, &answer, first); !strings.HasSuffix(text, ".") {
				t.Errorf("got comparison %q, want a sentence", text)
			}
			if d := k.Decisions(&answer); d.Rows < len(s.Farm.Jobs) || len(d.Columns) != 8 ||
				len(d.Columns[0].Texts) != d.Rows {
				t.Errorf("%s %s: got %d rows of decisions in %d columns, want %d at least in 8", preset, a.ID, d.Rows,
					len(d.Columns), len(s.Farm.Jobs))
			}
		}
	}
}

func TestFarmThatCannotBe(t *testing.T) {
	k, _ := catalog.ByID("farm")
	s := scenario.NewGenerated("farm", "", 0)
	s.Farm = &scenario.Farm{Problem: farm.Problem{Machines: []farm.Machine{{ID: "q", Slots: 1}},
		Jobs: []farm.Job{{ID: "j", Slots: 2, Duration: 1}}}}
	a, err := All().Run(context.Background(), s, scenario.Run{Algorithm: "two-stage"}, Env{})
	if err != nil || a.Feasible || !strings.Contains(a.Reason.String(), "q: 1 of 2 slots") {
		t.Errorf("got error %v, %+v; want no schedule, as q has 1 of 2 slots", err, a)
	}
	if text := k.Compare(s, &a, &a); !strings.HasPrefix(text, "Neither") {
		t.Errorf("got comparison %q, want Neither first", text)
	}
	if d := k.Decisions(&a); d.Rows != 0 {
		t.Errorf("got %d rows of decisions, want 0", d.Rows)
	}
}

// The steps about one job have its own priority and offers, and the jobs placed
// before it are in their final places.
func TestFarmExplainsOneJob(t *testing.T) {
	s := farmOn(t, "markov-2004")
	for _, id := range []string{"two-stage", "fcfs", "easy", "conservative"} {
		e, err := All().ExplainExplicit(context.Background(), s, scenario.Run{Algorithm: id},
			map[string]string{"job": "6"}, Env{})
		if err != nil || doc.Check(e.Detail) != nil {
			t.Fatal(err)
		}
		if w := e.Detail.(solver.Explanation); len(w.Machines) != 5 || len(w.Reservations) != 1 {
			t.Errorf("%s: got %+v, want five machines and one reservation", id, w)
		}
		last := e.Trace.Events[len(e.Trace.Events)-1]
		if last.Kind != "place" || last.Refs[0].ID != "6" {
			t.Errorf("%s: got last event %+v, want place of job 6", id, last)
		}
		for _, x := range e.Trace.Events {
			if (x.Kind == "order" || x.Kind == "offer") && x.Refs[0].ID != "6" {
				t.Errorf("%s: got event %+v, want events of job 6 only", id, x)
			}
		}
	}
	whole, err := All().ExplainExplicit(context.Background(), s, scenario.Run{Algorithm: "two-stage"}, nil, Env{})
	if err != nil || len(whole.Trace.Events) < 19 {
		t.Errorf("whole run: got error %v or fewer events, want 19 events at least", err)
	}
}

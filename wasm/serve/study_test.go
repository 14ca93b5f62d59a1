package serve

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
	"gridbox/core/study/runner"
)

// sweep returns a study over a grid of budgets, of which the least is never enough.
func sweep(t testing.TB, change func(*scenario.Scenario)) []byte {
	t.Helper()
	s, _ := catalog.FromPreset("twelve-nodes", 3)
	s.Runs = []scenario.Run{{Algorithm: "min-cost"}, {Algorithm: "first-fit"}}
	s.Study = &scenario.Study{Replications: 9,
		Vary: []scenario.Vary{{Path: "window.generate.budget", Values: []any{60.0, 150.0, 270.0}}}}
	if change != nil {
		change(s)
	}
	return scenario.Canonical(s)
}

// native returns the output of the command line.
func native(t testing.TB, text []byte) *report.Document {
	t.Helper()
	s, _ := scenario.Parse(text)
	plan, faults := study.New(s, study.Limits{})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	part, err := runner.Run(context.Background(), engine.All(), plan,
		slices.Values(runner.Tasks(plan, 0, plan.Replications(), 4)), runner.Env{})
	if err != nil {
		t.Fatal(err)
	}
	return report.New(plan, part)
}

// However a study is divided and in whatever order its parts arrive, the tally is the document that the command line
// writes.
func TestStretchesTallyToTheWholeStudy(t *testing.T) {
	ctx, text := context.Background(), sweep(t, nil)
	want := native(t, text).Text()
	for _, cut := range [][]int{{0, 27}, {0, 1, 2, 27}, {0, 4, 9, 10, 20, 26, 27}} {
		worker, keeper := fullCatalog(), &Catalog{}
		var parts [][]byte
		for i := range len(cut) - 1 {
			part, err := worker.Study(ctx, text, Stretch{From: cut[i], To: cut[i+1]}, func(int, int) {})
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, part)
		}
		slices.Reverse(parts)
		var got []byte
		for i, part := range parts { // one by one, as they arrive
			var err error
			got, err = keeper.Tally(ctx, TallyRequest{Key: "1", Have: i,
				Text:  bytes.Join([][]byte{text, part}, []byte("\n")),
				About: map[string]string{"as": "document"}})
			if err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(got, want) {
			t.Errorf("study in parts cut at %v: got another document than of one part", cut)
		}
		if _, err := (&Catalog{}).Tally(ctx,
			TallyRequest{Key: "1", Have: 1, Text: text, About: map[string]string{"as": "document"}}); !errors.Is(err,
			ErrLacking) {
			t.Errorf("Tally by a worker without parts: got error %v, want ErrLacking", err)
		}
	}
}

func TestATallyTellsPartsOfTheDocument(t *testing.T) {
	ctx, text, c := context.Background(), sweep(t, nil), &Catalog{}
	part, err := fullCatalog().Study(ctx, text, Stretch{To: 27}, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	about := func(pairs ...string) []byte {
		m := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i]] = pairs[i+1]
		}
		got, err := c.Tally(ctx, TallyRequest{Key: "k", Text: bytes.Join([][]byte{text, part}, []byte("\n")), About: m})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	var plan study.Outline
	if faults := doc.Decode(about("as", "plan"), &plan); len(faults) > 0 || len(plan.Points) != 3 ||
		plan.Points[1][0] != 150.0 || len(plan.Runs) != 2 {
		t.Errorf("got plan %+v, faults %v; want 3 points, the second 150, and 2 runs", plan, faults)
	}
	view, faults := report.Parse(about("as", "view", "metric", "cost", "point", "2"))
	if len(faults) > 0 || len(view.Cells) != 3*2*len(plan.Metrics) || len(view.Pairs) != 1 ||
		view.Pairs[0].Vary["window.generate.budget"] != 270.0 {
		t.Errorf("got view %+v, faults %v; want cells of 3 points and 2 runs, a pair at budget 270", view, faults)
	}
	if view.Cells[0].Infeasible != 9 {
		t.Errorf("budget 60: got %d of 9 infeasible, want 9", view.Cells[0].Infeasible)
	}
	var list []study.Pick
	if faults := doc.Decode(about("as", "picks", "metric", "cost", "point", "2", "run", "0"), &list); len(faults) > 0 ||
		len(list) != 3 {
		t.Fatalf("got picks %v, faults %v; want 3", list, faults)
	}
	if list[0].Value > list[1].Value || list[1].Value > list[2].Value || list[0].Rank != "best" {
		t.Errorf("got picks %v, want rising values and the rank best first", list)
	}
	one, faults := catalog.Parse(about("as", "scenario", "point", "2", "replication", "4"))
	if len(faults) > 0 || one.Seed != study.Seed(3, 4) || *one.Window.Generate.Budget != 270 {
		t.Errorf("fifth replication: got %+v, faults %v; want its seed and budget 270", one, faults)
	}
	for _, as := range []string{"csv", "values"} {
		if n := strings.Count(string(about("as", as)), "\r\n"); n < 10 {
			t.Errorf("%s: got %d lines, want at least 10", as, n)
		}
	}
	if _, faults := study.ParsePart(about("as", "part")); len(faults) > 0 {
		t.Errorf("ParsePart: got faults %v, want none", faults)
	}
}

func TestWhatIsWrongWithAStudyIsReported(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		message string
		change  func(*scenario.Scenario)
	}{
		{"study.vary[0].path", func(s *scenario.Scenario) { s.Study.Vary[0].Path = "window.generate.bugdet" }},
		{"study.metrics[0]", func(s *scenario.Scenario) { s.Study.Metrics = []string{"makespan"} }},
		{"has no end", func(s *scenario.Scenario) {
			s.Study.Vary[0] = scenario.Vary{Path: "window.generate.budget", From: new(1.0), To: new(2.0),
				Step: new(0.0)}
		}},
		{"memory", func(s *scenario.Scenario) {
			s.Study.Vary[0] = scenario.Vary{Path: "window.generate.budget", From: new(1.0), To: new(1e9),
				Step: new(1.0)}
		}},
		{"points of the grid", func(s *scenario.Scenario) {
			s.Study.Vary[0], s.Study.Replications = scenario.Vary{Path: "window.generate.budget", From: new(1.0),
				To: new(2e4), Step: new(1.0)}, 1
		}},
	} {
		_, err := (&Catalog{}).Tally(ctx, TallyRequest{Text: sweep(t, c.change),
			About: map[string]string{"as": "plan"}})
		if err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("got error %v, want %q in it", err, c.message)
		}
	}
	if _, err := fullCatalog().Study(ctx, sweep(t, nil), Stretch{From: 20, To: 28}, func(int, int) {}); err == nil {
		t.Error("Study of replications outside the plan: got no error")
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := fullCatalog().Study(ended, sweep(t, nil), Stretch{To: 27}, func(int, int) {}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("Study with a cancelled context: got error %v, want %v", err, context.Canceled)
	}
}

package serve

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
	"gridbox/wasm/msg"
)

// fullCatalog returns a catalog of all kinds.
func fullCatalog() *Catalog { return &Catalog{Engine: engine.All()} }

func preset(t testing.TB, id string, change func(*scenario.Scenario)) []byte {
	t.Helper()
	s := scenario.NewGenerated("placement", id, 7)
	if change != nil {
		change(s)
	}
	return scenario.Canonical(s)
}

func TestTheCatalogAnswersAsTheCommandLineDoes(t *testing.T) {
	ctx, answers := context.Background(), fullCatalog()
	generated := preset(t, "five-clusters", nil)
	text, err := answers.Expand(ctx, generated)
	if err != nil {
		t.Fatal(err)
	}
	s, faults := scenario.Parse(text)
	if len(faults) > 0 || s.Placement.Generate != nil || len(s.Placement.Clusters) != 5 {
		t.Fatalf("Expand: got %s, faults %v; want 5 clusters and no generator", text, faults)
	}
	for _, run := range catalog.DefaultRuns("placement") {
		want, err := engine.All().Run(ctx, s, run, engine.Env{})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range [][]byte{generated, text} {
			solved, err := answers.Solve(ctx, text, run, func(int, int) {})
			if err != nil {
				t.Fatal(err)
			}
			answer, faults := scenario.ParseAnswer(solved.Answer, solved.Kind)
			if len(faults) > 0 || answer.Digest != want.Digest || !answer.Check.OK || answer.ElapsedMs <= 0 {
				t.Errorf("%s: got faults %v, digest %s, want %s, check %+v, %v ms",
					run.Algorithm, faults, answer.Digest, want.Digest, answer.Check, answer.ElapsedMs)
			}
		}
	}
	why, err := answers.Explain(ctx, text, scenario.Run{Algorithm: "rbhs"},
		map[string]string{"job": s.Placement.Jobs[0].ID}, func(int, int) {})
	if err != nil || why.Trace == nil || len(why.Trace.Events) == 0 || len(why.Detail) == 0 {
		t.Errorf("Explain: got %+v, error %v; want trace events and a detail", why, err)
	}
}

func TestTheCatalogNamesFaultsAtTheirPlaces(t *testing.T) {
	ctx, answers := context.Background(), fullCatalog()
	text := preset(t, "five-clusters", nil)
	for name, call := range map[string]func() error{
		"no JSON": func() error { _, err := answers.Expand(ctx, []byte("{\"format\"")); return err },
		"unknown field": func() error {
			_, err := answers.Expand(ctx, []byte(strings.Replace(string(text), "seed", "sead", 1)))
			return err
		},
		"unknown algorithm": func() error {
			_, err := answers.Solve(ctx, text, scenario.Run{Algorithm: "rbsh"}, nil)
			return err
		},
		"no algorithm": func() error { _, err := answers.Explain(ctx, text, scenario.Run{}, nil, nil); return err },
	} {
		var faults doc.Faults
		if err := call(); !errors.As(err, &faults) || len(faults) == 0 {
			t.Errorf("%s: got error %v, want faults", name, err)
		}
	}
	if _, err := answers.Solve(ctx, text, scenario.Run{Algorithm: "rbhs"}, nil); err != nil {
		t.Errorf("Solve after faults: got error %v, want none", err)
	}
}

func TestTheCatalogReadsADocumentOnce(t *testing.T) {
	ctx, answers := context.Background(), fullCatalog()
	text := preset(t, "five-clusters", nil)
	for range 2 {
		if _, err := answers.Solve(ctx, text, scenario.Run{Algorithm: "rbhs"}, nil); err != nil {
			t.Fatal(err)
		}
	}
	first := answers.last
	if _, err := answers.Solve(ctx, slices.Clone(text), scenario.Run{Algorithm: "scp-tree"}, nil); err != nil ||
		answers.last != first {
		t.Errorf("Solve of the same text: it was parsed again, error %v", err)
	}
	if _, err := answers.Expand(ctx, preset(t, "fat-tree", nil)); err != nil || answers.last == first {
		t.Errorf("Expand of another text: it was not parsed, error %v", err)
	}
}

func TestWhatWouldNotFitIsRefusedInWords(t *testing.T) {
	jobs, clusters, datasets, needs := 1_000_000, 20_000, 200_000, 300
	degree, none := 8.0, 0.0
	for name, change := range map[string]func(*placement.Spec){
		"jobs": func(g *placement.Spec) { g.Jobs = &jobs },
		"clusters and datasets": func(g *placement.Spec) {
			g.Clusters, g.Degree, g.LinkProbability, g.Datasets = &clusters, &degree, &none, &datasets
		},
		"needs": func(g *placement.Spec) { n := 100_000; g.Jobs, g.NeedsMax = &n, &needs },
	} {
		var large *SizeError
		_, err := fullCatalog().Expand(context.Background(),
			preset(t, "rbhs-mixed", func(s *scenario.Scenario) { change(s.Placement.Generate) }))
		if !errors.As(err, &large) || !strings.Contains(err.Error(), "GB") ||
			!strings.Contains(err.Error(), "smaller") {
			t.Errorf(`%s: got error %v, want a size error with GB and "smaller"`, name, err)
		}
	}
}

// Problems of every kind are refused by the maximal size that their generators make, and no preset is refused.
func TestEveryKindHasItsLimit(t *testing.T) {
	most := map[string]string{
		"window": `{"preset": "square-2018", "nodes": 100000, "horizon": 100000, "chunk": 1, "loadPopulation": 2000, "loadMarked": 20, "loadDraws": 200}`,
		"batch":  `{"preset": "alp-amp-2011", "slotsMax": 200000, "jobsMin": 1, "jobsMax": 10000, "cycles": 1000, "period": 10}`,
		"group":  `{"preset": "gka-1000", "nodes": 2000000}`,
		"farm":   `{"preset": "farm-large", "jobs": 1000000, "machines": 20000}`,
	}
	for kind, spec := range most {
		text := `{"format": "gridbox", "version": 1, "kind": "` + kind + `", "` + kind + `": {"generate": ` +
			spec + `}}`
		var large *SizeError
		if _, err := fullCatalog().Expand(context.Background(), []byte(text)); !errors.As(err, &large) ||
			!strings.Contains(err.Error(), "GB") {
			t.Errorf("%s: got error %v, want a size error with GB", kind, err)
		}
	}
	for _, k := range catalog.Kinds() {
		for _, p := range k.Presets {
			s, _ := catalog.FromPreset(p.ID, 1)
			explicit, _ := scenario.Expand(s)
			if err := errors.Join(SizeLimit(s), SizeLimit(explicit)); err != nil {
				t.Errorf("SizeLimit of preset %s: got error %v, want none", p.ID, err)
			}
		}
	}
}

// TestTheEstimateCoversWhatRunsTake compares the estimated bytes of a placement with those that stay allocated after
// a problem was solved, on problems that are large in different dimensions.
func TestTheEstimateCoversWhatRunsTake(t *testing.T) {
	many, few, some := 300, 50, 600
	for name, change := range map[string]func(*placement.Spec){
		"the paper's":   func(*placement.Spec) {},
		"many clusters": func(g *placement.Spec) { g.Clusters, g.Jobs = &many, &few },
		"many jobs":     func(g *placement.Spec) { g.Clusters, g.Jobs = &few, &some },
		"many datasets": func(g *placement.Spec) { g.Datasets, g.Jobs = &some, &few },
	} {
		text := preset(t, "rbhs-mixed", func(s *scenario.Scenario) { change(s.Placement.Generate) })
		answers := fullCatalog()
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		solved, err := answers.Solve(context.Background(), text, scenario.Run{Algorithm: "rbhs"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		live := float64(after.HeapAlloc) - float64(before.HeapAlloc)
		_, need := describeSize(scenario.Amounts(answers.last))
		if need < live {
			t.Errorf("%s: got estimate %s, want at least the allocated %s", name, amount(need), amount(live))
		}
		runtime.KeepAlive(solved)
	}
}

func BenchmarkSolveThroughTheCatalog(b *testing.B) {
	for _, id := range []string{"five-clusters", "rbhs-mixed"} {
		b.Run(id, func(b *testing.B) {
			text, answers := preset(b, id, nil), fullCatalog()
			for b.Loop() {
				if _, err := answers.Solve(context.Background(), text, scenario.Run{Algorithm: "rbhs"},
					nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestARealSolverReportsAndStops cancels every default algorithm in the middle of a problem that would take it
// seconds.
func TestARealSolverReportsAndStops(t *testing.T) {
	jobs, clusters := 60_000, 300
	text := preset(t, "rbhs-mixed", func(s *scenario.Scenario) {
		s.Placement.Generate.Jobs, s.Placement.Generate.Clusters = &jobs, &clusters
	})
	p := connect(t, fullCatalog())
	for i, run := range catalog.DefaultRuns("placement") {
		id := uint64(2 + i)
		p.send(msg.Request{ID: id, Type: msg.Solve, Run: &run, Document: text})
		a := p.receive()
		for a.Type == msg.Begun || a.Type == msg.Progress && a.Done == 0 {
			a = p.receive()
		}
		if a.Type != msg.Progress || a.Total < a.Done {
			t.Fatalf("%s: got %+v, want progress first", run.Algorithm, a)
		}
		began := time.Now()
		p.send(msg.Request{ID: id, Type: msg.Cancel})
		p.wantFailed(id, msg.Cancelled, "Stopped")
		t.Logf("%s stopped after %v", run.Algorithm, time.Since(began))
	}
}

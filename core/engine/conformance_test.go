package engine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"math"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// subjects returns the scenarios on which every algorithm of a kind is tried:
// all presets, and the edges of each kind.
func subjects(t testing.TB, k catalog.Kind) map[string]*scenario.Scenario {
	t.Helper()
	list := map[string]*scenario.Scenario{}
	for _, p := range k.Presets {
		s, _ := catalog.FromPreset(p.ID, 7)
		list[p.ID] = explicitly(t, s)
	}
	for name, e := range edges[k.ID] {
		list[name] = e.scenario(t, k.ID)
	}
	return list
}

func explicitly(t testing.TB, s *scenario.Scenario) *scenario.Scenario {
	t.Helper()
	explicit, faults := scenario.Expand(s)
	if faults != nil {
		t.Fatal(faults)
	}
	return explicit
}

// variants returns the settings of options with which an algorithm is tried:
// the defaults, and each other choice alone.
func variants(a *kind.Algorithm) []scenario.Run {
	runs := []scenario.Run{{Algorithm: a.ID}}
	for _, o := range a.Options {
		for _, c := range o.Choices {
			if c != o.Default {
				runs = append(runs, scenario.Run{Algorithm: a.ID, Options: map[string]any{o.ID: c}})
			}
		}
		if on, ok := o.Default.(bool); ok {
			runs = append(runs, scenario.Run{Algorithm: a.ID, Options: map[string]any{o.ID: !on}})
		}
	}
	return runs
}

// forEachRun calls try for every algorithm, variant and subject.
func forEachRun(t *testing.T, try func(t *testing.T, s *scenario.Scenario, run scenario.Run)) {
	for _, k := range catalog.Kinds() {
		list := subjects(t, k)
		for _, a := range k.Algorithms {
			for _, run := range variants(&a) {
				for name, s := range list {
					large := len(scenario.Canonical(s)) > 50_000
					if large && (run.Options != nil || testing.Short()) {
						continue // large presets have the defaults only
					}
					t.Run(a.ID+string(doc.Canonical(run.Options))+"/"+name, func(t *testing.T) { try(t, s, run) })
				}
			}
		}
	}
}

// Every answer passes the independent checker, is the same a second time and
// with a log, and does not change the scenario.
func TestConformance(t *testing.T) {
	forEachRun(t, func(t *testing.T, s *scenario.Scenario, run scenario.Run) {
		before := scenario.Canonical(s)
		first, err := All().Run(context.Background(), s, run, Env{})
		if err != nil {
			t.Fatal(err)
		}
		if !first.Check.OK {
			t.Errorf("got violations %v, want none", first.Check.Violations)
		}
		k, _ := catalog.ByID(s.Kind)
		conforms(t, &k, &first)

		log, got := &trace.Log{}, 0
		watched, err := All().Run(context.Background(), s, run, Env{Log: log, Progress: func(done, total int) {
			if done < got || done > total {
				t.Errorf("got progress %d of %d after %d, want ascending and at most all", done, total, got)
			}
			got = done
		}})
		if err != nil || watched.Digest != first.Digest {
			t.Errorf("with a log: got error %v, digest %s; want %s", err, watched.Digest, first.Digest)
		}
		if !bytes.Equal(before, scenario.Canonical(s)) {
			t.Error("Run modified the scenario")
		}
	})
}

// conforms checks the form of an answer.
func conforms(t *testing.T, k *catalog.Kind, a *scenario.Answer) {
	t.Helper()
	if a.Digest != a.ContentDigest() || len(a.Digest) != len("sha256:")+64 {
		t.Errorf("got digest %s, want %s", a.Digest, a.ContentDigest())
	}
	algorithm, _ := k.Algorithm(a.Algorithm)
	if len(a.Options) != len(algorithm.Options) {
		t.Errorf("got options %v, want %d", a.Options, len(algorithm.Options))
	}
	if !a.Feasible {
		if a.Reason == nil || a.Metrics != nil || a.Bound != nil {
			t.Errorf("infeasible: got %+v, want a reason without metrics and bound", a)
		}
		return
	}
	for _, m := range k.Metrics {
		if v, ok := a.Metrics[m.ID]; !ok || math.IsNaN(v) {
			t.Errorf("metric %s: got %v, want a number", m.ID, v)
		}
	}
	if b := a.Bound; b != nil {
		m, ok := k.Metric(b.Metric)
		if !ok || b.Gap < 0 || m.Less && a.Metrics[b.Metric] < b.Value || !m.Less && a.Metrics[b.Metric] > b.Value {
			t.Errorf("got %s = %v, which exceeds its bound %+v", b.Metric, a.Metrics[b.Metric], *b)
		}
	}
	text := doc.Canonical(a)
	read, faults := scenario.ParseAnswer(text, k.ID)
	if faults != nil || !bytes.Equal(doc.Canonical(read), text) || read.ContentDigest() != a.Digest {
		t.Errorf("reading what was written: got another answer or faults %v", faults)
	}
}

// A run whose context is done before it begins, or ends during it, returns soon
// with the error.
func TestCancel(t *testing.T) {
	for _, k := range catalog.Kinds() {
		s := explicitly(t, slowScenario(k))
		for _, a := range k.Algorithms {
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			got := 0
			_, err := All().Run(ctx, s, scenario.Run{Algorithm: a.ID}, Env{Progress: func(int, int) { got++ }})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s, cancelled before the start: got error %v, want %v", a.ID, err, context.Canceled)
			}
			if got > 1 {
				t.Errorf("%s, cancelled before the start: got %d reports of progress, want at most 1", a.ID, got)
			}
			ctx, cancel = context.WithCancel(context.Background())
			got = 0
			_, err = All().Run(ctx, s, scenario.Run{Algorithm: a.ID}, Env{Progress: func(done, total int) {
				if got++; got == 2 {
					cancel()
				}
			}})
			cancel()
			if got >= 2 && !errors.Is(err, context.Canceled) {
				t.Errorf("%s, cancelled during the run: got error %v, want %v", a.ID, err, context.Canceled)
			}
		}
	}
}

// slowScenario returns a scenario on which a run lasts long enough to be cancelled.
func slowScenario(k catalog.Kind) *scenario.Scenario {
	preset := map[string]string{"placement": "rbhs-mixed", "window": "square-2018", "batch": "alp-amp-cycles",
		"group": "gka-1000", "farm": "farm-large"}[k.ID]
	s, _ := catalog.FromPreset(cmp.Or(preset, k.Presets[0].ID), 1)
	if s.Placement != nil {
		jobs := 5000
		s.Placement.Generate.Jobs = &jobs
	}
	return s
}

// Faults of the input are returned as faults, not as an answer.
func TestRunRefuses(t *testing.T) {
	s, _ := catalog.FromPreset("five-clusters", 0)
	for name, try := range map[string]func() error{
		"unknown algorithm": func() error {
			_, err := All().Run(context.Background(), s, scenario.Run{Algorithm: "rhbs"}, Env{})
			return err
		},
		"unknown preset": func() error {
			_, err := All().Run(context.Background(), scenario.NewGenerated("placement", "x", 0),
				scenario.Run{Algorithm: "rbhs"}, Env{})
			return err
		},
		"unknown kind": func() error {
			_, err := All().Run(context.Background(), &scenario.Scenario{Kind: "x"},
				scenario.Run{Algorithm: "rbhs"}, Env{})
			return err
		},
	} {
		var faults doc.Faults
		if err := try(); !errors.As(err, &faults) || len(faults) == 0 {
			t.Errorf("%s: got error %v, want faults", name, err)
		}
	}
}

func TestGapIsRelative(t *testing.T) {
	for _, c := range []struct{ metric, bound, want float64 }{{110, 100, 0.1}, {100, 100, 0}, {3, 0, 3}, {0, 0, 0}} {
		a := scenario.Answer{Metrics: map[string]float64{"m": c.metric},
			Bound: &scenario.Bound{Metric: "m", Value: c.bound}}
		if setGap(&a); math.Abs(a.Bound.Gap-c.want) > 1e-12 {
			t.Errorf("metric %v, bound %v: got gap %v, want %v", c.metric, c.bound, a.Bound.Gap, c.want)
		}
	}
}

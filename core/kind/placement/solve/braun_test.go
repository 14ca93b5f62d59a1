package solve

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	"gridbox/core/importer"
	"gridbox/core/importer/etc"
	"gridbox/core/kind/placement"
	"gridbox/core/realfiles"
)

// benchmark reads the four instances of Braun's benchmark with the expected values of
// each.
func benchmark(t testing.TB, check func(t testing.TB, name string, p *placement.Problem, want expectedValues)) {
	t.Helper()
	var all struct {
		Instances map[string]expectedValues `json:"instances"`
	}
	if err := json.Unmarshal(realfiles.File(t, "braun/expect.json"), &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Instances) != 4 {
		t.Fatalf("got %d instances, want 4", len(all.Instances))
	}
	for name, want := range all.Instances {
		file := importer.File{Name: name, Data: realfiles.File(t, "braun/"+name)}
		made := etc.Format.Read([]importer.File{file}, importer.Wishes{})
		check(t, name, &made.Scenario.Placement.Problem, want)
	}
}

type expectedValues struct {
	Makespan  map[string]float64 `json:"makespan"`
	Best      float64            `json:"best"`
	Bound     float64            `json:"bound"`
	Solutions map[string]float64 `json:"solutions"`
}

// The makespans of the mapping heuristics on Braun's benchmark are those expected.
func TestBraunMakespans(t *testing.T) {
	benchmark(t, func(t testing.TB, name string, p *placement.Problem, want expectedValues) {
		for rule, run := range map[string]struct {
			algorithm Algorithm
			reading   placement.Reading
		}{"olb": {AlgorithmOLB, ""}, "met": {AlgorithmMET, ""}, "mct": {AlgorithmMinCompletion, ""},
			"minMin": {AlgorithmMinMin, ""}, "maxMin": {AlgorithmMaxMin, ""}, "duplex": {AlgorithmDuplex, ""},
			"sufferageList":   {AlgorithmSufferage, placement.List},
			"sufferagePasses": {AlgorithmSufferage, placement.Passes}} {
			o := Options{NoBound: true}
			o.Reading = run.reading
			r, err := Solve(context.Background(), p, run.algorithm, o)
			if err != nil {
				t.Fatal(err)
			}
			if x := want.Makespan[rule]; math.Abs(r.Metrics.Makespan-x) > 1e-9*x {
				t.Errorf("%s %s: got makespan %v, want %v", name, rule, r.Metrics.Makespan, x)
			}
			t.Logf("%s %s %.9g expected %.9g", name, rule, r.Metrics.Makespan, want.Makespan[rule])
		}
	})
}

// The bound is within 0.01 % of the optimum of the linear relaxation, never above it, and
// no known solution is below it.
func TestBraunBounds(t *testing.T) {
	benchmark(t, func(t testing.TB, name string, p *placement.Problem, want expectedValues) {
		r, err := Solve(context.Background(), p, AlgorithmMinMin, Options{})
		if err != nil {
			t.Fatal(err)
		}
		below := 1 - r.Bound.Value/want.Bound
		if below < -1e-12 || below > 1e-4 || r.Bound.Value > want.Best || len(r.Bound.Weights) != len(p.Clusters) {
			t.Errorf("%s: got bound %v with %d weights, %.4f %% below %v; want 0 to 0.01 %%", name, r.Bound.Value,
				len(r.Bound.Weights), 100*below, want.Bound)
		}
		t.Logf("%s bound %.9g LP %.9g below by %.6f %%", name, r.Bound.Value, want.Bound, 100*below)
	})
}

// A share of all clusters is Min completion, a share of one is MET.
func TestShares(t *testing.T) {
	benchmark(t, func(t testing.TB, name string, p *placement.Problem, want expectedValues) {
		for percent, rule := range map[float64]string{100: "mct", 1: "met", 6.25: "met"} {
			o := Options{NoBound: true}
			o.Percent = percent
			r, err := Solve(context.Background(), p, AlgorithmKPercentBest, o)
			if x := want.Makespan[rule]; err != nil || math.Abs(r.Metrics.Makespan-x) > 1e-9*x {
				t.Errorf("%s %v %%: got error %v, makespan %v; want %v", name, percent, err, r.Metrics.Makespan, x)
			}
		}
	})
}

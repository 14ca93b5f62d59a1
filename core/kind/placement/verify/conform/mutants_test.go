package conform_test

import (
	"context"
	"maps"
	"math"
	"slices"
	"strconv"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	_ "gridbox/core/fixedseed"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/placement/verify/conform"
	"gridbox/core/policy"
	"gridbox/core/scenario"

	"pgregory.net/rapid"
)

// smallPlacements returns all presets, at sizes that allow a thousand mutants
// to be checked quickly.
func smallPlacements(t *testing.T) map[string]*scenario.Scenario {
	t.Helper()
	list := map[string]*scenario.Scenario{}
	for _, p := range placement.Presets() {
		s := scenario.NewGenerated("placement", p.ID, 7)
		jobs, clusters, datasets := 10, 7, 10
		if s.Placement.Generate.Jobs = &jobs; p.ID != "five-clusters" {
			s.Placement.Generate.Clusters, s.Placement.Generate.Datasets = &clusters, &datasets
		}
		explicit, faults := scenario.Expand(s)
		if faults != nil {
			t.Fatal(faults)
		}
		list[p.ID] = explicit
	}
	return list
}

// runs returns all algorithms with all their options, except users' policies.
// Their answers are checked to be valid, not to follow a rule, so some of their
// mutants are right.
func runs() (list []scenario.Run) {
	kind, _ := catalog.ByID("placement")
	for _, a := range kind.Algorithms {
		if a.ID == policy.AlgorithmOwn {
			continue
		}
		sets := []map[string]any{{}}
		for _, o := range a.Options {
			var wider []map[string]any
			for _, set := range sets {
				for _, value := range values(o) {
					more := maps.Clone(set)
					more[o.ID] = value
					wider = append(wider, more)
				}
			}
			sets = wider
		}
		for _, set := range sets {
			list = append(list, scenario.Run{Algorithm: a.ID, Options: set})
		}
	}
	return list
}

// truths returns the answers of all runs to a scenario, by name.
func truths(t rapid.TB, s *scenario.Scenario) map[string]scenario.Answer {
	list := map[string]scenario.Answer{}
	for _, run := range runs() {
		a, err := engine.All().Measure(context.Background(), s, run, engine.Env{})
		if err != nil {
			t.Fatal(err)
		}
		list[runName(&a)] = a
	}
	return list
}

// runName returns the name of an algorithm with its options.
func runName(a *scenario.Answer) string { return a.Algorithm + string(doc.Canonical(a.Options)) }

// At least 99 of 100 mutants of right answers with another meaning are refused.
// A mutant has the same meaning, and passes, if its name or options give the
// same decision. A weaker bound with a sufficient certificate is no mutant, and
// neither are other multipliers.
func TestPlacementMutants(t *testing.T) {
	made, killed, same := 0, 0, 0
	alive := map[string]int{}
	for name, s := range smallPlacements(t) {
		all := truths(t, s)
		for _, run := range slices.Sorted(maps.Keys(all)) {
			for _, m := range mutants(s, all[run], all) {
				ok := conform.Answer(&s.Placement.Problem, s.Seed, nil, &m.answer).OK
				switch {
				case m.equivalence != "":
					if same++; !ok {
						t.Errorf("%s, %s, mutant %s: got violations, want none as %s", name, run, m.description,
							m.equivalence)
					}
				case ok:
					made++
					alive[m.description]++
				default:
					made++
					killed++
				}
			}
		}
	}
	t.Logf("%d of %d killed, %d mean the same, alive %v", killed, made, same, alive)
	if made < 8000 || killed*100 < made*99 {
		t.Errorf("got %d of %d mutants refuted, want 99 %% of 8,000 at least; not refuted: %v", killed, made, alive)
	}
}

// The same holds for problems with everything that is allowed: ties, parts of a
// network, datasets of size 0 or without a replica, jobs without data or work.
// Every right answer passes, and is verified as optimal if it is.
func TestMutantsOfDrawnPlacements(t *testing.T) {
	made, killed := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		s := &scenario.Scenario{Kind: "placement", Seed: rapid.Uint64Range(0, 9).Draw(t, "seed"),
			Placement: &scenario.Placement{Problem: drawPlacement(t)}}
		all := truths(t, s)
		names := slices.Sorted(maps.Keys(all))
		for _, name := range names {
			a := all[name]
			found := conform.Answer(&s.Placement.Problem, s.Seed, nil, &a)
			if !found.OK {
				t.Fatalf("%s: got violations %v, want none", name, found.Violations)
			}
			if want := expectedScope(&a); found.Scope != want {
				t.Fatalf("%s: got scope %q, want %q: %+v", name, found.Scope, want, a.Bound)
			}
		}
		right := all[rapid.SampledFrom(names).Draw(t, "run")]
		if !right.Feasible {
			right.Feasible, right.Reason, right.Metrics = true, nil, map[string]float64{}
			right.Solution = &placement.Solution{}
			if conform.Answer(&s.Placement.Problem, s.Seed, nil, &right).OK {
				t.Fatal("feasible answer without a placement: got no violation")
			}
			return
		}
		for _, m := range mutants(s, right, all) {
			ok := conform.Answer(&s.Placement.Problem, s.Seed, nil, &m.answer).OK
			if m.equivalence != "" {
				continue
			}
			if made++; !ok {
				killed++
			} else {
				t.Logf("%s: %s lives", runName(&right), m.description)
			}
		}
	})
	t.Logf("%d of %d killed", killed, made)
	if made < 500 || killed*100 < made*99 {
		t.Errorf("got %d of %d mutants refuted, want 99 %% of 500 at least", killed, made)
	}
}

// expectedScope returns the expected scope of verification of a right answer to a small problem.
func expectedScope(a *scenario.Answer) string {
	switch {
	case !a.Feasible || math.Abs(a.Metrics["makespan"]-a.Bound.Value) <= 1e-10*a.Bound.Value:
		return scenario.ScopeOptimal
	}
	return scenario.ScopeBounded
}

func drawPlacement(t *rapid.T) placement.Problem {
	p := placement.Problem{}
	n := rapid.IntRange(1, 7).Draw(t, "clusters")
	name := func(letter string, i int) string { return letter + strconv.Itoa(i) }
	for i := range n {
		p.Clusters = append(p.Clusters, placement.Cluster{ID: name("c", i),
			MIPS: rapid.SampledFrom([]float64{1, 2, 3, 7.5}).Draw(t, "mips")})
		for k := range i {
			if rapid.IntRange(0, 2).Draw(t, "linked") > 0 {
				p.Links = append(p.Links, placement.Link{A: name("c", k), B: name("c", i),
					Bandwidth: rapid.SampledFrom([]float64{1, 2, 3, 10, 0.7}).Draw(t, "bandwidth")})
			}
		}
	}
	datasets := rapid.IntRange(0, 5).Draw(t, "datasets")
	for i := range datasets {
		d := placement.Dataset{ID: name("d", i), Size: rapid.SampledFrom([]float64{0, 1, 4, 12.5}).Draw(t, "size")}
		for k := range n {
			if rapid.IntRange(0, 1).Draw(t, "held") == 0 {
				d.At = append(d.At, name("c", k))
			}
		}
		p.Datasets = append(p.Datasets, d)
	}
	for j := range rapid.IntRange(1, 7).Draw(t, "jobs") {
		job := placement.Job{ID: name("j", j), MI: rapid.SampledFrom([]float64{0, 1, 5, 40}).Draw(t, "mi")}
		for i := range datasets {
			if rapid.IntRange(0, 2).Draw(t, "needed") == 0 {
				job.Datasets = append(job.Datasets, name("d", i))
			}
		}
		p.Jobs = append(p.Jobs, job)
	}
	return p
}

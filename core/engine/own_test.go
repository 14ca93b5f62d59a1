package engine

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind/kinds"
	"gridbox/core/kind/placement/verify/conform"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// runPolicy runs a policy of the scenario.
func runPolicy(t testing.TB, s *scenario.Scenario, source string) (scenario.Answer, error) {
	t.Helper()
	with := *s
	with.Policies = []scenario.Policy{{ID: "mine", Language: policy.Formula, Source: source}}
	return All().Run(context.Background(), &with,
		scenario.Run{Algorithm: policy.AlgorithmOwn, Options: map[string]any{"policy": "mine"}}, Env{})
}

// Every ready policy answers, is checked, and gives the same answer as its source
// in the document.
func TestReadyPoliciesAnswer(t *testing.T) {
	for _, k := range catalog.Kinds() {
		table, ok := kinds.Policy(k.ID)
		if !ok {
			t.Errorf("kind %s has no table of policies", k.ID)
			continue
		}
		if _, has := catalog.Find(k.ID, policy.AlgorithmOwn); !has {
			continue
		}
		s, _ := catalog.FromPreset(k.Presets[0].ID, 3)
		for _, r := range table.Ready {
			a, err := All().Run(context.Background(), s,
				scenario.Run{Algorithm: policy.AlgorithmOwn, Options: map[string]any{"policy": r.ID}}, Env{})
			if err != nil || !a.Check.OK || a.Stats["unscored"] > 0 && r.ID != "unicep" {
				t.Errorf("%s, %s: got error %v, check %+v, statistics %v; want a valid answer", k.ID, r.ID, err,
					a.Check, a.Stats)
				continue
			}
			b, err := runPolicy(t, s, r.Source)
			if err != nil || !bytes.Equal(doc.Canonical(a.Solution), doc.Canonical(b.Solution)) {
				t.Errorf("%s, %s as source: got another answer or error %v", k.ID, r.ID, err)
			}
		}
	}
}

// Formulas reproduce the built-in rankings of placement to the bit.
func TestPlacementsByFormula(t *testing.T) {
	for id, same := range map[string]scenario.Run{
		"rbhs":         {Algorithm: "rbhs"},
		"rbhs-swapped": {Algorithm: "rbhs", Options: map[string]any{"weights": "swapped"}},
		"rbhs-queue":   {Algorithm: "rbhs", Options: map[string]any{"queueAware": true}},
		"completion":   {Algorithm: "min-completion"}, "nearest": {Algorithm: "nearest-data"},
		"fastest": {Algorithm: "fastest"}} {
		for seed := uint64(0); seed < 40; seed++ {
			for _, preset := range []string{"five-clusters", "rbhs-mixed"} {
				if preset == "rbhs-mixed" && seed > 4 {
					continue
				}
				s, _ := catalog.FromPreset(preset, seed)
				want, err := All().Run(context.Background(), s, same, Env{})
				got, err2 := All().Run(context.Background(), s,
					scenario.Run{Algorithm: policy.AlgorithmOwn, Options: map[string]any{"policy": id}}, Env{})
				if err != nil || err2 != nil {
					t.Fatalf("got errors %v by the algorithm, %v by the policy; want none", err, err2)
				}
				for name, x := range want.Metrics {
					if got.Metrics[name] != x {
						t.Fatalf("%s on %s %d: got %s %v, want %v", id, preset, seed, name, got.Metrics[name], x)
					}
				}
			}
		}
	}
}

// A window by a formula equals that of the built-in algorithm with the same criterion.
func TestWindowsByFormula(t *testing.T) {
	for _, preset := range []string{"square-2018", "twelve-nodes"} {
		for source, same := range map[string]scenario.Run{"cost": {Algorithm: "min-cost"},
			"finish": {Algorithm: "min-finish"}, "runtime": {Algorithm: "min-runtime"},
			"node: cost / performance ^ 2": {Algorithm: "custom",
				Options: map[string]any{"expression": "sum(cost / performance ^ 2)"}}} {
			s, _ := catalog.FromPreset(preset, 3)
			want, err := All().Run(context.Background(), s, same, Env{})
			got, err2 := runPolicy(t, s, source)
			if err != nil || err2 != nil || !got.Check.OK {
				t.Fatalf("got errors %v, %v, check %v; want valid answers", err, err2, got.Check)
			}
			metric := map[string]string{"cost": "cost", "finish": "finish", "runtime": "runtime"}[source]
			switch {
			case metric != "" && got.Metrics[metric] != want.Metrics[metric]:
				t.Errorf("%s, %s: got %v, want %v", preset, source, got.Metrics[metric], want.Metrics[metric])
			case metric == "" && !bytes.Equal(doc.Canonical(got.Solution), doc.Canonical(want.Solution)):
				t.Errorf("%s, %s: got window %+v, want %+v", preset, source, got.Solution, want.Solution)
			}
		}
	}
}

// An error in a source is reported at its position, and other runs have answers.
func TestSourcesThatAreWrong(t *testing.T) {
	s, _ := catalog.FromPreset("farm-stream", 3)
	for source, want := range map[string]string{
		"r +":                            `line 1, column 4: a number`,
		"speed":                          `"speed" is not known; there are r, n, s`,
		"# first\njob: r\n\nmachine: zz": `line 4, column 10: "zz" is not known`,
		"job: r\njob: n":                 `line 2, column 1: the decision job has a formula already`,
		"jobs: r":                        `"jobs" is not a decision of this kind; there are job, backfill, machine`,
		"r\njob: n":                      `line 1, column 1: this formula has no name`,
		"":                               `line 1, column 1: a number`,
		strings.Repeat("(", 9000) + "r":  `is longer than 1000`,
		strings.Repeat("-", 900) + "r":   `nested deeper`,
		strings.Repeat("1+", 9000) + "r": `longer than 10000 bytes`,
		"sum(r)":                         "",
		"é + r":                          `"é" is not known`,
	} {
		_, err := runPolicy(t, s, source)
		faults, _ := err.(doc.Faults)
		if want == "" && err == nil {
			continue
		}
		if len(faults) != 1 || faults[0].Path != "policies[0].source" || !strings.Contains(faults[0].Reason, want) {
			t.Errorf("%.30q: got %v, want %q", source, err, want)
		}
	}
	s.Policies = []scenario.Policy{{ID: "js", Language: policy.JavaScript, Source: "1"}}
	_, err := All().Run(context.Background(), s,
		scenario.Run{Algorithm: policy.AlgorithmOwn, Options: map[string]any{"policy": "js"}}, Env{})
	if faults, _ := err.(doc.Faults); len(faults) != 1 || faults[0].Path != "policies[0].language" {
		t.Error(err)
	}
	s.Runs = []scenario.Run{{Algorithm: policy.AlgorithmOwn, Options: map[string]any{"policy": "wfp"}}}
	if faults := catalog.Check(s); len(faults) != 1 || faults[0].Path != "runs[0].options.policy" ||
		!strings.Contains(faults[0].Reason, "did you mean wfp3?") {
		t.Errorf("policy wfp: got faults %v, want a suggestion of wfp3", faults)
	}
}

// Placements of policies are checked against their formulas: those of another policy are
// refused if they differ in a score.
func TestPlacementPoliciesAreFollowed(t *testing.T) {
	noticed, tried := 0, 0
	for seed := range uint64(6) {
		s, _ := catalog.FromPreset("five-clusters", seed)
		for _, source := range []string{"ready + rs + cra", "rs", "pow(cra, z) + given", "-mips",
			"meanTransfer * rs - held"} {
			a, err := runPolicy(t, s, source)
			if err != nil || !a.Check.OK {
				t.Fatalf("%s: got error %v, check %+v; want a valid answer", source, err, a.Check)
			}
			explicit, _ := scenario.Expand(s)
			explicit.Policies = []scenario.Policy{{ID: "mine", Language: policy.Formula, Source: source}}
			for _, other := range []string{"cra", "-ready", "which", "-rs"} {
				b, err := runPolicy(t, s, other)
				if err != nil || bytes.Equal(doc.Canonical(a.Solution), doc.Canonical(b.Solution)) {
					continue
				}
				tried++
				if !conform.Answer(&explicit.Placement.Problem, s.Seed, formulasOf(explicit, &a), &b).OK {
					noticed++
				}
			}
		}
	}
	if tried < 40 || noticed < tried {
		t.Errorf("got %d of %d answers of other policies refused, want all and 40 at least", noticed, tried)
	}
}

// Scores that are infinite or NaN are counted in every kind whose solver scores candidates
// one by one. The count of infinite ones is in no digest, so that answers of earlier builds
// keep theirs.
func TestScoresThatAreNotFiniteAreCounted(t *testing.T) {
	for _, k := range catalog.Kinds() {
		if _, has := catalog.Find(k.ID, policy.AlgorithmOwn); !has {
			continue
		}
		s, _ := catalog.FromPreset(k.Presets[0].ID, 3)
		infinite, err := runPolicy(t, s, "1/0")
		if err != nil {
			t.Fatalf("%s, 1/0: %v", k.ID, err)
		}
		nan, err := runPolicy(t, s, "0/0")
		if err != nil {
			t.Fatalf("%s, 0/0: %v", k.ID, err)
		}
		if k.ID == "window" { // a criterion excludes windows with such values
			if infinite.Feasible || infinite.Reason == nil || nan.Feasible {
				t.Errorf("window, 1/0: got %+v, want a reason and no window", infinite)
			}
			continue
		}
		if infinite.InfiniteScores == 0 || infinite.Stats["unscored"] != 0 {
			t.Errorf("%s, 1/0: got %d infinite scores, %v NaN; want some and 0", k.ID, infinite.InfiniteScores,
				infinite.Stats["unscored"])
		}
		if nan.InfiniteScores != 0 || nan.Stats["unscored"] == 0 {
			t.Errorf("%s, 0/0: got %d infinite scores, %v NaN; want 0 and some", k.ID, nan.InfiniteScores,
				nan.Stats["unscored"])
		}
		without := infinite
		without.InfiniteScores = 0
		if infinite.Digest != without.ContentDigest() {
			t.Errorf("%s: the count of infinite scores is in the digest", k.ID)
		}
	}
}

package solve

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"gridbox/core/kind/farm"
	"gridbox/core/kind/kinds"
	"gridbox/core/policy"
	"gridbox/core/script/scripttest"
	"pgregory.net/rapid"
)

func runProgram(t testing.TB, p *farm.Problem, source string) (Result, error) {
	t.Helper()
	asked := scripttest.Start(t, source)
	defer asked.Close()
	return Decide(t.Context(), p, asked, Options{})
}

// drawAnyFarm draws farms with everything that can occur in a queue.
func drawAnyFarm(t *rapid.T) *farm.Problem {
	p, faults := farm.Generate(farm.Spec{Preset: "farm-mixed", Machines: sample(t, "machines", 1, 2, 5),
		Jobs: sample(t, "jobs", 3, 12, 30), Types: sample(t, "types", 1, 2), SlotsMax: sample(t, "slots", 2, 8),
		SpeedSpread: sample(t, "speeds", 0, 0.4), Interval: sample(t, "interval", 0.0, 60, 300),
		Overestimate: sample(t, "over", 1.0, 3), WideShare: sample(t, "wide", 0.2, 0.8),
		ParallelShare: sample(t, "parallel", 0, 0.3), LicensedShare: sample(t, "licensed", 0, 0.4),
		DependentShare: sample(t, "dependent", 0, 0.3), PreemptibleShare: sample(t, "preemptible", 0.0)},
		rapid.Uint64Range(0, 5000).Draw(t, "seed"))
	if faults != nil {
		t.Fatal(faults)
	}
	if rapid.Bool().Draw(t, "under") { // durations above the estimates
		for j := range p.Jobs {
			if j%3 == 0 {
				low := p.Jobs[j].Duration / 1.7
				p.Jobs[j].Estimate = &low
			}
		}
	}
	return &p
}

// The starter programs of FCFS and EASY return the answers of these algorithms
// on many instances.
func TestProgramsAreTheQueues(t *testing.T) {
	draw := rapid.Custom(drawAnyFarm)
	backfilled, queued := 0, 0
	instances := scripttest.Instances()
	for _, algorithm := range []Algorithm{AlgorithmFCFS, AlgorithmEASY} {
		source := kinds.Starter("farm", string(algorithm))
		for seed := range instances {
			p := draw.Example(seed)
			want, err := Solve(t.Context(), p, algorithm, Options{})
			if err != nil {
				t.Fatal(err)
			}
			got, err := runProgram(t, p, source)
			if err != nil {
				t.Fatalf("program of %s, seed %d: %v", algorithm, seed, err)
			}
			if got.Feasible != want.Feasible || !reflect.DeepEqual(got.Solution, want.Solution) ||
				!reflect.DeepEqual(got.Metrics, want.Metrics) || !reflect.DeepEqual(got.Proof, want.Proof) ||
				!reflect.DeepEqual(got.Reason, want.Reason) {
				t.Fatalf("program of %s, seed %d: got\n%+v\nwant\n%+v", algorithm, seed, got.Solution, want.Solution)
			}
			backfilled += got.Stats.Backfilled
			if got.Feasible {
				for _, r := range got.Solution.Reservations {
					if r.StartKind == farm.StartQueued {
						queued++
					}
				}
			}
		}
	}
	if backfilled < instances || queued < instances {
		t.Errorf("got %d backfilled jobs and %d queued, want %d of each at least", backfilled, queued, instances)
	}
}

// Invalid results of a program are reported.
func TestProgramRefused(t *testing.T) {
	p := &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 2}},
		Jobs: []farm.Job{{ID: "a", Slots: 2, Duration: 5}, {ID: "b", Slots: 1, Duration: 5}}}
	for source, want := range map[string]string{
		`5`:                                "returns 5, and must return a list",
		`[5]`:                              "returns 5 in the order",
		`["x"]`:                            `names the job "x", and there is no such job`,
		`["b", "b"]`:                       `names the job "b" twice`,
		`s.now === 0 ? ["b", "a"] : ["b"]`: `names the job "b", which is not in the queue (in decide, with now 5`,
		`{order: 1}`:                       "returns the order 1",
		`{}`:                               "returns no order",
		`{order: [], others: "x"}`:         `returns others "x"`,
		`{order: [], reserve: -1}`:         "returns reserve -1",
		`{order: [], reserve: NaN}`:        "returns reserve NaN",
		`{order: [], ordr: 1}`:             `returns "ordr", and there are only`,
		`[]`:                               `never starts the job "a"`,
		`undefined`:                        "returns undefined",
	} {
		_, err := runProgram(t, p, "function decide(s) { return "+source+" }")
		var f *policy.Fault
		if !errors.As(err, &f) || !strings.Contains(f.Error(), want) {
			t.Errorf("%s: got %v, want %s", source, err, want)
		}
	}
}

package solve

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"gridbox/core/kind/kinds"
	"gridbox/core/kind/placement"
	"gridbox/core/policy"
	"gridbox/core/script/scripttest"
	"pgregory.net/rapid"
)

// The starter program of RBHS returns the answers of RBHS, except for Z, on a
// thousand instances.
func TestProgramIsRBHS(t *testing.T) {
	draw := rapid.Custom(func(t *rapid.T) *placement.Problem {
		return drawProblem(t, rapid.Bool().Draw(t, "reachable"))
	})
	jobs := 0
	for seed := range scripttest.Instances() {
		p := draw.Example(seed)
		want, err := Solve(t.Context(), p, AlgorithmRBHS, Options{})
		if err != nil {
			t.Fatal(err)
		}
		asked := scripttest.Start(t, kinds.Starter("placement", "rbhs"))
		got, err := Decide(t.Context(), p, asked, Options{})
		asked.Close()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if want.Feasible {
			for i := range want.Solution.Assignments {
				want.Solution.Assignments[i].Z = nil
			}
			jobs += len(p.Jobs)
		}
		if got.Feasible != want.Feasible || !reflect.DeepEqual(got.Solution, want.Solution) ||
			got.Metrics != want.Metrics || !reflect.DeepEqual(got.Reason, want.Reason) ||
			!reflect.DeepEqual(got.Bound, want.Bound) {
			t.Fatalf("seed %d: got %+v, want %+v as by RBHS", seed, got, want)
		}
	}
	if jobs < scripttest.Instances() {
		t.Errorf("got %d placed jobs, want %d at least", jobs, scripttest.Instances())
	}
}

// An invalid result of a program is reported with its line and the state.
func TestProgramRefused(t *testing.T) {
	p := &placement.Problem{Clusters: []placement.Cluster{{ID: "a", MIPS: 1}, {ID: "b", MIPS: 2}},
		Datasets: []placement.Dataset{{ID: "d", Size: 3, At: []string{"a"}}},
		Jobs:     []placement.Job{{ID: "j", MI: 4, Datasets: []string{"d"}}}}
	for source, want := range map[string]string{
		`"nowhere"`: `line 2: returns "nowhere", and there is no such cluster (in decide, with number 1, job "j"`,
		`"b"`:       `line 2: returns "b", which the job's data cannot reach`,
		`5`:         "returns 5, and must return the id of a cluster",
		`NaN`:       "returns NaN, and must",
		`undefined`: "returns undefined, and must",
		`null`:      "returns null, and must",
		`["a"]`:     `returns ["a"], and must`,
		`{id: "a"}`: `returns {"id":"a"}, and must`,
		`() => "a"`: "returns a function, and must",
		`x.y`:       "line 2: ReferenceError: x is not defined",
	} {
		asked := scripttest.Start(t, "// A comment.\nfunction decide() { return "+source+" }")
		_, err := Decide(t.Context(), p, asked, Options{})
		asked.Close()
		var f *policy.Fault
		if !errors.As(err, &f) || !strings.Contains(f.Error(), want) {
			t.Errorf("%s: got %v, want %s", source, err, want)
		}
	}
}

// BenchmarkProgram measures RBHS as a program on 100 clusters and 1,000 jobs.
func BenchmarkProgram(b *testing.B) {
	clusters, jobs := 100, 1000
	p, faults := placement.Generate(placement.Spec{Preset: "rbhs-mixed", Clusters: &clusters, Jobs: &jobs}, 1)
	if faults != nil {
		b.Fatal(faults)
	}
	steps := 0.0
	for b.Loop() {
		asked := scripttest.Start(b, kinds.Starter("placement", "rbhs"))
		r, err := Decide(b.Context(), &p, asked, Options{NoBound: true})
		if err != nil || !r.Feasible {
			b.Fatalf("got error %v, reason %v; want a placement", err, r.Reason)
		}
		steps = float64(asked.Fuel())
		asked.Close()
	}
	b.ReportMetric(steps, "steps")
}

// BenchmarkStart measures the cost of a program before its first call.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		scripttest.Start(b, kinds.Starter("placement", "rbhs")).Close()
	}
}

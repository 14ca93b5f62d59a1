package window

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"gridbox/core/policy"
	"gridbox/core/policy/starter"
	"gridbox/core/problem/window"
	"gridbox/core/program/programtest"

	"pgregory.net/rapid"
)

func decided(t testing.TB, p *window.WindowProblem, source string) (Result, error) {
	t.Helper()
	asked := programtest.Start(t, source)
	defer asked.Close()
	return Decide(t.Context(), p, asked, Options{})
}

// The program to start from First Fit gives its answers on many instances.
func TestProgramIsFirstFit(t *testing.T) {
	source := starter.Find("window", "first-fit")
	instances, found := programtest.Instances(), 0
	for seed := range instances {
		p := rapid.Custom(drawProblem).Example(seed)
		want, err := Solve(t.Context(), p, AlgorithmFirstFit, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := decided(t, p, source)
		if err != nil {
			t.Fatalf("%d: %v", seed, err)
		}
		if got.Feasible != want.Feasible || !reflect.DeepEqual(got.Solution, want.Solution) ||
			got.Metrics != want.Metrics || !reflect.DeepEqual(got.Shortage, want.Shortage) {
			t.Fatalf("%d:\n%+v %+v\n%+v %+v", seed, got.Solution, got.Shortage, want.Solution, want.Shortage)
		}
		if got.Feasible {
			found++
		}
	}
	if found < instances/4 {
		t.Errorf("only %d windows", found)
	}
}

// A program may go on for a better window, and what it must not return is told.
func TestProgramChoosesAndIsRefused(t *testing.T) {
	budget := 5.0
	p := &window.WindowProblem{Environment: window.Environment{Horizon: 10, Nodes: []window.Node{
		{ID: "a", Performance: 1, Price: 1}, {ID: "b", Performance: 1, Price: 2}, {ID: "c", Performance: 2, Price: 9}}},
		Request: &window.Request{Nodes: 1, Volume: 2, Budget: &budget}}
	const cheapest = `let best = Infinity; function decide({ candidates, runtime, latest }) {
		const cost = candidates.find((c) => c.id === latest).price * runtime;
		return cost < best ? (best = cost, { nodes: [latest], more: true }) : null }`
	if r, err := decided(t, p, cheapest); err != nil || r.Metrics.Cost != 2 {
		t.Errorf("%+v, %v", r.Metrics, err)
	}
	for source, want := range map[string]string{
		`[]`: "returns 0 nodes", `["z"]`: `names the node "z", which is no candidate`, `[1]`: "returns 1 among",
		`"a"`: `returns "a", and must`, `{nodes: ["a"], more: 1}`: "and must return", `7`: "returns 7, and must",
		`undefined`: "returns undefined",
		`null`:      "takes no window, and there is one, from 0 to 2",
	} {
		_, err := decided(t, p, "function decide() { return "+source+" }")
		var f *policy.Fault
		if !errors.As(err, &f) || !strings.Contains(f.Error(), want) {
			t.Errorf("%s: %v, must say %s", source, err, want)
		}
	}
}

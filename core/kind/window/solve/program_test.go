package solve

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gridbox/core/kind/kinds"
	"gridbox/core/kind/window"
	"gridbox/core/policy"
	"gridbox/core/script/scripttest"
	"gridbox/core/trace"
	"pgregory.net/rapid"
)

func decide(t testing.TB, p *window.WindowProblem, source string) (Result, error) {
	t.Helper()
	asked := scripttest.Start(t, source)
	defer asked.Close()
	return Decide(t.Context(), p, asked, Options{})
}

// The starter program of First Fit returns the answers of First Fit on many instances.
func TestProgramIsFirstFit(t *testing.T) {
	source := kinds.Starter("window", "first-fit")
	instances, found := scripttest.Instances(), 0
	for seed := range instances {
		p := rapid.Custom(drawProblem).Example(seed)
		want, err := Solve(t.Context(), p, AlgorithmFirstFit, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := decide(t, p, source)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if got.Feasible != want.Feasible || !reflect.DeepEqual(got.Solution, want.Solution) ||
			got.Metrics != want.Metrics || !reflect.DeepEqual(got.Shortage, want.Shortage) {
			t.Fatalf("seed %d: got\n%+v %+v\nwant\n%+v %+v", seed, got.Solution, got.Shortage, want.Solution,
				want.Shortage)
		}
		if got.Feasible {
			found++
		}
	}
	if found < instances/4 {
		t.Errorf("got %d windows, want %d at least", found, instances/4)
	}
}

// A program may continue to a better window. An invalid result is reported.
func TestProgramChoosesAndIsRefused(t *testing.T) {
	budget := 5.0
	p := &window.WindowProblem{Environment: window.Environment{Horizon: 10, Nodes: []window.Node{
		{ID: "a", Performance: 1, Price: 1}, {ID: "b", Performance: 1, Price: 2}, {ID: "c", Performance: 2, Price: 9}}},
		Request: &window.Request{Nodes: 1, Volume: 2, Budget: &budget}}
	const cheapest = `let best = Infinity; function decide({ candidates, runtime, latest }) {
		const cost = candidates.find((c) => c.id === latest).price * runtime;
		return cost < best ? (best = cost, { nodes: [latest], more: true }) : null }`
	if r, err := decide(t, p, cheapest); err != nil || r.Metrics.Cost != 2 {
		t.Errorf("cheapest: got %+v, error %v; want cost 2", r.Metrics, err)
	}
	for source, want := range map[string]string{
		`[]`: "returns 0 nodes", `["z"]`: `names the node "z", which is no candidate`, `[1]`: "returns 1 among",
		`"a"`: `returns "a", and must`, `{nodes: ["a"], more: 1}`: "and must return", `7`: "returns 7, and must",
		`undefined`: "returns undefined",
		`null`:      "takes no window, and there is one, from 0 to 2",
	} {
		_, err := decide(t, p, "function decide() { return "+source+" }")
		var f *policy.Fault
		if !errors.As(err, &f) || !strings.Contains(f.Error(), want) {
			t.Errorf("%s: got %v, want %s", source, err, want)
		}
	}
}

// The steps show as candidates the program's input at every decision, and the last window is
// the answer.
func TestStepsOfAProgramShowItsInput(t *testing.T) {
	const cheaper = `let best = Infinity; function decide({ candidates, nodes, runtime, room }) {
		const taken = [...candidates].sort((a, b) => a.steps - b.steps).slice(0, nodes);
		const cost = taken.reduce((sum, c) => sum + c.steps, 0);
		return cost <= room && cost * runtime < best ? (best = cost * runtime, { nodes: taken.map((c) => c.id), more: true }) : null }`
	decisions, windows := 0, 0
	for seed := range 80 {
		p, log := rapid.Custom(drawProblem).Example(seed), &trace.Log{}
		asked := scripttest.Start(t, cheaper)
		asked.(interface{ Watch(job string) }).Watch("")
		r, err := Decide(t.Context(), p, asked, Options{Log: log})
		asked.Close()
		var refused *policy.Fault
		if err != nil && !errors.As(err, &refused) {
			t.Fatal(err)
		}
		open, last, answers := map[string]bool{}, []trace.Ref(nil), 0
		next := 0
		for i := range log.Events {
			for next < len(log.Questions) && log.Questions[next].Step == i {
				var got State
				if json.Unmarshal([]byte(log.Questions[next].State), &got) == nil && len(got.Candidates) > 0 {
					for _, c := range got.Candidates {
						if !open[c.ID] {
							t.Fatalf("seed %d, decision %d: the steps do not show the candidate %s", seed, next, c.ID)
						}
					}
					if len(open) != len(got.Candidates) {
						t.Fatalf("seed %d, decision %d: got %d candidates in the steps, want %d as in the input", seed,
							next, len(open), len(got.Candidates))
					}
					decisions++
				}
				next++
			}
			switch e := &log.Events[i]; e.Kind {
			case "group":
				open = map[string]bool{}
			case "add":
				open[e.Refs[0].ID] = true
			case "improve":
				last, answers = e.Refs, answers+1
			case "prune":
				answers++
			}
		}
		if err == nil && answers != len(log.Questions) {
			t.Fatalf("seed %d: got %d decisions in the steps, want %d", seed, answers, len(log.Questions))
		}
		if err == nil && r.Feasible {
			windows++
			if len(last) != len(r.Solution.Slots) {
				t.Fatalf("seed %d: got last window %v, want the answer %+v", seed, last, r.Solution.Slots)
			}
			for _, ref := range last {
				if !slices.ContainsFunc(r.Solution.Slots, func(s window.Allocation) bool { return s.Node == ref.ID }) {
					t.Fatalf("seed %d: got last window %v, want the answer %+v", seed, last, r.Solution.Slots)
				}
			}
		}
	}
	if decisions < 100 || windows < 10 {
		t.Errorf("got %d decisions and %d windows, want 100 and 10 at least", decisions, windows)
	}
}

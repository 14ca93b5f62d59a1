package solve

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gridbox/core/kind/group"
	"gridbox/core/kind/kinds"
	"gridbox/core/policy"
	"gridbox/core/rng"
	"gridbox/core/script"
	"gridbox/core/script/scripttest"
	"gridbox/core/trace"
)

// runProgram runs a program with a limit that allows tables of prices with three
// decimals, which take more steps than a page does.
func runProgram(t testing.TB, h script.Host, p *group.Problem, source string) (Result, error) {
	t.Helper()
	asked, err := script.Start(h, source, 1, script.Limits{Decision: 4e9})
	if err != nil {
		t.Fatal(err)
	}
	defer asked.Close()
	return Decide(t.Context(), p, asked, Options{})
}

// The starter program of GKA returns the answers of GKA on a thousand
// instances: the same nodes, the same bound, and the same reasons.
func TestProgramIsGKA(t *testing.T) {
	h, source := scripttest.Host(t), kinds.Starter("group", "gka")
	instances, compared, found := scripttest.Instances(), 0, 0
	for seed := uint64(0); compared < instances; seed++ {
		x := allTraits[seed%uint64(len(allTraits))]
		p := drawProblem(rng.New(seed, "program", 0), x)
		if x.lots || p.Validate() != nil {
			continue
		}
		compared++
		want := mustSolve(t, p, AlgorithmGKA, Options{})
		got, err := runProgram(t, h, p, source)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if got.Feasible != want.Feasible || !reflect.DeepEqual(got.Solution, want.Solution) ||
			got.Metrics != want.Metrics || !reflect.DeepEqual(got.Reason, want.Reason) || got.Bound != want.Bound {
			t.Fatalf("seed %d, %+v: got\n%+v %v\nwant\n%+v %v", seed, x, got.Solution, got.Metrics, want.Solution,
				want.Metrics)
		}
		if got.Feasible {
			found++
		}
	}
	if found < instances/4 {
		t.Errorf("got %d windows, want %d at least", found, instances/4)
	}
}

// A program may name nodes one at a time. An invalid result is reported.
func TestProgramChoosesAndIsRefused(t *testing.T) {
	p := &group.Problem{Nodes: []group.Node{{ID: "a", Price: 1}, {ID: "b", Price: 2}, {ID: "c", Price: 3},
		{ID: "d", Price: 9}}, Request: &group.Request{Nodes: 2, Budget: 5}}
	h := scripttest.Host(t)
	const dearest = `function decide({ wanted, budget, groups }) {
		const nodes = groups.flatMap((g) => g.nodes).filter((n) => n.price <= budget - (wanted - 1));
		return nodes[nodes.length - 1].id }`
	if r, err := runProgram(t, h, p, dearest); err != nil || !reflect.DeepEqual(r.Solution.Nodes, []string{"b", "c"}) {
		t.Errorf("got %+v, error %v; want nodes b and c", r.Solution, err)
	}
	for source, want := range map[string]string{
		`[]`: "returns 0 nodes, and 2 are wanted", `["a", "b", "c"]`: "returns 3 nodes",
		`["a", "z"]`: `names the node "z", which is none that can be taken`, `["a", 1]`: "names the node 1",
		`["a", "a"]`: `names the node "a" twice`, `7`: "returns 7, and must", `null`: "returns null, and must",
		`["d"]`: "which is none that can be taken", `taken.length ? "c" : "c"`: `names the node "c" twice`,
		`[...["b", "c"], ...[]].concat(wanted > 9 ? 1 : [])`: "",
	} {
		_, err := runProgram(t, h, p, "function decide({ taken, wanted }) { return "+source+" }")
		var f *policy.Fault
		if want == "" && err == nil {
			continue
		}
		if !errors.As(err, &f) || !strings.Contains(f.Error(), want) {
			t.Errorf("%s: got %v, want %s", source, err, want)
		}
	}
	const source = `function decide({ taken }) { log(taken.join()); return ["a", "b"][taken.length] }`
	asked, err := script.Start(h, source, 1, script.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer asked.Close()
	log := &trace.Log{}
	if _, err := Decide(t.Context(), p, asked, Options{Log: log}); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range log.Events {
		if e.Kind == "said" {
			got = append(got, e.Text)
		}
	}
	if !slices.Equal(got, []string{"", "a"}) {
		t.Errorf("got inputs with the chosen nodes %q, want none and then a", got)
	}
	p.Request.Budget = 4
	_, err = runProgram(t, h, p, `function decide() { return ["b", "c"] }`)
	if err == nil || !strings.Contains(err.Error(), "leaves too little of the budget") {
		t.Error(err)
	}
}

package solve

import (
	"context"
	"math"
	"slices"
	"testing"

	"gridbox/core/kind/group"
)

// Worked by hand: two racks of three nodes and a single node, four nodes requested.
func TestRulesByHand(t *testing.T) {
	p := &group.Problem{Request: &group.Request{Nodes: 4, Budget: 100}}
	for _, n := range []struct {
		id    string
		price float64
	}{{"a1", 5}, {"a2", 6}, {"a3", 7}, {"b1", 1}, {"b2", 2}, {"b3", 3}, {"lone", 8}} {
		of := n.id[:1]
		if of == "l" {
			of = ""
		}
		p.Nodes = append(p.Nodes, group.Node{ID: n.id, Price: n.price, Group: of})
	}
	q := 0.5
	p.Groups = []group.Group{{ID: "a", Availability: &q}, {ID: "b", Availability: &q}}
	if faults := p.Validate(); len(faults) > 0 {
		t.Fatal(faults)
	}
	for algorithm, want := range map[Algorithm][]string{
		// fewest taken nodes first, then the price: b1, a1, lone, and again from b
		AlgorithmSpread: {"a1", "b1", "b2", "lone"},
		// b and a have equally many nodes, and b is cheaper; a has the last node
		AlgorithmCopyset: {"a1", "b1", "b2", "b3"},
		// b1 gains 0.5 for 1, then 1 for 2, 1 for 3 and the lone one 1 for 8
		AlgorithmGreedy: {"b1", "b2", "b3", "lone"},
	} {
		r, err := Solve(context.Background(), p, algorithm, Options{NoBound: true})
		if err != nil || !r.Feasible {
			t.Fatalf("%s: got error %v, reason %v; want a window", algorithm, err, r.Reason)
		}
		got := slices.Sorted(slices.Values(r.Solution.Nodes))
		if !slices.Equal(got, want) {
			t.Errorf("%s: got nodes %v, want %v", algorithm, got, want)
		}
	}
}

// Every set of nodes is as likely as any other if the budget allows all of them, also of a large
// group. With a budget for one expensive node, only the sets with the cheap one are left.
func TestRandomIsUniform(t *testing.T) {
	q := 0.5
	for _, c := range []struct {
		budget float64
		sets   int
	}{{100, 10}, {11, 4}} {
		p := &group.Problem{Request: &group.Request{Nodes: 2, Budget: c.budget},
			Groups: []group.Group{{ID: "a", Availability: &q}}}
		for k, price := range []float64{1, 10, 10, 10, 10} {
			p.Nodes = append(p.Nodes, group.Node{ID: string(rune('a' + k)), Price: price, Group: "a"})
		}
		const runs = 4000
		count := map[string]float64{}
		for seed := range uint64(runs) {
			r, err := Solve(context.Background(), p, AlgorithmRandom, Options{NoBound: true, Seed: seed})
			if err != nil || !r.Feasible || r.Metrics.Cost > c.budget {
				t.Fatalf("got error %v, %+v; want a window within the budget", err, r)
			}
			count[r.Solution.Nodes[0]+r.Solution.Nodes[1]]++
		}
		if len(count) != c.sets {
			t.Errorf("budget %v: got %d sets, want %d", c.budget, len(count), c.sets)
		}
		each := float64(runs) / float64(c.sets)
		for set, n := range count {
			if math.Abs(n-each) > 5*math.Sqrt(each) {
				t.Errorf("set %s: got %v of %d runs, want about %v", set, n, runs, each)
			}
		}
	}
}

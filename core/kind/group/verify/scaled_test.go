package verify

import (
	"slices"
	"testing"

	"gridbox/core/kind/group"
	"gridbox/core/scenario"
)

// scaledProblem returns a problem as its proofs read it.
func scaledProblem(p *group.Problem) *ScaledProblem {
	return New(p, &scenario.Answer{}).ScaledProblem()
}

// The part of a budget beyond a multiple of all prices buys nothing.
func TestBudgetIsMultipleOfPrices(t *testing.T) {
	for _, c := range []struct {
		prices, lots []float64
		want         int64
	}{{[]float64{6, 10, 15}, nil, 101}, {[]float64{3, 5}, nil, 101}, {[]float64{6, 10}, nil, 100},
		{[]float64{12, 102, 18, 0}, nil, 96}, {[]float64{12, 18}, []float64{4}, 100}, {nil, []float64{9, 6}, 99},
		{nil, nil, 101}, {[]float64{0.6, 0.9}, nil, 1008}} {
		p := &group.Problem{Request: &group.Request{Nodes: 1, Budget: 101}}
		for _, price := range c.prices {
			p.Nodes = append(p.Nodes, group.Node{Price: price})
		}
		for _, cost := range c.lots {
			p.Groups = append(p.Groups, group.Group{Variants: []group.Variant{{Nodes: 1, Value: 1, Cost: cost}}})
		}
		if got := scaledProblem(p).Budget; got != c.want {
			t.Errorf("prices %v, lots %v: got budget %d, want %d", c.prices, c.lots, got, c.want)
		}
	}
}

// Nodes of a group that is never available are in no window.
func TestUnavailableGroupsHaveNoItems(t *testing.T) {
	always := group.RandomTime{Mean: -1}
	p := &group.Problem{Groups: []group.Group{{ID: "never"}, {ID: "fine"}},
		Nodes:   []group.Node{{ID: "a", Price: 1, Group: "never"}, {ID: "b", Price: 2, Group: "fine"}},
		Events:  []group.Event{{Group: "never", Start: always}},
		Request: &group.Request{Nodes: 1, Budget: 9, End: 1}}
	units := scaledProblem(p).Units
	if len(units) != 1 || units[0].Group != 1 || len(units[0].Items) != 1 || units[0].Items[0].Node != 1 {
		t.Errorf("got units %+v, want only node 1 of group 1", units)
	}
}

// Prices are the decimals of the document; amounts beyond all of them stop at maxMoney.
func TestSteps(t *testing.T) {
	for _, c := range []struct {
		x      float64
		digits int
		want   int64
	}{{0, 3, 0}, {0.1, 1, 1}, {0.1, 0, 0}, {12.75, 2, 1275}, {12.75, 1, 127}, {1e20, -18, 100}, {1e20, 0, maxMoney},
		{5e-324, 2, 0}, {1e15, 2, 1e17}} {
		if got := (&ScaledProblem{Digits: c.digits}).Steps(c.x); got != c.want {
			t.Errorf("Steps(%v) with %d digits: got %d, want %d", c.x, c.digits, got, c.want)
		}
	}
}

// The ways of a unit that remain are those that no other with equally many nodes
// dominates, in any order. A single remaining way is part of every window.
func TestWaysThatAreLeft(t *testing.T) {
	p := &proof{ScaledProblem: &ScaledProblem{N: 9}}
	p.leave([]way{{nodes: 2, cost: 9, worth: 3}, {nodes: 1, cost: 5, worth: 5}, {nodes: 1, cost: 6, worth: 5},
		{nodes: 1, cost: 3, worth: 4}, {nodes: 1, cost: 3, worth: 3}, {nodes: 1, cost: 7, worth: 6, deficit: 2}}, 0)
	if len(p.stages) != 1 {
		t.Fatalf("got stages %+v, want one", p.stages)
	}
	var kept []int64
	for _, w := range p.stages[0].ways {
		kept = append(kept, w.cost)
	}
	if !slices.Equal(kept, []int64{3, 5, 7, 9}) || p.stages[0].gap != 0 {
		t.Errorf("got costs %v, gap %v; want 3 5 7 9 and 0", kept, p.stages[0].gap)
	}
	p.leave([]way{{nodes: 2, cost: 40, worth: 1.5}}, 0)
	p.leave([]way{{nodes: 3, cost: maxMoney - 20}}, 0)
	if p.nodes != 5 || p.cost != maxMoney || p.worth.Value() != 1.5 || len(p.stages) != 1 {
		t.Errorf("got %d nodes for %d, worth %g, in %d stages; want 5 for %d, worth 1.5, in 1", p.nodes, p.cost,
			p.worth.Value(), len(p.stages), int64(maxMoney))
	}
	p.cost = 0
	if p.leave([]way{{nodes: 1, cost: 40}}, 0); p.cost != 40 {
		t.Errorf("single way of cost 40: got cost %d, want 40", p.cost)
	}
}

package verify

import (
	"slices"
	"testing"

	"gridbox/core/kind/group"
)

// What a budget has beyond a multiple of all prices buys nothing.
func TestCommonDivisor(t *testing.T) {
	for _, c := range []struct {
		prices []int64
		lots   []int64
		want   int64
	}{{[]int64{6, 10, 15}, nil, 1}, {[]int64{3, 5}, nil, 1}, {[]int64{6, 10}, nil, 2},
		{[]int64{12, notForSale, 18, 0}, nil, 6},
		{[]int64{12, 18}, []int64{4}, 2}, {nil, []int64{9, 6}, 3}, {nil, nil, 0}} {
		m := &groupMarket{price: c.prices}
		for _, cost := range c.lots {
			m.lots = append(m.lots, []groupLot{{cost: cost}})
		}
		if got := m.common(); got != c.want {
			t.Errorf("%v and %v have %d in common, must be %d", c.prices, c.lots, got, c.want)
		}
	}
}

// Nodes of a group that is never available are not for sale, whatever else is said of them.
func TestDeadGroupsSellNothing(t *testing.T) {
	p := &group.Problem{Groups: []group.Group{{ID: "dead"}, {ID: "fine"}},
		Nodes:   []group.Node{{ID: "a", Price: 1, Group: "dead"}, {ID: "b", Price: 2, Group: "fine"}},
		Request: &group.Request{Nodes: 1, Budget: 9}}
	m := &groupMarket{n: 1, price: []int64{1, 2}, of: []int32{0, 1}, groupOdds: []float64{0, 1}, alike: true}
	m.stock(p)
	if m.price[0] != notForSale || m.price[1] != 2 {
		t.Error(m.price)
	}
}

// Of the ways to treat a group those stay that no other of as many nodes beats, in whatever order
// they were found; one alone is part of every window.
func TestWaysThatAreLeft(t *testing.T) {
	s := &groupProof{m: &groupMarket{n: 9}}
	s.leave([]groupWay{{nodes: 2, cost: 9, worth: 3}, {nodes: 1, cost: 5, worth: 5}, {nodes: 1, cost: 6, worth: 5},
		{nodes: 1, cost: 3, worth: 4}, {nodes: 1, cost: 3, worth: 3}, {nodes: 1, cost: 7, worth: 6}}, 0)
	if len(s.stages) != 1 {
		t.Fatal(s.stages)
	}
	var kept []int64
	for _, w := range s.stages[0].ways {
		kept = append(kept, w.cost)
	}
	if !slices.Equal(kept, []int64{3, 5, 7, 9}) {
		t.Error(kept)
	}
	s.leave([]groupWay{{nodes: 2, cost: 40, worth: 1.5}}, 0)
	s.leave([]groupWay{{nodes: 3, cost: mostMoney - 20}}, 0)
	if s.count != 5 || s.cost != mostMoney || s.worth.is() != 1.5 || len(s.stages) != 1 {
		t.Errorf("%d nodes for %d, worth %g", s.count, s.cost, s.worth.is())
	}
	s.cost = 0
	if s.leave([]groupWay{{nodes: 1, cost: 40}}, 0); s.cost != 40 {
		t.Errorf("%d for 40", s.cost)
	}
}

func TestSetsAreCounted(t *testing.T) {
	for _, c := range [][3]int{{5, 2, 10}, {60, 58, 1770}, {60, 2, 1770}, {4, 4, 1}, {4, 5, 0}, {9, 0, 1},
		{30, 15, 155117520}} {
		want := float64(c[2])
		if got := choose(c[0], c[1]); got != want && !(want > group.MostSets && got > group.MostSets) {
			t.Errorf("%g sets of %d of %d, must be %g", got, c[1], c[0], want)
		}
	}
}

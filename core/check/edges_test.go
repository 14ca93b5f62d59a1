package check

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"gridbox/core/kind/batch"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/group"
	"gridbox/core/kind/window"
	"gridbox/core/reason"
	"gridbox/core/scenario"
)

// What changes of the checker's code had no other test notice: numbers at the very
// edges of what it tells apart.

// A number of more than three decimals is read as the decimal that it is, too.
func TestRemaindersOfManyDecimals(t *testing.T) {
	for _, c := range [][3]float64{{0.0001, 0.0002, 0.0003}, {1.25e-9, 2.5e-9, 3.75e-9}, {1e15, 2e15, 3e15},
		{1.5e300, 3e300, 4.5e300}, {12345.67891, 0.00009, 12345.679}} {
		if sum := (remainder(c[0]) + remainder(c[1])) % modulus; sum != remainder(c[2]) {
			t.Errorf("%g and %g are %d, and %g is %d", c[0], c[1], sum, c[2], remainder(c[2]))
		}
	}
}

// A sum that lies a rounding error above a limit neither keeps it for certain nor passes it, and a
// combination that makes so much is one that may be.
func TestSumsAtALimit(t *testing.T) {
	at := 1 + roundingOf
	for total, want := range map[float64]int{1: 1, 1 + roundingOf/2: 1, at: 0, 1 + 2*roundingOf: -1} {
		if got := keepsLimit(total, 1); got != want {
			t.Errorf("1 is %d of a limit for %.15g, must be %d", got, total, want)
		}
	}
	tries := 100
	f := fold{classes: [][]mark{{{exact{is: at}, exact{is: 5}}}}, limit: 1, most: 5, tries: &tries, states: 100}
	if out, whole := f.better(exact{is: 5}); !whole || !out.reached || out.better {
		t.Errorf("%+v, %t", out, whole)
	}
}

// Where a later cycle may find more windows than an algorithm goes through it says infeasible,
// although one before has a window.
func TestCountlessWindows(t *testing.T) {
	sight := 50.0
	for nodes, refuted := range map[int]bool{10: true, 4500: false} {
		p := &batch.Problem{Environment: window.Environment{Horizon: 150,
			Nodes: []window.Node{{ID: "n", Performance: 1, Price: 1}}, Slots: []window.Slot{{Node: "n", End: 2}}},
			Jobs:   []batch.Job{{ID: "j", Nodes: 1, Volume: 1, MinPerformance: 1, MaxPrice: 1}},
			Cycles: 2, Period: 100, Sight: &sight}
		for i := range nodes {
			id := strconv.Itoa(i)
			p.Nodes = append(p.Nodes, window.Node{ID: id, Performance: 1, Price: 1})
			p.Slots = append(p.Slots, window.Slot{Node: id, Start: 100, End: 150})
		}
		a := &scenario.Answer{Algorithm: "alp", Reason: reason.New("too many windows")}
		if v := Batch(p, a).Violations; (len(v) == 1 && v[0].Path == "feasible") != refuted {
			t.Errorf("%d nodes: %+v", nodes, v)
		}
	}
}

// Loads are counted in a power of two that the slowest machine decides, by whichever
// speed that is.
func TestUnitOfLoads(t *testing.T) {
	unit := func(machine, own float64) float64 {
		c := &farmCheck{p: &farm.Problem{Machines: []farm.Machine{{Speed: &machine}},
			Jobs: []farm.Job{{Slots: 2, Duration: 500, Speeds: map[string]float64{"m": own}}}}}
		return c.unit()
	}
	plain := unit(1, 1)
	if plain != math.Ldexp(1, 11-51) || unit(0.25, 1) != 4*plain || unit(1, 0.25) != 4*plain || unit(8, 8) != plain {
		t.Error(plain, unit(0.25, 1), unit(1, 0.25), unit(8, 8))
	}
}

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

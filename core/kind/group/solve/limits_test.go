package solve

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/kind/group"
	"gridbox/core/rng"
	"gridbox/core/trace"
)

// The reason for having no window is given in words.
func TestInfeasible(t *testing.T) {
	two := []group.Node{{ID: "a", Price: 3}, {ID: "b", Price: 4.5}}
	never := []group.Event{{Node: "a", Start: group.RandomTime{Mean: 0}}}
	for _, c := range []struct {
		p    group.Problem
		want string
	}{
		{group.Problem{Nodes: two, Request: &group.Request{Nodes: 3, Budget: 99}},
			"the request is for 3 nodes and there are 2"},
		{group.Problem{Nodes: two, Request: &group.Request{Nodes: 2, Budget: 7}},
			"the budget of 7 is below the price of the cheapest 2 nodes, 7.5"},
		{group.Problem{Nodes: two, Request: &group.Request{Nodes: 2, Budget: 4}},
			"fewer than 2 nodes are ever available and affordable"},
		{group.Problem{Nodes: two, Events: never, Request: &group.Request{Nodes: 2, Budget: 9, End: 1}},
			"fewer than 2 nodes are ever available"},
		{group.Problem{Request: &group.Request{Nodes: 1}}, "there are 0"},
		{group.Problem{Groups: []group.Group{{ID: "g", Variants: []group.Variant{{Nodes: 2, Value: 0.5, Cost: 3}}}},
			Nodes:   []group.Node{{ID: "a", Group: "g"}, {ID: "b", Group: "g"}, {ID: "c", Group: "g"}},
			Request: &group.Request{Nodes: 3, Budget: 9}}, "no choice of variants"},
	} {
		for _, a := range []Algorithm{AlgorithmBruteForce, AlgorithmKnapsackSingle, AlgorithmTree, AlgorithmTreeGreedy,
			AlgorithmGKA, AlgorithmFrontier} {
			if r := mustSolve(t, &c.p, a, Options{}); r.Feasible || r.Refused ||
				!strings.Contains(r.Reason.String(), c.want) {
				t.Errorf("%s: got %+v, want %q", a, r, c.want)
			}
		}
	}
}

// An algorithm refuses unsuitable problems with advice.
func TestRefused(t *testing.T) {
	large := notes(t, 1000, 80, nil)
	fine := notes(t, 1000, 80, func(s *group.Spec) { step := 1e-6; s.PriceStep = &step })
	lots, _ := group.Generate(group.Spec{Preset: "discounts"}, 0)
	gain := group.Problem{Groups: []group.Group{{ID: "g", Value: 2}}, Nodes: []group.Node{{ID: "a", Group: "g"}},
		Request: &group.Request{Nodes: 1, Objective: group.ObjectiveSum}}
	for _, c := range []struct {
		p    *group.Problem
		a    Algorithm
		want string
	}{
		{large, AlgorithmBruteForce, "40000000"}, {fine, AlgorithmGKA, "decisions"},
		{&lots, AlgorithmTree, "variants"}, {&lots, AlgorithmTreeGreedy, "variants"},
		{&lots, AlgorithmKnapsackSingle, "variants"},
		{&gain, AlgorithmTree, "above 0"},
	} {
		if r := mustSolve(t, c.p, c.a, Options{}); r.Feasible || !r.Refused ||
			!strings.Contains(r.Reason.String(), c.want) {
			t.Errorf("%s: got %+v, want a refusal with %q", c.a, r, c.want)
		}
	}
	if r := mustSolve(t, fine, AlgorithmGKA, Options{Options: group.Options{Cells: 10}}); !r.Feasible ||
		r.Metrics.Value > r.Bound {
		t.Errorf("with ten cells: got %+v, want a window within the bound", r)
	}
	if _, err := Solve(context.Background(), large, "best", Options{}); err == nil {
		t.Error("Solve with an unknown algorithm: got no error")
	}
}

// Rounding up to cells is no reason to refuse the dearest window if the budget has room.
func TestCellsLeaveRoomForRounding(t *testing.T) {
	p := &group.Problem{Request: &group.Request{Nodes: 8, Budget: 1000}}
	for i := range 8 {
		p.Nodes = append(p.Nodes, group.Node{ID: strconv.Itoa(i), Price: 33.35})
	}
	for _, cells := range []int{0, 1, 7, 10, 99} {
		if r := mustSolve(t, p, AlgorithmGKA, Options{Options: group.Options{Cells: cells}}); !r.Feasible {
			t.Errorf("%d cells: got no window (%v), want one", cells, r.Reason)
		}
	}
	p.Request.Budget = 8 * 33.35
	if r := mustSolve(t, p, AlgorithmGKA, Options{Options: group.Options{Cells: 10}}); r.Feasible ||
		r.Reason.Code != "cells" {
		t.Errorf("budget of exactly the window's cost, in ten cells: got %+v, want the reason cells", r)
	}
}

// With very few labels the answer is still a window, and the bound is valid.
func TestCapsLeaveAGap(t *testing.T) {
	gaps := 0
	for seed := range uint64(20) {
		p, _ := group.Generate(group.Spec{Preset: "gka-200"}, seed)
		best := mustSolve(t, &p, AlgorithmFrontier, Options{})
		if best.Bound != best.Metrics.Value {
			t.Fatalf("seed %d: got bound %v, want the value %v", seed, best.Bound, best.Metrics.Value)
		}
		for _, states := range []int{1, 2, 5, 20} {
			r := mustSolve(t, &p, AlgorithmFrontier, Options{states: states})
			if !r.Feasible || r.Metrics.Cost > p.Request.Budget || r.Bound < best.Metrics.Value*(1-1e-12) ||
				r.Metrics.Value > best.Metrics.Value*(1+1e-12) {
				t.Errorf("seed %d, %d labels: got %+v, bound %v; want a window of at most %v and a bound of at "+
					"least that", seed, states, r.Metrics, r.Bound, best.Metrics.Value)
			}
			if r.Bound > r.Metrics.Value {
				gaps++
			} else if !nearlyEqual(r.Metrics.Value, best.Metrics.Value) {
				t.Errorf("seed %d, %d labels: got value %v without a gap, want %v", seed, states, r.Metrics.Value,
					best.Metrics.Value)
			}
		}
	}
	if gaps == 0 {
		t.Error("got no gap from any limit of labels, want some")
	}
	p, _ := group.Generate(group.Spec{Preset: "gka-200"}, 7)
	best := mustSolve(t, &p, AlgorithmFrontier, Options{})
	if r := mustSolve(t, &p, AlgorithmTree, Options{Options: group.Options{Nodes: 5}}); !r.HasBound ||
		r.Bound < best.Metrics.Value || r.Bound == r.Metrics.Value {
		t.Errorf("tree of five nodes: got %+v, want a gap and a bound of %v at least", r, best.Metrics.Value)
	}
	amortised := mustSolve(t, &p, AlgorithmTree, Options{Options: group.Options{Nodes: 3000}})
	if relaxed := mustSolve(t, &p, AlgorithmTree,
		Options{Options: group.Options{Bound: group.Relaxed, Nodes: 3000}}); relaxed.Stats.TreeNodes <=
		amortised.Stats.TreeNodes {
		t.Errorf("tree with the relaxed bound: got %d nodes, want more than the amortised %d", relaxed.Stats.TreeNodes,
			amortised.Stats.TreeNodes)
	}
}

// On ten thousand nodes the trees stop by their effort, long before their limit of nodes, and
// report the remaining gap.
func TestTreesEndInLargeProblems(t *testing.T) {
	p := notes(t, 10_000, 80, nil)
	best := mustSolve(t, p, AlgorithmFrontier, Options{})
	list := []struct {
		a        Algorithm
		bound    group.Bound
		maxNodes int
	}{{AlgorithmTree, group.Amortised, 600}, {AlgorithmTree, group.Relaxed, 5000},
		{AlgorithmTreeGreedy, group.Amortised, 400}, {AlgorithmTreeGreedy, group.Relaxed, 3001}}
	if testing.Short() {
		list = list[:1]
	}
	for _, c := range list {
		r := mustSolve(t, p, c.a, Options{Options: group.Options{Bound: c.bound}})
		if !r.Feasible || !r.HasBound || r.Bound < best.Metrics.Value || r.Metrics.Value > best.Metrics.Value ||
			r.Stats.TreeNodes > c.maxNodes {
			t.Errorf("%s, %s: got %+v, bound %v, %d nodes; want at most %d, and the best, %v, within the bound", c.a,
				c.bound, r.Metrics, r.Bound, r.Stats.TreeNodes, c.maxNodes, best.Metrics.Value)
		}
	}
	few := 300
	if r := mustSolve(t, notes(t, 1000, 80, nil), AlgorithmTree,
		Options{Options: group.Options{Nodes: few}}); r.Stats.TreeNodes < few {
		t.Errorf("got %d nodes of the tree, want the limit %d", r.Stats.TreeNodes, few)
	}
}

// Without charges the knapsack chooses the cheapest nodes, for the same price as a general one.
func TestCheapestKnapsack(t *testing.T) {
	for seed := range uint64(30) {
		p := drawProblem(rng.New(seed, "cheapest", 0), traits{alone: true})
		if p.Validate() != nil || len(p.Nodes) == 0 {
			continue
		}
		in := newInstance(p, false)
		o := Options{Options: group.Options{Bound: group.Relaxed}}
		ts := &treeSearch{instance: in, o: o, state: make([]int8, in.size())}
		for g := range ts.state {
			ts.state[g] = int8((g+int(seed))%3 - 1)
		}
		chosen, ok := ts.cheapestNodes()
		k := in.singletonInstance(ts.charge, func(g int) bool { return ts.state[g] < 0 })
		least, enough := k.minCost(in.n)
		if ok != (enough && least <= in.budget) {
			t.Fatalf("seed %d: got found %v, want the least cost %d of %d", seed, ok, least, in.budget)
		}
		cost := int64(0)
		for _, i := range chosen {
			cost += in.costSteps(p.Nodes[i].Price)
		}
		if ok && cost != least {
			t.Errorf("seed %d: got cost %d, want %d", seed, cost, least)
		}
	}
}

// Products are compared exactly if their logarithms cannot distinguish them: groups of 0.999999
// and others whose product differs by 1e-13.
func TestNearTies(t *testing.T) {
	a := func(x float64) *float64 { return &x }
	p := &group.Problem{Groups: []group.Group{
		{ID: "g1", Availability: a(0.999999)}, {ID: "g2", Availability: a(0.999997)}, // product 0.999996000003
		{ID: "h1", Availability: a(0.999998)}, {ID: "h2", Availability: a(0.999998)}, // product 0.999996000004
	}, Request: &group.Request{Nodes: 2, Budget: 10}}
	for i, g := range []string{"g1", "g2", "h1", "h2"} {
		p.Nodes = append(p.Nodes, group.Node{ID: g, Group: g, Price: []float64{6, 4, 5, 5}[i]})
	}
	for _, algorithm := range []Algorithm{AlgorithmBruteForce, AlgorithmFrontier} {
		if r := mustSolve(t, p, algorithm, Options{}); strings.Join(r.Solution.Nodes, " ") != "h1 h2" {
			t.Errorf("%s: got nodes %v, want h1 h2", algorithm, r.Solution.Nodes)
		}
	}
	// Of equal products, 0.6 0.6 = 0.9 0.4, the cheaper window is taken.
	p.Groups[0].Availability, p.Groups[1].Availability = a(0.6), a(0.6)
	p.Groups[2].Availability, p.Groups[3].Availability = a(0.9), a(0.4)
	p.Nodes[0].Price, p.Nodes[1].Price, p.Nodes[2].Price, p.Nodes[3].Price = 3, 3, 5, 0.5
	p.Request.Budget = 6
	for _, algorithm := range []Algorithm{AlgorithmBruteForce, AlgorithmFrontier} {
		if r := mustSolve(t, p, algorithm, Options{}); r.Metrics.Cost != 5.5 && r.Metrics.Cost != 3.5 {
			t.Errorf("%s: got nodes %v for %v, want a cost of 5.5 or 3.5", algorithm, r.Solution.Nodes, r.Metrics.Cost)
		}
	}
	var x, y exact
	x.reset()
	y.reset()
	for range 40 {
		x.times(0.999999)
		y.times(0.999998)
	}
	for range 40 {
		y.times(1.0000000000001) // no decimal: the double itself
	}
	if x.compare(&y) <= 0 {
		t.Error("compare of exact products: got at most 0, want above 0")
	}
}

// Prices are exact decimals as long as all of them together fit whole numbers. Beyond that they
// are rounded, the result states this, and the bound is valid for the true prices.
func TestRounding(t *testing.T) {
	p, _ := group.Generate(group.Spec{Preset: "gka-200"}, 3)
	for i := range p.Nodes {
		p.Nodes[i].Price += float64(i) * 1.23456789e-7
	}
	if r := mustSolve(t, &p, AlgorithmFrontier, Options{}); r.Stats.RoundingStep != 0 || r.Bound != r.Metrics.Value {
		t.Errorf("prices of ten decimals: got %+v, want no rounding and a bound equal to the value", r)
	}
	p.Nodes[7].Price += 1.0 / 3
	p.Nodes[8].Price = 1.0 / 3e5 // has 21 decimals
	for _, a := range []Algorithm{AlgorithmFrontier, AlgorithmTreeGreedy} {
		r := mustSolve(t, &p, a, Options{})
		if !(r.Stats.RoundingStep > 0 && r.Stats.RoundingStep < 1e-14) || !r.HasBound || r.Bound < r.Metrics.Value {
			t.Errorf("%s, price 1/3e5: got %+v, want a rounding below 1e-14 and a valid bound", a, r)
		}
	}
}

// N7: prices of sixteen digits are not rounded. A window that costs exactly the budget is within
// it, one that costs more by the last digit is not, the message contains the least cost, and
// brute force has a bound as others have.
func TestPricesOfManyDigits(t *testing.T) {
	odds := []float64{0.5987, 0.9998, 0.5436, 0.8537}
	p := &group.Problem{Request: &group.Request{}}
	for g := range odds {
		p.Groups = append(p.Groups, group.Group{ID: "g" + strconv.Itoa(g), Availability: &odds[g]})
	}
	own := 0.987
	for i, n := range []group.Node{{Price: 2.9847625087798573, Group: "g0"}, {Price: 5.860529971268213, Group: "g1"},
		{Price: 7.734510096754833, Group: "g1", Availability: &own}, {Price: 1.9677787030915, Group: "g1"},
		{Price: 4.81217663348221, Group: "g1"}, {Price: 2.0544292242650464, Group: "g1"},
		{Price: 4.4921459759943065, Group: "g2"}, {Price: 1.1110069020693465, Group: "g2"},
		{Price: 6.426458677358072, Group: "g2"}, {Price: 5.560226134853201, Group: "g2"},
		{Price: 1.348678750065254, Group: "g2"}, {Price: 7.722826598182382, Group: "g3"}} {
		n.ID = "n" + strconv.Itoa(i)
		p.Nodes = append(p.Nodes, n)
	}
	for _, c := range []struct {
		nodes  int
		budget float64
		value  float64
		reason string
	}{
		{2, 4.0222079273565505, 0.9998, ""}, // group-budget-edge.json
		{2, 4.022207927356547, 0.9998, ""},  // n3 and n5 cost 4.0222079273565464
		{2, 4.022207927356546, 0.5436, ""},
		{8, 24.33120483260075, 0.5987 * 0.9998 * 0.5436, ""}, // group-price-digits.json
		{8, 24.331204832600714, 0, "the cheapest 8 nodes, 24.331204832600722;"},
	} {
		p.Request.Nodes, p.Request.Budget = c.nodes, c.budget
		for _, a := range []Algorithm{AlgorithmFrontier, AlgorithmBruteForce, AlgorithmTree} {
			r := mustSolve(t, p, a, Options{})
			if r.Stats.RoundingStep != 0 || r.Feasible != (c.reason == "") ||
				!strings.Contains(r.Reason.String(), c.reason) ||
				r.Feasible && (!nearlyEqual(r.Metrics.Value, c.value) || !r.HasBound || r.Bound != r.Metrics.Value) {
				t.Errorf("%s, %d nodes for %v: got %+v, want value %v, reason %q", a, c.nodes, c.budget, r, c.value,
					c.reason)
			}
		}
	}
}

// A search tree has a limit of effort for any limit of nodes, and Stopped is set at the limit.
func TestTreesAreStopped(t *testing.T) {
	p, _ := group.Generate(group.Spec{Preset: "gka-1000"}, 7)
	relaxed := group.Options{Bound: group.Relaxed, Nodes: 3000}
	r := mustSolve(t, &p, AlgorithmTree, Options{Options: relaxed})
	if !r.Stopped || r.Stats.TreeNodes > 3001 || !r.HasBound || r.Bound <= r.Metrics.Value {
		t.Errorf("tree limited to 3000 nodes: got %+v, want it stopped with a gap", r)
	}
	if most := group.TreeEffort(1 << 30); most != group.TreeEffort(10*group.MaxTree) {
		t.Errorf("TreeEffort(1 << 30): got %v, want %v", most, group.TreeEffort(10*group.MaxTree))
	}
	if r := mustSolve(t, &p, AlgorithmFrontier, Options{}); r.Stopped {
		t.Errorf("frontier: got %+v, want it not stopped", r)
	}
}

// The windows have the same bits natively and as WebAssembly.
func TestSameEverywhere(t *testing.T) {
	for _, c := range []struct {
		preset string
		a      Algorithm
		want   string
	}{
		{"maintenance", AlgorithmFrontier, "1aa8c0ea7e4fe2ab"},
		{"gka-22", AlgorithmGKA, "cca91faa8f214d0f"},
		{"gka-200", AlgorithmKnapsackSingle, "9cc5ec0c3325d52e"},
		{"gka-200", AlgorithmTreeGreedy, "5666285c37e18621"},
		{"gka-1000", AlgorithmFrontier, "9e16266db029571d"},
	} {
		p, _ := group.Generate(group.Spec{Preset: c.preset}, 7)
		r := mustSolve(t, &p, c.a, Options{})
		h := uint64(14695981039346656037) // FNV-1a
		for _, b := range []byte(strings.Join(r.Solution.Nodes, " ")) {
			h = (h ^ uint64(b)) * 1099511628211
		}
		h ^= math.Float64bits(r.Metrics.Availability) ^ math.Float64bits(r.Bound)<<1 ^ uint64(r.Stats.Labels)<<32
		if got := strconv.FormatUint(h, 16); got != c.want {
			t.Errorf("%s by %s: got %s, want %s", c.preset, c.a, got, c.want)
		}
	}
}

// A run whose context is done returns immediately with its error. A log changes nothing and has
// events from every algorithm that records steps.
func TestCancelAndLog(t *testing.T) {
	p, _ := group.Generate(group.Spec{Preset: "gka-22"}, 7)
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for _, a := range []Algorithm{AlgorithmBruteForce, AlgorithmKnapsackSingle, AlgorithmTree, AlgorithmTreeGreedy,
		AlgorithmGKA, AlgorithmFrontier} {
		if _, err := Solve(done, &p, a, Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s, cancelled: got error %v, want %v", a, err, context.Canceled)
		}
		log := &trace.Log{}
		plain, watched := mustSolve(t, &p, a, Options{}), mustSolve(t, &p, a, Options{Log: log})
		if strings.Join(plain.Solution.Nodes, " ") != strings.Join(watched.Solution.Nodes, " ") ||
			plain.Stats != watched.Stats {
			t.Errorf("%s: the answer with a log differs", a)
		}
		if len(log.Events) == 0 && a != AlgorithmBruteForce {
			t.Errorf("%s: got an empty log, want events", a)
		}
	}
}

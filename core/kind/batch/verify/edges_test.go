package verify

import (
	"strconv"
	"testing"

	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/reason"
	"gridbox/core/scenario"
)

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
		if v := Answer(p, nil, a).Violations; (len(v) == 1 && v[0].Path == "feasible") != refuted {
			t.Errorf("%d nodes: %+v", nodes, v)
		}
	}
}

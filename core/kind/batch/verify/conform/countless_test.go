package conform_test

import (
	"strconv"
	"testing"

	"gridbox/core/kind/batch"
	"gridbox/core/kind/batch/verify/conform"
	"gridbox/core/kind/window"
	"gridbox/core/reason"
	"gridbox/core/scenario"
)

// If a later cycle may have more windows than an algorithm visits, the answer is infeasible,
// even if an earlier cycle has a window.
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
		if v := conform.Answer(p, nil, a).Violations; (len(v) == 1 && v[0].Path == "feasible") != refuted {
			t.Errorf("%d nodes: got violations %+v, want one at feasible: %t", nodes, v, refuted)
		}
	}
}

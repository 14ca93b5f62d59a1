package batch

import "gridbox/core/kind/window"

// figureFive reconstructs the worked example of the paper (its section 5,
// figures 5 to 8). The text states: six nodes cpu1 to cpu6 with unit prices,
// tasks p1 to p7 already planned, slots 0 to 9, and three jobs of (nodes, time,
// greatest sum of unit prices) (2, 80, 10), (3, 30, 30), (2, 50, 6). W1 is on
// cpu1 and cpu4 and costs 10 per unit of time, W2 on cpu1, cpu2 and cpu4 and
// costs 14, so cpu2 costs 4. The other prices and the times are only in a
// figure that is lost; ours agree with every statement of the text. All nodes
// are equal, so that a limit on the sum of unit prices is AMP's limit on the
// cost; the limit of a single slot is the N-th part of it.
func figureFive() Problem {
	p := Problem{Environment: window.Environment{Horizon: 550}}
	for i, price := range []float64{5, 4, 1, 5, 7, 12} {
		p.Nodes = append(p.Nodes, window.Node{ID: "cpu" + string(rune('1'+i)), Performance: 1, Price: price})
	}
	// Tasks p1 to p7.
	for _, task := range []window.Slot{{Node: "cpu1", Start: 0, End: 150}, {Node: "cpu2", Start: 0, End: 200},
		{Node: "cpu3", Start: 0, End: 450},
		{Node: "cpu4", Start: 20, End: 100}, {Node: "cpu5", Start: 140, End: 400}, {Node: "cpu6", Start: 110, End: 400},
		{Node: "cpu1", Start: 320, End: 440}} {
		p.Busy = append(p.Busy, task)
	}
	p.Jobs = []Job{
		{ID: "1", Nodes: 2, Volume: 80, MinPerformance: 1, MaxPrice: 5},
		{ID: "2", Nodes: 3, Volume: 30, MinPerformance: 1, MaxPrice: 10},
		{ID: "3", Nodes: 2, Volume: 50, MinPerformance: 1, MaxPrice: 3},
	}
	return p
}

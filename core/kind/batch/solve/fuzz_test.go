package solve

import (
	"context"
	"testing"

	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
)

// FuzzSearch makes a problem from bytes and compares the fast search with the
// paper's pass.
func FuzzSearch(f *testing.F) {
	f.Add([]byte{3, 20, 1, 2, 2, 4, 3, 1, 2, 10, 3, 1, 5, 4, 2})
	f.Add([]byte{7, 60, 1, 0, 2, 0, 3, 0, 1, 0, 2, 9, 1, 1, 255, 254, 253, 17, 3, 9, 9, 1, 1, 1})
	f.Add([]byte("several bytes make several jobs on several nodes"))
	f.Fuzz(func(t *testing.T, data []byte) {
		at := 0
		next := func(n int) int {
			if at >= len(data) {
				return 0
			}
			at++
			return int(data[at-1]) % n
		}
		p := &batch.Problem{}
		nodes := 1 + next(8)
		p.Horizon = float64(5 + next(90))
		for i := range nodes {
			p.Nodes = append(p.Nodes, window.Node{ID: string(rune('a' + i)), Performance: 1 + float64(next(5))/4,
				Price: float64(next(7)) / 2})
			if from := next(int(p.Horizon)); next(2) == 1 {
				p.Busy = append(p.Busy, window.Slot{Node: p.Nodes[i].ID, Start: float64(from),
					End: float64(from + 1 + next(int(p.Horizon)-from))})
			}
		}
		for i := range 1 + next(4) {
			p.Jobs = append(p.Jobs, batch.Job{ID: string(rune('1' + i)), Nodes: 1 + next(4),
				Volume:         1 + float64(next(40))/3,
				MinPerformance: 1 + float64(next(4))/4, MaxPrice: float64(next(7)) / 2})
		}
		agree(t, p, ALP, batch.Corrected)
		agree(t, p, AMP, batch.Corrected)
	})
}

// FuzzChoose makes classes from bytes and compares the choice with enumeration.
func FuzzChoose(f *testing.F) {
	f.Add([]byte{2, 3, 1, 9, 2, 5, 3, 1, 2, 4, 4, 8, 1}, 9.0)
	f.Add([]byte{4, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5, 0, 9, 9, 0}, 0.0)
	f.Fuzz(func(t *testing.T, data []byte, limit float64) {
		if !(limit >= 0 && limit < 1e6) {
			return
		}
		at := 0
		next := func() int {
			if at >= len(data) {
				return 1
			}
			at++
			return int(data[at-1])
		}
		var classes []class
		for range 1 + next()%5 {
			var items []item
			for k := range 1 + next()%6 {
				items = append(items, item{z: float64(next() % 32), g: float64(next() % 32), index: int32(k)})
			}
			classes = append(classes, reduceExactly(items))
		}
		best, found := 0.0, false
		visitCombinations(classes, func(z, g float64) {
			if keepsLimit(z, limit) && (!found || g < best) {
				best, found = g, true
			}
		})
		c := chooser{}
		got, err := c.choose(context.Background(), classes, limit)
		if err != nil || got.ok != found || found && (got.g != best || !keepsLimit(got.z, limit)) {
			t.Fatalf("got error %v, %+v; want found %v, %v", err, got, found, best)
		}
	})
}

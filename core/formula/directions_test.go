package formula

import (
	"math"
	"testing"
)

// Moves reports how an expression changes with growing numbers, in agreement with evaluation.
func TestMoves(t *testing.T) {
	positive, every := Span{0, math.Inf(1)}, Span{math.Inf(-1), math.Inf(1)}
	set, member := []Span{positive, positive, every}, []Span{positive, every}
	for text, want := range map[string][2]bool{
		"start": {true, false}, "-start": {false, true},
		"sum(price)": {false, false}, "2 * start - finish": {true, true},
		"start + finish / 2": {true, false}, "budget * start": {true, true},
		"-3 * start + sum(q)": {false, true}, "sum(price * start)": {true, false},
		"sum(q * start)": {true, true}, "sum(q) / start": {true, true},
		"start / 7": {true, false}, "if(start < 50, 1, 2)": {true, true},
		"if(budget < 5, start, finish)": {true, false}, "start < 50": {false, true},
		"50 < start": {true, false}, "start <= 50": {false, true},
		"start = 50": {true, true}, "abs(start - 50)": {true, true},
		"sqrt(start)": {true, false}, "sqrt(start - 50)": {true, true},
		"min(start, 9)": {true, false}, "floor(-finish)": {false, true},
		"least(price) - start": {false, true}, "mean(start)": {true, false},
		"start * finish": {true, true},
	} {
		e, err := Compile(text, []string{"start", "finish", "budget"}, []string{"price", "q"})
		if err != nil {
			t.Fatal(err)
		}
		if rises, falls := e.Moves(set, member, 0, 1); rises != want[0] || falls != want[1] {
			t.Errorf("Moves(%s): got rises %t, falls %t; want %t", text, rises, falls, want)
		}
		members := [][]float64{{2, -1}, {3, 4}}
		last := math.NaN()
		for start := 0.0; start < 120; start += 3.5 {
			now := e.Evaluate([]float64{start, start + 20, 7}, members)
			appears := !math.IsNaN(now) && math.IsNaN(last) && start > 0
			if (now > last || appears) && !want[0] || now < last && !want[1] {
				t.Errorf("%s: got %v after %v at start %v, want no change that Moves excludes", text, now, last,
					start)
			}
			last = now
		}
	}
}

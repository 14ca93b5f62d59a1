package solve

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/kind/window"
	"gridbox/core/rng"
)

var update = flag.Bool("update", false, "write testdata/planes.txt anew")

// newDistinctProblem returns a problem in which every node has a performance of its own.
func newDistinctProblem(nodes, request int, share float64, seed uint64) *window.WindowProblem {
	s := rng.New(seed, "planes", 0)
	p := &window.WindowProblem{Environment: window.Environment{Horizon: 600},
		Request: &window.Request{Nodes: request, Volume: 120, Value: "q"}}
	total := 0.0
	for i := range nodes {
		performance := math.Floor(s.Uniform(20, 100)) / 10
		price := math.Floor(performance*s.Uniform(5, 15)) / 10
		total += price / performance
		p.Nodes = append(p.Nodes, window.Node{ID: "n" + strconv.Itoa(i), Performance: performance + float64(i)/1000,
			Price: price, Attributes: map[string]float64{"q": float64(s.UniformInt(0, 20))}})
		for at := s.UniformInt(0, 40); at < 600; {
			end := min(600, at+s.UniformInt(10, 90))
			p.Slots = append(p.Slots, window.Slot{Node: p.Nodes[i].ID, Start: float64(at), End: float64(end)})
			at = end + s.UniformInt(1, 60)
		}
	}
	budget := math.Floor(total / float64(nodes) * float64(request) * p.Request.Volume * share)
	p.Request.Budget = &budget
	return p
}

// The bounds of the plane determine only how much of it is visited: a looser bound
// gives the same window later. So the amount of work equals the recorded one,
// together with the result.
func TestPlaneWork(t *testing.T) {
	var text strings.Builder
	problems := []*window.WindowProblem{newDistinctProblem(40, 4, 1, 1), newDistinctProblem(80, 6, 0.8, 2),
		newDistinctProblem(60, 3, 1.2, 3)}
	for i, p := range problems {
		for _, run := range planeRuns {
			o := run.o
			got, last := 0, -1
			o.planar, o.Progress = true, func(done, of int) {
				if got++; done < last || done > of {
					t.Errorf("problem %d, %s: got progress %d of %d after %d, want ascending and at most all", i,
						run.algorithm, done, of, last)
				}
				last = done
			}
			r, err := Solve(t.Context(), p, run.algorithm, o)
			if err != nil {
				t.Fatal(err)
			}
			name := strings.TrimSpace(fmt.Sprintf("%s %s %s", run.algorithm, o.Expression, o.Criterion))
			fmt.Fprintf(&text, "%d %s: start %v runtime %v, "+
				"%d groups, %d slots, %d examined, %d pruned, %d labels, told %d\n",
				i, name, r.Metrics.Start, r.Metrics.Runtime,
				r.Stats.Groups, r.Stats.Slots, r.Stats.Examined, r.Stats.Pruned, r.Stats.Labels, got)
		}
	}
	const path = "testdata/planes.txt"
	if *update {
		if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || string(want) != text.String() {
		t.Errorf("recorded work of planes: error %v; got\n%s\nwant\n%s", err, text.String(), want)
	}
}

// A window may start with the very first slot.
func TestPlaneTakesTheFirstSlot(t *testing.T) {
	p := &window.WindowProblem{Environment: window.Environment{Horizon: 100},
		Request: &window.Request{Nodes: 1, Volume: 10}}
	for i := range 4 {
		id := strconv.Itoa(i)
		p.Nodes = append(p.Nodes, window.Node{ID: id, Performance: 2 + float64(i)/2, Price: 1})
		p.Slots = append(p.Slots, window.Slot{Node: id, Start: float64(3 * i), End: 90})
	}
	r, err := Solve(t.Context(), p, AlgorithmCustom, Options{
		Options: window.Options{Expression: "sum(price) - start"}, planar: true})
	if err != nil || !r.Feasible || r.Metrics.Start != 0 {
		t.Errorf("got error %v, feasible %t, start %v; want start 0", err, r.Feasible, r.Metrics.Start)
	}
}

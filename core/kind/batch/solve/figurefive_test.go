package solve

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/kind/batch"
)

func figureFive(t testing.TB) batch.Problem {
	p, faults := batch.Generate(batch.Spec{Preset: "alp-amp-figure-5"}, 0)
	if faults != nil {
		t.Fatal(faults)
	}
	return p
}

// summary lists the alternatives as job: start-end nodes cost/time. The last is
// the sum of unit prices of the example.
func summary(s *batch.Solution) string {
	var lines []string
	for _, a := range s.Alternatives {
		for _, w := range a.Windows {
			nodes := make([]string, len(w.Slots))
			for i, x := range w.Slots {
				nodes[i] = strings.TrimPrefix(x.Node, "cpu")
			}
			// Parts are in the order of their cost; here they are sorted by
			// name.
			for i := range nodes {
				for k := i; k > 0 && nodes[k] < nodes[k-1]; k-- {
					nodes[k], nodes[k-1] = nodes[k-1], nodes[k]
				}
			}
			number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
			lines = append(lines, a.Job+": "+number(w.Start)+"-"+number(w.End)+" "+strings.Join(nodes, ",")+" "+
				number(w.Cost/(w.End-w.Start)))
		}
	}
	return strings.Join(lines, "\n")
}

// The worked example of the paper, section 5, on the reconstruction: W1 is on
// cpu1 and cpu4 with a sum of unit prices of 10, W2 on cpu1, cpu2 and cpu4 with
// 14; there are eight windows in all.
func TestFigureFiveAMP(t *testing.T) {
	p := figureFive(t)
	r, err := Solve(context.Background(), &p, AMP, Options{})
	if err != nil || !r.Feasible {
		t.Fatalf("got error %v, reason %v; want a choice", err, r.Reason)
	}
	want := `1: 150-230 1,4 10
1: 260-340 2,4 9
1: 440-520 1,4 10
2: 230-260 1,2,4 14
2: 400-430 2,4,5 16
2: 520-550 1,5,6 24
3: 450-500 2,3 5
3: 500-550 2,3 5`
	if got := summary(r.Solution); got != want {
		t.Errorf("got alternatives\n%s\nwant\n%s", got, want)
	}
}

// ALP requires every slot to keep its job's limit (5, 10 and 3). So cpu6 with a
// price of 12 is never used, and job 3, which would need cpu2 with a price of 4,
// has no window.
func TestFigureFiveALP(t *testing.T) {
	p := figureFive(t)
	r, err := Solve(context.Background(), &p, ALP, Options{})
	if err != nil || !r.Feasible {
		t.Fatalf("got error %v, reason %v; want a choice", err, r.Reason)
	}
	counts := map[string]int{}
	for _, a := range r.Solution.Alternatives {
		counts[a.Job] = len(a.Windows)
		for _, w := range a.Windows {
			for _, x := range w.Slots {
				if x.Node == "cpu6" {
					t.Errorf("job %s: got a window on cpu6, want none", a.Job)
				}
			}
		}
	}
	if counts["1"] != 3 || counts["2"] != 5 || counts["3"] != 0 {
		t.Errorf("windows of the jobs: got %v, want 3, 5 and 0", counts)
	}
	if p := r.Solution.Postponed; len(p) != 1 || p[0] != "3" {
		t.Errorf("postponed: got %v, want job 3", p)
	}
}

// The slots of figure 5 are numbered 0 to 9 by start, and there are seven tasks.
func TestFigureFiveSlots(t *testing.T) {
	p := figureFive(t)
	list := p.Free().All()
	if len(list) != 10 || len(p.Busy) != 7 || len(p.Nodes) != 6 {
		t.Fatalf("got %d slots, %d tasks, %d nodes; want 10, 7, 6", len(list), len(p.Busy), len(p.Nodes))
	}
	want := "[0-20] [0-140] [0-110] [100-550] [150-320] [200-550] [400-550] [400-550] [440-550] [450-550] "
	got := ""
	for _, s := range list {
		got += "[" + doc.Decimal(s.Start) + "-" + doc.Decimal(s.End) + "] "
	}
	if got != want {
		t.Errorf("got slots %s, want %s", got, want)
	}
}

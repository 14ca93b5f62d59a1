package solve

import (
	"context"
	"testing"

	"gridbox/core/kind/window"

	"pgregory.net/rapid"
)

// At every budget the most valuable window is the last point of the front that
// costs no more, as found by trying every subset.
func TestTheFrontIsThatOfAllWindows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		f, err := FrontOf(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		if !f.Exact {
			t.Fatal("got a small front that is not exact, want an exact one")
		}
		for i, at := range f.Points {
			if i > 0 && (at.Cost <= f.Points[i-1].Cost || at.Value <= f.Points[i-1].Value) {
				t.Fatalf("got point %+v after %+v, want ascending costs and values", at, f.Points[i-1])
			}
		}
		q, r := *p, *p.Request
		q.Request = &r
		most := 100.0
		if p.Request.Budget != nil {
			most = *p.Request.Budget
		}
		for k := range 12 {
			budget := most * float64(k) / 11
			r.Budget = &budget
			want, ok := literal(&q, AlgorithmMaxSum, Options{})
			got, found := FrontPoint{}, false
			for _, at := range f.Points {
				if at.Cost <= budget+1e-9 {
					got, found = at, true
				}
			}
			if p.Request.Budget == nil && k == 11 {
				continue
			}
			if ok != found || ok && (want.value > got.Value+1e-9 || want.value < got.Value-1e-9) {
				t.Fatalf("budget %g: got %+v (%v), want %+v (%v) as among all windows", budget, got, found, want, ok)
			}
		}
	})
}

func TestAFrontOfManyNodesIsSampled(t *testing.T) {
	many := 300
	p := preset(t, window.Spec{Preset: "square-2018", Nodes: &many}, 7)
	f, err := FrontOf(context.Background(), p)
	if err != nil || f.Exact || len(f.Points) < 10 || len(f.Points) > budgetSamples+2 {
		t.Fatalf("got %d points, exact %v, error %v; want 10 to %d sampled ones", len(f.Points), f.Exact, err,
			budgetSamples+2)
	}
	cheapest, best := solve(t, p, AlgorithmMinCost, Options{}), solve(t, p, AlgorithmMaxSum, Options{})
	if f.Points[0].Cost != cheapest.Metrics.Cost || f.Points[len(f.Points)-1].Value != best.Metrics.Value {
		t.Errorf("got front from %+v to %+v, want from cost %v to value %v", f.Points[0], f.Points[len(f.Points)-1],
			cheapest.Metrics.Cost, best.Metrics.Value)
	}
	if g, _ := FrontOf(context.Background(), preset(t, window.Spec{Preset: "square-2018"}, 7)); !g.Exact ||
		len(g.Points) < 10 {
		t.Errorf("a hundred nodes: got %+v, want an exact front of 10 points at least", g)
	}
}

func TestACancelledFrontIsReported(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := FrontOf(ctx, preset(t, window.Spec{Preset: "square-2018"}, 7)); err == nil {
		t.Error("FrontOf with a cancelled context: got no error")
	}
}

func BenchmarkFront(b *testing.B) {
	for _, id := range []string{"twelve-nodes", "square-2018"} {
		p := preset(b, window.Spec{Preset: id}, 7)
		b.Run(id, func(b *testing.B) {
			for b.Loop() {
				if _, err := FrontOf(context.Background(), p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

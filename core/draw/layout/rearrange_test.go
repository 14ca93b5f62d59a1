package layout

import (
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
	"gridbox/core/kind/placement"
)

// Other clusters keep their positions, chosen ones stay in their box, and the
// result is deterministic.
func TestSomeAreLaidOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		p, at := &placement.Problem{}, make([]Point, n)
		for i := range n {
			p.Clusters = append(p.Clusters, placement.Cluster{ID: string(rune('a' + i))})
			at[i].X = float64(rapid.IntRange(0, 20).Draw(t, "x")) / 20
			at[i].Y = float64(rapid.IntRange(0, 20).Draw(t, "y")) / 20
		}
		for range rapid.IntRange(0, 2*n).Draw(t, "links") {
			a, b := rapid.IntRange(0, n-1).Draw(t, "a"), rapid.IntRange(0, n-1).Draw(t, "b")
			p.Links = append(p.Links, placement.Link{A: p.Clusters[a].ID, B: p.Clusters[b].ID})
		}
		var chosen []int
		moves := make([]bool, n)
		for i := range n {
			if moves[i] = rapid.Bool().Draw(t, "chosen"); moves[i] {
				chosen = append(chosen, i)
			}
		}
		out, again := RearrangeChosen(p, at, chosen), RearrangeChosen(p, at, chosen)
		lo, size := box(at, chosen)
		for i := range out {
			q := out[i]
			switch {
			case q != again[i]:
				t.Fatalf("cluster %d: got %v, then %v; want the same place", i, q, again[i])
			case !moves[i] && q != at[i]:
				t.Fatalf("cluster %d, which was not chosen: got %v, want %v", i, q, at[i])
			case moves[i] && (q.X < lo.X-1e-4 || q.Y < lo.Y-1e-4 || q.X > lo.X+size.X+1e-4 || q.Y > lo.Y+size.Y+1e-4):
				t.Fatalf("got %v, want a place in the box at %v of size %v", q, lo, size)
			case moves[i] && (q.X < 0 || q.X > 1 || q.Y < 0 || q.Y > 1):
				t.Fatalf("got %v, want a place in the picture", q)
			}
		}
	})
}

func TestThoseOnOneSpotComeApart(t *testing.T) {
	p := &placement.Problem{Clusters: []placement.Cluster{{ID: "a"}, {ID: "b"}, {ID: "c"}},
		Links: []placement.Link{{A: "a", B: "b"}, {A: "b", B: "c"}}}
	out := RearrangeChosen(p, []Point{{1, 0}, {1, 0}, {0, 1}}, []int{0, 1})
	if out[0] == out[1] {
		t.Errorf("clusters at the same place: got %v, want different places", out)
	}
}

package picture

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gridbox/core/kind/placement"
)

// queue is an answer of n jobs on the five clusters, one after another.
func queue(p *placement.Problem, n int) *placement.Solution {
	s := &placement.Solution{}
	free := make([]float64, len(p.Clusters))
	for i := range n {
		c := i * 7 % len(p.Clusters)
		a := placement.Assignment{Job: fmt.Sprintf("j%d", i+1), Cluster: p.Clusters[c].ID, Start: free[c],
			TransferTime: float64(i % 4), RunTime: 1 + float64(i%7)}
		a.Finish = a.Start + a.TransferTime + a.RunTime
		free[c] = a.Finish
		s.Assignments = append(s.Assignments, a)
	}
	return s
}

func TestTimelineIsFitForAStrictPolicy(t *testing.T) {
	p := five()
	for _, n := range []int{1, 40, 1000, 20000} {
		v := PlacementTimeline(p, queue(p, n))
		v.Selected = []Ref{{Job, "j1"}}
		v.Marks = []Mark{{At: 3, Class: "bound", Label: "bound 3 s"}}
		policed(t, Timeline(v), 1)
		v.Static = true
		policed(t, Timeline(v), 0)
	}
	policed(t, Timeline(TimelineView{}), 0)
	policed(t, Timeline(PlacementTimeline(p, nil)), 0)
}

func TestTimelineTextIsBoundedByItsWidth(t *testing.T) {
	p := five()
	small := len(Timeline(PlacementTimeline(p, queue(p, 2000))))
	large := len(Timeline(PlacementTimeline(p, queue(p, 50000))))
	if large > 2*small {
		t.Errorf("50,000 jobs take %d bytes, 2,000 take %d", large, small)
	}
}

func TestTheSelectedJobIsNeverMerged(t *testing.T) {
	p := five()
	v := PlacementTimeline(p, queue(p, 20000))
	v.Selected = []Ref{{Job, "j9999"}}
	if !strings.Contains(Timeline(v), `data-kind="job" data-id="j9999"`) {
		t.Error("the selected job has no mark")
	}
}

func TestOneMarkHoldsAllPhasesOfAJob(t *testing.T) {
	s := Timeline(PlacementTimeline(five(), fiveAnswer()))
	if n := strings.Count(s, `data-id="j17"`); n != 1 {
		t.Errorf("%d marks for j17, want 1", n)
	}
	for _, want := range []string{`gb-transfer`, `gb-compute`, `Job j17, 0 to 23.9 s, 3.2 s of transfers on Nancy`} {
		if !strings.Contains(s, want) {
			t.Errorf("missing %s", want)
		}
	}
}

func TestTicksAreRound(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		count     int
		want      []float64
	}{
		{0, 412.6, 5, []float64{0, 100, 200, 300, 400}},
		{0, 1, 5, []float64{0, 0.2, 0.4, 0.6, 0.8, 1}},
		{0.1, 0.35, 5, []float64{0.1, 0.15, 0.2, 0.25, 0.3, 0.35}},
		{-3, 3, 3, []float64{-2, 0, 2}},
		{5, 5, 4, nil},
	} {
		if got := Ticks(c.low, c.high, c.count); !slices.Equal(got, c.want) {
			t.Errorf("Ticks(%g, %g, %d) = %v, want %v", c.low, c.high, c.count, got, c.want)
		}
	}
}

// Two numbers that rounding alone holds apart have no round numbers between them.
func TestTicksBetweenNeighbours(t *testing.T) {
	if got := Ticks(240.2858093387623, 240.28580933876233, 5); got != nil {
		t.Errorf("%d ticks", len(got))
	}
}

func TestTicksOverCoverTheHighest(t *testing.T) {
	for high, want := range map[float64][]float64{2091: {0, 1000, 2000, 3000}, 5.5: {0, 2, 4, 6},
		0.3: {0, 0.1, 0.2, 0.3}, 4000: {0, 1000, 2000, 3000, 4000}, 0: {0, 1}} {
		if got := TicksOver(high, 4); !slices.Equal(got, want) {
			t.Errorf("TicksOver(%g) = %v, want %v", high, got, want)
		}
	}
}

func TestNumbersForPeople(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 1450: "1450", 30000: "30\u202f000", 1234567: "1\u202f234\u202f567",
		0.5: "0.5", 412.63: "412.6",
		18.2: "18.2", 3.14159: "3.14", -2.5: "−2.5", 0.00012: "0.00012", 120: "120", 9999.7: "10\u202f000"} {
		if got := Number(v); got != want {
			t.Errorf("Number(%v) = %q, want %q", v, got, want)
		}
	}
}

func TestTruncateKeepsToItsWidth(t *testing.T) {
	for _, s := range []string{"", "a", "Nancy", "a long name of a cluster", "日本語の長い名前です", "\xff\xfe broken", "   "} {
		for _, width := range []float64{10, 40, 100, 1000} {
			got := truncate(s, 12, width)
			if got != s && (textWidth(got, 12) > width+12 || !strings.HasSuffix(got, "…")) || got == s &&
				textWidth(s, 12) > width {
				t.Errorf("truncate(%q, %g) = %q, %g wide", s, width, got, textWidth(got, 12))
			}
		}
	}
}

func BenchmarkTimeline(b *testing.B) {
	p := five()
	for _, n := range []int{100, 1000, 10000} {
		v := PlacementTimeline(p, queue(p, n))
		b.Run(fmt.Sprintf("jobs=%d", n), func(b *testing.B) {
			for b.Loop() {
				Timeline(v)
			}
		})
	}
}

package draw

import (
	"fmt"
	"strings"
	"testing"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene/scenetest"
	"gridbox/core/draw/timeline"
	"gridbox/core/kind/placement"
)

// queue returns an answer with n jobs on the five clusters, one after another.
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
		v := Timeline(p, queue(p, n))
		v.Selected = []picture.Ref{{Kind: picture.Job, ID: "j1"}}
		v.Marks = []timeline.Mark{{At: 3, Class: "bound", Label: "bound 3 s"}}
		scenetest.CheckPolicy(t, timeline.Draw(v), 1)
		v.Static = true
		scenetest.CheckPolicy(t, timeline.Draw(v), 0)
	}
	scenetest.CheckPolicy(t, timeline.Draw(timeline.View{}), 0)
	scenetest.CheckPolicy(t, timeline.Draw(Timeline(p, nil)), 0)
}

func TestTimelineTextIsBoundedByItsWidth(t *testing.T) {
	p := five()
	small := len(timeline.Draw(Timeline(p, queue(p, 2000))).SVG())
	large := len(timeline.Draw(Timeline(p, queue(p, 50000))).SVG())
	if large > 2*small {
		t.Errorf("got %d bytes for 50,000 jobs and %d for 2,000, want at most twice as many", large, small)
	}
}

func TestTheSelectedJobIsNeverMerged(t *testing.T) {
	p := five()
	v := Timeline(p, queue(p, 20000))
	v.Selected = []picture.Ref{{Kind: picture.Job, ID: "j9999"}}
	if !strings.Contains(timeline.Draw(v).SVG(), `data-kind="job" data-id="j9999"`) {
		t.Error("the picture does not contain the selected job j9999")
	}
}

func TestOneMarkHoldsAllPhasesOfAJob(t *testing.T) {
	s := timeline.Draw(Timeline(five(), fiveAnswer()))
	if n := strings.Count(s.SVG(), `data-id="j17"`); n != 1 {
		t.Errorf("got %d marks for j17, want 1", n)
	}
	for _, want := range []string{`gb-transfer`, `gb-compute`, `Job j17, 0 to 23.9 s, 3.2 s of transfers on Nancy`} {
		if !strings.Contains(s.SVG(), want) {
			t.Errorf("the picture does not contain %s", want)
		}
	}
}

func BenchmarkTimeline(b *testing.B) {
	p := five()
	for _, n := range []int{100, 1000, 10000} {
		v := Timeline(p, queue(p, n))
		b.Run(fmt.Sprintf("jobs=%d", n), func(b *testing.B) {
			for b.Loop() {
				timeline.Draw(v)
			}
		})
	}
}

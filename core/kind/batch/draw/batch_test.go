package draw

import (
	"strings"
	"testing"

	"gridbox/core/draw/markid"
	"gridbox/core/draw/noderows"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene/scenetest"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
)

// twoJobs is an answer with two jobs, three windows and two of them chosen.
func twoJobs() (*batch.Problem, *batch.Solution) {
	p := &batch.Problem{Environment: window.Environment{Horizon: 100,
		Nodes: []window.Node{{ID: "a", Performance: 1, Price: 2}, {ID: "b", Performance: 2, Price: 3}},
		Busy:  []window.Slot{{Node: "a", Start: 0, End: 20}}}}
	made := func(start, end, cost float64, nodes ...string) window.Window {
		w := window.Window{Start: start, End: end, Cost: cost}
		for _, n := range nodes {
			w.Slots = append(w.Slots, window.Allocation{Node: n, Start: start, End: end,
				Cost: cost / float64(len(nodes))})
		}
		return w
	}
	return p, &batch.Solution{
		Alternatives: []batch.Alternatives{
			{Job: "x/1", Windows: []window.Window{made(20, 40, 100, "a", "b"), made(60, 80, 60, "b")}},
			{Job: "y", Windows: []window.Window{made(40, 60, 50, "a")}}},
		Chosen: []batch.Choice{{Job: "x/1", Window: 1}, {Job: "y"}},
	}
}

func TestBatchGoldens(t *testing.T) {
	p, s := twoJobs()
	rows := Rows(p)
	rows.Windows = AnswerWindows(s, Filter{}, 2)
	rows.Selected = []picture.Ref{{Kind: picture.Window, ID: markid.WindowID(0, 2, "x/1")}}
	scenetest.Golden(t, "batch", noderows.Draw(rows))
	front := []batch.Point{{Time: 20, Cost: 150}, {Time: 40, Cost: 110}, {Time: 60, Cost: 90}}
	v := PlaneView{Goal: batch.LeastTime, Limit: Limit{At: 120, Name: "budget"},
		Fronts: []Front{{Name: "AMP", Colour: 2, Points: front, Chosen: front[1]},
			{Name: "ALP", Colour: 1, Points: front[2:], Chosen: front[2], Pale: true}}}
	scenetest.Golden(t, "plane", Plane(v))
	v.Goal, v.Limit = batch.LeastCost, Limit{At: 1e6, Name: "time quota"}
	scenetest.Golden(t, "plane-cost", Plane(v))
}

// The filter shows what is selected: everything, a job, a family, a cycle, or
// the chosen windows.
func TestBatchFilter(t *testing.T) {
	_, s := twoJobs()
	for _, c := range []struct {
		filter Filter
		want   int
	}{{Filter{}, 3}, {Filter{Job: "y"}, 1}, {Filter{Family: 2}, 1}, {Filter{Family: 1}, 2},
		{Filter{Chosen: true}, 2}, {Filter{Cycle: 1}, 3}, {Filter{Cycle: 2}, 0}} {
		all := AnswerWindows(s, c.filter, 1)
		if len(all) != c.want {
			t.Errorf("AnswerWindows(%+v): got %d windows, want %d", c.filter, len(all), c.want)
		}
		for i, w := range all {
			if i > 0 && !all[i-1].Pale && w.Pale {
				t.Errorf("AnswerWindows(%+v): got a chosen window before an alternative, want it after", c.filter)
			}
		}
	}
	if AnswerWindows(nil, Filter{}, 1) != nil {
		t.Error("AnswerWindows without an answer: got windows, want none")
	}
}

func TestWindowIDsReadBack(t *testing.T) {
	for _, job := range []string{"1", "a/b", "", "ü"} {
		number, family, name, ok := markid.ReadWindowID(markid.WindowID(2, 3, job))
		if !ok || number != 2 || family != 3 || name != job {
			t.Errorf("ReadWindowID of window 2 3 %q: got %d %d %q %v, want the same and true", job, number, family,
				name, ok)
		}
	}
	for _, id := range []string{"", "1/2", "x/1/j", "1/x/j"} {
		if _, _, _, ok := markid.ReadWindowID(id); ok {
			t.Errorf("ReadWindowID(%q): got true, want false", id)
		}
	}
}

// A plane without a front, or with one point, is still a picture.
func TestPlaneOfLittle(t *testing.T) {
	for _, points := range [][]batch.Point{nil, {{Time: 5, Cost: 0}}} {
		v := PlaneView{Fronts: []Front{{Name: "AMP", Points: points}}, Limit: Limit{Name: "budget"}}
		if text := Plane(v).SVG(); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Errorf("got %s, want no NaN or Inf", text)
		}
		scenetest.WellFormed(t, Plane(v).SVG())
		if from, to := PlaneSpan(v); !(to > from) {
			t.Errorf("PlaneSpan: got %v to %v, want ascending", from, to)
		}
	}
}

// FreeWithin keeps the rows that a cycle can use.
func TestRowsFreeWithin(t *testing.T) {
	p, _ := twoJobs()
	if rows := FreeWithin(p, nil, 0, 20); len(rows) != 1 || p.Nodes[rows[0]].ID != "b" {
		t.Errorf("rows free before 20: got %v, want that of b", rows)
	}
	if rows := FreeWithin(p, []int{0, 1}, 10, 30); len(rows) != 2 {
		t.Errorf("rows free between 10 and 30: got %v, want 2", rows)
	}
}

package noderows

import (
	"fmt"
	"strings"
	"testing"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/draw/scene/scenetest"
	"gridbox/core/draw/timeline"
	"gridbox/core/kind/window"
)

// rack returns n nodes of performance 2 to 10 with some busy time each.
func rack(n int) View {
	v := View{Horizon: 600, Name: "Nodes over time"}
	for i := range n {
		id := fmt.Sprintf("n%d", i+1)
		v.Nodes = append(v.Nodes, window.Node{ID: id, Performance: float64(2 + i*5%9), Price: 1})
		for k := range 3 {
			from := float64(k*200 + i*37%150)
			v.Busy = append(v.Busy, window.Slot{Node: id, Start: from, End: from + 40})
		}
	}
	part := func(i int, from, to float64) window.Allocation {
		return window.Allocation{Node: v.Nodes[i%n].ID, Start: from, End: to, Cost: 1}
	}
	v.Windows = []WindowMark{
		{Ref: picture.Ref{Kind: picture.Window, ID: "first-fit"}, Colour: 1,
			Parts: []window.Allocation{part(0, 0, 90), part(1, 0, 90)},
			Text:  "FirstFit 0 + 90", Say: "Window of FirstFit"},
		{Ref: picture.Ref{Kind: picture.Window, ID: "min-cost"}, Colour: 3,
			Parts: []window.Allocation{part(1, 50, 160), part(2, 50, 160)},
			Text:  "MinCost 50 + 110", Say: "Window of MinCost"},
	}
	return v
}

func TestNodeRowsAreFitForAStrictPolicy(t *testing.T) {
	for _, n := range []int{1, 12, 100} {
		v := rack(n)
		v.Selected = []picture.Ref{{Kind: picture.Busy, ID: "b2"}, {Kind: picture.Window, ID: "first-fit"}}
		v.States = []State{{"n1", 10, 90, "open"}, {"nobody", 0, 1, "done"}}
		v.Marks = []timeline.Mark{{At: 50, Class: "now", Label: "start 50"}}
		scenetest.CheckPolicy(t, Draw(v), 1)
		v.Static = true
		scenetest.CheckPolicy(t, Draw(v), 0)
		v.Static, v.Small = false, true
		scenetest.CheckPolicy(t, Draw(v), 0)
	}
	scenetest.CheckPolicy(t, Draw(View{}), 0)
	v := rack(3)
	v.From, v.To = 700, 800
	scenetest.CheckPolicy(t, Draw(v), 1)
}

func TestBusyTimeOverNamesAndHatching(t *testing.T) {
	s := Draw(rack(12)).SVG()
	if got := strings.Count(s, `data-kind="busy"`); got != 36 {
		t.Errorf("got %d busy marks, want 36", got)
	}
	if got := strings.Count(s, `data-kind="node"`); got != 12 {
		t.Errorf("got %d rows, want 12", got)
	}
	for _, want := range []string{`class="gb-hatch"`, `data-node="n1" data-start="0" data-end="40"`,
		"Window of MinCost", `data-snap="5"`} {
		if !strings.Contains(s, want) {
			t.Errorf("the picture does not contain %s", want)
		}
	}
}

// Windows that overlap on a row share it; other windows take the whole row.
func TestOverlappingWindowsShareTheRow(t *testing.T) {
	r := newNodeRows(rack(12))
	want := [][]lane{{{0, 1}, {0, 0.5}}, {{0.5, 0.5}, {0, 1}}}
	for f := range want {
		for p := range want[f] {
			if r.lanes[f][p] != want[f][p] {
				t.Errorf("window %d, part %d: got %v, want %v", f, p, r.lanes[f][p], want[f][p])
			}
		}
	}
}

func TestRowsStandByPerformance(t *testing.T) {
	v := rack(30)
	order := window.RankByPerformance(v.Nodes)
	for i := 1; i < len(order); i++ {
		a, b := v.Nodes[order[i-1]].Performance, v.Nodes[order[i]].Performance
		if a < b || a == b && order[i-1] > order[i] {
			t.Fatalf("got %v before %v, want decreasing performance", order[i-1], order[i])
		}
	}
	rows := SelectRows(v.Nodes, window.RankByPerformance(v.Nodes), 5, map[string]bool{"n1": true, "n10": true})
	if len(rows) != 5 || rows[4] != 9 && rows[4] != 0 {
		t.Errorf("got rows %v, want 5 with both required nodes", rows)
	}
}

func TestStrokesOfAHatchingStayInside(t *testing.T) {
	for _, c := range [][4]float64{{3, 5, 40, 12}, {0, 0, 2, 20}, {10.3, 7.7, 0.5, 5}, {5, 5, 100, 3}} {
		m := &scene.Builder{}
		hatch(m, c[0], c[1], c[2], c[3])
		for _, s := range strings.Split(m.Node().Attr("d"), "M")[1:] {
			var x, y, dx, dy float64
			if n, _ := fmt.Sscanf(s, "%f %fl%f %f", &x, &y, &dx, &dy); n != 4 {
				t.Fatalf("stroke %q has no start and direction", s)
			}
			const e = 0.11
			if x < c[0]-e || x+dx > c[0]+c[2]+e || y > c[1]+c[3]+e || y+dy < c[1]-e {
				t.Errorf("stroke %q leaves the rectangle %v", s, c)
			}
		}
	}
}

func BenchmarkNodeRows(b *testing.B) {
	for _, n := range []int{12, 100} {
		v := rack(n)
		b.Run(fmt.Sprintf("nodes=%d", n), func(b *testing.B) {
			for b.Loop() {
				Draw(v)
			}
		})
	}
}

// All selected elements are drawn, however many.
func TestAllSelectedBusyTimeIsDrawn(t *testing.T) {
	v := rack(4)
	v.Selected = []picture.Ref{{Kind: picture.Busy, ID: "b2"}, {Kind: picture.Busy, ID: "b3"},
		{Kind: picture.Busy, ID: "b7"}}
	s := Draw(v)
	if got := strings.Count(s.SVG(), `data-kind="busy"`); got != 12 {
		t.Errorf("got %d busy times, want 12", got)
	}
	if got := strings.Count(s.SVG(), `class="gb-busytime gb-sel"`); got != 3 {
		t.Errorf("got %d selected busy times, want 3", got)
	}
	scenetest.CheckPolicy(t, s, 1)
}

func TestNodeRowsGolden(t *testing.T) { scenetest.Golden(t, "noderows", Draw(rack(4))) }

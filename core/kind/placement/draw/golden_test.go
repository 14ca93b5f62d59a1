package draw

import (
	"testing"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/draw/scene/scenetest"
	"gridbox/core/draw/timeline"
)

// The goldens have one tag per line, so that a diff names the changed mark.
func TestGridGoldens(t *testing.T) {
	answer := fiveAnswer()
	bars := Timeline(five(), answer)
	bars.Colour, bars.Selected = 1, []picture.Ref{{Kind: picture.Job, ID: "j17"}}
	bars.Marks = []timeline.Mark{{At: 12, Class: "bound", Label: "bound 12 s"}}
	for name, s := range map[string]*scene.Node{
		"topology": Topology(TopologyView{Problem: five(), Name: "Five clusters", Colour: 1,
			Selected: []picture.Ref{{Kind: picture.Cluster, ID: "Nancy"}},
			Routes:   RoutesOf(five(), answer, "j17"), Jobs: JobsOn(five(), answer), Busy: BusyOn(five(), answer),
			Traffic: Shares(TrafficOn(five(), answer)),
			Notes:   []Note{{"Lyon", "found", "0.022 s/MB"}}}),
		"thumb":    GridThumb(five(), "Five clusters"),
		"timeline": timeline.Draw(bars),
		"heat": Heat(HeatView{Corner: "score of j17", Rows: []string{"RS", "CRA"}, Cols: []string{"Lyon", "Nancy"},
			Values: [][]float64{{31, 12}, {25, 16}}, Best: []int{1, 1}, Colour: 1}),
	} {
		scenetest.Golden(t, name, s)
	}
}

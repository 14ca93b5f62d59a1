package picture

import "testing"

// The goldens hold one tag a line, so that a diff names the mark that changed.
func TestGridGoldens(t *testing.T) {
	answer := fiveAnswer()
	bars := PlacementTimeline(five(), answer)
	bars.Colour, bars.Selected = 1, []Ref{{Job, "j17"}}
	bars.Marks = []Mark{{At: 12, Class: "bound", Label: "bound 12 s"}}
	for name, s := range map[string]string{
		"topology": Topology(TopologyView{Problem: five(), Name: "Five clusters", Colour: 1,
			Selected: []Ref{{Cluster, "Nancy"}},
			Routes:   RoutesOf(five(), answer, "j17"), Jobs: JobsOn(five(), answer), Busy: BusyOn(five(), answer),
			Traffic: Shares(TrafficOn(five(), answer)),
			Notes:   []Note{{"Lyon", "found", "0.022 s/MB"}}}),
		"thumb":    Thumb(five(), "Five clusters"),
		"timeline": Timeline(bars),
		"heat": Heat(HeatView{Corner: "score of j17", Rows: []string{"RS", "CRA"}, Cols: []string{"Lyon", "Nancy"},
			Values: [][]float64{{31, 12}, {25, 16}}, Best: []int{1, 1}, Colour: 1}),
	} {
		golden(t, name, s)
	}
}

package panel_test

import (
	"testing"

	"gridbox/app/kind/batch"
	"gridbox/app/kind/farm"
	"gridbox/app/kind/group"
	"gridbox/app/kind/placement"
	"gridbox/app/kind/window"
	"gridbox/app/labtest"
	"gridbox/app/screen"
)

func TestEveryDrawing(t *testing.T) {
	labtest.DrawProblem(t, &window.Screen, labtest.Preset(t, "window", "twelve-nodes"))
}

// Studies are drawn for a generator and for explicit problems.
func TestEveryDrawingOfAStudy(t *testing.T) {
	for preset, sc := range map[string]*screen.Screen{"five-clusters": &placement.Screen,
		"twelve-nodes": &window.Screen,
		"alp-amp-2011": &batch.Screen, "three-sites": &group.Screen, "markov-2004": &farm.Screen} {
		if testing.Short() && sc.Kind != "window" && sc.Kind != "group" {
			continue
		}
		t.Run(preset, func(t *testing.T) { labtest.DrawStudy(t, sc, preset) })
	}
}

package panel_test

import (
	"testing"

	"gridbox/app/kind/batch"
	"gridbox/app/kind/farm"
	"gridbox/app/kind/group"
	"gridbox/app/kind/placement"
	"gridbox/app/kind/window"
	"gridbox/app/labtest"
	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/scenario"
)

// BenchmarkStepOfAWholeRun moves to a step of a long replay and writes its picture and words as text. The runs are
// the longest of the presets that are solved without a click.
func BenchmarkStepOfAWholeRun(b *testing.B) {
	for _, of := range []struct {
		sc                *screen.Screen
		preset, algorithm string
	}{{&placement.Screen, "five-clusters", "rbhs"}, {&batch.Screen, "alp-amp-2011", "amp"},
		{&batch.Screen, "alp-amp-cycles", "amp"}, {&window.Screen, "square-2018", "multiple-best"},
		{&farm.Screen, "markov-2004", "two-stage"}, {&group.Screen, "three-sites", "gka"},
		{&placement.Screen, "rbhs-mixed", "rbhs"}, {&farm.Screen, "farm-stream", "two-stage"}} {
		b.Run(of.preset, func(b *testing.B) {
			sc := of.sc
			s := labtest.Solve(b, labtest.Preset(b, sc.Kind, of.preset), scenario.Run{Algorithm: of.algorithm})
			if sc.Wholes {
				s = state.Reduce(labtest.Focus(s, of.algorithm), state.Watch{Setting: "whole", To: "on"})
			}
			s = labtest.Explain(b, labtest.Focus(s, of.algorithm), sc)
			n := len(s.Explanation.Trace.Events)
			k := 0
			for b.Loop() {
				k = (k + n/7 + 1) % n
				s = state.Reduce(s, state.StepReplay{To: k})
				if len(ui.HTML(panel.Picture(&s, sc)))+len(ui.HTML(panel.Explanation(&s, sc))) == 0 {
					b.Fatal("got an empty picture and explanation")
				}
			}
			b.ReportMetric(float64(n), "steps")
		})
	}
}

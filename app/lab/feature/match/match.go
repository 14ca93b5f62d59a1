// Package match compares algorithms on many instances: all of them against each other, and two of them on
// shaken versions of a trace. Both are questions of the Study view with screens of their own.
package match

import (
	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// New returns the feature.
func New(env feature.Env) feature.Feature {
	e := &effects{env: env}
	run := func(screen string) feature.Run {
		start := func() { e.start(screen) }
		return feature.Run{Screen: screen, Start: start, GoOn: start, Pause: func() bool { return e.pause(screen) }}
	}
	return feature.Feature{
		Follow: e.follow,
		Commands: []feature.Command{
			{Act: "shake", Live: true, Do: func(_, _ string) { e.command("open", "shake") }},
			{Act: "match", Live: true, Do: e.command},
		},
		Offers: []feature.Offer{
			{Name: "All algorithms against each other", Act: "match", ID: "open",
				Keywords: "league tournament ranks compare pairs performance profile"},
			{Name: "Shake my trace", Act: "shake",
				Keywords:  "robust perturb trace luck accident compare two algorithms",
				IsEnabled: func(s *state.State) bool { return refusal(s, ShakeScreen) == "" }},
		},
		Fields: []feature.Field{{Attribute: "data-match", Enter: e.enter}},
		Runs:   []feature.Run{run(LeagueScreen), run(ShakeScreen)},
		Additions: panel.Additions{Studies: []panel.AddedStudy{
			{ID: LeagueScreen, Icon: "several", Entry: leagueEntry, Question: question, Setup: setup, Result: result,
				Control: control},
			{ID: ShakeScreen, Icon: "dice", Entry: shakeEntry, Question: question, Setup: nothing, Result: result,
				Control: control},
		}},
		Facets: []state.Facet{Slot.Facet},
	}
}

// nothing draws nothing.
func nothing(*state.State) []ui.Node { return nil }

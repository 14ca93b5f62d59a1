// Package adversary searches for the instance on which one run does worst against another: a question of
// the Study view with a screen of its own.
package adversary

import (
	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// screenID names the screen in the Study view and the question that leads to it.
const screenID = "worst"

// New returns the feature.
func New(env feature.Env) feature.Feature {
	h := &effects{env: env}
	return feature.Feature{
		Follow: h.suggestRival,
		Commands: []feature.Command{
			{Act: "hunt", Live: true, Do: func(what, _ string) { h.command(what) }},
			{Act: "own-lose", Do: func(policy, _ string) { h.lose(policy) }},
		},
		Fields: []feature.Field{{Attribute: "data-hunt", Enter: h.enter}},
		Runs:   []feature.Run{{Screen: screenID, Start: h.start, GoOn: h.goOn, Pause: h.escape}},
		Additions: panel.Additions{
			At: map[panel.Place][]func(*state.State) ui.Node{panel.AtPolicy: {loseButton}},
			Studies: []panel.AddedStudy{{ID: screenID, Icon: "in", Entry: entry, Question: singleNode(question),
				Setup: singleNode(setup), Result: singleNode(result), Control: control}},
		},
		Facets: []state.Facet{Slot.Facet},
	}
}

// singleNode returns draw as a view of one node.
func singleNode(draw func(*state.State) ui.Node) func(*state.State) []ui.Node {
	return func(s *state.State) []ui.Node { return []ui.Node{draw(s)} }
}

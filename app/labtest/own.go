package labtest

import (
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/kind/kinds"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// drawPolicies draws the user's own algorithms: new ones, with faults, and one that waits for permission.
func (v *Viewer) drawPolicies(s state.State) {
	kind, _ := kinds.Policy(s.Draft.Kind)
	s = state.Reduce(s, state.Show{Field: "side", To: "own"})
	v.CheckPage(state.Reduce(s, state.Show{Field: "dialog", To: "own"}), "what an algorithm can start from")
	mine := state.Reduce(s, state.NewPolicy{From: "formula:" + kind.Default})
	v.CheckPage(mine, "a formula")
	run := mine.Answers[len(mine.Answers)-1]
	v.CheckPage(state.Reduce(mine, state.RunFailed{Run: run.ID, Text: "One thing is wrong.",
		Faults: doc.Faults{{Path: "policies[0].source", Reason: "is wrong", Start: 1, End: 2}}}),
		"a formula with a fault")
	d := *s.Draft
	d.Policies = []scenario.Policy{{ID: "theirs", Language: policy.JavaScript, Source: "function decide() {}\n"}}
	d.Runs = []scenario.Run{{Algorithm: policy.AlgorithmOwn, Options: map[string]any{"policy": "theirs"}}}
	theirs := state.Reduce(s, state.Open{Draft: &d, Name: "open a link"})
	theirs = state.Reduce(theirs, state.Show{Field: "side", To: "own"})
	v.CheckPage(theirs, "a program that waits")
	v.CheckPage(state.Reduce(theirs, state.Show{Field: "dialog", To: "program"}), "a program is shown")
}

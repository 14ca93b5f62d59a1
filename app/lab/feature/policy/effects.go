package policy

import (
	"strconv"

	"gridbox/app/lab/feature"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// effects opens the editor, and sends it the source and the steps of the current policy.
type effects struct {
	env        feature.Env
	sentSource string     // key of the source that was sent last
	sentSteps  *trace.Log // steps that were sent last
}

// open shows the editor, with a policy unless the id is "".
func (e *effects) open(id string) {
	if id != "" {
		e.env.Do(state.Show{Field: "policy", To: id})
	}
	e.env.Do(state.Show{Field: "dialog"}, state.Show{Field: "view"}, state.Show{Field: "side", To: sideID},
		state.Show{Field: "phone", To: "problem"})
}

// begin adds a policy that starts from another one, see [state.NewPolicy].
func (e *effects) begin(from string) {
	e.env.Do(state.NewPolicy{From: from}, state.Show{Field: "dialog"}, state.Show{Field: "side", To: sideID},
		state.Show{Field: "phone", To: "problem"})
	e.env.CallClosed("goTo", 0, 0) // the source gets the focus
}

// news adds data for the editor to news, if the editor is shown. After a change these are the source of the current
// policy and its faults. The data that policypanel.wasm draws are added as well.
func (e *effects) news(news map[string]any) {
	s := e.env.State()
	if s.Layout.Side != sideID {
		return
	}
	p, _ := s.Policy()
	if key := s.Key(state.FacetLayout, state.FacetDraft, state.FacetAnswers, state.FacetTyped); key != e.sentSource {
		e.sentSource = key
		text, why := s.Source(p)
		news["policy"], news["text"], news["faults"] = p.ID, text, "[]"
		if faults := faultsOf(s, p.ID); len(faults) > 0 && why == "" {
			news["faults"] = string(doc.Canonical(faults))
		}
		news["kind"] = s.Draft.Kind
	}
	e.addSteps(s, s.RunOf(p.ID), news)
}

// addSteps adds the data that policypanel.wasm draws next to a policy with a run: the current step, and after a
// change the problem with its answer (for a farm) and the steps, one per line.
func (e *effects) addSteps(s *state.State, run *state.Answer, news map[string]any) {
	steps := s.Explanation.Trace
	if run == nil || run.ID != s.Explanation.Run || run.Answer == nil || s.IsExplanationStale() {
		steps = nil
	}
	news["step"] = strconv.Itoa(s.Explanation.Step) + " " + s.Explanation.About
	if steps == e.sentSteps {
		return
	}
	e.sentSteps = steps
	var reply []byte
	if steps != nil {
		reply = []byte("{}\n{}\n")
		if e.env.Screen().Standing {
			reply = append(append(scenario.Canonical(s.Problem), '\n'), doc.Canonical(run.Answer.Solution)...)
			reply = append(reply, '\n')
		}
		reply = append(reply, doc.Canonical(steps)...)
	}
	news["standing"] = string(reply)
}

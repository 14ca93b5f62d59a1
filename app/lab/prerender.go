package lab

import (
	"context"
	"encoding/json"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// firstPreset is the scenario that a visitor sees first, already solved.
const firstPreset = "five-clusters"

// FirstKind is the kind of the first scenario.
const FirstKind = "placement"

// A firstScenario is the first scenario with its answers and the explanation of its first job. The site's generator
// computes it once and puts it into the page as JSON. The page reads it back, so that prerendered and live page are
// equal from the start, before any worker runs.
type firstScenario struct {
	Scenario json.RawMessage   `json:"scenario"`
	Answers  []json.RawMessage `json:"answers"`
	Run      string            `json:"run"`
	About    string            `json:"about"`
	Trace    *trace.Log        `json:"trace,omitempty"`
	Detail   json.RawMessage   `json:"detail,omitempty"`
}

// SolveFirst computes the first scenario natively.
func SolveFirst() (firstScenario, error) {
	d := state.FromPreset(FirstKind, firstPreset, 7)
	f := firstScenario{Scenario: scenario.Text(d)}
	ctx := context.Background()
	for _, r := range state.Runs(d) {
		a, err := engine.All().Run(ctx, d, r, engine.Env{})
		if err != nil {
			return f, err
		}
		f.Answers = append(f.Answers, doc.Canonical(a))
	}
	f.Run = state.Runs(d)[0].Algorithm
	f.About = d.Placement.Jobs[0].ID
	why, err := engine.All().ExplainExplicit(ctx, d, state.Runs(d)[0], map[string]string{"job": f.About}, engine.Env{})
	if err != nil {
		return f, err
	}
	f.Trace = why.Trace
	f.Detail, err = json.Marshal(why.Detail)
	return f, err
}

// FirstJSON returns the first scenario as the JSON text for the page.
func FirstJSON() ([]byte, error) {
	f, err := SolveFirst()
	if err != nil {
		return nil, err
	}
	return json.Marshal(f)
}

// Prerender returns the markup of the laboratory with the first scenario, equal
// to what the live page draws first. base is the path before the site's own
// addresses.
func Prerender(base string) (string, error) {
	text, err := FirstJSON()
	if err != nil {
		return "", err
	}
	s := stateOf(text, base)
	return ui.HTML(labNode(&s)), nil
}

// stateOf reads what FirstJSON wrote. Without it the page opens on the first
// scenario unsolved.
func stateOf(text []byte, base string) state.State {
	s := firstState(text)
	s.Layout.Base = base
	return s
}

// firstState returns the state with the answers and the explanation in text. It returns the unsolved preset if the
// text or its scenario is malformed, and omits malformed answers.
func firstState(text []byte) state.State {
	catalog.Kinds()
	var f firstScenario
	if err := json.Unmarshal(text, &f); err != nil {
		return state.New(state.FromPreset(FirstKind, firstPreset, 7))
	}
	d, faults := catalog.Parse(f.Scenario)
	if len(faults) > 0 {
		return state.New(state.FromPreset(FirstKind, firstPreset, 7))
	}
	s := state.New(d)
	for i, r := range state.Runs(d) {
		if i >= len(f.Answers) {
			break
		}
		if a, faults := scenario.ParseAnswer(f.Answers[i], d.Kind); len(faults) == 0 {
			s = state.Reduce(s, state.RunDone{Run: r.Algorithm, To: s.PosedDraft, Key: state.RunKey(r), Answer: &a,
				Problem: s.Problem})
		}
	}
	key := questionKey(map[string]string{"job": f.About}, state.RunKey(state.Runs(d)[0]))
	s = state.Reduce(s, state.ExplanationPending{Run: f.Run, About: f.About, To: s.PosedDraft, Key: key})
	return state.Reduce(s, state.ExplanationArrived{Key: key, Trace: f.Trace, Detail: f.Detail})
}

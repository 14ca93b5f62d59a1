package policy

import (
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// fixedEnv is an environment with a state that does not change.
type fixedEnv struct {
	feature.Env
	state *state.State
}

func (f fixedEnv) State() *state.State    { return f.state }
func (f fixedEnv) Screen() *screen.Screen { return kinds.OfDraft(f.state) }

// The open editor gets the source once, and the steps once they belong to an answer. In place of a farm's problem and
// answer those of a placement have empty parts.
func TestNewsOfAPlacement(t *testing.T) {
	s := state.Reduce(state.New(state.FromPreset("placement", "five-clusters", 7)),
		state.NewPolicy{From: "formula:rbhs"})
	e := &effects{env: fixedEnv{state: &s}}
	news := func() map[string]any {
		all := map[string]any{}
		e.news(all)
		return all
	}
	if got := news(); len(got) > 0 {
		t.Errorf("closed editor: got news %v, want none", got)
	}
	s = state.Reduce(s, state.Show{Field: "side", To: sideID})
	s.Explanation = state.Explanation{Run: s.RunOf("my-rbhs").ID, To: s.PosedDraft, Trace: &trace.Log{}}
	got := news()
	if got["policy"] != "my-rbhs" || got["text"] != s.Draft.Policies[0].Source || got["standing"] != nil {
		t.Errorf("before the answer: got %v, want the source and no steps", got)
	}
	s.RunOf("my-rbhs").Answer = &scenario.Answer{}
	got = news()
	if want := "{}\n{}\n" + string(doc.Canonical(s.Explanation.Trace)); got["text"] != nil || got["standing"] != want {
		t.Errorf("with an answer: got %v, want the steps %q and not the source again", got, want)
	}
}

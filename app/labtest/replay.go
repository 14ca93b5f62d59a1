package labtest

import (
	"regexp"
	"strings"
	"testing"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/reason"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// replays draws the explanation of every answer of SampleAnswers and each of its steps, then the whole run and a
// playing replay. An answer without recorded steps is drawn once.
func (v *Viewer) replays(s state.State) {
	for _, a := range SampleAnswers(&s) {
		on := v.explain(Focus(s, a.ID))
		v.CheckPage(on, "the answer of %s", a.Run.Algorithm)
		if on.Explanation.Trace == nil {
			continue
		}
		for _, k := range steps(on.Explanation.Trace) {
			at := state.Reduce(on, state.StepReplay{To: k})
			v.Glance(at, "step %d of %s", k, a.Run.Algorithm)
			v.sentence(at, k)
		}
		v.wholly(on)
		playing := state.Reduce(state.Reduce(on, state.StepReplay{To: 1}), state.Play{On: true})
		v.CheckPage(playing, "%s, playing", a.Run.Algorithm)
	}
}

// wholly draws the steps of the whole run, and checks that no result shows before its step: at the start the pictures
// of all algorithms may differ only in colour.
func (v *Viewer) wholly(s state.State) {
	if !v.sc.Wholes {
		return
	}
	s = v.explain(state.Reduce(s, state.Watch{Setting: "whole", To: "on"}))
	if s.Explanation.Trace == nil || !s.Explanation.Whole {
		v.t.Errorf("the whole run of %s has no steps", s.Focus)
		return
	}
	for _, k := range steps(s.Explanation.Trace) {
		at := state.Reduce(s, state.StepReplay{To: k})
		v.Glance(at, "step %d of all of %s", k, s.Focus)
		v.sentence(at, k)
	}
	for _, what := range []string{"fold", "loop", "code"} {
		s = state.Reduce(s, state.Watch{Setting: what})
		v.Glance(s, "all of %s, %s", s.Focus, what)
	}
}

// sentence checks that the current step has a complete sentence. A replay without steps may have none.
func (v *Viewer) sentence(s state.State, k int) {
	text := ui.PlainText(ui.El("p", v.sc.Say(&s)))
	if len(s.Explanation.Trace.Events) == 0 && text == "" {
		return
	}
	if len(text) < 20 || !strings.HasSuffix(text, ".") || lack.MatchString(text) {
		v.t.Errorf("step %d of %s: got text %q, want a complete sentence", k, s.Focus, text)
	}
}

// lack matches the traces of a missing word: an end after a comma or a colon,
// or two spaces.
var lack = regexp.MustCompile(`[,:;] ?\.|  |\(\)`)

// steps returns the steps of a replay to draw: the ends, the first of each kind
// and reason, and some between.
func steps(log *trace.Log) (list []int) {
	n, between := len(log.Events), 16
	if testing.Short() {
		between = 4
	}
	type sort struct{ kind, reason string }
	met := map[sort]bool{}
	for k := 0; k <= n; k++ {
		first := false
		if k > 0 {
			e := sort{log.Events[k-1].Kind, log.Events[k-1].Reason}
			first, met[e] = !met[e], true
		}
		if first || k%max(1, n/between) == 0 || k == n {
			list = append(list, k)
		}
	}
	return list
}

// troubles draws answers that are missing, wrong, or of a problem that has
// changed since.
func (v *Viewer) troubles(s state.State) {
	s = v.explain(s)
	each := func(change func(s state.State, a state.Answer) state.State) state.State {
		next := s
		for _, a := range s.Answers {
			next = change(next, a)
		}
		return next
	}
	states := map[string]state.State{
		"infeasible": each(func(s state.State, a state.Answer) state.State {
			return WithAnswer(s, a.Run, &scenario.Answer{Algorithm: a.Run.Algorithm,
				Reason: reason.New("nodes").Say("nothing suits"), Check: &scenario.Check{OK: true}})
		}),
		"refuted": each(func(s state.State, a state.Answer) state.State {
			if a.Answer == nil {
				return s
			}
			wrong := *a.Answer
			wrong.Check = &scenario.Check{Violations: []scenario.Violation{
				{Path: "metrics", Reason: "a number is wrong"}}}
			return WithAnswer(s, a.Run, &wrong)
		}),
		"failed": each(func(s state.State, a state.Answer) state.State {
			return state.Reduce(s, state.RunFailed{Run: a.ID, Text: "It broke.",
				Faults: doc.Faults{{Path: "seed", Reason: "is odd"}}})
		}),
		"cancelled": each(func(s state.State, a state.Answer) state.State {
			return state.Reduce(s, state.RunFailed{Run: a.ID, Cancelled: true})
		}),
		"without a why": state.Reduce(state.Reduce(s, state.ExplanationPending{Run: s.Focus, Key: "none"}),
			state.ExplanationArrived{Key: "none", Text: "It is too large."}),
		"asking why": state.Reduce(s, state.ExplanationPending{Run: s.Focus, About: "else", Key: "asked"}),
		"without a table": state.Reduce(state.Reduce(s, state.ExplanationPending{Matrix: true, Key: "none"}),
			state.ExplanationArrived{Matrix: true, Key: "none", Text: "It broke."}),
		"another seed":    state.Reduce(s, state.SetField{Path: "seed", Text: "8"}),
		"another problem": v.withoutElements(s),
		"a broken text": state.Reduce(state.Reduce(s, state.SetText{Text: `{"format": 7}`}),
			state.Show{Field: "side", To: "document"}),
		"an alert": state.Reduce(s, state.Notify{Text: "Look.", Detail: strings.Fields("1 2 3 4 5 6 7 8 9 10"),
			Error: true, Undo: true, Draft: "x"}),
	}
	for name, t := range states {
		v.CheckPage(t, "%s", name)
		if isLarge(&s) {
			continue
		}
		for _, tab := range v.sc.Answers {
			v.CheckPage(state.Reduce(t, state.Show{Field: "answers", To: tab.ID}), "%s, tab %s", name, tab.ID)
		}
		for _, c := range v.sc.Series {
			v.CheckPage(state.Reduce(t, state.Show{Field: "chart", To: c.ID}), "%s, chart %s", name, c.ID)
		}
		if t.Explanation.Trace != nil {
			v.CheckPage(state.Reduce(t, state.StepReplay{To: 1}), "%s, step 1", name)
		}
	}
}

// withoutElements returns the laboratory with old answers to a problem that has lost a
// thing of each kind.
func (v *Viewer) withoutElements(s state.State) state.State {
	for _, t := range v.selectableElements(s) {
		s = state.Reduce(s, state.Delete{Elements: []state.Ref{t}})
	}
	return s
}

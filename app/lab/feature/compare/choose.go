package compare

import (
	"strconv"
	"strings"

	"gridbox/app/lab/feature"
	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// set compares two answers, and ends the requests of the comparison before.
func (e *effects) set(left, right Side) {
	if view := e.env.State().Layout.View; view != viewID {
		e.from = view
	}
	for side := range 2 {
		for _, a := range []*feature.Request{e.making[side], e.solving[side], e.logging[side], e.telling[side]} {
			a.End()
		}
	}
	e.requests, e.entered = requests{}, true
	e.do(Set{left, right})
	e.env.Do(state.Show{Field: "view", To: viewID})
}

// enter shows two answers and moves the focus to them.
func (e *effects) enter(left, right Side) {
	e.set(left, right)
	e.focus("beside")
}

func (e *effects) focus(id string) { e.env.AfterDraw(func() { e.env.Call("focusOn", id) }) }

// toggle shows the comparison, or the scenario.
func (e *effects) toggle() {
	switch {
	case isViewShown(e.env.State()):
		e.env.Do(state.Show{Field: "view"})
	case !e.entered:
		e.enter(e.defaultSides())
	default:
		e.env.Do(state.Show{Field: "view", To: viewID})
		e.focus("beside")
	}
}

// leave returns to the view, and the button, from which the comparison was opened.
func (e *effects) leave() {
	if !e.env.Toggle(e.from) {
		e.env.Do(state.Show{Field: "view", To: e.from})
		e.focus(button)
	}
}

// defaultSides returns the sides that the comparison opens with: the focused run and another one. For a draft with one
// run they are its answers before and after the last change.
func (e *effects) defaultSides() (left, right Side) {
	s := e.env.State()
	right.Run = 1
	if a := s.FocusedAnswer(); a != nil {
		left.Run, right.Run = a.Index, a.Index
		for i := range s.Answers { // prefer the first with another solution
			b := &s.Answers[i]
			other := a.Answer != nil && b.Answer != nil &&
				string(doc.Canonical(a.Answer.Solution)) != string(doc.Canonical(b.Answer.Solution))
			if b != a && (right.Run == a.Index || other) {
				if right.Run = b.Index; other {
					break
				}
			}
		}
	}
	if was := formerDraft(s); len(s.Answers) == 1 && was != nil {
		left = Side{Title: formerTitle, Draft: was, Run: left.Run}
	}
	return left, right
}

// openAnswers compares two answers of the current draft.
func (e *effects) openAnswers() {
	drafts := e.env.Drafts()
	drafts.RequestVersions(drafts.Slot())
	e.enter(e.defaultSides())
}

// compare implements [feature.Feature.Compare].
func (e *effects) compare(left, right feature.Document) {
	if none := (feature.Document{}); left == none && right == none {
		e.openAnswers()
		return
	}
	now := e.env.State().Draft
	var sides [2]Side
	kinds := [2]string{now.Kind, now.Kind}
	for i, d := range []feature.Document{left, right} {
		switch x := &sides[i]; {
		case d.CheckedAnswer != nil:
			*x = Side{Title: d.Name, Draft: d.Draft, Problem: d.CheckedAnswer.Problem, Answer: d.CheckedAnswer.Answer,
				CheckedAnswer: d.CheckedAnswer}
		case d.Draft != nil && d.Draft != now:
			*x, kinds[i] = Side{Title: d.Name, Draft: d.Draft, Run: d.Run}, d.Draft.Kind
		default: // it follows the current draft
			x.Run = d.Run
		}
	}
	if kinds[0] != kinds[1] {
		e.env.Do(state.Notify{Text: "These two are of different kinds, so that their answers cannot be compared.",
			Error: true})
		return
	}
	e.enter(sides[0], sides[1])
}

// compareLastChange compares the focused run's answers before and after the last change of the draft.
func (e *effects) compareLastChange() {
	s := e.env.State()
	if a := s.FocusedAnswer(); a != nil && s.Former != nil {
		e.enter(Side{Title: formerTitle, Draft: s.Former, Run: a.Index}, Side{Run: a.Index})
	}
}

// compareWith compares another run with the focused run.
func (e *effects) compareWith(id string) {
	s := e.env.State()
	a := s.FocusedAnswer()
	for i := range s.Answers {
		if b := &s.Answers[i]; a != nil && b.ID == id {
			e.enter(Side{Run: b.Index}, Side{Run: a.Index})
			return
		}
	}
}

// choose sets the run or the document of a side.
func (e *effects) choose(what, of, value string) {
	sides, side := e.pair().Sides, atoi(of)&1
	set := func(x Side) {
		sides[side] = x
		e.set(sides[0], sides[1])
	}
	x := sides[side]
	if what == "run" {
		x.Run, x.Answer, x.RunKey, x.Log, x.LogOf, x.Explanation = atoi(value), nil, "", nil, nil, state.Explanation{}
		set(x)
		return
	}
	fresh := Side{Run: x.Run}
	slot, saved := strings.CutPrefix(value, "slot ")
	version, kept := strings.CutPrefix(value, "version ")
	switch {
	case value == "now":
		set(fresh)
	case value == "before":
		fresh.Title, fresh.Draft = formerTitle, formerDraft(e.env.State())
		set(fresh)
	case kept:
		e.env.Drafts().Version(version, "now", func(_ library.Version, was, _ feature.Document) {
			fresh.Title, fresh.Draft = was.Name, was.Draft
			set(fresh)
		})
	case saved:
		e.read(slot, func(d *scenario.Scenario) {
			fresh.Title, fresh.Draft = state.TitleInSentence(d.Title), d
			set(fresh)
		})
	}
}

// read reads a saved draft without opening it.
func (e *effects) read(slot string, then func(*scenario.Scenario)) {
	from := e.env.Store()
	if from == nil {
		return
	}
	e.env.Enqueue(func() func() {
		saved, err := from.Load(slot)
		return func() {
			e.env.LoadShown("a saved draft", saved.Text, func(d *scenario.Scenario, faults doc.Faults) {
				if err != nil || len(faults) > 0 || d.Kind != e.env.State().Draft.Kind {
					e.env.Do(state.Notify{Text: "That draft can no longer be read.", Detail: faults.Texts(),
						Error: true})
					return
				}
				then(d)
			})
		}
	})
}

// link prepares a link to the comparison: the numbers of the runs, and the second document if it
// differs from the first. Answers of other programs are left out.
func (e *effects) link(d *scenario.Scenario, v *scenario.View) (with *scenario.Scenario) {
	p := e.pair()
	*d = *p.Draft(0)
	if second := p.Draft(1); second != p.Draft(0) {
		with = second
	}
	numbers := [2]int{p.number(0), p.number(1)}
	for side := range 2 {
		if p.Sides[side].CheckedAnswer != nil { // a link cannot carry it: another run takes its place
			numbers[side] = (numbers[1-side] + 1) % max(1, len(state.Runs(p.Draft(side))))
		}
	}
	v.Comparison = strconv.Itoa(numbers[0]+1) + "," + strconv.Itoa(numbers[1]+1)
	if p.Way != "" {
		v.Comparison += "," + p.Way
	}
	return with
}

// openLinked shows the comparison of a link, given as the numbers of two runs.
func (e *effects) openLinked(v *scenario.View, with *scenario.Scenario) {
	if with == nil && v.Comparison == "" {
		return
	}
	words, now := strings.Split(v.Comparison, ","), e.env.State().Draft
	sides := [2]Side{{}, {Run: 1}}
	for i := range min(len(words), 2) {
		if n := atoi(words[i]); n > 0 {
			sides[i].Run = n - 1
		}
	}
	if with != nil && with.Kind == now.Kind {
		sides[1].Draft, sides[1].Title = with, state.TitleInSentence(with.Title)
		if with.Title == now.Title {
			sides[1].Title = "the link's second scenario"
		}
	}
	e.set(sides[0], sides[1])
	if len(words) > 2 {
		shown := e.pair().Arrangement
		shown.Way = words[2]
		e.do(shown)
	}
}

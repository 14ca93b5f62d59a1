package lab

import (
	"slices"
	"time"

	"gridbox/app/compute"
	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/diff"
	"gridbox/core/scenario"
)

// compare shows two documents next to each other, each with its first run. A document without a
// draft, or with the current draft, follows the current draft.
func (l *Lab) compare(a, b document) {
	var sides [2]*state.BesideSide
	for i, d := range []document{a, b} {
		if d.Draft == l.s.Draft {
			d = document{}
		}
		sides[i] = &state.BesideSide{Title: d.Name, Draft: d.Draft}
	}
	if kind := func(x *state.BesideSide) string {
		if x.Draft != nil {
			return x.Draft.Kind
		}
		return l.s.Draft.Kind
	}; kind(sides[0]) != kind(sides[1]) {
		l.do(state.Notify{Text: "These two are of different kinds, so that their answers cannot be compared.",
			Error: true})
		return
	}
	l.beside.enter(state.SetBeside{Sides: sides})
	l.follow()
}

// whatChanged opens the view of two answers with the focused run's answers before and after
// the last change of the draft.
func whatChanged(l *Lab, _, _ string) {
	a := l.s.Focused()
	if a == nil || l.s.Former == nil {
		return
	}
	sides := state.SetBeside{Sides: [2]*state.BesideSide{
		{Title: state.BeforeTitle, Draft: l.s.Former, Run: a.Place}, {Run: a.Place}}}
	l.beside.enter(sides)
}

// compareWith opens the view of two answers with another run and the focused run.
func compareWith(l *Lab, id, _ string) {
	a := l.s.Focused()
	for i := range l.s.Answers {
		if b := &l.s.Answers[i]; a != nil && b.ID == id {
			l.beside.enter(state.SetBeside{Sides: [2]*state.BesideSide{{Run: b.Place}, {Run: a.Place}}})
			return
		}
	}
}

// A reader returns the text of a saved draft without opening it. Without a reader, a library offers
// no drafts for a comparison.
type reader interface {
	Read(slot string) (text []byte, err error)
}

// A comparer requests the missing data of a comparison: problems, answers of other documents, recorded steps,
// explanations, and the difference.
type comparer struct {
	lab     *Lab
	making  [2]*feature.Ask // requests for problems
	reading [2]*feature.Ask // requests to read generated problems
	solving [2]*feature.Ask
	logging [2]*feature.Ask
	telling [2]*feature.Ask
	wanted  [2]*scenario.Scenario // documents whose large run the user requested
	ticking bool
	from    string // the view before the comparison
	entered bool   // whether two answers were chosen before
}

// follow requests the data that the comparison still lacks.
func (b *comparer) follow() {
	s := &b.lab.s
	if s.Look.View != state.InBeside {
		return
	}
	for side := range 2 {
		b.answer(side)
		b.log(side)
		b.why(side)
	}
	if !s.Current() {
		b.lab.do(state.Contrasted{Found: s.Contrast(ui.Num)})
		for side := range 2 {
			b.why(side)
		}
	}
	b.play()
}

// answer expands and solves the document of a side, unless it is the current draft, which has work
// of its own.
func (b *comparer) answer(side int) {
	l, s := b.lab, &b.lab.s
	x := s.Beside.Side(side)
	run := s.BesideRun(side)
	key := state.RunKey(run)
	if x.Draft == nil || x.Given != nil || b.solving[side].Is(x.Draft, key) {
		return
	}
	if _, answer := s.BesideAnswer(side); answer != nil {
		return
	}
	draft := x.Draft
	this := &feature.Ask{Of: draft, Key: key}
	got := state.BesideAnswered{Side: side, Draft: draft, RunOf: key}
	if x.Problem == nil {
		if b.making[side].Is(draft, key) {
			return
		}
		if catalog.Making(draft) > catalog.Moment && b.wanted[side] != draft {
			if got.Large = true; !x.Large {
				l.do(got)
			}
			return
		}
		b.making[side].End()
		b.making[side] = this
		this.Stop = l.workers.Expand(draft.Kind, scenario.Canonical(draft), func(text []byte, t *compute.Trouble) {
			l.hear(this, func() {
				l.expanded(&b.reading[side], draft, text, t, func(made state.Expanded) {
					if got.Problem = made.Problem; got.Problem == nil {
						got.Failed = made.Text
					}
					l.do(got)
				})
			})
		})
		return
	}
	b.solving[side].End()
	b.solving[side] = this
	h := s.BesideHalf(side)
	if weightOf(kinds.OfDraft(&h), &h, run) > small && b.wanted[side] != draft {
		got.Large = true
		l.do(got)
		return
	}
	this.Stop = l.workers.Solve(draft.Kind, scenario.Canonical(x.Problem), run, nil,
		func(answer *scenario.Answer, t *compute.Trouble) {
			l.hear(this, func() {
				if got.Answer = answer; t != nil {
					got.Failed = t.Text
				}
				l.do(got)
			})
		})
}

// enter shows two answers and moves the focus to them.
func (b *comparer) enter(sides state.SetBeside) {
	b.set(sides)
	b.lab.host.Drawn(func() { b.lab.host.Call("focusOn", "beside") })
}

// leave returns to the view, and the button, from which the comparison was opened.
func (b *comparer) leave() {
	l := b.lab
	if v := l.viewOf(b.from); v != nil {
		v.Toggle()
		return
	}
	l.do(state.Show{What: "view", To: b.from})
	l.host.Drawn(func() { l.host.Call("focusOn", panel.CompareButton) })
}

// set compares two answers, and ends the requests of the comparison before.
func (b *comparer) set(sides state.SetBeside) {
	from := b.from
	if view := b.lab.s.Look.View; view != state.InBeside {
		from = view
	}
	for side := range 2 {
		for _, a := range []*feature.Ask{b.making[side], b.solving[side], b.logging[side], b.telling[side]} {
			a.End()
		}
	}
	*b = comparer{lab: b.lab, ticking: b.ticking, from: from, entered: true}
	b.lab.do(sides)
}

// explainable returns the state of a side, and reports whether its answer was computed here and is
// small enough to be explained.
func (b *comparer) explainable(side int) (h state.State, ok bool) {
	h = b.lab.s.BesideHalf(side)
	a := &h.Answers[0]
	ok = b.lab.s.Beside.Side(side).Given == nil && a.Answer != nil && a.Answer.Feasible && h.Problem != nil &&
		weightOf(kinds.OfDraft(&h), &h, a.Run) <= maxExplained
	return h, ok
}

// log requests the recorded steps of a side's run.
func (b *comparer) log(side int) {
	l := b.lab
	h, ok := b.explainable(side)
	answer := h.Answers[0].Answer
	if !ok || l.s.Beside.Side(side).LogOf == answer {
		return
	}
	b.explain(&b.logging[side], &h, nil, func(why compute.Why, _ *compute.Trouble) {
		l.do(state.BesideEvents{Side: side, Of: answer, Log: why.Trace})
	})
}

// why requests the explanation of a side's decision about the selected thing.
func (b *comparer) why(side int) {
	l := b.lab
	h, ok := b.explainable(side)
	if !ok || len(h.Select) == 0 {
		return
	}
	sc, answer := kinds.OfDraft(&h), h.Answers[0].Answer
	question, about, asks := sc.Asked(&h)
	if !asks {
		return
	}
	key := whyKey(about, h.KeyOf(h.Answers[0].Run))
	if x := &l.s.Beside.Side(side).Why; x.Key == key && x.To == h.Problem {
		return
	}
	reply := state.Why{Run: h.Focus, About: question.About, To: h.Problem, Key: key}
	b.explain(&b.telling[side], &h, about, func(why compute.Why, t *compute.Trouble) {
		if reply.Trace, reply.Detail = why.Trace, why.Detail; t != nil {
			reply.Text = t.Text
		}
		if why.Trace != nil {
			reply.Step = len(why.Trace.Events)
		}
		l.do(state.BesideEvents{Side: side, Of: answer, Why: &reply})
	})
}

// explain requests an explanation of a side's run, unless the same request is under way.
func (b *comparer) explain(under **feature.Ask, h *state.State, about map[string]string,
	then func(compute.Why, *compute.Trouble)) {
	l, run := b.lab, h.Answers[0].Run
	key := whyKey(about, h.KeyOf(run))
	if (*under).Is(h.Problem, key) {
		return
	}
	(*under).End()
	this := &feature.Ask{Of: h.Problem, Key: key}
	*under = this
	this.Stop = l.workers.Explain(h.Draft.Kind, scenario.Canonical(h.Problem), run, about,
		func(why compute.Why, t *compute.Trouble) { l.hear(this, func() { then(why, t) }) })
}

// play advances both replays while they play.
func (b *comparer) play() {
	l := b.lab
	if b.ticking || !l.s.Beside.Playing {
		return
	}
	b.ticking = true
	l.host.After(max(40*time.Millisecond, pace(len(l.s.Beside.Found.Turns), 0)/2), func() {
		b.ticking = false
		if l.s.Beside.Playing && l.s.Look.View == state.InBeside {
			l.do(state.LookBeside{What: "turn", Turn: l.s.Beside.Turn + 1})
			l.follow()
		}
	})
}

// command runs the command of a button of the comparison.
func (b *comparer) command(what, arg string) {
	l, s := b.lab, &b.lab.s
	found := s.Beside.Found
	switch what {
	case "open":
		l.keep.AskVersions(l.keep.of(s.Sheet).slot)
		b.enter(b.offered())
	case "run":
		for i := range 2 {
			b.wanted[i] = s.Beside.Side(i).Draft
			b.solving[i] = nil
		}
		l.work.again()
	case "next", "previous":
		if found != nil {
			by := 1
			if what == "previous" {
				by = -1
			}
			l.do(state.PointBeside{Thing: s.BesideBy(by)})
			l.host.Drawn(func() { l.host.Call("intoView", "beside-at") })
		}
	case "at":
		l.do(state.PointBeside{Thing: thing(arg)})
	case "turn":
		l.do(state.LookBeside{What: "play"}, state.LookBeside{What: "turn", Turn: atoi(arg)})
	case "part":
		if found != nil && found.Parted >= 0 {
			l.do(state.LookBeside{What: "play"}, state.LookBeside{What: "turn", Turn: found.Parted + 1})
			t := found.Turns[found.Parted]
			if t.A.ID == "" {
				t.A = t.B
			}
			l.do(state.PointBeside{Thing: state.Thing(t.A.Thing)})
		}
	case "swap":
		left, right := s.Beside.Left, s.Beside.Right
		b.set(state.SetBeside{Sides: [2]*state.BesideSide{&right, &left}})
	default:
		l.do(state.LookBeside{What: what, To: arg})
	}
}

// picked selects the difference of a clicked thing.
func (b *comparer) picked(t state.Thing) {
	found := b.lab.s.Beside.Found
	if found != nil && slices.ContainsFunc(found.Report.Differences, func(d diff.Difference) bool {
		return state.Thing(d.Thing) == t
	}) {
		b.lab.do(state.PointBeside{Thing: t})
		b.lab.host.Drawn(func() { b.lab.host.Call("intoView", "beside-at") })
	}
}

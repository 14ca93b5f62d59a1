package lab

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"gridbox/app/compute"
	"gridbox/app/kind/kinds"
	"gridbox/app/library"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/diff"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// compare puts two documents side by side, by the first run of each: two drafts,
// two versions, a draft and what it was. One without a draft, or that is the
// draft in front, follows what is in front.
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
		l.do(state.Tell{Text: "These two are of different kinds, so that their answers cannot be compared.",
			Error: true})
		return
	}
	l.beside.enter(state.SetBeside{Sides: sides})
	l.follow()
}

// A reader gives the text of a saved draft and leaves it where it lies. Libraries
// that are none offer no drafts to be compared with.
type reader interface {
	Read(slot string) (text []byte, err error)
}

// A besider brings what two answers lack that are looked at beside each other:
// their problems, the answers of documents that are not in front, what their
// runs recorded, and what differs.
type besider struct {
	lab     *Lab
	making  [2]*ask // problems
	reading [2]*ask // of what generators made
	solving [2]*ask
	logging [2]*ask
	telling [2]*ask
	wanted  [2]*scenario.Scenario // documents whose run was asked for though it is large
	ticking bool
	from    string // the view that was left for them
	entered bool   // whether two were chosen before
}

// follow asks for what is not there yet.
func (b *besider) follow() {
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

// answer has another document than the one in front expanded and solved; that
// has work of its own.
func (b *besider) answer(side int) {
	l, s := b.lab, &b.lab.s
	x := s.Beside.Side(side)
	run := s.BesideRun(side)
	key := state.RunKey(run)
	if x.Draft == nil || x.Given != nil || b.solving[side].is(x.Draft, key) {
		return
	}
	if _, answer := s.BesideAnswer(side); answer != nil {
		return
	}
	draft := x.Draft
	this := &ask{of: draft, key: key}
	got := state.BesideAnswered{Side: side, Draft: draft, RunOf: key}
	if x.Problem == nil {
		if b.making[side].is(draft, key) {
			return
		}
		if catalog.Making(draft) > catalog.Moment && b.wanted[side] != draft {
			if got.Large = true; !x.Large {
				l.do(got)
			}
			return
		}
		b.making[side].end()
		b.making[side] = this
		this.stop = l.workers.Expand(draft.Kind, scenario.Canonical(draft), func(text []byte, t *compute.Trouble) {
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
	b.solving[side].end()
	b.solving[side] = this
	h := s.BesideHalf(side)
	if weightOf(kinds.OfDraft(&h), &h, run) > small && b.wanted[side] != draft {
		got.Large = true
		l.do(got)
		return
	}
	this.stop = l.workers.Solve(draft.Kind, scenario.Canonical(x.Problem), run, nil,
		func(answer *scenario.Answer, t *compute.Trouble) {
			l.hear(this, func() {
				if got.Answer = answer; t != nil {
					got.Failed = t.Text
				}
				l.do(got)
			})
		})
}

// enter shows these two, and keys reach them at once.
func (b *besider) enter(sides state.SetBeside) {
	b.set(sides)
	b.lab.host.Drawn(func() { b.lab.host.Call("focusOn", "beside") })
}

// leave leads back to where the two were chosen, and to what they were chosen by.
func (b *besider) leave() {
	l := b.lab
	if b.from == "library" {
		toggleLibrary(l, "", "")
		return
	}
	l.do(state.Show{What: "view", To: b.from})
	l.host.Drawn(func() { l.host.Call("focusOn", panel.TwoAnswers) })
}

// set puts these two beside each other, and hears no more of what stood there.
func (b *besider) set(sides state.SetBeside) {
	from := b.from
	if view := b.lab.s.Look.View; view != state.InBeside {
		from = view
	}
	for side := range 2 {
		for _, a := range []*ask{b.making[side], b.solving[side], b.logging[side], b.telling[side]} {
			a.end()
		}
	}
	*b = besider{lab: b.lab, ticking: b.ticking, from: from, entered: true}
	b.lab.do(sides)
}

// explainable is a side with an answer of ours that is small enough to be explained.
func (b *besider) explainable(side int) (h state.State, ok bool) {
	h = b.lab.s.BesideHalf(side)
	a := &h.Answers[0]
	ok = b.lab.s.Beside.Side(side).Given == nil && a.Answer != nil && a.Answer.Feasible && h.Problem != nil &&
		weightOf(kinds.OfDraft(&h), &h, a.Run) <= mostExplained
	return h, ok
}

// log asks for what a run recorded.
func (b *besider) log(side int) {
	l := b.lab
	h, ok := b.explainable(side)
	answer := h.Answers[0].Answer
	if !ok || l.s.Beside.Side(side).LogOf == answer {
		return
	}
	b.explain(&b.logging[side], &h, nil, func(why compute.Why, _ *compute.Trouble) {
		l.do(state.BesideTold{Side: side, Of: answer, Log: why.Trace})
	})
}

// why asks why a side did what it did with the thing that is looked at.
func (b *besider) why(side int) {
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
	told := state.Why{Run: h.Focus, About: question.About, To: h.Problem, Key: key}
	b.explain(&b.telling[side], &h, about, func(why compute.Why, t *compute.Trouble) {
		if told.Trace, told.Detail = why.Trace, why.Detail; t != nil {
			told.Text = t.Text
		}
		if why.Trace != nil {
			told.Step = len(why.Trace.Events)
		}
		l.do(state.BesideTold{Side: side, Of: answer, Why: &told})
	})
}

// explain has a run of a side explained, unless that is under way.
func (b *besider) explain(under **ask, h *state.State, about map[string]string,
	then func(compute.Why, *compute.Trouble)) {
	l, run := b.lab, h.Answers[0].Run
	key := whyKey(about, h.KeyOf(run))
	if (*under).is(h.Problem, key) {
		return
	}
	(*under).end()
	this := &ask{of: h.Problem, key: key}
	*under = this
	this.stop = l.workers.Explain(h.Draft.Kind, scenario.Canonical(h.Problem), run, about,
		func(why compute.Why, t *compute.Trouble) { l.hear(this, func() { then(why, t) }) })
}

// play moves both replays on while they play.
func (b *besider) play() {
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

// command is what the screen's buttons mean.
func (b *besider) command(what, arg string) {
	l, s := b.lab, &b.lab.s
	found := s.Beside.Found
	switch what {
	case "open":
		l.library.askVersions(l.keep.of(s.Sheet).slot)
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

// picked is a click on a picture: what differs there is looked at.
func (b *besider) picked(t state.Thing) {
	found := b.lab.s.Beside.Found
	if found != nil && slices.ContainsFunc(found.Report.Differences, func(d diff.Difference) bool {
		return state.Thing(d.Thing) == t
	}) {
		b.lab.do(state.PointBeside{Thing: t})
		b.lab.host.Drawn(func() { b.lab.host.Call("intoView", "beside-at") })
	}
}

// offered are the sides that the screen opens with: the run in focus and the next
// one, or, of a draft with one run, that before and after the last change.
func (b *besider) offered() state.SetBeside {
	s := &b.lab.s
	one, two := state.BesideSide{}, state.BesideSide{Run: 1}
	if a := s.Focused(); a != nil {
		one.Run, two.Run = a.Place, a.Place
		for i := range s.Answers { // the first that answers otherwise, or else any other
			b := &s.Answers[i]
			other := a.Answer != nil && b.Answer != nil &&
				string(doc.Canonical(a.Answer.Solution)) != string(doc.Canonical(b.Answer.Solution))
			if b != a && (two.Run == a.Place || other) {
				if two.Run = b.Place; other {
					break
				}
			}
		}
	}
	if was := s.Before(); len(s.Answers) == 1 && was != nil {
		one = state.BesideSide{Title: state.BeforeTitle, Draft: was, Run: one.Run}
	}
	return state.SetBeside{Sides: [2]*state.BesideSide{&one, &two}}
}

// choose takes what a head of the screen was set to: a run or a document.
func (b *besider) choose(what, of, value string) {
	l, side := b.lab, atoi(of)&1
	x := *l.s.Beside.Side(side)
	other := *l.s.Beside.Side(1 - side)
	set := func(x state.BesideSide) {
		sides := [2]*state.BesideSide{&other, &other}
		sides[side] = &x
		b.set(state.SetBeside{Sides: sides})
	}
	if what == "run" {
		x.Run, x.Answer, x.RunOf, x.Log, x.LogOf, x.Why = atoi(value), nil, "", nil, nil, state.Why{}
		set(x)
		return
	}
	fresh := state.BesideSide{Run: x.Run}
	slot, saved := strings.CutPrefix(value, "slot ")
	version, kept := strings.CutPrefix(value, "version ")
	switch {
	case value == "now":
		set(fresh)
	case value == "before":
		fresh.Title, fresh.Draft = state.BeforeTitle, l.s.Before()
		set(fresh)
	case kept:
		l.library.with(version, "now", func(_ library.Version, was, _ document) {
			fresh.Title, fresh.Draft = was.Name, was.Draft
			set(fresh)
		})
	case saved:
		b.read(slot, func(d *scenario.Scenario) {
			fresh.Title, fresh.Draft = named(d.Title), d
			set(fresh)
		})
	}
}

// read has the library give a draft that stays where it lies.
func (b *besider) read(slot string, then func(*scenario.Scenario)) {
	l := b.lab
	lib, ok := l.keep.lib.(reader)
	if !ok {
		return
	}
	l.keep.beside(func() func() {
		text, err := lib.Read(slot)
		return func() {
			l.load("a saved draft", len(text), textOf(text), func(d *scenario.Scenario, faults doc.Faults) {
				if err != nil || len(faults) > 0 || d.Kind != l.s.Draft.Kind {
					l.do(state.Tell{Text: "That draft cannot be read any more.", Detail: said(faults), Error: true})
					return
				}
				then(d)
			})
		}
	})
}

// linked puts the two that are looked at into a link: the numbers of their runs,
// and the second document where it is not the first. What another program gave is
// left out.
func (b *besider) linked(d *scenario.Scenario) (with *scenario.Scenario, beside string) {
	s := &b.lab.s
	*d = *s.BesideDraft(0)
	if second := s.BesideDraft(1); second != s.BesideDraft(0) {
		with = second
	}
	numbers := [2]int{s.BesideNumber(0), s.BesideNumber(1)}
	for side := range 2 {
		if s.Beside.Side(side).Given != nil { // no link holds it: another run of ours stands for it
			numbers[side] = (numbers[1-side] + 1) % max(1, len(state.Runs(s.BesideDraft(side))))
		}
	}
	beside = strconv.Itoa(numbers[0]+1) + "," + strconv.Itoa(numbers[1]+1)
	if s.Beside.Way != "" {
		beside += "," + s.Beside.Way
	}
	return with, beside
}

// open looks at what a link puts beside each other: the numbers of two runs.
func (b *besider) open(beside string, with *scenario.Scenario) {
	words := strings.Split(beside, ",")
	var sides [2]*state.BesideSide
	for i := range sides {
		sides[i] = &state.BesideSide{Run: i}
		if i < len(words) && atoi(words[i]) > 0 {
			sides[i].Run = atoi(words[i]) - 1
		}
	}
	if with != nil && with.Kind == b.lab.s.Draft.Kind {
		sides[1].Draft, sides[1].Title = with, named(with.Title)
		if with.Title == b.lab.s.Draft.Title {
			sides[1].Title = "the second of the link"
		}
	}
	b.set(state.SetBeside{Sides: sides})
	if len(words) > 2 {
		b.lab.do(state.LookBeside{What: "way", To: words[2]})
	}
}

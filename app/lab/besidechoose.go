package lab

import (
	"strconv"
	"strings"

	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// offered returns the sides that the comparison opens with: the focused run and another one. For a draft with one run
// they are its answers before and after the last change.
func (b *comparer) offered() state.SetBeside {
	s := &b.lab.s
	one, two := state.BesideSide{}, state.BesideSide{Run: 1}
	if a := s.Focused(); a != nil {
		one.Run, two.Run = a.Place, a.Place
		for i := range s.Answers { // prefer the first with another solution
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

// choose sets the run or the document of a side.
func (b *comparer) choose(what, of, value string) {
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
		l.keep.Version(version, "now", func(_ library.Version, was, _ document) {
			fresh.Title, fresh.Draft = was.Name, was.Draft
			set(fresh)
		})
	case saved:
		b.read(slot, func(d *scenario.Scenario) {
			fresh.Title, fresh.Draft = state.Titled(d.Title), d
			set(fresh)
		})
	}
}

// read reads a saved draft without opening it.
func (b *comparer) read(slot string, then func(*scenario.Scenario)) {
	l := b.lab
	lib, ok := l.keep.lib.(reader)
	if !ok {
		return
	}
	l.keep.enqueue(func() func() {
		text, err := lib.Read(slot)
		return func() {
			l.load("a saved draft", len(text), textOf(text), func(d *scenario.Scenario, faults doc.Faults) {
				if err != nil || len(faults) > 0 || d.Kind != l.s.Draft.Kind {
					l.do(state.Notify{Text: "That draft can no longer be read.", Detail: faultTexts(faults),
						Error: true})
					return
				}
				then(d)
			})
		}
	})
}

// linked prepares a link to the comparison: the numbers of the runs, and the second document if it
// differs from the first. Answers of other programs are left out.
func (b *comparer) linked(d *scenario.Scenario) (with *scenario.Scenario, beside string) {
	s := &b.lab.s
	*d = *s.BesideDraft(0)
	if second := s.BesideDraft(1); second != s.BesideDraft(0) {
		with = second
	}
	numbers := [2]int{s.BesideNumber(0), s.BesideNumber(1)}
	for side := range 2 {
		if s.Beside.Side(side).Given != nil { // a link cannot carry it: another run takes its place
			numbers[side] = (numbers[1-side] + 1) % max(1, len(state.Runs(s.BesideDraft(side))))
		}
	}
	beside = strconv.Itoa(numbers[0]+1) + "," + strconv.Itoa(numbers[1]+1)
	if s.Beside.Way != "" {
		beside += "," + s.Beside.Way
	}
	return with, beside
}

// open shows the comparison of a link, given as the numbers of two runs.
func (b *comparer) open(beside string, with *scenario.Scenario) {
	words := strings.Split(beside, ",")
	var sides [2]*state.BesideSide
	for i := range sides {
		sides[i] = &state.BesideSide{Run: i}
		if i < len(words) && atoi(words[i]) > 0 {
			sides[i].Run = atoi(words[i]) - 1
		}
	}
	if with != nil && with.Kind == b.lab.s.Draft.Kind {
		sides[1].Draft, sides[1].Title = with, state.Titled(with.Title)
		if with.Title == b.lab.s.Draft.Title {
			sides[1].Title = "the link's second scenario"
		}
	}
	b.set(state.SetBeside{Sides: sides})
	if len(words) > 2 {
		b.lab.do(state.LookBeside{What: "way", To: words[2]})
	}
}

package lab

import (
	"strconv"
	"strings"

	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

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

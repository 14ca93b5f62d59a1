package state

import (
	"reflect"
	"slices"
	"strconv"
	"sync"
)

// What is stale, told in one place.
//
// No part of a state is ever modified, so whether something is still the same is
// a question of identity, and nobody has to count changes:
//
//   - What was made of a document remembers which: an answer in To, the explicit
//     problem in ProblemOf, the library in Keep.Saved. It is up to date while that
//     very document stands: [State.Posed] for all that solvers are asked,
//     [State.Draft] for the rest. Undo brings back the document itself, and so
//     what was made of it. What comes late, for a document that no longer stands,
//     is known by the same.
//   - Whatever follows the state, a view or the page around it, names the facets
//     that it reads. Every field belongs to one, by its own tag or by that of the
//     field around it. [Reduce] compares the states before and after an action,
//     field by field, and counts up the facets in which they differ; [State.Key]
//     is what to compare to know whether anything is to be done.

// A Facet is a part of the state that views depend on.
type Facet int

// The facets.
const (
	OfDraft Facet = iota
	OfTyped
	OfText
	OfAnswers
	OfProgress
	OfFocus
	OfSelect
	OfWhy
	OfMatrix
	OfLook
	OfKeep
	OfAlert
	OfStudy
	OfAsked // what is wrong with what a study asks for
	OfPace  // how far the study is
	OfFound // what came out of it, and how that is looked at
	OfHunt
	OfShelf // the library and how it is looked at
	OfRows  // which of its rows can be seen
	OfBeside
	OfMany // what dialogs about many things hold
	OfFlips
	OfSpan // which part of the time the picture shows
	facets
)

// The facets' names in tags, in their order. A field without a facet follows
// from others that have one.
var facetNames = []string{"draft", "typed", "text", "answers", "progress", "focus", "select", "why", "matrix", "look",
	"keep", "alert",
	"study", "asked", "pace", "found", "hunt", "shelf", "rows", "beside", "many", "flips", "span"}

const noFacet = "-"

// Key changes whenever one of the facets does.
func (s *State) Key(of ...Facet) string {
	key := make([]byte, 0, 4*len(of))
	for _, f := range of {
		key = append(strconv.AppendInt(key, int64(s.Rev[f]), 10), ' ')
	}
	return string(key)
}

// A part is a field of the state, at a place within it, with its facet. Fields
// of a list's elements have parts of their own.
type part struct {
	at    []int
	facet Facet
	list  []part
}

// parts are those of the state, made when they are first asked for; see [catalog.Kinds].
var (
	allParts []part
	parted   sync.Once
)

func parts() []part {
	parted.Do(func() { allParts = partsOf(reflect.TypeFor[State](), nil, OfDraft) })
	return allParts
}

func partsOf(t reflect.Type, around []int, facet Facet) (list []part) {
	for i := range t.NumField() {
		f, at, own := t.Field(i), append(slices.Clone(around), i), facet
		switch name, tagged := f.Tag.Lookup("facet"); {
		case name == noFacet:
			continue
		case tagged:
			own = Facet(slices.Index(facetNames, name))
		}
		switch {
		case f.Type.Kind() == reflect.Struct:
			list = append(list, partsOf(f.Type, at, own)...)
		case f.Type == reflect.TypeFor[[]Answer]():
			list = append(list, part{at, own, partsOf(f.Type.Elem(), nil, own)})
		default:
			list = append(list, part{at: at, facet: own})
		}
	}
	return list
}

// touched counts up the facets in which the state is not what it was before.
func (s *State) touched(before *State) {
	var differ [facets]bool
	compare(parts(), reflect.ValueOf(before).Elem(), reflect.ValueOf(s).Elem(), &differ)
	for f, changed := range differ {
		if changed {
			s.Rev[f]++
		}
	}
}

func compare(parts []part, was, is reflect.Value, differ *[facets]bool) {
	for i := range parts {
		p := &parts[i]
		a, b := was.FieldByIndex(p.at), is.FieldByIndex(p.at)
		switch {
		case same(a, b):
		case p.list != nil && a.Len() == b.Len():
			for k := range a.Len() {
				compare(p.list, a.Index(k), b.Index(k), differ)
			}
		default:
			differ[p.facet] = true
		}
	}
}

// same tells by identity: of lists, maps and pointers whether they are the very
// same.
func same(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Slice:
		return a.Len() == b.Len() && a.UnsafePointer() == b.UnsafePointer()
	case reflect.Map:
		return a.UnsafePointer() == b.UnsafePointer()
	}
	return a.Equal(b)
}

package state

import (
	"reflect"
	"slices"
	"strconv"
	"sync"
)

// How results and views that are out of date are recognised.
//
// No part of a state is ever modified. So two parts are equal if they are identical, and no counter of changes is
// needed:
//
//   - A result remembers the document that it was made of: an answer in To, the explicit problem in ProblemOf,
//     the library in Keep.SavedDraft. It is up to date while that very document is current: [State.PosedDraft] for
//     all that solvers read, [State.Draft] for the rest. Undo restores the document itself, and so its
//     results. A late result for an earlier document is recognised in the same way.
//   - A view, or the page around it, names the facets that it reads. Every field belongs to one facet, by its
//     own tag or by that of the field around it. [Reduce] compares the states before and after an action, field
//     by field, and increases the counters of the facets that differ. [State.Key] is the value to compare to
//     find out whether anything changed.

// A Facet is a part of the state that views depend on.
type Facet int

// The facets.
const (
	FacetDraft Facet = iota
	FacetTyped
	FacetText
	FacetAnswers
	FacetProgress
	FacetFocus
	FacetSelect
	FacetWhy
	FacetMatrix
	FacetLayout
	FacetKeep
	FacetAlert
	FacetBrought // import reports of drafts
	FacetFlips
	FacetVersions // versions of a saved draft
	FacetSpan     // visible part of the time axis
	// The facets of features follow, see [Slot].
	facets
)

// facetNames are the facets' names in tags, in their order. A field with the tag noFacet depends on other fields.
var facetNames = []string{"draft", "typed", "text", "answers", "progress", "focus", "select", "why", "matrix", "look",
	"keep", "alert", "brought", "flips", "versions", "span"}

const noFacet = "-"

// Key changes whenever one of the facets does.
func (s *State) Key(of ...Facet) string {
	key := make([]byte, 0, 4*len(of))
	for _, f := range of {
		key = append(strconv.AppendInt(key, int64(s.rev(f)), 10), ' ')
	}
	return string(key)
}

// rev returns how often a facet changed.
func (s *State) rev(f Facet) int {
	switch at := int(f - facets); {
	case at < 0:
		return s.Rev[f]
	case at < len(s.featureRevs):
		return s.featureRevs[at]
	}
	return 0
}

// A part is a field of the state, by its path, with its facet. Fields of a list's elements have parts of their own.
type part struct {
	at    []int
	facet Facet
	list  []part
}

// allParts are the parts of the state, made on the first use; see
// [catalog.Kinds].
var (
	allParts  []part
	partsOnce sync.Once
)

func parts() []part {
	partsOnce.Do(func() {
		allParts = partsOf(reflect.TypeFor[State](), nil, FacetDraft,
			func(tag string) Facet { return Facet(slices.Index(facetNames, tag)) })
	})
	return allParts
}

// partsOf returns the parts of a type in a facet; named returns the facet of a tag.
func partsOf(t reflect.Type, around []int, facet Facet, named func(tag string) Facet) (list []part) {
	for i := range t.NumField() {
		f, at, own := t.Field(i), append(slices.Clone(around), i), facet
		switch name, tagged := f.Tag.Lookup("facet"); {
		case name == noFacet:
			continue
		case tagged:
			own = named(name)
		}
		switch {
		case f.Type.Kind() == reflect.Struct:
			list = append(list, partsOf(f.Type, at, own, named)...)
		case f.Type == reflect.TypeFor[[]Answer]():
			list = append(list, part{at, own, partsOf(f.Type.Elem(), nil, own, named)})
		default:
			list = append(list, part{at: at, facet: own})
		}
	}
	return list
}

// countChanges increases the counters of the facets in which the state differs from before.
func (s *State) countChanges(before *State) {
	var differ [facets]bool
	compare(parts(), reflect.ValueOf(before).Elem(), reflect.ValueOf(s).Elem(), func(f Facet) { differ[f] = true })
	for f, changed := range differ {
		if changed {
			s.Rev[f]++
		}
	}
}

// compare calls differ with the facet of every part that differs.
func compare(parts []part, was, is reflect.Value, differ func(Facet)) {
	for i := range parts {
		p := &parts[i]
		a, b := was.FieldByIndex(p.at), is.FieldByIndex(p.at)
		switch {
		case isIdentical(a, b):
		case p.list != nil && a.Len() == b.Len():
			for k := range a.Len() {
				compare(p.list, a.Index(k), b.Index(k), differ)
			}
		default:
			differ(p.facet)
		}
	}
}

// isIdentical reports whether two values are identical: lists, maps and pointers are the same if they
// share memory.
func isIdentical(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Slice:
		return a.Len() == b.Len() && a.UnsafePointer() == b.UnsafePointer()
	case reflect.Map:
		return a.UnsafePointer() == b.UnsafePointer()
	}
	return a.Equal(b)
}

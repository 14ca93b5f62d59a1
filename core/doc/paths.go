package doc

import (
	"reflect"
	"strconv"
	"strings"

	"gridbox/core/i18n"
)

// A path may name several places. A step in brackets is [*] for all elements of
// a list, [id=Lyon] for the element of that id, or [3] for the element of that
// index from 0. An id with brackets or quotes is quoted: [id="a]b"].

// matches reports whether a hop leads to element i of a list.
func (h hop) matches(i int, id func() (string, bool)) bool {
	switch {
	case h.every:
		return true
	case h.byID:
		own, ok := id()
		return ok && own == h.id
	}
	return h.index == i
}

// Covers reports whether a path with [*] or [id=Lyon] may lead to the place of
// a path without them.
func Covers(many, one string) bool {
	hops, ok := splitPath(many)
	steps, also := splitPath(one)
	if !ok || !also || len(hops) != len(steps) {
		return false
	}
	for i, h := range hops {
		element := steps[i].name == "" && (h.every || h.byID)
		if !element && h != steps[i] {
			return false
		}
	}
	return true
}

// A Way leads to the numbers at a path of documents of one type. The path may
// name several places.
type Way struct {
	steps []hop
	rule  Rule
	whole bool
	field *field
}

// WayTo returns the way for a path in documents such as v, or the reason why
// the path is malformed, leads to no field or does not end at a number.
func WayTo(v any, path string) (w Way, why string) {
	steps, ok := splitPath(path)
	if !ok || len(steps) == 0 {
		return w, malformedPath
	}
	p, f, taken := planOf(structOf(v)).follow(steps)
	w = Way{steps: steps, field: f}
	if taken < len(steps) {
		here, name := joinHops(steps[:taken]), steps[taken].name
		switch {
		case p.shape == anObject && name != "":
			return w, "does not exist: " + pathOrDocument(here) + " has no field " + name + Suggest(name, p.names())
		case p.shape == aList:
			return w, "does not exist: " + here + " is a list; write " + here + "[*] for all of its elements, or " +
				here + "[0] for the first"
		}
		return w, "does not exist: " + pathOrDocument(here) + " is no list and has no fields"
	}
	for p.shape == anOption {
		p = p.elem
	}
	if p.shape > aWhole {
		return w, "is no number"
	}
	w.rule, w.whole = w.field.rule, p.shape == aWhole || w.field.rule.Whole
	return w, ""
}

func pathOrDocument(path string) string {
	if path == "" {
		return "the document"
	}
	return path
}

// A ChangeCount counts the numbers of a change, and how many were limited to the
// bounds of their field.
type ChangeCount struct{ Numbers, Limited int }

// Change replaces every number of the way in the document that v points to.
// Values on the way are copied first, so that documents that share lists do not
// change. Numbers that are left out are skipped. Whole numbers are rounded, and
// results out of bounds become the nearest number that the field allows.
func (w *Way) Change(v any, change func(x float64) float64) ChangeCount {
	var t ChangeCount
	edit(reflect.ValueOf(v).Elem(), planOf(structOf(v)), w.steps, false,
		func(v reflect.Value, p *plan) { w.set(v, p, change, &t) })
	return t
}

// Count returns the number of numbers that the way leads to.
func (w *Way) Count(v any) (n int) {
	w.visit(reflect.Indirect(reflect.ValueOf(v)), planOf(structOf(v)), w.steps, "", false, func(string) { n++ })
	return n
}

// idOf returns the id of an element of a list, if it has one.
func (p *plan) idOf(v reflect.Value) (string, bool) {
	if p.shape == anObject {
		if f := p.find([]byte("id"), 0); f != nil && f.plan.shape == aString {
			return f.valueIn(v).String(), true
		}
	}
	return "", false
}

// set changes one number.
func (w *Way) set(v reflect.Value, p *plan, change func(float64) float64, t *ChangeCount) {
	t.Numbers++
	x := 0.0
	switch {
	case p.shape == aNumber:
		x = v.Float()
	case v.CanInt():
		x = float64(v.Int())
	default:
		x = float64(v.Uint())
	}
	y, held := w.rule.Clamp(change(x), w.whole)
	if held {
		t.Limited++
	}
	switch {
	case p.shape == aNumber:
		v.SetFloat(y)
	case v.CanInt():
		v.SetInt(int64(y))
	default:
		v.SetUint(uint64(max(y, 0)))
	}
}

// IsInteger reports whether the way leads to whole numbers.
func (w *Way) IsInteger() bool { return w.whole }

// Field describes the field that the way ends at.
func (w *Way) Field() Field { return w.field.describe() }

// Paths returns the paths of the numbers of the way in a document, in order.
// Elements with ids are written with them: clusters[id=Lyon].mips.
func (w *Way) Paths(v any) []string {
	var list []string
	w.visit(reflect.Indirect(reflect.ValueOf(v)), planOf(structOf(v)), w.steps, "", true,
		func(path string) { list = append(list, path) })
	return list
}

// visit calls at for every number, with its path if paths is set.
func (w *Way) visit(v reflect.Value, p *plan, rest []hop, path string, paths bool, at func(path string)) {
	switch {
	case p.shape == anOption:
		if !v.IsNil() {
			w.visit(v.Elem(), p.elem, rest, path, paths, at)
		}
	case len(rest) == 0:
		at(path)
	case p.shape == anObject:
		f := p.find([]byte(rest[0].name), 0)
		if f != nil {
			f = f.form(len(rest) > 1 && rest[1].name != "")
		}
		if f == nil || len(rest) == 1 && f.omitEmpty && f.valueIn(v).IsZero() {
			return
		}
		w.visit(f.valueIn(v), f.plan, rest[1:], JoinPath(path, Name(f.name)), paths, at)
	case p.shape == aMap:
		key := reflect.ValueOf(rest[0].name).Convert(p.typ.Key())
		if own := v.MapIndex(key); own.IsValid() {
			w.visit(own, p.elem, rest[1:], JoinPath(path, Name(rest[0].name)), paths, at)
		}
	case p.shape == aList:
		for i := range v.Len() {
			if !rest[0].matches(i, func() (string, bool) { return p.elem.idOf(v.Index(i)) }) {
				continue
			}
			here := path
			if id, named := p.elem.idOf(v.Index(i)); paths && named {
				here = ElementOf(path, id)
			} else if paths {
				here = At(path, i)
			}
			w.visit(v.Index(i), p.elem, rest[1:], here, paths, at)
		}
	}
}

// Description returns the way in words: work of all jobs, power of cluster Lyon,
// bandwidth of link 4.
func (w *Way) Description() string {
	last := len(w.steps) - 1
	words := w.steps[last].name
	if words == w.field.name {
		words = w.field.label
		if words == "" {
			words = w.field.name
		}
	}
	words = lowerFirst(words)
	for i := last; i > 0; i-- {
		h, list := w.steps[i], w.steps[i-1].name
		one := strings.TrimSuffix(list, "s")
		switch {
		case h.name != "":
		case h.every:
			words = i18n.T("{} of all {}", words, list)
		case h.byID:
			words = i18n.T("{} of {} {}", words, one, h.id)
		default:
			words = i18n.T("{} of {} {}", words, one, strconv.Itoa(h.index+1))
		}
	}
	return words
}

// lowerFirst returns a label with a small first letter, unless it is an
// abbreviation.
func lowerFirst(label string) string {
	if len(label) > 1 && label[1] >= 'a' {
		return strings.ToLower(label[:1]) + label[1:]
	}
	return label
}

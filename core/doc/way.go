package doc

import (
	"reflect"
	"strconv"
	"strings"
)

// A path may name more than one place: a step in brackets may be [*], all
// elements of a list, or [id=Lyon], the element of that id, beside [3], the one
// of that number counted from 0. An id with brackets or quotes stands in quotes:
// [id="a]b"].

// chosen reports whether element i of a list is one that a hop leads to.
func (h hop) chosen(i int, id func() (string, bool)) bool {
	switch {
	case h.every:
		return true
	case h.byID:
		own, ok := id()
		return ok && own == h.id
	}
	return h.index == i
}

// Covers reports whether a path with [*] or [id=Lyon] may lead to where a path
// without them does.
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

// A Way leads to numbers of a document of one type, by a path that may name
// many places.
type Way struct {
	steps []hop
	rule  Rule
	whole bool
	field *field
}

// WayTo makes a path ready for documents such as v. Why says what keeps it from
// being one: fields that no such document has, or an end that is no number.
func WayTo(v any, path string) (w Way, why string) {
	steps, ok := splitPath(path)
	if !ok || len(steps) == 0 {
		return w, noPath
	}
	p, f, taken := planOf(structOf(v)).along(steps)
	w = Way{steps: steps, field: f}
	if taken < len(steps) {
		here, name := joinHops(steps[:taken]), steps[taken].name
		switch {
		case p.shape == anObject && name != "":
			return w, "does not exist: " + orDocument(here) + " has no field " + name + Suggest(name, p.names())
		case p.shape == aList:
			return w, "does not exist: " + here + " is a list; write " + here + "[*] for all of its elements, or " +
				here + "[0] for the first"
		}
		return w, "does not exist: " + orDocument(here) + " is no list and has no fields"
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

func orDocument(path string) string {
	if path == "" {
		return "the document"
	}
	return path
}

// A Tally says what a change of numbers came to: how many there are, and how
// many of them were held to what their field allows.
type Tally struct{ Numbers, Held int }

// Change changes every number that the way leads to in the document that v
// points to. What lies on the way is copied first, so that documents that share
// lists with this one stay as they are. A number that is left out is none.
// Whole numbers are rounded, and a result that the field's rule does not allow
// becomes the nearest that it does.
func (w *Way) Change(v any, change func(x float64) float64) Tally {
	var t Tally
	edit(reflect.ValueOf(v).Elem(), planOf(structOf(v)), w.steps, false,
		func(v reflect.Value, p *plan) { w.set(v, p, change, &t) })
	return t
}

// Count is how many numbers the way leads to.
func (w *Way) Count(v any) (n int) {
	w.visit(reflect.Indirect(reflect.ValueOf(v)), planOf(structOf(v)), w.steps, "", false, func(string) { n++ })
	return n
}

// idOf is the id of an element of a list, if it has any.
func (p *plan) idOf(v reflect.Value) (string, bool) {
	if p.shape == anObject {
		if f := p.find([]byte("id"), 0); f != nil && f.plan.shape == aString {
			return f.of(v).String(), true
		}
	}
	return "", false
}

// set changes one number.
func (w *Way) set(v reflect.Value, p *plan, change func(float64) float64, t *Tally) {
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
	y, held := w.rule.Near(change(x), w.whole)
	if held {
		t.Held++
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

// Whole reports whether the way leads to whole numbers.
func (w *Way) Whole() bool { return w.whole }

// Field describes the field that the way ends at.
func (w *Way) Field() Field { return w.field.describe() }

// Places lists where the numbers are that the way leads to in a document, in
// their order, with ids where elements have any: clusters[id=Lyon].mips.
func (w *Way) Places(v any) []string {
	var list []string
	w.visit(reflect.Indirect(reflect.ValueOf(v)), planOf(structOf(v)), w.steps, "", true,
		func(path string) { list = append(list, path) })
	return list
}

// visit calls at for every number, with its path where paths are wanted.
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
		if f == nil || len(rest) == 1 && f.omitEmpty && f.of(v).IsZero() {
			return
		}
		w.visit(f.of(v), f.plan, rest[1:], JoinPath(path, Name(f.name)), paths, at)
	case p.shape == aMap:
		key := reflect.ValueOf(rest[0].name).Convert(p.typ.Key())
		if own := v.MapIndex(key); own.IsValid() {
			w.visit(own, p.elem, rest[1:], JoinPath(path, Name(rest[0].name)), paths, at)
		}
	case p.shape == aList:
		for i := range v.Len() {
			if !rest[0].chosen(i, func() (string, bool) { return p.elem.idOf(v.Index(i)) }) {
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

// Words says what the way leads to as people do: work of all jobs, power of
// cluster Lyon, bandwidth of link 4.
func (w *Way) Words() string {
	last := len(w.steps) - 1
	words := w.steps[last].name
	if words == w.field.name {
		words = w.field.label
		if words == "" {
			words = w.field.name
		}
	}
	words = lowered(words)
	for i := last; i > 0; i-- {
		h, list := w.steps[i], w.steps[i-1].name
		one := strings.TrimSuffix(list, "s")
		switch {
		case h.name != "":
		case h.every:
			words += " of all " + list
		case h.byID:
			words += " of " + one + " " + h.id
		default:
			words += " of " + one + " " + strconv.Itoa(h.index+1)
		}
	}
	return words
}

// lowered puts a label into a sentence: its first letter is no capital, unless
// the word is an abbreviation.
func lowered(label string) string {
	if len(label) > 1 && label[1] >= 'a' {
		return strings.ToLower(label[:1]) + label[1:]
	}
	return label
}

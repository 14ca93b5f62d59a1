package doc

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/sorting"
)

// The kinds of differences.
const (
	Changed   = "changed" // the values differ
	Added     = "added"   // only the second document has it
	Removed   = "removed" // only the first document has it
	Reordered = "ordered" // a list has its elements in another order
)

// A Difference is one place at which two documents of one type differ. Was and
// Is are canonical texts, empty if the value is absent.
type Difference struct {
	// Path is the path in the first document, or in the second for an added value.
	Path   string `json:"path"`
	Change string `json:"what"`
	Was    string `json:"was,omitempty"`
	Is     string `json:"is,omitempty"`
	// Names lists the names of the lists on the path and of their elements: jobs, j3. Label and
	// Unit are copied from the field; they are empty for an element of a list.
	Names []string `json:"of,omitempty"`
	Label string   `json:"label,omitempty"`
	Unit  string   `json:"unit,omitempty"`
	// From is set for a reordered list. It has the indexes in the first document of the
	// elements that both have, in the order of the second.
	From []int `json:"from,omitempty"`
}

// Differences returns the differences of two documents of one type in the order
// of the declaration. Elements of lists are matched by id. Without ids, equal
// elements are matched first, then in order those with equal strings, such as
// the two ends of a link. The time is linear in the documents.
func Differences(a, b any) []Difference {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	d := &comparer{}
	d.value(planOf(x.Type()), x, y)
	return d.differences
}

// A comparer collects the differences of two documents.
type comparer struct {
	path        []step
	names       []string
	field       *field // last field on the path outside of lists
	differences []Difference
}

func (d *comparer) add(what, was, is string) *Difference {
	x := Difference{Path: joinPath(d.path), Change: what, Was: was, Is: is, Names: slices.Clone(d.names)}
	if d.field != nil {
		x.Label, x.Unit = d.field.label, d.field.unit
		if x.Label == "" {
			x.Label = d.field.name
		}
	}
	d.differences = append(d.differences, x)
	return &d.differences[len(d.differences)-1]
}

// descend calls f with the path extended by s.
func (d *comparer) descend(s step, field *field, f func()) {
	was := d.field
	d.path, d.field = append(d.path, s), field
	f()
	d.path, d.field = d.path[:len(d.path)-1], was
}

func textOf(v reflect.Value) string {
	e := encoder{canonical: true}
	e.value(v)
	return string(e.buf)
}

// value adds the differences between the values a and b of plan p. An absent
// value counts as added or removed; objects, maps and lists are compared by
// their parts.
func (d *comparer) value(p *plan, a, b reflect.Value) {
	switch p.shape {
	case anObject:
		for _, f := range p.fields {
			d.descend(step{name: f.name}, f, func() { d.value(f.plan, f.valueIn(a), f.valueIn(b)) })
		}
	case anOption:
		switch {
		case a.Pointer() == b.Pointer():
		case a.IsNil():
			d.add(Added, "", textOf(b))
		case b.IsNil():
			d.add(Removed, textOf(a), "")
		default:
			d.value(p.elem, a.Elem(), b.Elem())
		}
	case aMap:
		d.entries(p, a, b)
	case aList:
		d.list(p, a, b)
	default:
		if !equal(p, a, b) {
			d.add(Changed, textOf(a), textOf(b))
		}
	}
}

// entries adds the differences between the maps a and b, in the order of their
// keys.
func (d *comparer) entries(p *plan, a, b reflect.Value) {
	names := map[string]bool{}
	for _, m := range []reflect.Value{a, b} {
		for _, k := range m.MapKeys() {
			names[k.String()] = true
		}
	}
	for _, name := range sorting.Keys(names) {
		key := reflect.ValueOf(name).Convert(p.typ.Key())
		x, y := a.MapIndex(key), b.MapIndex(key)
		d.descend(step{name: name}, &field{name: name}, func() {
			switch {
			case !x.IsValid():
				d.add(Added, "", textOf(y))
			case !y.IsValid():
				d.add(Removed, textOf(x), "")
			default:
				d.value(p.elem, x, y)
			}
		})
	}
}

// list compares two lists. Their common prefix and suffix are skipped first.
func (d *comparer) list(p *plan, a, b reflect.Value) {
	n, m := a.Len(), b.Len()
	if n == m && a.UnsafePointer() == b.UnsafePointer() {
		return
	}
	first := 0
	for first < min(n, m) && equal(p.elem, a.Index(first), b.Index(first)) {
		first++
	}
	last := 0
	for last < min(n, m)-first && equal(p.elem, a.Index(n-1-last), b.Index(m-1-last)) {
		last++
	}
	if first+last == max(n, m) {
		return
	}
	a, b = a.Slice(first, n-last), b.Slice(first, m-last)
	pair := matchElements(p.elem, a, b)
	d.names = append(d.names, d.path[len(d.path)-1].name)
	d.elements(p.elem, a, b, first, pair)
	d.order(first, pair)
	d.names = d.names[:len(d.names)-1]
}

// elements records the elements removed, changed and added between two lists that
// begin at index first. pair has for each element of b its index in a, or -1.
func (d *comparer) elements(p *plan, a, b reflect.Value, first int, pair []int) {
	to := make([]int, a.Len())
	for j, i := range pair {
		if i >= 0 {
			to[i] = j + 1
		}
	}
	each := func(i int, v reflect.Value, f func()) {
		d.names = append(d.names, nameOf(p, v, first+i))
		d.descend(step{index: first + i}, nil, f)
		d.names = d.names[:len(d.names)-1]
	}
	for i, j := range to {
		x := a.Index(i)
		switch {
		case j == 0:
			each(i, x, func() { d.add(Removed, textOf(x), "") })
		case !equal(p, x, b.Index(j-1)):
			each(i, x, func() { d.value(p, x, b.Index(j-1)) })
		}
	}
	for j, i := range pair {
		if i < 0 {
			y := b.Index(j)
			each(j, y, func() { d.add(Added, "", textOf(y)) })
		}
	}
}

// order records a reordered list if the matched elements are not in the same
// order.
func (d *comparer) order(first int, pair []int) {
	var from []int
	for _, i := range pair {
		if i >= 0 {
			from = append(from, first+i)
		}
	}
	if !slices.IsSorted(from) {
		d.add(Reordered, "", "").From = from
	}
}

// matchElements returns for each element of b its index in a, or -1.
func matchElements(p *plan, a, b reflect.Value) []int {
	pair, taken := make([]int, b.Len()), make([]bool, a.Len())
	for j := range pair {
		pair[j] = -1
	}
	match := func(key func(reflect.Value) string) {
		free := make(map[string][]int, a.Len())
		for i := range taken {
			if !taken[i] {
				k := key(a.Index(i))
				free[k] = append(free[k], i)
			}
		}
		for j := range pair {
			if pair[j] >= 0 {
				continue
			}
			k := key(b.Index(j))
			if list := free[k]; len(list) > 0 {
				pair[j], taken[list[0]], free[k] = list[0], true, list[1:]
			}
		}
	}
	if id := p.idField(); id != nil {
		match(func(v reflect.Value) string { return id.valueIn(v).String() })
		return pair
	}
	match(textOf)
	if p.shape == anObject {
		match(func(v reflect.Value) string { return joinStrings(p, v) })
	}
	return pair
}

// idField returns the id field of an element, or nil.
func (p *plan) idField() *field {
	if p.shape == anObject {
		for _, f := range p.fields {
			if f.name == "id" && f.plan.shape == aString {
				return f
			}
		}
	}
	return nil
}

// joinStrings returns the non-empty strings of an object, joined.
func joinStrings(p *plan, v reflect.Value) string {
	var words []string
	for _, f := range p.fields {
		if f.plan.shape == aString && f.valueIn(v).Len() > 0 {
			words = append(words, f.valueIn(v).String())
		}
	}
	return strings.Join(words, " – ")
}

// nameOf returns the name of an element of a list: its id, its strings, its
// text if it is a scalar, or its number from 1.
func nameOf(p *plan, v reflect.Value, place int) string {
	if id := p.idField(); id != nil {
		return id.valueIn(v).String()
	}
	if p.shape == anObject {
		if words := joinStrings(p, v); words != "" {
			return words
		}
		return strconv.Itoa(place + 1)
	}
	if p.shape == aString {
		return v.String()
	}
	return textOf(v)
}

// equal reports whether two values have the same text, without writing it.
func equal(p *plan, a, b reflect.Value) bool {
	switch p.shape {
	case aNumber:
		return a.Float() == b.Float()
	case aWhole, aTruth:
		return a.Equal(b)
	case aString:
		return a.String() == b.String()
	case aList:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !equal(p.elem, a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case anObject:
		for _, f := range p.fields {
			if !equal(f.plan, f.valueIn(a), f.valueIn(b)) {
				return false
			}
		}
		return true
	case anOption:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() && b.IsNil()
		}
		return equal(p.elem, a.Elem(), b.Elem())
	case aMap:
		if a.Len() == 0 && b.Len() == 0 {
			return true
		}
	}
	x, y := encoder{canonical: true}, encoder{canonical: true}
	x.value(a)
	y.value(b)
	return bytes.Equal(x.buf, y.buf)
}

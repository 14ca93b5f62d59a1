package doc

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/sorting"
)

// What may have become of a place of a document.
const (
	Changed = "changed" // another value stands there
	Added   = "added"   // only the second document has it
	Removed = "removed" // only the first one has it
	Ordered = "ordered" // a list has what it had in another order
)

// A Difference is one place at which two documents of one type differ. Was and
// Is are canonical texts, empty where there is nothing.
type Difference struct {
	// Path leads through the first document; that of something added through the
	// second.
	Path string `json:"path"`
	What string `json:"what"`
	Was  string `json:"was,omitempty"`
	Is   string `json:"is,omitempty"`
	// Of names the lists and the things in them that the way leads through: jobs,
	// j3. Label and Unit are those of the field, empty for a thing of a list.
	Of    []string `json:"of,omitempty"`
	Label string   `json:"label,omitempty"`
	Unit  string   `json:"unit,omitempty"`
	// From has, of a list in another order, the places in the first document of
	// things that both have, in the order of the second; those before the first of
	// them and behind the last stand as they stood.
	From []int `json:"from,omitempty"`
}

// Differences lists where two documents of one type differ, in the order of
// the declaration. Things in lists are matched by id; where they have none,
// first those that are equal, then, in order, those whose words are: the two
// ends of a link, the node of a slot. It takes time as the documents are long.
func Differences(a, b any) []Difference {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	d := &differing{}
	d.value(planOf(x.Type()), x, y)
	return d.found
}

// differing is a comparison under way.
type differing struct {
	way   []step
	of    []string
	field *field // that the way leads through last, outside of lists
	found []Difference
}

func (d *differing) tell(what, was, is string) *Difference {
	x := Difference{Path: joinPath(d.way), What: what, Was: was, Is: is, Of: slices.Clone(d.of)}
	if d.field != nil {
		x.Label, x.Unit = d.field.label, d.field.unit
		if x.Label == "" {
			x.Label = d.field.name
		}
	}
	d.found = append(d.found, x)
	return &d.found[len(d.found)-1]
}

// within goes a step further for a while.
func (d *differing) within(s step, field *field, f func()) {
	was := d.field
	d.way, d.field = append(d.way, s), field
	f()
	d.way, d.field = d.way[:len(d.way)-1], was
}

func textOf(v reflect.Value) string {
	e := encoder{canonical: true}
	e.value(v)
	return string(e.buf)
}

func (d *differing) value(p *plan, a, b reflect.Value) {
	switch p.shape {
	case anObject:
		for _, f := range p.fields {
			d.within(step{name: f.name}, f, func() { d.value(f.plan, f.of(a), f.of(b)) })
		}
	case anOption:
		switch {
		case a.Pointer() == b.Pointer():
		case a.IsNil():
			d.tell(Added, "", textOf(b))
		case b.IsNil():
			d.tell(Removed, textOf(a), "")
		default:
			d.value(p.elem, a.Elem(), b.Elem())
		}
	case aMap:
		d.entries(p, a, b)
	case aList:
		d.list(p, a, b)
	default:
		if !alike(p, a, b) {
			d.tell(Changed, textOf(a), textOf(b))
		}
	}
}

func (d *differing) entries(p *plan, a, b reflect.Value) {
	names := map[string]bool{}
	for _, m := range []reflect.Value{a, b} {
		for _, k := range m.MapKeys() {
			names[k.String()] = true
		}
	}
	for _, name := range sorting.Keys(names) {
		key := reflect.ValueOf(name).Convert(p.typ.Key())
		x, y := a.MapIndex(key), b.MapIndex(key)
		d.within(step{name: name}, &field{name: name}, func() {
			switch {
			case !x.IsValid():
				d.tell(Added, "", textOf(y))
			case !y.IsValid():
				d.tell(Removed, textOf(x), "")
			default:
				d.value(p.elem, x, y)
			}
		})
	}
}

// list compares two lists. What they begin and end with alike is passed over.
func (d *differing) list(p *plan, a, b reflect.Value) {
	n, m := a.Len(), b.Len()
	if n == m && a.UnsafePointer() == b.UnsafePointer() {
		return
	}
	first := 0
	for first < min(n, m) && alike(p.elem, a.Index(first), b.Index(first)) {
		first++
	}
	last := 0
	for last < min(n, m)-first && alike(p.elem, a.Index(n-1-last), b.Index(m-1-last)) {
		last++
	}
	if first+last == max(n, m) {
		return
	}
	a, b = a.Slice(first, n-last), b.Slice(first, m-last)
	pair := matched(p.elem, a, b)
	d.of = append(d.of, d.way[len(d.way)-1].name)
	d.things(p.elem, a, b, first, pair)
	d.order(first, pair)
	d.of = d.of[:len(d.of)-1]
}

// things tells what became of the things of two lists, which begin at a place;
// pair has for each of the second its place in the first or -1.
func (d *differing) things(p *plan, a, b reflect.Value, first int, pair []int) {
	to := make([]int, a.Len())
	for j, i := range pair {
		if i >= 0 {
			to[i] = j + 1
		}
	}
	each := func(i int, v reflect.Value, f func()) {
		d.of = append(d.of, nameOf(p, v, first+i))
		d.within(step{index: first + i}, nil, f)
		d.of = d.of[:len(d.of)-1]
	}
	for i, j := range to {
		x := a.Index(i)
		switch {
		case j == 0:
			each(i, x, func() { d.tell(Removed, textOf(x), "") })
		case !alike(p, x, b.Index(j-1)):
			each(i, x, func() { d.value(p, x, b.Index(j-1)) })
		}
	}
	for j, i := range pair {
		if i < 0 {
			y := b.Index(j)
			each(j, y, func() { d.tell(Added, "", textOf(y)) })
		}
	}
}

// order tells that what both lists have stands in another order.
func (d *differing) order(first int, pair []int) {
	var from []int
	for _, i := range pair {
		if i >= 0 {
			from = append(from, first+i)
		}
	}
	if !slices.IsSorted(from) {
		d.tell(Ordered, "", "").From = from
	}
}

// matched gives for each thing of the second list its place in the first, -1
// for none.
func matched(p *plan, a, b reflect.Value) []int {
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
		match(func(v reflect.Value) string { return id.of(v).String() })
		return pair
	}
	match(textOf)
	if p.shape == anObject {
		match(func(v reflect.Value) string { return wordsOf(p, v) })
	}
	return pair
}

// idField is the field that tells the things of a list apart, nil for none.
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

// wordsOf are the words of an object, which say what it is about.
func wordsOf(p *plan, v reflect.Value) string {
	var words []string
	for _, f := range p.fields {
		if f.plan.shape == aString && f.of(v).Len() > 0 {
			words = append(words, f.of(v).String())
		}
	}
	return strings.Join(words, " – ")
}

// nameOf is what a thing of a list is called: its id, its words, itself where it
// is a value, or the place where it stands, counted from 1.
func nameOf(p *plan, v reflect.Value, place int) string {
	if id := p.idField(); id != nil {
		return id.of(v).String()
	}
	if p.shape == anObject {
		if words := wordsOf(p, v); words != "" {
			return words
		}
		return strconv.Itoa(place + 1)
	}
	if p.shape == aString {
		return v.String()
	}
	return textOf(v)
}

// alike reports whether two values have the same text, without writing it.
func alike(p *plan, a, b reflect.Value) bool {
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
			if !alike(p.elem, a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case anObject:
		for _, f := range p.fields {
			if !alike(f.plan, f.of(a), f.of(b)) {
				return false
			}
		}
		return true
	case anOption:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() && b.IsNil()
		}
		return alike(p.elem, a.Elem(), b.Elem())
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

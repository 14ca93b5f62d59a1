package doc

import (
	"reflect"
	"slices"
)

// An Accessor reads and sets one field of a struct. The fields of a nested
// struct have accessors too, such as start.law of an event.
type Accessor struct {
	Field
	Path   string   // field names from the root of the struct: start.law
	Labels []string // labels of the enclosing structs, the outermost first
	Part   string   // path of the innermost optional struct around the field, or ""
	steps  [][]int  // field indexes, one list for each optional struct on the way
}

// Accessors returns the fields of a struct in the order of the declaration.
func Accessors(v any) []Accessor { return planOf(structOf(v)).accessors(Accessor{}, false) }

// Leaves returns the fields of a struct, with nested structs replaced by their
// fields.
func Leaves(v any) []Accessor { return planOf(structOf(v)).accessors(Accessor{}, true) }

// accessors returns the accessors of the fields of p, with part as their
// prefix. If deep is set, an object is replaced by the accessors of its fields.
// Of two alternative types of one field only the first is listed.
func (p *plan) accessors(part Accessor, deep bool) (list []Accessor) {
	for _, f := range p.fields {
		if f.otherForm != nil && f.position > f.otherForm.position {
			continue
		}
		m := Accessor{Field: f.describe(), Path: JoinPath(part.Path, f.name), Labels: part.Labels, Part: part.Part,
			steps: append(slices.Clip(part.steps), f.index)}
		inner := f.plan
		if inner.shape == anOption {
			inner = inner.elem
		}
		if !deep || inner.shape != anObject {
			list = append(list, m)
			continue
		}
		if m.Optional {
			m.Part = m.Path
		}
		m.Labels = append(slices.Clip(part.Labels), m.Label)
		list = append(list, inner.accessors(m, true)...)
	}
	return list
}

// Get returns the field's value in v, or the zero Value if an optional struct
// around it is absent.
func (m *Accessor) Get(v reflect.Value) reflect.Value {
	for _, step := range m.steps {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return reflect.Value{}
			}
			v = v.Elem()
		}
		v = v.FieldByIndex(step)
	}
	return v
}

// WritableValue returns the field's value in v for setting. It first copies the optional
// structs around it, or creates absent ones.
func (m *Accessor) WritableValue(v reflect.Value) reflect.Value {
	for _, step := range m.steps {
		if v.Kind() == reflect.Pointer {
			v = copyOption(v)
		}
		v = v.FieldByIndex(step)
	}
	return v
}

// Clear removes the outermost part that holds the value, or the value itself.
func (m *Accessor) Clear(v reflect.Value) { v.FieldByIndex(m.steps[0]).SetZero() }

// copyOption replaces a pointer by one to a copy of its value, or to a zero
// value if it is nil. It returns the new value.
func copyOption(v reflect.Value) reflect.Value {
	own := reflect.New(v.Type().Elem())
	if !v.IsNil() {
		own.Elem().Set(v.Elem())
	}
	v.Set(own)
	return own.Elem()
}

// FieldByName returns the field of a struct by its name in documents.
func FieldByName(v reflect.Value, name string) (field reflect.Value, ok bool) {
	f := planOf(v.Type()).find([]byte(name), 0)
	if f == nil {
		return reflect.Value{}, false
	}
	if f.otherForm != nil && f.plan.empty(f.valueIn(v)) {
		f = f.otherForm
	}
	return f.valueIn(v), true
}

// Edit calls set with the value at a path of the struct v. It returns the
// result of set, or a reason if there is no such value. Lists, maps and options
// on the path are copied first, so that documents that share them do not
// change. Absent options are created, and options that are zero afterwards are
// removed.
func Edit(v reflect.Value, path string, set func(v reflect.Value) (why string)) (why string) {
	hops, ok := splitPath(path)
	p := planOf(v.Type())
	if _, _, taken := p.follow(hops); !ok || taken < len(hops) {
		return "there is no field " + path
	}
	why = "what this field belonged to is gone"
	edit(v, p, hops, true, func(v reflect.Value, _ *plan) { why = set(v) })
	return why
}

// follow follows hops through plans. It returns the plan at their end, the last
// field on the way, and the number of hops that could be followed.
func (p *plan) follow(hops []hop) (end *plan, last *field, taken int) {
	for i, h := range hops {
		at := p
		for at.shape == anOption {
			at = at.elem
		}
		switch {
		case at.shape == anObject && h.name != "":
			f := at.find([]byte(h.name), 0)
			if f == nil {
				return at, last, i
			}
			f = f.form(i+1 < len(hops) && hops[i+1].name != "")
			last, p = f, f.plan
		case at.shape == aMap && h.name != "", at.shape == aList && h.name == "":
			p = at.elem
		default:
			return at, last, i
		}
	}
	return p, last, len(hops)
}

// edit calls at with every value that hops lead to from v. The values may be
// written. Lists, maps and options on the way are copied first. With fill,
// absent options are created, a final option is passed to at itself, and
// options that are zero afterwards are removed. Without fill, absent values are
// skipped.
func edit(v reflect.Value, p *plan, hops []hop, fill bool, at func(v reflect.Value, p *plan)) {
	switch {
	case p.shape == anOption && (!fill || len(hops) > 0):
		if v.IsNil() && !fill {
			return
		}
		own := copyOption(v)
		if edit(own, p.elem, hops, fill, at); fill && own.IsZero() {
			v.SetZero()
		}
	case len(hops) == 0:
		at(v, p)
	case p.shape == anObject:
		f := p.find([]byte(hops[0].name), 0)
		if f != nil {
			f = f.form(len(hops) > 1 && hops[1].name != "")
		}
		if f != nil && (fill || len(hops) > 1 || !f.omitEmpty || !f.valueIn(v).IsZero()) {
			edit(f.valueIn(v), f.plan, hops[1:], fill, at)
		}
	case p.shape == aMap:
		editEntry(v, p, hops, fill, at)
	case p.shape == aList:
		own := reflect.MakeSlice(p.typ, v.Len(), v.Len())
		reflect.Copy(own, v)
		v.Set(own)
		for i := range own.Len() {
			if hops[0].matches(i, func() (string, bool) { return p.elem.idOf(own.Index(i)) }) {
				edit(own.Index(i), p.elem, hops[1:], fill, at)
			}
		}
	}
}

// editEntry is edit for one entry of a map, which is not addressable and is
// therefore replaced in a copy of the map.
func editEntry(v reflect.Value, p *plan, hops []hop, fill bool, at func(v reflect.Value, p *plan)) {
	key := reflect.ValueOf(hops[0].name).Convert(p.typ.Key())
	old := v.MapIndex(key)
	if !old.IsValid() {
		return
	}
	fresh := reflect.New(p.elem.typ).Elem()
	fresh.Set(old)
	edit(fresh, p.elem, hops[1:], fill, at)
	own := reflect.MakeMapWithSize(p.typ, v.Len())
	for _, k := range v.MapKeys() {
		own.SetMapIndex(k, v.MapIndex(k))
	}
	own.SetMapIndex(key, fresh)
	v.Set(own)
}

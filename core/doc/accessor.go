package doc

import (
	"reflect"
	"slices"
)

// An Accessor is a field by which values of a struct are read and set. The fields
// of a part of the struct have accessors too, such as start.law of an event.
type Accessor struct {
	Field
	Path   string   // names from the struct on: start.law
	Labels []string // labels of the parts that hold it, the outermost first
	Part   string   // path of the innermost optional part that holds it, or ""
	steps  [][]int  // indexes of the outermost part, of one in it, and so on
}

// Accessors returns the fields of a struct in the order of the declaration.
func Accessors(v any) []Accessor { return planOf(structOf(v)).accessors(Accessor{}, false) }

// Leaves returns the fields of a struct with the fields of each part in its place.
func Leaves(v any) []Accessor { return planOf(structOf(v)).accessors(Accessor{}, true) }

func (p *plan) accessors(part Accessor, deep bool) (list []Accessor) {
	for _, f := range p.fields {
		if f.other != nil && f.place > f.other.place {
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

// Get returns the value in a struct, the zero Value within a part that is absent.
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

// Own returns the value in a struct, to be set. Optional parts that hold it are
// copied first, or made where they are absent.
func (m *Accessor) Own(v reflect.Value) reflect.Value {
	for _, step := range m.steps {
		if v.Kind() == reflect.Pointer {
			v = ownOption(v)
		}
		v = v.FieldByIndex(step)
	}
	return v
}

// Clear removes the outermost part that holds the value, or the value itself.
func (m *Accessor) Clear(v reflect.Value) { v.FieldByIndex(m.steps[0]).SetZero() }

// ownOption makes an option point to a copy of its value, or to a zero value, and
// returns that.
func ownOption(v reflect.Value) reflect.Value {
	own := reflect.New(v.Type().Elem())
	if !v.IsNil() {
		own.Elem().Set(v.Elem())
	}
	v.Set(own)
	return own.Elem()
}

// Named returns the field of a struct by its name in documents.
func Named(v reflect.Value, name string) (field reflect.Value, ok bool) {
	f := planOf(v.Type()).find([]byte(name), 0)
	if f == nil {
		return reflect.Value{}, false
	}
	if f.other != nil && f.plan.empty(f.of(v)) {
		f = f.other
	}
	return f.of(v), true
}

// Edit calls set with the value at a path of the struct v, and returns what set
// does, or why there is no such value. Lists, maps and options on the way are
// copied first, so that documents that share them stay as they are. Options that
// are absent are made, and those that hold nothing afterwards are removed.
func Edit(v reflect.Value, path string, set func(v reflect.Value) (why string)) (why string) {
	hops, ok := splitPath(path)
	p := planOf(v.Type())
	if _, _, taken := p.along(hops); !ok || taken < len(hops) {
		return "there is no field " + path
	}
	why = "what this field belonged to is gone"
	edit(v, p, hops, true, func(v reflect.Value, _ *plan) { why = set(v) })
	return why
}

// along follows hops through types of values. It returns the plan that they end
// at, the last field on the way, and how many hops lead somewhere.
func (p *plan) along(hops []hop) (end *plan, last *field, taken int) {
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

// edit calls at with every value that hops lead to from v, which may be written
// to. Lists, maps and options on the way are copied first. With fill, options
// that are absent are made, a last one is given to at itself, and those that hold
// nothing afterwards are removed; without it, what is left out is passed over.
func edit(v reflect.Value, p *plan, hops []hop, fill bool, at func(v reflect.Value, p *plan)) {
	switch {
	case p.shape == anOption && (!fill || len(hops) > 0):
		if v.IsNil() && !fill {
			return
		}
		own := ownOption(v)
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
		if f != nil && (fill || len(hops) > 1 || !f.omitEmpty || !f.of(v).IsZero()) {
			edit(f.of(v), f.plan, hops[1:], fill, at)
		}
	case p.shape == aMap:
		editEntry(v, p, hops, fill, at)
	case p.shape == aList:
		own := reflect.MakeSlice(p.typ, v.Len(), v.Len())
		reflect.Copy(own, v)
		v.Set(own)
		for i := range own.Len() {
			if hops[0].chosen(i, func() (string, bool) { return p.elem.idOf(own.Index(i)) }) {
				edit(own.Index(i), p.elem, hops[1:], fill, at)
			}
		}
	}
}

// editEntry is edit for one entry of a map, which cannot be written to in place.
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

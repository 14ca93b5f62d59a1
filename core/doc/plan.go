package doc

import (
	"reflect"
	"strings"
	"sync"
)

// A shape is the JSON form of a Go type.
type shape uint8

const (
	aNumber  shape = iota // float64, float32
	aWhole                // int..., uint...
	aString               // string
	aTruth                // bool
	aList                 // slice
	anObject              // struct
	aMap                  // map with string keys
	anOption              // pointer: the value or nothing
	aValue                // any
)

// A plan describes how values of one Go type are read and written. There is one
// plan for each type.
type plan struct {
	typ      reflect.Type
	shape    shape
	elem     *plan    // of aList, aMap and anOption
	fields   []*field // of anObject, in the order of the declaration
	sorted   []*field // the same, in canonical order
	required []int    // indexes of the required fields
	alone    *field   // of anObject: the field that a string in place of the object sets, or nil
	flat     bool     // cannot contain a list of objects
}

// A field is one member of an object.
type field struct {
	name      string
	quoted    string // the name as written in a text, with the colon
	index     []int  // index path through embedded structs
	position  int    // index in plan.fields
	plan      *plan
	rule      Rule
	omitEmpty bool
	otherForm *field // the field of the same name in the other form, list or map; nil for most
	instead   *field // the field that makes this one unnecessary if it is present, or nil
	unit      string
	label     string
	about     string
	tag       reflect.StructTag // the whole tag
}

var plans sync.Map // of reflect.Type to *plan

// planOf returns the plan of a type. It panics on a type that no document can
// contain, such as a channel.
func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	making := map[reflect.Type]*plan{}
	p := makePlan(t, making)
	for t, p := range making {
		p.flat = p.isFlat(MaxDepth)
		plans.LoadOrStore(t, p)
	}
	return p
}

// makePlan returns the plan of t. The map making has the plans of types that were
// begun, so types may be recursive.
func makePlan(t reflect.Type, making map[reflect.Type]*plan) *plan {
	if p, ok := making[t]; ok {
		return p
	}
	p := &plan{typ: t}
	making[t] = p
	switch t.Kind() {
	case reflect.Float64, reflect.Float32:
		p.shape = aNumber
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		p.shape = aWhole
	case reflect.String:
		p.shape = aString
	case reflect.Bool:
		p.shape = aTruth
	case reflect.Interface:
		p.shape = aValue
	case reflect.Slice:
		p.shape, p.elem = aList, makePlan(t.Elem(), making)
	case reflect.Pointer:
		p.shape, p.elem = anOption, makePlan(t.Elem(), making)
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			panic("doc: " + t.String() + " has keys that are not strings")
		}
		p.shape, p.elem = aMap, makePlan(t.Elem(), making)
	case reflect.Struct:
		p.shape = anObject
		p.addFields(t, nil, making)
		p.sorted = sortFields(p.fields)
	default:
		panic("doc: a document cannot hold a " + t.String())
	}
	return p
}

// addFields adds the fields of a struct, including those of embedded structs.
func (p *plan) addFields(t reflect.Type, way []int, making map[reflect.Type]*plan) {
	for i := range t.NumField() {
		sf := t.Field(i)
		index := append(append([]int(nil), way...), i)
		tag := sf.Tag.Get("json")
		if also := sf.Tag.Get("also"); also != "" {
			tag = also + ",omitempty"
		}
		if sf.Anonymous && tag == "" && sf.Type.Kind() == reflect.Struct {
			p.addFields(sf.Type, index, making)
			continue
		}
		if !sf.IsExported() || tag == "-" {
			continue
		}
		name, flags, _ := strings.Cut(tag, ",")
		if name == "" {
			name = sf.Name
		}
		f := &field{
			name: name, quoted: string(AppendString(nil, name)) + ":", index: index, position: len(p.fields),
			plan: makePlan(sf.Type, making),
			rule: ParseRule(sf.Tag.Get("rule")), omitEmpty: flags == "omitempty",
			unit: sf.Tag.Get("unit"), label: sf.Tag.Get("label"), about: sf.Tag.Get("about"), tag: sf.Tag,
		}
		if sf.Tag.Get("alone") == "true" {
			p.alone = f
		}
		if first := p.find([]byte(name), 0); first != nil {
			first.otherForm, f.otherForm = f, first
		}
		if f.rule.Required {
			p.required = append(p.required, f.position)
		}
		p.fields = append(p.fields, f)
		if len(p.fields) > 64 {
			panic("doc: " + p.typ.String() + " has more than 64 fields")
		}
	}
	for _, f := range p.fields {
		if name := f.tag.Get("instead"); name != "" {
			f.instead = p.find([]byte(name), 0)
		}
	}
}

// form returns the field for a value in { } or for another value, if two fields
// share the name.
func (f *field) form(braces bool) *field {
	if f.otherForm != nil && braces != (f.plan.shape == aMap) {
		return f.otherForm
	}
	return f
}

// isOmitted reports whether a text leaves the field out of a struct: it is empty where
// empty values are omitted, or zero where another field makes it unnecessary.
func (f *field) isOmitted(of reflect.Value) bool {
	member := f.valueIn(of)
	if f.omitEmpty && f.plan.empty(member) {
		return true
	}
	if f.instead == nil || !member.IsZero() {
		return false
	}
	in := f.instead
	return !in.plan.empty(in.valueIn(of)) || in.otherForm != nil && !in.otherForm.plan.empty(in.otherForm.valueIn(of))
}

// isFlat returns the value for flat. A type that contains itself is not flat.
func (p *plan) isFlat(depth int) bool {
	switch {
	case depth == 0 || p.shape == aValue:
		return false
	case p.shape == aList:
		return p.elem.shape <= aTruth
	case p.elem != nil:
		return p.elem.isFlat(depth - 1)
	}
	for _, f := range p.fields {
		if !f.plan.isFlat(depth - 1) {
			return false
		}
	}
	return true
}

// valueIn returns the field's value in a struct.
func (f *field) valueIn(v reflect.Value) reflect.Value {
	if len(f.index) == 1 {
		return v.Field(f.index[0])
	}
	return v.FieldByIndex(f.index)
}

// names returns the names of the fields.
func (p *plan) names() []string {
	names := make([]string, len(p.fields))
	for i, f := range p.fields {
		names[i] = f.name
	}
	return names
}

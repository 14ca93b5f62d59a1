package doc

import "reflect"

// A Field describes one field of a document for forms, tables and reference
// pages. All of it comes from the struct tags.
type Field struct {
	Name  string // name in documents: "mips"
	Label string // name in forms: "Power"; Name if no label is set
	Unit  string // "MIPS"; empty for pure numbers and words
	About string // one sentence
	// Kind is number, whole, text, choice, truth, list, object, map or any.
	Kind string
	// Optional is set if absence differs from the zero value.
	Optional bool
	Rule     Rule
	// Element is the kind of the elements of a list or map.
	Element string
	// Inside has the fields of an object, or of the objects in a list or map.
	Inside []Field
	// Tag is the whole tag, for keys that only some tables have.
	Tag reflect.StructTag
}

// Fields returns the fields of a struct in the order of the declaration. The
// type must not contain itself.
func Fields(v any) []Field {
	return planOf(structOf(v)).describe()
}

func structOf(v any) reflect.Type {
	t := reflect.TypeOf(v)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

func (p *plan) describe() []Field {
	fields := make([]Field, 0, len(p.fields))
	for _, f := range p.fields {
		if f.otherForm == nil || f.position < f.otherForm.position {
			fields = append(fields, f.describe())
		}
	}
	return fields
}

// describe returns the description of a field, with the fields of its object or
// of its elements. The label defaults to the name. Kind is the kind of an
// optional value itself.
func (f *field) describe() Field {
	d := Field{Name: f.name, Label: f.label, Unit: f.unit, About: f.about, Rule: f.rule, Tag: f.tag}
	if d.Label == "" {
		d.Label = f.name
	}
	p := f.plan
	if p.shape == anOption {
		d.Optional, p = true, p.elem
	}
	d.Kind = p.kind(&f.rule)
	if p.shape == aList || p.shape == aMap {
		p = p.elem
		d.Element = p.kind(&f.rule)
	}
	d.Inside = p.describe()
	return d
}

// kind returns the kind name of a value under a rule, as in Field.Kind. A list
// of choices makes a text a choice.
func (p *plan) kind(rule *Rule) string {
	switch p.shape {
	case aNumber:
		if rule.Whole {
			return "whole"
		}
		return "number"
	case aWhole:
		return "whole"
	case aString:
		if rule.Choices != nil {
			return "choice"
		}
		return "text"
	case aTruth:
		return "truth"
	case aList:
		return "list"
	case anObject:
		return "object"
	case aMap:
		return "map"
	case anOption:
		return p.elem.kind(rule)
	}
	return "any"
}

// Present returns the names of the fields of a struct that are neither zero nor
// empty.
func Present(v any) []string {
	value := reflect.Indirect(reflect.ValueOf(v))
	var names []string
	for _, f := range planOf(value.Type()).fields {
		held := value.FieldByIndex(f.index)
		if held.IsZero() || (held.Kind() == reflect.Slice || held.Kind() == reflect.Map) && held.Len() == 0 {
			continue
		}
		names = append(names, f.name)
	}
	return names
}

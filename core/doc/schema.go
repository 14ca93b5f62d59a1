package doc

import (
	"math"
	"slices"
)

// Schema returns the JSON Schema (draft 2020-12) of a struct, without the head
// that names the document. It accepts what Decode accepts, except for rules
// that a schema cannot express: repeated names and the Validate methods.
func Schema(v any) Object { return planOf(structOf(v)).schema(&noRule) }

// Set sets a field of an object. An existing field keeps its position.
func (o *Object) Set(name string, value any) {
	for i := range *o {
		if (*o)[i].Name == name {
			(*o)[i].Value = value
			return
		}
	}
	*o = append(*o, Member{name, value})
}

// Inside returns the nested object that the names lead to, or nil if one of
// them is absent or no object.
func (o *Object) Inside(names ...string) *Object {
	for _, name := range names {
		var next *Object
		for i := range *o {
			if (*o)[i].Name == name {
				next, _ = (*o)[i].Value.(*Object)
			}
		}
		if next == nil {
			return nil
		}
		o = next
	}
	return o
}

// schema returns the JSON Schema of a value under a rule; a value of any kind
// has an empty schema.
func (p *plan) schema(rule *Rule) Object {
	switch p.shape {
	case aNumber, aWhole:
		return p.numberSchema(rule)
	case aString:
		return textSchema(rule)
	case aTruth:
		return Object{{"type", "boolean"}}
	case aList:
		items := p.elem.schema(rule)
		return Object{{"type", "array"}, {"items", &items}}
	case aMap:
		o := Object{{"type", "object"}}
		if elem := p.elem.schema(rule); len(elem) > 0 {
			o.Set("additionalProperties", &elem)
		}
		return o
	case anObject:
		return p.objectSchema()
	case anOption:
		return allowNull(p.elem.schema(rule))
	}
	return Object{}
}

// numberSchema returns the JSON Schema of a number with the limits of the
// rule. The limits of an integer include the range of exact integers.
func (p *plan) numberSchema(rule *Rule) Object {
	o := Object{{"type", "number"}}
	low, high := rule.Min, rule.Max
	if p.shape == aWhole || rule.Whole {
		o = Object{{"type", "integer"}}
		low, high = max(low, -MaxWhole), min(high, MaxWhole)
		if p.typ.Kind().String()[0] == 'u' {
			low = max(low, 0)
		}
	}
	if !math.IsInf(low, 0) {
		o.Set(choose(rule.MinOpen, "exclusiveMinimum", "minimum"), low)
	}
	if !math.IsInf(high, 0) {
		o.Set(choose(rule.MaxOpen, "exclusiveMaximum", "maximum"), high)
	}
	return o
}

func choose(which bool, yes, no string) string {
	if which {
		return yes
	}
	return no
}

// textSchema returns the JSON Schema of a text with the choices of the rule,
// or the length and the characters of an id.
func textSchema(rule *Rule) Object {
	o := Object{{"type", "string"}}
	if len(rule.Choices) == 1 {
		o.Set("const", rule.Choices[0])
	} else if rule.Choices != nil {
		o.Set("enum", rule.Choices)
	}
	if rule.ID {
		o.Set("minLength", 1)
		o.Set("maxLength", MaxID)
		o.Set("pattern", `^\P{Cc}*$`)
	}
	return o
}

// allowNull changes a schema in place so that its type and its enum also accept
// null, for an absent value. It returns the same object.
func allowNull(o Object) Object {
	for i := range o {
		if kind, ok := o[i].Value.(string); ok && o[i].Name == "type" {
			o[i].Value = []string{kind, "null"}
		} else if kinds, ok := o[i].Value.([]string); ok && o[i].Name == "type" {
			o[i].Value = append(slices.Clone(kinds), "null")
		}
		if words, ok := o[i].Value.([]string); ok && o[i].Name == "enum" {
			o[i].Value = append([]any{nil}, anys(words)...)
		}
	}
	return o
}

func anys(words []string) []any {
	list := make([]any, len(words))
	for i, w := range words {
		list[i] = w
	}
	return list
}

// objectSchema returns the JSON Schema of an object with its properties and
// its required fields. Alternative fields are under anyOf: at least one is
// required. Unknown fields are not allowed.
func (p *plan) objectSchema() Object {
	properties, required, either := Object{}, []string{}, []string{}
	for _, f := range p.fields {
		o := f.plan.schema(&f.rule)
		if f.otherForm != nil {
			if f.position > f.otherForm.position {
				continue
			}
			own, other := o, f.otherForm.plan.schema(&f.otherForm.rule)
			o = Object{{"oneOf", []*Object{&own, &other}}}
		}
		if f.about != "" {
			text := f.about
			if f.unit != "" {
				text += " (" + f.unit + ")"
			}
			o = append(Object{{"description", text}}, o...)
		}
		if f.label != "" {
			o = append(Object{{"title", f.label}}, o...)
		}
		properties.Set(f.name, &o)
		switch {
		case f.instead != nil:
			either = append(either, f.name, f.instead.name)
		case f.rule.Required:
			required = append(required, f.name)
		}
	}
	o := Object{{"type", "object"}, {"properties", &properties}}
	if p.alone != nil {
		o.Set("type", []string{"object", "string"})
	}
	if len(required) > 0 {
		o.Set("required", required)
	}
	if len(either) > 0 {
		var options []*Object
		for _, name := range either {
			options = append(options, &Object{{"required", []string{name}}})
		}
		o.Set("anyOf", options)
	}
	o.Set("additionalProperties", false)
	return o
}

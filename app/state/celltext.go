package state

import (
	"reflect"
	"slices"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// value returns a column's value in a thing; invalid within an absent part.
func (c *Column) value(thing reflect.Value) reflect.Value {
	if c.attribute != "" {
		m, _ := doc.FieldByName(thing, "attributes")
		return m.MapIndex(reflect.ValueOf(c.attribute))
	}
	return c.Get(thing)
}

// text returns the cell of a thing. An absent value is empty; reading the text
// gives the same value.
func (c *Column) text(thing reflect.Value) string {
	v := c.value(thing)
	if v.IsValid() && v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		return cellText(v.Elem(), true)
	}
	if !v.IsValid() {
		return ""
	}
	return cellText(v, c.Rule.Required || c.attribute != "")
}

// cellText returns a value as text; a 0 is written only if zero is set.
func cellText(v reflect.Value, zero bool) string {
	if !zero && v.IsZero() {
		return ""
	}
	switch v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Bool:
		if v.Bool() {
			return "yes"
		}
		return "no"
	case reflect.Int:
		return doc.Number(float64(v.Int()))
	case reflect.Float64:
		return doc.Number(v.Float())
	case reflect.Slice:
		if v.Len() == 0 {
			return ""
		}
		if list, ok := nameList(v); ok {
			return list
		}
	case reflect.Map:
		if list, ok := countList(v); ok {
			return list
		}
	}
	return string(doc.Canonical(v.Interface()))
}

// nameList returns a list as names, if it contains nothing but names.
func nameList(v reflect.Value) (list string, ok bool) {
	if !names(v.Type().Elem()) {
		return "", false
	}
	ids := make([]string, v.Len())
	seen := make(map[string]bool, v.Len())
	for i := range ids {
		e := v.Index(i)
		if e.Kind() == reflect.Struct {
			for k := 1; k < e.NumField(); k++ {
				if !e.Field(k).IsZero() {
					return "", false
				}
			}
			e = e.Field(0)
		}
		ids[i] = e.String()
		if ids[i] == "" || seen[ids[i]] {
			return "", false
		}
		seen[ids[i]] = true
	}
	list = NameList(ids)
	if len(ids) == 1 && list == ids[0] && strings.ContainsAny(list, " \t") {
		list = `"` + list + `"` // its blanks do not separate names
	}
	return list, list[0] != '[' && list[0] != '{'
}

// countList returns numbers by name, if the names permit it.
func countList(v reflect.Value) (list string, ok bool) {
	parts := make([]string, 0, v.Len())
	for _, key := range v.MapKeys() {
		name := key.String()
		if name == "" || strings.ContainsAny(name, ",;=:\t\n\"[{") || strings.TrimSpace(name) != name {
			return "", false
		}
		parts = append(parts, name+" "+cellText(v.MapIndex(key), true))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", "), true
}

// set sets a field of an unshared thing to the value of a cell, or returns the reason why it cannot. Numbers are
// written as in documents.
func (c *Column) set(thing reflect.Value, text string, known func(string) bool) (why string) {
	if text == "" && c.Rule.Required {
		return "is missing"
	}
	if c.attribute != "" {
		return setAttribute(thing, c.attribute, text)
	}
	if text == "" && !c.Get(thing).IsValid() {
		return ""
	}
	thing = c.WritableValue(thing)
	if text == "" {
		thing.SetZero()
		return ""
	}
	if thing.Kind() == reflect.Pointer {
		thing.Set(reflect.New(thing.Type().Elem()))
		thing = thing.Elem()
	}
	return c.write(thing, text, known)
}

// write sets a value to a text, which is not empty.
func (c *Column) write(v reflect.Value, text string, known func(string) bool) (why string) {
	switch v.Kind() {
	case reflect.String:
		if why := c.Rule.Text(text); why != "" {
			return why
		}
		v.SetString(text)
		return ""
	case reflect.Bool:
		if text != "yes" && text != "no" {
			return "must be yes or no"
		}
		v.SetBool(text == "yes")
		return ""
	case reflect.Float64, reflect.Int:
		var x float64
		if why := ParseNumber(text, &x); why != "" {
			return why
		}
		if why := c.Rule.Number(x); why != "" {
			return why
		}
		return assign(v, text, known)
	}
	if text[0] == '[' || text[0] == '{' {
		own := reflect.New(v.Type())
		if faults := doc.Decode([]byte(text), own.Interface()); len(faults) == 0 {
			v.Set(own.Elem())
			return ""
		} else if v.Kind() == reflect.Map || !names(v.Type().Elem()) {
			return faults[0].Reason
		}
	}
	if v.Kind() == reflect.Slice && !names(v.Type().Elem()) {
		return "must be a list in JSON, as it is copied out"
	}
	v.SetZero() // the old value must not affect the new one
	return assign(v, text, known)
}

// setAttribute sets an attribute of a node in a copy of its map; an empty text removes it. It returns the reason if
// the text is invalid, and the node is unchanged then.
func setAttribute(thing reflect.Value, name, text string) (why string) {
	m, _ := doc.FieldByName(thing, "attributes")
	values := withEntry(m.Interface().(map[string]float64), name, 0)
	if text == "" {
		delete(values, name)
	} else if why := parseInto(text, values, name); why != "" {
		return why
	}
	if len(values) == 0 {
		values = nil
	}
	m.Set(reflect.ValueOf(values))
	return ""
}

func parseInto(text string, values map[string]float64, name string) (why string) {
	var x float64
	why = ParseNumber(text, &x)
	values[name] = x
	return why
}

// nameTest returns a fast test of whether a thing of a problem has a name.
func nameTest(d *scenario.Scenario) func(string) bool {
	var all map[string]bool
	return func(name string) bool {
		if all == nil {
			all = map[string]bool{}
			for _, kind := range tables[d.Kind] {
				n, id := nounsOf(d).list(d, kind)
				for i := range n {
					all[id(i)] = true
				}
			}
		}
		return all[name]
	}
}

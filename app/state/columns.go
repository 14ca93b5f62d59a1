package state

import (
	"reflect"
	"slices"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/problem/group"
	"gridbox/core/scenario"
)

// The things of a problem as tables: what their columns are, and the text that
// a cell has. Rows from a spreadsheet, rows for one, filling a column and
// setting a value for everything selected all go this one way.

// A Column is one field of the things of a kind.
type Column struct {
	Path  string // from the thing on: mips, start.law, attributes.q
	Label string
	Unit  string
	About string
	// Kind is number, whole, text, choice, truth, names, counts or list. A list's
	// cells are names, or JSON where more is to be said.
	Kind     string
	Rule     doc.Rule
	part     string // the optional part of the thing that it belongs to
	required bool   // within that part, if it belongs to one
	// steps lead to the value: to the part, and within it; empty for an attribute,
	// which has a name.
	steps     [][]int
	attribute string
}

// Name tells whether the column is what things are called by.
func (c *Column) Name() bool { return c.Path == "id" }

// Number tells whether the cells are numbers.
func (c *Column) Number() bool { return c.Kind == "number" || c.Kind == "whole" }

// Head is the column's head for people and spreadsheets: Power, MIPS.
func (c *Column) Head() string {
	if c.Unit == "" {
		return c.Label
	}
	return c.Label + ", " + c.Unit
}

// tables are the kinds of things that a problem of a kind has tables of, in the
// order of the page.
var tables = map[string][]string{
	"placement": {"cluster", "link", "dataset", "job"},
	"window":    {"node", "busy"},
	"batch":     {"job", "node", "busy"},
	"group":     {"group", "node", "event", "variant"},
	"farm":      {"job", "machine", "link"},
}

// Tables are the kinds of things that a draft has tables of.
func Tables(d *scenario.Scenario) []string { return tables[d.Kind] }

// kindWords are the words that are not the kind's own.
var kindWords = map[string][2]string{"busy": {"busy time", "busy times"}, "variant": {"lot", "lots"}}

// Called is what people call things of a kind, of which there are n.
func Called(kind string, n int) string {
	words, ok := kindWords[kind]
	switch {
	case ok && n == 1:
		return words[0]
	case ok:
		return words[1]
	case n == 1:
		return kind
	}
	return kind + "s"
}

// A lot is a variant with its group, for a table of all variants.
type lot struct {
	Group string `json:"group" rule:"required" label:"Group" about:"id of the group that it is of"`
	group.Variant
}

// rowsOf is the list of a kind of things as a draft has it, which must not be
// changed; invalid where there is none.
func rowsOf(d *scenario.Scenario, kind string) reflect.Value {
	if !slices.Contains(tables[d.Kind], kind) || of(d).problem(d) == nil {
		return reflect.Value{}
	}
	switch kind {
	case "busy":
		return reflect.ValueOf(environment(d).Taken())
	case "variant":
		var lots []lot
		for i := range d.Group.Groups {
			for _, v := range d.Group.Groups[i].Variants {
				lots = append(lots, lot{d.Group.Groups[i].ID, v})
			}
		}
		return reflect.ValueOf(lots)
	}
	v, _ := member(reflect.ValueOf(of(d).problem(d)).Elem(), kind+"s")
	return v
}

// setRows gives an editable draft another list. Lots of groups that there are
// not are lost.
func setRows(d *scenario.Scenario, kind string, rows reflect.Value) {
	switch kind {
	case "busy":
		ownBusy(environment(d))
		reflect.ValueOf(&environment(d).Busy).Elem().Set(rows)
	case "variant":
		of := map[string][]group.Variant{}
		for _, l := range rows.Interface().([]lot) {
			of[l.Group] = append(of[l.Group], l.Variant)
		}
		d.Group.Groups = slices.Clone(d.Group.Groups)
		for i := range d.Group.Groups {
			d.Group.Groups[i].Variants = of[d.Group.Groups[i].ID]
		}
	default:
		v, _ := member(reflect.ValueOf(of(d).problem(d)).Elem(), kind+"s")
		v.Set(rows)
	}
}

// ownRows is a copy of a list that may be changed, with room for more.
func ownRows(list reflect.Value, more int) reflect.Value {
	own := reflect.MakeSlice(list.Type(), list.Len(), list.Len()+more)
	reflect.Copy(own, list)
	return own
}

// Columns are the columns of a kind of things. Attributes are those that any
// node has.
func Columns(d *scenario.Scenario, kind string) []Column {
	list := rowsOf(d, kind)
	if !list.IsValid() {
		return nil
	}
	elem := list.Type().Elem()
	var columns []Column
	for _, f := range doc.Fields(reflect.Zero(elem).Interface()) {
		switch f.Name {
		case "variants":
			continue // a table of their own
		case "attributes":
			for _, name := range AttributeNames(environment(d).Nodes) {
				columns = append(columns, attributeColumn(name))
			}
			continue
		}
		columns = append(columns, columnsOf(f, "", "")...)
	}
	for i := range columns {
		if columns[i].attribute == "" {
			columns[i].steps = stepsTo(elem, columns[i].Path)
		}
	}
	return columns
}

// stepsTo finds the way to a value through structs and optional parts.
func stepsTo(t reflect.Type, path string) (steps [][]int) {
	for rest := path; ; {
		name, inner, deeper := strings.Cut(rest, ".")
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		at := indexOfField(t, name)
		steps = append(steps, at)
		if !deeper {
			return steps
		}
		t, rest = t.FieldByIndex(at).Type, inner
	}
}

// indexOfField finds a field by its name in documents, embedded structs
// included.
func indexOfField(t reflect.Type, name string) []int {
	for _, f := range reflect.VisibleFields(t) {
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag == name && !f.Anonymous {
			return f.Index
		}
	}
	panic("state: " + t.String() + " has no field " + name)
}

const attributes = "attributes."

func attributeColumn(name string) Column {
	return Column{Path: attributes + name, attribute: name, Label: name, About: "attribute of the node", Kind: "number",
		Rule: doc.ParseRule("")}
}

// columnsOf makes a column of a field, or one of each field inside.
func columnsOf(f doc.Field, path, part string) (columns []Column) {
	if f.Kind == "object" {
		if f.Optional {
			part = path + f.Name
		}
		for _, inner := range f.Inside {
			for _, c := range columnsOf(inner, path+f.Name+".", part) {
				c.Label = capital(f.Label) + ", " + strings.ToLower(c.Label)
				columns = append(columns, c)
			}
		}
		return columns
	}
	c := Column{Path: path + f.Name, Label: capital(f.Label), Unit: f.Unit, About: f.About, Kind: f.Kind, Rule: f.Rule,
		part: part, required: f.Rule.Required}
	switch {
	case f.Kind == "list" && f.Element == "text":
		c.Kind = "names"
	case f.Kind == "map":
		c.Kind = "counts"
	}
	return []Column{c}
}

func capital(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// at finds a column's value in a thing; invalid within a part that is absent.
func (c *Column) at(thing reflect.Value) reflect.Value {
	if c.attribute != "" {
		m, _ := member(thing, "attributes")
		return m.MapIndex(reflect.ValueOf(c.attribute))
	}
	for i, step := range c.steps {
		if i > 0 && thing.Kind() == reflect.Pointer {
			if thing.IsNil() {
				return reflect.Value{}
			}
			thing = thing.Elem()
		}
		thing = thing.FieldByIndex(step)
	}
	return thing
}

// text is the cell of a thing. What is absent is empty; the same text gives the
// same value again.
func (c *Column) text(thing reflect.Value) string {
	v := c.at(thing)
	if v.IsValid() && v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		return cellText(v.Elem(), true)
	}
	if !v.IsValid() {
		return ""
	}
	return cellText(v, c.required || c.attribute != "")
}

// cellText writes a value; zero says whether a 0 is said.
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

// nameList writes a list as names, if names are all that it says.
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
		list = `"` + list + `"` // its blanks are not between names
	}
	return list, list[0] != '[' && list[0] != '{'
}

// countList writes numbers by name, if the names stand in no way of that.
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

// set gives a thing of one's own the value that a cell says, and tells why it
// cannot. Numbers are written as documents have them.
func (c *Column) set(thing reflect.Value, text string, known func(string) bool) (why string) {
	if text == "" && c.required {
		return "is missing"
	}
	if c.attribute != "" {
		return setAttribute(thing, c.attribute, text)
	}
	for i, step := range c.steps {
		if i > 0 && thing.Kind() == reflect.Pointer {
			if text == "" && thing.IsNil() {
				return ""
			}
			own := reflect.New(thing.Type().Elem())
			if !thing.IsNil() {
				own.Elem().Set(thing.Elem())
			}
			thing.Set(own)
			thing = own.Elem()
		}
		thing = thing.FieldByIndex(step)
	}
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

// write sets a value to a text that says something.
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
		if why := parse(text, &x); why != "" {
			return why
		}
		if why := c.Rule.Number(x); why != "" {
			return why
		}
		return assignValue(v, text)
	}
	if text[0] == '[' || text[0] == '{' {
		own := reflect.New(v.Type())
		if faults := doc.Decode([]byte(text), own.Interface()); len(faults) == 0 {
			v.Set(own.Elem())
			return ""
		} else if v.Kind() == reflect.Map || !names(v.Type().Elem()) {
			return faults[0].Why
		}
	}
	if v.Kind() == reflect.Slice && !names(v.Type().Elem()) {
		return "must be a list in JSON, as it is copied out"
	}
	v.SetZero() // what stood there has no part in it
	return assign(v, "", text, known)
}

func setAttribute(thing reflect.Value, name, text string) (why string) {
	m, _ := member(thing, "attributes")
	values := with(m.Interface().(map[string]float64), name, 0)
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
	why = parse(text, &x)
	values[name] = x
	return why
}

// knows tells quickly whether something of a problem has a name.
func knows(d *scenario.Scenario) func(string) bool {
	var all map[string]bool
	return func(name string) bool {
		if all == nil {
			all = map[string]bool{}
			for _, kind := range tables[d.Kind] {
				n, id := of(d).list(d, kind)
				for i := range n {
					all[id(i)] = true
				}
			}
		}
		return all[name]
	}
}

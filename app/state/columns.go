package state

import (
	"reflect"
	"slices"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/kind/group"
	"gridbox/core/scenario"
)

// The things of a problem as tables: their columns, and the text of a cell.
// Pasting and copying rows, filling a column and setting a value for the
// selection all use them.

// A Column is one field of the things of a kind, with its label and kind as
// tables have them. Its kind is number, whole, text, choice, truth, names,
// counts or list; a list's cells are names, or JSON if its elements have more
// fields.
type Column struct {
	doc.Accessor
	attribute string // the name of an attribute, for a column that is no field
}

// Name reports whether the column has the names of things.
func (c *Column) Name() bool { return c.Path == "id" }

// Number reports whether the cells are numbers.
func (c *Column) Number() bool { return c.Kind == "number" || c.Kind == "whole" }

// Head is the column's head for people and spreadsheets: Power, MIPS.
func (c *Column) Head() string {
	if c.Unit == "" {
		return c.Label
	}
	return c.Label + ", " + c.Unit
}

// Tables returns the kinds of things that have tables in a draft.
func Tables(d *scenario.Scenario) []string { return tables[d.Kind] }

// kindWords are the words for things whose kind is not a word for users.
var kindWords = map[string][2]string{"busy": {"busy time", "busy times"}, "variant": {"lot", "lots"}}

// Noun returns the word for n things of a kind.
func Noun(kind string, n int) string {
	words, ok := kindWords[kind]
	switch {
	case ok && n == 1:
		return words[0]
	case ok:
		return words[1]
	}
	return doc.Plural(n, kind)
}

// A variantRow is a variant with its group, for a table of all variants.
type variantRow struct {
	Group string `json:"group" rule:"required" label:"Group" about:"id of the group that it belongs to"`
	group.Variant
}

// rowsOf returns the list of a kind of things in a draft, which must not be
// changed; invalid if there is none.
func rowsOf(d *scenario.Scenario, kind string) reflect.Value {
	if !slices.Contains(tables[d.Kind], kind) || nounsOf(d).problem(d) == nil {
		return reflect.Value{}
	}
	switch kind {
	case "busy":
		return reflect.ValueOf(environment(d).BusyTime())
	case "variant":
		var lots []variantRow
		for i := range d.Group.Groups {
			for _, v := range d.Group.Groups[i].Variants {
				lots = append(lots, variantRow{d.Group.Groups[i].ID, v})
			}
		}
		return reflect.ValueOf(lots)
	}
	v, _ := doc.FieldByName(reflect.ValueOf(nounsOf(d).problem(d)).Elem(), kind+"s")
	return v
}

// setRows sets a list of an editable draft. Lots of missing groups are dropped.
func setRows(d *scenario.Scenario, kind string, rows reflect.Value) {
	switch kind {
	case "busy":
		cloneBusy(environment(d))
		reflect.ValueOf(&environment(d).Busy).Elem().Set(rows)
	case "variant":
		of := map[string][]group.Variant{}
		for _, l := range rows.Interface().([]variantRow) {
			of[l.Group] = append(of[l.Group], l.Variant)
		}
		d.Group.Groups = slices.Clone(d.Group.Groups)
		for i := range d.Group.Groups {
			d.Group.Groups[i].Variants = of[d.Group.Groups[i].ID]
		}
	default:
		v, _ := doc.FieldByName(reflect.ValueOf(nounsOf(d).problem(d)).Elem(), kind+"s")
		v.Set(rows)
	}
}

// cloneRows returns a copy of a list that may be changed, with capacity for more elements.
func cloneRows(list reflect.Value, more int) reflect.Value {
	own := reflect.MakeSlice(list.Type(), list.Len(), list.Len()+more)
	reflect.Copy(own, list)
	return own
}

// Columns returns the columns of a kind of things, with the attributes that any
// node has.
func Columns(d *scenario.Scenario, kind string) []Column {
	list := rowsOf(d, kind)
	if !list.IsValid() {
		return nil
	}
	var columns []Column
	for _, f := range doc.Leaves(reflect.Zero(list.Type().Elem()).Interface()) {
		switch f.Path {
		case "variants": // lots have a table of their own
		case "attributes":
			for _, name := range AttributeNames(environment(d).Nodes) {
				columns = append(columns, attributeColumn(name))
			}
		default:
			columns = append(columns, columnOf(f))
		}
	}
	return columns
}

// Attributes is the prefix of the paths of columns that are attributes of nodes.
const Attributes = "attributes."

// HasAttributes reports whether the things of a kind can have attributes.
func HasAttributes(d *scenario.Scenario, kind string) bool {
	return kind == "node" && environment(d) != nil
}

func attributeColumn(name string) Column {
	return Column{attribute: name, Accessor: doc.Accessor{Path: Attributes + name,
		Field: doc.Field{Label: name, About: "attribute of the node", Kind: "number", Rule: doc.ParseRule("")}}}
}

// columnOf returns the column of a field. The label of a nested field includes the labels of the fields around it.
func columnOf(f doc.Accessor) Column {
	c := Column{Accessor: f}
	c.Label = capital(f.Label)
	if len(f.Labels) > 0 {
		c.Label = capital(f.Labels[0]) + ", " + strings.ToLower(strings.Join(append(f.Labels[1:], f.Label), ", "))
	}
	switch {
	case f.Kind == "list" && f.Element == "text":
		c.Kind = "names"
	case f.Kind == "map":
		c.Kind = "counts"
	}
	return c
}

func capital(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

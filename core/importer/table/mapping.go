// Package table imports tables: rows of cells from spreadsheets, databases and traces, separated
// by tabs, semicolons, commas or bars. A Mapping, a document of a few lines, assigns them to a
// problem: which list each table fills, which column is which field, in which unit, and which
// rows are used. Guess creates a first mapping from the header and the cells.
//
// Fields, units and rules come from the tags of the problem's types (core/doc), so new fields can
// be mapped immediately. Reading takes time proportional to the text and memory proportional to
// the kept rows: columns beyond maxColumns are counted and dropped, and an unclosed quote costs a
// bounded look-ahead.
package table

import (
	"slices"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// Format and version of mapping documents.
const (
	MappingFormat  = "gridbox-mapping"
	MappingVersion = 1
)

// A Mapping assigns tables to the lists of a problem. It is a document that can be kept, shared
// and passed to the command line.
type Mapping struct {
	Format  string  `json:"format" rule:"required,oneof=gridbox-mapping" about:"always gridbox-mapping"`
	Version int     `json:"version" rule:"required,>=1,<=1" about:"version of this format"`
	Kind    string  `json:"kind" rule:"required" about:"the kind of problem that the tables become"`
	Tables  []Table `json:"tables" about:"one for each sort of table; a file belongs to the one whose columns it has"`
}

// A Table describes the rows of files with one header.
type Table struct {
	List string `json:"list" rule:"required" about:"the list of the problem that the rows fill: jobs, machines"`
	// Header identifies files. Without it any file fits that has all columns named below.
	Header     []string `json:"header,omitempty" about:"names of the columns, by which a file is recognised"`
	Headerless bool     `json:"headerless,omitempty" about:"the first row is data already; columns are called 1, 2, 3"`
	Separator  string   `json:"separator,omitempty" about:"separator of cells: a tab, semicolon, comma or bar; detected when absent"`
	Decimal    string   `json:"decimal,omitempty" rule:"oneof=point|comma" about:"decimal separator; a point when absent"`
	Columns    []Column `json:"columns" about:"the fields and where they come from"`
	Filters    []Filter `json:"where,omitempty" about:"only rows that meet all of these"`
	First      int      `json:"first,omitempty" rule:"int,>=1" about:"number of rows, of those that meet the conditions"`
}

// A Column is the source of one field.
type Column struct {
	Field  string `json:"field" rule:"required" about:"name of the field; licenses.gpu is one entry of a list by name"`
	Column string `json:"column,omitempty" about:"the column that contains it"`
	Minus  string `json:"minus,omitempty" about:"a column that is subtracted: the end less the start is a duration"`
	Value  string `json:"value,omitempty" about:"what is taken where the cell is empty, or for all rows without a column"`
	Unit   string `json:"unit,omitempty" about:"what the numbers of the column are in; the field's own unit when absent"`
}

// A Filter selects rows by one of their cells.
type Filter struct {
	Column string   `json:"column" rule:"required" about:"the column to compare"`
	Is     []string `json:"is,omitempty" about:"it is one of these"`
	Not    []string `json:"not,omitempty" about:"it is none of these"`
	From   string   `json:"from,omitempty" about:"it is at least this: as numbers or dates where both are, otherwise as text"`
	To     string   `json:"to,omitempty" about:"it is at most this"`
}

// ReadMapping parses a mapping document, or returns all its faults.
func ReadMapping(text []byte) (*Mapping, doc.Faults) {
	m := &Mapping{}
	if faults := doc.Decode(text, m); len(faults) > 0 {
		return nil, faults
	}
	if faults := m.Validate(); len(faults) > 0 {
		return nil, faults
	}
	return m, nil
}

// Text returns the mapping as a document.
func (m *Mapping) Text() []byte { return append(doc.Pretty(m), '\n') }

// Validate returns the faults of a mapping that do not depend on files.
func (m *Mapping) Validate() (faults doc.Faults) {
	if len(Lists(m.Kind)) == 0 {
		return doc.Faults{{Path: "kind", Value: m.Kind, Reason: "must be " + strings.Join(scenario.Kinds(), ", ") +
			doc.Suggest(m.Kind, scenario.Kinds())}}
	}
	for i := range m.Tables {
		faults = append(faults, m.Tables[i].faults(m.Kind, doc.At("tables", i))...)
	}
	return faults
}

// faults returns the faults of a table.
func (t *Table) faults(kind, at string) (faults doc.Faults) {
	list := listOf(kind, t.List)
	if list == nil {
		names := listNames(kind)
		return doc.Faults{{Path: at + ".list", Value: t.List,
			Reason: "must be " + strings.Join(names, ", ") + doc.Suggest(t.List, names)}}
	}
	if t.Separator != "" && strings.Trim(t.Separator, "\t;,|") != "" || len(t.Separator) > 1 {
		faults = append(faults, doc.Fault{Path: at + ".separator", Value: t.Separator,
			Reason: "must be a tab, a semicolon, a comma or a bar"})
	}
	for k := range t.Columns {
		c, here := &t.Columns[k], doc.At(at+".columns", k)
		f, known := list.field(c.Field)
		switch {
		case !known:
			names := list.names()
			faults = append(faults, doc.Fault{Path: here + ".field", Value: c.Field,
				Reason: "must be " + strings.Join(names, ", ") + doc.Suggest(c.Field, names)})
			continue
		case c.Column == "" && c.Value == "":
			faults = append(faults, doc.Fault{Path: here, Reason: "names no column and no value"})
		case c.Minus != "" && c.Column == "":
			faults = append(faults, doc.Fault{Path: here + ".minus", Value: c.Minus,
				Reason: "is subtracted from nothing; name a column too"})
		}
		if names := unitNames(f.Units()); c.Unit != "" && unitOf(f.Units(), c.Unit) == nil {
			why := "has no unit here"
			if len(names) > 0 {
				why = "must be " + strings.Join(names, ", ") + doc.Suggest(c.Unit, names)
			}
			faults = append(faults, doc.Fault{Path: here + ".unit", Value: c.Unit, Reason: why})
		}
	}
	return faults
}

// Fingerprint returns an identifier of a header that does not depend on order, case and blanks.
func Fingerprint(header []string) string {
	words := make([]string, len(header))
	for i, h := range header {
		words[i] = strings.ToLower(strings.TrimSpace(h))
	}
	slices.Sort(words)
	return doc.Digest([]byte(strings.Join(words, "\x1f")))
}

// column returns the source of a field, or nil.
func (t *Table) column(field string) *Column {
	for i := range t.Columns {
		if t.Columns[i].Field == field {
			return &t.Columns[i]
		}
	}
	return nil
}

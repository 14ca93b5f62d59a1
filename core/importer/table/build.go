package table

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/rows"
	"gridbox/core/scenario"
)

// A maker converts tables to a problem.
type maker struct {
	kind    string
	result  *scenario.Scenario
	problem reflect.Value
	report  *importer.Report
	lists   []*listRows
	origin  float64 // the earliest date, the origin of times
	dated   bool
	valid   bool
	slots   string // answer on the number of slots of the added machine
	// resources is the number of resources named in the column of allocated resources, or 0
	// without one.
	resources int
}

// listRows are the elements of one list so far, with their places in the files.
type listRows struct {
	*List
	elements reflect.Value
	at       []importer.Place
	ids      importer.Names
	dates    []Field         // fields relative to the origin
	filled   map[string]bool // fields with a column
}

// mappedColumn is a column that is ready to be read.
type mappedColumn struct {
	Column
	field     Field
	from, sub int // indexes of the cells; -1 for none
	units     []Unit
	unit      Unit
	comma     bool
	dated     bool
	constant  bool
}

// list returns the elements of a list, which it adds if it is new.
func (m *maker) list(name string) *listRows {
	for _, l := range m.lists {
		if l.Name == name {
			return l
		}
	}
	l := listOf(m.kind, name)
	made := &listRows{List: l, elements: reflect.New(reflect.SliceOf(l.elem)).Elem(), filled: map[string]bool{}}
	m.lists = append(m.lists, made)
	return made
}

// read reads the rows of one file by a table. It returns the reason if it cannot.
func (m *maker) read(f importer.File, sh *sheet, t *Table) (why string) {
	list := m.list(t.List)
	var columns []mappedColumn
	for _, c := range t.Columns {
		field, _ := list.field(c.Field)
		col := mappedColumn{Column: c, field: field, units: field.Units(), comma: t.Decimal == "comma", from: -1,
			sub: -1}
		for name, at := range map[string]*int{c.Column: &col.from, c.Minus: &col.sub} {
			if name == "" {
				continue
			}
			if *at = slices.Index(sh.names, name); *at < 0 {
				return "has no column " + name + doc.Suggest(name, sh.names)
			}
		}
		if col.unit = (Unit{Factor: 1}); len(col.units) > 0 {
			col.unit = col.units[0]
		}
		if u := unitOf(col.units, c.Unit); u != nil {
			col.unit = *u
		}
		col.constant = col.from < 0
		// A difference is not a point in time, nor is a number without a date.
		calendar := col.unit.form == aDate || col.unit.form == anEpoch
		col.dated = calendar && col.sub < 0 && !col.constant && field.IsTime()
		list.filled[field.Path] = true
		if col.dated && !slices.ContainsFunc(list.dates, func(d Field) bool { return d.Path == field.Path }) {
			list.dates = append(list.dates, field)
		}
		columns = append(columns, col)
	}
	filters, why := filtersOf(t, sh)
	if why != "" {
		return why
	}
	m.rows(f, sh, t, list, columns, filters)
	return ""
}

// rows reads the rows.
func (m *maker) rows(f importer.File, sh *sheet, t *Table, list *listRows, columns []mappedColumn, filters []filter) {
	r := newReader(string(f.Data), sh.separator)
	if !sh.headerless {
		r.Next()
	}
	given := sh.allocationColumn()
	thing := reflect.New(list.elem).Elem()
	zero := reflect.Zero(list.elem)
	taken, passed, wide, open := 0, 0, 0, 0
	if len(sh.sample) > 0 { // capacity for all rows, if they are as long as the first
		list.elements.Grow(min(bytes.Count(f.Data, []byte{'\n'}), len(f.Data)/8))
	}
	for r.Next() {
		at := importer.Place{File: f.Name, Line: r.Line}
		if r.CellCount > maxColumns {
			wide++
		}
		if r.Broken {
			if open++; open <= rows.MaxOpen {
				m.report.AddAssumed(1, "row", "have a quote that is never closed; it was taken as text", at)
			}
		}
		if !pass(filters, r.Cells) {
			passed++
			continue
		}
		if t.First > 0 && taken >= t.First {
			passed++
			continue
		}
		thing.Set(zero)
		if given >= 0 {
			m.resources = max(m.resources, lastResource(cellOf(r.Cells, given))+1)
		}
		if m.row(thing, r.Cells, list, columns, at) {
			list.elements.Set(reflect.Append(list.elements, thing))
			list.at = append(list.at, at)
			taken++
		}
	}
	m.report.AddLeftOut(passed, "row", "of "+f.Name+" do not pass the filters")
	m.report.AddAssumed(wide, "row", "have more than "+strconv.Itoa(
		maxColumns)+" cells; the cells behind were not read",
		importer.Place{File: f.Name})
}

// row fills an element from one row. It reports whether all required fields are present.
func (m *maker) row(thing reflect.Value, cells []string, list *listRows, columns []mappedColumn,
	at importer.Place) bool {
	for i := range columns {
		col := &columns[i]
		why := m.cell(thing, cells, col, at)
		if why == "" {
			continue
		}
		if col.field.IsRequired() && col.field.Path != "id" {
			m.report.AddLeftOut(1, list.Noun, col.describe()+" "+why, at)
			return false
		}
		m.report.AddFault(at, col.describe()+" "+why+"; the "+list.Noun+" is without it")
	}
	return true
}

// describe returns the description of a column in a report.
func (col *mappedColumn) describe() string {
	if col.from < 0 {
		return col.field.Label
	}
	if col.Minus != "" {
		return col.Column.Column + " less " + col.Minus
	}
	return col.Column.Column
}

package table

import (
	"slices"
	"strings"

	"gridbox/core/importer"
)

// formRows is the number of rows in a form.
const formRows = 6

// mappingForm returns the content of a form: the files with their mapping.
func mappingForm(files []importer.File, w importer.Wishes) *importer.MappingForm {
	m, _, faults := mappingOf(files, w)
	if len(faults) > 0 {
		return nil
	}
	l := &importer.MappingForm{Kind: m.Kind}
	for _, list := range Lists(m.Kind) {
		one := importer.FormList{Name: list.Name}
		for _, f := range list.fillableFields() {
			one.Fields = append(one.Fields, importer.FormField{Path: f.Path, Label: f.Label, About: f.About,
				Needed: f.IsRequired() && f.Path != "id"})
		}
		l.Lists = append(l.Lists, one)
	}
	sheets, tables := m.open(files)
	for i, sh := range sheets {
		l.Sheets = append(l.Sheets, viewOf(sh, tables[i], m.Kind))
	}
	return l
}

// viewOf returns the content of a form for one file.
func viewOf(sh *sheet, t *Table, kind string) importer.Sheet {
	s := importer.Sheet{File: sh.name, Headerless: sh.headerless, Separator: string(rune(sh.separator)),
		Rows: sh.sample[:min(formRows, len(sh.sample))]}
	if t == nil {
		t = &Table{}
	}
	s.List, s.Comma = t.List, t.Decimal == "comma"
	list := listOf(kind, t.List)
	mark := func(c *Column) importer.FormColumn {
		one := importer.FormColumn{Name: c.Column, Field: c.Field, Minus: c.Minus, Value: c.Value, Unit: c.Unit}
		if f, known := list.field(c.Field); known {
			one.Units = unitNames(f.Units())
			if len(one.Units) > 0 && one.Unit == "" {
				one.Unit = one.Units[0]
			}
		}
		return one
	}
	for _, name := range sh.names[:min(len(sh.names), 100)] {
		at := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Column == name })
		if at < 0 {
			s.Columns = append(s.Columns, importer.FormColumn{Name: name})
			continue
		}
		s.Columns = append(s.Columns, mark(&t.Columns[at]))
	}
	for i := range t.Columns {
		if t.Columns[i].Column == "" {
			s.Constants = append(s.Constants, mark(&t.Columns[i]))
		}
	}
	for _, f := range t.Filters {
		s.Filters = append(s.Filters, f.String())
	}
	return s
}

// String returns the filter in the notation of Edit: state = done, cores from 2 to 8.
func (f Filter) String() string {
	text := f.Column
	switch {
	case len(f.Is) > 0:
		text += " = " + strings.Join(f.Is, ", ")
	case len(f.Not) > 0:
		text += " ≠ " + strings.Join(f.Not, ", ")
	default:
		if f.From != "" {
			text += " from " + f.From
		}
		if f.To != "" {
			text += " to " + f.To
		}
	}
	return text
}

// edit changes a mapping by an action of a form, and returns it as a document.
func edit(files []importer.File, w importer.Wishes, e importer.Edit) []byte {
	m, _, faults := mappingOf(files, w)
	if len(faults) > 0 {
		return nil
	}
	if e.Part == "kind" {
		return Guess(files, e.To).Text()
	}
	sheets, tables := m.open(files)
	if e.File < 0 || e.File >= len(files) {
		return m.Text()
	}
	sh, t := sheets[e.File], tables[e.File]
	if t == nil {
		made, _ := bestTable(sh, m.Kind)
		m.Tables = append(m.Tables, made)
		t = &m.Tables[len(m.Tables)-1]
	}
	m.apply(files[e.File], sh, t, e)
	if len(m.Validate()) > 0 {
		return nil // unknown actions change nothing
	}
	return m.Text()
}

// apply changes the table of one file.
func (m *Mapping) apply(file importer.File, sh *sheet, t *Table, e importer.Edit) {
	list := listOf(m.Kind, t.List)
	switch e.Part {
	case "list":
		if l := listOf(m.Kind, e.To); l != nil {
			*t, _ = guessList(sh, l)
		}
	case "headerless", "separator", "comma":
		changed := *t
		changed.Headerless = map[bool]bool{true: e.To == "true", false: t.Headerless}[e.Part == "headerless"]
		if e.Part == "separator" {
			changed.Separator = e.To
		}
		if e.Part == "comma" {
			t.Decimal = map[bool]string{true: "comma"}[e.To == "true"]
			return
		}
		again, _ := guessList(open(file, &changed), list)
		*t = again
	case "field":
		m.field(sh, t, list, e)
	case "unit", "minus", "value":
		c := &Column{}
		for i := range t.Columns {
			if t.Columns[i].Column == e.Of || t.Columns[i].Column == "" && t.Columns[i].Field == e.Of {
				c = &t.Columns[i]
			}
		}
		switch e.Part {
		case "unit":
			c.Unit = e.To
		case "minus":
			c.Minus = e.To
		case "value":
			c.Value = e.To
		}
	case "filter":
		if f, ok := readFilter(e.Of, e.To); ok && slices.Contains(sh.names, f.Column) {
			t.Filters = append(t.Filters, f)
		}
	case "unfilter":
		t.Filters = slices.DeleteFunc(t.Filters, func(f Filter) bool { return f.String() == e.Of })
	}
}

// field assigns a column to another field, and removes the field's previous column.
func (m *Mapping) field(sh *sheet, t *Table, list *List, e importer.Edit) {
	t.Columns = slices.DeleteFunc(t.Columns, func(c Column) bool {
		return c.Column == e.Of || c.Field == e.To && e.To != ""
	})
	if f, known := list.field(e.To); known {
		i := slices.Index(sh.names, e.Of)
		t.Columns = append(t.Columns, Column{Field: e.To, Column: e.Of,
			Unit: guessUnit(&f, e.Of, sh.column(i), t.Decimal == "comma")})
	}
	t.constants(list)
}

// constants adds the usual value of each required field without a column.
func (t *Table) constants(list *List) {
	for _, f := range list.Fields {
		if f.IsRequired() && f.Usual() != "" && t.column(f.Path) == nil {
			t.Columns = append(t.Columns, Column{Field: f.Path, Value: f.Usual()})
		}
	}
	sortColumns(t, list)
}

// readFilter parses a filter: done, failed; not failed; from 2 to 8. It reports false
// if the text has no value.
func readFilter(column, text string) (f Filter, ok bool) {
	f.Column = column
	text = strings.TrimSpace(text)
	for _, sign := range []string{"not ", "≠", "!="} {
		if rest, found := strings.CutPrefix(text, sign); found {
			f.Not = parts(rest)
			return f, len(f.Not) > 0
		}
	}
	words := strings.Fields(text)
	for i := 0; i+1 < len(words); i += 2 {
		switch words[i] {
		case "from", ">=", "≥":
			f.From = words[i+1]
		case "to", "<=", "≤":
			f.To = words[i+1]
		}
	}
	if f.From != "" || f.To != "" {
		return f, true
	}
	f.Is = parts(strings.TrimPrefix(text, "="))
	return f, len(f.Is) > 0
}

// parts splits a list at commas.
func parts(text string) (list []string) {
	for _, p := range strings.Split(text, ",") {
		if p = strings.TrimSpace(p); p != "" {
			list = append(list, p)
		}
	}
	return list
}

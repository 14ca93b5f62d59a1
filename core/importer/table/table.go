package table

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/rows"
	"gridbox/core/scenario"
)

// Format is the format of tables in general.
var Format *importer.Format

// question is the question for the slots of the machine added for jobs without machines.
var question = importer.Question{Name: "slots", Label: "Slots of the machine",
	About: "slots of the one machine that jobs run on where no table has machines"}

func init() {
	Format = &importer.Format{ID: "table", Title: "Table",
		About: "Becomes what its columns say. Any spreadsheet saves one: Save as, CSV (comma-separated).",
		Kinds: kindsByUse,
		Questions: []importer.Question{
			{Name: "mapping", Label: "Mapping", File: true,
				About: "which column is which field: a file of format gridbox-mapping, as --mapping writes one"},
			{Name: questionColumn, Label: "Column", Family: true, About: "the column of a field, as in " +
				"column.jobs.slots=cores; none: no column; end less start: the difference of two"},
			question},
		Recognise: recognise, Read: read, Form: mappingForm, Change: edit, Fits: appliesTo}
}

// recognise recognises rows with equal numbers of cells. Formats of specific tables have a higher
// certainty.
func recognise(f importer.File) (certainty int, evidence string) {
	head := f.Data[:min(len(f.Data), 16<<10)]
	if len(bytes.TrimSpace(head)) == 0 || bytes.IndexByte(head, 0) >= 0 {
		return 0, ""
	}
	named := false
	name := strings.ToLower(f.Name)
	for _, end := range []string{".csv", ".tsv", ".tab", ".parquet"} {
		named = named || strings.HasSuffix(name, end)
	}
	if c := bytes.TrimSpace(head)[0]; !named && (c == '<' || c == '{' || c == '[') {
		return 0, ""
	}
	_, columns := rows.Separator(string(head))
	switch {
	case named && columns > 1:
		return 40, "its name is that of a table, and it has " + strconv.Itoa(columns) + " columns"
	case named:
		return 15, "its name is that of a table"
	case columns > 1 && bytes.Count(head, []byte{'\n'}) > 1:
		return 12, "it has " + strconv.Itoa(columns) + " columns"
	}
	return 0, ""
}

// table returns the table to which a file belongs, or nil. A table with the same header precedes
// one whose columns the file has.
func (m *Mapping) table(sh *sheet) *Table {
	header := Fingerprint(sh.names)
	for i := range m.Tables {
		if t := &m.Tables[i]; len(t.Header) > 0 && Fingerprint(t.Header) == header {
			return t
		}
	}
	for i := range m.Tables {
		t := &m.Tables[i]
		if len(t.Header) > 0 && !t.Headerless {
			continue
		}
		if !slices.ContainsFunc(t.Columns, func(c Column) bool {
			return c.Column != "" && !slices.Contains(sh.names, c.Column) ||
				c.Minus != "" && !slices.Contains(sh.names, c.Minus)
		}) {
			return t
		}
	}
	return nil
}

// open reads the beginnings of files by a mapping.
func (m *Mapping) open(files []importer.File) (sheets []*sheet, tables []*Table) {
	for _, f := range files {
		sh := open(f, nil)
		t := m.table(sh)
		if t != nil && (t.Separator != "" && t.Separator[0] != sh.separator || t.Headerless != sh.headerless) {
			sh = open(f, t)
		}
		for i := 0; t == nil && i < len(m.Tables); i++ { // a table may contradict the detected settings
			as := open(f, &m.Tables[i])
			if t = m.table(as); t != nil {
				sh = as
			}
		}
		sheets, tables = append(sheets, sh), append(tables, t)
	}
	return sheets, tables
}

// mappingOf returns the given mapping, or a guessed one, with the answers about columns applied. It
// returns nil and faults if the mapping or an answer is invalid.
func mappingOf(files []importer.File, w importer.Wishes) (m *Mapping, given bool, faults doc.Faults) {
	text := w.Answer(Format, "mapping")
	if given = text != ""; !given {
		m = Guess(files, w.Kind)
	} else if m, faults = ReadMapping([]byte(text)); len(faults) > 0 {
		return nil, true, faults
	}
	if faults = m.answer(files, w); len(faults) > 0 {
		return nil, given, faults
	}
	return m, given, nil
}

// specific reports whether some column is more than a name: a table with only a column "id" could be
// a list of any elements.
func (m *Mapping) specific() bool {
	return slices.ContainsFunc(m.Tables, func(t Table) bool {
		return slices.ContainsFunc(t.Columns, func(c Column) bool {
			named := !t.Headerless && !slices.Contains([]string{"id", "name"}, strings.ToLower(c.Column))
			return c.Column != "" && (c.Field != "id" || named)
		})
	})
}

// read imports the files.
func read(files []importer.File, w importer.Wishes) *importer.Result {
	made := &importer.Result{}
	r := &made.Report
	mapping, given, faults := mappingOf(files, w)
	for _, f := range faults {
		text := f.String()
		if !strings.HasPrefix(f.Path, "set.") {
			text = "the mapping: " + text
		}
		r.AddFault(importer.Place{}, text)
	}
	if mapping == nil {
		return made
	}
	made.Mapping = mapping.Text()
	if !given {
		r.AddAssumed(1, "", "which column is what was guessed, mostly from the names in the header").
			Change("mapping", "", "corrects it")
	}
	if !given && w.Kind == "" && !mapping.specific() {
		r.AddFault(importer.Place{File: files[0].Name},
			"no column says more here than a name; say which column is what")
		return made
	}
	m := &maker{kind: mapping.Kind, result: scenario.Blank(mapping.Kind), report: r, slots: w.Set["slots"]}
	if n, err := strconv.Atoi(m.slots); m.slots != "" && (err != nil || n < 1 || n > 1_000_000) {
		r.AddFault(importer.Place{}, "slots: "+m.slots+" is no whole number from 1 to 1000000")
	}
	m.problem = problemOf(m.result)
	sheets, tables := mapping.open(files)
	for i, t := range tables {
		at := importer.Place{File: files[i].Name}
		if t == nil {
			r.AddLeftOut(1, "file", "have other columns than the mapping speaks of", at)
			continue
		}
		if why := m.read(files[i], sheets[i], t); why != "" {
			r.AddLeftOut(1, "file", why, at)
			continue
		}
		columns(r, sheets[i], t)
		if !given {
			m.guesses(sheets[i], t, w)
		}
	}
	m.finish()
	filled := false
	for _, l := range m.lists {
		filled = filled || l.Get(m.problem).Len() > 0
	}
	if !filled {
		r.AddFault(importer.Place{}, "nothing could be made of any row")
		return made
	}
	m.result.Title = title(files)
	made.Scenario, made.Valid = m.result, m.valid
	return made
}

// title returns a title from the name of the first file and the number of the others.
func title(files []importer.File) string {
	name := files[0].Name
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		name = name[:dot]
	}
	name = importer.Clean(strings.Join(strings.FieldsFunc(name,
		func(c rune) bool { return c == '_' || c == ' ' }), " "))
	if len(files) > 1 {
		name += " and " + strconv.Itoa(len(files)-1) + " more"
	}
	return name
}

// columns reports the columns of a file that are not used.
func columns(r *importer.Report, sh *sheet, t *Table) {
	var idle []string
	for _, name := range sh.names {
		if !slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Column == name || c.Minus == name }) {
			idle = append(idle, name)
		}
	}
	listed := strings.Join(idle[:min(len(idle), 12)], ", ")
	if len(idle) > 12 {
		listed += " …"
	}
	r.AddLeftOut(len(idle), "column", "of "+sh.name+": "+listed)
}

// appliesTo reports whether a mapping applies to all of the files.
func appliesTo(files []importer.File, mapping []byte) bool {
	m, faults := ReadMapping(mapping)
	if len(faults) > 0 {
		return false
	}
	_, tables := m.open(files)
	return !slices.Contains(tables, nil)
}

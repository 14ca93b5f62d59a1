package table

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/importer"
)

// Answers about columns. The report has the guess for each column with its evidence. An answer
// such as column.jobs.slots=cores changes it, for guessed and given mappings.

const (
	questionColumn = "column"
	noColumn       = "none"
	differenceSign = " less " // between the columns of a difference
	maxAsked       = 40       // greatest number of columns offered
)

// answer changes a mapping by the answers about columns. It returns a fault for each answer that
// is invalid.
func (m *Mapping) answer(files []importer.File, w importer.Wishes) (faults doc.Faults) {
	var names []string
	for name, answer := range w.Set {
		if strings.HasPrefix(name, questionColumn+".") && answer != "" {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	sheets, tables := m.open(files)
	for _, name := range names {
		if why := m.change(sheets, tables, strings.TrimPrefix(name, questionColumn+"."), w.Set[name]); why != "" {
			faults = append(faults, doc.Fault{Path: "set." + name, Value: w.Set[name], Reason: why})
		}
	}
	return faults
}

// change assigns a field another column in every table of its list that has the column. It
// returns the reason if it cannot.
func (m *Mapping) change(sheets []*sheet, tables []*Table, of, to string) (why string) {
	listName, path, _ := strings.Cut(of, ".")
	list := listOf(m.Kind, listName)
	if list == nil {
		names := listNames(m.Kind)
		return "must name a list, " + strings.Join(names, ", ") + doc.Suggest(listName, names) + ", and a field of it"
	}
	if _, known := list.field(path); !known {
		names := list.names()
		return "must name a field of " + listName + ": " + strings.Join(names, ", ") + doc.Suggest(path, names)
	}
	column, minus, _ := strings.Cut(to, differenceSign)
	var columns []string
	done := false
	for i, t := range tables {
		if t == nil || t.List != listName {
			continue
		}
		columns = append(columns, sheets[i].names...)
		has := func(name string) bool { return name == "" || slices.Contains(sheets[i].names, name) }
		switch {
		case to == noColumn && !has(to):
			t.Columns = slices.DeleteFunc(t.Columns, func(c Column) bool { return c.Field == path })
			t.constants(list)
			done = true
		case has(to):
			m.field(sheets[i], t, list, importer.Edit{Of: to, To: path})
			done = true
		case has(column) && has(minus):
			m.field(sheets[i], t, list, importer.Edit{Of: column, To: path})
			t.column(path).Minus = minus
			done = true
		}
	}
	switch {
	case done:
		return ""
	case len(columns) == 0:
		return "is about " + listName + ", and no table has any"
	}
	return "must be none or a column: " + strings.Join(columns[:min(len(columns), maxAsked)], ", ") +
		doc.Suggest(column, columns[:min(len(columns), maxColumns)])
}

// guesses adds the guessed fields of a table's columns to the report.
func (m *maker) guesses(sh *sheet, t *Table, w importer.Wishes) {
	list := listOf(m.kind, t.List)
	for i := range t.Columns {
		c := &t.Columns[i]
		f, known := list.field(c.Field)
		if !known {
			continue
		}
		name := questionColumn + "." + list.Name + "." + c.Field
		a := importer.AnsweredQuestion{Question: importer.Question{Name: name,
			Label: "Column of " + list.Name + ", " + f.Label},
			Answer: c.Column, Assumed: w.Set[name] == ""}
		if c.Minus != "" {
			a.Answer += differenceSign + c.Minus
			a.Choices = append(a.Choices, a.Answer)
		} else if c.Column == "" {
			a.Answer = noColumn
		}
		a.About = sh.evidence(c, &f)
		if !a.Assumed {
			a.About = f.About
		}
		if c.Column == "" && a.Assumed {
			m.report.AddAssumed(1, "",
				f.Label+" is "+c.Value+" for all "+list.Name+", because no column is named like it")
		}
		a.Choices = append(a.Choices, sh.names[:min(len(sh.names), maxAsked)]...)
		if at := slices.Index(sh.names, c.Column); at >= maxAsked {
			a.Choices = append(a.Choices, c.Column)
		}
		a.Choices = append(a.Choices, noColumn)
		m.report.Guess(a)
	}
}

// evidence returns the reason for assigning a column to a field.
func (sh *sheet) evidence(c *Column, f *Field) (text string) {
	switch score := nameScore(c.Column, f); {
	case c.Column == "":
		text = "no column is named like it; " + c.Value + " is taken"
	case c.Minus != "":
		text = "no column is named like it; the end less the start is taken"
	case sh.headerless:
		text = "the first unused column that can be read so; there is no header"
	case score == 10:
		text = "the column is named like it"
	default:
		text = "a part of the column's name is like it"
	}
	if c.Column != "" && c.Unit != "" {
		text += "; in " + c.Unit
	}
	if cells := sh.column(slices.Index(sh.names, c.Column)); c.Column != "" && !fits(f, cells, sh.comma()) &&
		c.Minus == "" {
		text += "; most of its cells cannot be read so"
	}
	return text
}

// allocationColumn returns the index of the column of the resources allocated to jobs, which Batsim
// writes as 0-3 7, or -1 if there is none.
func (sh *sheet) allocationColumn() int {
	for i, name := range sh.names {
		if phraseScore(name, []string{"allocated resources"}) < 10 {
			continue
		}
		if cells := sh.column(i); len(cells) > 0 && !slices.ContainsFunc(cells,
			func(c string) bool { return lastResource(c) < 0 }) {
			return i
		}
	}
	return -1
}

// maxResources exceeds the number of resources of any Batsim platform.
const maxResources = 1_000_000

// lastResource returns the largest number of a set of resources, such as 7 of 0-3 7, or -1 if the
// text is not a set.
func lastResource(set string) int {
	most := -1
	for _, word := range strings.FieldsFunc(set, func(c rune) bool { return c == ' ' || c == '-' || c == ',' }) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n >= maxResources {
			return -1
		}
		most = max(most, n)
	}
	return most
}

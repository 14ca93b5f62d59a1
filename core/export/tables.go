package export

import (
	"math"
	"reflect"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// A Table has named columns of words or numbers.
type Table struct {
	ID string // "runs"
	kind.Table
}

// Tables returns all tables: the runs with their metrics, the decisions of each, and the lists of
// the problem; or the cells and pairs of a study.
func Tables(w *Work) []Table {
	if w.Study != nil {
		return studyTables(w.Study)
	}
	var list []Table
	if len(w.Answers) > 0 {
		list = append(list, runsTable(w), decisionsTable(w))
	}
	return append(list, problemTables(w.Scenario)...)
}

// runsTable returns one row per answer.
func runsTable(w *Work) Table {
	k, _ := catalog.ByID(w.kind())
	n := len(w.Answers)
	words := func(of func(*scenario.Answer) string) []string {
		list := make([]string, n)
		for i := range w.Answers {
			list[i] = of(&w.Answers[i])
		}
		return list
	}
	numbers := func(of func(*scenario.Answer) (float64, bool)) []float64 {
		list := make([]float64, n)
		for i := range w.Answers {
			x, ok := of(&w.Answers[i])
			if list[i] = x; !ok {
				list[i] = math.NaN()
			}
		}
		return list
	}
	columns := []kind.Column{
		{Name: "name", Texts: words(name)},
		{Name: "algorithm", Texts: words(func(a *scenario.Answer) string { return a.Algorithm })},
		{Name: "options", Texts: words(func(a *scenario.Answer) string {
			if len(a.Options) == 0 {
				return ""
			}
			return string(doc.Canonical(a.Options))
		})},
		{Name: "feasible", Texts: words(func(a *scenario.Answer) string { return strconv.FormatBool(a.Feasible) })},
	}
	for _, m := range k.Metrics {
		columns = append(columns, kind.Column{Name: m.ID, Unit: m.Unit,
			Numbers: numbers(func(a *scenario.Answer) (float64, bool) {
				x, ok := a.Metrics[m.ID]
				return x, ok
			})})
	}
	columns = append(columns,
		kind.Column{Name: "bound", Numbers: numbers(func(a *scenario.Answer) (float64, bool) {
			if a.Bound == nil {
				return 0, false
			}
			return a.Bound.Value, true
		})},
		kind.Column{Name: "boundOf", Texts: words(func(a *scenario.Answer) string {
			if a.Bound == nil {
				return ""
			}
			return a.Bound.Metric
		})},
		kind.Column{Name: "check", Texts: words(func(a *scenario.Answer) string {
			switch {
			case a.Check == nil:
				return ""
			case !a.Check.OK:
				return "refuted"
			}
			return a.Check.ScopeName()
		})},
		kind.Column{Name: "digest", Texts: words(func(a *scenario.Answer) string { return a.Digest })})
	return Table{"runs", kind.Table{Rows: n, Columns: columns}}
}

// decisionsTable returns the decisions of all feasible answers, with the run in the first column.
func decisionsTable(w *Work) Table {
	k, _ := catalog.ByID(w.kind())
	t := Table{ID: "decisions"}
	t.Columns = []kind.Column{{Name: "name", Texts: []string{}}}
	if k.ID == "" {
		return t
	}
	for i := range w.Answers {
		a := &w.Answers[i]
		if !a.Feasible {
			continue
		}
		d := k.Decisions(a)
		for range d.Rows {
			t.Columns[0].Texts = append(t.Columns[0].Texts, name(a))
		}
		for _, c := range d.Columns {
			column := t.column(c)
			column.Texts, column.Numbers = append(column.Texts, c.Texts...), append(column.Numbers, c.Numbers...)
		}
		t.Rows += d.Rows
		t.padColumns()
	}
	return t
}

// column returns the column with a name and type, or adds it with empty cells for earlier rows.
func (t *Table) column(wanted kind.Column) *kind.Column {
	for i := range t.Columns[1:] {
		if c := &t.Columns[i+1]; c.Name == wanted.Name && (c.Texts == nil) == (wanted.Texts == nil) {
			return c
		}
	}
	t.Columns = append(t.Columns, kind.Column{Name: wanted.Name, Unit: wanted.Unit})
	c := &t.Columns[len(t.Columns)-1]
	if wanted.Texts != nil {
		c.Texts = []string{}
	}
	pad(c, t.Rows)
	return c
}

// padColumns adds empty cells to columns that the last rows lack.
func (t *Table) padColumns() {
	for i := range t.Columns {
		pad(&t.Columns[i], t.Rows)
	}
}

// pad adds empty cells to a column until it has the given number of rows.
func pad(c *kind.Column, rows int) {
	for c.Texts != nil && len(c.Texts) < rows {
		c.Texts = append(c.Texts, "")
	}
	for c.Texts == nil && len(c.Numbers) < rows {
		c.Numbers = append(c.Numbers, math.NaN())
	}
}

// problemTables returns the lists of the problem, with the names of the document. A list or an
// object in a cell is written as words and numbers separated by semicolons, or as JSON.
func problemTables(s *scenario.Scenario) (list []Table) {
	problem := reflect.ValueOf(scenario.Problem(s))
	if !problem.IsValid() || problem.IsNil() {
		return nil
	}
	for _, f := range doc.Accessors(problem.Interface()) {
		v := f.Get(problem)
		if f.Kind != "list" || f.Element != "object" || v.Len() == 0 {
			continue
		}
		t := Table{ID: f.Name}
		t.Rows = v.Len()
		for _, own := range doc.Accessors(reflect.Zero(v.Type().Elem()).Interface()) {
			t.Columns = append(t.Columns, column(v, &own))
		}
		list = append(list, t)
	}
	return list
}

// column returns one field of all elements of a list.
func column(list reflect.Value, f *doc.Accessor) kind.Column {
	c := kind.Column{Name: f.Name, Unit: f.Unit}
	for i := range list.Len() {
		v := f.Get(list.Index(i))
		absent := v.Kind() == reflect.Pointer && v.IsNil()
		if v.Kind() == reflect.Pointer && !absent {
			v = v.Elem()
		}
		switch number := f.Kind == "number" || f.Kind == "whole"; {
		case !number && absent:
			c.Texts = append(c.Texts, "")
		case !number:
			c.Texts = append(c.Texts, cellText(v))
		case absent:
			c.Numbers = append(c.Numbers, math.NaN())
		case v.CanInt():
			c.Numbers = append(c.Numbers, float64(v.Int()))
		default:
			c.Numbers = append(c.Numbers, v.Float())
		}
	}
	return c
}

// cellText returns a value as a word. A list of texts is joined by semicolons, and an empty list or
// map is "". Other values are canonical JSON.
func cellText(v reflect.Value) string {
	switch v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Slice:
		if v.Len() == 0 {
			return ""
		}
		if v.Type().Elem().Kind() == reflect.String {
			list := make([]string, v.Len())
			for i := range list {
				list[i] = v.Index(i).String()
			}
			return strings.Join(list, "; ")
		}
	case reflect.Map:
		if v.Len() == 0 {
			return ""
		}
	}
	return string(doc.Canonical(v.Interface()))
}

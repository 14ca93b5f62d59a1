package state

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/rows"
	"gridbox/core/scenario"
)

// Rows are rows of a spreadsheet that become things of a problem. Like all of a state they are never modified.
type Rows struct {
	Kind    string     // of the things
	Cells   [][]string // as in the spreadsheet, without the heads
	Heads   []string   // the heads of the columns, nil for none
	Columns []string   // by index: the path of the field, "" for none
	Change  bool       // rows with the name of an existing thing change it; otherwise they get another name
	Style   rows.Style // of the numbers
}

// A Judgement has rows with their faults and the effect of the others.
type Judgement struct {
	Rows
	Faults      map[Cell]string // faults of cells
	Bad         []int           // rows with faults
	OtherFaults []string        // faults that belong to no cell
	Notes       []string        // effects that the cells do not show
	Adds        int
	Changes     int
	Existing    int                // rows whose name exists already
	draft       *scenario.Scenario // the draft on which they were judged
	result      *scenario.Scenario // the draft with the things
	elements    []Ref
}

// A Cell is a position among rows.
type Cell struct{ Row, Column int }

// AddRows adds and changes the things of rows without faults, in one step. The rows were judged on the current draft.
type AddRows struct{ Rows *Judgement }

func (a AddRows) reduce(s State) State {
	r := a.Rows
	n := len(r.elements)
	if n == 0 || r.draft != s.Draft {
		return s
	}
	s = commit(s, keepGenerated(&s, r.result), i18n.T("paste {} {}", strconv.Itoa(n), Noun(r.Kind, n)), "", true)
	s.Select = s.selectableElements(r.elements)
	return jumpTo(s, r.elements[0])
}

// Fields returns the columns of the table of the rows, with new attributes.
func (r *Rows) Fields(d *scenario.Scenario) []Column {
	list := Columns(d, r.Kind)
	for _, path := range r.Columns {
		name, ok := strings.CutPrefix(path, Attributes)
		if ok && !slices.ContainsFunc(list, func(c Column) bool { return c.Path == path }) {
			list = append(list, attributeColumn(name))
		}
	}
	return list
}

// A judge determines the effect of rows.
type judge struct {
	p        Judgement
	d        *scenario.Scenario
	columns  []*Column // by index of the column of the rows, nil for none
	list     reflect.Value
	keys     map[string]int // the existing things, by their keys
	names    *nameBook
	usual    reflect.Value // the template of new things
	isName   func(string) bool
	elements []reflect.Value // by row, invalid with a fault
	targets  []int           // by row, the index of the thing that it changes, -1 for none
	seen     map[string]int
}

// Judge returns the faults of rows and the effect of the others. While the problem is being generated, the result has
// only a message in OtherFaults.
func (s *State) Judge(r Rows) Judgement {
	p := Judgement{Rows: r, Faults: map[Cell]string{}, draft: s.Draft}
	d, ok := ready(*s)
	if !ok {
		p.OtherFaults = []string{NotReady.Text}
		return p
	}
	j := judge{p: p, d: d, list: rowsOf(d, p.Kind), isName: nameTest(d), seen: map[string]int{}}
	all := p.Fields(d)
	j.columns = make([]*Column, len(p.Columns))
	for i, path := range p.Columns {
		for k := range all {
			if all[k].Path == path {
				j.columns[i] = &all[k]
			}
		}
	}
	j.prepare(s, all)
	if len(j.p.OtherFaults) > 0 {
		return j.p
	}
	j.elements, j.targets = make([]reflect.Value, len(p.Cells)), make([]int, len(p.Cells))
	for r := range p.Cells {
		j.row(r)
	}
	j.settle()
	return j.p
}

// key returns the identity of a thing within its table: its name, or the ends
// of a link.
func key(thing reflect.Value) string {
	if id, ok := doc.FieldByName(thing, "id"); ok {
		return id.String()
	}
	a, isLink := doc.FieldByName(thing, "a")
	if !isLink {
		return ""
	}
	b, _ := doc.FieldByName(thing, "b")
	return min(a.String(), b.String()) + "\x00" + max(a.String(), b.String())
}

// prepare indexes the existing things, and the values of columns that are not
// given.
func (j *judge) prepare(s *State, all []Column) {
	n := j.list.Len()
	j.keys = make(map[string]int, n)
	for i := range n {
		if k := key(j.list.Index(i)); k != "" {
			j.keys[k] = i
		}
	}
	j.names = newNames(n, func(i int) string { return key(j.list.Index(i)) })
	j.usual = reflect.New(j.list.Type().Elem()).Elem()
	usual, given := usualElement(s, j.d, j.p.Kind), func(path string) bool { return slices.Contains(j.p.Columns, path) }
	var changedNames []string
	for k := range all {
		c := &all[k]
		switch {
		case !c.Rule.Required || c.Part != "" || given(c.Path) || c.Name():
		case c.Number() && usual.IsValid() && c.text(usual) != "" && c.text(usual) != "0":
			c.value(j.usual).Set(c.value(usual))
			changedNames = append(changedNames, strings.TrimSpace(c.Label+" "+c.text(usual)+" "+c.Unit))
		default:
			j.p.OtherFaults = append(j.p.OtherFaults, i18n.T("No column is named {}. Choose the one that contains it.",
				c.Head()))
		}
	}
	if len(changedNames) > 0 {
		j.p.Notes = append(j.p.Notes, i18n.T("New rows get the usual values: {}.", strings.Join(changedNames, ", ")))
	}
	for i, head := range j.p.Heads {
		if head != "" && i < len(j.p.Columns) && j.p.Columns[i] == "" {
			j.p.Notes = append(j.p.Notes, i18n.T("The column “{}” is left out.", head))
		}
	}
}

// usualElement returns the template of new things of a kind, invalid if there is
// none.
func usualElement(s *State, d *scenario.Scenario, kind string) reflect.Value {
	own := *d
	nounsOf(d).copyProblem(&own, d)
	list := rowsOf(&own, kind)
	made := reflect.New(list.Type().Elem()).Elem()
	field, value := nounsOf(d).usual(&own, kind)
	switch {
	case field != "":
		at, _ := doc.FieldByName(made, field)
		at.SetFloat(value)
		return made
	case kind == "busy", kind == "event", kind == "variant":
		return reflect.Value{}
	case !nounsOf(d).add(s, &own, Ref{kind, "?"}, ""):
		return reflect.Value{}
	}
	list = rowsOf(&own, kind)
	return list.Index(list.Len() - 1)
}

// read converts the text of a cell from the style of a spreadsheet to that of documents.
func (c *Column) read(cell string, style rows.Style) (text, why string) {
	if cell == "" {
		return "", ""
	}
	switch c.Kind {
	case "number", "whole":
		v, why := rows.Number(cell, c.Unit, style)
		if why != "" {
			return "", why
		}
		return doc.Number(v), ""
	case "truth":
		yes, ok := rows.Truth(cell)
		switch {
		case !ok:
			return "", "must be yes or no"
		case yes:
			return "yes", ""
		}
		return "no", ""
	case "choice":
		for _, word := range c.Rule.Choices {
			if strings.EqualFold(word, cell) {
				return word, ""
			}
		}
	}
	return cell, ""
}

// Cell returns a cell, "" beyond the end of its row.
func (r *Rows) Cell(at, i int) string {
	if i < len(r.Cells[at]) {
		return r.Cells[at][i]
	}
	return ""
}

// row makes a thing from a row.
func (j *judge) row(r int) {
	j.targets[r] = -1
	thing := reflect.New(j.list.Type().Elem()).Elem()
	thing.Set(j.usual)
	if at, ok := j.was(r); ok {
		j.p.Existing++
		if j.p.Change {
			j.targets[r] = at
			thing.Set(j.list.Index(at))
		}
	}
	fine, parts := true, j.partsWithValues(r)
	for i, c := range j.columns {
		if c == nil {
			continue
		}
		text, why := c.read(j.p.Cell(r, i), j.p.Style)
		if why == "" && c.Part != "" && !parts[c.Part] {
			c.Clear(thing)
			continue
		}
		if why == "" && c.Name() {
			text, why = j.name(r, text)
		}
		if why == "" && j.p.Kind == "variant" && c.Path == "group" && text != "" &&
			elementIndex(j.d, Ref{"group", text}) < 0 {
			why = "names a group that does not exist; add it or choose another"
		}
		if why == "" {
			why = c.set(thing, text, j.isName)
		}
		if why != "" {
			j.p.Faults[Cell{r, i}] = why
			fine = false
		}
	}
	if fine && !slices.Contains(j.p.Columns, "id") && j.targets[r] < 0 {
		if id, ok := doc.FieldByName(thing, "id"); ok {
			id.SetString(j.names.free(j.p.Kind[:1] + strconv.Itoa(j.list.Len()+1)))
		}
	}
	if fine && j.targets[r] < 0 {
		fine = j.first(r, thing)
	}
	if fine {
		j.elements[r] = thing
	}
}

// was returns the index of the existing thing that a row changes.
func (j *judge) was(r int) (at int, ok bool) {
	ends := make([]string, 0, 2)
	for i, c := range j.columns {
		switch {
		case c == nil:
		case c.Name():
			at, ok = j.keys[j.p.Cell(r, i)]
			return at, ok
		case c.Path == "a", c.Path == "b":
			ends = append(ends, j.p.Cell(r, i))
		}
	}
	if len(ends) == 2 {
		at, ok = j.keys[min(ends[0], ends[1])+"\x00"+max(ends[0], ends[1])]
	}
	return at, ok
}

// name returns the name of a row's thing: the given one, or a free one.
func (j *judge) name(r int, text string) (name, why string) {
	if text == "" {
		return j.names.free(j.p.Kind[:1] + strconv.Itoa(j.list.Len()+1)), ""
	}
	if earlier, twice := j.seen[text]; twice && j.p.Change {
		return "", i18n.T("is the name of row {} too", strconv.Itoa(earlier+1))
	}
	j.seen[text] = r
	if j.targets[r] >= 0 {
		return text, ""
	}
	return j.names.free(text), ""
}

// first reports whether the row is the first with a link between these ends. A second one is recorded as a fault,
// also if the draft has such a link. For other kinds it reports true.
func (j *judge) first(r int, thing reflect.Value) bool {
	if j.p.Kind != "link" {
		return true
	}
	k := key(thing)
	earlier, twice := j.seen[k]
	_, there := j.keys[k]
	if !twice && !there {
		j.seen[k] = r
		return true
	}
	why := "these two are joined already"
	if twice {
		why = i18n.T("joins the same two as row {}", strconv.Itoa(earlier+1))
	}
	j.p.Faults[Cell{r, max(0, slices.Index(j.p.Columns, "a"))}] = why
	return false
}

// partsWithValues returns the optional parts of a thing for which a row has values.
func (j *judge) partsWithValues(r int) map[string]bool {
	var parts map[string]bool
	for i, c := range j.columns {
		if c == nil || c.Part == "" || j.p.Cell(r, i) == "" {
			continue
		}
		if parts == nil {
			parts = map[string]bool{}
		}
		parts[c.Part] = true
	}
	return parts
}

package state

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/rows"
	"gridbox/core/scenario"
)

// Rows from a spreadsheet become things of the problem. Until then, every row
// and cell stays as it was pasted, with its faults.

// Pasted are rows that are not added yet. Like all of a state it is never modified.
type Pasted struct {
	Kind    string     // the kind of things that the rows become
	Cells   [][]string // as pasted, without the heads
	Heads   []string   // the heads of the columns, nil for none
	Columns []string   // by index: the path of the field, "" for none
	Change  bool       // rows with the name of an existing thing change it; otherwise they get another name
	Only    bool       // the page shows rows with faults alone
	Page    int

	style rows.Style
	// Derived from the above:
	Faults  map[Cell]string // faults of cells
	Bad     []int           // rows with faults
	Others  []string        // faults that belong to no cell
	Notes   []string        // effects that the cells do not show
	Adds    int
	Changes int
	Known   int // rows whose name exists already
	made    *scenario.Scenario
	things  []Thing
}

// A Cell is a position among pasted rows.
type Cell struct{ Row, Column int }

type (
	// PasteRows reads rows for the things of a kind; an empty kind means the
	// one that fits the heads best.
	PasteRows struct{ Text, Kind string }
	// SetPasted changes how pasted rows are read: cell and column (at Row and
	// Column), kind, heads, change, only, page.
	SetPasted struct {
		What        string
		Row, Column int
		To          string
	}
	// TakeRows adds the rows without faults; the others stay.
	TakeRows struct{}
	// DropRows discards pasted rows.
	DropRows struct{}
)

// MostPasted is the maximal number of cells that are read.
const MostPasted = 2_000_000

func (a PasteRows) reduce(s State) State {
	grid := rows.Read(a.Text)
	switch {
	case len(grid.Rows) == 0:
		return Notify{Text: "There are no rows to paste. Copy some in a spreadsheet first.", Error: true}.reduce(s)
	case len(grid.Rows)*grid.Width() > MostPasted:
		return Notify{Text: "These are too many rows to paste at once; make a scenario file of them.",
			Error: true}.reduce(s)
	case s.Problem == nil:
		return NotReady.reduce(s)
	}
	p := Pasted{Kind: a.Kind, Change: true, style: grid.Style()}
	if !slices.Contains(tables[s.Draft.Kind], p.Kind) {
		p.Kind = s.fits(grid.Rows[0])
	}
	p = p.headed(s.Problem, grid.Rows, isHead(s.Problem, p.Kind, grid.Rows))
	p = s.judged(p)
	if p.clear() {
		return take(s, p)
	}
	p.Only = len(p.Bad) > 0 && len(p.Bad) < len(p.Cells)
	s.Pasted = &p
	s.Look.Dialog = "paste"
	return s
}

// clear reports whether rows can be added without questions: all heads are understood, there are no faults, and no
// thing exists already.
func (p *Pasted) clear() bool {
	return p.Heads != nil && !slices.Contains(p.Columns, "") && len(p.Bad) == 0 && len(p.Others) == 0 &&
		len(p.Notes) == 0 && p.Known == 0
}

// fits returns the table with the most matching heads, or the table of the selection if none match.
func (s *State) fits(heads []string) string {
	best, most := s.Main().Kind, 0
	if !slices.Contains(tables[s.Draft.Kind], best) {
		best = tables[s.Draft.Kind][0]
	}
	for _, kind := range tables[s.Draft.Kind] {
		n := howMany(match(Columns(s.Problem, kind), heads))
		if n > most || n == most && n > 0 && kind == s.Main().Kind {
			best, most = kind, n
		}
	}
	return best
}

func howMany(columns []string) (n int) {
	for _, c := range columns {
		if c != "" {
			n++
		}
	}
	return n
}

// headed takes the first row as heads, or assigns the columns in their order.
func (p Pasted) headed(d *scenario.Scenario, rows [][]string, heads bool) Pasted {
	columns, width := Columns(d, p.Kind), 0
	for _, row := range rows {
		width = max(width, len(row))
	}
	p.Heads, p.Cells = nil, rows
	p.Columns = make([]string, width)
	if heads {
		p.Heads, p.Cells = rows[0], rows[1:]
		copy(p.Columns, match(columns, rows[0]))
		p.attributes(d)
		return p
	}
	for i := range min(width, len(columns)) {
		p.Columns[i] = columns[i].Path
	}
	return p
}

// attributes turns columns of numbers that the table does not have into
// attributes of nodes, if the kind has any.
func (p *Pasted) attributes(d *scenario.Scenario) {
	if environment(d) == nil || p.Kind != "node" {
		return
	}
	for i := range p.Columns {
		if p.Columns[i] != "" || i >= len(p.Heads) || p.Heads[i] == "" {
			continue
		}
		some := false
		for _, row := range p.Cells {
			if i < len(row) && row[i] != "" {
				if _, why := rows.Number(row[i], "", p.style); why != "" {
					some = false
					break
				}
				some = true
			}
		}
		if path := attributes + p.Heads[i]; some && !slices.Contains(p.Columns, path) {
			p.Columns[i] = path
		}
	}
}

// isHead reports whether the first row has heads: half of its cells are names of columns, or it has no number in a
// column in which the second row has one.
func isHead(d *scenario.Scenario, kind string, all [][]string) bool {
	heads := 0
	for _, c := range all[0] {
		if c != "" {
			heads++
		}
	}
	if n := howMany(match(Columns(d, kind), all[0])); n > 0 && 2*n >= heads {
		return true
	}
	if len(all) < 2 {
		return false
	}
	number := func(row []string) (n int) {
		for _, c := range row {
			if _, why := rows.Number(c, "", rows.Point); why == "" {
				n++
			}
		}
		return n
	}
	return number(all[0]) == 0 && number(all[1]) > 0 && len(all[0]) > 1 && len(all) > 2 && number(all[2]) > 0 &&
		heads == len(all[0]) && howMany(match(Columns(d, kind), all[0])) > 0
}

// match returns the column of each head, "" for none. A column is used once. It matches by its name in documents, its
// label, either with the unit, the unit alone, or the beginning of its label.
func match(columns []Column, heads []string) []string {
	paths := make([]string, len(heads))
	used := map[string]bool{}
	for round := range 3 {
		for i, head := range heads {
			word := bare(head)
			if paths[i] != "" || word == "" {
				continue
			}
			for k := range columns {
				if c := &columns[k]; !used[c.Path] && c.goesBy(word, round) {
					paths[i], used[c.Path] = c.Path, true
					break
				}
			}
		}
	}
	return paths
}

// goesBy reports whether a head, as bare returns it, names a column: exactly in round 0, by its unit in round 1, and
// by the beginning of its label or name after that.
func (c *Column) goesBy(word string, round int) bool {
	path, label, unit := bare(strings.TrimPrefix(c.Path, attributes)), bare(c.Label), bare(c.Unit)
	switch round {
	case 0:
		return word == path || word == label || unit != "" && (word == path+unit || word == label+unit) ||
			c.Name() && (word == "id" || word == "name" || word == bare(c.About))
	case 1:
		return unit != "" && word == unit
	}
	return len(word) >= 3 && (strings.HasPrefix(label, word) || strings.HasPrefix(path, word))
}

// bare returns the letters and digits of a head, in lower case.
func bare(head string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r > 127 && r != '≥' && r != '≤' && r != '\u00a0':
			return r
		}
		return -1
	}, head)
}

// rowsAgain returns all rows as they were pasted, heads included.
func (p *Pasted) rowsAgain() [][]string {
	if p.Heads == nil {
		return p.Cells
	}
	return append([][]string{p.Heads}, p.Cells...)
}

func (a SetPasted) reduce(s State) State {
	if s.Pasted == nil || s.Problem == nil {
		return s
	}
	p := *s.Pasted
	switch a.What {
	case "cell":
		if a.Row < 0 || a.Row >= len(p.Cells) || a.Column < 0 || a.Column >= len(p.Columns) {
			return s
		}
		p.Cells = slices.Clone(p.Cells)
		row := slices.Clone(p.Cells[a.Row])
		for len(row) <= a.Column {
			row = append(row, "")
		}
		row[a.Column] = a.To
		p.Cells[a.Row] = row
	case "column":
		if a.Column < 0 || a.Column >= len(p.Columns) {
			return s
		}
		p.Columns = slices.Clone(p.Columns)
		for i := range p.Columns { // a column of the table is used once
			if p.Columns[i] == a.To {
				p.Columns[i] = ""
			}
		}
		p.Columns[a.Column] = a.To
	case "kind":
		p.Kind = a.To
		p = p.headed(s.Problem, p.rowsAgain(), isHead(s.Problem, p.Kind, p.rowsAgain()))
	case "heads":
		p = p.headed(s.Problem, p.rowsAgain(), a.To == "true" && p.Heads == nil)
	case "change":
		p.Change = a.To == "true"
	case "only":
		p.Only, p.Page = a.To == "true", 0
		s.Pasted = &p
		return s
	case "page":
		p.Page = atoi(a.To)
		s.Pasted = &p
		return s
	}
	p = s.judged(p)
	s.Pasted = &p
	return s
}

func (DropRows) reduce(s State) State {
	s.Pasted = nil
	s.Look.Dialog = ""
	return s
}

func (TakeRows) reduce(s State) State {
	if s.Pasted == nil || s.Problem == nil {
		return s
	}
	return take(s, s.judged(*s.Pasted)) // the draft may have changed since
}

// take adds and changes the things of rows without faults, in one step.
func take(s State, p Pasted) State {
	if p.made == nil || len(p.things) == 0 {
		s.Pasted = &p
		return s
	}
	words := p.done()
	n := len(p.things)
	s = commit(s, stillDrawn(&s, p.made), "paste "+strconv.Itoa(n)+" "+Called(p.Kind, n), "", true)
	s.Select = s.made(p.things)
	s = jumpTo(s, p.things[0])
	s.Pasted = nil
	if len(p.Bad) > 0 {
		left := make([][]string, 0, len(p.Bad))
		for _, r := range p.Bad {
			left = append(left, p.Cells[r])
		}
		p.Cells, p.Page, p.Only = left, 0, false
		p = s.judged(p)
		s.Pasted = &p
		return s
	}
	if s.Look.Dialog == "paste" {
		s.Look.Dialog = ""
	}
	return Notify{Text: words, Undo: true}.reduce(s)
}

// done returns the result of adding the rows.
func (p *Pasted) done() string {
	var parts []string
	if p.Adds > 0 {
		parts = append(parts, "added "+strconv.Itoa(p.Adds)+" "+Called(p.Kind, p.Adds))
	}
	if p.Changes > 0 {
		parts = append(parts, "changed "+strconv.Itoa(p.Changes)+" "+Called(p.Kind, p.Changes))
	}
	return capital(doc.Enumeration(parts)) + "."
}

// columns returns the columns of the rows' kind, with new attributes.
func (p *Pasted) columns(d *scenario.Scenario) []Column {
	list := Columns(d, p.Kind)
	for _, path := range p.Columns {
		name, ok := strings.CutPrefix(path, attributes)
		if ok && !slices.ContainsFunc(list, func(c Column) bool { return c.Path == path }) {
			list = append(list, attributeColumn(name))
		}
	}
	return list
}

// Choices returns the columns that a pasted column can become.
func (p *Pasted) Choices(s *State) []Column { return p.columns(s.Problem) }

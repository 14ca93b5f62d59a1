package rows

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/rows"
	"gridbox/core/scenario"
)

// A State has the rows that are not added yet, as they were pasted. Without a kind there are none.
type State struct {
	state.Judgement
	Only bool // whether the dialog shows rows with faults alone
	Page int
}

// Slot is the place of the feature's state. Another kind of problem has other tables.
var Slot = state.NewSlot(func(own State, before, now *state.State) (State, bool) {
	return State{}, own.HasRows() && now.Draft.Kind != before.Draft.Kind
})

// The actions of the feature.
type (
	// Keep keeps rows to be corrected.
	Keep struct{ Rows State }
	// Set changes how the rows are read: cell and column (at Row and Column), kind, heads, change, only, page.
	Set struct {
		Field       string
		Row, Column int
		To          string
	}
	// Drop discards the rows.
	Drop struct{}
)

// HasRows reports whether there are rows.
func (p *State) HasRows() bool { return p.Kind != "" }

// Change returns the rows.
func (a Keep) Change(*state.State, State) State { return a.Rows }

// Change returns the state without rows.
func (Drop) Change(*state.State, State) State { return State{} }

// read returns the rows of a grid for the things of a kind; without a kind, the one that fits the heads best.
func read(s *state.State, grid rows.Grid, kind string) State {
	p := state.Rows{Kind: kind, Change: true, Style: grid.Style()}
	if !slices.Contains(state.Tables(s.Draft), kind) {
		p.Kind = fits(s, grid.Rows[0])
	}
	p = assignColumns(p, s.Problem, grid, isHead(s.Problem, p.Kind, grid.Rows))
	own := State{Judgement: s.Judge(p)}
	own.Only = len(own.Bad) > 0 && len(own.Bad) < len(own.Cells)
	return own
}

// clear reports whether rows can be added without questions: all heads are understood, there are no faults, and no
// thing exists already.
func (p *State) clear() bool {
	return p.Heads != nil && !slices.Contains(p.Columns, "") && len(p.Bad) == 0 && len(p.OtherFaults) == 0 &&
		len(p.Notes) == 0 && p.Existing == 0
}

// fits returns the table whose columns match the most heads. The selection's table wins a tie, otherwise the first
// one in order. If no head matches, fits returns the selection's table, or the draft's first table without one.
func fits(s *state.State, heads []string) string {
	tables, best, most := state.Tables(s.Draft), s.Main().Kind, 0
	if !slices.Contains(tables, best) {
		best = tables[0]
	}
	for _, kind := range tables {
		n := countNonEmpty(match(state.Columns(s.Problem, kind), heads))
		if n > most || n == most && n > 0 && kind == s.Main().Kind {
			best, most = kind, n
		}
	}
	return best
}

// countNonEmpty returns the number of cells that are not empty.
func countNonEmpty(cells []string) (n int) {
	for _, c := range cells {
		if c != "" {
			n++
		}
	}
	return n
}

// assignColumns takes the first row as heads, or assigns the columns in their order.
func assignColumns(p state.Rows, d *scenario.Scenario, grid rows.Grid, heads bool) state.Rows {
	columns := state.Columns(d, p.Kind)
	p.Heads, p.Cells, p.Columns = nil, grid.Rows, make([]string, grid.Width())
	if heads {
		p.Heads, p.Cells = grid.Rows[0], grid.Rows[1:]
		copy(p.Columns, match(columns, p.Heads))
		attributes(&p, d)
		return p
	}
	for i := range min(len(p.Columns), len(columns)) {
		p.Columns[i] = columns[i].Path
	}
	return p
}

// attributes turns columns of numbers that the table does not have into
// attributes of nodes, if the kind has any.
func attributes(p *state.Rows, d *scenario.Scenario) {
	if !state.HasAttributes(d, p.Kind) {
		return
	}
	for i := range p.Columns {
		if p.Columns[i] != "" || i >= len(p.Heads) || p.Heads[i] == "" {
			continue
		}
		some := false
		for _, row := range p.Cells {
			if i < len(row) && row[i] != "" {
				if _, why := rows.Number(row[i], "", p.Style); why != "" {
					some = false
					break
				}
				some = true
			}
		}
		if path := state.Attributes + p.Heads[i]; some && !slices.Contains(p.Columns, path) {
			p.Columns[i] = path
		}
	}
}

// isHead reports whether the first row has heads: half of its cells are names of columns, or it has no number in a
// column in which the second row has one.
func isHead(d *scenario.Scenario, kind string, all [][]string) bool {
	heads, known := countNonEmpty(all[0]), countNonEmpty(match(state.Columns(d, kind), all[0]))
	if known == 0 || 2*known >= heads {
		return known > 0
	}
	number := func(row []string) (n int) {
		for _, c := range row {
			if _, why := rows.Number(c, "", rows.Point); why == "" {
				n++
			}
		}
		return n
	}
	return len(all) > 2 && len(all[0]) > 1 && heads == len(all[0]) && number(all[0]) == 0 && number(all[1]) > 0 &&
		number(all[2]) > 0
}

// match returns the column of each head, "" for none. A column is used once. It matches by its name in documents, its
// label, either with the unit, the unit alone, or the beginning of its label.
func match(columns []state.Column, heads []string) []string {
	paths := make([]string, len(heads))
	used := map[string]bool{}
	for round := range 3 {
		for i, head := range heads {
			word := bare(head)
			if paths[i] != "" || word == "" {
				continue
			}
			for k := range columns {
				if c := &columns[k]; !used[c.Path] && matchesColumn(c, word, round) {
					paths[i], used[c.Path] = c.Path, true
					break
				}
			}
		}
	}
	return paths
}

// matchesColumn reports whether a head, as bare returns it, names a column: exactly in round 0, by its unit in round 1,
// and by the beginning of its label or name after that.
func matchesColumn(c *state.Column, word string, round int) bool {
	path, label, unit := bare(strings.TrimPrefix(c.Path, state.Attributes)), bare(c.Label), bare(c.Unit)
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

// gridOf returns all rows as they were pasted, heads included.
func gridOf(p *state.Rows) rows.Grid {
	if p.Heads == nil {
		return rows.Grid{Rows: p.Cells}
	}
	return rows.Grid{Rows: append([][]string{p.Heads}, p.Cells...)}
}

// Change returns the rows as they are read after the change.
func (a Set) Change(s *state.State, own State) State {
	if !own.HasRows() || s.Problem == nil {
		return own
	}
	p := own.Rows
	switch a.Field {
	case "cell":
		if a.Row < 0 || a.Row >= len(p.Cells) || a.Column < 0 || a.Column >= len(p.Columns) {
			return own
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
			return own
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
		grid := gridOf(&p)
		p = assignColumns(p, s.Problem, grid, isHead(s.Problem, p.Kind, grid.Rows))
	case "heads":
		p = assignColumns(p, s.Problem, gridOf(&p), a.To == "true" && p.Heads == nil)
	case "change":
		p.Change = a.To == "true"
	case "only":
		own.Only, own.Page = a.To == "true", 0
		return own
	case "page":
		own.Page = number(a.To)
		return own
	}
	own.Judgement = s.Judge(p)
	return own
}

// number parses a number of the page, 0 for anything else.
func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// rest returns the rows with faults, judged on the draft with the others.
func (p State) rest(s *state.State) State {
	left := p.Rows
	left.Cells = make([][]string, len(p.Bad))
	for i, r := range p.Bad {
		left.Cells[i] = p.Cells[r]
	}
	return State{Judgement: s.Judge(left)}
}

// done returns the result of adding the rows.
func (p *State) done() string {
	var parts []string
	if p.Adds > 0 {
		parts = append(parts, i18n.T("added {} {}", strconv.Itoa(p.Adds), state.Noun(p.Kind, p.Adds)))
	}
	if p.Changes > 0 {
		parts = append(parts, i18n.T("changed {} {}", strconv.Itoa(p.Changes), state.Noun(p.Kind, p.Changes)))
	}
	return capital(doc.Enumeration(parts)) + "."
}

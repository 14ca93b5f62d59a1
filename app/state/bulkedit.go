package state

import (
	"slices"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/draw/layout"
	"gridbox/core/i18n"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// Many things together: selecting and counting them, setting a value for all of
// them, and aligning clusters.

type (
	// SelectKind selects all things of a kind. An empty kind means that of the
	// selection, or the draft's first table.
	SelectKind struct{ Kind string }
	// Align aligns the selected clusters: left, right, top, bottom, centre (one
	// below the other), middle (side by side), across or down (equal
	// distances).
	Align struct{ Alignment string }
	// SetCells sets the cells of a column in some rows of a table, in one step.
	SetCells struct {
		Kind, Column string
		Rows         []int
		Texts        []string
	}
	// ArrangeSelected computes new positions for the selected clusters only.
	ArrangeSelected struct{}
)

// indexThreshold is the number of lookups from which building an index is faster.
const indexThreshold = 8

// elementTest returns a function that reports whether a problem has a thing. It is efficient for many questions about
// one problem.
func elementTest(problem *scenario.Scenario, questions int) func(Ref) bool {
	if questions < indexThreshold {
		return func(t Ref) bool { return elementIndex(problem, t) >= 0 }
	}
	known := map[string]map[string]bool{}
	return func(t Ref) bool {
		ids, ok := known[t.Kind]
		if !ok {
			n, id := nounsOf(problem).list(problem, t.Kind)
			ids = make(map[string]bool, n)
			for i := range n {
				ids[id(i)] = true
			}
			known[t.Kind] = ids
		}
		return ids[t.ID]
	}
}

// IndicesOf returns the indices of things of a kind in their list, in its order.
func IndicesOf(problem *scenario.Scenario, things []Ref, kind string) []int {
	wanted := make(map[string]bool, len(things))
	for _, t := range things {
		if t.Kind == kind {
			wanted[t.ID] = true
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	var places []int
	n, id := nounsOf(problem).list(problem, kind)
	for i := range n {
		if wanted[id(i)] {
			places = append(places, i)
		}
	}
	return places
}

// SelectedCount returns the number of selected things of a kind, or of all for an
// empty kind.
func (s *State) SelectedCount(kind string) int {
	if kind == "" {
		return len(s.Select)
	}
	n := 0
	for _, t := range s.Select {
		if t.Kind == kind {
			n++
		}
	}
	return n
}

// SelectionText returns the selection in words: 3 clusters and 1 link.
func (s *State) SelectionText() string { return CountText(s.Draft.Kind, s.Select) }

// CountText returns numbers of things in words, in the order of the tables of a
// problem kind.
func CountText(problem string, things []Ref) string {
	count := map[string]int{}
	for _, t := range things {
		count[t.Kind]++
	}
	var parts []string
	for _, kind := range tables[problem] {
		if n := count[kind]; n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+Noun(kind, n))
		}
	}
	return doc.Enumeration(parts)
}

// reduce returns the state with all things of the kind selected. The state is unchanged without a problem or without
// such things.
func (a SelectKind) reduce(s State) State {
	if s.Problem == nil {
		return s
	}
	kind := a.Kind
	if kind == "" {
		kind = s.Main().Kind
	}
	if !slices.Contains(tables[s.Draft.Kind], kind) {
		kind = tables[s.Draft.Kind][0]
	}
	n, id := nounsOf(s.Problem).list(s.Problem, kind)
	if n == 0 {
		return s
	}
	all := make([]Ref, n)
	for i := range all {
		all[i] = Ref{kind, id(i)}
	}
	s.Select = all
	return s
}

// selectionPrefix is the prefix of paths of fields that all selected things have.
const selectionPrefix = "selected."

// SelectionField returns the path of a column's field for all selected things.
func SelectionField(c *Column) string { return selectionPrefix + c.Path }

// setSelected sets a field of all selected things of the main one's kind.
func (s State) setSelected(path, text string) (next *scenario.Scenario, solves bool, why string) {
	kind := s.Main().Kind
	d, ok := ready(s)
	if !ok {
		return nil, false, NotReady.Text
	}
	c := ColumnOf(d, kind, path)
	if c == nil {
		return nil, false, i18n.T("there is no field {}", path)
	}
	if text, why = c.ParseInput(text); why != "" {
		return nil, false, why
	}
	places := IndicesOf(d, s.Select, kind)
	changed, why := fillCells(d, kind, c, places, func(int) string { return text })
	if why != "" || !changed {
		return nil, false, why
	}
	return keepGenerated(&s, d), !s.solversIgnore(kind, c), ""
}

// solversIgnore reports whether no solver reads a column.
func (s *State) solversIgnore(kind string, c *Column) bool {
	return nounsOf(s.Draft).isIgnored(kind + "s[0]." + c.Path)
}

// ColumnOf returns the column with a path, nil for none.
func ColumnOf(d *scenario.Scenario, kind, path string) *Column {
	for _, c := range Columns(d, kind) {
		if c.Path == path {
			return &c
		}
	}
	return nil
}

// ParseInput converts the text that the user typed to the text of a cell.
func (c *Column) ParseInput(text string) (cell, why string) {
	switch {
	case text == "":
		return "", ""
	case c.Number():
		var x float64
		if why := ParseNumber(text, &x); why != "" {
			return "", why
		}
		return doc.Number(x), ""
	case c.Kind == "truth" && text == "true":
		return "yes", ""
	case c.Kind == "truth" && text == "false":
		return "no", ""
	}
	return text, ""
}

// Fillable returns the columns that can be filled: all but the names of things,
// and fields that must differ in every row.
func Fillable(d *scenario.Scenario, kind string) []Column {
	return slices.DeleteFunc(Columns(d, kind), func(c Column) bool {
		return c.Name() || kind == "link" && (c.Path == "a" || c.Path == "b") ||
			kind == "variant" && c.Path == "group"
	})
}

// reduce returns the state with the cells filled. An invalid text changes no cell and adds a message. An unknown
// column is ignored.
func (a SetCells) reduce(s State) State {
	if s.Problem == nil {
		return s
	}
	c, wrong := ColumnOf(s.Problem, a.Kind, a.Column), ""
	if c == nil {
		return s
	}
	s = edit(s, "", !s.solversIgnore(a.Kind, c), func(d *scenario.Scenario) string {
		changed, why := fillCells(d, a.Kind, c, a.Rows, func(k int) string { return a.Texts[k] })
		if wrong = why; why != "" || !changed {
			return ""
		}
		return i18n.T("fill {} of {} {}", c.Label, strconv.Itoa(len(a.Rows)), Noun(a.Kind, len(a.Rows)))
	})
	if wrong != "" {
		return Notify{Text: c.Label + " " + wrong + ".", Error: true}.reduce(s)
	}
	return s
}

// fillCells sets a column of an editable draft at some indices. It reports
// whether anything changed, or why a text is invalid.
func fillCells(d *scenario.Scenario, kind string, c *Column, places []int, text func(k int) string) (changed bool,
	why string) {
	list := rowsOf(d, kind)
	own, known := cloneRows(list, 0), nameTest(d)
	for k, i := range places {
		cell := text(k)
		if c.text(list.Index(i)) == cell {
			continue
		}
		changed = true
		if why := c.set(own.Index(i), cell, known); why != "" {
			return false, why
		}
	}
	if changed {
		setRows(d, kind, own)
	}
	return changed, ""
}

// Shared returns the common text of a column's cells in all selected things of
// a kind; mixed if they differ.
func (s *State) Shared(kind string, c *Column) (text string, mixed bool) {
	list := rowsOf(s.Problem, kind)
	for k, i := range IndicesOf(s.Problem, s.Select, kind) {
		switch cell := c.text(list.Index(i)); {
		case k == 0:
			text = cell
		case cell != text:
			return "", true
		}
	}
	return text, false
}

// moveSelected moves at least minimum selected clusters by f, in one step.
func moveSelected(s State, name string, minimum int, f func(at []placement.Cluster)) State {
	if s.Draft.Kind != "placement" || s.Problem == nil {
		return s
	}
	if n := s.SelectedCount("cluster"); n < minimum {
		return Notify{Text: i18n.T("Select {} clusters or more first.", strconv.Itoa(minimum)), Error: true}.reduce(s)
	}
	return editPlacement(s, "", false, func(p *scenario.Placement) string {
		p.Clusters = slices.Clone(p.Clusters)
		pin(p, s.Positions)
		var moved []placement.Cluster
		places := IndicesOf(s.Problem, s.Select, "cluster")
		for _, i := range places {
			moved = append(moved, p.Clusters[i])
		}
		f(moved)
		for k, i := range places {
			x, y := unit(*moved[k].X), unit(*moved[k].Y)
			p.Clusters[i].X, p.Clusters[i].Y = &x, &y
		}
		return i18n.T("{} {} clusters", name, strconv.Itoa(len(places)))
	})
}

// reduce returns the state with the selected clusters aligned or distributed. It only adds a message if fewer than
// two, or for a distribution three, are selected. An unknown way is ignored.
func (a Align) reduce(s State) State {
	x := func(c *placement.Cluster) **float64 { return &c.X }
	y := func(c *placement.Cluster) **float64 { return &c.Y }
	switch a.Alignment {
	case "left":
		return moveSelected(s, "align", 2, func(at []placement.Cluster) { alignClusters(at, x, minimum) })
	case "right":
		return moveSelected(s, "align", 2, func(at []placement.Cluster) { alignClusters(at, x, maximum) })
	case "centre":
		return moveSelected(s, "align", 2, func(at []placement.Cluster) { alignClusters(at, x, midpoint) })
	case "top":
		return moveSelected(s, "align", 2, func(at []placement.Cluster) { alignClusters(at, y, minimum) })
	case "bottom":
		return moveSelected(s, "align", 2, func(at []placement.Cluster) { alignClusters(at, y, maximum) })
	case "middle":
		return moveSelected(s, "align", 2, func(at []placement.Cluster) { alignClusters(at, y, midpoint) })
	case "across":
		return moveSelected(s, "distribute", 3, func(at []placement.Cluster) { distributeClusters(at, x) })
	case "down":
		return moveSelected(s, "distribute", 3, func(at []placement.Cluster) { distributeClusters(at, y) })
	}
	return s
}

func minimum(v []float64) float64 { return slices.Min(v) }
func maximum(v []float64) float64 { return slices.Max(v) }

// midpoint returns the middle between the least and the greatest value.
func midpoint(v []float64) float64 { return (slices.Min(v) + slices.Max(v)) / 2 }

// alignClusters moves clusters onto one line.
func alignClusters(at []placement.Cluster, axis func(*placement.Cluster) **float64, line func([]float64) float64) {
	v := make([]float64, len(at))
	for i := range at {
		v[i] = **axis(&at[i])
	}
	to := line(v)
	for i := range at {
		*axis(&at[i]) = &to
	}
}

// distributeClusters distributes clusters evenly between the outermost two, in their
// order; of those at equal positions the one listed first comes first.
func distributeClusters(at []placement.Cluster, axis func(*placement.Cluster) **float64) {
	order := make([]int, len(at))
	for i := range order {
		order[i] = i
	}
	sorting.Stable(order, func(a, b int) int {
		switch va, vb := **axis(&at[a]), **axis(&at[b]); {
		case va < vb:
			return -1
		case va > vb:
			return 1
		}
		return 0
	})
	last := len(order) - 1
	from, to := **axis(&at[order[0]]), **axis(&at[order[last]])
	for k, i := range order {
		v := from + (to-from)*float64(k)/float64(last)
		*axis(&at[i]) = &v
	}
}

// reduce returns the state with new positions of the selected clusters, or of all clusters if none is selected.
func (ArrangeSelected) reduce(s State) State {
	if s.SelectedCount("cluster") == 0 {
		return Arrange{}.reduce(s)
	}
	return editPlacement(s, "", false, func(p *scenario.Placement) string {
		places := IndicesOf(s.Problem, s.Select, "cluster")
		p.Clusters = slices.Clone(p.Clusters)
		pin(p, s.Positions)
		for i, at := range layout.RearrangeChosen(&p.Problem, clusterPositions(p), places) {
			if x, y := unit(at.X), unit(at.Y); x != *p.Clusters[i].X || y != *p.Clusters[i].Y {
				p.Clusters[i].X, p.Clusters[i].Y = &x, &y
			}
		}
		return i18n.T("lay out {} clusters", strconv.Itoa(len(places)))
	})
}

// clusterPositions returns the positions of clusters that all have one.
func clusterPositions(p *scenario.Placement) []layout.Point {
	points := make([]layout.Point, len(p.Clusters))
	for i := range points {
		points[i] = layout.Point{X: *p.Clusters[i].X, Y: *p.Clusters[i].Y}
	}
	return points
}

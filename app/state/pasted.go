package state

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gridbox/app/cells"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// Rows from a spreadsheet become things of the problem. Until they have, every
// row and cell stays as it was pasted, with words about what cannot be taken.

// Pasted is rows that wait to be taken. Like all of a state it is never
// modified.
type Pasted struct {
	Kind    string     // what the rows are to become
	Cells   [][]string // as they were pasted, the heads not among them
	Heads   []string   // what stood above the columns, nil for none
	Columns []string   // by place: the path of the column that it is, "" for none
	Change  bool       // rows whose name is there change it; otherwise they get another name
	Only    bool       // the page shows rows with faults alone
	Page    int

	style cells.Style
	// What follows from all that:
	Faults  map[Cell]string // what is wrong with a cell
	Bad     []int           // rows with faults
	Others  []string        // what is wrong with the whole
	Notes   []string        // what is done that the cells do not say
	Adds    int
	Changes int
	Known   int // rows whose name is there already
	made    *scenario.Scenario
	things  []Thing
}

// A Cell is a place among pasted rows.
type Cell struct{ Row, Column int }

type (
	// PasteRows reads rows for the things of a kind; of an empty one, for those
	// that the heads fit best.
	PasteRows struct{ Text, Kind string }
	// SetPasted changes how pasted rows are read: cell and column (Row and Column
	// say which), kind, heads, change, only, page.
	SetPasted struct {
		What        string
		Row, Column int
		To          string
	}
	// TakeRows takes the rows without faults; the others stay.
	TakeRows struct{}
	// DropRows forgets pasted rows.
	DropRows struct{}
)

// MostPasted is how many cells are read at once.
const MostPasted = 2_000_000

func (a PasteRows) reduce(s State) State {
	grid := cells.Read(a.Text)
	switch {
	case len(grid.Rows) == 0:
		return Tell{Text: "There are no rows to paste. Copy some in a spreadsheet first.", Error: true}.reduce(s)
	case len(grid.Rows)*grid.Width() > MostPasted:
		return Tell{Text: "These are too many rows to paste at once; make a scenario file of them.",
			Error: true}.reduce(s)
	case s.Problem == nil:
		return notReady.reduce(s)
	}
	p := Pasted{Kind: a.Kind, Change: true, style: cells.StyleOf(&grid)}
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

// clear tells rows that leave nothing to ask: heads that are all understood, no
// faults, and nothing that is there already.
func (p *Pasted) clear() bool {
	return p.Heads != nil && !slices.Contains(p.Columns, "") && len(p.Bad) == 0 && len(p.Others) == 0 &&
		len(p.Notes) == 0 && p.Known == 0
}

// fits gives the table that most heads belong to; without any that of what is
// selected.
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

// headed sets heads apart from rows, or takes the columns in their order.
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

// attributes lets columns of numbers that the table does not have become
// attributes of nodes, where those have any.
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
				if _, why := cells.Number(row[i], "", p.style); why != "" {
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

// isHead tells whether the first row is heads: half of its cells are names of
// columns, or it has no number where the second has one.
func isHead(d *scenario.Scenario, kind string, rows [][]string) bool {
	said := 0
	for _, c := range rows[0] {
		if c != "" {
			said++
		}
	}
	if n := howMany(match(Columns(d, kind), rows[0])); n > 0 && 2*n >= said {
		return true
	}
	if len(rows) < 2 {
		return false
	}
	number := func(row []string) (n int) {
		for _, c := range row {
			if _, why := cells.Number(c, "", cells.Point); why == "" {
				n++
			}
		}
		return n
	}
	return number(rows[0]) == 0 && number(rows[1]) > 0 && len(rows[0]) > 1 && len(rows) > 2 && number(rows[2]) > 0 &&
		said == len(rows[0]) && howMany(match(Columns(d, kind), rows[0])) > 0
}

// match gives the column that each head names, "" for none. A column is named
// once, by its name in documents, its label, either with the unit, the unit
// alone, or the beginning of its label.
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

// goesBy tells whether a bare word names a column: exactly, by its unit, or by
// the beginning of its label.
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

// bare is the letters and digits of a head.
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

// rowsAgain are all rows as they were pasted.
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
		for i := range p.Columns { // each column is one thing only
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

// take adds and changes what rows without faults say, in one step.
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
	return Tell{Text: words, Undo: true}.reduce(s)
}

// done says what came of the rows.
func (p *Pasted) done() string {
	var parts []string
	if p.Adds > 0 {
		parts = append(parts, "added "+strconv.Itoa(p.Adds)+" "+Called(p.Kind, p.Adds))
	}
	if p.Changes > 0 {
		parts = append(parts, "changed "+strconv.Itoa(p.Changes)+" "+Called(p.Kind, p.Changes))
	}
	return capital(joined(parts)) + "."
}

// Columns of what the rows are to become, new attributes among them.
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

// Choices are the columns that one of the pasted can be.
func (p *Pasted) Choices(s *State) []Column { return p.columns(s.Problem) }

// A judge works out what becomes of pasted rows.
type judge struct {
	p       Pasted
	d       *scenario.Scenario
	columns []*Column // by place of the pasted column, nil for none
	list    reflect.Value
	keys    map[string]int // what is there already
	names   *nameBook
	usual   reflect.Value // what new things are made from
	knows   func(string) bool
	things  []reflect.Value // by row, invalid with a fault
	over    []int           // by row, the place of what it changes, -1 for none
	seen    map[string]int
}

// judged works out what is wrong with rows and what becomes of the others.
func (s State) judged(p Pasted) Pasted {
	p.Faults, p.Bad, p.Others, p.Notes = map[Cell]string{}, nil, nil, nil
	p.Adds, p.Changes, p.Known, p.made, p.things = 0, 0, 0, nil, nil
	d, ok := ready(s)
	if !ok {
		p.Others = []string{notReady.Text}
		return p
	}
	j := judge{p: p, d: d, list: rowsOf(d, p.Kind), knows: knows(d), seen: map[string]int{}}
	all := p.columns(d)
	j.columns = make([]*Column, len(p.Columns))
	for i, path := range p.Columns {
		for k := range all {
			if all[k].Path == path {
				j.columns[i] = &all[k]
			}
		}
	}
	j.prepare(&s, all)
	if len(j.p.Others) > 0 {
		return j.p
	}
	j.things, j.over = make([]reflect.Value, len(p.Cells)), make([]int, len(p.Cells))
	for r := range p.Cells {
		j.row(r)
	}
	j.settle()
	return j.p
}

// key tells which of the things of a table a thing is: by its name, or by the
// ends that it joins.
func key(thing reflect.Value) string {
	if id, ok := member(thing, "id"); ok {
		return id.String()
	}
	a, isLink := member(thing, "a")
	if !isLink {
		return ""
	}
	b, _ := member(thing, "b")
	return min(a.String(), b.String()) + "\x00" + max(a.String(), b.String())
}

// prepare finds what is there, and what stands for columns that are not given.
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
	usual, given := usualThing(s, j.d, j.p.Kind), func(path string) bool { return slices.Contains(j.p.Columns, path) }
	var said []string
	for k := range all {
		c := &all[k]
		switch {
		case !c.required || c.part != "" || given(c.Path) || c.Name():
		case c.Number() && usual.IsValid() && c.text(usual) != "" && c.text(usual) != "0":
			c.at(j.usual).Set(c.at(usual))
			said = append(said, strings.TrimSpace(c.Label+" "+c.text(usual)+" "+c.Unit))
		default:
			j.p.Others = append(j.p.Others, "No column says "+c.Head()+". Choose the one that does.")
		}
	}
	if len(said) > 0 {
		j.p.Notes = append(j.p.Notes, "New rows get what is usual here: "+strings.Join(said, ", ")+".")
	}
	for i, head := range j.p.Heads {
		if head != "" && i < len(j.p.Columns) && j.p.Columns[i] == "" {
			j.p.Notes = append(j.p.Notes, "The column “"+head+"” is left out.")
		}
	}
}

// usualThing is what a new thing of a kind is like, invalid where nothing says.
func usualThing(s *State, d *scenario.Scenario, kind string) reflect.Value {
	own := *d
	of(d).hold(&own, d)
	list := rowsOf(&own, kind)
	made := reflect.New(list.Type().Elem()).Elem()
	set := func(name string, v float64) reflect.Value {
		at, _ := member(made, name)
		at.SetFloat(v)
		return made
	}
	switch {
	case kind == "cluster":
		return set("mips", usualPower(own.Placement))
	case kind == "link" && own.Placement != nil:
		return set("bandwidth", usualBandwidth(own.Placement))
	case kind == "link":
		rates := make([]float64, len(own.Farm.Links))
		for i, l := range own.Farm.Links {
			rates[i] = l.Bandwidth
		}
		return set("bandwidth", median(rates, 100))
	case kind == "busy", kind == "event", kind == "variant":
		return reflect.Value{}
	case !of(d).add(s, &own, Thing{kind, "?"}, ""):
		return reflect.Value{}
	}
	list = rowsOf(&own, kind)
	return list.Index(list.Len() - 1)
}

// read makes the text of a cell as documents have it of one as people write it.
func (c *Column) read(cell string, style cells.Style) (text, why string) {
	if cell == "" {
		return "", ""
	}
	switch c.Kind {
	case "number", "whole":
		v, why := cells.Number(cell, c.Unit, style)
		if why != "" {
			return "", why
		}
		return doc.Number(v), ""
	case "truth":
		yes, ok := cells.Truth(cell)
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

// cell is a pasted cell, empty beyond the end of its row.
func (p *Pasted) cell(r, i int) string {
	if i < len(p.Cells[r]) {
		return p.Cells[r][i]
	}
	return ""
}

// row makes a thing of a row.
func (j *judge) row(r int) {
	j.over[r] = -1
	thing := reflect.New(j.list.Type().Elem()).Elem()
	thing.Set(j.usual)
	if at, ok := j.was(r); ok {
		j.p.Known++
		if j.p.Change {
			j.over[r] = at
			thing.Set(j.list.Index(at))
		}
	}
	fine, said := true, j.partsSaid(r)
	for i, c := range j.columns {
		if c == nil {
			continue
		}
		text, why := c.read(j.p.cell(r, i), j.p.style)
		if why == "" && c.part != "" && !said[c.part] {
			thing.FieldByIndex(c.steps[0]).SetZero()
			continue
		}
		if why == "" && c.Name() {
			text, why = j.name(r, text)
		}
		if why == "" && j.p.Kind == "variant" && c.Path == "group" && text != "" &&
			place(j.d, Thing{"group", text}) < 0 {
			why = "names a group that does not exist; add it or choose another"
		}
		if why == "" {
			why = c.set(thing, text, j.knows)
		}
		if why != "" {
			j.p.Faults[Cell{r, i}] = why
			fine = false
		}
	}
	if fine && !slices.Contains(j.p.Columns, "id") && j.over[r] < 0 {
		if id, ok := member(thing, "id"); ok {
			id.SetString(j.names.free(j.p.Kind[:1] + strconv.Itoa(j.list.Len()+1)))
		}
	}
	if fine && j.over[r] < 0 {
		fine = j.first(r, thing)
	}
	if fine {
		j.things[r] = thing
	}
}

// was finds what a row is about among what is there.
func (j *judge) was(r int) (at int, ok bool) {
	ends := make([]string, 0, 2)
	for i, c := range j.columns {
		switch {
		case c == nil:
		case c.Name():
			at, ok = j.keys[j.p.cell(r, i)]
			return at, ok
		case c.Path == "a", c.Path == "b":
			ends = append(ends, j.p.cell(r, i))
		}
	}
	if len(ends) == 2 {
		at, ok = j.keys[min(ends[0], ends[1])+"\x00"+max(ends[0], ends[1])]
	}
	return at, ok
}

// name is that of a row's thing: as it says, a free one, or none.
func (j *judge) name(r int, text string) (name, why string) {
	if text == "" {
		return j.names.free(j.p.Kind[:1] + strconv.Itoa(j.list.Len()+1)), ""
	}
	if earlier, twice := j.seen[text]; twice && j.p.Change {
		return "", "is the name of row " + strconv.Itoa(earlier+1) + " too"
	}
	j.seen[text] = r
	if j.over[r] >= 0 {
		return text, ""
	}
	return j.names.free(text), ""
}

// first tells whether a new thing that is known by what it joins is the first
// such row; of two links between the same ends the second is a fault.
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
		why = "joins the same two as row " + strconv.Itoa(earlier+1)
	}
	j.p.Faults[Cell{r, max(0, slices.Index(j.p.Columns, "a"))}] = why
	return false
}

// partsSaid tells which optional parts of a thing a row says anything of.
func (j *judge) partsSaid(r int) map[string]bool {
	var said map[string]bool
	for i, c := range j.columns {
		if c == nil || c.part == "" || j.p.cell(r, i) == "" {
			continue
		}
		if said == nil {
			said = map[string]bool{}
		}
		said[c.part] = true
	}
	return said
}

// rounds bounds how often the rows that are left are looked at again without
// those in which faults were found: in most cases once.
const rounds = 100

// settle looks at the problem as it would be, and takes out rows until nothing
// is wrong with it. Faults that are of no row make all of it impossible.
func (j *judge) settle() {
	var place []int // by place in the list, the row; -1 for what is there and stays
	for range rounds {
		d := *j.d
		of(j.d).hold(&d, j.d)
		list := ownRows(j.list, len(j.things))
		place = slices.Repeat([]int{-1}, j.list.Len())
		for r, thing := range j.things {
			switch {
			case !thing.IsValid():
			case j.over[r] >= 0:
				list.Index(j.over[r]).Set(thing)
				place[j.over[r]] = r
			default:
				list = reflect.Append(list, thing)
				place = append(place, r)
			}
		}
		list, place = inGroups(&d, list, place)
		setRows(&d, j.p.Kind, list)
		faults := catalog.Check(&d)
		if len(faults) == 0 {
			j.finish(&d, place)
			return
		}
		if !j.blame(&d, faults, place) {
			break
		}
	}
	j.bad()
}

// inGroups puts lots behind one another as their groups have them; all else
// stays in its order.
func inGroups(d *scenario.Scenario, list reflect.Value, place []int) (reflect.Value, []int) {
	lots, ok := list.Interface().([]lot)
	if !ok {
		return list, place
	}
	sorted, order := make([]lot, 0, len(lots)), make([]int, 0, len(lots))
	for i := range d.Group.Groups {
		for k, l := range lots {
			if l.Group == d.Group.Groups[i].ID {
				sorted, order = append(sorted, l), append(order, place[k])
			}
		}
	}
	return reflect.ValueOf(sorted), order
}

// blame marks the cells that faults are about; false where a fault is about
// none.
func (j *judge) blame(d *scenario.Scenario, faults doc.Faults, place []int) (all bool) {
	all = true
	for _, f := range faults {
		i, field, ok := where(d, j.p.Kind, f.Path)
		if !ok || i >= len(place) || place[i] < 0 {
			if f.Path == "" && len(faults) > 1 { // so many more
				continue
			}
			j.p.Others = append(j.p.Others, f.String())
			all = false
			continue
		}
		r, at, length := place[i], -1, -1
		for k, path := range j.p.Columns {
			within := field == path || strings.HasPrefix(field, path+"[") || strings.HasPrefix(field, path+".")
			if path != "" && within && len(path) > length {
				at, length = k, len(path)
			}
		}
		if at < 0 {
			at = max(0, slices.IndexFunc(j.p.Columns, func(path string) bool { return path != "" }))
		}
		j.p.Faults[Cell{r, at}] = f.Why
		j.things[r] = reflect.Value{}
	}
	return all
}

// where takes the path of a fault apart: the place in the list of a kind, and
// the field of the thing there.
func where(d *scenario.Scenario, kind, path string) (i int, field string, ok bool) {
	list := kind + "s"
	switch kind {
	case "busy":
		list = "busy"
	case "variant":
		list = "groups"
	}
	rest, ok := strings.CutPrefix(path, d.Kind+"."+list+"[")
	number, field, shut := strings.Cut(rest, "]")
	i, err := strconv.Atoi(number)
	if !ok || !shut || err != nil {
		return 0, "", false
	}
	field = strings.TrimPrefix(field, ".")
	if kind != "variant" {
		return i, field, true
	}
	rest, ok = strings.CutPrefix(field, "variants[")
	number, field, shut = strings.Cut(rest, "]")
	k, err := strconv.Atoi(number)
	if !ok || !shut || err != nil || i >= len(d.Group.Groups) {
		return 0, "", false
	}
	for g := range i {
		k += len(d.Group.Groups[g].Variants)
	}
	return k, strings.TrimPrefix(field, "."), true
}

// finish says what becomes of the rows.
func (j *judge) finish(d *scenario.Scenario, place []int) {
	_, id := of(d).list(d, j.p.Kind)
	for i, r := range place {
		if r < 0 {
			continue
		}
		j.p.things = append(j.p.things, Thing{j.p.Kind, id(i)})
		if j.over[r] >= 0 {
			j.p.Changes++
		} else {
			j.p.Adds++
		}
	}
	j.p.made = d
	j.bad()
}

// bad lists the rows with faults.
func (j *judge) bad() {
	for r, thing := range j.things {
		if !thing.IsValid() {
			j.p.Bad = append(j.p.Bad, r)
		}
	}
}

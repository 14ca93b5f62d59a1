package table

import (
	"bytes"
	"cmp"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/kind"
	"gridbox/core/kind/kinds"
	"gridbox/core/rows"
	"gridbox/core/scenario"
)

// A maker turns tables into a problem.
type maker struct {
	kind    string
	made    *scenario.Scenario
	problem reflect.Value
	report  *importer.Report
	lists   []*listRows
	origin  float64 // the earliest date, from which times are counted
	dated   bool
	valid   bool
	slots   string // the answer to how many slots the one machine has
	// resources is how many resources the column of those that jobs were given
	// names, 0 where there is none.
	resources int
}

// listRows are the things of one list so far, and where they stood.
type listRows struct {
	*List
	things reflect.Value
	at     []importer.Place
	ids    importer.Names
	dates  []Field         // fields that are counted from the origin
	filled map[string]bool // fields that a column fills
}

// mapped is a column that is ready to be read.
type mapped struct {
	Column
	field     Field
	from, sub int // places of the cells; -1 for none
	units     []Unit
	unit      Unit
	comma     bool
	dated     bool
	constant  bool
}

func (m *maker) list(name string) *listRows {
	for _, l := range m.lists {
		if l.Name == name {
			return l
		}
	}
	l := listOf(m.kind, name)
	made := &listRows{List: l, things: reflect.New(reflect.SliceOf(l.elem)).Elem(), filled: map[string]bool{}}
	m.lists = append(m.lists, made)
	return made
}

// read takes the rows of one file as a table says; why tells why it cannot.
func (m *maker) read(f importer.File, sh *sheet, t *Table) (why string) {
	list := m.list(t.List)
	var columns []mapped
	for _, c := range t.Columns {
		field, _ := list.field(c.Field)
		col := mapped{Column: c, field: field, units: field.Units(), comma: t.Decimal == "comma", from: -1, sub: -1}
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
		// A difference is no longer a point in time, nor is a number without a date.
		calendar := col.unit.form == aDate || col.unit.form == anEpoch
		col.dated = calendar && col.sub < 0 && !col.constant && field.Moment()
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

// rows reads row by row.
func (m *maker) rows(f importer.File, sh *sheet, t *Table, list *listRows, columns []mapped, filters []filter) {
	r := newReader(string(f.Data), sh.between)
	if !sh.headerless {
		r.Next()
	}
	given := sh.allocated()
	thing := reflect.New(list.elem).Elem()
	zero := reflect.Zero(list.elem)
	taken, passed, wide, open := 0, 0, 0, 0
	if len(sh.sample) > 0 { // room for as many rows as there are, if all are as long as the first
		list.things.Grow(min(bytes.Count(f.Data, []byte{'\n'}), len(f.Data)/8))
	}
	for r.Next() {
		at := importer.Place{File: f.Name, Line: r.Line}
		if r.Wide > maxColumns {
			wide++
		}
		if r.Broken {
			if open++; open <= rows.MaxOpen {
				m.report.Assumed(1, "row", "have a quote that is never closed; it was taken as text", at)
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
			list.things.Set(reflect.Append(list.things, thing))
			list.at = append(list.at, at)
			taken++
		}
	}
	m.report.LeftOut(passed, "row", "of "+f.Name+" do not pass the filters")
	m.report.Assumed(wide, "row", "have more than "+strconv.Itoa(maxColumns)+" cells; the cells behind were not read",
		importer.Place{File: f.Name})
}

// row fills a thing from one row. It reports whether there is enough for one.
func (m *maker) row(thing reflect.Value, cells []string, list *listRows, columns []mapped, at importer.Place) bool {
	for i := range columns {
		col := &columns[i]
		why := m.cell(thing, cells, col, at)
		if why == "" {
			continue
		}
		if col.field.Needed() && col.field.Path != "id" {
			m.report.LeftOut(1, list.Noun, col.told()+" "+why, at)
			return false
		}
		m.report.Fault(at, col.told()+" "+why+"; the "+list.Noun+" is without it")
	}
	return true
}

// told is how a report speaks of a column.
func (col *mapped) told() string {
	if col.from < 0 {
		return col.field.Label
	}
	if col.Minus != "" {
		return col.Column.Column + " less " + col.Minus
	}
	return col.Column.Column
}

func cellOf(cells []string, at int) string {
	if at < 0 || at >= len(cells) {
		return ""
	}
	return cells[at]
}

// cell fills one field; why says why it cannot.
func (m *maker) cell(thing reflect.Value, cells []string, col *mapped, at importer.Place) (why string) {
	f, c, given := &col.field, cellOf(cells, col.from), false
	if col.constant || empty(c) {
		if c, given = col.Value, true; c == "" {
			if f.Needed() && f.Path != "id" {
				return "is empty"
			}
			return ""
		}
	}
	switch f.Kind {
	case "number", "whole", "map":
		return m.number(thing, c, cells, col, given, at)
	case "truth":
		on, ok := rows.Truth(c)
		if !ok {
			return "is neither yes nor no"
		}
		f.Own(thing).SetBool(on)
	case "choice":
		word := strings.ToLower(c)
		if why := f.Rule.Text(word); why != "" {
			return why
		}
		f.setText(thing, word)
	case "list":
		list := names(c)
		for i := range list {
			list[i] = importer.Clean(list[i])
		}
		f.setNames(thing, list)
	default:
		f.setText(thing, importer.Clean(c))
	}
	return ""
}

func (m *maker) number(thing reflect.Value, c string, cells []string, col *mapped, given bool,
	at importer.Place) string {
	f := &col.field
	if given { // in the field's own unit
		own := mapped{units: col.units, unit: Unit{Factor: 1}}
		x, why := own.number(c)
		if why == "" {
			why = f.ruled(x)
		}
		if why == "" {
			f.setNumber(thing, x)
		}
		return why
	}
	x, why := col.number(c)
	if why != "" {
		return why
	}
	if col.sub >= 0 {
		other := cellOf(cells, col.sub)
		if empty(other) {
			if col.Value != "" {
				return m.number(thing, col.Value, cells, col, true, at)
			}
			return "cannot be told, because " + col.Minus + " is empty"
		}
		y, why := col.number(other)
		if why != "" {
			return "cannot be told, because " + col.Minus + " " + why
		}
		x -= y
	}
	if whole(f) {
		if near := f.rounded(x); near != x {
			way := "down"
			if near > x {
				way = "up"
			}
			m.report.Assumed(1, nounOf(f.list), col.told()+" is no whole number and was rounded "+way, at)
			x = near
		}
	}
	if col.dated {
		if !m.dated || x < m.origin {
			m.origin, m.dated = x, true
		}
	} else if why := f.ruled(x); why != "" {
		return "is " + short(x) + " and " + why
	}
	f.setNumber(thing, x)
	return ""
}

func short(x float64) string { return strconv.FormatFloat(x, 'g', 10, 64) }

// finish makes a valid problem of what was read.
func (m *maker) finish() {
	m.count()
	m.name()
	m.refer()
	m.settle()
	m.store()
	m.complete()
	m.valid = m.prune()
	for _, l := range m.lists {
		m.report.Taken(l.Get(m.problem).Len(), l.Noun, "read")
	}
}

// count counts dates from the earliest of them.
func (m *maker) count() {
	if !m.dated {
		return
	}
	for _, l := range m.lists {
		for k := range l.dates {
			for i := range l.things.Len() {
				v := l.dates[k].Get(l.things.Index(i))
				if v.Kind() == reflect.Pointer {
					if v.IsNil() {
						continue
					}
					v = v.Elem()
				}
				if v.IsValid() && v.Float() >= m.origin { // an empty cell left it at 0
					v.SetFloat(v.Float() - m.origin)
				}
			}
		}
	}
	m.report.Assumed(1, "", "times are counted from the earliest date, "+date(m.origin))
}

// date writes a moment for a person.
func date(seconds float64) string {
	day := int(math.Floor(seconds / 86400))
	clock := int(seconds) - day*86400
	year := 1970 + day/366
	if day < 0 {
		year = 1969 + day/365
	}
	for days(year+1, 1, 1) <= day {
		year++
	}
	month := 1
	for month < 12 && days(year, month+1, 1) <= day {
		month++
	}
	two := func(n int) string { return string(rune('0'+n/10)) + string(rune('0'+n%10)) }
	return strconv.Itoa(year) + "-" + two(month) + "-" + two(day-days(year, month, 1)+1) + " " + two(clock/3600) + ":" +
		two(clock/60%60) + ":" + two(clock%60)
}

// name gives every thing a name of its own.
func (m *maker) name() {
	for _, l := range m.lists {
		id, has := l.field("id")
		if !has {
			continue
		}
		twice, nameless := 0, 0
		var where []importer.Place
		for i := range l.things.Len() {
			v := id.Own(l.things.Index(i))
			was := v.String()
			now := l.ids.ID(was, l.Noun)
			if v.SetString(now); now == was {
				continue
			}
			if was == "" {
				nameless++
			} else if twice++; len(where) < 5 {
				where = append(where, l.at[i])
			}
		}
		m.report.Assumed(nameless, l.Noun, "have no name and got a number")
		m.report.Assumed(twice, l.Noun, "have a name that was there already, now with a number behind it", where...)
	}
}

// refer looks after names that lead to another list. Where nothing fills that
// list, what is named is made; otherwise a name of nothing is left out.
func (m *maker) refer() {
	for n := 0; n < len(m.lists); n++ {
		l := m.lists[n]
		for _, f := range l.Fields {
			if f.Ref != "" && f.Kind != "map" && l.filled[f.Path] {
				m.lead(l, &f)
			}
		}
	}
}

func (m *maker) lead(l *listRows, f *Field) {
	there := slices.ContainsFunc(m.lists, func(o *listRows) bool { return o.Name == f.Ref })
	if !there && listOf(m.kind, f.Ref) == nil {
		return
	}
	to := m.list(f.Ref)
	id, _ := to.field("id")
	known := make(map[string]bool, to.things.Len())
	for i := range to.things.Len() {
		known[id.Own(to.things.Index(i)).String()] = true
	}
	made := 0
	// ok reports whether a name leads somewhere, making what it names if need be.
	ok := func(name string) bool {
		if known[name] || name == "" {
			return known[name]
		}
		if there {
			return false
		}
		known[name] = true
		made++
		thing := reflect.New(to.elem).Elem()
		for _, need := range to.Fields {
			if x, err := strconv.ParseFloat(need.Usual(), 64); err == nil {
				need.setNumber(thing, x)
			}
		}
		id.Own(thing).SetString(name)
		to.things.Set(reflect.Append(to.things, thing))
		to.at = append(to.at, importer.Place{})
		return true
	}
	keep := make([]bool, l.things.Len())
	for i := range keep {
		keep[i] = m.leads(l, f, i, ok)
	}
	l.keep(keep)
	if !there {
		usual := ""
		for _, need := range to.Fields {
			if need.Usual() != "" {
				usual += ", " + strings.ToLower(need.Label) + " " + need.Usual()
			}
		}
		m.report.Assumed(made, to.Noun, "were made of the names in "+f.Label+usual)
	}
}

// leads looks after the names in one thing, and reports whether it can stay.
func (m *maker) leads(l *listRows, f *Field, i int, ok func(string) bool) bool {
	v := f.Get(l.things.Index(i))
	if !v.IsValid() || v.IsZero() {
		return true
	}
	if f.Kind != "list" {
		name := v.String()
		if ok(name) {
			return true
		}
		if f.Needed() {
			m.report.LeftOut(1, l.Noun, f.Label+" names a "+nounOf(f.Ref)+" that is not there", l.at[i])
			return false
		}
		m.report.Fault(l.at[i], f.Label+" names a "+nounOf(f.Ref)+" that is not there; the "+l.Noun+" is without it")
		if strings.Contains(f.Path, ".") {
			f.Clear(l.things.Index(i)) // the part is nothing without the name
		} else {
			v.SetZero()
		}
		return true
	}
	left, missing := 0, 0
	for k := range v.Len() {
		if !ok(nameIn(v.Index(k), f).String()) {
			missing++
			continue
		}
		v.Index(left).Set(v.Index(k))
		left++
	}
	if v.SetLen(left); missing > 0 {
		m.report.Fault(l.at[i], f.Label+" names a "+nounOf(f.Ref)+" that is not there; the "+l.Noun+" is without it")
	}
	return true
}

// keep drops the things that are not to stay.
func (l *listRows) keep(stay []bool) {
	n := 0
	for i, yes := range stay {
		if yes {
			if n != i {
				l.things.Index(n).Set(l.things.Index(i))
				l.at[n] = l.at[i]
			}
			n++
		}
	}
	l.things.SetLen(n)
	l.at = l.at[:n]
}

// settle orders things that come in the course of time by when they come, as
// solvers and people expect.
func (m *maker) settle() {
	for _, l := range m.lists {
		f, streams := l.field("submitted")
		if !streams || !l.filled["submitted"] {
			continue
		}
		at, order := make([]float64, l.things.Len()), make([]int, l.things.Len())
		for i := range at {
			at[i], order[i] = f.Get(l.things.Index(i)).Float(), i
		}
		if slices.IsSorted(at) {
			continue
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
		things, places := reflect.MakeSlice(l.things.Type(), len(order), len(order)), make([]importer.Place, len(order))
		for i, from := range order {
			things.Index(i).Set(l.things.Index(from))
			places[i] = l.at[from]
		}
		l.things.Set(things)
		l.at = places
	}
}

// store puts the lists into the problem.
func (m *maker) store() {
	for _, l := range m.lists {
		if l.things.Len() > 0 {
			at := l.Get(m.problem)
			at.Set(l.things)
		}
	}
}

// complete adds what a problem of the kind cannot be without.
func (m *maker) complete() {
	k, _ := kinds.ByID(m.kind)
	c := kind.Completion{Allocated: m.resources}
	if n, err := strconv.Atoi(m.slots); err == nil && n >= 1 && n <= 1_000_000 {
		c.Slots = n
	}
	k.Complete(scenario.Problem(m.made), &c)
	if c.Preset != "" {
		m.made.Draw(c.Preset)
	}
	if c.Assumed > 0 {
		q := question
		q.Usual = strconv.Itoa(c.Assumed)
		m.report.Asked = append(m.report.Asked, importer.Asked{Question: q,
			Answer: strconv.Itoa(cmp.Or(c.Slots, c.Assumed)), Assumed: m.slots == ""})
	}
	for _, n := range c.Notes {
		m.report.Assumed(n.Count, n.Noun, n.Text)
	}
}

// prune leaves out what the kind's own validation refuses, such as a second link
// between the same two or jobs that wait for each other in a circle.
func (m *maker) prune() (valid bool) {
	for range 20 {
		faults := scenario.Validate(m.made)
		if len(faults) == 0 {
			return true
		}
		stay := map[*listRows][]bool{}
		for _, f := range faults {
			for _, l := range m.lists {
				list, i, _, ok := doc.CutElement(f.Path)
				if !ok || list != m.kind+"."+l.Name || i >= len(l.at) || l.at[i] == (importer.Place{}) {
					continue
				}
				if stay[l] == nil {
					stay[l] = slices.Repeat([]bool{true}, len(l.at))
				}
				if stay[l][i] {
					stay[l][i] = false
					m.report.LeftOut(1, l.Noun, f.Why, l.at[i])
				}
			}
		}
		if len(stay) == 0 {
			return false // the report says what is wrong with all of it
		}
		for l, yes := range stay {
			l.keep(yes)
			l.Get(m.problem).Set(l.things)
		}
		m.refer()
		m.store()
	}
	return false
}

package table

import (
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
	"gridbox/core/scenario"
)

// finish converts the elements to a valid problem.
func (m *maker) finish() {
	m.subtractOrigin()
	m.name()
	m.refer()
	m.sortBySubmission()
	m.store()
	m.complete()
	m.valid = m.prune()
	for _, l := range m.lists {
		m.report.AddTaken(l.Get(m.problem).Len(), l.Noun, "read")
	}
}

// subtractOrigin subtracts the origin from dates.
func (m *maker) subtractOrigin() {
	if !m.dated {
		return
	}
	for _, l := range m.lists {
		for k := range l.dates {
			for i := range l.elements.Len() {
				v := l.dates[k].Get(l.elements.Index(i))
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
	m.report.AddAssumed(1, "", "times are counted from the earliest date, "+date(m.origin))
}

// date formats seconds since 1970 as a date and a clock time: 2026-11-22 04:00:03.
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

// name assigns a unique id to every element.
func (m *maker) name() {
	for _, l := range m.lists {
		id, has := l.field("id")
		if !has {
			continue
		}
		twice, nameless := 0, 0
		var where []importer.Place
		for i := range l.elements.Len() {
			v := id.WritableValue(l.elements.Index(i))
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
		m.report.AddAssumed(nameless, l.Noun, "have no name and got a number")
		m.report.AddAssumed(twice, l.Noun, "have a name that was there already, now with a number behind it", where...)
	}
}

// refer resolves references to other lists. If no table fills the other list, its elements are
// created; otherwise unknown references are removed.
func (m *maker) refer() {
	for n := 0; n < len(m.lists); n++ {
		l := m.lists[n]
		for _, f := range l.Fields {
			if f.Ref != "" && f.Kind != "map" && l.filled[f.Path] {
				m.resolve(l, &f)
			}
		}
	}
}

// resolve resolves the references of a field.
func (m *maker) resolve(l *listRows, f *Field) {
	there := slices.ContainsFunc(m.lists, func(o *listRows) bool { return o.Name == f.Ref })
	if !there && listOf(m.kind, f.Ref) == nil {
		return
	}
	to := m.list(f.Ref)
	id, _ := to.field("id")
	known := make(map[string]bool, to.elements.Len())
	for i := range to.elements.Len() {
		known[id.WritableValue(to.elements.Index(i)).String()] = true
	}
	made := 0
	// ok reports whether a reference is valid. It creates the element if necessary.
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
		id.WritableValue(thing).SetString(name)
		to.elements.Set(reflect.Append(to.elements, thing))
		to.at = append(to.at, importer.Place{})
		return true
	}
	keep := make([]bool, l.elements.Len())
	for i := range keep {
		keep[i] = m.resolveOne(l, f, i, ok)
	}
	l.keep(keep)
	if !there {
		usual := ""
		for _, need := range to.Fields {
			if need.Usual() != "" {
				usual += ", " + strings.ToLower(need.Label) + " " + need.Usual()
			}
		}
		m.report.AddAssumed(made, to.Noun, "were made of the names in "+f.Label+usual)
	}
}

// resolveOne resolves the references of one element, and reports whether it can stay.
func (m *maker) resolveOne(l *listRows, f *Field, i int, ok func(string) bool) bool {
	v := f.Get(l.elements.Index(i))
	if !v.IsValid() || v.IsZero() {
		return true
	}
	if f.Kind != "list" {
		name := v.String()
		if ok(name) {
			return true
		}
		if f.IsRequired() {
			m.report.AddLeftOut(1, l.Noun, f.Label+" names a "+nounOf(f.Ref)+" that is not there", l.at[i])
			return false
		}
		m.report.AddFault(l.at[i], f.Label+" names a "+nounOf(f.Ref)+" that is not there; the "+l.Noun+" is without it")
		if strings.Contains(f.Path, ".") {
			f.Clear(l.elements.Index(i)) // the part is meaningless without the name
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
		m.report.AddFault(l.at[i], f.Label+" names a "+nounOf(f.Ref)+" that is not there; the "+l.Noun+" is without it")
	}
	return true
}

// keep removes the elements whose entry in stay is false. The order of the others is kept.
func (l *listRows) keep(stay []bool) {
	n := 0
	for i, yes := range stay {
		if yes {
			if n != i {
				l.elements.Index(n).Set(l.elements.Index(i))
				l.at[n] = l.at[i]
			}
			n++
		}
	}
	l.elements.SetLen(n)
	l.at = l.at[:n]
}

// sortBySubmission sorts elements with a submission by it.
func (m *maker) sortBySubmission() {
	for _, l := range m.lists {
		f, streams := l.field("submitted")
		if !streams || !l.filled["submitted"] {
			continue
		}
		at, order := make([]float64, l.elements.Len()), make([]int, l.elements.Len())
		for i := range at {
			at[i], order[i] = f.Get(l.elements.Index(i)).Float(), i
		}
		if slices.IsSorted(at) {
			continue
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
		things, places := reflect.MakeSlice(l.elements.Type(), len(order), len(order)),
			make([]importer.Place, len(order))
		for i, from := range order {
			things.Index(i).Set(l.elements.Index(from))
			places[i] = l.at[from]
		}
		l.elements.Set(things)
		l.at = places
	}
}

// store puts the lists into the problem.
func (m *maker) store() {
	for _, l := range m.lists {
		if l.elements.Len() > 0 {
			at := l.Get(m.problem)
			at.Set(l.elements)
		}
	}
}

// complete adds the required parts that a problem of the kind lacks.
func (m *maker) complete() {
	k, _ := kinds.ByID(m.kind)
	c := kind.Completion{AllocatedSlots: m.resources}
	if n, err := strconv.Atoi(m.slots); err == nil && n >= 1 && n <= 1_000_000 {
		c.Slots = n
	}
	k.Complete(scenario.Problem(m.result), &c)
	if c.Preset != "" {
		m.result.Draw(c.Preset)
	}
	if c.AddedSlots > 0 {
		q := question
		q.Usual = strconv.Itoa(c.AddedSlots)
		m.report.Answers = append(m.report.Answers, importer.AnsweredQuestion{Question: q,
			Answer: strconv.Itoa(cmp.Or(c.Slots, c.AddedSlots)), Assumed: m.slots == ""})
	}
	for _, n := range c.Notes {
		m.report.AddAssumed(n.Count, n.Noun, n.Text)
	}
}

// prune removes elements that the kind's validation rejects, such as a second link between two
// elements or cyclic dependencies. It reports whether the result is valid.
func (m *maker) prune() (valid bool) {
	for range 20 {
		faults := scenario.Validate(m.result)
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
					m.report.AddLeftOut(1, l.Noun, f.Reason, l.at[i])
				}
			}
		}
		if len(stay) == 0 {
			return false // the report lists the remaining faults
		}
		for l, yes := range stay {
			l.keep(yes)
			l.Get(m.problem).Set(l.elements)
		}
		m.refer()
		m.store()
	}
	return false
}

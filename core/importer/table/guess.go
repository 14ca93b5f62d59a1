package table

import (
	"cmp"
	"slices"
	"strings"

	"gridbox/core/importer"
	"gridbox/core/rows"
	"gridbox/core/scenario"
)

// Guess returns a mapping for files from the names and contents of their columns. kind is the
// kind of problem; "" means any.
func Guess(files []importer.File, kind string) *Mapping {
	sheets := make([]*sheet, len(files))
	for i, f := range files {
		sheets[i] = open(f, nil)
	}
	return guess(sheets, kind)
}

// kindsByUse are the kinds by the likelihood of their tables: most are logs of jobs.
var kindsByUse = append([]string{"farm"}, slices.DeleteFunc(scenario.Kinds(),
	func(kind string) bool { return kind == "farm" })...)

// guess returns the best mapping of sheets.
func guess(sheets []*sheet, kind string) *Mapping {
	var best *Mapping
	most := -1 << 30
	for _, k := range kindsByUse {
		if kind != "" && k != kind {
			continue
		}
		m, sum := &Mapping{Format: MappingFormat, Version: MappingVersion, Kind: k}, 0
		for _, sh := range sheets {
			t, score := bestTable(sh, k)
			if m.table(sh) == nil {
				m.Tables = append(m.Tables, t)
			}
			sum += score
		}
		if sum > most {
			best, most = m, sum
		}
	}
	best.dropMissingLicences()
	return best
}

// dropMissingLicences removes licences that jobs need and no machine has.
func (m *Mapping) dropMissingLicences() {
	has := map[string]bool{}
	for i := range m.Tables {
		for _, c := range m.Tables[i].Columns {
			if m.Tables[i].List == "machines" {
				has[c.Field] = true
			}
		}
	}
	for i := range m.Tables {
		if t := &m.Tables[i]; t.List == "jobs" {
			t.Columns = slices.DeleteFunc(t.Columns, func(c Column) bool {
				return strings.HasPrefix(c.Field, "licenses.") && !has[c.Field]
			})
		}
	}
}

// bestTable returns the best table over the lists of a kind, with its score.
func bestTable(sh *sheet, kind string) (best Table, most int) {
	most = -1 << 30
	for _, l := range Lists(kind) {
		t, score := guessList(sh, l)
		if score > most {
			best, most = t, score
		}
	}
	return best, most
}

// A pair is a column with a possible field.
type pair struct {
	column int
	field  Field
	score  int
}

// guessList returns the best assignment of a table to one list, with its score.
func guessList(sh *sheet, l *List) (t Table, score int) {
	t = Table{List: l.Name, Header: sh.names, Headerless: sh.headerless, Separator: string(rune(sh.separator))}
	if sh.headerless {
		t.Header = nil
	}
	comma := sh.comma()
	if comma {
		t.Decimal = "comma"
	}
	var pairs []pair
	for i, name := range sh.names {
		cells := sh.column(i)
		for _, f := range l.fillableFields() {
			s := nameScore(name, &f)
			if s > 0 && !fits(&f, cells, comma) {
				// A column with this name is assigned in any case; faults report its invalid
				// cells.
				s = map[bool]int{true: 4}[s == 10]
			}
			if s > 0 {
				pairs = append(pairs, pair{i, f, s})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.score, a.score) })
	columns, taken := make([]bool, len(sh.names)), map[string]bool{}
	for _, p := range pairs {
		if columns[p.column] || taken[p.field.Path] {
			continue
		}
		columns[p.column], taken[p.field.Path] = true, true
		score += p.score
		t.Columns = append(t.Columns, Column{Field: p.field.Path, Column: sh.names[p.column],
			Unit: guessUnit(&p.field, sh.names[p.column], sh.column(p.column), comma)})
	}
	_, streams := l.field("submitted")
	if streams {
		score += sh.span(&t, l, columns, comma)
	}
	if sh.headerless {
		score += sh.order(&t, l, columns, comma)
	}
	for _, f := range l.Fields {
		if f.IsRequired() && t.column(f.Path) == nil {
			score -= 6
			if f.Usual() != "" {
				t.Columns = append(t.Columns, Column{Field: f.Path, Value: f.Usual()})
			}
		}
	}
	file := strings.ToLower(sh.name)
	for _, word := range append([]string{l.Noun}, fileWords[l.Name]...) {
		if strings.Contains(file, word) {
			score += 8
			break
		}
	}
	switch {
	case streams:
		score += 2 // most tables are about jobs
	case l.kind == "farm" && l.Name == "links":
		score-- // edges without other columns belong to a grid
	case l.Name == "events":
		score -= 12 // these have no names, so that no required field seems to be missing
	}
	sortColumns(&t, l)
	return t, score
}

// fileWords are other words in file names for the elements of a list.
var fileWords = map[string][]string{"jobs": {"task", "pod", "workload", "trace"},
	"machines": {"node", "host", "server"}, "links": {"edge"}, "clusters": {"site"},
	"datasets": {"file", "data"}, "nodes": {"host"}, "groups": {"rack", "zone"}}

// sortColumns sorts columns by their fields.
func sortColumns(t *Table, l *List) {
	place := func(path string) int {
		return slices.IndexFunc(l.Fields, func(f Field) bool {
			return f.Path == path || f.Kind == "map" && strings.HasPrefix(path, f.Path+".")
		})
	}
	slices.SortStableFunc(t.Columns, func(a, b Column) int { return cmp.Compare(place(a.Field), place(b.Field)) })
}

// fillableFields returns the fields that a guess may fill: those of the list, with common entries of
// maps.
func (l *List) fillableFields() (fields []Field) {
	for _, f := range l.Fields {
		switch {
		case f.Kind != "map":
			fields = append(fields, f)
		case f.Path == "licenses":
			f.Path, f.key, f.Label = "licenses.gpu", "gpu", "gpu"
			fields = append(fields, f)
		}
	}
	return fields
}

// span assigns the duration to the difference of a start and an end if no column has it.
func (sh *sheet) span(t *Table, l *List, used []bool, comma bool) (score int) {
	find := func(words []string) int {
		best, most := -1, 0
		for i, name := range sh.names {
			f, _ := l.field("submitted")
			if s := phraseScore(name, words); s > most && fits(&f, sh.column(i), comma) {
				best, most = i, s
			}
		}
		return best
	}
	start, end := find(starts), find(ends)
	submitted, _ := l.field("submitted")
	if t.column("duration") == nil && start >= 0 && end >= 0 && start != end {
		t.Columns = append(t.Columns, Column{Field: "duration", Column: sh.names[end], Minus: sh.names[start],
			Unit: guessUnit(&submitted, sh.names[end], sh.column(end), comma)})
		used[start], used[end] = true, true
		score += 8
	}
	if t.column("submitted") == nil && start >= 0 {
		t.Columns = append(t.Columns, Column{Field: "submitted", Column: sh.names[start],
			Unit: guessUnit(&submitted, sh.names[start], sh.column(start), comma)})
		used[start] = true
		score += 4
	}
	return score
}

var (
	starts = []string{"start", "start time", "started", "scheduled time", "begin", "begin time", "started at"}
	ends   = []string{"end", "end time", "finish", "finished", "finish time", "deletion time", "completion time",
		"stop", "stop time", "completed", "ended at", "finished at"}
)

// order assigns columns without names in the order of the fields: names first, then numbers.
func (sh *sheet) order(t *Table, l *List, used []bool, comma bool) (score int) {
	at := 0
	for _, f := range l.Fields {
		if !f.IsRequired() && f.Path != "submitted" {
			continue
		}
		for i := at; i < len(sh.names); i++ {
			cells := sh.column(i)
			if used[i] || len(cells) == 0 || !fits(&f, cells, comma) {
				continue
			}
			unit := guessUnit(&f, "", cells, comma)
			t.Columns = append(t.Columns, Column{Field: f.Path, Column: sh.names[i], Unit: unit})
			used[i], at = true, i+1
			score += 3
			break
		}
	}
	return score
}

// comma reports whether the decimal separator is a comma.
func (sh *sheet) comma() bool {
	if sh.separator == ',' {
		return false
	}
	with, without := 0, 0
	for _, row := range sh.sample {
		for _, c := range row {
			if !strings.ContainsAny(c, ",.") {
				continue
			}
			_, point := parsePlainNumber(c, false)
			_, comma := parsePlainNumber(c, true)
			if comma && !point {
				with++
			} else if point && !comma {
				without++
			}
		}
	}
	return with > without
}

// fits reports whether most cells of a column are valid for the field.
func fits(f *Field, cells []string, comma bool) bool {
	if len(cells) == 0 {
		return f.Kind == "text" || f.Kind == "list" || f.Kind == "truth"
	}
	good := 0
	for _, c := range cells {
		ok := true
		switch f.Kind {
		case "truth":
			_, ok = rows.Truth(c)
		case "choice":
			ok = f.Rule.Text(strings.ToLower(c)) == ""
		case "number", "whole", "map":
			col := mappedColumn{units: f.Units(), unit: Unit{Factor: 1}, comma: comma}
			_, why := col.number(c)
			if ok = why == ""; !ok && f.Unit == "s" {
				_, ok = clock(c)
			}
			if !ok && f.IsTime() {
				_, ok = parseDate(c, dateISO)
				if !ok {
					_, ok = parseDate(c, dateDMY)
				}
				if !ok {
					_, ok = parseDate(c, dateMDY)
				}
			}
		}
		if ok {
			good++
		}
	}
	return 10*good >= 8*len(cells)
}

// guessUnit returns the unit of a column by its name and its cells.
func guessUnit(f *Field, name string, cells []string, comma bool) string {
	units := f.Units()
	if len(units) == 0 {
		return ""
	}
	words := split(name)
	for i := len(words) - 1; i > 0; i-- {
		u, word := unitOf(units, words[i]), words[i]
		if u != nil && (len(word) > 1 || i == len(words)-1 && word != "m") {
			if u == &units[0] {
				return ""
			}
			return u.Name
		}
	}
	most, numbers, clocks, styles := 0.0, 0, 0, map[string]int{}
	for _, c := range cells {
		if x, ok := parsePlainNumber(c, comma); ok {
			most, numbers = max(most, x), numbers+1
			continue
		}
		if _, ok := clock(c); ok {
			clocks++
		}
		for _, style := range []string{dateISO, dateDMY, dateMDY} {
			if _, ok := parseDate(c, style); ok {
				styles[style]++
			}
		}
	}
	timed := f.Unit == "s" || f.IsTime()
	switch style := mostFrequentStyle(styles); {
	case timed && styles[style] > len(cells)/2:
		return style
	case timed && clocks > len(cells)/2:
		return clockUnit
	case f.IsTime() && f.Unit == "s" && numbers > 0 && most > 1e11 && most < 1e13:
		return epochMS
	case f.IsTime() && f.Unit == "s" && numbers > 0 && most > 3e8 && most < 1e10:
		return epoch
	case f.Unit == "MB" && f.Path == "memory" && most > 1e8:
		return "B"
	}
	return ""
}

// mostFrequentStyle returns the most frequent style of dates, on a tie the first.
func mostFrequentStyle(styles map[string]int) string {
	best := dateISO
	for _, style := range []string{dateDMY, dateMDY} {
		if styles[style] > styles[best] {
			best = style
		}
	}
	return best
}

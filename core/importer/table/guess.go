package table

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"gridbox/core/importer"
	"gridbox/core/rows"
	"gridbox/core/scenario"
)

// A sheet is a file taken apart as far as its columns.
type sheet struct {
	name       string
	text       string // its beginning
	between    byte
	headerless bool
	names      []string   // of the columns
	sample     [][]string // first rows below the header
	lines      []int      // of them
}

func newReader(text string, between byte) *rows.Reader {
	r := rows.NewReader(text, between)
	r.MaxCells = maxColumns
	return r
}

// open looks at the beginning of a file. What a table says of it comes before
// what is found out.
func open(f importer.File, t *Table) *sheet {
	sh := &sheet{name: f.Name, text: string(f.Data[:min(len(f.Data), sampleLong)])}
	sh.between, _ = rows.Separator(sh.text)
	if t != nil && t.Separator != "" {
		sh.between = t.Separator[0]
	}
	r := newReader(sh.text, sh.between)
	var first []string
	firstLine := 1
	for len(sh.sample) < sampled && r.Next() {
		row := make([]string, len(r.Cells))
		for i, c := range r.Cells {
			row[i] = strings.Clone(cut(c, 200))
		}
		if first == nil {
			first, firstLine = row, r.Line
			continue
		}
		sh.sample, sh.lines = append(sh.sample, row), append(sh.lines, r.Line)
	}
	if sh.headerless = len(first) > 0 && !headed(first, sh.sample); t != nil {
		sh.headerless = t.Headerless
	}
	if !sh.headerless {
		sh.names = named(first)
		return sh
	}
	if first != nil {
		sh.sample, sh.lines = append([][]string{first}, sh.sample...), append([]int{firstLine}, sh.lines...)
	}
	width := 0
	for _, row := range sh.sample {
		width = max(width, len(row))
	}
	sh.names = named(make([]string, width))
	return sh
}

// column gives the cells of a column in the sample that hold something.
func (sh *sheet) column(i int) (cells []string) {
	for _, row := range sh.sample {
		if c := cellOf(row, i); !empty(c) {
			cells = append(cells, c)
		}
	}
	return cells
}

// Guess makes a mapping for files from the names of their columns and from what
// stands in them; kind says what they become, "" leaves that open.
func Guess(files []importer.File, kind string) *Mapping {
	sheets := make([]*sheet, len(files))
	for i, f := range files {
		sheets[i] = open(f, nil)
	}
	return guess(sheets, kind)
}

// kindsByUse are the kinds in the order in which tables of them are likely: most are
// logs of jobs.
var kindsByUse = append([]string{"farm"}, slices.DeleteFunc(scenario.Kinds(),
	func(kind string) bool { return kind == "farm" })...)

func guess(sheets []*sheet, kind string) *Mapping {
	var best *Mapping
	most := -1 << 30
	for _, k := range kindsByUse {
		if kind != "" && k != kind {
			continue
		}
		m, sum := &Mapping{Format: MappingFormat, Version: MappingVersion, Kind: k}, 0
		for _, sh := range sheets {
			t, score := guessTable(sh, k)
			if m.table(sh) == nil {
				m.Tables = append(m.Tables, t)
			}
			sum += score
		}
		if sum > most {
			best, most = m, sum
		}
	}
	best.licensed()
	return best
}

// licensed leaves out licences that jobs need and no machine has.
func (m *Mapping) licensed() {
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

// guessTable finds the list of a kind that a table fits best.
func guessTable(sh *sheet, kind string) (best Table, most int) {
	most = -1 << 30
	for _, l := range Lists(kind) {
		t, score := guessList(sh, l)
		if score > most {
			best, most = t, score
		}
	}
	return best, most
}

// A pair is a column that may be a field.
type pair struct {
	column int
	field  Field
	score  int
}

// guessList makes the best of a table as one list.
func guessList(sh *sheet, l *List) (t Table, score int) {
	t = Table{List: l.Name, Header: sh.names, Headerless: sh.headerless, Separator: string(rune(sh.between))}
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
		for _, f := range l.wanted() {
			s := likeness(name, &f)
			if s > 0 && !fits(&f, cells, comma) {
				// What is called so is meant so, and the faults say what is wrong with it.
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
		if f.Needed() && t.column(f.Path) == nil {
			score -= 6
			if f.Usual() != "" {
				t.Columns = append(t.Columns, Column{Field: f.Path, Value: f.Usual()})
			}
		}
	}
	file := strings.ToLower(sh.name)
	for _, word := range append([]string{l.Noun}, callings[l.Name]...) {
		if strings.Contains(file, word) {
			score += 8
			break
		}
	}
	switch {
	case streams:
		score += 2 // what most tables are about
	case l.kind == "farm" && l.Name == "links":
		score-- // edges without more are a grid's
	case l.Name == "events":
		score -= 12 // which have no names, so that nothing seems to be missing
	}
	sortColumns(&t, l)
	return t, score
}

// callings are what files about a list are called besides.
var callings = map[string][]string{"jobs": {"task", "pod", "workload", "trace"}, "machines": {"node", "host", "server"},
	"links": {"edge"}, "clusters": {"site"}, "datasets": {"file", "data"}, "nodes": {"host"},
	"groups": {"rack", "zone"}}

// sortColumns puts columns in the order of the fields.
func sortColumns(t *Table, l *List) {
	place := func(path string) int {
		return slices.IndexFunc(l.Fields, func(f Field) bool {
			return f.Path == path || f.Kind == "map" && strings.HasPrefix(path, f.Path+".")
		})
	}
	slices.SortStableFunc(t.Columns, func(a, b Column) int { return cmp.Compare(place(a.Field), place(b.Field)) })
}

// wanted are the fields that a guess may fill: those of the list, with entries
// by name that tables often have.
func (l *List) wanted() (fields []Field) {
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

// span takes the duration from a start and an end where no column has it.
func (sh *sheet) span(t *Table, l *List, used []bool, comma bool) (score int) {
	find := func(words []string) int {
		best, most := -1, 0
		for i, name := range sh.names {
			f, _ := l.field("submitted")
			if s := alike(name, words); s > most && fits(&f, sh.column(i), comma) {
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

// order fills columns without names in the order of the fields: names first, then
// numbers.
func (sh *sheet) order(t *Table, l *List, used []bool, comma bool) (score int) {
	at := 0
	for _, f := range l.Fields {
		if !f.Needed() && f.Path != "submitted" {
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

// comma reports whether decimals have a comma before them.
func (sh *sheet) comma() bool {
	if sh.between == ',' {
		return false
	}
	with, without := 0, 0
	for _, row := range sh.sample {
		for _, c := range row {
			if !strings.ContainsAny(c, ",.") {
				continue
			}
			_, point := plain(c, false)
			_, comma := plain(c, true)
			if comma && !point {
				with++
			} else if point && !comma {
				without++
			}
		}
	}
	return with > without
}

// fits reports whether most cells of a column can be read as the field.
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
			col := mapped{units: f.Units(), unit: Unit{Factor: 1}, comma: comma}
			_, why := col.number(c)
			if ok = why == ""; !ok && f.Unit == "s" {
				_, ok = clock(c)
			}
			if !ok && f.Moment() {
				_, ok = moment(c, dateISO)
				if !ok {
					_, ok = moment(c, dateDMY)
				}
				if !ok {
					_, ok = moment(c, dateMDY)
				}
			}
		}
		if ok {
			good++
		}
	}
	return 10*good >= 8*len(cells)
}

// guessUnit finds what a column is in from its head and its cells.
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
		if x, ok := plain(c, comma); ok {
			most, numbers = max(most, x), numbers+1
			continue
		}
		if _, ok := clock(c); ok {
			clocks++
		}
		for _, style := range []string{dateISO, dateDMY, dateMDY} {
			if _, ok := moment(c, style); ok {
				styles[style]++
			}
		}
	}
	timed := f.Unit == "s" || f.Moment()
	switch style := oftenest(styles); {
	case timed && styles[style] > len(cells)/2:
		return style
	case timed && clocks > len(cells)/2:
		return clocked
	case f.Moment() && f.Unit == "s" && numbers > 0 && most > 1e11 && most < 1e13:
		return epochMS
	case f.Moment() && f.Unit == "s" && numbers > 0 && most > 3e8 && most < 1e10:
		return epoch
	case f.Unit == "MB" && f.Path == "memory" && most > 1e8:
		return "B"
	}
	return ""
}

// oftenest is the style that most dates are in, an earlier one where equal.
func oftenest(styles map[string]int) string {
	best := dateISO
	for _, style := range []string{dateDMY, dateMDY} {
		if styles[style] > styles[best] {
			best = style
		}
	}
	return best
}

// split takes a name apart into words: memory_mib, MemoryMiB, "Memory (MiB)".
func split(name string) (words []string) {
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	before := ' '
	for _, c := range name {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '%' && (c != '/' || !unicode.IsLetter(before)):
			end()
		case unicode.IsUpper(c) && unicode.IsLower(before):
			end()
			word = append(word, c)
		default:
			word = append(word, c)
		}
		before = c
	}
	end()
	return words
}

// likeness says how well the name of a column fits a field.
func likeness(name string, f *Field) int {
	last := f.Path[strings.LastIndexByte(f.Path, '.')+1:]
	words := append([]string{strings.Join(split(last), " "), strings.ToLower(f.Label)}, synonyms[f.list+" "+f.Path]...)
	if f.Path == "id" {
		words = append(words, nounOf(f.list), nounOf(f.list)+" id", nounOf(f.list)+" name", nounOf(f.list)+"id")
	}
	return alike(name, words)
}

// alike compares a name with phrases: 10 where it is one, less where it holds one.
func alike(name string, phrases []string) (score int) {
	words := split(name)
	whole := strings.Join(words, " ")
	bare := whole // without the unit behind it
	if n := len(words); n > 1 && unitWord(words[n-1]) {
		bare = strings.Join(words[:n-1], " ")
	}
	for _, p := range phrases {
		switch {
		case whole == p || bare == p || strings.ReplaceAll(whole, " ", "") == strings.ReplaceAll(p, " ", ""):
			score = max(score, 10)
		case len(p) > 2 && (strings.HasPrefix(whole, p+" ") || strings.HasSuffix(bare, " "+p)):
			score = max(score, 4+min(len(p)/4, 4))
		case len(p) > 2 && strings.Contains(" "+whole+" ", " "+p+" "):
			score = max(score, 3)
		}
	}
	return score
}

// unitWord reports whether a word is one of the units.
func unitWord(word string) bool {
	for _, units := range [][]Unit{times, sizes, rates, powers, works, shares} {
		if u := unitOf(units, word); u != nil && (len(word) > 1 || word == "s" || word == "h" || word == "%") {
			return true
		}
	}
	return false
}

// synonyms are other words for fields, as people and programs call columns.
var synonyms = map[string][]string{
	"jobs id": {"job", "task", "task id", "task name", "pod", "pod name", "uid", "workflow", "jobname", "jobid"},
	"jobs slots": {"cpus", "cpu", "cores", "procs", "processors", "ncpus", "num cpus", "n procs", "nprocs", "req cpus",
		"alloc cpus", "requested processors", "allocated processors", "cpu cores", "threads", "vcpus", "vcpu",
		"cpu request", "plan cpu", "num procs", "number of processors", "requested number of processors", "ncores",
		"kerne", "prozessoren", "requested number of resources", "requested resources", "number of resources",
		"num resources", "nb res", "nb resources", "res"},
	"jobs memory": {"mem", "ram", "req mem", "requested memory", "memory request", "plan mem", "max mem",
		"used memory"},
	"jobs duration": {"runtime", "run time", "elapsed", "wall time", "walltime", "wallclock", "processing time",
		"exec time", "execution time", "length", "service time", "dauer", "laufzeit", "time used"},
	"jobs estimate": {"requested time", "time limit", "timelimit", "req time", "requested walltime", "estimated time",
		"estimated runtime", "user estimate"},
	"jobs submitted": {"submit", "submit time", "submission time", "submission", "arrival", "arrival time", "arrived",
		"creation time", "created", "created at", "release time", "release", "queued", "queue time", "submitted at",
		"timestamp"},
	"jobs deadline": {"due", "due date", "due time"},
	"jobs priority": {"prio", "nice"},
	"jobs after": {"dependencies", "dependency", "depends on", "depends", "parents", "parent", "predecessors",
		"prerequisites"},
	"jobs licenses.gpu": {"gpu", "gpus", "num gpu", "gpu count", "ngpus", "num gpus", "gpu request", "plan gpu"},
	"jobs mi":           {"work", "instructions", "million instructions", "mflop", "load"},
	"jobs datasets":     {"datasets", "needs", "files", "inputs", "input files", "data"},
	"jobs volume":       {"work", "size"},
	"jobs maxPrice":     {"max price", "price", "price limit", "bid"},
	"machines id": {"node", "node id", "node name", "host", "hostname", "host name", "server", "sn", "instance",
		"nodename", "queue"},
	"machines slots": {"cpus", "cpu", "cores", "procs", "processors", "ncpus", "vcpus", "vcpu", "cpu cores", "threads",
		"capacity cpu", "num cpus", "kerne", "prozessoren"},
	"machines memory":       {"mem", "ram", "real memory", "capacity memory", "total memory"},
	"machines speed":        {"speed factor", "relative speed", "performance"},
	"machines type":         {"model", "processor type", "processor", "cpu model", "architecture", "arch", "cpu type"},
	"machines licenses.gpu": {"gpu", "gpus", "num gpu", "gpu count", "ngpus", "num gpus"},
	"links a":               {"from", "source", "src", "node1", "node a", "u", "end a", "site a", "origin"},
	"links b":               {"to", "target", "dst", "dest", "destination", "node2", "node b", "v", "end b", "site b"},
	"links bandwidth":       {"bw", "capacity", "speed", "rate", "throughput", "link speed"},
	"clusters id":           {"site", "site name", "zone", "location", "data center", "datacenter"},
	"clusters mips":         {"power", "computing power", "speed", "capacity", "performance"},
	"datasets id":           {"file", "file name", "filename", "data", "dataset"},
	"datasets size":         {"bytes", "length", "volume", "file size"},
	"datasets at":           {"replicas", "locations", "location", "sites", "site", "hosts", "held at", "stored at"},
	"nodes id":              {"host", "hostname", "machine", "server", "resource", "node name"},
	"nodes performance":     {"perf", "speed", "mips", "power"},
	"nodes price":           {"cost", "rate", "price per hour", "cost per hour", "tariff"},
	"nodes group":           {"rack", "zone", "site", "domain", "failure domain", "availability zone", "cluster"},
	"nodes availability":    {"reliability", "uptime", "probability"},
	"groups availability":   {"reliability", "uptime", "probability"},
	"groups id":             {"rack", "zone", "site", "domain"},
	"slots node":            {"host", "hostname", "machine", "resource"},
	"slots start":           {"from", "begin", "start time", "free from"},
	"slots end":             {"to", "until", "finish", "end time", "free until"},
	"busy node":             {"host", "hostname", "machine", "resource"},
	"busy start":            {"from", "begin", "start time", "busy from", "reserved from"},
	"busy end":              {"to", "until", "finish", "end time", "busy until", "reserved until"},
}

// known counts the cells of a row that are words for fields of any list.
func known(first []string) (n int) {
	for _, c := range first {
		for _, kind := range kindsByUse {
			if slices.ContainsFunc(Lists(kind), func(l *List) bool {
				return slices.ContainsFunc(l.wanted(), func(f Field) bool { return likeness(c, &f) >= 6 })
			}) {
				n++
				break
			}
		}
	}
	return n
}

package slurm

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// A guesser finds the meanings of the columns of a table without a header.
type guesser struct {
	rows    [][]string
	cols    []column
	fields  []field
	pinned  map[field]int    // columns given by an answer; -1 for none
	reasons map[field]string // evidence, or the reason for using no column
	ids     map[int]string   // columns of numbers that identify something, with its name

	expected []int // columns of dates that a queue expects
}

func newGuesser(rows [][]string, width int) *guesser {
	g := &guesser{rows: rows, fields: make([]field, width), pinned: map[field]int{}, reasons: map[field]string{},
		ids: map[int]string{}}
	g.fill()
	return g
}

func (g *guesser) fill() {
	g.cols = make([]column, len(g.fields))
	for c := range g.cols {
		g.cols[c] = newColumn(g.rows, c)
	}
}

// find assigns a field to every column with sufficient evidence.
func (g *guesser) find() {
	g.findID()
	g.findState()
	g.findTRES()
	g.findTimes()
	g.findIDs()
	g.findNodeList()
	g.findLimit()
	g.findCounts()
	g.findMemory()
	for _, f := range []field{fUser, fPartition} {
		g.reasons[f] = "nothing distinguishes columns of words"
	}
	g.reasons[fPriority] = "nothing distinguishes a priority from other numbers"
}

// free returns the columns of a kind that have no field yet, or the answered
// one.
func (g *guesser) free(f field, sort func(c *column) bool) (list []int) {
	if at, answered := g.pinned[f]; answered {
		if at >= 0 {
			list = append(list, at)
		}
		return list
	}
	for c := range g.cols {
		if g.fields[c] == ignored && sort(&g.cols[c]) {
			list = append(list, c)
		}
	}
	return list
}

// set assigns a field to a column unless an answer has assigned it.
func (g *guesser) set(c int, f field, why string) {
	if _, answered := g.pinned[f]; !answered {
		g.fields[c], g.reasons[f] = f, why
	}
}

// columnList returns "column 3", or "columns 3 and 5".
func columnList(list []int) string {
	text := make([]string, len(list))
	for i, c := range list {
		text[i] = strconv.Itoa(c + 1)
	}
	switch n := len(text); {
	case n == 1:
		return "column " + text[0]
	case n > 8:
		return "columns " + strings.Join(text[:8], ", ") + " …"
	default:
		return "columns " + strings.Join(text[:n-1], ", ") + " and " + text[n-1]
	}
}

func rowShare(n, of int) string { return "in " + strconv.Itoa(n) + " of " + strconv.Itoa(of) + " rows" }

// findID finds the job id: a column of distinct numbers in which steps or array
// tasks occur, or which occurs twice in the row. Rows of steps are dropped from
// the sample afterwards, because they follow other rules.
func (g *guesser) findID() {
	best, top := -1, [3]int{}
	list := g.free(fID, (*column).isID)
	for _, c := range list {
		col := &g.cols[c]
		if col.distinct < 2 && len(g.rows) > 1 {
			continue
		}
		twin := 0
		for _, other := range list {
			if same, of := g.equalTexts(c, other); other != c && of > 0 && same*2 >= of && col.distinct*2 > col.filled {
				twin = 1
			}
		}
		if rank := [3]int{min(col.forms, 1), twin, col.distinct}; best < 0 || slices.Compare(rank[:], top[:]) > 0 {
			best, top = c, rank
		}
	}
	if best < 0 {
		return
	}
	why := "the first column of numbers that all differ"
	switch {
	case top[0] > 0:
		why = "it has steps or tasks of arrays"
	case top[1] > 0:
		why = "another column repeats the number"
	case g.cols[best].distinct < g.cols[best].filled:
		why = "the column with the most different numbers, " + strconv.Itoa(g.cols[best].distinct)
	}
	g.set(best, fID, why)
	jobs := slices.DeleteFunc(slices.Clone(g.rows), func(row []string) bool { return strings.Contains(row[best], ".") })
	if len(jobs) > 0 && len(jobs) < len(g.rows) {
		g.rows = jobs
		g.fill()
	}
}

// equalTexts returns the number of rows in which two columns have text, and in
// which it is equal.
func (g *guesser) equalTexts(a, b int) (same, of int) {
	for i := range g.rows {
		if x, y := g.cols[a].cells[i], g.cols[b].cells[i]; x != "" && y != "" {
			of++
			if x == y {
				same++
			}
		}
	}
	return same, of
}

// findState assigns the column of job states, if there is one. Of several it
// prefers the first with more than one state.
func (g *guesser) findState() {
	best := -1
	for _, c := range g.free(fState, (*column).isState) {
		if best < 0 || len(g.cols[c].first) > 1 && len(g.cols[best].first) == 1 {
			best = c
		}
	}
	if best >= 0 {
		col := &g.cols[best]
		g.set(best, fState, "it holds states of Slurm "+rowShare(col.states, col.filled))
	}
}

// hasEndedJob reports whether any job of the rows has ended.
func (g *guesser) hasEndedJob() bool {
	at := slices.Index(g.fields, fState)
	return at < 0 || slices.ContainsFunc(g.cols[at].cells, func(cell string) bool {
		s := stateOf(cell)
		return s == ended || s == stopped
	})
}

// findTRES finds the allocated and the requested resources. The allocated ones
// are empty for jobs that never started.
func (g *guesser) findTRES() {
	list := g.free(fAllocated, (*column).isTRES)
	slices.SortStableFunc(list, func(a, b int) int { return g.cols[a].filled - g.cols[b].filled })
	for i, c := range list {
		why := "the only column with cpu="
		switch {
		case i == 1:
			g.fields[c] = fRequested
			return
		case len(list) > 1 && g.cols[list[0]].filled < g.cols[list[1]].filled:
			why = "of the columns with cpu= the one with more empty cells"
		case len(list) > 1:
			why = "the first of the columns with cpu=, which nothing else distinguishes"
		}
		g.set(c, fAllocated, why)
	}
}

// resource returns the numbers of a resource in the column of a field.
func (g *guesser) resource(f field, want string) []float64 {
	values := emptyValues(len(g.rows))
	at := slices.Index(g.fields, f)
	if at < 0 {
		return values
	}
	for i, cell := range g.cols[at].cells {
		resources(cell, func(name, value string) {
			if x, _, ok := memory(value); ok && name == want {
				values[i] = x
			}
		})
	}
	return values
}

// findTimes finds start, end and elapsed time: two columns of dates and one of
// durations that is their difference. Dates that are no later than the start
// are the submission and the eligible time. If no duration decides, the dates
// are taken in the order of the columns.
func (g *guesser) findTimes() {
	g.findRun()
	rest := g.sortDates(slices.DeleteFunc(g.free(ignored, (*column).isDate),
		func(c int) bool { return slices.Contains(g.expected, c) }))
	if start := slices.Index(g.fields, fStart); start >= 0 && (len(g.expected) > 0 || slices.Contains(g.fields, fEnd)) {
		rest = slices.DeleteFunc(rest, func(c int) bool {
			n, of := g.orderedRows(c, start)
			return n*10 < of*8
		})
		for i, f := range []field{fSubmit, fEligible} {
			if i < len(rest) {
				n, of := g.orderedRows(rest[i], start)
				g.set(rest[i], f, "no later than the start "+rowShare(n, of))
			}
		}
		return
	}
	orders := [][]field{nil, nil, {fStart, fEnd}, {fSubmit, fStart, fEnd}, {fSubmit, fEligible, fStart, fEnd}}
	if len(rest) >= len(orders) || orders[len(rest)] == nil {
		for _, f := range []field{fSubmit, fStart, fEnd} {
			g.reasons[f] = "nothing shows which of the dates it is"
		}
		return
	}
	for i, c := range rest {
		why := "by the order of the dates alone"
		if i+1 < len(rest) {
			n, of := g.orderedRows(c, rest[i+1])
			why += "; no later than column " + strconv.Itoa(rest[i+1]+1) + " " + rowShare(n, of)
		}
		g.set(c, orders[len(rest)][i], why)
	}
}

// maxDates and maxLengths bound the columns that are tried as a start, an end and
// the time between them.
const (
	maxDates   = 8
	maxLengths = 24
)

// findRun finds the start, the end and the elapsed time.
func (g *guesser) findRun() {
	firsts, lasts := g.free(fStart, (*column).isDate), g.free(fEnd, (*column).isDate)
	spans := g.free(fElapsed, (*column).isSpan)
	lengths := append(spans[:len(spans):len(spans)], g.free(fElapsed, (*column).isWhole)...)
	type run struct{ start, end, length, n, total int }
	best := run{start: -1}
	better := func(r run) bool {
		if best.start < 0 || r.n != best.n {
			return best.start < 0 || r.n > best.n
		}
		return g.cols[r.start].filled < g.cols[best.start].filled // empty for jobs that never started
	}
	for _, a := range firsts[:min(len(firsts), maxDates)] {
		for _, b := range lasts[:min(len(lasts), maxDates)] {
			for _, x := range lengths[:min(len(lengths), maxLengths)] {
				r := run{start: a, end: b, length: x}
				for i := range g.rows {
					if length := g.length(x)[i]; length > 0 && isKnown(g.cols[a].date[i]) &&
						isKnown(g.cols[b].date[i]) {
						r.total++
						if g.cols[b].date[i]-g.cols[a].date[i] == length {
							r.n++
						}
					}
				}
				if a != b && r.n > 0 && r.n*10 >= r.total*8 && better(r) {
					best = r
				}
			}
		}
	}
	if best.start < 0 {
		return
	}
	if !g.hasEndedJob() { // a queue: the end is the expected one
		why := "the expected end less the start is the time limit in column " + strconv.Itoa(best.length+1) + " " +
			rowShare(best.n, best.total)
		g.set(best.start, fStart, why)
		if g.cols[best.length].isSpan() {
			g.set(best.length, fLimit, "the expected end less the start "+rowShare(best.n, best.total))
		}
		g.expected = append(g.expected, best.end)
		return
	}
	why := "end less start is the elapsed time in column " + strconv.Itoa(best.length+1) + " " +
		rowShare(best.n, best.total)
	g.set(best.start, fStart, why)
	g.set(best.end, fEnd, why)
	why = "it is the end less the start " + rowShare(best.n, best.total)
	if g.cols[best.length].isSpan() {
		g.set(best.length, fElapsed, why)
	} else if _, answered := g.pinned[fElapsed]; !answered {
		g.fields[best.length] = fElapsedRaw
	}
}

// length returns the seconds in a column of times or of whole numbers.
func (g *guesser) length(c int) []float64 {
	if g.cols[c].isSpan() {
		return g.cols[c].span
	}
	return g.cols[c].whole
}

// orderedRows returns the number of rows in which two columns have dates, and in
// which the first is no later.
func (g *guesser) orderedRows(a, b int) (n, of int) {
	for i := range g.rows {
		if x, y := g.cols[a].date[i], g.cols[b].date[i]; isKnown(x) && isKnown(y) {
			if of++; x <= y {
				n++
			}
		}
	}
	return n, of
}

// sortDates sorts columns of dates by the number of other columns that they
// precede in most rows with both. Means would compare different rows, because
// some dates are empty.
func (g *guesser) sortDates(list []int) []int {
	list = list[:min(len(list), maxDates)]
	ahead := map[int]int{}
	for _, a := range list {
		for _, b := range list {
			sooner, of := g.orderedRows(a, b)
			later, _ := g.orderedRows(b, a)
			if a != b && of > 0 && sooner > later {
				ahead[a]++
			}
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return ahead[b] - ahead[a] })
	return list
}

// findIDs marks columns of numbers that identify something: the job, a value
// that all jobs share, or one number for each word of another column, such as
// users.
func (g *guesser) findIDs() {
	id := slices.Index(g.fields, fID)
	if id < 0 {
		return
	}
	var words []int
	for c := range g.cols {
		if col := &g.cols[c]; col.isWord() && col.distinct > 1 && col.distinct < len(g.rows) &&
			len(words) < maxChoices {
			words = append(words, c)
		}
	}
	for c := range g.cols {
		col := &g.cols[c]
		if g.fields[c] != ignored || !col.isWhole() {
			continue
		}
		same, of := equal(col.whole, g.cols[id].whole)
		switch {
		case of > 0 && same*2 >= of && col.distinct > 1:
			g.ids[c] = "the job's own number"
			if !slices.Contains(g.fields, fRaw) {
				g.fields[c] = fRaw
			}
		case g.counts(c, id):
			g.ids[c] = "a number that every job has"
		default:
			for _, w := range words {
				if g.isOneToOne(c, w) {
					g.ids[c] = "one for each word of column " + strconv.Itoa(w+1)
				}
			}
		}
	}
}

// counts reports whether a column of numbers increases with the job ids.
func (g *guesser) counts(c, id int) bool {
	var order []int
	for i := range g.rows {
		if isKnown(g.cols[c].whole[i]) && isKnown(g.cols[id].whole[i]) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(g.cols[id].whole[a], g.cols[id].whole[b]) })
	for k := 1; k < len(order); k++ {
		if g.cols[c].whole[order[k]] <= g.cols[c].whole[order[k-1]] {
			return false
		}
	}
	return len(order) >= 3
}

// isOneToOne reports whether a column has one value for each value of another
// column. That column must have several values, each in at least two rows on
// average.
func (g *guesser) isOneToOne(a, b int) bool {
	forward, back, n := map[string]string{}, map[string]string{}, 0
	for i := range g.rows {
		x, y := g.cols[a].cells[i], g.cols[b].cells[i]
		if x == "" || y == "" {
			continue
		}
		n++
		if was, is := forward[x]; is && was != y {
			return false
		}
		if was, is := back[y]; is && was != x {
			return false
		}
		forward[x], back[y] = y, x
	}
	return len(forward) > 1 && n >= 2*len(forward)
}

// findNodeList finds a column of words with lists in brackets, or with the words
// "None assigned".
func (g *guesser) findNodeList() {
	for _, c := range g.free(fNodeReason, (*column).isWord) {
		if slices.ContainsFunc(g.cols[c].cells, func(cell string) bool {
			return strings.HasPrefix(cell, "(") && strings.HasSuffix(cell, ")")
		}) {
			g.set(c, fNodeReason, "it has reasons in brackets")
			break
		}
	}
	list := g.free(fNodeList, (*column).isWord)
	for k := len(list) - 1; k >= 0; k-- {
		if col := &g.cols[list[k]]; col.lists > 0 {
			g.set(list[k], fNodeList, "it has lists of nodes, or None assigned")
			return
		}
	}
	g.reasons[fNodeList] = "no column holds lists of nodes in brackets or None assigned"
}

// findMemory assigns the column of memory: the one that agrees with the resources
// in 9 of 10 rows, or the only candidate. Otherwise it records why none is
// assigned.
func (g *guesser) findMemory() {
	list := g.free(fMemory, (*column).isMemory)
	var agree []int
	for _, c := range list {
		for _, f := range []field{fAllocated, fRequested} {
			asked, same, of := g.resource(f, "mem"), 0, 0
			for i, cell := range g.cols[c].cells {
				if x, each, ok := memory(cell); ok && each == 0 && isKnown(asked[i]) {
					of++
					if x == asked[i] {
						same++
					}
				}
			}
			if of > 0 && same*10 >= of*9 && !slices.Contains(agree, c) {
				agree = append(agree, c)
			}
		}
	}
	switch {
	case len(agree) > 0:
		g.set(agree[0], fMemory, "it agrees with mem= of the resources")
	case len(list) == 1:
		g.set(list[0], fMemory, "the only column of amounts of memory")
	case len(list) > 1:
		g.reasons[fMemory] = "nothing distinguishes the " + columnList(list)
	}
}

package slurm

import (
	"slices"
	"strings"

	"gridbox/core/bring"
)

// guessRows is how many rows are looked at to tell columns.
const guessRows = 200

// guess tells the columns of a table without a header, or takes those that were
// named. It is false where they cannot be told.
func (t *table) guess(text []byte, first int) bool {
	t.piped = true
	at := bring.Place{File: t.file.Name, Line: first}
	if named := t.w.wishes.Set[askColumns]; named != "" {
		names := strings.Split(named, ",")
		for i := range names {
			names[i] = strings.TrimSpace(names[i])
		}
		what, known := fieldsOf(names)
		if known == 0 || !slices.Contains(what, fID) {
			t.w.r.Fault(at, "the columns that were named hold no JobID")
			return false
		}
		t.columns(names, what)
		return true
	}
	var rows [][]string
	wide := map[int]int{}
	bring.Lines(text, func(_ int, line []byte) bool {
		if strings.TrimSpace(string(line)) != "" {
			cells := strings.SplitN(string(line), "|", mostColumns+1)
			rows = append(rows, cells)
			wide[len(cells)]++
		}
		return len(rows) < guessRows
	})
	width := 0
	for n, times := range wide { // the most frequent; of those the smallest
		if times > wide[width] || times == wide[width] && n < width {
			width = n
		}
	}
	if width < 3 || width > mostColumns {
		t.w.r.Fault(at, "has no header, and its columns cannot be told").
			Change(askColumns, "", "names them, such as JobID,State,NCPUS")
		return false
	}
	rows = slices.DeleteFunc(rows, func(cells []string) bool { return len(cells) != width })
	what := told(rows, width)
	if !slices.Contains(what, fID) {
		t.w.r.Fault(at, "has no header, and no column holds job numbers").
			Change(askColumns, "", "names them, such as JobID,State,NCPUS")
		return false
	}
	names := make([]string, width)
	shown := "told by content: "
	for i, f := range what {
		if f == ignored {
			continue
		}
		for _, name := range guessNames {
			if name.what == f {
				names[i] = name.text
			}
		}
		shown += names[i] + " "
	}
	t.names, t.what = names, what
	t.text = nil
	for i, f := range what {
		if f == ignored {
			t.text = append(t.text, i)
		}
	}
	t.w.r.Assumed(1, "header", "is missing; columns "+strings.TrimSpace(shown), at)
	return true
}

var guessNames = []struct {
	what field
	text string
}{{fID, "JobID"}, {fState, "State"}, {fSubmit, "Submit"}, {fEligible, "Eligible"}, {fStart, "Start"}, {fEnd, "End"},
	{fElapsed, "Elapsed"}, {fLimit, "Timelimit"}, {fMemory, "ReqMem"}, {fAllocated, "AllocTRES"}, {fNodes, "NNodes"},
	{fCPUs, "NCPUS"}, {fNodeList, "NodeList"}, {fPriority, "Priority"}}

// A sight is what the cells of one column may be.
type sight struct {
	filled, ids, states, dates, spans, wholes, memories, tres, exits int
	sum                                                              float64 // of dates, or of whole numbers
	first, equal                                                     string
	same                                                             bool
}

// told finds out what columns hold.
func told(rows [][]string, width int) []field {
	what := make([]field, width)
	seen := make([]sight, width)
	for c := range seen {
		seen[c].look(rows, c)
	}
	pick := func(f field, fits func(s *sight) bool) int {
		for c := range seen {
			if what[c] == ignored && seen[c].filled > 0 && fits(&seen[c]) {
				what[c] = f
				return c
			}
		}
		return -1
	}
	all := func(n int, s *sight) bool { return n*10 >= s.filled*9 }
	pick(fState, func(s *sight) bool { return all(s.states, s) })
	pick(fAllocated, func(s *sight) bool { return all(s.tres, s) })
	pick(fID, func(s *sight) bool { return all(s.ids, s) && !s.same || all(s.ids, s) && len(rows) == 1 })
	datesOf(what, seen, all)
	spansOf(what, seen, rows, all)
	pick(fMemory, func(s *sight) bool { return all(s.memories, s) && s.memories > s.wholes })
	wholesOf(what, seen, all)
	if len(rows) > 0 {
		nodesOf(what, seen, rows)
	}
	return what
}

func (s *sight) look(rows [][]string, c int) {
	s.same = true
	for i, row := range rows {
		cell := strings.TrimSpace(row[c])
		if i == 0 {
			s.first = cell
		}
		s.same = s.same && cell == s.first
		if blank(cell) {
			continue
		}
		s.filled++
		if jobLike(cell) {
			s.ids++
		}
		if stateOf(cell) != unknownState && len(cell) > 1 {
			s.states++
		}
		if x, ok := date(cell); ok && strings.ContainsAny(cell, "T/ ") {
			s.dates++
			s.sum += x
		}
		if _, ok := span(cell); ok && strings.Contains(cell, ":") && strings.Count(cell, ":") != 1 {
			s.spans++
		}
		if x, ok := whole(cell); ok {
			s.wholes++
			if x < 1e9 {
				s.sum += float64(x)
			}
		}
		if _, _, ok := memory(cell); ok {
			s.memories++
		}
		if strings.Contains(cell, "cpu=") {
			s.tres++
		}
	}
}

// datesOf names columns of dates: a job is submitted, eligible, started, ended in
// that order.
func datesOf(what []field, seen []sight, all func(int, *sight) bool) {
	var list []int
	for c := range seen {
		if what[c] == ignored && seen[c].dates > 0 && all(seen[c].dates, &seen[c]) {
			list = append(list, c)
		}
	}
	mean := func(c int) float64 { return seen[c].sum / float64(seen[c].dates) }
	slices.SortStableFunc(list, func(a, b int) int {
		switch d := mean(a) - mean(b); {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	names := [][]field{{}, {fSubmit}, {fStart, fEnd}, {fSubmit, fStart, fEnd}, {fSubmit, fEligible, fStart, fEnd}}
	if len(list) < len(names) {
		for i, c := range list {
			what[c] = names[len(list)][i]
		}
	}
}

// spansOf tells run times, which are as long as from start to end, from limits,
// which are whole minutes.
func spansOf(what []field, seen []sight, rows [][]string, all func(int, *sight) bool) {
	start, end := slices.Index(what, fStart), slices.Index(what, fEnd)
	for c := range seen {
		if what[c] != ignored || seen[c].spans == 0 || !all(seen[c].spans, &seen[c]) {
			continue
		}
		minutes, fits, n := 0, 0, 0
		for _, row := range rows {
			x, ok := span(strings.TrimSpace(row[c]))
			if !ok {
				continue
			}
			n++
			if int(x)%60 == 0 {
				minutes++
			}
			if start >= 0 && end >= 0 {
				a, okA := date(row[start])
				b, okB := date(row[end])
				if okA && okB && b-a == x {
					fits++
				}
			}
		}
		switch {
		case fits*10 > n*5 && !slices.Contains(what, fElapsed):
			what[c] = fElapsed
		case minutes == n && !slices.Contains(what, fLimit):
			what[c] = fLimit
		case start < 0 && !slices.Contains(what, fElapsed):
			what[c] = fElapsed
		}
	}
}

// wholesOf tells whole numbers: priorities are large, and of the others the
// largest are CPUs and the smallest nodes.
func wholesOf(what []field, seen []sight, all func(int, *sight) bool) {
	var list []int
	for c := range seen {
		s := &seen[c]
		if what[c] != ignored || s.wholes == 0 || !all(s.wholes, s) {
			continue
		}
		if mean := s.sum / float64(s.wholes); mean > 1e5 || s.sum == 0 {
			if !slices.Contains(what, fPriority) && s.sum > 0 {
				what[c] = fPriority
			}
			continue
		}
		list = append(list, c)
	}
	if len(list) == 0 {
		return
	}
	least, most := list[0], list[0]
	for _, c := range list {
		if seen[c].sum < seen[least].sum {
			least = c
		}
		if seen[c].sum > seen[most].sum {
			most = c
		}
	}
	what[most] = fCPUs
	if least == most && len(list) > 1 {
		least = list[0]
		what[list[len(list)-1]], most = fCPUs, list[len(list)-1]
	}
	if least != most {
		what[least] = fNodes
	}
}

// nodesOf takes as list of nodes the last column of words in which brackets or
// digits stand, and as partition none: nothing tells it from other words.
func nodesOf(what []field, seen []sight, rows [][]string) {
	for c := len(seen) - 1; c >= 0; c-- {
		if what[c] != ignored || seen[c].filled == 0 {
			continue
		}
		names := 0
		for _, row := range rows {
			cell := strings.TrimSpace(row[c])
			if strings.EqualFold(cell, "None assigned") {
				names += len(rows) // nothing else says so
			}
			if i := strings.IndexByte(cell, '['); i > 0 && strings.HasSuffix(cell, "]") {
				names += 2
			}
		}
		if names > 0 {
			what[c] = fNodeList
			return
		}
	}
}

package slurm

import (
	"bytes"
	"strings"

	"gridbox/core/bring"
)

// mostColumns is more than Slurm has; a table that is wider is none of its.
const mostColumns = 1000

// A table reads the lines of sacct and squeue.
type table struct {
	w     *world
	file  bring.File
	from  int // sacct or squeue
	names []string
	what  []field
	text  []int // columns in which | may be part of a name
	piped bool
	edges []int // of aligned columns: where each begins, in bytes
	last  int   // cells that a row has beside those of the header, behind its last mark
}

// readTable reads one file of sacct or squeue.
func (w *world) readTable(f bring.File, from int) {
	t := &table{w: w, file: f, from: from}
	var aligned []string
	var lines []int
	begun, guessed := false, false
	bring.Lines(f.Data, func(n int, raw []byte) bool {
		if len(bytes.TrimSpace(raw)) == 0 {
			return true
		}
		line := string(raw)
		if seconds, ok := longDate(strings.TrimSpace(line)); ok {
			w.noted(seconds)
			return true
		}
		if !begun {
			begun = true
			if isHead := t.head(line); isHead {
				return true
			}
			if t.names == nil {
				guessed = true
				if !t.guess(f.Data, n) {
					return false
				}
			}
		}
		switch {
		case t.again(line):
		case t.piped:
			t.row(n, t.cut(n, line))
		default:
			aligned, lines = append(aligned, line), append(lines, n)
		}
		return true
	})
	if guessed {
		w.r.Ask(w.format, w.wishes, askColumns)
	}
	if len(aligned) > 0 {
		t.alignment(aligned)
		for i, line := range aligned {
			t.row(lines[i], t.slice(lines[i], line))
		}
	}
}

// head takes a line as the header if it is one.
func (t *table) head(line string) bool {
	if len(line) > 1<<16 && strings.Count(line, "|") > mostColumns {
		t.w.r.Fault(bring.Place{File: t.file.Name, Line: 1}, "has more than 1000 columns; that is no table of Slurm's")
		t.names, t.what, t.piped = []string{}, nil, true
		return true
	}
	names := headNames(line)
	what, known := fieldsOf(names)
	if known < 2 {
		return false
	}
	t.piped = strings.Contains(line, "|")
	t.columns(names, what)
	if !t.piped {
		t.edges = wordsAt(line)
	}
	return true
}

func (t *table) columns(names []string, what []field) {
	t.names, t.what = names, what
	skipped := 0
	for i, f := range what {
		low := strings.ToLower(names[i])
		if f == ignored && low != "" && !strings.HasPrefix(low, "-") {
			skipped++
		}
		if f == fName || low == "comment" || low == "workdir" || low == "work_dir" || low == "submitline" ||
			low == "command" || low == "admincomment" || low == "wckey" {
			t.text = append(t.text, i)
		}
	}
	t.w.r.LeftOut(skipped, "column", "were ignored: not needed here", bring.Place{File: t.file.Name, Line: 1})
}

// again tells the header repeated, and the rule of dashes below sacct's.
func (t *table) again(line string) bool {
	trimmed := strings.TrimSpace(line)
	if strings.Trim(trimmed, "- |") == "" {
		return true
	}
	first, _, _ := strings.Cut(trimmed, "|")
	first, _, _ = strings.Cut(strings.TrimSpace(first), " ")
	return len(t.names) > 1 && first == t.names[0] && first != "" && !jobLike(first) && t.repeated(line)
}

func (t *table) repeated(line string) bool {
	_, known := fieldsOf(headNames(line))
	return known >= 2
}

// cut splits a row with marks. A mark that is part of a name makes a cell too
// many; the surplus is joined where names are and all else can be read then.
func (t *table) cut(n int, line string) []string {
	if len(t.names) == 0 {
		return nil
	}
	cells := strings.Split(line, "|")
	surplus := len(cells) - len(t.names)
	if surplus == 1 && cells[len(cells)-1] == "" { // --parsable ends every line with a mark
		cells, surplus = cells[:len(cells)-1], 0
	}
	if surplus <= 0 || len(cells) > 4*mostColumns {
		return cells
	}
	best, fewest := -1, 1<<30
	for _, at := range t.text {
		if wrong := t.misread(cells, at, surplus); wrong < fewest {
			best, fewest = at, wrong
		}
	}
	if best < 0 {
		return cells
	}
	t.w.r.Assumed(1, "row", "has marks | inside a name or comment, which were put together again",
		bring.Place{File: t.file.Name, Line: n})
	joined := append([]string{}, cells[:best]...)
	joined = append(joined, strings.Join(cells[best:best+surplus+1], "|"))
	return append(joined, cells[best+surplus+1:]...)
}

// misread counts the values that could not be read if the surplus belonged to a column.
func (t *table) misread(cells []string, at, surplus int) (wrong int) {
	probe := newJob(t.from, bring.Place{})
	for i, f := range t.what {
		from := i
		if i > at {
			from = i + surplus
		}
		if i == at || f == ignored {
			continue
		}
		if cell := cells[from]; !probe.set(f, cell) || f == fID && cell != "" && !jobLike(cell) {
			wrong++
		}
	}
	return wrong
}

// row makes a job of cells.
func (t *table) row(n int, cells []string) {
	at := bring.Place{File: t.file.Name, Line: n}
	switch {
	case cells == nil:
		return
	case len(cells) < len(t.names):
		t.w.r.Fault(at, "has fewer cells than the header; is the line cut off?")
		return
	case len(cells) > len(t.names):
		t.w.r.Fault(at, "has more cells than the header")
		return
	}
	j := newJob(t.from, at)
	for i, f := range t.what {
		if f != ignored && !j.set(f, cells[i]) {
			t.w.r.Fault(at, labels[f])
		}
	}
	t.w.add(j)
}

// wordsAt says where the words of a line begin.
func wordsAt(line string) (at []int) {
	for i := range len(line) {
		if line[i] != ' ' && (i == 0 || line[i-1] == ' ') {
			at = append(at, i)
		}
	}
	return at
}

// alignment finds where the columns of an aligned table end: between two words of
// the header, at the byte where the most lines have a blank. Slurm counts bytes,
// so names with accents are shorter by as many.
func (t *table) alignment(lines []string) {
	words := t.names
	cuts := make([]int, 0, len(words))
	for i := 0; i+1 < len(words); i++ {
		end := t.edges[i] + len(words[i])
		best, most := end, -1
		for p := end; p < t.edges[i+1]; p++ {
			free := 0
			for _, line := range lines[:min(len(lines), 1000)] {
				if p >= len(line) || line[p] == ' ' {
					free++
				}
			}
			if free > most {
				best, most = p, free
			}
		}
		cuts = append(cuts, best)
	}
	t.edges = cuts
}

// slice splits an aligned row, or splits it at blanks where that fits better.
func (t *table) slice(n int, line string) []string {
	words := strings.Fields(line)
	clean := len(line) > 0
	for _, p := range t.edges {
		clean = clean && (p >= len(line) || line[p] == ' ')
	}
	if !clean && len(words) == len(t.names) {
		return words
	}
	if !clean {
		t.w.r.Fault(bring.Place{File: t.file.Name, Line: n}, "does not stand below the header")
		return nil
	}
	cells := make([]string, 0, len(t.names))
	from := 0
	for _, p := range append(t.edges, len(line)) {
		to := min(max(p, from), len(line))
		cells = append(cells, strings.TrimSpace(line[from:to]))
		from = to
	}
	return cells
}

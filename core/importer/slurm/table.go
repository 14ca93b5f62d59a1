package slurm

import (
	"bytes"
	"slices"
	"strings"

	"gridbox/core/importer"
)

// maxColumns exceeds the number of columns of Slurm; a wider table is not one
// of Slurm's.
const maxColumns = 1000

// A table reads the lines of sacct and squeue.
type table struct {
	w      *world
	file   importer.File
	from   int // sacct or squeue
	names  []string
	fields []field
	text   []int // columns that may contain separators and line breaks
	mark   byte  // separator, 0 if columns are aligned
	edges  []int // first byte of each aligned column
	rows   int   // number of rows read
	part   partialRow
}

// A partialRow is a row with fewer cells than the header so far, because a
// field contains a line break.
type partialRow struct {
	lines        []string
	first        int // number of the first line
	marks, bytes int
	attempts     int // number of comparisons with the header
}

// Bounds on a row of several lines. With them a file in which every row is
// incomplete takes time in proportion to its length.
const (
	maxRowLines = 200
	maxRowBytes = 64 << 10
	maxRowTries = 16
	maxText     = 16 // columns in which a separator in the text is searched for
)

// readTable reads a file of sacct or squeue.
func (w *world) readTable(f importer.File, from int) {
	t := &table{w: w, file: f, from: from}
	var aligned []string
	var lines []int
	begun := false
	importer.Lines(f.Data, func(n int, raw []byte) bool {
		line := string(raw)
		if len(t.part.lines) > 0 {
			t.goOn(n, line)
			return true
		}
		if len(bytes.TrimSpace(raw)) == 0 {
			return true
		}
		if seconds, ok := longDate(strings.TrimSpace(line)); ok {
			w.noteClock(seconds)
			return true
		}
		if !begun {
			begun = true
			if isHead, ok := t.head(n, line); isHead {
				return ok
			}
			if !t.guess(f.Data, n) {
				return false
			}
		}
		switch {
		case t.repeatsHeader(line):
		case t.mark != 0:
			t.begin(n, line)
		default:
			aligned, lines = append(aligned, line), append(lines, n)
		}
		return true
	})
	t.cutOff()
	if len(aligned) > 0 {
		t.alignment(aligned)
		for i, line := range aligned {
			t.row(lines[i], t.slice(lines[i], line))
		}
	}
}

// head takes a line as the header if it is one. The result ok is false if no
// row below the header can be read.
func (t *table) head(n int, line string) (isHead, ok bool) {
	at := importer.Place{File: t.file.Name, Line: n}
	names, begin, mark := splitHeader(line)
	if len(names) > maxColumns {
		t.w.r.AddFault(at, "has more than 1000 columns; that is no table of Slurm's")
		return true, false
	}
	what, known := fieldsOf(names)
	if known < 2 || mark == 0 && len(line) > maxRowBytes {
		return false, true
	}
	if !hasJobNumber(what) {
		t.w.r.AddFault(at, "no column holds the numbers of jobs (JobID)")
		return true, false
	}
	t.mark, t.edges = mark, begin
	t.columns(names, what)
	return true, true
}

// columns sets the names and the meanings of the columns, notes which of them
// are textual, and reports the number of ignored ones.
func (t *table) columns(names []string, what []field) {
	t.names, t.fields = names, what
	skipped := 0
	for i, f := range what {
		low := strings.ToLower(names[i])
		if f == ignored && low != "" && !strings.HasPrefix(low, "-") {
			skipped++
		}
		if textual[low] && len(t.text) < maxText {
			t.text = append(t.text, i)
		}
	}
	t.w.r.AddLeftOut(skipped, "column", "were ignored: not needed here", importer.Place{File: t.file.Name, Line: 1})
}

// textual are the columns of free text, which may contain separators and line
// breaks.
var textual = map[string]bool{"jobname": true, "name": true, "comment": true, "workdir": true, "work_dir": true,
	"submitline": true, "command": true, "admincomment": true, "systemcomment": true, "wckey": true, "extra": true,
	"container": true}

// repeatsHeader reports whether a line repeats the header or is the row of dashes below
// sacct's header.
func (t *table) repeatsHeader(line string) bool {
	trimmed := strings.TrimSpace(line)
	if strings.Trim(trimmed, "- |") == "" {
		return true
	}
	first, _, _ := strings.Cut(trimmed, "|")
	first, _, _ = strings.Cut(strings.TrimSpace(first), " ")
	first, _, _ = strings.Cut(first, "\t")
	return len(t.names) > 1 && first == t.names[0] && first != "" && !jobLike(first) && t.hasHeaderNames(line)
}

func (t *table) hasHeaderNames(line string) bool {
	names, _, _ := splitHeader(line)
	_, known := fieldsOf(names)
	return known >= 2
}

// begin reads the first line of a row. A line with too few cells begins a row
// over several lines. If the last column is a text, a line without a separator
// belongs to the row above and is reported.
func (t *table) begin(n int, line string) {
	cells := strings.Count(line, string(t.mark)) + 1
	switch last := len(t.names) - 1; {
	case cells > last:
		t.row(n, t.cut(n, line))
	case cells == 1 && t.rows > 0 && slices.Contains(t.text, last):
		t.w.r.AddAssumed(1, "line", "part of the last cell of the row above, which holds a line break",
			importer.Place{File: t.file.Name, Line: n})
	default:
		t.part = partialRow{lines: []string{line}, first: n, marks: cells - 1, bytes: len(line)}
	}
}

// goOn reads a line after a row with fewer cells than the header. The line is a
// row of its own, or the rest of a field with a line break.
func (t *table) goOn(n int, line string) {
	if cells := t.split(line); len(cells) == len(t.names) && t.begins(cells) {
		t.cutOff()
		t.row(n, cells)
		return
	}
	p := &t.part
	p.lines, p.bytes = append(p.lines, line), p.bytes+len(line)
	p.marks += strings.Count(line, string(t.mark))
	if p.marks+1 >= len(t.names) && p.attempts < maxRowTries {
		p.attempts++
		joined := strings.Join(p.lines, "\n")
		if cells, _ := t.repair(t.split(joined)); t.fits(cells) {
			first := p.first
			t.part = partialRow{}
			t.w.r.AddAssumed(1, "row", "put together again, because a field holds line breaks",
				importer.Place{File: t.file.Name, Line: first})
			t.row(first, t.cut(first, joined))
			return
		}
	}
	if len(p.lines) > maxRowLines || p.bytes > maxRowBytes {
		t.cutOff()
	}
}

// cutOff reports the lines of a row with too few cells.
func (t *table) cutOff() {
	for i, line := range t.part.lines {
		if strings.TrimSpace(line) != "" {
			t.w.r.AddFault(importer.Place{File: t.file.Name, Line: t.part.first + i},
				"has fewer cells than the header; is the line cut off?")
		}
	}
	t.part = partialRow{}
}

// begins reports whether the cell of the job id is one.
func (t *table) begins(cells []string) bool {
	id := slices.Index(t.fields, fID)
	return id < 0 || jobLike(cells[id])
}

// fits reports whether cells are a complete row: every value can be parsed, and
// line breaks are in columns of free text only.
func (t *table) fits(cells []string) bool {
	if len(cells) != len(t.names) || !t.begins(cells) || t.misread(cells, -1, 0) > 0 {
		return false
	}
	for i, cell := range cells {
		if strings.IndexByte(cell, '\n') >= 0 && t.fields[i] != ignored && t.fields[i] != fName {
			return false
		}
	}
	return true
}

// split splits a row at the separators, without the empty last cell that
// --parsable writes.
func (t *table) split(line string) []string {
	cells := strings.Split(line, string(t.mark))
	if len(cells) == len(t.names)+1 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	return cells
}

// cut splits a row at the separators. A separator in a name yields surplus
// cells, which are joined in a column of free text if all other values can be
// parsed then.
func (t *table) cut(n int, line string) []string {
	cells, mended := t.repair(t.split(line))
	if mended {
		t.w.r.AddAssumed(1, "row", "put together again, because a name or comment holds marks "+string(t.mark),
			importer.Place{File: t.file.Name, Line: n})
	}
	return cells
}

// repair joins surplus cells in the column that leaves the fewest faulty values.
// It reports whether it could.
func (t *table) repair(cells []string) (row []string, mended bool) {
	surplus := len(cells) - len(t.names)
	if surplus <= 0 || len(cells) > 4*maxColumns {
		return cells, false
	}
	best, fewest := -1, 1<<30
	for _, at := range t.text {
		if wrong := t.misread(cells, at, surplus); wrong < fewest {
			best, fewest = at, wrong
		}
	}
	if best < 0 {
		return cells, false
	}
	joined := append([]string{}, cells[:best]...)
	joined = append(joined, strings.Join(cells[best:best+surplus+1], string(t.mark)))
	return append(joined, cells[best+surplus+1:]...), true
}

// misread returns the number of values that could not be parsed if the surplus
// belonged to a column.
func (t *table) misread(cells []string, at, surplus int) (wrong int) {
	probe := newJob(t.from, importer.Place{})
	for i, f := range t.fields {
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

// row adds the job of a row. A row with a wrong number of cells is a fault and
// left out. An invalid cell is a fault and ignored.
func (t *table) row(n int, cells []string) {
	at := importer.Place{File: t.file.Name, Line: n}
	switch {
	case cells == nil:
		return
	case len(cells) < len(t.names):
		t.w.r.AddFault(at, "has fewer cells than the header; is the line cut off?")
		return
	case len(cells) > len(t.names):
		t.w.r.AddFault(at, "has more cells than the header")
		return
	}
	j := newJob(t.from, at)
	for i, f := range t.fields {
		if f != ignored && !j.set(f, cells[i]) {
			t.w.r.AddFault(at, labels[f])
		}
	}
	t.rows++
	t.w.add(j)
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// alignment finds the ends of the columns of an aligned table: between two
// words of the header, at the byte at which most lines have a space. Slurm
// counts bytes, so accented names are shorter in characters.
func (t *table) alignment(lines []string) {
	words := t.names
	cuts := make([]int, 0, len(words))
	for i := 0; i+1 < len(words); i++ {
		end := t.edges[i] + len(words[i])
		best, most := end, -1
		for p := end; p < t.edges[i+1]; p++ {
			free := 0
			for _, line := range lines[:min(len(lines), 1000)] {
				if p >= len(line) || isBlank(line[p]) {
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

// slice splits an aligned row by its columns, or at spaces if that fits better.
func (t *table) slice(n int, line string) []string {
	words := strings.Fields(line)
	clean := len(line) > 0
	for _, p := range t.edges {
		clean = clean && (p >= len(line) || isBlank(line[p]))
	}
	if !clean && len(words) == len(t.names) {
		return words
	}
	if !clean {
		t.w.r.AddFault(importer.Place{File: t.file.Name, Line: n}, "does not stand below the header")
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

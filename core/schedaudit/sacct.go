package schedaudit

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// isSacct reports whether a line is the head of the output of sacct -P: names
// of columns in any order, separated by bars.
func isSacct(line []byte) bool {
	cells := strings.Split(strings.ToLower(string(line[:min(len(line), 1<<14)])), "|")
	has := headerOf(cells)
	return len(has.lacks("JobID", "Start")) == 0 && bytes.IndexByte(line, '|') > 0
}

// sacct reads the output of sacct with fields separated by bars. It joins rows
// that a line break in a field divides, and ignores the steps of jobs. A
// missing column ends the reading with a fault.
func (r *reader) sacct() {
	t := &table{text: string(r.text), comma: '|', next: 1}
	first, _ := t.row()
	for len(first) > 0 && first[len(first)-1] == "" { // --parsable ends each line with a bar
		first = first[:len(first)-1]
	}
	h := headerOf(first)
	if lacks := h.lacks("JobID", "Submit", "Start", "End"); len(lacks) > 0 {
		r.fault(t.line, "", "the first line lacks the column "+strings.Join(lacks, ", ")+
			"; print them with sacct -P -o JobID,JobName,Submit,Start,End,Elapsed,Timelimit,State,NCPUS,NodeList")
		return
	}
	r.s.Resolution = 1
	defer func() {
		if r.clockChanges > 0 {
			r.s.Notes = append(r.s.Notes, "The clock was set while "+doc.Count(r.clockChanges, "job")+
				" ran: the column "+
				"Elapsed says how long.")
		}
	}()
	var part []string // cells of a row that is still incomplete
	partLine, lines := 0, 0
	cut := func() {
		if len(part) > 0 {
			r.fault(partLine, "", "has "+strconv.Itoa(len(part))+" of "+strconv.Itoa(len(first))+
				" fields; the file may be cut off")
		}
		part = nil
	}
	defer cut()
	for {
		cells, why := t.row()
		switch {
		case why != "":
			r.fault(t.line, "", why)
			continue
		case cells == nil:
			return
		}
		cells = joinNameCells(cells, len(first), h)
		line := t.line
		if len(part) > 0 && (len(cells) < len(first) || !isJobNumber(h.cell(cells, "jobid"))) {
			// A field contains a line break: the row continues until it is complete.
			last := len(part) - 1
			cells = append(append(part[:last:last], part[last]+"\n"+cells[0]), cells[1:]...)
			cells, line = joinNameCells(cells, len(first), h), partLine
			if lines++; len(cells) < len(first) {
				if part = cells; lines >= maxRowLines {
					cut()
				}
				continue
			}
			if hasLineBreak(cells, h) {
				cut()
				continue
			}
			part = nil
		}
		cut()
		if len(cells) < len(first) {
			part, partLine, lines = slices.Clone(cells), line, 1
			continue
		}
		if strings.Contains(h.cell(cells, "jobid"), ".") { // a step of a job
			continue
		}
		if !r.sacctRow(h, cells, line) {
			return
		}
	}
}

// maxRowLines is the maximum number of lines of a row.
const maxRowLines = 200

// isJobNumber reports whether a field begins like the number of a job.
func isJobNumber(field string) bool { return field != "" && field[0] >= '0' && field[0] <= '9' }

// hasLineBreak reports whether a field that is read contains a line break, so that
// the lines are no row.
func hasLineBreak(cells []string, h header) bool {
	return slices.ContainsFunc([]string{"jobid", "submit", "start", "end", "elapsed", "timelimit", "state", "ncpus",
		"alloccpus", "nodelist"}, func(name string) bool { return strings.Contains(h.cell(cells, name), "\n") })
}

// joinNameCells joins the cells of a job's name that contains bars, which Slurm does
// not escape.
func joinNameCells(cells []string, want int, h header) []string {
	at, ok := h["jobname"]
	extra := len(cells) - want
	if extra > 0 && cells[len(cells)-1] == "" {
		extra--
		cells = cells[:len(cells)-1]
	}
	if !ok || extra <= 0 || at+extra >= len(cells) {
		return cells
	}
	whole := append([]string{}, cells[:at]...)
	return append(append(whole, strings.Join(cells[at:at+extra+1], "|")), cells[at+extra+1:]...)
}

// sacctRow adds a row of sacct, or a fault if a value is invalid. It reports
// false if no further rows can be read.
func (r *reader) sacctRow(h header, cells []string, line int) bool {
	row := Row{Line: line, Job: h.cell(cells, "jobid"), AltName: h.cell(cells, "jobname"),
		Walltime: limit(h.cell(cells, "timelimit")), Slots: parseCount(h.cell(cells, "ncpus"))}
	if row.Slots == 0 {
		row.Slots = parseCount(h.cell(cells, "alloccpus"))
	}
	if !isName(row.Job) {
		r.fault(line, row.Job, "the job has no number, or one that is too long")
		return true
	}
	ok := true
	moment := func(column string) float64 {
		text := h.cell(cells, strings.ToLower(column))
		switch text {
		case "", "Unknown", "None":
			return math.NaN()
		}
		x, good := date(text)
		if !good {
			r.fault(line, text, column+" is no time such as 2026-11-22T04:00:03")
			ok = false
		}
		return x
	}
	row.Submitted, row.Start, row.Finish = moment("Submit"), moment("Start"), moment("End")
	row.State, _, _ = strings.Cut(h.cell(cells, "state"), " ")
	if row.State == "COMPLETED" {
		row.State = ""
	}
	if math.IsNaN(row.Start) || math.IsNaN(row.Finish) {
		row.Start, row.Finish = math.NaN(), math.NaN()
	}
	if elapsed := limit(h.cell(cells, "elapsed")); isClockChange(row.Finish - row.Start - elapsed) {
		row.Elapsed = elapsed
		r.clockChanges++
		row.Finish = max(row.Finish, row.Start)
	}
	if list := h.cell(cells, "nodelist"); !strings.HasPrefix(list, "None") {
		row.Machines = nodes(list, maxNodes-r.nodes)
		if r.nodes += len(row.Machines); r.nodes >= maxNodes {
			r.fault(line, "", "names more nodes than can be read: "+strconv.Itoa(maxNodes)+" in the whole file")
			return false
		}
	}
	if !ok {
		return true
	}
	return r.add(row)
}

// isClockChange reports whether the difference between clock time and elapsed
// time is that of a change to or from summer time: half an hour in one place of
// the world, an hour in all others.
func isClockChange(difference float64) bool {
	d := math.Abs(difference)
	return math.Abs(d-3600) <= 1 || math.Abs(d-1800) <= 1
}

// date parses a time of sacct as seconds since 1970, without a zone. It reports
// false for other texts.
func date(text string) (float64, bool) {
	if len(text) != 19 || text[4] != '-' || text[7] != '-' || text[10] != 'T' && text[10] != ' ' || text[13] != ':' ||
		text[16] != ':' {
		return 0, false
	}
	var x [6]int
	for i, at := range []int{0, 5, 8, 11, 14, 17} {
		n := 2
		if i == 0 {
			n = 4
		}
		value, err := strconv.Atoi(text[at : at+n])
		if err != nil || value < 0 {
			return 0, false
		}
		x[i] = value
	}
	if x[1] < 1 || x[1] > 12 || x[2] < 1 || x[2] > 31 || x[3] > 23 || x[4] > 59 || x[5] > 60 {
		return 0, false
	}
	return float64(float64(days(x[0], x[1], x[2]))*86400) + float64(x[3]*3600+x[4]*60+x[5]), true
}

// days returns the days since 1970-01-01 in the Gregorian calendar. Years are
// counted from March, so that the leap day is the last day.
func days(year, month, day int) int {
	if month <= 2 {
		year--
		month += 12
	}
	return 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day - 1 - 719468
}

// limit parses a time limit: 1-02:03:04, 02:03:04 or 02:03. It returns NaN if
// there is none.
func limit(text string) float64 {
	rest, total := text, 0.0
	if d, after, ok := strings.Cut(text, "-"); ok {
		n, err := strconv.Atoi(d)
		if err != nil {
			return math.NaN()
		}
		total, rest = float64(n)*24, after
	}
	parts := strings.Split(rest, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return math.NaN()
	}
	if len(parts) == 2 {
		parts = append([]string{"0"}, parts...)
	}
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || n < 0 {
			return math.NaN()
		}
		if i == 0 {
			total += float64(n)
		} else {
			total = float64(total*60) + float64(n)
		}
	}
	if total <= 0 {
		return math.NaN()
	}
	return total
}

// maxNodes limits the number of nodes that the lists of a file expand to.
const maxNodes = 4_000_000

// nodes expands a list of at most limit nodes: c[1-3,7],login2. A malformed part
// counts as one name.
func nodes(text string, limit int) (list []string) {
	for _, part := range split(text) {
		open := strings.IndexByte(part, '[')
		if open < 0 || !strings.HasSuffix(part, "]") {
			list = append(list, part)
			continue
		}
		for _, r := range strings.Split(part[open+1:len(part)-1], ",") {
			first, last, two := strings.Cut(r, "-")
			if !two {
				last = first
			}
			a, err := strconv.Atoi(first)
			b, err2 := strconv.Atoi(last)
			if err != nil || err2 != nil || b < a {
				return []string{text}
			}
			if b = min(b, a+limit-len(list)); b < a {
				return list
			}
			for n := a; n <= b; n++ {
				digits := strconv.Itoa(n)
				for len(digits) < len(first) {
					digits = "0" + digits
				}
				list = append(list, part[:open]+digits)
			}
		}
	}
	return list
}

// split splits at commas outside of brackets. An empty last part is left out.
func split(text string) (list []string) {
	depth, from := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '[':
			depth++
		case ']':
			depth--
		case ',':
			if depth <= 0 {
				list = append(list, text[from:i])
				from = i + 1
			}
		}
	}
	if from < len(text) {
		list = append(list, text[from:])
	}
	return list
}

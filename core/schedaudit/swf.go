package schedaudit

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// swfFields splits a line at spaces and tabs.
func swfFields(line []byte) []string { return strings.Fields(string(line[:min(len(line), 1<<12)])) }

// swfLike reports whether a line begins with numbers, as in SWF.
func swfLike(line []byte) bool {
	for _, f := range swfFields(line)[:4] {
		if _, err := strconv.ParseFloat(f, 64); err != nil {
			return false
		}
	}
	return true
}

// swf reads the Standard Workload Format: of its 18 fields the number, the
// submission, the wait, the run time, the processors and the request. Further
// fields are ignored.
func (r *reader) swf() {
	text, partitions, skipped, burnt := r.text, map[string]string{}, 0, 0
	ends := map[string]float64{} // of the last piece of a job
	for n := 1; len(text) > 0; n++ {
		var line []byte
		line, text, _ = bytes.Cut(text, newline)
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		if line[0] == ';' {
			r.swfComment(string(line[1:min(len(line), maxField)]), partitions)
			continue
		}
		fields := swfFields(line)
		if len(r.s.Rows) == 0 && skipped == 0 && len(fields) > 0 && !swfNumber(fields[0]) {
			skipped++ // a line of names, with which some files begin
			continue
		}
		if len(fields) < 18 {
			r.fault(n, "", "has "+strconv.Itoa(len(fields))+" of 18 fields; the file may be cut off")
			continue
		}
		row, cpu, ok := r.swfRow(fields, n, ends)
		if !ok {
			continue
		}
		if cpu {
			burnt++
		}
		if name, known := partitions[fields[15]]; known {
			row.Machines = []string{name}
		}
		if !r.add(row) {
			return
		}
	}
	if skipped > 0 {
		r.s.Notes = append(r.s.Notes, "The first line is no job and was passed over.")
	}
	if burnt > 0 {
		r.s.Notes = append(r.s.Notes, strconv.Itoa(burnt)+" jobs have no run time; their processor time is used.")
	}
	r.dropSummaryRows()
}

func swfNumber(field string) bool {
	_, err := strconv.ParseFloat(field, 64)
	return err == nil
}

// swfComment records the name of a partition in partitions, or the name of a
// job in r.s.Names, if the comment has one.
func (r *reader) swfComment(text string, partitions map[string]string) {
	label, value, _ := strings.Cut(strings.TrimSpace(text), ":")
	value = strings.TrimSpace(value)
	switch label {
	case "Partition":
		number, name, _ := strings.Cut(value, " ")
		if name = strings.TrimSpace(name); strings.HasSuffix(name, ")") {
			if i := strings.LastIndex(name, " ("); i > 0 {
				name = name[:i]
			}
		}
		if isName(name) && len(partitions) < maxRows {
			partitions[number] = name
		}
	case "Note":
		rest, ok := strings.CutPrefix(value, "job ")
		number, name, is := strings.Cut(rest, " is ")
		if ok && is && swfNumber(number) && isName(name) && len(r.s.Names) < maxRows {
			if r.s.Names == nil {
				r.s.Names = map[string]string{}
			}
			r.s.Names[number] = name
		}
	}
}

// swfRow parses a line of SWF. It keeps the end of a job's last piece in
// ends, from which the next piece waits. The result cpu reports whether the
// CPU time replaces the run time; ok is false after a fault.
func (r *reader) swfRow(fields []string, line int, ends map[string]float64) (row Row, cpu, ok bool) {
	var x [18]float64
	for i := range x {
		value, good := r.swfTime(fields[i], i)
		if !good {
			r.fault(line, fields[i], "field "+strconv.Itoa(i+1)+" is no number")
			return row, false, false
		}
		x[i] = value
	}
	row = Row{Line: line, Job: strings.TrimSuffix(fields[0], ".0"), Submitted: x[1], Walltime: x[8]}
	if !isName(row.Job) {
		r.fault(line, row.Job, "the number of the job is too long")
		return row, false, false
	}
	row.Slots, row.RequestedSlots = int(min(max(x[4], 0), 1e9)), int(min(max(x[7], 0), 1e9))
	if row.Walltime <= 0 {
		row.Walltime = math.NaN()
	}
	ran := x[3]
	if ran < 0 && x[5] >= 0 && x[10] != 5 {
		ran, cpu = x[5], true
	}
	row.Piece = x[10] >= 2 && x[10] <= 4
	switch x[10] {
	case 0, 4:
		row.State = "failed"
	case 5:
		row.State = "cancelled"
	}
	row.Start, row.Finish = math.NaN(), math.NaN()
	begin := x[1]
	if end, going := ends[row.Job]; row.Piece && x[1] < 0 && going {
		begin, row.Submitted = end, math.NaN()
	} else if x[1] < 0 {
		r.fault(line, fields[1], "the job has no time of submission")
		return row, cpu, false
	}
	if x[2] >= 0 && ran >= 0 {
		row.Start = begin + x[2]
		row.Finish = row.Start + ran
		if row.Piece {
			ends[row.Job] = row.Finish
		}
	}
	return row, cpu, true
}

// swfTime parses a field. Only times determine the resolution.
func (r *reader) swfTime(field string, i int) (float64, bool) {
	if i >= 1 && i <= 3 {
		x, ok := r.time(field)
		return x, ok && !math.IsNaN(x)
	}
	x, err := strconv.ParseFloat(field, 64)
	return x, err == nil && !math.IsNaN(x) && math.Abs(x) < 1e300
}

// dropSummaryRows removes the summary rows of jobs whose pieces are listed. The
// order of the other rows is kept.
func (r *reader) dropSummaryRows() {
	pieces := map[string]bool{}
	for i := range r.s.Rows {
		if r.s.Rows[i].Piece {
			pieces[r.s.Rows[i].Job] = true
		}
	}
	if len(pieces) == 0 {
		return
	}
	kept := r.s.Rows[:0]
	for _, row := range r.s.Rows {
		if row.Piece || !pieces[row.Job] {
			kept = append(kept, row)
		}
	}
	r.s.Rows = kept
}

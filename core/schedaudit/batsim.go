package schedaudit

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// isBatsim reports whether a line is the head of Batsim's file PREFIX_jobs.csv.
// Versions differ in columns and their order.
func isBatsim(line []byte) bool {
	return bytes.Contains(line, []byte("job_id")) && bytes.Contains(line, []byte("starting_time"))
}

// batsim reads the table of jobs that Batsim writes. A missing column ends the
// reading with a fault; an invalid row is a fault and left out.
func (r *reader) batsim() {
	t := &table{text: string(r.text), comma: ',', quoted: true, next: 1}
	first, why := t.row()
	h := headerOf(first)
	if lacks := h.lacks("job_id", "submission_time", "starting_time"); why != "" || len(lacks) > 0 {
		r.fault(t.line, "", "the first line lacks the column "+strings.Join(lacks, ", "))
		return
	}
	_, finish := h["finish_time"]
	_, ran := h["execution_time"]
	if !finish && !ran {
		r.fault(t.line, "", "the first line lacks the column finish_time")
		return
	}
	for {
		cells, why := t.row()
		switch {
		case why != "":
			r.fault(t.line, "", why)
		case cells == nil:
			return
		case len(cells) < len(first)-1: // an empty last column may be left out
			r.fault(t.line, "", "has "+strconv.Itoa(len(cells))+" of "+strconv.Itoa(len(first))+
				" fields; the file may be cut off")
		default:
			if !r.batsimRow(h, cells, t.line) {
				return
			}
		}
	}
}

// batsimRow adds a row of Batsim's table, or a fault if a value is invalid. It
// reports false if no further rows can be read.
func (r *reader) batsimRow(h header, cells []string, line int) bool {
	row := Row{Line: line, Job: h.cell(cells, "job_id")}
	if !isName(row.Job) {
		r.fault(line, row.Job, "the job has no name, or one that is too long")
		return true
	}
	if w := h.cell(cells, "workload_name"); isName(w) {
		row.AltName = w + "!" + row.Job
	}
	ok := true
	number := func(column string) float64 {
		text := h.cell(cells, column)
		x, good := r.time(text)
		if !good {
			r.fault(line, text, column+" is no number of seconds")
			ok = false
		}
		return x
	}
	row.Submitted, row.Start = number("submission_time"), number("starting_time")
	row.Finish, row.Walltime = number("finish_time"), number("requested_time")
	if ran := number("execution_time"); math.IsNaN(row.Finish) && ran >= 0 {
		row.Finish = row.Start + ran
	}
	if row.Walltime <= 0 {
		row.Walltime = math.NaN()
	}
	row.Slots = parseCount(h.cell(cells, "requested_number_of_resources"))
	success := h.cell(cells, "success")
	row.Unsuccessful = success == "0" || strings.EqualFold(success, "false")
	if row.State = h.cell(cells, "final_state"); row.State == "COMPLETED_SUCCESSFULLY" {
		row.State = ""
	}
	if row.State == "" && row.Unsuccessful {
		row.State = "success is 0"
	}
	row.Piece = isPiece(h.cell(cells, "metadata"))
	list, good := ranges(h.cell(cells, "allocated_resources"))
	if !good {
		r.fault(line, h.cell(cells, "allocated_resources"), "allocated_resources are no numbers such as 2 5-7")
		ok = false
	}
	row.Resources = list
	if row.State == "REJECTED" || row.Start < 0 && row.Finish < 0 {
		row.Start, row.Finish = math.NaN(), math.NaN()
	}
	if !ok {
		return true
	}
	return r.add(row)
}

// isPiece reports whether a line has the metadata that our export writes for
// one of several intervals of a job: "piece 1 of 2".
func isPiece(metadata string) bool {
	number, count, ok := strings.Cut(strings.TrimPrefix(metadata, "piece "), " of ")
	return ok && strings.HasPrefix(metadata, "piece ") && parseCount(number) > 0 &&
		parseCount(count) >= parseCount(number)
}

// parseCount parses a count, and returns 0 for anything else.
func parseCount(text string) int {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 1 && x <= 1e9) {
		return 0
	}
	return int(x)
}

// ranges parses a set of resources: "7 10 14 17-19", with commas allowed.
func ranges(text string) (list []Range, ok bool) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' }) {
		first, last, two := strings.Cut(part, "-")
		a, err := strconv.Atoi(first)
		b := a
		if two && err == nil {
			b, err = strconv.Atoi(last)
		}
		if err != nil || a < 0 || b < a || b > 1e9 {
			return nil, false
		}
		list = append(list, Range{a, b})
	}
	return list, true
}

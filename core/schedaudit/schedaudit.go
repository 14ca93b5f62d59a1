// Package schedaudit reads schedules of farms that other programs made, and judges
// them by the scenario: the simulator Batsim's file of jobs, the Standard Workload
// Format, and what Slurm's sacct prints with -P.
//
// Such a file says when jobs ran, on what it may say or not, and rounds its
// times. So it is not held to the bits, as the verifier holds answers of ours, but
// to the resolution of its own times, and where it names no machines the slots,
// memory and licences of the whole farm are counted. What comes out is an answer
// like any other, with metrics, so that it can stand and be drawn beside others.
//
// Reading takes time and memory in proportion to the text, whatever is in it.
package schedaudit

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"

	"gridbox/core/doc"
)

// The formats, as they are named in options of answers.
const (
	Batsim = "batsim"
	SWF    = "swf"
	Sacct  = "sacct"
)

// A Schedule is what a file says.
type Schedule struct {
	Format string
	Rows   []Row
	// Resolution is the unit of the last digit of the file's times, in seconds.
	Resolution float64
	// Names are other names of jobs, by the file's: of SWF, whose jobs are
	// numbers, what a comment says that each is called.
	Names map[string]string
	Notes []string
}

// A Row is one stretch of time of one job. What the file does not say is NaN, 0
// or empty.
type Row struct {
	Line          int
	Job, Other    string // two names by which the job may be known
	Submitted     float64
	Start, Finish float64 // both NaN where it never ran
	Slots, Asked  int     // what it had, and what it asked for
	Walltime      float64
	Elapsed       float64 // 0 where it is the finish minus the start
	State         string  // empty where it completed
	Unsuccessful  bool    // the file says that the job did not succeed
	Resources     []Range
	Machines      []string
	Piece         bool // one of several stretches of the job
}

// A Range is resources from the first to the last, both included.
type Range struct{ First, Last int }

// Limits of what is read. Lines and names that are longer are no schedule.
const (
	MaxText  = 256 << 20
	maxRows  = 4_000_000
	maxField = 1 << 20
	maxName  = 1000
	maxCells = 2000
)

// Recognise tells which format a text has, empty if none: by its first line that
// is no comment.
func Recognise(text []byte) string {
	text = bytes.TrimPrefix(text, bom)
	comments := false
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text[:min(len(text), 1<<16)], newline)
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0:
		case line[0] == ';':
			comments = true
		case isBatsim(line):
			return Batsim
		case isSacct(line):
			return Sacct
		case len(swfFields(line)) >= 18 && swfLike(line):
			return SWF
		default:
			if comments {
				return SWF
			}
			return ""
		}
		if len(rest) == 0 && len(text) > 1<<16 {
			return ""
		}
		text = text[min(len(text), cutAfter(text)):]
	}
	if comments {
		return SWF
	}
	return ""
}

// cutAfter is where the line after the first begins.
func cutAfter(text []byte) int {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return i + 1
	}
	return len(text)
}

var (
	bom     = []byte("\ufeff")
	newline = []byte("\n")
)

// Read reads a schedule, or lists what is wrong with the text.
func Read(text []byte) (*Schedule, doc.Faults) {
	if why := unreadable(text); why != "" {
		return nil, doc.Faults{{Path: "file", Why: why}}
	}
	text = bytes.TrimPrefix(text, bom)
	r := &reader{text: text, s: &Schedule{Format: Recognise(text)}, finest: -1}
	switch r.s.Format {
	case Batsim:
		r.batsim()
	case SWF:
		r.swf()
	case Sacct:
		r.sacct()
	default:
		r.fault(0, "", "is no schedule that can be read; there are out_jobs.csv of Batsim, SWF, and sacct -P with its "+
			"first line, which names the columns")
	}
	if len(r.faults) == 0 && len(r.s.Rows) == 0 {
		r.fault(0, "", "holds no job")
	}
	if r.finest >= 0 && r.s.Resolution == 0 {
		r.s.Resolution = 1
		for range r.finest {
			r.s.Resolution /= 10
		}
	}
	if len(r.faults) > 0 {
		return nil, r.faults
	}
	return r.s, nil
}

// unreadable says why something is no text that could hold a schedule.
func unreadable(text []byte) string {
	head := text[:min(len(text), 1<<12)]
	switch {
	case len(text) > MaxText:
		return "is longer than " + strconv.Itoa(MaxText>>20) + " MiB"
	case len(bytes.TrimSpace(head)) == 0 && len(text) <= 1<<12:
		return "is empty"
	case bytes.HasPrefix(text, []byte{0x1f, 0x8b}):
		return "is packed with gzip; unpack it first"
	case bytes.HasPrefix(text, []byte{0xff, 0xfe}), bytes.HasPrefix(text, []byte{0xfe, 0xff}):
		return "is in UTF-16; save it as UTF-8"
	case bytes.IndexByte(head, 0) >= 0:
		return "is no text"
	}
	return ""
}

// A reader collects rows and faults.
type reader struct {
	text         []byte
	s            *Schedule
	faults       doc.Faults
	more         bool // whether faults were left out
	finest       int  // the most decimals of a time, -1 before the first
	nodes        int  // how many nodes lists stand for
	clockChanges int  // rows during which the clock was set
}

// mostFaults bounds the list for a file in which nothing is right.
const mostFaults = 50

// fault notes what is wrong on a line, or with the file where that is 0.
func (r *reader) fault(line int, value, why string) {
	if len(r.faults) >= mostFaults {
		if !r.more {
			r.faults = append(r.faults, doc.Fault{Path: "file", Why: "has more that is wrong"})
			r.more = true
		}
		return
	}
	path := "file"
	if line > 0 {
		path = "line " + strconv.Itoa(line)
	}
	if value != "" {
		value = strconv.Quote(clip(value))
	}
	r.faults = append(r.faults, doc.Fault{Path: path, Value: value, Why: why})
}

// clip shortens what is shown of a file.
func clip(text string) string {
	if len(text) <= 60 {
		return text
	}
	cut := 57
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}

// add keeps a row; it reports false where there are too many.
func (r *reader) add(row Row) bool {
	if len(r.s.Rows) >= maxRows {
		r.fault(row.Line, "", "is one job too many; schedules of up to "+strconv.Itoa(maxRows)+" are read")
		return false
	}
	r.s.Rows = append(r.s.Rows, row)
	return true
}

// time reads a number of seconds; NaN where the field says nothing.
func (r *reader) time(field string) (float64, bool) {
	switch field {
	case "", "nan", "NaN", "None", "null":
		return math.NaN(), true
	}
	x, err := strconv.ParseFloat(field, 64)
	if err != nil || math.IsNaN(x) || math.Abs(x) > 1e12 {
		return math.NaN(), false
	}
	for i := range len(field) {
		if field[i] == '.' {
			digits := 0
			for i+1+digits < len(field) && field[i+1+digits] >= '0' && field[i+1+digits] <= '9' {
				digits++
			}
			r.finest = max(r.finest, min(digits, 9))
			return x, true
		}
	}
	r.finest = max(r.finest, 0)
	return x, true
}

// named reports whether a field can be the name of something.
func named(field string) bool { return field != "" && len(field) <= maxName }

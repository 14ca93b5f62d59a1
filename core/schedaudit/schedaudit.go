// Package schedaudit reads schedules of farms by other programs and checks them
// against the scenario: Batsim's file of jobs, the Standard Workload Format,
// and the output of Slurm's sacct -P.
//
// Such a file states some of what happened and rounds its times. So times are
// compared within the resolution of the file, not exactly as for our answers.
// If it names no machines, the capacity of the whole farm is checked. The
// result is an answer with metrics, which can be drawn and compared like any
// other.
//
// Reading takes time and memory linear in the text.
package schedaudit

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"

	"gridbox/core/doc"
)

// The formats, as named in the options of answers.
const (
	Batsim = "batsim"
	SWF    = "swf"
	Sacct  = "sacct"
)

// A Schedule is the content of a file.
type Schedule struct {
	Format string
	Rows   []Row
	// Resolution is the unit of the last digit of the file's times, in seconds.
	Resolution float64
	// Names maps the file's names of jobs to other names. In SWF, where jobs are numbers, they
	// come from comments.
	Names map[string]string
	Notes []string
}

// A Row is one interval of one job. Missing values are NaN, 0 or empty.
type Row struct {
	Line                  int
	Job, AltName          string // two names by which the job may be known
	Submitted             float64
	Start, Finish         float64 // both NaN if it never ran
	Slots, RequestedSlots int     // slots used and requested
	Walltime              float64
	Elapsed               float64 // 0 if it is the finish minus the start
	State                 string  // empty if it completed
	Unsuccessful          bool    // the file states that the job did not succeed
	Resources             []Range
	Machines              []string
	Piece                 bool // one of several intervals of the job
}

// A Range is the resources from First to Last, both included.
type Range struct{ First, Last int }

// Limits of the input. A text with longer lines or names is no schedule.
const (
	MaxText  = 256 << 20
	maxRows  = 4_000_000
	maxField = 1 << 20
	maxName  = 1000
	maxCells = 2000
)

// Recognise returns the format of a text by its first line that is no comment,
// or "".
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

// cutAfter returns the offset of the second line.
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

// Read reads a schedule. It returns the faults of the text, if any.
func Read(text []byte) (*Schedule, doc.Faults) {
	if why := unreadable(text); why != "" {
		return nil, doc.Faults{{Path: "file", Reason: why}}
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

// unreadable returns the reason why a text cannot be a schedule, or "".
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
	more         bool // faults were left out
	finest       int  // most decimals of a time; -1 before the first
	nodes        int  // number of nodes in lists
	clockChanges int  // rows during which the clock was changed
}

// maxFaults limits the list of faults.
const maxFaults = 50

// fault records a fault on a line, or of the file if line is 0.
func (r *reader) fault(line int, value, why string) {
	if len(r.faults) >= maxFaults {
		if !r.more {
			r.faults = append(r.faults, doc.Fault{Path: "file", Reason: "has more that is wrong"})
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
	r.faults = append(r.faults, doc.Fault{Path: path, Value: value, Reason: why})
}

// clip shortens a text of the file for a message.
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

// add adds a row. It reports false if there are too many.
func (r *reader) add(row Row) bool {
	if len(r.s.Rows) >= maxRows {
		r.fault(row.Line, "", "is one job too many; schedules of up to "+strconv.Itoa(maxRows)+" are read")
		return false
	}
	r.s.Rows = append(r.s.Rows, row)
	return true
}

// time parses a number of seconds. An empty field or a word such as None gives
// NaN and true. It reports false for other texts and beyond 1e12 s. It records
// the most decimals seen in r.finest.
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

// isName reports whether a field can be a name.
func isName(field string) bool { return field != "" && len(field) <= maxName }

package policy

import (
	"context"
	"strconv"

	"gridbox/core/sorting"
	"gridbox/core/trace"
)

// An Interpreter runs programs of one language. It is passed in engine.Env;
// without one a run of such a policy fails.
type Interpreter interface {
	// Start starts a source for a kind. Seed is that of its random numbers. An error in the
	// source is a *Fault.
	Start(ctx context.Context, kind, source string, seed uint64) (Program, error)
}

// A Program is a started source that keeps its own state between decisions. It
// is used by one goroutine, and is unusable after an error.
type Program interface {
	// Has reports whether the program has a function of that name. It has decide. It may have
	// start, which is called first with the whole problem, and end, which is called last.
	Has(function string) bool
	// Call calls a function with a state, a pointer to a struct whose fields are named by their
	// tag json. An error of the program is a *Fault.
	Call(ctx context.Context, function string, state any) (Answer, error)
	// Refuse returns the fault of an invalid result of a function.
	Refuse(function string, state any, why string) *Fault
	// Watch makes later answers include the input of decide; with a job, the inputs about it
	// have priority.
	Watch(job string)
	// Fuel returns the number of steps taken.
	Fuel() uint64
	Close()
}

// An Answer is the result of one call.
type Answer struct {
	// Value is the returned value in the types of encoding/json, or a NonData for a value that
	// JSON cannot represent.
	Value  any
	Output []Line
	// Unsaid is the number of further lines, which were not kept.
	Unsaid int
	// Question is the input, if the program is watched.
	Question *trace.Question
}

// A Line is the text of one call of log or mark.
type Line struct {
	About string `json:"about"` // of mark: the id of the element
	Text  string `json:"text"`
}

// A NonData is a value that is not data: "NaN", "a function", "undefined".
type NonData string

// FormatValue returns a value, shortened for a message.
func FormatValue(value any) string {
	if not, ok := value.(NonData); ok {
		return string(not)
	}
	if runes := []rune(string(appendValue(nil, value))); len(runes) > maxShown {
		return string(runes[:maxShown-1]) + "…"
	}
	return string(appendValue(nil, value))
}

// maxShown is the maximum length of a value in a message, in characters.
const maxShown = 60

// appendValue appends a value in a notation close to JSON. It stops soon after
// the length of a message is exceeded. It does not use encoding/json, which
// would be as large as all solvers of a kind.
func appendValue(out []byte, value any) []byte {
	if len(out) > 4*maxShown {
		return out
	}
	switch v := value.(type) {
	case nil:
		return append(out, "null"...)
	case bool:
		return strconv.AppendBool(out, v)
	case float64:
		return strconv.AppendFloat(out, v, 'g', -1, 64)
	case string:
		return strconv.AppendQuote(out, v)
	case []any:
		out = append(out, '[')
		for i, inner := range v[:min(len(v), 2*maxShown)] {
			if i > 0 {
				out = append(out, ',')
			}
			out = appendValue(out, inner)
		}
		return append(out, ']')
	case map[string]any:
		names := sorting.Keys(v)
		out = append(out, '{')
		for i, name := range names[:min(len(names), 2*maxShown)] {
			if i > 0 {
				out = append(out, ',')
			}
			out = appendValue(append(strconv.AppendQuote(out, name), ':'), v[name])
		}
		return append(out, '}')
	}
	return append(out, "something that cannot be shown"...)
}

// A Fault is an error of a program with its position.
type Fault struct {
	Reason string
	Line   int // from 1, 0 if unknown
	Column int
	// During is the function that was called: "decide", "start", "end", or "" while the source
	// was read.
	During string
	// State is a short text of the input; StateJSON is all of it as JSON.
	State, StateJSON string
}

// Error returns the fault with its position: `line 3: TypeError: ... (in
// decide, with job "j1")`.
func (f *Fault) Error() string {
	text := f.Reason
	if f.Line > 0 {
		text = "line " + strconv.Itoa(f.Line) + ": " + text
	}
	switch {
	case f.During != "" && f.State != "":
		text += " (in " + f.During + ", with " + f.State + ")"
	case f.During != "":
		text += " (in " + f.During + ")"
	}
	return text
}

// Log adds the output of a program to a log, after the other events of the
// decision.
func Log(log *trace.Log, a Answer, about ...trace.Ref) {
	if !log.Enabled() {
		return
	}
	if q := a.Question; q != nil {
		q.Step = len(log.Events)
		log.Questions = append(log.Questions, *q)
	}
	for _, line := range a.Output {
		e := trace.Event{Kind: "said", Refs: about, Text: line.Text}
		if line.About != "" {
			e.Kind, e.Refs = "marked", []trace.Ref{{Role: "job", ID: line.About}}
		}
		log.Add(e)
	}
	if a.Unsaid > 0 {
		log.Add(trace.Event{Kind: "unsaid", Refs: about,
			Values: []trace.Value{{Name: "lines", Num: float64(a.Unsaid)}}})
	}
}

// Begin passes the whole problem to the function start of a program, if there
// is one.
func Begin(ctx context.Context, p Program, problem any, log *trace.Log) error {
	if !p.Has("start") {
		return nil
	}
	a, err := p.Call(ctx, "start", problem)
	if err == nil {
		Log(log, a)
	}
	return err
}

// Finish passes the metrics to the function end of a program, if there is one.
func Finish(ctx context.Context, p Program, metrics any, log *trace.Log) error {
	if !p.Has("end") {
		return nil
	}
	a, err := p.Call(ctx, "end", metrics)
	if err == nil {
		Log(log, a)
	}
	return err
}

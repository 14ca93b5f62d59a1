package policy

import (
	"context"
	"strconv"

	"gridbox/core/sorting"
	"gridbox/core/trace"
)

// An Interpreter runs programs of one language. Programs that compute bring
// theirs in engine.Env; without one a run of such a policy is refused.
type Interpreter interface {
	// Start reads a source for a kind and makes it ready to be asked. Seed is
	// that of its random numbers. The error is a *Fault where the source is wrong.
	Start(ctx context.Context, kind, source string, seed uint64) (Program, error)
}

// A Program is a source that has been read and keeps its own state between one
// decision and the next. It is asked by one goroutine, and is no use after an error.
type Program interface {
	// Has says whether the program has a function of that name. It has decide; it may have start, which is
	// asked first, with the whole problem, and end, which is asked last.
	Has(function string) bool
	// Ask calls a function with a state, a pointer to a struct whose fields have
	// the names of their tag json. What goes wrong in the program is a *Fault.
	Ask(ctx context.Context, function string, state any) (Answer, error)
	// Refuse says that what a function returned will not do.
	Refuse(function string, state any, why string) *Fault
	// Watch has answers tell from now on what decide was told; of a job, where it is
	// told something of it.
	Watch(job string)
	// Fuel is how many steps the program has taken.
	Fuel() uint64
	Close()
}

// An Answer is what a program says to one question.
type Answer struct {
	// Value is what it returned, as encoding/json reads it; a Not for what
	// JSON cannot say.
	Value any
	Said  []Line
	// Unsaid is how many further lines were not kept.
	Unsaid int
	// Question is what was asked, of a program that is watched.
	Question *trace.Question
}

// A Line is one call of log or mark.
type Line struct {
	About string `json:"about"` // of mark: the id of the thing
	Text  string `json:"text"`
}

// A Not is a value that is no data: "NaN", "a function", "undefined".
type Not string

// Shown is a value that was returned, short enough for a message.
func Shown(value any) string {
	if not, ok := value.(Not); ok {
		return string(not)
	}
	if runes := []rune(string(show(nil, value))); len(runes) > shown {
		return string(runes[:shown-1]) + "…"
	}
	return string(show(nil, value))
}

// shown is how many characters of a value a message has room for.
const shown = 60

// show writes what encoding/json reads as JSON, and stops soon after there is
// more than a message has room for. A package for it would weigh as much as all
// solvers of a kind.
func show(out []byte, value any) []byte {
	if len(out) > 4*shown {
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
		for i, inner := range v[:min(len(v), 2*shown)] {
			if i > 0 {
				out = append(out, ',')
			}
			out = show(out, inner)
		}
		return append(out, ']')
	case map[string]any:
		names := sorting.Keys(v)
		out = append(out, '{')
		for i, name := range names[:min(len(names), 2*shown)] {
			if i > 0 {
				out = append(out, ',')
			}
			out = show(append(strconv.AppendQuote(out, name), ':'), v[name])
		}
		return append(out, '}')
	}
	return append(out, "something that cannot be shown"...)
}

// A Fault is what went wrong in a program, and where.
type Fault struct {
	Why    string
	Line   int // from 1, 0 where it is not known
	Column int
	// During is what the program was asked: "decide", "start", "end", or ""
	// while its text was read.
	During string
	// State says in which state, as words; Seen is all of it, as JSON.
	State, Seen string
}

// Error says all of it: `line 3: TypeError: ... (in decide, with job "j1")`.
func (f *Fault) Error() string {
	text := f.Why
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

// Tell enters what a program said into a log, behind the decision's other events.
func Tell(log *trace.Log, a Answer, about ...trace.Ref) {
	if !log.On() {
		return
	}
	if q := a.Question; q != nil {
		q.Step = len(log.Events)
		log.Asked = append(log.Asked, *q)
	}
	for _, line := range a.Said {
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

// Begin hands the whole problem to a program that has a function start.
func Begin(ctx context.Context, p Program, problem any, log *trace.Log) error {
	if !p.Has("start") {
		return nil
	}
	a, err := p.Ask(ctx, "start", problem)
	if err == nil {
		Tell(log, a)
	}
	return err
}

// Finish tells a program that has a function end that all is decided, with the metrics.
func Finish(ctx context.Context, p Program, metrics any, log *trace.Log) error {
	if !p.Has("end") {
		return nil
	}
	a, err := p.Ask(ctx, "end", metrics)
	if err == nil {
		Tell(log, a)
	}
	return err
}

package fill

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/rng"
)

// A State is the content of the dialog. Texts are as typed; an empty one means the default.
type State struct {
	Kind   string // kind of the things with the column, "" before the dialog was opened
	Column string // path
	All    bool   // all rows, not only the selected ones
	Method string // one of Ways
	Texts  map[string]string
}

// Slot is the place of the feature's state.
var Slot = state.NewSlot(func(own State, before, now *state.State) (State, bool) {
	return State{}, own.Kind != "" && now.Draft.Kind != before.Draft.Kind
})

// Ways are the ways to fill a column.
var Ways = []string{"value", "series", "uniform", "normal", "lognormal", "exponential"}

// A Parameter is one of the numbers that a way to fill a column takes.
type Parameter struct{ ID, Label, Usual string }

// parameters of each way.
var parameters = map[string][]Parameter{
	"value":       {{"value", "Value", ""}},
	"series":      {{"start", "Start", "1"}, {"step", "Step", "1"}},
	"uniform":     {{"least", "From", "0"}, {"most", "To", "1"}},
	"normal":      {{"mean", "Mean", "1"}, {"sd", "Standard deviation", "0.25"}},
	"lognormal":   {{"mean", "Mean", "1"}, {"sd", "Standard deviation", "0.5"}},
	"exponential": {{"mean", "Mean", "1"}},
}

// randomParameters are the additional parameters of all random ways.
var randomParameters = []Parameter{{"seed", "Seed", "1"}, {"decimals", "Decimals", "2"}}

// Random reports whether numbers are drawn.
func (f *State) Random() bool { return !slices.Contains([]string{"", "value", "series"}, f.Method) }

// Parameters returns the parameters of the chosen way.
func (f *State) Parameters() []Parameter {
	if f.Random() {
		return append(slices.Clone(parameters[f.Method]), randomParameters...)
	}
	return parameters[f.Method]
}

// The actions of the feature.
type (
	// Begin chooses the things of a kind, or of the selected thing's kind; the problem must be explicit.
	Begin struct{ Kind string }
	// Set sets one field of the dialog: column, all, how, or a parameter.
	Set struct{ Field, To string }
)

// Change returns the state of the opened dialog. Former settings for the same kind stay.
func (a Begin) Change(s *state.State, own State) State {
	kind, tables := a.Kind, state.Tables(s.Draft)
	if kind == "" {
		kind = s.Main().Kind
	}
	if !slices.Contains(tables, kind) {
		kind = tables[0]
	}
	columns := state.Fillable(s.Problem, kind)
	f := State{Kind: kind, Column: columns[0].Path, Method: "value", All: s.SelectedCount(kind) < 2}
	for i := len(columns) - 1; i >= 0; i-- { // the first number, if there is one
		if columns[i].Number() {
			f.Column = columns[i].Path
		}
	}
	if own.Kind == kind && state.ColumnOf(s.Problem, kind, own.Column) != nil {
		f.Column, f.Method, f.Texts = own.Column, own.Method, own.Texts
	}
	return f
}

// Change returns the state with the field set. A column that is not numeric can only be filled with one value.
func (a Set) Change(s *state.State, own State) State {
	if s.Problem == nil {
		return own
	}
	switch a.Field {
	case "column":
		own.Column = a.To
	case "all":
		own.All = a.To == "true"
	case "how":
		own.Method = a.To
	default:
		texts := maps.Clone(own.Texts)
		if texts == nil {
			texts = map[string]string{}
		}
		texts[a.Field] = a.To
		own.Texts = texts
	}
	if c := state.ColumnOf(s.Problem, own.Kind, own.Column); c != nil && !c.Number() {
		own.Method = "value"
	}
	return own
}

// Rows returns the indices of the rows to be filled.
func (f *State) Rows(s *state.State) []int {
	if !f.All {
		return state.IndicesOf(s.Problem, s.Select, f.Kind)
	}
	places := make([]int, s.Count(f.Kind))
	for i := range places {
		places[i] = i
	}
	return places
}

// Fault returns the fault of a typed parameter, "" for none.
func (f *State) Fault(p Parameter) string {
	if f.Method == "value" {
		return ""
	}
	var x float64
	if text := f.Texts[p.ID]; text != "" {
		if why := state.ParseNumber(text, &x); why != "" {
			return why
		}
		switch {
		case p.ID == "seed" && (x != math.Trunc(x) || x < 0 || x > doc.MaxWhole):
			return "a seed is a whole number from 0 to 9007199254740991"
		case p.ID == "decimals" && (x != math.Trunc(x) || x < 0 || x > 12):
			return "must be a whole number from 0 to 12"
		case p.ID == "sd" && x < 0:
			return "must not be below 0"
		case p.ID == "mean" && x <= 0 && (f.Method == "lognormal" || f.Method == "exponential"):
			return "must be above 0"
		}
	}
	return ""
}

// number returns the number of a parameter, by default its usual value. It returns 0 if the text is not a number or
// there is no such parameter.
func (f *State) number(id string) (x float64) {
	for _, p := range f.Parameters() {
		if p.ID == id {
			text := f.Texts[id]
			if text == "" {
				text = p.Usual
			}
			state.ParseNumber(text, &x)
		}
	}
	return x
}

// tries is the maximal number of draws for a value that the column allows.
const tries = 1000

// CellTexts returns the texts for the first n of the column's rows, or the reason why there are none. Equal seeds give
// equal numbers, for any n.
func (f *State) CellTexts(s *state.State, n int) (texts []string, why string) {
	c := state.ColumnOf(s.Problem, f.Kind, f.Column)
	if c == nil {
		return nil, "this column is gone"
	}
	for _, p := range f.Parameters() {
		if why := f.Fault(p); why != "" {
			return nil, p.Label + ": " + why
		}
	}
	texts = make([]string, n)
	switch {
	case f.Method == "value":
		text, why := c.ParseInput(f.Texts["value"])
		if why == "" && text == "" && c.Rule.Required {
			why = "type a value"
		}
		for i := range texts {
			texts[i] = text
		}
		return texts, why
	case f.Method == "series":
		start, step := f.number("start"), f.number("step")
		for i := range texts {
			v := roundDigits(start + float64(float64(i)*step))
			if why := c.Rule.Number(v); why != "" {
				return nil, i18n.T("row {} would be {}, which {}", strconv.Itoa(i+1), doc.Number(v), why)
			}
			texts[i] = doc.Number(v)
		}
		return texts, ""
	}
	return f.draw(c, n)
}

// roundDigits rounds to twelve digits, which removes rounding errors.
func roundDigits(v float64) float64 {
	x, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64)
	if err != nil {
		return v
	}
	return x
}

// draw draws random numbers; invalid values are redrawn.
func (f *State) draw(c *state.Column, n int) (texts []string, why string) {
	stream := rng.New(uint64(f.number("seed")), "fill/"+f.Method, 0)
	decimals := int(f.number("decimals"))
	if c.Kind == "whole" {
		decimals = 0
	}
	next := f.law(stream)
	texts = make([]string, n)
	for i := range texts {
		for try := 0; texts[i] == ""; try++ {
			v, err := strconv.ParseFloat(strconv.FormatFloat(next(), 'f', decimals, 64), 64)
			switch {
			case err == nil && c.Rule.Number(v) == "":
				texts[i] = doc.Number(v)
			case try == tries:
				return nil, i18n.T("{} {}, and the numbers drawn are not", c.Label, c.Rule.Number(v))
			}
		}
	}
	return texts, ""
}

// law returns a function that draws the next number of a distribution, given by its mean and standard deviation.
func (f *State) law(stream *rng.Stream) func() float64 {
	mean, sd := f.number("mean"), f.number("sd")
	switch f.Method {
	case "uniform":
		least, most := f.number("least"), f.number("most")
		return func() float64 { return stream.Uniform(min(least, most), max(least, most)) }
	case "normal":
		return func() float64 { return stream.Normal(mean, sd) }
	case "lognormal": // mean and variance of the logarithm, from those of the number
		ratio := sd / mean
		variance := rng.Ln(1 + float64(ratio*ratio))
		middle, width := rng.Ln(mean)-variance/2, math.Sqrt(variance)
		return func() float64 { return rng.Exp(stream.Normal(middle, width)) }
	}
	return func() float64 { return -float64(mean * rng.Ln(1-stream.Float64())) }
}

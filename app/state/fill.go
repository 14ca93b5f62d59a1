package state

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

// Filling a column: with one value, a series, or random numbers, in all rows or
// in the selected ones.

// Filling is the content of the dialog. Texts are as typed; an empty one stands
// for the default.
type Filling struct {
	Kind   string // kind of the things with the column
	Column string // path
	All    bool   // all rows, not the selected ones alone
	How    string // value, series, uniform, normal, lognormal, exponential
	Texts  map[string]string
}

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

// drawn are the further parameters of all random ways.
var drawn = []Parameter{{"seed", "Seed", "1"}, {"decimals", "Decimals", "2"}}

// Random reports whether numbers are drawn.
func (f *Filling) Random() bool { return !slices.Contains([]string{"", "value", "series"}, f.How) }

// Parameters returns the parameters of the chosen way.
func (f *Filling) Parameters() []Parameter {
	if f.Random() {
		return append(slices.Clone(parameters[f.How]), drawn...)
	}
	return parameters[f.How]
}

type (
	// OpenFill opens the dialog for a kind of things.
	OpenFill struct{ Kind string }
	// SetFill sets one field of the dialog: column, all, how, or a parameter.
	SetFill struct{ What, To string }
	// FillColumn fills the column.
	FillColumn struct{}
)

// Fillable returns the columns that can be filled: all but the names of things,
// and fields that must differ in every row.
func Fillable(d *scenario.Scenario, kind string) []Column {
	return slices.DeleteFunc(Columns(d, kind), func(c Column) bool {
		return c.Name() || kind == "link" && (c.Path == "a" || c.Path == "b") ||
			kind == "variant" && c.Path == "group"
	})
}

func (a OpenFill) reduce(s State) State {
	kind := a.Kind
	if kind == "" {
		kind = s.Main().Kind
	}
	if !slices.Contains(tables[s.Draft.Kind], kind) {
		kind = tables[s.Draft.Kind][0]
	}
	if s.Problem == nil {
		return notReady.reduce(s)
	}
	columns := Fillable(s.Problem, kind)
	f := Filling{Kind: kind, Column: columns[0].Path, How: "value", All: s.Chosen(kind) < 2}
	for i := len(columns) - 1; i >= 0; i-- { // the first number, if there is one
		if columns[i].Number() {
			f.Column = columns[i].Path
		}
	}
	if s.Fill.Kind == kind && column(s.Problem, kind, s.Fill.Column) != nil {
		f.Column, f.How, f.Texts = s.Fill.Column, s.Fill.How, s.Fill.Texts
	}
	s.Fill = f
	s.Look.Dialog = "fill"
	return s
}

func (a SetFill) reduce(s State) State {
	if s.Problem == nil {
		return s
	}
	switch a.What {
	case "column":
		s.Fill.Column = a.To
	case "all":
		s.Fill.All = a.To == "true"
	case "how":
		s.Fill.How = a.To
	default:
		s.Fill.Texts = with(s.Fill.Texts, a.What, a.To)
	}
	if c := column(s.Problem, s.Fill.Kind, s.Fill.Column); c != nil && !c.Number() {
		s.Fill.How = "value"
	}
	return s
}

// FillPlaces are the rows to be filled.
func (s *State) FillPlaces() []int {
	if !s.Fill.All {
		return placesOf(s.Problem, s.Select, s.Fill.Kind)
	}
	n := rowsOf(s.Problem, s.Fill.Kind).Len()
	places := make([]int, n)
	for i := range places {
		places[i] = i
	}
	return places
}

// FillFault returns the fault of a typed parameter, "" for none.
func (f *Filling) FillFault(p Parameter) string {
	if f.How == "value" {
		return ""
	}
	var x float64
	if text := f.Texts[p.ID]; text != "" {
		if why := parse(text, &x); why != "" {
			return why
		}
		switch {
		case p.ID == "seed" && (x != math.Trunc(x) || x < 0 || x > doc.MaxWhole):
			return "a seed is a whole number from 0 to 9007199254740991"
		case p.ID == "decimals" && (x != math.Trunc(x) || x < 0 || x > 12):
			return "must be a whole number from 0 to 12"
		case p.ID == "sd" && x < 0:
			return "must not be below 0"
		case p.ID == "mean" && x <= 0 && (f.How == "lognormal" || f.How == "exponential"):
			return "must be above 0"
		}
	}
	return ""
}

func (f *Filling) number(id string) (x float64) {
	for _, p := range f.Parameters() {
		if p.ID == id {
			text := f.Texts[id]
			if text == "" {
				text = p.Usual
			}
			parse(text, &x)
		}
	}
	return x
}

// tries bounds how often a number is drawn again that the column does not
// allow.
const tries = 1000

// Filled returns the first n of the texts for the column's rows, or why there
// are none. Equal seeds give equal numbers, for any n.
func (s *State) Filled(n int) (texts []string, why string) {
	f := &s.Fill
	c := column(s.Problem, f.Kind, f.Column)
	if c == nil {
		return nil, "this column is gone"
	}
	for _, p := range f.Parameters() {
		if why := f.FillFault(p); why != "" {
			return nil, p.Label + ": " + why
		}
	}
	texts = make([]string, n)
	switch {
	case f.How == "value":
		text, why := c.taken(f.Texts["value"])
		if why == "" && text == "" && c.Rule.Required {
			why = "type a value"
		}
		for i := range texts {
			texts[i] = text
		}
		return texts, why
	case f.How == "series":
		start, step := f.number("start"), f.number("step")
		for i := range texts {
			v := tidy(start + float64(float64(i)*step))
			if why := c.Rule.Number(v); why != "" {
				return nil, "row " + strconv.Itoa(i+1) + " would be " + doc.Number(v) + ", which " + why
			}
			texts[i] = doc.Number(v)
		}
		return texts, ""
	}
	return f.draw(c, n)
}

// tidy removes the rounding error after the twelfth digit.
func tidy(v float64) float64 {
	x, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64)
	if err != nil {
		return v
	}
	return x
}

// draw draws random numbers; invalid values are redrawn.
func (f *Filling) draw(c *Column, n int) (texts []string, why string) {
	stream := rng.New(uint64(f.number("seed")), "fill/"+f.How, 0)
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
				return nil, c.Label + " " + c.Rule.Number(v) + ", and the numbers drawn are not"
			}
		}
	}
	return texts, ""
}

// law returns a function for the next number of a distribution, given by its
// mean and standard deviation.
func (f *Filling) law(stream *rng.Stream) func() float64 {
	mean, sd := f.number("mean"), f.number("sd")
	switch f.How {
	case "uniform":
		least, most := f.number("least"), f.number("most")
		return func() float64 { return stream.Uniform(min(least, most), max(least, most)) }
	case "normal":
		return func() float64 { return stream.Normal(mean, sd) }
	case "lognormal": // of the logarithm, mean and variance that give these of the number
		ratio := sd / mean
		variance := rng.Ln(1 + float64(ratio*ratio))
		middle, width := rng.Ln(mean)-variance/2, math.Sqrt(variance)
		return func() float64 { return rng.Exp(stream.Normal(middle, width)) }
	}
	return func() float64 { return -float64(mean * rng.Ln(1-stream.Float64())) }
}

func (FillColumn) reduce(s State) State {
	if s.Problem == nil {
		return s
	}
	places := s.FillPlaces()
	texts, why := s.Filled(len(places))
	f := s.Fill
	if why != "" || len(places) == 0 {
		if why == "" {
			why = "Select some rows first, or fill all of them."
		}
		return Tell{Text: capital(why), Error: true}.reduce(s)
	}
	c, wrong := column(s.Problem, f.Kind, f.Column), ""
	before := s.Draft
	s = edit(s, "", !s.quietColumn(f.Kind, c), func(d *scenario.Scenario) string {
		changed, why := fillCells(d, f.Kind, c, places, func(k int) string { return texts[k] })
		if wrong = why; why != "" || !changed {
			return ""
		}
		return "fill " + c.Label + " of " + strconv.Itoa(len(places)) + " " + Called(f.Kind, len(places))
	})
	switch {
	case wrong != "":
		return Tell{Text: c.Label + " " + wrong + ".", Error: true}.reduce(s)
	case s.Draft != before:
		s.Look.Dialog = ""
		return Tell{Text: "Filled " + c.Label + " of " + strconv.Itoa(len(places)) + " " +
			Called(f.Kind, len(places)) + ".", Undo: true}.reduce(s)
	}
	return s
}

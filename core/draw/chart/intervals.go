package chart

import (
	"math"
	"slices"

	"gridbox/core/doc"
	"gridbox/core/draw/picture"
)

// Intervals compares estimates with their intervals: along an axis of numbers or of words, or
// below each other if there is only one value of X.
type Intervals struct {
	ID     string
	Title  string
	X, Y   Axis
	XNames []string // the names of the values of X, if they are not numbers
	Series []Estimates
	Log    bool // logarithmic axis of values, if all are positive
	Bands  bool // intervals as bands along the lines
	Mark   *Mark
}

// A Mark is a vertical line at a number along X with a label.
type Mark struct {
	X     float64
	Label string
}

// Estimates are the estimates of one run, in the order of X.
type Estimates struct {
	Name   string
	Colour int
	Points []Estimate
}

// An Estimate is one value with its interval. X is a number, or an index of XNames. Act, ID and
// Arg are the action of choosing it.
type Estimate struct {
	X, Y, Low, High float64
	Act, ID, Arg    string
	On              bool // is chosen
	Bare            bool // has no interval; Low and High equal Y
}

// hasSingleEstimates reports whether every series has at most one estimate.
func (c *Intervals) hasSingleEstimates() bool {
	for _, s := range c.Series {
		if len(s.Points) > 1 {
			return false
		}
	}
	return true
}

// each calls visit with the index of the series and the estimate.
func (c *Intervals) each(visit func(i int, p *Estimate)) {
	for i := range c.Series {
		for k := range c.Series[i].Points {
			if p := &c.Series[i].Points[k]; finite(p.Y) {
				visit(i, p)
			}
		}
	}
}

// Logarithmic reports whether the values have a logarithmic axis: it is requested and all values
// are positive.
func (c *Intervals) Logarithmic() bool {
	ok := c.Log
	c.each(func(_ int, p *Estimate) { ok = ok && p.Y > 0 && p.Low > 0 })
	return ok
}

// domain returns the range of the axis of values. It starts at 0, unless the values would then
// all lie in the upper half.
func (c *Intervals) domain() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	c.each(func(_ int, p *Estimate) { low, high = min(low, p.Low, p.Y), max(high, p.High, p.Y) })
	switch {
	case low > high:
		return 0, 1
	case c.Logarithmic():
		return low / 1.1, high * 1.1
	case low == high:
		return low - max(1, math.Abs(low)/20), high + max(1, math.Abs(high)/20)
	}
	pad := (high - low) * 0.08
	if low >= 0 && low < high/2 {
		return 0, high + pad
	}
	return low - pad, high + pad
}

// ticks returns round numbers from low to high. On a logarithmic axis they are powers of ten,
// with their double and fivefold if the domain is short.
func (c *Intervals) ticks(low, high float64) []float64 {
	if !c.Logarithmic() || high < 3*low {
		return picture.Ticks(low, high, 5)
	}
	var out []float64
	for power := math.Pow(10, math.Floor(math.Log10(low))); power <= high; power *= 10 {
		for _, k := range []float64{1, 2, 5} {
			if v := k * power; v >= low && v <= high && (k == 1 || high < 1000*low) {
				out = append(out, v)
			}
		}
	}
	return out
}

// xValues returns the distinct values of X in order.
func (c *Intervals) xValues() (xs []float64) {
	c.each(func(_ int, p *Estimate) { xs = append(xs, p.X) })
	slices.Sort(xs)
	return slices.Compact(xs)
}

// Spec returns the Vega-Lite specification, which users export and from which the page makes
// pictures for paper.
func (c Intervals) Spec(t Theme) Spec {
	low, high := c.domain()
	value := Spec{"field": "y", "type": "quantitative", "title": c.Y.Name(),
		"scale": Spec{"domain": []float64{low, high}, "nice": false, "zero": false},
		"axis":  Spec{"labelExpr": numberLabelExpr}}
	if c.Logarithmic() {
		value["scale"].(Spec)["type"] = "log"
	}
	s := Spec{"$schema": schema, "description": c.Title, "background": nil, "width": "container", "height": 260,
		"title":  Spec{"text": c.Title, "anchor": "start"},
		"config": t.config(), "data": Spec{"values": c.values()}}
	if c.hasSingleEstimates() {
		name := Spec{"field": "series", "type": "nominal", "title": nil, "sort": nil, "axis": Spec{"grid": false}}
		s["height"] = 28 * max(1, len(c.Series))
		s["encoding"] = Spec{"y": name, "color": c.colour(t, false)}
		s["layer"] = []any{
			Spec{"mark": Spec{"type": "rule", "strokeWidth": 2},
				"encoding": Spec{"x": withEntry(value, "field", "low"), "x2": Spec{"field": "high"}}},
			Spec{"mark": Spec{"type": "point", "filled": true, "size": 60}, "encoding": Spec{"x": value}},
		}
		return s
	}
	// Lines, points and intervals share one encoding: "at" is x, moved where intervals overlap.
	axis := Spec{"grid": false, "values": c.xValues(), "labelOverlap": true}
	if len(c.XNames) > 0 {
		axis["labelExpr"] = string(doc.Canonical(c.XNames)) + "[datum.value]"
	}
	x := Spec{"field": "at", "type": "quantitative", "title": c.X.Name(),
		"scale": Spec{"zero": false, "nice": false, "padding": 12}, "axis": axis}
	interval := Spec{"type": "rule"}
	if c.Bands {
		interval = Spec{"type": "area", "opacity": 0.18}
	}
	s["encoding"] = Spec{"x": x, "color": c.colour(t, true)}
	s["layer"] = []any{
		Spec{"mark": interval, "encoding": Spec{"y": withEntry(value, "field", "low"), "y2": Spec{"field": "high"}}},
		Spec{"mark": Spec{"type": "line", "strokeWidth": 2, "point": Spec{"size": 40}}, "encoding": Spec{"y": value}},
	}
	return s
}

// withEntry returns a copy of a specification with one entry changed.
func withEntry(s Spec, name string, v any) Spec {
	out := Spec{}
	for k, old := range s {
		out[k] = old
	}
	out[name] = v
	return out
}

// values returns the data of the Vega-Lite specification, one record for each estimate. An
// estimate without an interval has no low and high.
func (c *Intervals) values() []any {
	list := []any{}
	apart, alone := c.dodge(), c.hasSingleEstimates()
	c.each(func(i int, p *Estimate) {
		v := Spec{"series": c.Series[i].Name, "y": p.Y}
		if !alone {
			v["at"] = apart.position(i, p)
		}
		if !p.Bare {
			v["low"], v["high"] = p.Low, p.High
		}
		if v["x"] = any(p.X); len(c.XNames) > 0 {
			v["x"] = c.placeLabel(p.X)
		}
		list = append(list, v)
	})
	return list
}

func (c *Intervals) placeLabel(x float64) string {
	if i := int(x); i >= 0 && i < len(c.XNames) {
		return c.XNames[i]
	}
	return digits(x)
}

func (c *Intervals) colour(t Theme, legend bool) Spec {
	plain := Chart{}
	for _, s := range c.Series {
		plain.Series = append(plain.Series, Series{Name: s.Name, Colour: s.Colour})
	}
	return plain.colour(t, legend)
}

// JSON returns the specification as text.
func (c Intervals) JSON(t Theme) []byte {
	text, finite := doc.CanonicalFinite(c.Spec(t))
	if !finite {
		panic("chart: a specification holds only finite numbers")
	}
	return text
}

package chart

import (
	"math"

	"gridbox/core/catalog"
	"gridbox/core/doc"
)

// A Spec is a Vega-Lite specification as data. Its canonical JSON has sorted keys, so equal
// charts have equal texts.
type Spec map[string]any

// A Theme has the colours that a specification contains as values, so that an exported chart
// keeps them.
type Theme struct {
	Ink, Soft, Line, Paper string
	Colours                [catalog.Hues]string // of algorithms, in the fixed order
	Font                   string
}

// The themes equal those of assets/css/tokens.css; a test compares them.
var (
	Light = Theme{
		Ink: "#1c1e22", Soft: "#59606b", Line: "#e3e0d8", Paper: "#fbfaf7", Font: font,
		Colours: [catalog.Hues]string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a6a00",
			"#444", "#6d4bb5", "#8f4d38", "#990033"},
	}
	Dark = Theme{
		Ink: "#e8e6e1", Soft: "#9fa6b1", Line: "#2d3138", Paper: "#15171a", Font: font,
		Colours: [catalog.Hues]string{"#4ba3dc", "#f08a3c", "#2fc498", "#dd9cc0", "#f0b840", "#86ccf3", "#c9b53c",
			"#b9bec7", "#b39ce6", "#d19a83", "#b8325e"},
	}
)

const (
	font   = `"Inter Variable", system-ui, sans-serif`
	schema = "https://vega.github.io/schema/vega-lite/v6.json" // the id of the language; it is never loaded
)

// numberLabelExpr groups thousands from 10 000 on, as picture.Number does.
const numberLabelExpr = "datum.value < 10000 ? format(datum.value, '~r') : format(datum.value, ',~r')"

// lineHeight and barHeight are heights in pixels: of a plot of lines, and of one bar.
const (
	lineHeight = 150
	barHeight  = 16
)

// Colour returns the value of an algorithm's colour; for 0 it is the ink.
func (t Theme) Colour(n int) string {
	if n <= 0 {
		return t.Ink
	}
	hue, shade := catalog.Shade(n)
	return t.shade(t.Colours[hue-1], shade)
}

// JSON returns the specification as text.
func (c Chart) JSON(t Theme) []byte {
	text, finite := doc.CanonicalFinite(c.Spec(t))
	if !finite {
		panic("chart: a specification holds only finite numbers")
	}
	return text
}

// Spec returns the Vega-Lite specification of a chart.
func (c Chart) Spec(t Theme) Spec {
	l := c.layout(0)
	s := Spec{
		"$schema":     schema,
		"description": c.Describe(),
		"background":  nil,
		"width":       "container",
		"height":      lineHeight,
		"padding":     Spec{"left": 0, "right": rightEdge, "top": 0, "bottom": 0},
		"autosize":    Spec{"type": "fit-x", "contains": "padding"},
		"title":       Spec{"text": c.Y.Name(), "anchor": "start", "frame": "bounds"},
		"config":      t.config(),
		"data":        Spec{"values": c.values()},
	}
	var layers []any
	if c.Bars {
		// The height is a number instead of a step, because Vega-Lite does not fit the width next
		// to a stepped height.
		s["height"] = barHeight * max(1, c.barCount())
		layers = append(layers, c.bars(t, l))
	} else {
		layers = append(layers, c.lines(t, l)...)
	}
	if c.Bound != nil && finite(c.Bound.Value) {
		layers = append(layers, c.rule(t)...)
	}
	s["layer"] = layers
	return s
}

// values returns one flat record for each point.
func (c Chart) values() []any {
	out := []any{}
	for _, s := range c.Series {
		for _, p := range s.Points {
			if !finite(p.Y) || !finite(p.X) {
				continue
			}
			v := Spec{"series": s.Name, "y": p.Y}
			if s.Dots {
				v["dots"] = true
			}
			if c.Bars {
				v["label"] = p.Label
			} else {
				v["x"] = p.X
			}
			out = append(out, v)
		}
	}
	return out
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// barCount returns the number of bars below each other.
func (c Chart) barCount() int {
	if c.single() {
		return len(c.Series)
	}
	return len(c.keys()) * len(c.Series)
}

// lines returns the layers of a line for each series. Invisible points along it receive the
// pointer.
func (c Chart) lines(t Theme, l *layout) []any {
	mark := Spec{"type": "line", "aria": false, "strokeWidth": 2,
		"point": Spec{"size": 60, "opacity": 0, "aria": false}}
	line := Spec{
		"mark": mark,
		"encoding": Spec{
			"x": Spec{"field": "x", "type": "quantitative", "title": c.X.Name(),
				"scale": scale(l.xLow, l.xHigh, l.LogX),
				"axis":  Spec{"grid": false, "values": l.xTicks, "labelExpr": numberLabelExpr, "labelFlush": true}},
			"y": Spec{"field": "y", "type": "quantitative", "title": nil, "scale": scale(l.yLow, l.yHigh, l.Log),
				"axis": Spec{"values": l.yTicks, "labelExpr": numberLabelExpr, "minExtent": l.left,
					"maxExtent": l.left}},
			"color": c.colour(t, true),
			"tooltip": []any{
				Spec{"field": "series", "title": "algorithm"},
				Spec{"field": "x", "title": c.X.Name(), "format": ",~r"},
				Spec{"field": "y", "title": c.Y.Name(), "format": ",.4~r"},
			},
		},
	}
	dots := Spec{"mark": Spec{"type": "point", "aria": false, "filled": true, "opacity": 1, "size": 70},
		"encoding":  line["encoding"],
		"transform": []any{Spec{"filter": "datum.dots"}}}
	if d := c.dashes(); d != nil {
		line["encoding"].(Spec)["strokeDash"] = d
	}
	for _, s := range c.Series {
		if s.Steps {
			mark["interpolate"] = "step-after"
		}
		if s.Dots {
			line["transform"] = []any{Spec{"filter": "!datum.dots"}}
		}
	}
	if line["transform"] == nil {
		return []any{line}
	}
	return []any{line, dots}
}

// scale returns the scale of an axis of lines.
func scale(low, high float64, log bool) Spec {
	s := Spec{"domain": []float64{low, high}, "nice": false}
	if log {
		s["type"] = "log"
	}
	return s
}

// bars returns horizontal bars, so that their names are horizontal too.
func (c Chart) bars(t Theme, l *layout) Spec {
	of := "label"
	if c.single() {
		of = "series"
	}
	encoding := Spec{
		"y": Spec{"field": of, "type": "nominal", "title": nil, "sort": nil,
			"axis": Spec{"grid": false, "labelLimit": l.left - 8, "minExtent": l.left, "maxExtent": l.left}},
		"x": Spec{"field": "y", "type": "quantitative", "title": nil,
			"scale": Spec{"domain": []float64{0, l.yHigh}, "nice": false},
			"axis":  Spec{"values": l.yTicks, "labelExpr": numberLabelExpr, "labelFlush": true}},
		"color": c.colour(t, !c.single()),
		"tooltip": []any{
			Spec{"field": "series", "title": "algorithm"},
			Spec{"field": of, "title": c.X.Name()},
			Spec{"field": "y", "title": c.Y.Name(), "format": ",.4~r"},
		},
	}
	if c.single() {
		encoding["tooltip"] = encoding["tooltip"].([]any)[1:]
	} else {
		encoding["yOffset"] = Spec{"field": "series", "sort": nil}
	}
	return Spec{"mark": Spec{"type": "bar", "aria": false}, "encoding": encoding}
}

// colour returns an encoding with a fixed colour for every series. The legend has the order of
// the series.
func (c Chart) colour(t Theme, legend bool) Spec {
	var names, colours []any
	for _, s := range c.Series {
		names = append(names, s.Name)
		colours = append(colours, t.Colour(s.Colour))
	}
	out := Spec{"field": "series", "type": "nominal", "sort": nil, "scale": Spec{"domain": names, "range": colours}}
	if legend && len(c.Series) > 1 {
		out["legend"] = Spec{"title": nil, "orient": "bottom", "columns": 3, "symbolType": "square"}
	} else {
		out["legend"] = nil
	}
	return out
}

// rule returns the layers of the bound and its label.
func (c Chart) rule(t Theme) []any {
	channel, other := "y", "x"
	text := Spec{"type": "text", "aria": false, "align": "left", "dy": -6, "dx": 2, "color": t.Soft, "fontSize": 11}
	if c.Bars {
		channel, other = "x", "y"
		text = Spec{"type": "text", "aria": false, "align": "center", "dy": -8, "color": t.Soft, "fontSize": 11}
	}
	at := Spec{"datum": c.Bound.Value}
	one := Spec{"values": []any{Spec{}}} // one record, so that the bound is not drawn for every point
	return []any{
		Spec{"data": one, "mark": Spec{"type": "rule", "aria": false, "strokeDash": []int{5, 3}, "color": t.Ink},
			"encoding": Spec{channel: at}},
		Spec{"data": one, "mark": text, "encoding": Spec{channel: at, other: Spec{"value": 0},
			"text": Spec{"value": c.Bound.Label}}},
	}
}

// config returns the style of all charts: lines of one pixel, no boxes.
func (t Theme) config() Spec {
	return Spec{
		"font": t.Font,
		"axis": Spec{"aria": false, "labelColor": t.Soft, "titleColor": t.Soft, "gridColor": t.Line, "domain": false,
			"ticks": false, "labelPadding": 6,
			"labelFontSize": 11, "titleFontSize": 11, "titleFontWeight": "normal"},
		"title": Spec{"color": t.Soft, "fontSize": 11, "fontWeight": "normal", "offset": 8},
		"legend": Spec{"aria": false, "labelColor": t.Ink, "labelFontSize": 11, "symbolSize": 80,
			"symbolStrokeWidth": 0, "offset": 4},
		"view": Spec{"stroke": nil},
		// narrow no-break spaces between thousands, as on the pages
		"locale": Spec{"number": Spec{"decimal": ".", "thousands": "\u202f", "grouping": []int{3},
			"currency": []string{"", ""}, "minus": "−"}},
		"text": Spec{"font": t.Font},
	}
}

package main

import (
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/draw/chart"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/study/paper"
)

// A PublishedFigure is a figure of a paper, drawn again from our results, with the text next to
// it.
type PublishedFigure struct {
	ID, Where, Title, Known string
	Counted                 string // identical lines, and the number of replications with an answer
	Still                   template.HTML
	Head                    []string // head of the table of numbers
	Numbers                 [][]string
	Rows                    []PaperRow
}

// publishedFigure draws a chart of a paper's document.
func publishedFigure(kind string, c *paper.ChartDocument) PublishedFigure {
	s := &sketch{ChartDocument: c, kind: kind, width: 360, left: 46, right: 344, top: 22}
	f := PublishedFigure{ID: c.ID, Where: c.Where, Title: c.Title, Known: c.Known,
		Counted: strings.TrimSpace(s.identical() + " " + s.countsText())}
	if f.Where == "" {
		f.Where = "ours"
	}
	if s.isBarChart() {
		s.drawBars()
	} else {
		s.drawLines()
	}
	f.Still = template.HTML(s.picture().SVG())
	f.Head, f.Numbers = s.numbers()
	return f
}

// picture returns the drawing, as high as its content.
func (s *sketch) picture() *scene.Node {
	m := &chart.Pen{}
	m.Open("svg", "gb-picture gb-chart gb-published")
	m.Attr("role", "img")
	m.Value("viewBox", "0 0 ")
	m.Tenths("", s.width, s.bottom)
	m.Attr("aria-label", s.describe())
	m.Add(s.m.NodesSince(0)...)
	m.Close()
	return m.Node()
}

// A sketch is a chart that is being drawn.
type sketch struct {
	*paper.ChartDocument
	kind                    string
	m                       chart.Pen
	width, left, right, top float64
	bottom                  float64 // lower edge of the drawing so far
	low, high, xFrom, xTo   float64 // range of values and of X
	floor                   float64 // the lower edge of the plot
}

// isBarChart reports whether X has text values: the chart is a bar chart.
func (s *sketch) isBarChart() bool {
	_, word := s.Lines[0].Points[0].X.(string)
	return word
}

// name and hue return the name and the colour class of an algorithm, the same on every page.
func (s *sketch) name(id string) string {
	if a, ok := catalog.Find(s.kind, id); ok {
		return a.Name
	}
	return id
}

func (s *sketch) hue(id string) string {
	a, _ := catalog.Find(s.kind, id)
	return "c" + strconv.Itoa(a.Colour)
}

// axis returns the name of an axis with its unit.
func axis(a paper.Axis) string {
	if a.Unit == "" {
		return a.Name
	}
	return a.Name + ", " + a.Unit
}

// drawLines draws lines with confidence bands on the axis of the paper.
func (s *sketch) drawLines() {
	s.floor = 190
	s.xFrom, s.xTo = s.X.From, s.X.To
	s.domain()
	s.m.DrawText("gb-tick", "start", 0, 11, axis(s.Y))
	for _, v := range s.levels() {
		s.m.Rule("gb-grid", s.left, s.y(v), s.right, s.y(v))
		s.m.DrawText("gb-tick", "end", s.left-5, s.y(v)+4, picture.Number(v))
	}
	for _, v := range ends(s.xFrom, s.xTo) {
		s.m.DrawText("gb-tick", "middle", s.x(v), s.floor+15, picture.Number(v))
	}
	s.m.DrawText("gb-tick", "middle", (s.left+s.right)/2, s.floor+29, axis(s.X))
	for i := range s.Lines {
		s.band(&s.Lines[i])
	}
	for i := range s.Lines {
		s.line(&s.Lines[i])
	}
	s.bottom = s.floor + 36
	if s.hasMissingAnswers() {
		s.drawAnswerShares()
	}
	s.legend()
}

// ends returns round numbers in a range and both its ends, which identify the axis of the paper.
func ends(from, to float64) []float64 {
	list := []float64{from}
	for _, v := range picture.Ticks(from, to, 5) {
		if v-from > 0.1*(to-from) && to-v > 0.1*(to-from) {
			list = append(list, v)
		}
	}
	return append(list, to)
}

func (s *sketch) forEachPoint(visit func(p *paper.MeanPoint)) {
	for i := range s.Lines {
		for k := range s.Lines[i].Points {
			visit(&s.Lines[i].Points[k])
		}
	}
}

// domain sets the range of the values if the paper's axis is unknown: from 0, unless the values
// would then be confined to the upper half.
func (s *sketch) domain() {
	s.low, s.high = math.Inf(1), math.Inf(-1)
	s.forEachPoint(func(p *paper.MeanPoint) {
		low := p.CI95[0]
		if s.Y.Log && low <= 0 {
			low = p.Mean
		}
		if low > 0 || !s.Y.Log {
			s.low, s.high = min(s.low, low), max(s.high, p.CI95[1])
		}
	})
	switch {
	case s.low > s.high:
		s.low, s.high = 0, 1
	case s.Y.Log:
		s.low, s.high = s.low/1.2, s.high*1.2
	case s.low >= 0 && s.low < s.high/2:
		s.low, s.high = 0, 1.05*s.high
	default:
		pad := 0.08*(s.high-s.low) + 1e-9
		s.low, s.high = s.low-pad, s.high+pad
	}
}

// levels returns the ticks of the axis of values; on a logarithmic axis they are powers of ten.
func (s *sketch) levels() []float64 {
	if !s.Y.Log {
		return picture.Ticks(s.low, s.high, 5)
	}
	var list []float64
	for v := 1e-9; v <= s.high; v *= 10 {
		if v >= s.low {
			list = append(list, v)
		}
	}
	return list
}

func (s *sketch) x(v float64) float64 {
	return s.left + (v-s.xFrom)/(s.xTo-s.xFrom)*(s.right-s.left)
}

func (s *sketch) y(v float64) float64 {
	at := (v - s.low) / (s.high - s.low)
	if s.Y.Log {
		at = math.Log(max(v, s.low)/s.low) / math.Log(s.high/s.low)
	}
	return s.floor - at*(s.floor-s.top)
}

func number(x any) float64 {
	v, _ := x.(float64)
	return v
}

// band draws the band of the confidence intervals of a line with at least two points.
func (s *sketch) band(l *paper.LineDocument) {
	if len(l.Points) < 2 {
		return
	}
	var b chart.Band
	for _, p := range l.Points {
		x := s.x(number(p.X))
		b.Upper = append(b.Upper, picture.Point{X: x, Y: s.y(p.CI95[1])})
		b.Lower = append(b.Lower, picture.Point{X: x, Y: s.y(p.CI95[0])})
	}
	s.m.Bands("gb-band "+s.hue(l.Algorithm), b)
}

// line draws the means; a dot is hollow if some replications have no answer.
func (s *sketch) line(l *paper.LineDocument) {
	var way []picture.Point
	for _, p := range l.Points {
		way = append(way, picture.Point{X: s.x(number(p.X)), Y: s.y(p.Mean)})
	}
	s.m.Curve("gb-curve "+s.hue(l.Algorithm), way)
	for i, p := range l.Points {
		class := "gb-point"
		if p.Count < p.Replications {
			class = "gb-point gb-fewer"
		}
		s.m.Dot(class+" "+s.hue(l.Algorithm), way[i].X, way[i].Y, 2.5)
	}
}

// hasMissingAnswers reports whether some replications have no answer.
func (s *sketch) hasMissingAnswers() bool {
	fewer := false
	s.forEachPoint(func(p *paper.MeanPoint) { fewer = fewer || p.Count < p.Replications })
	return fewer
}

// drawAnswerShares draws the fraction of replications with an answer below the axis, taken from the first
// line.
func (s *sketch) drawAnswerShares() {
	const tall = 16
	s.m.DrawText("gb-tick", "start", 0, s.bottom+14, "found")
	top := s.bottom + 2
	for _, p := range s.Lines[0].Points {
		share := float64(p.Count) / float64(p.Replications) * tall
		x := min(max(s.x(number(p.X)), s.left+4), s.right-4)
		s.m.Field("gb-share", x-4, top, 8, tall)
		s.m.Field("gb-answered", x-4, top+tall-share, 8, share)
	}
	s.bottom += tall + 8
}

// identical lists lines with equal values, which hide one another.
func (s *sketch) identical() string {
	if s.isBarChart() {
		return ""
	}
	var alike []string
	for i := range s.Lines {
		for k := range s.Lines {
			if i != k && samePoints(s.Lines[i].Points, s.Lines[k].Points) {
				alike = append(alike, s.name(s.Lines[i].Algorithm))
				break
			}
		}
	}
	if len(alike) < 2 {
		return ""
	}
	last := len(alike) - 1
	return strings.Join(alike[:last], ", ") + " and " + alike[last] + " coincide."
}

func samePoints(a, b []paper.MeanPoint) bool {
	return slices.EqualFunc(a, b, func(a, b paper.MeanPoint) bool {
		return a.X == b.X && math.Abs(a.Mean-b.Mean) <= 1e-9*math.Abs(a.Mean)
	})
}

// countsText describes the replications with an answer in words, by the minimum of each line.
func (s *sketch) countsText() string {
	if !s.hasMissingAnswers() {
		return ""
	}
	fewest := s.Lines[0].Points[0]
	s.forEachPoint(func(p *paper.MeanPoint) {
		if p.Count*fewest.Replications < fewest.Count*p.Replications {
			fewest = *p
		}
	})
	return "Means are over the replications that have an answer, which not all have where dots are hollow: the " +
		"fewest " + strconv.Itoa(fewest.Count) + " of " + strconv.Itoa(fewest.Replications) + ", at " + s.X.Name +
		" = " +
		doc.Number(number(fewest.X)) + "."
}

// legend draws the legend below the plot, two entries in a row.
func (s *sketch) legend() {
	for i, l := range s.Lines {
		x, y := s.left+float64(i%2)*150, s.bottom+float64(i/2)*16
		s.m.Field("gb-bar "+s.hue(l.Algorithm), x, y+2, 10, 10)
		s.m.DrawText("gb-key", "start", x+15, y+11, s.name(l.Algorithm))
	}
	s.bottom += float64((len(s.Lines)+1)/2)*16 + 2
}

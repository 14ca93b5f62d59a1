package main

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/svg"
	"gridbox/core/study/paper"
)

// A PublishedFigure is a figure of a paper drawn again, with what is read beside it.
type PublishedFigure struct {
	ID, Where, Title, Known string
	Counted                 string // which lines coincide, and how many replications have an answer
	Still                   template.HTML
	Head                    []string // of the numbers behind it
	Numbers                 [][]string
	Rows                    []PaperRow
}

// publishedFigure draws a chart of a paper's document.
func publishedFigure(kind string, c *paper.ChartDocument) PublishedFigure {
	s := &sketch{ChartDocument: c, kind: kind, width: 360, left: 46, right: 344, top: 22}
	f := PublishedFigure{ID: c.ID, Where: c.Where, Title: c.Title, Known: c.Known,
		Counted: strings.TrimSpace(s.together() + " " + s.counted())}
	if f.Where == "" {
		f.Where = "ours"
	}
	if s.worded() {
		s.drawBars()
	} else {
		s.drawLines()
	}
	f.Still = template.HTML(fmt.Sprintf(`<svg class="gb-picture gb-chart gb-published" role="img" `+
		`viewBox="0 0 %s %s" aria-label="%s">%s</svg>`, tenth(s.width), tenth(s.bottom), svg.Escape(s.says()),
		s.b.String()))
	f.Head, f.Numbers = s.numbers()
	return f
}

// A sketch is the drawing of one chart in the making.
type sketch struct {
	*paper.ChartDocument
	kind                    string
	b                       strings.Builder
	width, left, right, top float64
	bottom                  float64 // of what is drawn so far
	low, high, xFrom, xTo   float64 // the ends of the axes
	floor                   float64 // the lower edge of the plot
}

// worded reports whether the chart has words along X: a chart of bars.
func (s *sketch) worded() bool {
	_, word := s.Lines[0].Points[0].X.(string)
	return word
}

func (s *sketch) put(parts ...string) {
	for _, p := range parts {
		s.b.WriteString(p)
	}
}

func tenth(x float64) string { return doc.Decimal(math.Round(x*10) / 10) }

func (s *sketch) text(class, anchor string, x, y float64, text string) {
	s.put(`<text class="`, class, `" text-anchor="`, anchor, `" x="`, tenth(x), `" y="`, tenth(y), `">`,
		svg.Escape(text), `</text>`)
}

func (s *sketch) rule(class string, x1, y1, x2, y2 float64) {
	s.put(`<line class="`, class, `" x1="`, tenth(x1), `" y1="`, tenth(y1), `" x2="`, tenth(x2), `" y2="`, tenth(y2),
		`"/>`)
}

func (s *sketch) rect(class string, x, y, w, h float64) {
	s.put(`<rect class="`, class, `" x="`, tenth(x), `" y="`, tenth(y), `" width="`, tenth(w), `" height="`, tenth(h),
		`"/>`)
}

// name and hue are an algorithm's, the same as everywhere.
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

// axis is the name of an axis with its unit.
func axis(a paper.Axis) string {
	if a.Unit == "" {
		return a.Name
	}
	return a.Name + ", " + a.Unit
}

// drawLines draws lines with their bands over the paper's axis.
func (s *sketch) drawLines() {
	s.floor = 190
	s.xFrom, s.xTo = s.X.From, s.X.To
	s.domain()
	s.text("gb-tick", "start", 0, 11, axis(s.Y))
	for _, v := range s.levels() {
		s.rule("gb-grid", s.left, s.y(v), s.right, s.y(v))
		s.text("gb-tick", "end", s.left-5, s.y(v)+4, picture.Number(v))
	}
	for _, v := range ends(s.xFrom, s.xTo) {
		s.text("gb-tick", "middle", s.x(v), s.floor+15, picture.Number(v))
	}
	s.text("gb-tick", "middle", (s.left+s.right)/2, s.floor+29, axis(s.X))
	for i := range s.Lines {
		s.band(&s.Lines[i])
	}
	for i := range s.Lines {
		s.line(&s.Lines[i])
	}
	s.bottom = s.floor + 36
	if s.fewer() {
		s.answered()
	}
	s.keys()
}

// ends are round numbers along an axis with its two ends, so that a reader sees
// that it is the paper's.
func ends(from, to float64) []float64 {
	list := []float64{from}
	for _, v := range picture.Ticks(from, to, 5) {
		if v-from > 0.1*(to-from) && to-v > 0.1*(to-from) {
			list = append(list, v)
		}
	}
	return append(list, to)
}

func (s *sketch) each(visit func(p *paper.MeanPoint)) {
	for i := range s.Lines {
		for k := range s.Lines[i].Points {
			visit(&s.Lines[i].Points[k])
		}
	}
}

// domain takes the values' range where the paper's axis is not known: from 0,
// unless that squeezes what is to be told apart into the upper half.
func (s *sketch) domain() {
	s.low, s.high = math.Inf(1), math.Inf(-1)
	s.each(func(p *paper.MeanPoint) {
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

// levels are the marks of the axis of values; on a logarithmic one powers of ten.
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

func (s *sketch) band(l *paper.LineDocument) {
	if len(l.Points) < 2 {
		return
	}
	s.put(`<path class="gb-band `, s.hue(l.Algorithm), `" d="`)
	for i, p := range l.Points {
		s.put(map[bool]string{true: "M", false: "L"}[i == 0], tenth(s.x(number(p.X))), " ", tenth(s.y(p.CI95[1])))
	}
	for i := len(l.Points) - 1; i >= 0; i-- {
		s.put("L", tenth(s.x(number(l.Points[i].X))), " ", tenth(s.y(l.Points[i].CI95[0])))
	}
	s.put(`Z"/>`)
}

// line draws the means; where some replications have no answer, dots are hollow.
func (s *sketch) line(l *paper.LineDocument) {
	s.put(`<polyline class="gb-curve `, s.hue(l.Algorithm), `" points="`)
	for _, p := range l.Points {
		s.put(tenth(s.x(number(p.X))), ",", tenth(s.y(p.Mean)), " ")
	}
	s.put(`"/>`)
	for _, p := range l.Points {
		class := "gb-point"
		if p.Count < p.Asked {
			class = "gb-point gb-fewer"
		}
		s.put(`<circle class="`, class, " ", s.hue(l.Algorithm), `" r="2.5" cx="`, tenth(s.x(number(p.X))), `" cy="`,
			tenth(s.y(p.Mean)), `"/>`)
	}
}

// fewer reports whether some replications have no answer.
func (s *sketch) fewer() bool {
	fewer := false
	s.each(func(p *paper.MeanPoint) { fewer = fewer || p.Count < p.Asked })
	return fewer
}

// answered draws below the axis which share of the replications has an answer,
// by the first line.
func (s *sketch) answered() {
	const tall = 16
	s.text("gb-tick", "start", 0, s.bottom+14, "found")
	top := s.bottom + 2
	for _, p := range s.Lines[0].Points {
		share := float64(p.Count) / float64(p.Asked) * tall
		x := min(max(s.x(number(p.X)), s.left+4), s.right-4)
		s.rect("gb-share", x-4, top, 8, tall)
		s.rect("gb-answered", x-4, top+tall-share, 8, share)
	}
	s.bottom += tall + 8
}

// together names lines that lie on one another, of which only the last is seen.
func (s *sketch) together() string {
	if s.worded() {
		return ""
	}
	var alike []string
	for i := range s.Lines {
		for k := range s.Lines {
			if i != k && same(s.Lines[i].Points, s.Lines[k].Points) {
				alike = append(alike, s.name(s.Lines[i].Algorithm))
				break
			}
		}
	}
	if len(alike) < 2 {
		return ""
	}
	last := len(alike) - 1
	return strings.Join(alike[:last], ", ") + " and " + alike[last] + " lie on one another."
}

func same(a, b []paper.MeanPoint) bool {
	return slices.EqualFunc(a, b, func(a, b paper.MeanPoint) bool {
		return a.X == b.X && math.Abs(a.Mean-b.Mean) <= 1e-9*math.Abs(a.Mean)
	})
}

// counted says the same in words, by the fewest of each line.
func (s *sketch) counted() string {
	if !s.fewer() {
		return ""
	}
	fewest := s.Lines[0].Points[0]
	s.each(func(p *paper.MeanPoint) {
		if p.Count*fewest.Asked < fewest.Count*p.Asked {
			fewest = *p
		}
	})
	return "Means are over the replications that have an answer, which not all have where dots are hollow: the " +
		"fewest " + strconv.Itoa(fewest.Count) + " of " + strconv.Itoa(fewest.Asked) + ", at " + s.X.Name + " = " +
		doc.Number(number(fewest.X)) + "."
}

// keys names the lines below the plot, two in a row.
func (s *sketch) keys() {
	for i, l := range s.Lines {
		x, y := s.left+float64(i%2)*150, s.bottom+float64(i/2)*16
		s.rect("gb-bar "+s.hue(l.Algorithm), x, y+2, 10, 10)
		s.text("gb-key", "start", x+15, y+11, s.name(l.Algorithm))
	}
	s.bottom += float64((len(s.Lines)+1)/2)*16 + 2
}

package picture

import (
	"math"

	"gridbox/core/doc"
)

const (
	nameSize  = 12.5
	powerSize = 10.5
	nameWidth = 110 // beyond this a name is truncated
)

// drawNodes writes every cluster: a circle as large as its power, its name in
// the circle where that fits and below it where not.
func (t *topology) drawNodes(m *markup) {
	m.raw(`<g class="gb-nodes">`)
	for i := range t.p.Clusters {
		t.drawNode(m, i)
	}
	m.raw("</g>")
	if t.Small {
		return
	}
	m.raw(`<g class="gb-about" aria-hidden="true">`)
	for i := range t.p.Clusters {
		t.drawFacts(m, i)
	}
	m.raw("</g>")
}

func (t *topology) drawNode(m *markup, i int) {
	c, r := t.p.Clusters[i], t.radius[i]
	if t.Small {
		m.raw(`<circle class="gb-disc"`)
		m.nums([]string{"cx", "cy", "r"}, t.at[i].X, t.at[i].Y, r)
		m.raw("/>")
		return
	}
	m.raw(`<g class="gb-node`)
	if t.selected[Ref{Cluster, c.ID}] {
		m.raw(" gb-sel")
	}
	note, noted := t.note(c.ID)
	if noted {
		m.raw(" gb-", note.Class)
	}
	m.raw(`"`)
	t.mark(m, Cluster, c.ID, t.sayCluster(i))
	m.num("data-r", r)
	m.translate(t.at[i].X, t.at[i].Y)
	m.raw(`>`)
	if len(t.Busy) == len(t.p.Clusters) {
		drawRing(m, r+ringGap, clamp01(t.Busy[i]))
	}
	m.raw(`<circle class="gb-disc"`)
	m.num("r", r)
	m.raw("/>")
	t.drawName(m, i)
	m.raw("</g>")
}

func (t *topology) note(id string) (Note, bool) {
	n, noted := t.notes[id]
	return n, noted
}

// drawName writes the name, the one text that a person would say to mean the
// mark.
func (t *topology) drawName(m *markup, i int) {
	c, r := t.p.Clusters[i], t.radius[i]
	short := truncate(c.ID, nameSize, nameWidth)
	if t.wordless(i) {
		m.title(c.ID)
		return
	}
	if short != c.ID {
		m.title(c.ID)
	}
	if t.fitsInside(short, r) {
		line(m, "gb-name", 0, 0, short)
		return
	}
	s := t.names[i]
	m.raw(`<text class="gb-name gb-beside`)
	if s.crowded {
		m.raw(" gb-crowded")
	}
	m.raw(`"`)
	if s.anchor != "" {
		m.attr("text-anchor", s.anchor)
	}
	if t.many {
		// Text keeps its size on the screen while the picture is zoomed, so
		// it has to hang from the rim and not stand at a distance.
		m.raw(` dominant-baseline="hanging"`)
		s.at.Y = r + 2
	}
	m.nums(xyNames, s.at.X, s.at.Y)
	m.raw(">")
	m.text(short)
	m.raw("</text>")
}

// drawFacts writes power, number of jobs and note of a cluster. They stand in
// a layer of their own: the mark's label says them in words.
func (t *topology) drawFacts(m *markup, i int) {
	c, r := t.p.Clusters[i], t.radius[i]
	if t.wordless(i) {
		return
	}
	power, jobs := t.power(i), t.jobs(i)
	y, room := 3.5, 1.7*r
	if t.fitsInside(truncate(c.ID, nameSize, nameWidth), r) {
		y, room = 13, 1.75*r
	}
	if textWidth(power, powerSize) > room {
		power = ""
	}
	note, _ := t.note(c.ID)
	if power == "" && jobs == "" && note.Text == "" {
		return
	}
	m.raw(`<g class="gb-facts`)
	if t.selected[Ref{Cluster, c.ID}] {
		m.raw(" gb-sel")
	}
	m.raw(`"`)
	m.attr("data-of", c.ID)
	m.translate(t.at[i].X, t.at[i].Y)
	m.raw(">")
	if power != "" {
		line(m, "gb-power", 0, y, power)
	}
	if jobs != "" {
		class := "gb-jobs"
		if t.counts[i].crowded {
			class = "gb-jobs gb-crowded"
		}
		line(m, class, 0, t.counts[i].at.Y, jobs)
	}
	if note.Text != "" {
		t.drawNote(m, i, note.Text)
	}
	m.raw("</g>")
}

func (t *topology) drawNote(m *markup, i int, text string) {
	s := t.said[i]
	m.raw(`<text class="gb-note"`)
	if s.anchor != "" {
		m.attr("text-anchor", s.anchor)
	}
	m.nums(xyNames, s.at.X, s.at.Y)
	m.raw(">")
	m.text(text)
	m.raw("</text>")
}

func (t *topology) jobs(i int) string {
	if len(t.Jobs) != len(t.p.Clusters) {
		return ""
	}
	return Count(t.Jobs[i], "job")
}

// jobsBelow is the base line of the number of jobs, under the circle and,
// where the name stands there, under the name.
func (t *topology) jobsBelow(i int) float64 {
	y := t.radius[i] + t.rim() + 12
	if s := t.names[i]; s.at.Y > t.radius[i] {
		y = s.at.Y + 13
	}
	return y
}

// ringGap is the distance of the ring from its circle.
const ringGap = 3.5

// rim is what the ring adds to the radius.
func (t *topology) rim() float64 {
	if len(t.Busy) == len(t.p.Clusters) && len(t.Busy) > 0 {
		return ringGap + 2
	}
	return 0
}

func line(m *markup, class string, x, y float64, text string) {
	m.raw(`<text class="`, class, `"`)
	m.nums(xyNames, x, y)
	m.raw(">")
	m.text(text)
	m.raw("</text>")
}

func (t *topology) fitsInside(name string, r float64) bool {
	return r >= 20 && textWidth(name, nameSize) <= 1.85*r
}

func (t *topology) power(i int) string {
	s := Number(t.p.Clusters[i].MIPS)
	if t.unit {
		s += " MIPS"
	}
	return s
}

// roomForUnit reports whether every circle can hold its power with the unit;
// a picture has it everywhere or nowhere.
func (t *topology) roomForUnit() bool {
	for i, c := range t.p.Clusters {
		if textWidth(Number(c.MIPS)+" MIPS", powerSize) > 1.7*t.radius[i] {
			return false
		}
	}
	return true
}

// drawRing writes the share of the makespan that a cluster is busy, clockwise
// from the top.
func drawRing(m *markup, r, share float64) {
	if share < 0.005 {
		return
	}
	if share > 0.995 {
		m.raw(`<circle class="gb-ring"`)
		m.num("r", r)
		m.raw("/>")
		return
	}
	sin, cos := math.Sincos(2 * math.Pi * share)
	large := "0"
	if share > 0.5 {
		large = "1"
	}
	m.raw(`<path class="gb-ring" d="M0 `)
	m.number(-r)
	m.raw("A")
	m.number(r)
	m.raw(" ")
	m.number(r)
	m.raw(" 0 ", large, " 1 ")
	m.number(r * sin)
	m.raw(" ")
	m.number(-r * cos)
	m.raw(`"/>`)
}

// sayCluster says a cluster in words.
func (t *topology) sayCluster(i int) string {
	c := t.p.Clusters[i]
	s := c.ID + ", " + Number(c.MIPS) + " MIPS, " + Count(t.degree[i], "link")
	if d := t.replicas[i]; len(d) > 0 && len(d) <= 8 {
		s += ", holds " + doc.Enumeration(d)
	} else if len(d) > 8 {
		s += ", holds " + Count(len(d), "dataset")
	}
	if len(t.Jobs) == len(t.p.Clusters) {
		s += ", runs " + Count(t.Jobs[i], "job")
	}
	if len(t.Busy) == len(t.p.Clusters) {
		s += ", busy " + Number(math.Round(100*clamp01(t.Busy[i]))) + " % of the time"
	}
	if n, ok := t.note(c.ID); ok {
		s += ", " + n.Class
		if n.Text != "" {
			s += " at " + n.Text
		}
	}
	return s
}

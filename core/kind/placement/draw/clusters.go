package draw

import (
	"math"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/svg"
)

// nameWidth is beyond what a name is truncated.
const nameWidth = 110

// drawNodes writes every cluster: a circle as large as its power, its name in
// the circle where that fits and below it where not.
func (t *topology) drawNodes(m *svg.Builder) {
	m.Raw(`<g class="gb-nodes">`)
	for i := range t.p.Clusters {
		t.drawNode(m, i)
	}
	m.Raw("</g>")
	if t.Small {
		return
	}
	m.Raw(`<g class="gb-about" aria-hidden="true">`)
	for i := range t.p.Clusters {
		t.drawFacts(m, i)
	}
	m.Raw("</g>")
}

func (t *topology) drawNode(m *svg.Builder, i int) {
	c, r := t.p.Clusters[i], t.radius[i]
	if t.Small {
		m.Raw(`<circle class="gb-disc"`)
		m.Nums([]string{"cx", "cy", "r"}, t.at[i].X, t.at[i].Y, r)
		m.Raw("/>")
		return
	}
	m.Raw(`<g class="gb-node`)
	if t.selected[picture.Ref{Kind: picture.Cluster, ID: c.ID}] {
		m.Raw(" gb-sel")
	}
	note, noted := t.note(c.ID)
	if noted {
		m.Raw(" gb-", note.Class)
	}
	m.Raw(`"`)
	t.mark(m, picture.Cluster, c.ID, t.sayCluster(i))
	m.Num("data-r", r)
	m.Translate(t.at[i].X, t.at[i].Y)
	m.Raw(`>`)
	if len(t.Busy) == len(t.p.Clusters) {
		drawRing(m, r+ringGap, picture.Clamp01(t.Busy[i]))
	}
	m.Raw(`<circle class="gb-disc"`)
	m.Num("r", r)
	m.Raw("/>")
	t.drawName(m, i)
	m.Raw("</g>")
}

func (t *topology) note(id string) (Note, bool) {
	n, noted := t.notes[id]
	return n, noted
}

// drawName writes the name, the one text that a person would say to mean the
// mark.
func (t *topology) drawName(m *svg.Builder, i int) {
	c, r := t.p.Clusters[i], t.radius[i]
	short := picture.Truncate(c.ID, picture.NameSize, nameWidth)
	if t.wordless(i) {
		m.Title(c.ID)
		return
	}
	if short != c.ID {
		m.Title(c.ID)
	}
	if t.fitsInside(short, r) {
		m.Label("gb-name", 0, 0, short)
		return
	}
	s := t.names[i]
	m.Raw(`<text class="gb-name gb-beside`)
	if s.crowded {
		m.Raw(" gb-crowded")
	}
	m.Raw(`"`)
	if s.anchor != "" {
		m.Attr("text-anchor", s.anchor)
	}
	if t.many {
		// Text keeps its size on the screen while the picture is zoomed, so
		// it has to hang from the rim and not stand at a distance.
		m.Raw(` dominant-baseline="hanging"`)
		s.at.Y = r + 2
	}
	m.Nums(svg.XY, s.at.X, s.at.Y)
	m.Raw(">")
	m.Text(short)
	m.Raw("</text>")
}

// drawFacts writes power, number of jobs and note of a cluster. They stand in
// a layer of their own: the mark's label says them in words.
func (t *topology) drawFacts(m *svg.Builder, i int) {
	c, r := t.p.Clusters[i], t.radius[i]
	if t.wordless(i) {
		return
	}
	power, jobs := t.power(i), t.jobs(i)
	y, room := 3.5, 1.7*r
	if t.fitsInside(picture.Truncate(c.ID, picture.NameSize, nameWidth), r) {
		y, room = 13, 1.75*r
	}
	if picture.TextWidth(power, picture.PowerSize) > room {
		power = ""
	}
	note, _ := t.note(c.ID)
	if power == "" && jobs == "" && note.Text == "" {
		return
	}
	m.Raw(`<g class="gb-facts`)
	if t.selected[picture.Ref{Kind: picture.Cluster, ID: c.ID}] {
		m.Raw(" gb-sel")
	}
	m.Raw(`"`)
	m.Attr("data-of", c.ID)
	m.Translate(t.at[i].X, t.at[i].Y)
	m.Raw(">")
	if power != "" {
		m.Label("gb-power", 0, y, power)
	}
	if jobs != "" {
		class := "gb-jobs"
		if t.counts[i].crowded {
			class = "gb-jobs gb-crowded"
		}
		m.Label(class, 0, t.counts[i].at.Y, jobs)
	}
	if note.Text != "" {
		t.drawNote(m, i, note.Text)
	}
	m.Raw("</g>")
}

func (t *topology) drawNote(m *svg.Builder, i int, text string) {
	s := t.said[i]
	m.Raw(`<text class="gb-note"`)
	if s.anchor != "" {
		m.Attr("text-anchor", s.anchor)
	}
	m.Nums(svg.XY, s.at.X, s.at.Y)
	m.Raw(">")
	m.Text(text)
	m.Raw("</text>")
}

func (t *topology) jobs(i int) string {
	if len(t.Jobs) != len(t.p.Clusters) {
		return ""
	}
	return picture.Count(t.Jobs[i], "job")
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

func (t *topology) fitsInside(name string, r float64) bool {
	return r >= 20 && picture.TextWidth(name, picture.NameSize) <= 1.85*r
}

func (t *topology) power(i int) string {
	s := picture.Number(t.p.Clusters[i].MIPS)
	if t.unit {
		s += " MIPS"
	}
	return s
}

// roomForUnit reports whether every circle can hold its power with the unit;
// a picture has it everywhere or nowhere.
func (t *topology) roomForUnit() bool {
	for i, c := range t.p.Clusters {
		if picture.TextWidth(picture.Number(c.MIPS)+" MIPS", picture.PowerSize) > 1.7*t.radius[i] {
			return false
		}
	}
	return true
}

// drawRing writes the share of the makespan that a cluster is busy, clockwise
// from the top.
func drawRing(m *svg.Builder, r, share float64) {
	if share < 0.005 {
		return
	}
	if share > 0.995 {
		m.Raw(`<circle class="gb-ring"`)
		m.Num("r", r)
		m.Raw("/>")
		return
	}
	sin, cos := math.Sincos(2 * math.Pi * share)
	large := "0"
	if share > 0.5 {
		large = "1"
	}
	m.Raw(`<path class="gb-ring" d="M0 `)
	m.Number(-r)
	m.Raw("A")
	m.Number(r)
	m.Raw(" ")
	m.Number(r)
	m.Raw(" 0 ", large, " 1 ")
	m.Number(r * sin)
	m.Raw(" ")
	m.Number(-r * cos)
	m.Raw(`"/>`)
}

// sayCluster says a cluster in words.
func (t *topology) sayCluster(i int) string {
	c := t.p.Clusters[i]
	s := c.ID + ", " + picture.Number(c.MIPS) + " MIPS, " + picture.Count(t.degree[i], "link")
	if d := t.replicas[i]; len(d) > 0 && len(d) <= 8 {
		s += ", holds " + picture.List(d)
	} else if len(d) > 8 {
		s += ", holds " + picture.Count(len(d), "dataset")
	}
	if len(t.Jobs) == len(t.p.Clusters) {
		s += ", runs " + picture.Count(t.Jobs[i], "job")
	}
	if len(t.Busy) == len(t.p.Clusters) {
		s += ", busy " + picture.Number(math.Round(100*picture.Clamp01(t.Busy[i]))) + " % of the time"
	}
	if n, ok := t.note(c.ID); ok {
		s += ", " + n.Class
		if n.Text != "" {
			s += " at " + n.Text
		}
	}
	return s
}

package draw

import (
	"math"

	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
)

// nameWidth is the width to which a name is truncated.
const nameWidth = 110

// drawNodes draws every cluster as a circle whose area is its power. The name is in the circle if
// it fits, and next to it otherwise.
func (t *topology) drawNodes(m *scene.Builder) {
	m.Open("g", "gb-nodes")
	for i := range t.p.Clusters {
		t.drawNode(m, i)
	}
	m.Close()
	if t.Small {
		return
	}
	m.Open("g", "gb-about")
	m.Attr("aria-hidden", "true")
	for i := range t.p.Clusters {
		t.drawFacts(m, i)
	}
	m.Close()
}

// drawNode draws a cluster as a button: its circle, its ring of busy time if known, and its name. A
// small picture has only the circle.
func (t *topology) drawNode(m *scene.Builder, i int) {
	c, r := t.p.Clusters[i], t.radius[i]
	if t.Small {
		m.Open("circle", "gb-disc")
		m.Nums([]string{"cx", "cy", "r"}, t.at[i].X, t.at[i].Y, r)
		m.Close()
		return
	}
	m.Open("g", "gb-node")
	if t.selected[picture.Ref{Kind: picture.Cluster, ID: c.ID}] {
		m.Class("gb-sel")
	}
	note, noted := t.note(c.ID)
	if noted {
		m.Class("gb-" + note.Class)
	}
	t.mark(m, picture.Cluster, c.ID, t.sayCluster(i))
	m.Num("data-r", r)
	m.Translate(t.at[i].X, t.at[i].Y)
	if len(t.Busy) == len(t.p.Clusters) {
		drawRing(m, r+ringGap, picture.Clamp01(t.Busy[i]))
	}
	m.Open("circle", "gb-disc")
	m.Num("r", r)
	m.Close()
	t.drawName(m, i)
	m.Close()
}

func (t *topology) note(id string) (Note, bool) {
	n, noted := t.notes[id]
	return n, noted
}

// drawName draws the name. It is the only text of the mark, so that the visible text and the
// accessible name agree.
func (t *topology) drawName(m *scene.Builder, i int) {
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
	m.Open("text", "gb-name gb-beside")
	if s.crowded {
		m.Class("gb-crowded")
	}
	if s.anchor != "" {
		m.Attr("text-anchor", s.anchor)
	}
	if t.many {
		// Text keeps its size on the screen while the picture is zoomed. So it is attached to the
		// rim, without a distance.
		m.Attr("dominant-baseline", "hanging")
		s.at.Y = r + 2
	}
	m.Nums(scene.XY, s.at.X, s.at.Y)
	m.Text(short)
	m.Close()
}

// drawFacts draws power, number of jobs and note of a cluster. They are in a layer of their own,
// because the label of the mark contains them in words.
func (t *topology) drawFacts(m *scene.Builder, i int) {
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
	m.Open("g", "gb-facts")
	if t.selected[picture.Ref{Kind: picture.Cluster, ID: c.ID}] {
		m.Class("gb-sel")
	}
	m.Attr("data-of", c.ID)
	m.Translate(t.at[i].X, t.at[i].Y)
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
	m.Close()
}

func (t *topology) drawNote(m *scene.Builder, i int, text string) {
	s := t.notePlaces[i]
	m.Open("text", "gb-note")
	if s.anchor != "" {
		m.Attr("text-anchor", s.anchor)
	}
	m.Nums(scene.XY, s.at.X, s.at.Y)
	m.Text(text)
	m.Close()
}

func (t *topology) jobs(i int) string {
	if len(t.Jobs) != len(t.p.Clusters) {
		return ""
	}
	return picture.Count(t.Jobs[i], "job")
}

// jobsBelow returns the base line for the number of jobs: under the circle, and under the name if
// that is there.
func (t *topology) jobsBelow(i int) float64 {
	y := t.radius[i] + t.rim() + 12
	if s := t.names[i]; s.at.Y > t.radius[i] {
		y = s.at.Y + 13
	}
	return y
}

// ringGap is the distance of the ring from its circle.
const ringGap = 3.5

// rim returns the width that the ring adds to the radius.
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

// unitFits reports whether the circles of all clusters have room for their power with its
// unit. The unit is shown everywhere or nowhere.
func (t *topology) unitFits() bool {
	for i, c := range t.p.Clusters {
		if picture.TextWidth(i18n.T("{} MIPS", picture.Number(c.MIPS)), picture.PowerSize) > 1.7*t.radius[i] {
			return false
		}
	}
	return true
}

// drawRing draws the share of the makespan that a cluster is busy, clockwise from the top.
func drawRing(m *scene.Builder, r, share float64) {
	if share < 0.005 {
		return
	}
	if share > 0.995 {
		m.Open("circle", "gb-ring")
		m.Num("r", r)
		m.Close()
		return
	}
	sin, cos := math.Sincos(2 * math.Pi * share)
	large := "0"
	if share > 0.5 {
		large = "1"
	}
	m.Open("path", "gb-ring")
	m.Value("d", "M0 ")
	m.Number(-r)
	m.Numbers("A", r, r)
	m.Append(" 0 " + large + " 1 ")
	m.Number(r * sin)
	m.Append(" ")
	m.Number(-r * cos)
	m.Close()
}

// sayCluster returns the accessible label of a cluster: power, links, datasets, jobs, busy time and
// the note of a step, as far as they are known.
func (t *topology) sayCluster(i int) string {
	c := t.p.Clusters[i]
	s := i18n.T("{}, {} MIPS, {}", c.ID, picture.Number(c.MIPS), picture.Count(t.degree[i], "link"))
	if d := t.replicas[i]; len(d) > 0 && len(d) <= 8 {
		s += i18n.T(", holds {}", doc.Enumeration(d))
	} else if len(d) > 8 {
		s += i18n.T(", holds {}", picture.Count(len(d), "dataset"))
	}
	if len(t.Jobs) == len(t.p.Clusters) {
		s += i18n.T(", runs {}", picture.Count(t.Jobs[i], "job"))
	}
	if len(t.Busy) == len(t.p.Clusters) {
		s += i18n.T(", busy {} % of the time", picture.Number(math.Round(100*picture.Clamp01(t.Busy[i]))))
	}
	if n, ok := t.note(c.ID); ok {
		s += ", " + n.Class
		if n.Text != "" {
			s += i18n.T(" at {}", n.Text)
		}
	}
	return s
}

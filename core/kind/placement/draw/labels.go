package draw

import (
	"math"

	"gridbox/core/draw/picture"
)

// occupy marks a box as occupied.
func (t *topology) occupy(b picture.Box) { t.boxes = append(t.boxes, b) }

// isFree reports whether a box meets no occupied box.
func (t *topology) isFree(b picture.Box) bool {
	for _, c := range t.boxes {
		if b.Meets(c) {
			return false
		}
	}
	return true
}

// A labelPlace is the place of a text relative to its cluster's centre.
type labelPlace struct {
	at      picture.Point
	anchor  string // "" means the middle
	crowded bool   // no free place; shown only with hover, selection or zoom
}

// placeLabels finds places for the labels around the circles: first the notes and the names that do
// not fit inside, then bandwidths, tags, and the numbers of jobs. A label without a free place
// gets a default place and is hidden at first.
func (t *topology) placeLabels() {
	t.names = make([]labelPlace, len(t.p.Clusters))
	t.tags = make([]picture.Point, len(t.p.Clusters))
	t.hiddenTags = make([]bool, len(t.p.Clusters))
	t.counts = make([]labelPlace, len(t.p.Clusters))
	t.notePlaces = make([]labelPlace, len(t.p.Clusters))
	if t.Small {
		return
	}
	if !t.many {
		for i, at := range t.at {
			r := t.radius[i] + t.rim()
			t.occupy(picture.BoxAround(at, 2*r, 2*r))
		}
	}
	for i := range t.p.Clusters {
		if t.Numbers[t.p.Clusters[i].ID] > 0 {
			t.occupy(picture.BoxAround(t.numberAt(i), 2*picture.NumberRadius, 2*picture.NumberRadius))
		}
	}
	for i := range t.p.Clusters {
		t.placeNote(i)
	}
	for i := range t.p.Clusters {
		if short := picture.Truncate(t.p.Clusters[i].ID, picture.NameSize, nameWidth); !t.fitsInside(short,
			t.radius[i]) {
			t.placeName(i, picture.TextWidth(short, picture.NameSize))
		}
	}
	t.placeRates()
	for i := range t.p.Clusters {
		t.placeTags(i)
	}
	for i := range t.p.Clusters {
		t.placeJobCount(i)
	}
}

// placeJobCount places the number of jobs under the circle or else above it. If neither is free, it is
// shown only with selection or zoom.
func (t *topology) placeJobCount(i int) {
	t.counts[i] = labelPlace{at: picture.Point{X: 0, Y: t.jobsBelow(i)}}
	jobs := t.jobs(i)
	if jobs == "" || t.many {
		return
	}
	for _, y := range []float64{t.jobsBelow(i), -t.radius[i] - t.rim() - 4} {
		b := picture.BoxAround(picture.Point{X: t.at[i].X, Y: t.at[i].Y + y - 4},
			picture.TextWidth(jobs, picture.PowerSize), 11)
		if b.X0 >= 0 && b.X1 <= t.frame.width && b.Y0 >= 0 && b.Y1 <= t.frame.height && t.isFree(b) {
			t.counts[i].at.Y = y
			t.occupy(b)
			return
		}
	}
	t.counts[i].crowded = true
}

// placeNote places the note of a step above its circle, below, right, left, or at a corner.
func (t *topology) placeNote(i int) {
	r := t.radius[i]
	t.notePlaces[i] = labelPlace{at: picture.Point{X: 0, Y: -r - 8}}
	n, ok := t.note(t.p.Clusters[i].ID)
	if !ok || n.Text == "" || t.many {
		return
	}
	width, rim := picture.TextWidth(n.Text, 11), r+t.rim()
	for _, s := range []labelPlace{t.notePlaces[i], {at: picture.Point{X: 0, Y: rim + 14}},
		{at: picture.Point{X: rim + 4, Y: 4}, anchor: "start"},
		{at: picture.Point{X: -rim - 4, Y: 4}, anchor: "end"}, {at: picture.Point{X: r, Y: -r - 4}, anchor: "end"},
		{at: picture.Point{X: -r, Y: -r - 4}, anchor: "start"},
		{at: picture.Point{X: r, Y: rim + 14}, anchor: "end"},
		{at: picture.Point{X: -r, Y: rim + 14}, anchor: "start"}} {
		b := picture.BoxAround(picture.Point{X: t.at[i].X + s.middle(width), Y: t.at[i].Y + s.at.Y - 4}, width, 14)
		if b.X0 >= 0 && b.X1 <= t.frame.width && b.Y0 >= 0 && b.Y1 <= t.frame.height && t.isFreeBut(b, i) {
			t.notePlaces[i] = s
			t.occupy(b)
			return
		}
	}
	t.occupy(picture.BoxAround(picture.Point{X: t.at[i].X, Y: t.at[i].Y - r - 12}, width, 14))
}

// middle returns the horizontal distance from the cluster's centre to the middle of a text of the
// given width.
func (s *labelPlace) middle(width float64) float64 {
	switch s.anchor {
	case "start":
		return s.at.X + width/2
	case "end":
		return s.at.X - width/2
	}
	return s.at.X
}

// placeTags places the row of tags at the upper right, or the upper left, right, left, or below. The
// upper places are not used if a note is there. A row without a free place gets the first one and
// is hidden at first.
func (t *topology) placeTags(i int) {
	ids := t.replicas[i]
	if len(ids) == 0 {
		return
	}
	r, width := t.radius[i], t.tagsWidth(ids)
	tries := []picture.Point{{X: 0.62 * r, Y: -r - tagHeight + 5}, {X: -0.62*r - width, Y: -r - tagHeight + 5},
		{X: r + 4, Y: -tagHeight / 2},
		{X: -r - 4 - width, Y: -tagHeight / 2}, {X: 0.62 * r, Y: r - 5}, {X: -0.62*r - width, Y: r - 5}}
	if note, _ := t.note(t.p.Clusters[i].ID); note.Text != "" {
		tries = tries[2:] // the note is above the circle
	}
	t.tags[i] = tries[0]
	if t.many {
		return
	}
	for _, q := range tries {
		b := picture.Box{X0: t.at[i].X + q.X, Y0: t.at[i].Y + q.Y, X1: t.at[i].X + q.X + width, Y1: t.at[i].Y + q.Y +
			tagHeight}
		if b.X1 <= t.frame.width && b.X0 >= 0 && t.isFreeBut(b, i) {
			t.tags[i] = q
			t.occupy(b)
			return
		}
	}
	t.hiddenTags[i] = true
}

// placeName places a name below, right, left or above its circle, or at one of its corners.
func (t *topology) placeName(i int, width float64) {
	r := t.radius[i] + t.rim()
	tries := []labelPlace{{at: picture.Point{X: 0, Y: r + 14}}, {at: picture.Point{X: r + 4, Y: 4}, anchor: "start"},
		{at: picture.Point{X: -r - 4, Y: 4}, anchor: "end"}, {at: picture.Point{X: 0, Y: -r - 6}},
		{at: picture.Point{X: 0.5 * r, Y: r + 12}, anchor: "start"},
		{at: picture.Point{X: -0.5 * r, Y: r + 12}, anchor: "end"},
		{at: picture.Point{X: 0.5 * r, Y: -r - 4}, anchor: "start"},
		{at: picture.Point{X: -0.5 * r, Y: -r - 4}, anchor: "end"}}
	t.names[i] = tries[0]
	if t.many {
		return
	}
	for _, s := range tries {
		b := picture.BoxAround(picture.Point{X: t.at[i].X + s.middle(width), Y: t.at[i].Y + s.at.Y - 4}, width+4, 14)
		if b.X0 >= 0 && b.X1 <= t.frame.width && t.isFree(b) {
			t.names[i] = s
			t.occupy(b)
			return
		}
	}
	t.names[i].crowded = true
}

// isFreeBut does the same as isFree without the box of cluster i's circle, which is larger than
// the circle and lies under its own tags.
func (t *topology) isFreeBut(b picture.Box, i int) bool {
	for k, c := range t.boxes {
		if k != i && b.Meets(c) {
			return false
		}
	}
	return true
}

// shares are the places along a link that a label tries, the middle first.
var shares = []float64{0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72}

// placeOnLine finds a free place for a label along the line from a to b and takes it. If there is none,
// it returns the middle and false, and takes nothing.
func (t *topology) placeOnLine(a, b picture.Point, width, height float64) (picture.Point, float64, bool) {
	if t.many {
		return pointBetween(a, b, 0.5), 0.5, false
	}
	for _, s := range shares {
		p := pointBetween(a, b, s)
		if seat := picture.BoxAround(p, width, height); t.isFree(seat) {
			t.occupy(seat)
			return p, s, true
		}
	}
	return pointBetween(a, b, 0.5), 0.5, false
}

func pointBetween(a, b picture.Point, share float64) picture.Point {
	return picture.Point{X: a.X + float64((b.X-a.X)*share), Y: a.Y + float64((b.Y-a.Y)*share)}
}

// direction returns the unit vector from a to b, and (1, 0) for equal points.
func direction(a, b picture.Point) picture.Point {
	dx, dy := b.X-a.X, b.Y-a.Y
	d := math.Sqrt(float64(dx*dx) + float64(dy*dy))
	if d == 0 {
		return picture.Point{X: 1, Y: 0}
	}
	return picture.Point{X: dx / d, Y: dy / d}
}

package picture

import "math"

// take marks a place as occupied.
func (t *topology) take(b box) { t.boxes = append(t.boxes, b) }

func (t *topology) isFree(b box) bool {
	for _, c := range t.boxes {
		if b.meets(c) {
			return false
		}
	}
	return true
}

// A seating says where a text stands, relative to its cluster's centre.
type seating struct {
	at      Point
	anchor  string // "" is the middle
	crowded bool   // there is no room; it waits for hover, selection or zoom
}

// seatNames finds places for what stands around the circles: the names that do not
// fit inside first, since nothing can be said of what has none, then tags, then
// the numbers of jobs. Every label has one place that it takes when all are occupied.
func (t *topology) seatNames() {
	t.names = make([]seating, len(t.p.Clusters))
	t.tags = make([]Point, len(t.p.Clusters))
	t.hidden = make([]bool, len(t.p.Clusters))
	t.counts = make([]seating, len(t.p.Clusters))
	t.said = make([]seating, len(t.p.Clusters))
	if t.Small {
		return
	}
	if !t.many {
		for i, at := range t.at {
			r := t.radius[i] + t.rim()
			t.take(around(at, 2*r, 2*r))
		}
	}
	for i := range t.p.Clusters {
		t.seatNote(i)
	}
	for i := range t.p.Clusters {
		if short := truncate(t.p.Clusters[i].ID, nameSize, nameWidth); !t.fitsInside(short, t.radius[i]) {
			t.seatName(i, textWidth(short, nameSize))
		}
	}
	for i := range t.p.Clusters {
		t.seatTags(i)
	}
	for i := range t.p.Clusters {
		t.seatJobs(i)
	}
}

// seatJobs puts the number of jobs under the circle, where that has no room above
// it, and where neither has it waits for selection or zoom.
func (t *topology) seatJobs(i int) {
	t.counts[i] = seating{at: Point{0, t.jobsBelow(i)}}
	jobs := t.jobs(i)
	if jobs == "" || t.many {
		return
	}
	for _, y := range []float64{t.jobsBelow(i), -t.radius[i] - t.rim() - 4} {
		b := around(Point{t.at[i].X, t.at[i].Y + y - 4}, textWidth(jobs, powerSize), 11)
		if b.x0 >= 0 && b.x1 <= t.frame.width && b.y0 >= 0 && b.y1 <= t.frame.height && t.isFree(b) {
			t.counts[i].at.Y = y
			t.take(b)
			return
		}
	}
	t.counts[i].crowded = true
}

// seatNote puts what a step says of a cluster above its circle, below, right or
// left.
func (t *topology) seatNote(i int) {
	r := t.radius[i]
	t.said[i] = seating{at: Point{0, -r - 8}}
	n, ok := t.note(t.p.Clusters[i].ID)
	if !ok || n.Text == "" || t.many {
		return
	}
	width, rim := textWidth(n.Text, 11), r+t.rim()
	for _, s := range []seating{t.said[i], {at: Point{0, rim + 14}}, {at: Point{rim + 4, 4}, anchor: "start"},
		{at: Point{-rim - 4, 4}, anchor: "end"}, {at: Point{r, -r - 4}, anchor: "end"},
		{at: Point{-r, -r - 4}, anchor: "start"},
		{at: Point{r, rim + 14}, anchor: "end"}, {at: Point{-r, rim + 14}, anchor: "start"}} {
		b := around(Point{t.at[i].X + s.middle(width), t.at[i].Y + s.at.Y - 4}, width, 14)
		if b.x0 >= 0 && b.x1 <= t.frame.width && b.y0 >= 0 && b.y1 <= t.frame.height && t.isFreeBut(b, i) {
			t.said[i] = s
			t.take(b)
			return
		}
	}
	t.take(around(Point{t.at[i].X, t.at[i].Y - r - 12}, width, 14))
}

// middle is how far right of the cluster's centre a text of such a width has its own.
func (s *seating) middle(width float64) float64 {
	switch s.anchor {
	case "start":
		return s.at.X + width/2
	case "end":
		return s.at.X - width/2
	}
	return s.at.X
}

// seatTags puts the row of tags at the upper right, or the upper left, right, left,
// or below.
func (t *topology) seatTags(i int) {
	ids := t.replicas[i]
	if len(ids) == 0 {
		return
	}
	r, width := t.radius[i], t.tagsWidth(ids)
	tries := []Point{{0.62 * r, -r - tagHeight + 5}, {-0.62*r - width, -r - tagHeight + 5}, {r + 4, -tagHeight / 2},
		{-r - 4 - width, -tagHeight / 2}, {0.62 * r, r - 5}, {-0.62*r - width, r - 5}}
	if _, noted := t.note(t.p.Clusters[i].ID); noted {
		tries = tries[2:] // the note stands above the circle
	}
	t.tags[i] = tries[0]
	if t.many {
		return
	}
	for _, q := range tries {
		b := box{t.at[i].X + q.X, t.at[i].Y + q.Y, t.at[i].X + q.X + width, t.at[i].Y + q.Y + tagHeight}
		if b.x1 <= t.frame.width && b.x0 >= 0 && t.isFreeBut(b, i) {
			t.tags[i] = q
			t.take(b)
			return
		}
	}
	t.hidden[i] = true
}

// seatName puts a name below, right, left or above its circle, or at one of its
// corners.
func (t *topology) seatName(i int, width float64) {
	r := t.radius[i] + t.rim()
	tries := []seating{{at: Point{0, r + 14}}, {at: Point{r + 4, 4}, anchor: "start"},
		{at: Point{-r - 4, 4}, anchor: "end"}, {at: Point{0, -r - 6}},
		{at: Point{0.5 * r, r + 12}, anchor: "start"}, {at: Point{-0.5 * r, r + 12}, anchor: "end"},
		{at: Point{0.5 * r, -r - 4}, anchor: "start"}, {at: Point{-0.5 * r, -r - 4}, anchor: "end"}}
	t.names[i] = tries[0]
	if t.many {
		return
	}
	for _, s := range tries {
		b := around(Point{t.at[i].X + s.middle(width), t.at[i].Y + s.at.Y - 4}, width+4, 14)
		if b.x0 >= 0 && b.x1 <= t.frame.width && t.isFree(b) {
			t.names[i] = s
			t.take(b)
			return
		}
	}
	t.names[i].crowded = true
}

// isFreeBut is isFree without looking at the circle of cluster i, whose box is
// larger than the circle and reaches under its own tags.
func (t *topology) isFreeBut(b box, i int) bool {
	for k, c := range t.boxes {
		if k != i && b.meets(c) {
			return false
		}
	}
	return true
}

// shares are the places along a link that a label tries, the middle first.
var shares = []float64{0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72}

// seat finds room for a label along the line from a to b and takes it. When
// there is none it gives the middle and false, and takes nothing.
func (t *topology) seat(a, b Point, width, height float64) (Point, float64, bool) {
	if t.many {
		return between(a, b, 0.5), 0.5, false
	}
	for _, s := range shares {
		p := between(a, b, s)
		if seat := around(p, width, height); t.isFree(seat) {
			t.take(seat)
			return p, s, true
		}
	}
	return between(a, b, 0.5), 0.5, false
}

func between(a, b Point, share float64) Point {
	return Point{a.X + float64((b.X-a.X)*share), a.Y + float64((b.Y-a.Y)*share)}
}

// direction is the unit vector from a to b; of two equal points it is (1, 0).
func direction(a, b Point) Point {
	dx, dy := b.X-a.X, b.Y-a.Y
	d := math.Sqrt(float64(dx*dx) + float64(dy*dy))
	if d == 0 {
		return Point{1, 0}
	}
	return Point{dx / d, dy / d}
}

package draw

import (
	"math"

	"gridbox/core/draw/picture"
)

// layOut finds the largest squares for which all fields fit, row by row in the
// order of the document, and then stretches each row to the width.
func (d *pools) layOut() {
	low := d.chooseShape()
	if low < tightBelow && !d.Small && len(d.fields) <= 40 {
		if d.tight = true; d.chooseShape() <= 1.15*low {
			d.tight = false
		}
		low = d.chooseShape()
	}
	d.cell = low
	tall := d.flow(low)
	spare := math.Max(0, d.availableHeight()-tall)
	d.justify()
	for i := range d.fields {
		d.fields[i].y += d.top() + math.Min(spare*0.35, 60)
	}
}

// tightBelow is the size of squares below which fields drop their margins for
// larger ones, as on a phone.
const tightBelow = 18.0

// availableHeight returns the height available for the fields.
func (d *pools) availableHeight() float64 { return d.Height - d.top() - d.edge() }

// chooseShape returns the size of the largest squares over all shapes, and sets that
// shape.
func (d *pools) chooseShape() float64 {
	room := d.availableHeight()
	d.shape = shapes[0]
	low := d.maxCellSize(room)
	for _, shape := range shapes[1:] {
		was := d.shape
		d.shape = shape
		if cell := d.maxCellSize(room); cell > 1.15*low {
			low = cell
		} else {
			d.shape = was
		}
	}
	return low
}

// shapes are the possible ratios of width to height of fields, the best-looking
// first. Another one is taken if its squares are larger by more than a seventh.
var shapes = [...]float64{1.7, 0.7, 3.5}

// maxCellSize returns the greatest size of squares for which the fields fit.
func (d *pools) maxCellSize(room float64) float64 {
	low, high := 1.0, maxCell
	if d.Small {
		high = 26
	}
	for range 14 {
		if middle := (low + high) / 2; d.flow(middle) <= room {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

func (d *pools) edge() float64 {
	switch {
	case d.Small:
		return 6
	case d.tight:
		return poolEdge / 2
	}
	return poolEdge
}

func (d *pools) gap() float64 {
	switch {
	case d.Small || len(d.fields) > 120:
		return 4
	case len(d.fields) > 40 || d.tight:
		return 6
	}
	return poolGap
}

func (d *pools) pad() float64 {
	if d.Small || len(d.fields) > 40 || d.tight {
		return 4
	}
	return poolPad
}

// titleHeight returns the height of a field's title, 0 for very many fields.
func (d *pools) titleHeight() float64 {
	switch {
	case d.Small:
		return 0
	case len(d.fields) > 40:
		return 13
	}
	return poolTitle
}

func (d *pools) top() float64 {
	if d.Small {
		return d.edge()
	}
	return d.edge() + poolBar
}

// flow places the fields for a size of squares and returns their total height.
func (d *pools) flow(cell float64) float64 {
	left, right := d.edge(), d.Width-d.edge()
	x, y, tallest := left, 0.0, 0.0
	for i := range d.fields {
		f := &d.fields[i]
		f.w, f.h = d.size(f, cell)
		if x > left && x+f.w > right {
			x, y, tallest = left, y+tallest+d.gap(), 0
		}
		f.x, f.y = x, y
		x += f.w + d.gap()
		tallest = math.Max(tallest, f.h)
	}
	return y + tallest
}

// size returns the width and height of a field with its title and its members, which are squares of
// side cell. The width is limited to the width of the picture.
func (d *pools) size(f *poolField, cell float64) (w, h float64) {
	k := max(1, len(f.nodes))
	columns := math.Ceil(math.Sqrt(d.shape * float64(k)))
	if columns = math.Min(columns, float64(k)); k == 4 && d.shape < 3 {
		columns = 2
	}
	w = columns*cell + 2*d.pad()
	if !d.Small && len(d.fields) <= 40 {
		w = math.Max(w, picture.TextWidth(d.title(f), picture.NameSize)+picture.TextWidth(d.note(f),
			picture.PowerSize)+10+2*d.pad())
	}
	if f.group == -2 && !d.Small {
		w = math.Max(w, picture.TextWidth(d.title(f), 9.5)+2*d.pad()+12)
	}
	w = math.Min(w, d.Width-2*d.edge())
	columns = math.Max(1, math.Floor((w-2*d.pad()+0.01)/cell))
	rows := math.Ceil(float64(len(f.nodes)) / columns)
	return w, math.Max(rows, 0.6)*cell + 2*d.pad() + d.titleHeight()
}

// justify makes the fields of a row equally high and distributes the remaining
// width, unless that is more than half of it.
func (d *pools) justify() {
	for from := 0; from < len(d.fields); {
		to := from + 1
		for to < len(d.fields) && d.fields[to].y == d.fields[from].y {
			to++
		}
		tallest := 0.0
		for _, f := range d.fields[from:to] {
			tallest = math.Max(tallest, f.h)
		}
		last := &d.fields[to-1]
		spare := d.Width - d.edge() - last.x - last.w
		if spare > d.Width/2 {
			spare = 0
		}
		share := spare / float64(to-from)
		for i := from; i < to; i++ {
			f := &d.fields[i]
			f.h = tallest
			f.x += share * float64(i-from)
			f.w += share
		}
		from = to
	}
}

// side returns the side of a node's square, whose area is proportional to its
// price.
func (d *pools) side(node int) float64 {
	full := d.cell - math.Min(6, d.cell*0.16)
	if d.maxPrice <= 0 {
		return full
	}
	return full * math.Max(0.42, math.Sqrt(d.p.Nodes[node].Price/d.maxPrice))
}

// memberCentre returns the centre of the k-th member of a field.
func (d *pools) memberCentre(f *poolField, k int) picture.Point {
	columns := max(1, int((f.w-2*d.pad()+0.01)/d.cell))
	columns = min(columns, max(1, len(f.nodes)))
	inside := f.w - 2*d.pad() - float64(columns)*d.cell
	return picture.Point{
		X: f.x + d.pad() + inside/2 + (float64(k%columns)+0.5)*d.cell,
		Y: f.y + d.pad() + d.titleHeight() + (float64(k/columns)+0.5)*d.cell,
	}
}

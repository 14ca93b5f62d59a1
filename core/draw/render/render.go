// Package render makes figures for paper of the pictures and charts that core/draw/picture
// and core/draw/chart write as SVG: as SVG that needs no style sheet, as PDF, and as PNG.
//
// A picture is read as its elements, each is given the style that the site's own
// sheets give it in the light theme (sheet.go, cascade.go), and what comes of it is a
// list of filled and stroked paths and of texts in points (layout.go). The three
// writers know nothing but that list, so they draw the same. The small set of SVG
// that our pictures are made of is all that is read; anything else is an error.
//
// The same picture and options give the same bytes.
package render

import (
	"errors"
	"math"

	"gridbox/core/doc"
)

// Options say how a figure is to look.
type Options struct {
	Width float64 // in millimetres
	Text  float64 // size of usual text in points; 0 is 8
	Line  float64 // width of a usual line in points; 0 lets lines shrink with the text
	// Grey leaves colours out, and implies Patterns.
	Grey bool
	// Patterns tells algorithms apart by hatches and broken lines too.
	Patterns bool
	Font     *Font  // nil is the one that is built in
	Caption  string // below the picture; none where it is empty
	Title    string // what programs call the file
	Subject  string // what they say of it
}

// The sizes that can be asked for.
const (
	LeastWidth, MostWidth = 20.0, 1000.0 // millimetres
	LeastText, MostText   = 4.0, 36.0    // points
	mostPixels            = 60_000_000
)

// usual is the size of usual text in our pictures, in pixels.
const usual = 11.0

const pointsPerMM = 72 / 25.4

func (o *Options) check() error {
	if o.Text == 0 {
		o.Text = 8
	}
	switch {
	case !(o.Width >= LeastWidth && o.Width <= MostWidth):
		return errors.New("a figure is from 20 to 1000 mm wide, not " + number(o.Width))
	case !(o.Text >= LeastText && o.Text <= MostText):
		return errors.New("text is from 4 to 36 points high, not " + number(o.Text))
	case !(o.Line >= 0 && o.Line <= 10):
		return errors.New("a line is up to 10 points wide, not " + number(o.Line))
	}
	if o.Font == nil {
		o.Font = builtIn()
	}
	return nil
}

// Pixels is how wide a picture must be drawn, so that its text has the size asked
// for when it fills the width.
func (o Options) Pixels() (float64, error) {
	if err := o.check(); err != nil {
		return 0, err
	}
	return math.Round(o.Width * pointsPerMM * usual / o.Text), nil
}

// A Page is a figure as it will be printed. Places are in points from the top left.
type Page struct {
	width, height float64
	items         []item
	font          *Font
	title         string
	subject       string
	// Notes say what could not be done as asked.
	Notes []string
}

// An item is a path or a text.
type item struct {
	path *path
	text *label
}

// A colour with what shows through; opaque 0 is no colour at all.
type colour struct {
	r, g, b uint8
	opaque  float64
}

// A path is filled, then stroked.
type path struct {
	parts []part
	fill  colour
	pen   pen
}

type pen struct {
	colour
	width float64
	dash  []float64
	round bool // ends and corners
}

// A part of a path: M, L, C or Z with as many points as it needs.
type part struct {
	do byte
	at [3]point
}

type point struct{ x, y float64 }

// A label is one line of text. x is its start, worked out from the anchor and the
// font's widths, so that every writer puts it at the same place.
type label struct {
	at     point
	turn   float64 // degrees, clockwise
	size   float64
	bold   bool
	anchor byte // s, m or e, for writers whose reader may have another font
	width  float64
	text   string
	fill   colour
	halo   pen
}

// Width and Height of the page in millimetres.
func (p *Page) Width() float64 { return p.width / pointsPerMM }

// Height is that of the picture with its caption, in millimetres.
func (p *Page) Height() float64 { return p.height / pointsPerMM }

// number writes at most three decimals.
func number(v float64) string {
	r := math.Round(v*1000) / 1000
	if r == 0 || math.IsNaN(r) || math.IsInf(r, 0) {
		return "0"
	}
	return doc.Decimal(r)
}

// Package render makes figures for paper of pictures and charts (package scene): as SVG that
// needs no style sheet, as PDF, and as PNG.
//
// A table holds the looks of the classes of marks (rules.go, style.go). A picture is laid out as a
// list of filled and stroked paths and of texts, in points (layout.go). The three writers use only
// that list, so they draw the same. An element or a path
// command that our pictures do not have is an error.
//
// The same picture and options give the same bytes.
package render

import (
	"errors"
	"math"

	"gridbox/core/doc"
)

// Options are the size and style of a figure.
type Options struct {
	Width float64 // in millimetres
	Text  float64 // size of usual text in points; 0 is 8
	Line  float64 // width of a usual line in points; 0 scales lines with the text
	// Grey omits colours, and implies Patterns.
	Grey bool
	// Patterns distinguishes algorithms by hatches and dashes too.
	Patterns bool
	Font     *Font  // nil is the built-in font
	Caption  string // below the picture; empty for none
	Title    string // the title in the file's metadata
	Subject  string // the description in the file's metadata
}

// The limits of options.
const (
	MinWidth, MaxWidth = 20.0, 1000.0 // millimetres
	MinText, MaxText   = 4.0, 36.0    // points
	maxPixels          = 60_000_000
)

// usual is the size of usual text in our pictures, in pixels.
const usual = 11.0

const pointsPerMM = 72 / 25.4

// check sets the text size and the font to their defaults if they are absent. It returns an error
// if a size is out of range.
func (o *Options) check() error {
	if o.Text == 0 {
		o.Text = 8
	}
	switch {
	case !(o.Width >= MinWidth && o.Width <= MaxWidth):
		return errors.New("a figure is from 20 to 1000 mm wide, not " + number(o.Width))
	case !(o.Text >= MinText && o.Text <= MaxText):
		return errors.New("text is from 4 to 36 points high, not " + number(o.Text))
	case !(o.Line >= 0 && o.Line <= 10):
		return errors.New("a line is up to 10 points wide, not " + number(o.Line))
	}
	if o.Font == nil {
		o.Font = builtInFont()
	}
	return nil
}

// Pixels returns the width at which a picture must be drawn, so that its text has the requested
// size when the picture fills the figure.
func (o Options) Pixels() (float64, error) {
	if err := o.check(); err != nil {
		return 0, err
	}
	return math.Round(o.Width * pointsPerMM * usual / o.Text), nil
}

// A Page is a figure with its layout. Coordinates are in points from the top left.
type Page struct {
	width, height float64
	items         []item
	font          *Font
	title         string
	subject       string
	// Notes are requests that could not be satisfied.
	Notes []string
}

// An item is a path or a text.
type item struct {
	path *path
	text *label
}

// A colour is a colour with its opacity; opaque 0 means no colour.
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
	round bool // round ends and joins
}

// A part is a part of a path: M, L, C or Z with its points.
type part struct {
	do byte
	at [3]point
}

type point struct{ x, y float64 }

// A label is one line of text. at is its start, computed from the anchor and the font's widths,
// so that every writer draws it at the same place.
type label struct {
	at       point
	rotation float64 // degrees, clockwise
	size     float64
	bold     bool
	anchor   byte // s, m or e, for the case that a reader uses another font
	width    float64
	text     string
	fill     colour
	halo     pen
}

// Width returns the width of the page in millimetres.
func (p *Page) Width() float64 { return p.width / pointsPerMM }

// Height returns the height of the picture with its caption, in millimetres.
func (p *Page) Height() float64 { return p.height / pointsPerMM }

// number formats a number with at most three decimals.
func number(v float64) string {
	r := math.Round(v*1000) / 1000
	if r == 0 || math.IsNaN(r) || math.IsInf(r, 0) {
		return "0"
	}
	return doc.Decimal(r)
}

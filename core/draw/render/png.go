package render

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// PNG returns the page as pixels on white, with dpi of them in an inch. It returns an error for a
// resolution out of range or an image of more than maxPixels.
func (p *Page) PNG(dpi float64) ([]byte, error) {
	if !(dpi >= 30 && dpi <= 2400) {
		return nil, errors.New("a picture has from 30 to 2400 pixels an inch, not " + number(dpi))
	}
	k := dpi / 72
	w, h := int(math.Ceil(p.width*k)), int(math.Ceil(p.height*k))
	if w*h > maxPixels {
		return nil, errors.New("that would be a picture of " + number(float64(w)*float64(h)/1e6) +
			" million pixels; take fewer an inch, or SVG or PDF")
	}
	c := &canvas{image: image.NewRGBA(image.Rect(0, 0, w, h)), k: k}
	for i := range c.image.Pix {
		c.image.Pix[i] = 255
	}
	for i := range p.items {
		if t := p.items[i].text; t != nil {
			c.label(p.font, t)
		} else {
			c.path(p.items[i].path)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, c.image); err != nil {
		return nil, err
	}
	return resolution(b.Bytes(), dpi), nil
}

// resolution inserts the size of the pixels after the header of a PNG.
func resolution(file []byte, dpi float64) []byte {
	const head = 8 + 25 // the signature and IHDR
	perMetre := uint32(math.Round(dpi / 0.0254))
	chunk := append([]byte{0, 0, 0, 9}, "pHYs"...)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = append(binary.BigEndian.AppendUint32(chunk, perMetre), 1)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return append(append(append([]byte{}, file[:head]...), chunk...), file[head:]...)
}

// A canvas fills outlines with pixels.
type canvas struct {
	image *image.RGBA
	k     float64 // pixels a point
}

// fill fills closed outlines with one colour. Outlines of the same orientation add up to their
// union.
func (c *canvas) fill(outlines [][]point, with colour) {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, line := range outlines {
		for _, p := range line {
			low = point{min(low.x, p.x), min(low.y, p.y)}
			high = point{max(high.x, p.x), max(high.y, p.y)}
		}
	}
	box := image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x)), int(math.Ceil(high.y)))
	if box = box.Intersect(c.image.Bounds()); box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for _, line := range outlines {
		for i, p := range line {
			x, y := float32(p.x-float64(box.Min.X)), float32(p.y-float64(box.Min.Y))
			if i == 0 {
				r.MoveTo(x, y)
			} else {
				r.LineTo(x, y)
			}
		}
		r.ClosePath()
	}
	ink := color.NRGBA{with.r, with.g, with.b, uint8(math.Round(with.opaque * 255))}
	r.Draw(c.image, box, image.NewUniform(ink), image.Point{})
}

// path fills and strokes a path, each only if its colour is visible.
func (c *canvas) path(a *path) {
	lines := flatten(a.parts, c.k)
	if a.fill.opaque > 0 {
		all := [][]point{}
		for _, line := range lines {
			all = append(all, line.points)
		}
		c.fill(all, a.fill)
	}
	if a.pen.opaque > 0 {
		c.fill(strokeOutlines(lines, &a.pen, c.k), a.pen.colour)
	}
}

// label fills the outlines of a text's glyphs, turned about the start of the text. It draws the
// halo first, if there is one.
func (c *canvas) label(f *Font, t *label) {
	var outlines []polyline
	x := 0.0
	sin, cos := math.Sincos(t.rotation * math.Pi / 180)
	place := func(p point) point {
		return point{(t.at.x + float64(p.x*cos) - float64(p.y*sin)) * c.k,
			(t.at.y + float64(p.x*sin) + float64(p.y*cos)) * c.k}
	}
	for _, s := range f.stretches(t.text, t.bold) {
		for _, r := range s.text {
			for _, line := range flatten(s.face.glyph(r, x, t.size), 1) {
				for i, p := range line.points {
					line.points[i] = place(p)
				}
				outlines = append(outlines, polyline{line.points, true})
			}
			x += s.face.advance(r) * t.size
		}
	}
	if t.halo.opaque > 0 {
		c.fill(strokeOutlines(outlines, &t.halo, c.k), t.halo.colour)
	}
	all := [][]point{}
	for _, line := range outlines {
		all = append(all, line.points)
	}
	c.fill(all, t.fill)
}

// glyph returns the outline of a glyph of a size, at a place of its line.
func (a *face) glyph(r rune, x, size float64) (parts []part) {
	i, err := a.font.GlyphIndex(&a.buffer, r)
	if err != nil {
		return nil
	}
	segments, err := a.font.LoadGlyph(&a.buffer, i, fixed.Int26_6(a.units*64), nil)
	if err != nil {
		return nil
	}
	k := size / a.units / 64
	t := &tracer{}
	at := func(p fixed.Point26_6) (float64, float64) { return x + float64(p.X)*k, float64(p.Y) * k }
	for _, s := range segments {
		var v []float64
		for _, p := range s.Args {
			px, py := at(p)
			v = append(v, px, py)
		}
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			t.step('M', v[:2], point{})
		case sfnt.SegmentOpLineTo:
			t.step('L', v[:2], point{})
		case sfnt.SegmentOpQuadTo:
			t.step('Q', v[:4], point{})
		case sfnt.SegmentOpCubeTo:
			t.step('C', v, point{})
		}
	}
	return t.parts
}

package main

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

var (
	accent = color.RGBA{0x0b, 0x6b, 0x63, 255}
	ground = color.RGBA{0xfb, 0xfa, 0xf7, 255}
	ink    = color.RGBA{0x1c, 0x1e, 0x22, 255}
	soft   = color.RGBA{0x59, 0x60, 0x6b, 255}
)

// addIcons renders all sizes of the icon from its SVG source. Browsers, phones and link previews
// request them under fixed names.
func (s *Site) addIcons() error {
	source, err := os.ReadFile("assets/icons/icon.svg")
	if err != nil {
		return err
	}
	icon, err := parseDrawing(source)
	if err != nil {
		return err
	}
	if err := s.Add("icon.svg", source); err != nil {
		return err
	}
	for _, p := range []struct {
		name       string
		side       int
		inset      float64 // fraction of the side left free around the drawing
		background color.Color
	}{
		{"icon-32.png", 32, 0, color.Transparent},
		{"icon-192.png", 192, 0, color.Transparent},
		{"icon-512.png", 512, 0, color.Transparent},
		// Phones crop maskable icons: the outer tenth may be lost.
		{"icon-maskable.png", 512, 0.1, accent},
		{"apple-touch-icon.png", 180, 0.06, accent},
	} {
		canvas := newCanvas(p.side, p.side, p.background)
		if err := icon.fit(canvas, image.Rect(0, 0, p.side, p.side), p.inset); err != nil {
			return err
		}
		if err := s.addPNG(p.name, canvas); err != nil {
			return err
		}
	}
	card, err := socialCard(icon)
	if err != nil {
		return err
	}
	return s.addPNG("social.png", card)
}

func newCanvas(w, h int, under color.Color) *image.RGBA {
	canvas := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(canvas, canvas.Bounds(), image.NewUniform(under), image.Point{}, draw.Src)
	return canvas
}

// fit draws into a square box.
func (d drawing) fit(dst *image.RGBA, box image.Rectangle, inset float64) error {
	extent, err := d.extent()
	if err != nil {
		return err
	}
	side := float64(box.Dx())
	return d.paint(dst, side*(1-2*inset)/extent, float64(box.Min.X)+side*inset, float64(box.Min.Y)+side*inset)
}

func (s *Site) addPNG(name string, canvas image.Image) error {
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, canvas); err != nil {
		return err
	}
	return s.Add(name, out.Bytes())
}

// socialCard returns the picture for link previews, in the size that they crop least.
func socialCard(icon drawing) (image.Image, error) {
	canvas := newCanvas(1200, 630, ground)
	draw.Draw(canvas, image.Rect(0, 606, 1200, 630), image.NewUniform(accent), image.Point{}, draw.Src)
	if err := icon.fit(canvas, image.Rect(90, 100, 290, 300), 0); err != nil {
		return nil, err
	}
	for _, t := range []struct {
		text string
		font []byte
		size float64
		y    int
		ink  color.Color
	}{
		{"Gridbox", gobold.TTF, 104, 410, ink},
		{"A laboratory for grid and cluster scheduling algorithms,", goregular.TTF, 38, 486, soft},
		{"in a browser tab.", goregular.TTF, 38, 536, soft},
	} {
		if err := writeText(canvas, t.text, t.font, t.size, 90, t.y, t.ink); err != nil {
			return nil, err
		}
	}
	return canvas, nil
}

// writeText draws a text in a TrueType font; x and y are the start of its baseline in pixels. It returns an error if
// the font is malformed.
func writeText(dst draw.Image, text string, ttf []byte, size float64, x, y int, c color.Color) error {
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		return err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return err
	}
	defer face.Close()
	d := font.Drawer{Dst: dst, Src: image.NewUniform(c), Face: face, Dot: fixed.P(x, y)}
	d.DrawString(text)
	return nil
}

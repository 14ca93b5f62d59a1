package render

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// PDF returns the page as vectors, with the used glyphs of its fonts embedded. The file contains
// no time, so that equal figures have equal bytes. It returns an error if a font is damaged.
func (p *Page) PDF() (file []byte, err error) {
	defer func() { // the library panics on some broken fonts
		if r := recover(); r != nil {
			file, err = nil, errors.New("the font cannot be put into a PDF: "+fmt.Sprint(r))
		}
	}()
	f := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: p.width, Ht: p.height}})
	never := time.Unix(0, 0).UTC()
	f.SetCreationDate(never)
	f.SetModificationDate(never)
	f.SetCatalogSort(true)
	f.SetProducer("Gridbox", true)
	f.SetTitle(p.title, true)
	f.SetSubject(p.subject, true)
	f.SetMargins(0, 0, 0)
	f.SetAutoPageBreak(false, 0)
	f.AddPage()
	w := &pdfWriter{Fpdf: f, height: p.height, has: map[*face]bool{}}
	for i := range p.items {
		if t := p.items[i].text; t != nil {
			w.label(p.font, t)
		} else {
			w.path(p.items[i].path)
		}
	}
	var b bytes.Buffer
	if err := f.Output(&b); err != nil {
		return nil, errors.New("the PDF cannot be written: " + err.Error())
	}
	return b.Bytes(), nil
}

// A pdfWriter draws on the single page of a file.
type pdfWriter struct {
	*fpdf.Fpdf
	height float64
	has    map[*face]bool
	opaque float64
}

// path fills and strokes a path, each only if its colour is visible.
func (w *pdfWriter) path(a *path) {
	if a.fill.opaque > 0 && len(a.parts) > 0 {
		w.see(a.fill.opaque)
		w.SetFillColor(int(a.fill.r), int(a.fill.g), int(a.fill.b))
		w.trace(a.parts)
		w.DrawPath("F")
	}
	if a.pen.opaque > 0 && len(a.parts) > 0 {
		w.pen(&a.pen)
		w.trace(a.parts)
		w.DrawPath("D")
	}
}

// see sets the opacity. The library writes it each time, so repeated values are skipped.
func (w *pdfWriter) see(opaque float64) {
	if w.opaque != opaque {
		w.opaque = opaque
		w.SetAlpha(opaque, "Normal")
	}
}

// pen sets the colour, opacity, width, dashes and ends of the lines that follow.
func (w *pdfWriter) pen(p *pen) {
	w.see(p.opaque)
	w.SetDrawColor(int(p.r), int(p.g), int(p.b))
	w.SetLineWidth(p.width)
	w.SetDashPattern(p.dash, 0)
	end, join := "butt", "miter"
	if p.round {
		end, join = "round", "round"
	}
	w.SetLineCapStyle(end)
	w.SetLineJoinStyle(join)
}

// trace adds the parts to the current path of the page without painting them.
func (w *pdfWriter) trace(parts []part) {
	for i := range parts {
		switch p := parts[i].at; parts[i].do {
		case 'M':
			w.MoveTo(p[0].x, p[0].y)
		case 'L':
			w.LineTo(p[0].x, p[0].y)
		case 'C':
			w.CurveBezierCubicTo(p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y)
		case 'Z':
			w.ClosePath()
		}
	}
}

// label draws a text after its halo.
func (w *pdfWriter) label(f *Font, t *label) {
	if t.rotation != 0 {
		w.TransformBegin()
		w.TransformRotate(-t.rotation, t.at.x, t.at.y)
		defer w.TransformEnd()
	}
	if t.halo.opaque > 0 {
		w.pen(&t.halo)
		w.SetTextRenderingMode(1)
		w.set(f, t)
		w.SetTextRenderingMode(0)
	}
	w.see(t.fill.opaque)
	w.SetTextColor(int(t.fill.r), int(t.fill.g), int(t.fill.b))
	w.set(f, t)
}

// set writes a text, each stretch in the face that has its glyphs. A face is embedded when it is
// first used.
func (w *pdfWriter) set(f *Font, t *label) {
	x := t.at.x
	for _, s := range f.stretches(t.text, t.bold) {
		if !w.has[s.face] {
			w.AddUTF8FontFromBytes(s.face.family, s.face.style, bytes.Clone(s.face.file))
			w.has[s.face] = true
		}
		w.SetFont(s.face.family, s.face.style, t.size)
		w.Text(x, t.at.y, s.text)
		x += s.width * t.size
	}
}

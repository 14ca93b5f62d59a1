package render

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A Font is the typeface of texts: a regular and a bold face, followed by the built-in faces for
// glyphs that it lacks.
type Font struct {
	name  string
	faces []*face // regular, bold; then the built-in pair, if they are not built in
	lacks map[rune]bool
}

// A face is one file of a font.
type face struct {
	family, style string // names of the face in the PDF
	file          []byte
	font          *sfnt.Font
	units         float64
	buffer        sfnt.Buffer
}

// builtInFont returns the Go font, which is sans-serif and has Latin, Greek and Cyrillic letters and
// the usual symbols.
func builtInFont() *Font { return &Font{name: "Go", faces: goFaces(), lacks: map[rune]bool{}} }

var goFaces = sync.OnceValue(func() []*face {
	regular, err := newFace("go", "", goregular.TTF)
	if err != nil {
		panic("press: the built-in font cannot be read: " + err.Error())
	}
	bold, err := newFace("go", "B", gobold.TTF)
	if err != nil {
		panic("press: the built-in font cannot be read: " + err.Error())
	}
	return []*face{regular, bold}
})

// NewFont reads a TrueType font. If bold is nil, bold texts are regular.
func NewFont(regular, bold []byte) (*Font, error) {
	if bold == nil {
		bold = regular
	}
	f := &Font{lacks: map[rune]bool{}}
	for i, file := range [][]byte{regular, bold} {
		one, err := newFace("own", []string{"", "B"}[i], file)
		if err != nil {
			return nil, err
		}
		f.faces = append(f.faces, one)
	}
	f.name = f.faces[0].family
	if name, err := f.faces[0].font.Name(&f.faces[0].buffer, sfnt.NameIDFamily); err == nil {
		f.name = name
	}
	f.faces = append(f.faces, goFaces()...)
	return f, nil
}

func newFace(family, style string, file []byte) (*face, error) {
	if len(file) < 4 || string(file[:4]) != "\x00\x01\x00\x00" && string(file[:4]) != "true" {
		return nil, errors.New("this is no TrueType font; take a file that ends with .ttf, not .otf, .woff or .ttc")
	}
	parsed, err := sfnt.Parse(file)
	if err != nil {
		return nil, errors.New("the font cannot be read: " + err.Error())
	}
	return &face{family: family, style: style, file: file, font: parsed, units: float64(parsed.UnitsPerEm())}, nil
}

// A stretch is a part of a text in one face.
type stretch struct {
	face  *face
	text  string
	width float64 // of an em
}

// stretches divides a text among the faces. A rune without a glyph in any face belongs to the
// first, which draws its symbol for missing glyphs.
func (f *Font) stretches(text string, bold bool) (list []stretch) {
	for _, r := range text {
		use := f.faceOf(r, bold)
		wide := use.advance(r)
		if n := len(list); n > 0 && list[n-1].face == use {
			list[n-1].text += string(r)
			list[n-1].width += wide
			continue
		}
		list = append(list, stretch{use, string(r), wide})
	}
	return list
}

// faceOf returns the first regular or bold face with a glyph for r. If none has one, it records
// r as missing and returns the first face.
func (f *Font) faceOf(r rune, bold bool) *face {
	first := 0
	if bold {
		first = 1
	}
	for k := first; k < len(f.faces); k += 2 {
		if i, err := f.faces[k].font.GlyphIndex(&f.faces[k].buffer, r); err == nil && i != 0 {
			return f.faces[k]
		}
	}
	f.lacks[r] = true
	return f.faces[first]
}

// advance returns the width of a glyph, in parts of an em.
func (a *face) advance(r rune) float64 {
	i, err := a.font.GlyphIndex(&a.buffer, r)
	if err != nil {
		return 0
	}
	wide, err := a.font.GlyphAdvance(&a.buffer, i, fixed.Int26_6(a.units*64), font.HintingNone)
	if err != nil {
		return 0
	}
	return float64(wide) / 64 / a.units
}

// width returns the width of a text in points.
func (f *Font) width(text string, bold bool, size float64) (sum float64) {
	for _, s := range f.stretches(text, bold) {
		sum += s.width
	}
	return sum * size
}

// note adds a note that lists the runes without a glyph.
func (l *layout) note() {
	if len(l.font.lacks) == 0 {
		return
	}
	var signs []string
	for r := range l.font.lacks {
		signs = append(signs, string(r))
	}
	slices.Sort(signs)
	l.Notes = append(l.Notes, "The font has no "+strings.Join(signs, " ")+
		"; boxes stand for them. Name a TrueType font that has them.")
}

package render

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/draw/kinds"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/draw/scene/scenetest"
	"gridbox/core/engine"
	"gridbox/core/scenario"
)

// presetPictures returns the pictures of a preset of each kind with its first answer.
func presetPictures(t *testing.T, pixels float64) map[string]*scene.Node {
	t.Helper()
	list := map[string]*scene.Node{}
	for _, preset := range []string{"five-clusters", "square-2018", "alp-amp-figure-5", "gka-22", "markov-2004"} {
		s, _ := catalog.FromPreset(preset, 7)
		explicit, faults := scenario.Expand(s)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		run := catalog.Runs(s)[0]
		a, err := engine.All().RunExplicit(t.Context(), explicit, run, engine.Env{})
		if err != nil {
			t.Fatal(err)
		}
		list[preset] = kinds.Draw(picture.View{Scenario: explicit, Answer: &a, Colour: 1, Width: pixels,
			Height: 0.7 * pixels, Static: true, Name: preset})
	}
	return list
}

// layoutSVG lays out a picture given as text.
func layoutSVG(t *testing.T, svg string, o Options) *Page {
	t.Helper()
	return layoutPicture(t, scenetest.Parse(t, svg), o)
}

func layoutPicture(t *testing.T, picture *scene.Node, o Options) *Page {
	t.Helper()
	if o.Width == 0 {
		o.Width = 84
	}
	p, err := NewPage(picture, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Every kind is printed in every format, deterministically and as a valid file.
func TestEveryKindIsPrinted(t *testing.T) {
	pixels, err := Options{Width: 84}.Pixels()
	if err != nil {
		t.Fatal(err)
	}
	for name, svg := range presetPictures(t, pixels) {
		for _, o := range []Options{{Title: "µ × ≤ Ω", Caption: "Seed 7, µ × ≤ Ω"}, {Grey: true, Line: 0.5, Text: 10}} {
			a, b := layoutPicture(t, svg, o), layoutPicture(t, svg, o)
			one, err := a.PDF()
			if err != nil {
				t.Fatalf("%s: PDF: %v", name, err)
			}
			two, err := b.PDF()
			if err != nil || !bytes.Equal(one, two) {
				t.Errorf("%s: two PDFs of one picture differ, error %v", name, err)
			}
			if !bytes.Equal(a.SVG(), b.SVG()) {
				t.Errorf("%s: two SVGs of one picture differ", name)
			}
			wellFormed(t, a.SVG())
			pixels, err := a.PNG(100)
			if err != nil {
				t.Fatalf("%s: PNG: %v", name, err)
			}
			m, err := png.Decode(bytes.NewReader(pixels))
			if err != nil || m.Bounds().Dx() != 331 { // 84 mm at 100 pixels per inch
				t.Errorf("%s: PNG: got %v, error %v; want a width of 331", name, m.Bounds(), err)
			}
			if len(a.Notes) > 0 {
				t.Errorf("%s: got notes %v, want none", name, a.Notes)
			}
		}
	}
}

func wellFormed(t *testing.T, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// Poppler finds the texts in a PDF, in any script, and its fonts are in the file.
func TestPopplerReadsThePDF(t *testing.T) {
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("poppler is missing; ./build.sh browsers installs it")
	}
	const words = "µ × ≤ Ω: naïve Größe – “ΔT”"
	page := layoutSVG(t, `<svg viewBox="0 0 238 50"><text x="5" y="20">`+words+`</text></svg>`, Options{Title: words})
	file, err := page.PDF()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "figure.pdf")
	if err := os.WriteFile(name, file, 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command("pdftotext", name, "-").Output()
	if err != nil || !strings.Contains(string(text), words) {
		t.Errorf("pdftotext: got %q, error %v; want %q", text, err, words)
	}
	fonts, err := exec.Command("pdffonts", name).Output()
	if err != nil || !strings.Contains(string(fonts), "yes") {
		t.Errorf("pdffonts: got %s, error %v; want an embedded font", fonts, err)
	}
	info, err := exec.Command("pdfinfo", name).Output()
	if err != nil || !strings.Contains(string(info), "238.1") || !strings.Contains(string(info), words) {
		t.Errorf("pdfinfo: got %s, error %v; want %q and a width of 238.1", info, err, words)
	}
}

// Printed pictures have the light theme's colours on white, or only greys.
func TestColours(t *testing.T) {
	const svg = `<svg viewBox="0 0 100 50"><g class="c1"><rect class="gb-bar" width="9" height="9"/></g>` +
		`<g class="c2 shade1"><rect class="gb-bar" width="9" height="9" y="20"/></g></svg>`
	plain := string(layoutSVG(t, svg, Options{}).SVG())
	for _, want := range []string{`fill="#0072b2"`, `fill="#87430e"`} { // 58 % of #d55e00 in the ink
		if !strings.Contains(plain, want) {
			t.Errorf("colours: got %s, want it to contain %s", plain, want)
		}
	}
	for _, hex := range strings.Split(string(layoutSVG(t, svg, Options{Grey: true}).SVG()), `"#`)[1:] {
		if hex = hex[:6]; hex[:2] != hex[2:4] || hex[:2] != hex[4:6] {
			t.Errorf("grey figure: got #%s, want a grey", hex)
		}
	}
	if hatched := string(layoutSVG(t, svg, Options{Patterns: true}).SVG()); strings.Count(hatched, "<path") != 3 {
		t.Errorf("patterns: got %s, want one algorithm of two hatched", hatched)
	}
}

// Pictures that cannot be drawn are refused with a reason, without a panic.
func TestRefusals(t *testing.T) {
	good := Options{Width: 84}
	for svg, want := range map[string]string{
		"<p/>": "no picture", "<svg/>": "how large",
		`<svg viewBox="0 0 0 1"/>`:                               "how large",
		`<svg viewBox="0 0 9 9"><image/></svg>`:                  "<image>",
		`<svg viewBox="0 0 9 9"><path d="M0 0S1 1 2 2"/></svg>`:  "command S",
		`<svg viewBox="0 0 9 9"><g transform="skewX(3)"/></svg>`: "skewX",
	} {
		if _, err := NewPage(scenetest.Parse(t, svg), good); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("NewPage(%s): got error %v, want %q", svg, err, want)
		}
	}
	for _, o := range []Options{{}, {Width: 5}, {Width: 84, Text: 99}, {Width: 84, Line: 11}} {
		if _, err := o.Pixels(); err == nil {
			t.Errorf("Options %+v are accepted", o)
		}
	}
	if _, err := NewFont([]byte("OTTO"), nil); err == nil || !strings.Contains(err.Error(), "TrueType") {
		t.Error(err)
	}
	page := layoutSVG(t, `<svg viewBox="0 0 100 90000"/>`, good)
	if _, err := page.PNG(2400); err == nil || !strings.Contains(err.Error(), "million") {
		t.Errorf("PNG of a huge picture: got error %v, want the limit in million", err)
	}
	if _, err := page.PNG(1); err == nil {
		t.Error("a resolution of 1 pixel per inch is accepted")
	}
}

// A character without a glyph in any font is named.
func TestMissingSigns(t *testing.T) {
	page := layoutSVG(t, `<svg viewBox="0 0 100 50"><text>格 a</text></svg>`, Options{})
	if len(page.Notes) != 1 || !strings.Contains(page.Notes[0], "格") {
		t.Errorf("got notes %v, want one with the missing character", page.Notes)
	}
	if _, err := page.PDF(); err != nil {
		t.Error(err)
	}
}

// A caption is broken into lines that fit, also within long words.
func TestCaptionFits(t *testing.T) {
	page := layoutSVG(t, `<svg viewBox="0 0 100 50"/>`, Options{Caption: strings.Repeat("w", 300) + " and words"})
	for _, i := range page.items {
		if i.text != nil && i.text.width > page.width {
			t.Errorf("caption line %q: got a width of %v, want at most %v", i.text.text, i.text.width, page.width)
		}
	}
	if page.Height() < 50 {
		t.Errorf("height of picture and caption: got %v mm, want at least 50", page.Height())
	}
}

func FuzzLay(f *testing.F) {
	f.Add("M0 0h9v9zm1 1a2 2 0 0 1 3 3", "translate(3,4)", "c1 gb-bar", "a")
	f.Add("M1-1.5e3", "rotate(3 4)scale(2)", "c7 shade1 gb-curve", "\xff")
	f.Fuzz(func(t *testing.T, d, transform, class, text string) {
		m := &scene.Builder{}
		m.Picture(class, 9, 9)
		m.Open("path", class)
		m.Attr("d", d)
		m.Attr("transform", transform)
		m.Close()
		m.Label(class, 1, 2, text)
		m.Close()
		page, err := NewPage(m.Node(), Options{Width: 84, Patterns: true})
		if err != nil || page.height > 2000 || len(page.items) > 1000 {
			return
		}
		page.SVG()
		if _, err := page.PNG(36); err != nil {
			t.Log(err)
		}
	})
}

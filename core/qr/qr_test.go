package qr

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"

	goqr "github.com/piglig/go-qr"
)

func TestSVGIsReadAgain(t *testing.T) {
	for _, text := range []string{"a", "ü – 語", "https://gridbox.example/lab/", strings.Repeat("\x00\xff", 70),
		strings.Repeat("link ", 200), strings.Repeat("x", maxBytes)} {
		svg, err := SVG(text, `"<b>&`)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(svg, `aria-label="&quot;&lt;b>&amp;"`) {
			t.Errorf("got %.200s, want the name without markup", svg)
		}
		if got, err := goqr.Decode(renderSVG(t, svg)); err != nil || got != text {
			t.Errorf("code of %d bytes: got %q, error %v; want the text", len(text), got, err)
		}
	}
}

func TestSVGOfATextThatIsTooLong(t *testing.T) {
	if _, err := SVG(strings.Repeat("x", maxBytes+1), ""); err == nil || !strings.Contains(err.Error(), "2953") {
		t.Errorf("got %v, want an error with the limit", err)
	}
}

// A short text has the smallest code with room for it: the sizes are the
// standard's (table 7).
func TestSVGHasTheSmallestSize(t *testing.T) {
	for n, want := range map[int]int{17: 21, 18: 25, 32: 25, 33: 29, maxBytes: 177} {
		svg, err := SVG(strings.Repeat("x", n), "")
		if box := fmt.Sprintf(`viewBox="0 0 %d %d"`, want+2*margin, want+2*margin); err != nil || !strings.Contains(svg, box) {
			t.Errorf("%d bytes: got %.80s, %v, want %s", n, svg, err, box)
		}
	}
}

// renderSVG returns the picture that an SVG of this package describes, eight pixels a module.
func renderSVG(t *testing.T, svg string) image.Image {
	t.Helper()
	const scale = 8
	var side int
	if _, err := fmt.Sscanf(svg[strings.Index(svg, "viewBox"):], `viewBox="0 0 %d`, &side); err != nil {
		t.Fatal(err)
	}
	m := image.NewGray(image.Rect(0, 0, side*scale, side*scale))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	_, path, _ := strings.Cut(svg, ` d="`)
	for part := range strings.SplitSeq(strings.TrimPrefix(path[:strings.Index(path, `"`)], "M"), "M") {
		var x, y, run int
		if _, err := fmt.Sscanf(part, "%d %dh%d", &x, &y, &run); err != nil {
			t.Fatalf("path of the SVG: part %q: %v", part, err)
		}
		for px := x * scale; px < (x+run)*scale; px++ {
			for py := y * scale; py < (y+1)*scale; py++ {
				m.SetGray(px, py, color.Gray{})
			}
		}
	}
	return m
}

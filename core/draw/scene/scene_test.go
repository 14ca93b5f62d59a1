package scene

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// Numbers are written as strconv writes their rounded values, whatever their size.
func TestNumbersOfPictures(t *testing.T) {
	plain := func(v float64) string {
		r := math.Round(v*100) / 100
		if r == 0 || math.IsNaN(r) || math.IsInf(r, 0) {
			return "0"
		}
		return strconv.FormatFloat(r, 'f', -1, 64)
	}
	values := []float64{0, math.Copysign(0, -1), 0.004, -0.004, 0.005, 0.1, -0.1, 0.07, 7, -12.5, 99.995, 100, 123.456,
		1e7, 9_999_999.994, 9_999_999.995, -9_999_999.999,
		12345678.91, 1e15, 1e300, math.MaxFloat64, math.Inf(1), math.Inf(-1),
		math.NaN()}
	draw := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		values = append(values, (draw.Float64()-0.5)*[]float64{0.1, 10, 2000, 4e7}[draw.IntN(4)])
	}
	for _, v := range values {
		if got, want := string(appendNumber(nil, v)), plain(v); got != want {
			t.Errorf("%v is written %s, not %s", v, got, want)
		}
	}
}

// A picture has its attributes in their order, and its blocks of memory do not overlap.
func TestBuilder(t *testing.T) {
	m := &Builder{}
	m.Picture("gb-topology", 30, 40.5)
	for i := range 3000 {
		m.Open("g", "gb-node")
		if i%2 == 0 {
			m.Class("gb-sel")
		}
		m.Mark("cluster", "<"+strconv.Itoa(i)+">")
		m.Open("path", "")
		m.Value("d", "")
		m.Tenths("M", 1.25, float64(i))
		m.Append("z")
		m.Close()
		m.Text("a\x00b")
		m.Text("\xff")
		m.Close()
	}
	m.Close()
	var want strings.Builder
	want.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" class="gb-picture gb-topology" viewBox="0 0 30 40.5">`)
	for i := range 3000 {
		id := strconv.Itoa(i)
		want.WriteString(`<g class="gb-node` + []string{" gb-sel", ""}[i%2] + `" data-kind="cluster" data-id="&lt;` + id +
			`&gt;"><path d="M1.3 ` + id + `z"/>a b�</g>`)
	}
	want.WriteString("</svg>")
	if got := m.Node().SVG(); got != want.String() {
		t.Errorf("SVG: got %.300s\nwant %.300s", got, want.String())
	}
}

// Read returns the input of Append, and refuses all other texts.
func FuzzRead(f *testing.F) {
	m := &Builder{}
	m.Picture("a", 1, 2)
	m.Label("gb-name", 3, 4, "Zürich")
	m.Open("g", "")
	m.Close()
	m.Close()
	f.Add(m.Node().Append(nil))
	f.Add([]byte{1, 'g', 255, 255, 255, 255, 7})
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := Read(data)
		if err != nil {
			return
		}
		again, err := Read(n.Append(nil))
		if err != nil || !Equal(n, again) {
			t.Errorf("Read(%q): got %s, then %s, error %v; want the same again", data, n.SVG(), again.SVG(), err)
		}
		if !bytes.Equal([]byte(n.SVG()), []byte(again.SVG())) {
			t.Error("equal pictures have different SVG texts")
		}
	})
}

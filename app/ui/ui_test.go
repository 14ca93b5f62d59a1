package ui

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
)

func TestNumbersForReading(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 1: "1.00", -3.14159: "−3.14", 263.87: "263.9", 7750.4: "7750", 54332: "54\u202f332",
		1234567: "1\u202f234\u202f567",
		0.05:    "0.050", 1e-7: "1.00·10⁻⁷", 1e308: "1.00·10³⁰⁸", -2e12: "−2.00·10¹²",
		math.Inf(1): "∞", math.Inf(-1): "−∞",
	} {
		if got := Num(v); got != want {
			t.Errorf("Num(%v) = %q, want %q", v, got, want)
		}
	}
	if got := Num(math.NaN()); got != "–" {
		t.Errorf("Num(NaN): got %q, want –", got)
	}
}

func TestExactNumbersReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64().Draw(t, "v")
		var back float64
		if _, err := fmt.Sscan(Exact(v), &back); err != nil || back != v {
			t.Fatalf("Exact(%v): got %q, which reads as %v", v, Exact(v), back)
		}
	})
}

func TestMarkupIsEscaped(t *testing.T) {
	n := El("p", A("title", `a"b<c>&`), `<script>alert("x")</script>`, El("br"), Flag("hidden", false),
		Flag("hidden", true), A("data-id", ""))
	want := `<p title="a&#34;b&lt;c&gt;&amp;" hidden data-id="">&lt;script&gt;alert("x")&lt;/script&gt;<br></p>`
	if got := HTML(n); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A title or name returns from the markup as it was typed.
func TestMarkupRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("ab<>&\"'é∞ =/"))).Draw(t, "text")
		doc, err := html.Parse(strings.NewReader(HTML(El("i", A("title", text), text))))
		if err != nil {
			t.Fatal(err)
		}
		i := doc.FirstChild.LastChild.FirstChild
		if i.Data != "i" || i.Attr[0].Val != text {
			t.Fatalf("title %q: got %q", text, i.Attr[0].Val)
		}
		if i.FirstChild != nil && i.FirstChild.Data != text || i.FirstChild == nil && text != "" {
			t.Fatalf("text %q is lost", text)
		}
	})
}

func TestNothingIsLeftOut(t *testing.T) {
	n := El("div", Node{}, nil, []Node{{}, Text("a")}, 3, Class("x"), Class("y"))
	if got := HTML(n); got != `<div class="x y">a3</div>` {
		t.Errorf(`got %s, want <div class="x y">a3</div>`, got)
	}
}

func TestAnUnknownPartPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("El with a struct: got no panic")
		}
	}()
	El("p", struct{}{})
}

func TestFieldNamesItsFault(t *testing.T) {
	f := FieldView{Path: "seed", ID: "f-seed", Label: "Seed", Value: "x", Fault: "not a number", Number: true}
	markup := HTML(f.Row())
	for _, want := range []string{`for="f-seed"`, `aria-invalid="true"`, `aria-describedby="f-seed-why"`,
		`id="f-seed-why"`, `role="alert"`, "not a number", `data-field="seed"`} {
		if !strings.Contains(markup, want) {
			t.Errorf("%s is missing in %s", want, markup)
		}
	}
}

// Different numbers look different, equal ones the same, with no more digits than necessary.
func TestDistinct(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   string
	}{{[]float64{5.06, 5.29}, "5.06 5.29"}, {[]float64{5.077903, 5.077976, 9}, "5.0779 5.0780 9.0000"},
		{[]float64{1450.2, 1450, 1450}, "1450.2 1450.0 1450.0"}, {[]float64{2, 2}, "2.00 2.00"},
		{nil, ""}} {
		if got := strings.Join(Distinct(c.values...), " "); got != c.want {
			t.Errorf("Distinct(%v): got %q, want %q", c.values, got, c.want)
		}
	}
	if got := Distinct(math.Inf(1), math.NaN(), 0); got[0] != "∞" || got[1] != "–" || got[2] != "0" {
		t.Errorf("Distinct: got %q, want ∞, –, 0", got)
	}
}

// A threshold is rounded up, so that the shown number is beyond it.
func TestThreshold(t *testing.T) {
	for v, want := range map[float64]string{874.98: "875", 820: "820", 0.12341: "0.1235", 123456: "123\u202f500",
		7: "7"} {
		if got := Threshold(v); got != want {
			t.Errorf("Threshold(%v): got %q, want %q", v, got, want)
		}
	}
	Threshold(0)
	Threshold(math.Inf(1))
}

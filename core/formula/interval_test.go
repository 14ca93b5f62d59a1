package formula

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
)

// For all numbers within their spans the value is within its span or not
// finite. A value whose span is undefined is never finite.
func TestSpan(t *testing.T) {
	texts := []string{"start", "price * q", "start - cost / nodes", "q / price", "sqrt(start) + floor(q)",
		"abs(q) - abs(start)", "-q * start * price",
		"min(start, q, 3) + max(price, -q)", "if(q > start, price, cost)", "if(q / price, 1, 2)",
		"(q < 1) + (q <= 1) * 2 + (q = 1) * 4 + (q != 1) * 8",
		"ln(start)", "log10(start) * q", "exp(q - price)", "pow(start, q)", "start ^ 2", "2 ^ q",
		"log2(cost) + ceil(q)",
		"if(start >= 2, sqrt(q), q / 0)", "cost * 1e308", "(start = start) * price", "if(q, q, -q)", "min(1 / 0, q)"}
	rapid.Check(t, func(t *rapid.T) {
		e, err := Compile("sum("+rapid.SampledFrom(texts).Draw(t, "text")+")", set, member)
		if err != nil {
			t.Fatal(err)
		}
		_, term, _ := e.Split(2)
		number := rapid.OneOf(rapid.SampledFrom([]float64{0, 1, 2, -1, math.NaN()}), rapid.Float64Range(-3, 3))
		spans := make([]Span, len(set)+len(member))
		for i := range spans {
			a, b := number.Draw(t, "one end"), number.Draw(t, "other end")
			if spans[i] = (Span{math.Min(a, b), math.Max(a, b)}); rapid.Bool().Draw(t, "point") ||
				spans[i].isUndefined() {
				spans[i] = Span{a, a}
			}
		}
		got := term.Span(spans[:len(set)], spans[len(set):])
		for range 20 {
			at := make([]float64, len(spans))
			for i, s := range spans {
				at[i] = s.Low + rapid.Float64Range(0, 1).Draw(t, "part")*(s.High-s.Low)
				at[i] = math.Min(math.Max(at[i], s.Low), s.High)
			}
			x := term.EvaluateMember(at[:len(set)], at[len(set):])
			finite := !math.IsNaN(x) && !math.IsInf(x, 0)
			if finite && (got.isUndefined() || x < got.Low || x > got.High) {
				t.Fatalf("value at %v: got %v, want it within the span %v", at, x, got)
			}
		}
	})
	e, _ := Compile("sum(q)", set, member)
	if e.Span(nil, nil) != anything {
		t.Error("the span of an aggregate is limited")
	}
}

// A power of an undefined number may be defined: 1 to any power is 1, and so is
// anything to the power of 0.
func TestSpanOfAPowerOfNothing(t *testing.T) {
	undefined, one := Span{math.NaN(), math.NaN()}, Span{1, 1}
	for _, c := range []struct {
		text     string
		start, q Span
	}{{"start ^ q", one, undefined}, {"start ^ q", undefined, Span{}}} {
		e, _ := Compile("sum("+c.text+")", set, member)
		_, term, _ := e.Split(2)
		spans, numbers := make([]Span, len(set)+len(member)), make([]float64, len(set)+len(member))
		for i, name := range append(slices.Clone(set), member...) {
			switch name {
			case "start":
				spans[i], numbers[i] = c.start, c.start.Low
			case "q":
				spans[i], numbers[i] = c.q, c.q.Low
			}
		}
		n := len(set)
		got, is := term.Span(spans[:n], spans[n:]), term.EvaluateMember(numbers[:n], numbers[n:])
		if is != 1 || got.isUndefined() || got.Low > 1 || got.High < 1 {
			t.Errorf("%s of %v and %v: got %v and span %v, want 1 within the span", c.text, c.start, c.q, is, got)
		}
	}
}

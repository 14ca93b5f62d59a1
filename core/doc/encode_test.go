package doc

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
)

// The numbers of RFC 8785, appendix B.
func TestNumbersOfTheRFC(t *testing.T) {
	for _, c := range []struct {
		bits uint64
		want string
	}{
		{0x0000000000000000, "0"}, {0x8000000000000000, "0"},
		{0x0000000000000001, "5e-324"}, {0x8000000000000001, "-5e-324"},
		{0x7fefffffffffffff, "1.7976931348623157e+308"}, {0xffefffffffffffff, "-1.7976931348623157e+308"},
		{0x4340000000000000, "9007199254740992"}, {0xc340000000000000, "-9007199254740992"},
		{0x4430000000000000, "295147905179352830000"},
		{0x44b52d02c7e14af5, "9.999999999999997e+22"}, {0x44b52d02c7e14af6, "1e+23"},
		{0x44b52d02c7e14af7, "1.0000000000000001e+23"},
		{0x444b1ae4d6e2ef4e, "999999999999999700000"}, {0x444b1ae4d6e2ef4f, "999999999999999900000"},
		{0x444b1ae4d6e2ef50, "1e+21"},
		{0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"}, {0x3eb0c6f7a0b5ed8d, "0.000001"},
		{0x41b3de4355555553, "333333333.3333332"}, {0x41b3de4355555555, "333333333.3333333"},
		{0x41b3de4355555557, "333333333.33333343"},
		{0xbecbf647612f3696, "-0.0000033333333333333333"}, {0x43143ff3c1cb0959, "1424953923781206.2"},
		{0x7fffffffffffffff, "null"}, {0x7ff0000000000000, "null"},
	} {
		if got := Number(math.Float64frombits(c.bits)); got != c.want {
			t.Errorf("%x is %s, want %s", c.bits, got, c.want)
		}
	}
}

// The example of RFC 8785, section 3.2.2 and 3.2.3: strings, literals, order.
func TestCanonicalOfTheRFC(t *testing.T) {
	var v any
	text := `{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
		"string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`
	if faults := Decode([]byte(text), &v); faults != nil {
		t.Fatal(faults)
	}
	want :=
		`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`
	if got := string(Canonical(v)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	order := map[string]any{"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\U0001f600": 5, "\u0080": 6, "\u00f6": 7}
	want = "{\"\\r\":2,\"1\":4,\"\u0080\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\ufb33\":3}"
	if got := string(Canonical(order)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestCanonicalOfShapes(t *testing.T) {
	share := 0.25
	got := string(Canonical(&box{Name: "\x01\xff", Size: 2, Share: &share, Any: &part{ID: "p"},
		inner: inner{Last: "z"}}))
	want := `{"any":{"id":"p"},"last":"z","name":"\u0001` + "\uFFFD" + `","share":0.25,"size":2,"tags":[]}`
	if got != want {
		t.Errorf("Canonical: got  %s\nwant %s", got, want)
	}
	if got := string(Canonical(Object{{"b", 1}, {"a", Object{}}})); got != `{"a":{},"b":1}` {
		t.Errorf("Canonical of an Object: got %s, want {\"a\":{},\"b\":1}", got)
	}
}

func TestPretty(t *testing.T) {
	long := strings.Repeat("x", 50)
	v := box{Name: "a", Size: 1, Tags: []string{long, long, long}, Parts: []part{{"p", 1}, {"q", 0}},
		Best: &part{ID: "r"}, Free: map[string]any{"l": []any{map[string]any{"k": 1.0}}, "e": map[string]any{}}}
	want := `{
  "name": "a",
  "size": 1,
  "tags": [
    "` + long + `", "` + long + `",
    "` + long + `"
  ],
  "parts": [
    {"id": "p", "x": 1},
    {"id": "q"}
  ],
  "best": {"id": "r"},
  "free": {
    "e": {},
    "l": [
      {"k": 1}
    ]
  }
}
`
	if got := string(Pretty(v)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func boxes() *rapid.Generator[box] {
	text := rapid.String()
	name := rapid.StringMatching(`[ -~äöü€😀]{1,20}`)
	number := rapid.Float64Range(-1e300, 1e300)
	parts := rapid.Custom(func(t *rapid.T) part {
		return part{ID: name.Draw(t, "id"), X: number.Draw(t, "x")}
	})
	plain := rapid.OneOf(rapid.Just[any](nil), rapid.Map(number, toAny[float64]), rapid.Map(text, toAny[string]),
		rapid.Map(rapid.Bool(), toAny[bool]))
	return rapid.Custom(func(t *rapid.T) box {
		b := box{
			Name: name.Draw(t, "name"), Kind: rapid.SampledFrom([]string{"", "flat", "deep"}).Draw(t, "kind"),
			Size: rapid.Float64Range(5e-324, 1e308).Draw(t, "size"), Count: rapid.IntRange(0, 9).Draw(t, "count"),
			Seed: rapid.Uint64Range(0, MaxWhole).Draw(t, "seed"), Open: rapid.Bool().Draw(t, "open"),
			Share: rapid.Ptr(rapid.Float64Range(0.001, 1), true).Draw(t, "share"),
			Steps: rapid.Ptr(rapid.IntRange(1, 1e9), true).Draw(t, "steps"),
			Tags:  rapid.SliceOf(text).Draw(t, "tags"), Parts: rapid.SliceOf(parts).Draw(t, "parts"),
			Best: rapid.Ptr(parts, true).Draw(t, "best"),
			Sums: rapid.MapOf(name, rapid.Float64Range(0, 1e9)).Draw(t, "sums"),
			Free: rapid.MapOf(name, plain).Draw(t, "free"), Any: rapid.SliceOf(plain).Draw(t, "any"),
		}
		b.Last = text.Draw(t, "last")
		if len(b.Parts) == 0 {
			b.Parts = nil
		}
		if len(b.Sums) == 0 {
			b.Sums = nil
		}
		if len(b.Free) == 0 {
			b.Free = nil
		}
		return b
	})
}

func toAny[T any](x T) any { return x }

// Written values, canonical or formatted, are read as the same values, also by
// encoding/json, which shares no code with this package.
func TestRawJSONReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := boxes().Draw(t, "box")
		for _, text := range [][]byte{Canonical(want), Pretty(want)} {
			var got box
			if faults := Decode(text, &got); faults != nil {
				t.Fatalf("Decode(%s): got faults %v, want none", text, faults)
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("Decode(%s):\ngot  %+v\nwant %+v", text, got, want)
			}
			var theirs box
			if err := json.Unmarshal(text, &theirs); err != nil || !bytes.Equal(Canonical(theirs), Canonical(want)) {
				t.Fatalf("encoding/json of %s: got %+v, error %v; want %+v", text, theirs, err, want)
			}
			if faults := Check(got); faults != nil {
				t.Fatalf("Check: got faults %v, want none", faults)
			}
		}
		if theirs, err := json.Marshal(want); err == nil {
			var got box
			if faults := Decode(theirs, &got); faults != nil || !bytes.Equal(Canonical(got), Canonical(want)) {
				t.Fatalf("Decode of the text of encoding/json: got faults %v or another value\n%s", faults, theirs)
			}
		}
	})
}

// Check finds the faults in memory that Decode finds in a text.
func TestCheck(t *testing.T) {
	share, steps := 2.0, 0
	got := Check(&box{Name: "a\n", Size: math.Inf(1), Kind: "x", Count: 10, Seed: 1 << 60, Share: &share, Steps: &steps,
		Tags: []string{"\xff"}, Parts: []part{{}}, Sums: map[string]float64{"b": -1, "a": 0}, inner: inner{Deep: 100}})
	want := `name: must not contain line breaks or control characters (found "a\n")
kind: must be flat or deep (found "x")
size: must be a finite number (found +Inf)
count: must be at least 0 and at most 9 (found 10)
seed: is too large; whole numbers go up to 9007199254740991 (found 1152921504606847000)
share: must be greater than 0 and at most 1 (found 2)
steps: must be at least 1 (found 0)
tags[0]: is not valid UTF-8 (found "�")
parts[0].id: must not be empty (found "")
sums.b: must be at least 0 (found -1)
deep: must be less than 100 (found 100)`
	if got.Error() != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Pauses do not change a long text, and are frequent enough.
func TestPrettyPauses(t *testing.T) {
	list := make([]any, 20_000)
	for i := range list {
		list[i] = map[string]any{"n": i, "of": map[string]any{"all": []int{1, i}, "long": make([]int, i%100)}}
	}
	pauses := 0
	text := PrettyWith(list, func() { pauses++ })
	if string(text) != string(Pretty(list)) || pauses < len(text)/(2*stretch) || pauses > len(text)/stretch+1 {
		t.Errorf("PrettyWith: got %d pauses in %d bytes or another text than Pretty", pauses, len(text))
	}
}

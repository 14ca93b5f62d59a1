package doc

import (
	"reflect"
	"strings"
	"testing"
)

// These types have every form that a document may have.
type (
	box struct {
		Name  string             `json:"name" rule:"required,id"`
		Kind  string             `json:"kind,omitempty" rule:"oneof=flat|deep"`
		Size  float64            `json:"size" rule:"required,>0" unit:"m" label:"Size" about:"how large"`
		Count int                `json:"count,omitempty" rule:"0..9"`
		Seed  uint64             `json:"seed,omitempty"`
		Open  bool               `json:"open,omitempty"`
		Share *float64           `json:"share,omitempty" rule:">0..1"`
		Steps *int               `json:"steps,omitempty" rule:">=1"`
		Tags  []string           `json:"tags"`
		Parts []part             `json:"parts,omitempty"`
		Best  *part              `json:"best,omitempty"`
		Sums  map[string]float64 `json:"sums,omitempty" rule:">=0"`
		Free  map[string]any     `json:"free,omitempty"`
		Any   any                `json:"any,omitempty"`
		inner
	}
	inner struct {
		Deep float64 `json:"deep,omitempty" rule:"<100"`
		Last string  `json:"last,omitempty"`
	}
	part struct {
		ID string  `json:"id" rule:"required,id"`
		X  float64 `json:"x,omitempty"`
	}
)

func TestDecodeFillsEveryShape(t *testing.T) {
	text := "\xef\xbb\xbf" +
		` { "name":"B\u00e4r \"x\" \ud83d\ude00", "kind":"deep","size":1.25e2,"count":7,"seed":9007199254740991,
		"open":true,"share":0.5,"steps":3,"tags":["a","b","a"],"parts":[{"id":"p","x":-2},{"id":"q"}],
		"best":{"id":"r"},"sums":{"a":1,"b":0.1},"free":{"s":"t","n":null,"l":[1,true,{}]},"any":[{"k":1e-7}],"deep":-0.0,"last":"z" }
	`
	var got box
	if faults := Decode([]byte(text), &got); faults != nil {
		t.Fatal(faults)
	}
	share, steps := 0.5, 3
	want := box{Name: "Bär \"x\" 😀", Kind: "deep", Size: 125, Count: 7, Seed: 1<<53 - 1, Open: true, Share: &share,
		Steps: &steps,
		Tags:  []string{"a", "b", "a"}, Parts: []part{{"p", -2}, {"q", 0}}, Best: &part{ID: "r"},
		Sums: map[string]float64{"a": 1, "b": 0.1},
		Free: map[string]any{"s": "t", "n": nil, "l": []any{1.0, true, map[string]any{}}},
		Any:  []any{map[string]any{"k": 1e-7}}, inner: inner{Last: "z"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// An object with a field that may be written alone may be written as this
// field.
func TestAlone(t *testing.T) {
	type why struct {
		Code string `json:"code,omitempty"`
		Text string `json:"text" alone:"true"`
	}
	type answer struct {
		Why *why `json:"why,omitempty"`
	}
	for text, want := range map[string]*why{
		`{"why": "dear"}`: {Text: "dear"}, `{"why": {"text": "dear", "code": "c"}}`: {"c", "dear"}, `{"why": null}`: nil,
	} {
		var got answer
		if faults := Decode([]byte(text), &got); faults != nil || !reflect.DeepEqual(got.Why, want) {
			t.Errorf("Decode(%s): got %+v, faults %v; want %+v", text, got.Why, faults, want)
		}
	}
	if faults := Decode([]byte(`{"why": 3}`), &answer{}); faults.Error() != "why: must be an object in { } (found 3)" {
		t.Errorf("Decode of a number for an object: got faults %v, want an object", faults)
	}
	schema := string(Canonical(Schema(answer{})))
	if want := `{"code":{"type":"string"},"text":{"type":"string"}}`; !strings.Contains(schema, want) ||
		!strings.Contains(schema, `"type":["object","string","null"]`) {
		t.Errorf("Schema: got %s, want an object with the fields %s, a string or null", schema, want)
	}
}

// Decode lists every fault of a text, each with its path and its position.
func TestDecodeListsEveryFault(t *testing.T) {
	text := `{"name": "", "sise": 3, "size": -1, "count": 2.5, "seed": -1, "share": 0, "steps": "3", "kind": "flt",
"tags": ["a", 5, "b"], "tags": [], "parts": [{"x": 1}, {"id": "p", "x": 1e999}, 7], "best": [], "sums": {"a": -1, "b c": true},
"deep": 100, "open": 1, "free": {"q": 1e-400}}`
	faults := Decode([]byte(text), &box{})
	want := []struct{ path, at, reason string }{
		{"name", `""`, "must not be empty"},
		{"sise", `"sise"`, "is not a field of this object; did you mean size?"},
		{"size", `-1`, "must be greater than 0"},
		{"count", `2.5`, "must be a whole number"},
		{"seed", `-1`, "must be at least 0"},
		{"share", `0`, "must be greater than 0 and at most 1"},
		{"steps", `"3"`, "must be a whole number"},
		{"kind", `"flt"`, "must be flat or deep; did you mean flat?"},
		{"tags[1]", `5`, "must be a string in double quotes"},
		{"tags", `"tags": []`, "appears twice; keep one"},
		{"parts[0].id", `{`, "is missing"},
		{"parts[1].x", `1e999`, "is too large for a number"},
		{"parts[2]", `7`, "must be an object in { }"},
		{"best", `[]`, "must be an object in { }"},
		{"sums.a", `-1`, "must be at least 0"},
		{`sums["b c"]`, `true`, "must be a number"},
		{"deep", `100`, "must be less than 100"},
		{"open", `1`, "must be true or false"},
		{"free.q", `1e-400`, "is too close to zero for a number; write 0"},
	}
	for i, f := range faults {
		if i >= len(want) {
			t.Errorf("got fault %v, want only %d faults", f, len(want))
			continue
		}
		w := want[i]
		if at := text[f.Start:f.End]; f.Path != w.path || at != w.at || f.Reason != w.reason {
			t.Errorf("fault %d: got %s at %s: %s\nwant %s at %s: %s", i, f.Path, at, f.Reason, w.path, w.at, w.reason)
		}
	}
	if len(faults) < len(want) {
		t.Errorf("got %d faults, want %d", len(faults), len(want))
	}
}

// A malformed text has one fault, which states the position.
func TestDecodeMalformed(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{``, "document: line 1, column 1: the text ends where a value is expected"},
		{`{"name": "a",}`, "document: line 1, column 13: remove the comma before }"},
		{"{\n \"tags\": [\"ä\" \"b\"]}", "tags[0]: line 2, column 15: a comma or ] is missing here"},
		{`{"tags": ["a"`, "tags[0]: line 1, column 14: the text ends inside an array that began on line 1, column 10"},
		{`{"name": "a`, "name: line 1, column 12: the text ends inside a string that began on line 1, column 10"},
		{`{"size": NaN}`, "size: line 1, column 10: NaN is not a number of JSON; every number is finite"},
		{`{"size": -}`, "size: line 1, column 11: this is not a number; numbers look like 12, -3.5 or 1e6"},
		{`{"size": -`, "size: line 1, column 11: this is not a number; numbers look like 12, -3.5 or 1e6"},
		{`{"size": 007}`, "size: line 1, column 10: a number has no leading zeros and is written in decimal digits"},
		{`{"size": 1.}`, "size: line 1, column 10: a digit is missing after the decimal point"},
		{`{"size": 1e}`, "size: line 1, column 10: a digit is missing in the exponent"},
		{`{"size": .5}`, "size: line 1, column 10: a number begins with a digit or a minus sign"},
		{`{"size": 1_000}`, "size: line 1, column 10: this is not a number; numbers look like 12, -3.5 or 1e6"},
		{`{name: 1}`, "document: line 1, column 2: a field's name in double quotes is expected here"},
		{`{"name" "a"}`, "document: line 1, column 9: a colon is missing after the field's name"},
		{`{"name": 'a'}`, "name: line 1, column 10: strings are in double quotes"},
		{`{"name": a}`, "name: line 1, column 10: the word a needs double quotes around it, or is true, false or null"},
		{`{"name": "a\q"}`, `name: line 1, column 12: this escape is unknown; write \\ for a backslash`},
		{`{"name": "\ud800"}`, `name: line 1, column 11: this escape is unknown; write \\ for a backslash`},
		{"{\"name\": \"a\nb\"}",
			`name: line 1, column 12: a string must not contain a line break or control character; write it as an escape such as \n`},
		{"{\"name\": \"a\xff\"}", "name: line 1, column 12: the text is not valid UTF-8 here; save it as UTF-8"},
		{"\xff\xfe{\x00", "document: line 1, column 1: the text is encoded in UTF-16; save it as UTF-8"},
		{`{} {}`, "document: line 1, column 4: something follows the end of the document; remove it"},
		{`{ // size`, "document: line 1, column 3: a field's name in double quotes is expected here"},
		{`{"any": ` + strings.Repeat("[", 99), "values nest deeper than 64 levels"},
	} {
		faults := Decode([]byte(c.text), &box{})
		if len(faults) != 1 || !strings.Contains(faults[0].String(), c.want) {
			t.Errorf("Decode(%.40q): got %v\nwant %s", c.text, faults, c.want)
		}
		if f := faults[0]; f.Start < 0 || f.End > len(c.text) || f.Start > f.End {
			t.Errorf("Decode(%.40q): got the place %d to %d, want one in the text", c.text, f.Start, f.End)
		}
	}
}

// For a text full of faults the list and the memory are limited.
func TestDecodeCountsWhatItDoesNotList(t *testing.T) {
	const n = 50_000
	text := `{"name": "a", "size": 1, "parts": [` + strings.Repeat("{},", n-1) + "{}]}"
	var got box
	faults := Decode([]byte(text), &got)
	if len(faults) != MaxFaults+1 || faults[MaxFaults].Reason != "and 49800 more faults" {
		t.Errorf("got %d faults, the last %v; want %d and a count of the rest", len(faults), faults[len(faults)-1],
			MaxFaults+1)
	}
	if len(got.Parts) > MaxFaults+1 {
		t.Errorf("got %d parts, want at most %d", len(got.Parts), MaxFaults+1)
	}
}

func TestDecodeNull(t *testing.T) {
	var got box
	faults := Decode([]byte(`{"name": null, "size": 1, "share": null, "best": null, "any": null, "tags": null}`), &got)
	if want :=
		"name: must be a string in double quotes (found null)\n" +
			"tags: must be a list in [ ] (found null)"; faults.Error() != want {
		t.Errorf("got faults %s\nwant %s", faults, want)
	}
	if got.Share != nil || got.Best != nil || got.Any != nil {
		t.Errorf("Decode of null fields: got %+v, want nil", got)
	}
}

func TestDecodeWithNouns(t *testing.T) {
	var got box
	faults := DecodeWith([]byte(`{"name": "a", "size": 1, "any": {"id": "p", "x": 2, "y": 3}}`), &got,
		func(name string) any {
			if name == "any" {
				return new(part)
			}
			return nil
		}, nil)
	if p, ok := got.Any.(*part); !ok || *p != (part{"p", 2}) {
		t.Errorf("field any: got %#v, want %+v", got.Any, part{"p", 2})
	}
	if want := "any.y: is not a field of this object; did you mean x?"; faults.Error() != want {
		t.Errorf("got faults %s, want %s", faults, want)
	}
}

func TestLocate(t *testing.T) {
	text := `{"parts": [{"id": "p"}, {"id": "q", "x": 2}], "sums": {"a b": 1}}`
	faults := Locate([]byte(text), Faults{
		{Path: "parts[1].x"}, {Path: `sums["a b"]`}, {Path: "parts[1].gone.deeper"}, {Path: "parts"}, {Path: ""},
		{Path: "parts[7]"},
	})
	for i, want := range []string{"2", "1", "{", "[", "{", "["} {
		if got := text[faults[i].Start:faults[i].End]; got != want {
			t.Errorf("setPosition of %s: got %q, want %q", faults[i].Path, got, want)
		}
	}
	if faults[1].Start != strings.Index(text, "1}") || faults[2].Start != strings.Index(text, `{"id": "q"`) {
		t.Errorf("Locate: got %+v, want the first at \"1}\" and the second at the object of q", faults)
	}
}

func TestSuggest(t *testing.T) {
	for _, c := range []struct{ word, want string }{
		{"MIPS", "; did you mean mips?"}, {"mip", "; did you mean mips?"}, {"misp", "; did you mean mips?"},
		{"bandwith", "; did you mean bandwidth?"}, {"zzz", ""}, {"", ""},
	} {
		if got := Suggest(c.word, []string{"id", "mips", "bandwidth"}); got != c.want {
			t.Errorf("%s: %q, want %q", c.word, got, c.want)
		}
	}
}

func TestPathsSplitAsTheyJoin(t *testing.T) {
	name := func(s string) hop { return hop{step: step{name: s}} }
	at := func(i int) hop { return hop{step: step{index: i}} }
	for _, hops := range [][]hop{
		{name("a"), at(3), name("b")}, {at(0), at(12)}, {name(`odd "name".[0]`), name("x-y")},
		{name("a"), {every: true}, name("b"), {byID: true, id: "Lyon"}, name("c")},
		{name("a"), {byID: true, id: `a]"\b`}}, {name("a"), {byID: true, id: "two words"}, name("b")},
	} {
		path := joinHops(hops)
		if got, ok := splitPath(path); !ok || !reflect.DeepEqual(got, hops) {
			t.Errorf("splitPath(%s): got %v, want %v", path, got, hops)
		}
	}
	for _, path := range []string{"a[]", "a[x]", "a[id=]", "a[id=x", "a[*", "a[1x]", "a[-1]", "a..b", "[", `a["b]`} {
		if hops, ok := splitPath(path); ok {
			t.Errorf("splitPath(%s): got %v, want an error", path, hops)
		}
	}
}

// Decoding with pauses gives the same result as without, and the pauses are
// frequent enough.
func TestReadingPauses(t *testing.T) {
	type thing struct {
		ID string `json:"id"`
	}
	var with, without struct {
		List []thing `json:"list"`
	}
	text := []byte(`{"list": [` + strings.Repeat(`{"id": "abcdefgh"}, `, 20_000) + `{"id": 5}]}`)
	pauses := 0
	faults := DecodePaused(text, &with, func() { pauses++ })
	same := Decode(text, &without)
	if !reflect.DeepEqual(with, without) || !reflect.DeepEqual(faults, same) || len(faults) != 1 {
		t.Errorf("got faults %v with pauses, want %v as without", faults, same)
	}
	if pauses < len(text)/(2*stretch) || pauses > len(text)/stretch {
		t.Errorf("got %d pauses for %d bytes, want one per %d to %d bytes", pauses, len(text), stretch, 2*stretch)
	}
}

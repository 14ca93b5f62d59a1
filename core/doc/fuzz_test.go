package doc

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"
)

var seeds = []string{
	`{"name": "a", "size": 1, "tags": ["x"], "parts": [{"id": "p"}], "sums": {"k": 2}, "any": [1, null, {"q": "\u00e9"}]}`,
	`{"name": "", "siz": 1e999, "tags": {}, "tags": 7, "share": 0.5, "free": {"": 1, "a\"b": -0}}`,
	`[1, 2.50, -3e-7, 1e+21, 123456789012345678901234567890, 0.1234567890123456789, 4.9e-324, 9007199254740993]`,
	"\xef\xbb\xbf{}", `{"a":`, `"\ud83d\ude00\ud800"`, `[[[[[[[[`, `1e-99999999999`, "\"\xc3\x28\"", `{"":{"":[]}}`,
}

// No text makes the reader panic, positions are within the text, and accepted
// values are unchanged after writing and reading.
func FuzzDecode(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var b box
		faults := Decode(text, &b)
		for _, f := range faults {
			if f.Start < 0 || f.Start > f.End || f.End > len(text) || f.Reason == "" || !utf8.ValidString(f.String()) {
				t.Fatalf("Decode(%q): got fault %+v, want a reason and a place in the text", text, f)
			}
		}
		Locate(text, Faults{{Path: "parts[0].id"}, {Path: "any"}})
		if faults != nil {
			return
		}
		canonical := Canonical(b)
		var again box
		if faults := Decode(canonical, &again); faults != nil {
			t.Fatalf("Decode of the canonical form of %q: %s: got faults %v, want none", text, canonical, faults)
		}
		if twice := Canonical(again); !bytes.Equal(canonical, twice) {
			t.Fatalf("canonical form of %q: got %s again, want %s", text, twice, canonical)
		}
	})
}

// A plain value is accepted if and only if encoding/json accepts it, and is the
// same value, except for what we refuse on purpose: bytes that are no UTF-8,
// half surrogates, repeated names, numbers out of range, and deep nesting.
func FuzzDecodePlain(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var ours, theirs any
		faults := Decode(text, &ours)
		err := json.Unmarshal(text, &theirs)
		if faults == nil && err != nil && !bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) {
			t.Fatalf("Decode accepts %q, which encoding/json refuses: %v", text, err)
		}
		if faults != nil {
			if err == nil && faults[0].Reason == "" {
				t.Fatalf("%q is refused without a reason", text)
			}
			return
		}
		if err == nil && !bytes.Equal(Canonical(ours), Canonical(theirs)) {
			t.Fatalf("Decode(%q): got %s, want %s as of encoding/json", text, Canonical(ours), Canonical(theirs))
		}
	})
}

// No path causes a panic, and a value set at a path is found by its way.
func FuzzPaths(f *testing.F) {
	for _, path := range []string{"parts[0].id", "size", "sums.k", "parts[*].id", "parts[id=p].id", `parts[id="p]"].x`,
		"any[1].q", "[", "a[id=", "a[*", "a..b", `["a b"]`, "parts[99999999999999999999]"} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		var document map[string]any
		Decode([]byte(seeds[0]), &document)
		before := string(Canonical(document))
		if why := Set(document, path, 7.0); why != "" && string(Canonical(document)) != before {
			t.Fatalf("Set(%q) is refused with %q, but changes the document", path, why)
		}
		way, why := WayTo(box{}, path)
		if why != "" {
			return
		}
		var b box
		Decode([]byte(seeds[0]), &b)
		n := way.Count(&b)
		if len(way.Paths(&b)) != n || way.Description() == "" {
			t.Fatalf("way %q: got %d numbers at %v, want as many places and a description", path, n, way.Paths(&b))
		}
		for _, place := range way.Paths(&b) {
			own, why := WayTo(box{}, place)
			if why != "" || own.Count(&b) != 1 {
				t.Fatalf("way %q: got the place %q, which does not have one number: %s", path, place, why)
			}
		}
	})
}

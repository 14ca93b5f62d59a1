package importer

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"gridbox/core/realfiles"
)

// whatever reads any value, as encoding/json would.
func whatever(p *Pull) any {
	switch p.Peek() {
	case '{':
		out := map[string]any{}
		p.Object(func(key string) { out[key] = whatever(p) })
		return out
	case '[':
		out := []any{}
		p.Array(func(int) { out = append(out, whatever(p)) })
		return out
	case '"':
		return p.Text()
	case 't', 'f':
		return p.Text() == "true"
	case 'n':
		p.Skip()
		return nil
	}
	x, _ := p.Number()
	return x
}

// The reader returns the values of the standard library.
func TestPullAgainstJSON(t *testing.T) {
	for _, text := range []string{`{}`, `[]`, `3`, `-2.5e3`, `"aä\u00e4\"\\\/"`, `"\ud834\udd1e"`,
		`[1,[2,{"a":null}],true,false]`,
		` { "a" : [ 1 , 2 ] , "b":{"c":"d"} , "e" : -0.001 } `, `{"long":123456789012345678}`} {
		var want any
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatalf("encoding/json of %s: %v", text, err)
		}
		p := NewPull([]byte(text))
		if got := whatever(p); !reflect.DeepEqual(got, want) || p.Fault != "" {
			t.Errorf("%s: %v, want %v; %s", text, got, want, p.Fault)
		}
	}
}

// An unread member is skipped, and a broken one ends the reading.
func TestPullPassesOver(t *testing.T) {
	p, n := NewPull([]byte(`{"a": {"b": [1, "]}", 2]}, "c": 7, "d": "x"}`)), 0.0
	p.Object(func(key string) {
		if key == "c" {
			n, _ = p.Number()
		}
	})
	if n != 7 || p.Fault != "" {
		t.Errorf("got %v, fault %q; want 7 and no fault", n, p.Fault)
	}
	for text, want := range map[string]string{`{"a" 1}`: "a colon is missing", `{a: 1}`: "double quotes",
		`[1 2]`: "a comma or ] is missing", `[1,`: "the text ends", `{"a": "b`: "ends inside a string",
		"{\n\"a\"": "the text ends", `{"a": }`: "a value is expected",
		strings.Repeat("[", 1000): "nest deeper"} {
		p := NewPull([]byte(text))
		p.Skip()
		if !strings.Contains(p.Fault, want) {
			t.Errorf("Skip of %s: got fault %q, want %q", text, p.Fault, want)
		}
	}
}

func TestParseNumber(t *testing.T) {
	for text, want := range map[string]float64{"0": 0, "-1": -1, "12": 12, "1.5": 1.5, "-2e3": -2000,
		"123456789012345": 123456789012345, "1234567890123456789": 1234567890123456789} {
		if x, ok := ParseNumber([]byte(text)); !ok || x != want {
			t.Errorf("ParseNumber(%s): got %v, %t; want %v", text, x, ok, want)
		}
	}
	for _, text := range []string{"", "-", "x", "NaN", "Inf", "1e999", "1,5", "12a", strings.Repeat("1", 100)} {
		if x, ok := ParseNumber([]byte(text)); ok {
			t.Errorf("ParseNumber(%q): got %v, want an error", text, x)
		}
	}
}

func FuzzPull(f *testing.F) {
	f.Add([]byte(`{"a": [1, "b\u00e4", null, {"c": true}]}`))
	for _, seed := range realfiles.Seeds(f, "*/*.json", 8000) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var want any
		p := NewPull(text)
		got := whatever(p)
		if json.Unmarshal(text, &want) == nil && p.Fault == "" && len(text) <= 64 && utf8.Valid(text) &&
			!strings.Contains(string(text), `\`) && !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	})
}

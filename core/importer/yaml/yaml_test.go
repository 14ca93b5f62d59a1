package yaml

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		text   string
		want   []any
		reason string
	}{
		{"a: 1\nb:\n- x\n- y: 2\n  z:\n    w: v\n-\n  q\nc:\n  - - 1\n    - 2\n", []any{map[string]any{"a": "1",
			"b": []any{"x", map[string]any{"y": "2", "z": map[string]any{"w": "v"}}, "q"},
			"c": []any{[]any{"1", "2"}}}}, ""},
		{"---\na: null\n---\nb: ~\n...\n", []any{map[string]any{"a": nil}, map[string]any{"b": nil}}, ""},
		{"a: \"x: \\\"y\\\"\\n\\u0041\" # remark\n'b c': 'it''s'\n# d\ne: http://f:80/g # h\n",
			[]any{map[string]any{"a": "x: \"y\"\nA", "b c": "it's", "e": "http://f:80/g"}}, ""},
		{"a: |\n  one\n    two\n\n  three\nb: >-\n  four\n  five\nc: d\n  e\n",
			[]any{map[string]any{"a": "one\n  two\n\nthree",
				"b": "four five", "c": "d e"}}, ""},
		{"a: {}\nb: []\nc: {d: e, \"f\": [g, {h: 1}]}\n", []any{map[string]any{"a": map[string]any{}, "b": []any{},
			"c": map[string]any{"d": "e", "f": []any{"g", map[string]any{"h": "1"}}}}}, ""},
		{"a: \"over\n  lines\"\n", []any{map[string]any{"a": "over lines"}}, ""},
		{"", nil, ""}, {"a:\n", []any{map[string]any{"a": nil}}, ""}, {"a:\nb: c\n", []any{map[string]any{"a": nil,
			"b": "c"}}, ""},
		{"a: &b c\n", []any{map[string]any{"a": nil}}, "anchor"}, {"a: *b\n", []any{map[string]any{"a": nil}},
			"anchor"},
		{"a: [b\n", []any{map[string]any{"a": []any{"b"}}}, "not closed"},
		{"a: \"b\n", []any{map[string]any{"a": ""}}, "ends inside"},
		{"  a: b\nc: d\n", []any{map[string]any{"a": "b"}}, "belongs to nothing"},
	} {
		got, fault := Read([]byte(c.text))
		why := ""
		if fault != nil {
			why = fault.Reason
		}
		if !reflect.DeepEqual(got, c.want) || !strings.Contains(why, c.reason) || (why == "") != (c.reason == "") {
			t.Errorf("%q is %v (%s), want %v (%s)", c.text, got, why, c.want, c.reason)
		}
	}
}

func TestDeep(t *testing.T) {
	for _, text := range []string{strings.Repeat("- ", 100_000) + "a", "a: " + strings.Repeat("[", 100_000),
		"a: " + strings.Repeat("{a: ", 100_000)} {
		if _, fault := Read([]byte(text)); fault == nil {
			t.Errorf("Read(%.20s): got no fault of deep nesting", text)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("a: 1\nb:\n- x\n- y: 'z'\n  q: |\n    t\nc: {d: [e]}\n---\n- - f\n"))
	nodes, err := os.ReadFile(filepath.Join("..", "kube", "testdata", "nodes.yaml"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(nodes)
	f.Fuzz(func(t *testing.T, text []byte) {
		_, fault := Read(text)
		if fault != nil && (fault.Line < 0 || fault.Reason == "") {
			t.Errorf("got fault %+v, want a line and a reason", fault)
		}
	})
}

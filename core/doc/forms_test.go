package doc

import (
	"strings"
	"testing"
)

// A worker has hours or wages, in a list or by place.
type worker struct {
	Hours float64            `json:"hours" rule:"required,>=0" instead:"wages"`
	Wages []float64          `json:"wages,omitempty" rule:">=0"`
	At    map[string]float64 `json:"-" also:"wages" rule:">=0"`
	Name  string             `json:"name,omitempty"`
}

// A field in two forms is read and written in the form that is not empty, and the field
// that it makes unnecessary may be absent.
func TestTwoForms(t *testing.T) {
	for text, want := range map[string]string{
		`{"hours":1}`:                       "",
		`{"hours":0}`:                       "",
		`{"wages":[1,2],"name":"a"}`:        `{"name":"a","wages":[1,2]}`,
		`{"wages":{"b":3,"a":1},"hours":4}`: `{"hours":4,"wages":{"a":1,"b":3}}`,
		`{"hours":0,"wages":[1]}`:           `{"wages":[1]}`,
		`{"name":"a"}`:                      "hours: is missing",
		`{"wages":[1],"wages":{"a":1}}`:     "wages: appears twice; keep one",
		`{"wages":[1],"wages":[2]}`:         "wages: appears twice; keep one",
		`{"wages":[-1]}`:                    "wages[0]: must be at least 0",
		`{"wages":{"a":-1}}`:                "wages.a: must be at least 0",
		`{"wages":7}`:                       "wages: must be a list in [ ]",
		`{"wages":[1e999]}`:                 "wages[0]: is too large for a number",
	} {
		var w worker
		if want == "" {
			want = text
		}
		faults := Decode([]byte(text), &w)
		got := string(Canonical(&w))
		if faults != nil {
			got = faults[:1].Error()
		}
		if got != want && !(faults != nil && strings.HasPrefix(got, want)) {
			t.Errorf("Decode(%s): got %s, want %s", text, got, want)
		}
		printed := strings.Join(strings.Fields(string(Pretty(&w))), "")
		if faults == nil && printed != want && !strings.Contains(text, "name") {
			t.Errorf("Pretty of %s: got %s, want %s", text, Pretty(&w), want)
		}
		if faults == nil && Check(&w) != nil {
			t.Errorf("Check of %s: got faults %v, want none", text, Check(&w))
		}
	}
}

// Paths lead into the form to which they belong.
func TestPathsOfTwoForms(t *testing.T) {
	type firm struct {
		Workers []worker `json:"workers"`
	}
	f := firm{Workers: []worker{{Wages: []float64{1, 2}}, {At: map[string]float64{"a": 3, "b": 4}}}}
	for path, want := range map[string]string{
		"workers[*].wages[*]": `{"workers":[{"wages":[2,4]},{"wages":{"a":3,"b":4}}]}`,
		"workers[*].wages.a":  `{"workers":[{"wages":[1,2]},{"wages":{"a":6,"b":4}}]}`,
	} {
		own := f
		w, why := WayTo(own, path)
		if why != "" {
			t.Fatalf("WayTo(%s): got %q, want a way", path, why)
		}
		w.Change(&own, func(x float64) float64 { return 2 * x })
		if got := string(Canonical(&own)); got != want {
			t.Errorf("way %s: got %s, want %s", path, got, want)
		}
	}
	o := Schema(worker{})
	text := string(Canonical(o))
	for _, part := range []string{`"anyOf":[{"required":["hours"]},{"required":["wages"]}]`, `"oneOf":[`} {
		if !strings.Contains(text, part) {
			t.Errorf("the schema does not contain %s: %s", part, text)
		}
	}
	if n := len(Fields(worker{})); n != 3 {
		t.Errorf("Fields: got %d, want 3", n)
	}
}

package doc

import (
	"math"
	"strings"
	"testing"
)

type thing struct {
	ID    string             `json:"id" rule:"required,id"`
	Size  float64            `json:"size" rule:">0,<=100"`
	Count int                `json:"count,omitempty" rule:"int,>=1"`
	Free  *float64           `json:"free,omitempty"`
	Sums  map[string]float64 `json:"sums,omitempty"`
	After []after            `json:"after,omitempty"`
}

type after struct {
	Delay float64 `json:"delay" rule:">=0"`
}

type crate struct {
	Name string `json:"name"`
	Held *struct {
		shelfOf
	} `json:"held"`
}

type shelfOf struct {
	Things []thing `json:"things"`
}

func newCrate(t *testing.T) *crate {
	t.Helper()
	c := &crate{}
	if faults := Decode([]byte(`{"name":"x","held":{"things":[
		{"id":"a","size":60,"count":3,"sums":{"q":2},"after":[{"delay":1},{"delay":2}]},
		{"id":"b c","size":4,"free":0.5},{"id":"d","size":1,"count":2}]}}`), c); faults != nil {
		t.Fatal(faults)
	}
	return c
}

// A way changes the numbers that it leads to and no others, also in documents
// that share lists.
func TestWay(t *testing.T) {
	twice := func(x float64) float64 { return 2 * x }
	for _, c := range []struct {
		path string
		want string // changes of the text, as old>new
		t    ChangeCount
	}{
		{"held.things[*].size", `"size":60>"size":100;"size":4>"size":8;"size":1}>"size":2}`, ChangeCount{3, 1}},
		{"held.things[1].size", `"size":4>"size":8`, ChangeCount{1, 0}},
		{"held.things[id=b c].size", `"size":4>"size":8`, ChangeCount{1, 0}},
		{"held.things[*].count", `"count":3>"count":6;"count":2>"count":4`, ChangeCount{2, 0}},
		{"held.things[*].free", `"free":0.5>"free":1`, ChangeCount{1, 0}},
		{"held.things[*].sums.q", `"q":2>"q":4`, ChangeCount{1, 0}},
		{"held.things[*].after[*].delay", `"delay":2>"delay":4;"delay":1>"delay":2`, ChangeCount{2, 0}},
		{"held.things[7].size", "", ChangeCount{}},
	} {
		w, why := WayTo(&crate{}, c.path)
		if why != "" {
			t.Fatalf("WayTo(%s): got %q, want a way", c.path, why)
		}
		old := newCrate(t)
		before := string(Canonical(old))
		changed := *old
		if got := w.Change(&changed, twice); got != c.t || w.Count(old) != c.t.Numbers {
			t.Errorf("Change(%s): got %+v, Count %d; want %+v", c.path, got, w.Count(old), c.t)
		}
		want := before
		for _, r := range strings.Split(c.want, ";") {
			from, to, _ := strings.Cut(r, ">")
			want = strings.Replace(want, from, to, 1)
		}
		if got := string(Canonical(&changed)); got != want || string(Canonical(old)) != before {
			t.Errorf("%s: %s\nwant %s\nfrom %s", c.path, got, want, Canonical(old))
		}
	}
}

func TestWayFaults(t *testing.T) {
	for path, want := range map[string]string{
		"":                         "is not a path",
		"held.thing[*].size":       "held has no field thing; did you mean things?",
		"held.things.size":         "held.things is a list; write held.things[*] for all",
		"held.things[*].id":        "is no number",
		"held.things[*]":           "is no number",
		"held[0]":                  "held is no list",
		"held.things[*].size.more": "held.things[*].size is no list and has no fields",
	} {
		if _, why := WayTo(&crate{}, path); !strings.Contains(why, want) {
			t.Errorf("WayTo(%s): got %q, want %q", path, why, want)
		}
	}
}

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		many, one string
		want      bool
	}{
		{"a[*].b", "a[3].b", true}, {"a[id=x].b", "a[3].b", true}, {"a[3].b", "a[3].b", true},
		{"a[2].b", "a[3].b", false},
		{"a[*].b", "a[3].c", false}, {"a[*].b", "a[3].b.c", false},
		{"a[*]", "a.b", false}, {"", "", true}, {"[", "a", false},
	} {
		if Covers(c.many, c.one) != c.want {
			t.Errorf("Covers(%s, %s): want %t", c.many, c.one, c.want)
		}
	}
}

// The nearest permitted number obeys the rule.
func TestClamp(t *testing.T) {
	for _, c := range []struct {
		rule  string
		whole bool
		x     float64
		want  float64
		held  bool
	}{
		{">0", false, 0, math.SmallestNonzeroFloat64, true}, {">0", false, 5, 5, false},
		{">0..1", false, 1.5, 1, true}, {"int,>=1", true, 0.2, 1, true}, {"int,>=1", true, 2.5, 3, false},
		{"int,>2,<7", true, 1, 3, true}, {"int,>2,<7", true, 9, 6, true},
		{"", false, math.Inf(1), math.MaxFloat64, true},
		{"int", true, 1e300, math.MaxInt32, true}, {">=0.5", true, 0, 1, true}, {"", false, -3, -3, false},
	} {
		r := ParseRule(c.rule)
		got, held := r.Clamp(c.x, c.whole)
		if got != c.want || held != c.held || r.Number(got) != "" {
			t.Errorf("%s.Clamp(%v): got %v, %t, fault %q; want %v, %t", c.rule, c.x, got, held, r.Number(got), c.want,
				c.held)
		}
	}
}

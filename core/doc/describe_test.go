package doc

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

func TestFields(t *testing.T) {
	b := &strings.Builder{}
	for _, f := range Fields(&box{}) {
		fmt.Fprintf(b, "%s|%s|%s|%s|%s|opt=%v|req=%v|%d\n", f.Name, f.Label, f.Unit, f.Kind, f.Element, f.Optional,
			f.Rule.Required, len(f.Inside))
	}
	want := `name|name||text||opt=false|req=true|0
kind|kind||choice||opt=false|req=false|0
size|Size|m|number||opt=false|req=true|0
count|count||whole||opt=false|req=false|0
seed|seed||whole||opt=false|req=false|0
open|open||truth||opt=false|req=false|0
share|share||number||opt=true|req=false|0
steps|steps||whole||opt=true|req=false|0
tags|tags||list|text|opt=false|req=false|0
parts|parts||list|object|opt=false|req=false|2
best|best||object||opt=true|req=false|2
sums|sums||map|number|opt=false|req=false|0
free|free||map|any|opt=false|req=false|0
any|any||any||opt=false|req=false|0
deep|deep||number||opt=false|req=false|0
last|last||text||opt=false|req=false|0
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSchemaOfShapes(t *testing.T) {
	o := Schema(box{})
	for _, c := range []struct{ at, want string }{
		{"name", `{"maxLength":100,"minLength":1,"pattern":"^\\P{Cc}*$","type":"string"}`},
		{"kind", `{"enum":["flat","deep"],"type":"string"}`},
		{"size", `{"description":"how large (m)","exclusiveMinimum":0,"title":"Size","type":"number"}`},
		{"count", `{"maximum":9,"minimum":0,"type":"integer"}`},
		{"seed", `{"maximum":9007199254740991,"minimum":0,"type":"integer"}`},
		{"share", `{"exclusiveMinimum":0,"maximum":1,"type":["number","null"]}`},
		{"tags", `{"items":{"type":"string"},"type":"array"}`},
		{"sums", `{"additionalProperties":{"minimum":0,"type":"number"},"type":"object"}`},
		{"free", `{"type":"object"}`},
		{"any", `{}`},
		{"deep", `{"exclusiveMaximum":100,"type":"number"}`},
	} {
		if got := string(Canonical(o.Inside("properties", c.at))); got != c.want {
			t.Errorf("Inside(properties, %s): got %s\nwant %s", c.at, got, c.want)
		}
	}
	if o.Inside("properties", "nothing") != nil {
		t.Error("a property that does not exist was found")
	}
	if got := string(Canonical(o.Inside("properties", "best"))); !strings.Contains(got, `"required":["id"]`) ||
		!strings.Contains(got, `"type":["object","null"]`) {
		t.Errorf("property best: got %s, want an object or null that requires id", got)
	}
}

func TestRules(t *testing.T) {
	for _, c := range []struct {
		rule string
		n    float64
		want string
	}{
		{">0", 0, "must be greater than 0"}, {">0", 5e-324, ""}, {">=1,int", 1, ""},
		{">=1,int", 1.5, "must be a whole number"},
		{"0..1", 1.1, "must be at least 0 and at most 1"}, {">0..1", 0, "must be greater than 0 and at most 1"},
		{"<9", 9, "must be less than 9"}, {"<=9", 9, ""}, {"-5..-1", 0, "must be at least -5 and at most -1"},
		{"int", 1e300, "is too large; whole numbers go up to 9007199254740991"},
	} {
		if r := ParseRule(c.rule); r.Number(c.n) != c.want {
			t.Errorf("rule %s of %v: got %q, want %q", c.rule, c.n, r.Number(c.n), c.want)
		}
	}
	for _, bad := range []string{"requird", ">x", "1..", "oneof"} {
		if !panics(func() { ParseRule(bad) }) {
			t.Errorf("ParseRule(%s) does not panic", bad)
		}
	}
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}

// Programming errors cause a panic at the first use.
func TestProgrammersMistakes(t *testing.T) {
	for name, f := range map[string]func(){
		"no pointer":  func() { Decode(nil, box{}) },
		"a channel":   func() { Canonical(struct{ C chan int }{}) },
		"number keys": func() { Canonical(map[int]string{}) },
	} {
		if !panics(f) {
			t.Errorf("%s does not panic", name)
		}
	}
}

// Plans are computed at the first use, which may be concurrent.
func TestPlansAtOnce(t *testing.T) {
	type fresh struct {
		A []struct {
			B map[string]*box `json:"b"`
		} `json:"a"`
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			var f fresh
			if faults := Decode([]byte(`{"a": [{"b": {"k": {"name": "n", "size": 1}}}]}`), &f); faults != nil ||
				len(Canonical(f)) == 0 {
				t.Errorf("concurrent Decode: got faults %v, want none", faults)
			}
		})
	}
	all.Wait()
}

package param

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

const both = "placement.clusters[id=Lyon].mips:400..1700/5:Power of Lyon; " +
	"runs[0].options.weights:printed|sum|swapped:Scores"

func TestReadsWhatItWrites(t *testing.T) {
	list, faults := Read(both)
	want := []Control{{Path: "placement.clusters[id=Lyon].mips", From: 400, To: 1700, Step: 5, Label: "Power of Lyon"},
		{Path: "runs[0].options.weights", Values: []any{"printed", "sum", "swapped"}, Label: "Scores"}}
	if len(faults) > 0 || !reflect.DeepEqual(list, want) {
		t.Fatalf("Read: got %+v, faults %v; want %+v", list, faults, want)
	}
	if Write(list) != both {
		t.Errorf("Write: got %q, want %q", Write(list), both)
	}
	odd := []Control{{Path: `a.list[id="x;:]y"].n`, From: -1, To: 1.5, Step: 0.25, Label: `a:b;c|d\"[`},
		{Path: "b", Values: []any{"1", 1.0, "true", true, "a b", `"q"`, "a:b"}}, {Path: "c", Label: "L"}, {Path: "d"}}
	again, faults := Read(Write(odd))
	if len(faults) > 0 || !reflect.DeepEqual(again, odd) {
		t.Errorf("Read(%s): got %+v, faults %v; want %+v", Write(odd), again, faults, odd)
	}
}

func TestFaultsNameTheirCause(t *testing.T) {
	for text, word := range map[string]string{
		"a..b:1..2": "not a path", "a:5..1": "upside down", "a:1..1": "upside down", "a:NaN..1": "ordinary",
		"a:1..Inf": "ordinary", "a:0..1/0.00001": "steps", "a:1..2/-1": "step", "a:x..2": "where a number is wanted",
		"a:1": "neither a range", "a:1|1": "twice", "a:1..2; a:1..3": "is there twice",
		"a:1..2:b:c":                        "more than a path",
		"a:1..2:" + strings.Repeat("x", 61): "label", strings.Repeat("x", MaxText+1): "longer",
		strings.Repeat("a", 3000) + ":1": "…", "a:" + strings.Repeat("1|", 12) + "2": "values",
	} {
		list, faults := Read(text)
		if len(faults) != 1 || !strings.Contains(faults[0], word) || len(faults[0]) > 300 || len(list) > 1 {
			t.Errorf("Read(%.40s): got faults %q and %d controls, want one with %q", text, faults, len(list), word)
		}
	}
	many := ""
	for i := range 20 {
		many += "a" + string(rune('a'+i)) + ":1..2;"
	}
	if list, faults := Read(many); len(list) != MaxControls || len(faults) != 1 {
		t.Errorf("Read of 20 controls: got %d, faults %q; want %d and one fault", len(list), faults, MaxControls)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(both)
	f.Add(`a[id="x\"]y"]:\;|b:c`)
	f.Fuzz(func(t *testing.T, text string) {
		list, _ := Read(text)
		again, faults := Read(Write(list))
		if len(Write(list)) <= MaxText && (len(faults) > 0 || len(again) != len(list)) {
			t.Errorf("%q written as %q: got %d controls, faults %q; want %d", text, Write(list), len(again), faults,
				len(list))
		}
	})
}

func TestSteps(t *testing.T) {
	c := Control{From: 0.1, To: 1, Step: 0.2}
	if n := c.Steps(); n != 5 || c.At(1) != 0.3 || c.At(n) != 1 || c.Position(0.52) != 2 || c.Position(9.0) != 5 ||
		c.Position("x") != 0 {
		t.Errorf("got %d steps, At %v and %v, Position %v; want 5, 0.3, 1, 2", n, c.At(1), c.At(n), c.Position(0.52))
	}
	for _, r := range [][3]float64{{0, 1, 0.02}, {400, 1700, 20}, {0, 100, 2}, {0, 1e6, 20000}, {1, 5, 0.1}} {
		if got := StepFor(r[0], r[1]); got != r[2] {
			t.Errorf("StepFor(%v, %v): got %v, want %v", r[0], r[1], got, r[2])
		}
	}
	if math.IsInf(StepFor(0, 1e15), 0) {
		t.Error("StepFor(0, 1e15): got no finite step")
	}
}

func TestSettles(t *testing.T) {
	s, _ := catalog.FromPreset("five-clusters", 1)
	made, faults := scenario.Expand(s)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	for _, x := range []struct {
		scenario     *scenario.Scenario
		text, reason string
		label        string
	}{
		{s, "placement.generate.jobs:1..40/1", "", "Jobs"},
		{s, "seed:1..9", "", "Seed"},
		{s, "placement.clusters[id=C1].mips:1..9", "does not exist", ""},
		{made, "placement.clusters[0].mips:100..900", "", "Power of "},
		{made, "placement.clusters[0].mips:0..900", "greater than 0", ""},
		{made, "placement.clusters[0].mips:a|b", "is a number", ""},
		{made, "placement.clusters[0].mips", "needs a range", ""},
		{made, "placement.clusters[*].mips:100..900", "", "Power of all clusters"},
		{made, "placement.clusters[0].id:a|b", "", "Name"},
		{made, "placement.clusters[0].power:1..2", "no such field", ""},
		{made, "placement.clusters:1..2", "is neither a number", ""},
		{made, "runs[0].options.weights", "", "of RBHS"},
		{made, "runs[0].options.weights:printed|nonsense", "must be", ""},
		{made, "runs[0].options.nothing:1|2", "no such field", ""},
		{made, "title:a|b", "cannot be", ""},
		{made, "policies[0].source:a|b", "cannot be", ""},
		{made, "seed:0.5..9", "fractions", ""},
	} {
		list, read := Read(x.text)
		if len(read) > 0 {
			t.Errorf("Read(%s): got faults %v, want none", x.text, read)
			continue
		}
		c := &list[0]
		why := Open(x.scenario).Settle(c)
		if (why == "") != (x.reason == "") || !strings.Contains(why, x.reason) || !strings.Contains(c.Label, x.label) {
			t.Errorf("Settle(%s): got %q, label %q; want %q, %q", x.text, why, c.Label, x.reason, x.label)
		}
	}
}

func rbhs(t *testing.T) *scenario.Scenario {
	t.Helper()
	s, ok := catalog.FromPreset("rbhs-mixed", 1)
	if !ok {
		t.Fatal("there is no preset rbhs-mixed")
	}
	return s
}

func TestPutsValues(t *testing.T) {
	s, _ := catalog.FromPreset("five-clusters", 1)
	d := Open(s)
	if v, ok := d.Value("runs[0].options.weights"); !ok || v != "printed" {
		t.Errorf("Value of a default: got %v, %t; want \"printed\"", v, ok)
	}
	if v, ok := Open(rbhs(t)).Value("placement.generate.jobs"); !ok || v.(float64) < 2 {
		t.Errorf("Value of the preset's jobs: got %v, %t; want at least 2", v, ok)
	}
	if why := d.Set("runs[0].options.weights", "sum"); why != "" {
		t.Fatalf("Set of weights: got fault %q, want none", why)
	}
	if why := d.Set("seed", 5.0); why != "" {
		t.Fatalf("Set of the seed: got fault %q, want none", why)
	}
	again, faults := d.Scenario()
	if len(faults) > 0 || again.Seed != 5 || again.Runs[0].Options["weights"] != "sum" {
		t.Errorf("Scenario after Set: got %+v, faults %v; want seed 5 and weights sum", again, faults)
	}
	if _, ok := d.Value("placement"); ok {
		t.Error("Value of an object is accepted")
	}
}

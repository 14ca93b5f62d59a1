package group

import (
	"strconv"
	"testing"

	"gridbox/core/doc"
)

// The defaults in the option's tags are the limits of the trees.
func TestTreeNodes(t *testing.T) {
	for _, f := range doc.Fields(Options{}) {
		if f.Name != "nodes" {
			continue
		}
		if got := f.Tag.Get("default"); got != strconv.Itoa(MaxTree) {
			t.Errorf("default limit of nodes of the tree: got %s, want %d", got, MaxTree)
		}
		if got := f.Tag.Get("default.tree-greedy"); got != strconv.Itoa(MaxGreedy) {
			t.Errorf("default limit of nodes of the greedy tree: got %s, want %d", got, MaxGreedy)
		}
	}
}

// Small problems are solved at every change by all algorithms but the slow
// ones. Problems that take seconds are not.
func TestWork(t *testing.T) {
	of := func(preset, algorithm string, o Options) float64 {
		p, faults := Generate(Spec{Preset: preset}, 1)
		if faults != nil {
			t.Fatal(faults)
		}
		return p.Work(algorithm, o)
	}
	for _, c := range []struct {
		preset, algorithm string
		o                 Options
		min, max          float64 // ms
	}{
		{"gka-22", "tree", Options{}, 0, 100}, {"gka-22", "brute-force", Options{}, 20, 200},
		{"gka-1000", "brute-force", Options{}, 0, 0},
		{"gka-1000", "gka", Options{}, 10, 100}, {"gka-1000", "tree", Options{}, 1000, 6000},
		{"gka-1000", "tree", Options{Nodes: 10}, 0, 100},
		{"gka-1000", "frontier", Options{}, 0, 100},
	} {
		if ms := of(c.preset, c.algorithm, c.o); ms < c.min || ms > c.max {
			t.Errorf("%s of %s: got %v ms, want %v to %v", c.algorithm, c.preset, ms, c.min, c.max)
		}
	}
	cents := Problem{Nodes: []Node{{ID: "a", Price: 0.5}}, Request: &Request{Nodes: 1, Budget: 3}}
	whole := Problem{Nodes: []Node{{ID: "a", Price: 5}}, Request: &Request{Nodes: 1, Budget: 3}}
	if cents.Work("gka", Options{}) != 100*whole.Work("gka", Options{}) {
		t.Errorf("work of prices in half units: got %v, want 100 times %v", cents.Work("gka", Options{}),
			whole.Work("gka", Options{}))
	}
}

package main

import (
	"slices"
	"testing"
)

// A function is dead if every program with its file reports it. A package of no program is reported, and so is an
// exception that is not needed.
func TestComplaints(t *testing.T) {
	of := func(names ...string) map[string]bool {
		m := map[string]bool{}
		for _, n := range names {
			m[n] = true
		}
		return m
	}
	native := reach{of("core/a.go", "core/native.go"),
		map[string]int{"core/a.go Used": 3, "core/a.go Unused": 5, "core/a.go Excused": 9, "core/native.go dead": 7}}
	js := reach{of("core/a.go", "app/js.go"),
		map[string]int{"core/a.go Unused": 5, "core/a.go Excused": 9, "app/js.go T.dead": 2}}
	got := findings([]reach{native, js}, []string{"core", "app", "lost"},
		map[string]string{"core/a.go Excused": "why", "core/a.go Gone": "why"})
	want := []string{
		"app/js.go:2: no program reaches T.dead",
		"core/a.go Gone: excused, but it is alive or gone",
		"core/a.go:5: no program reaches Unused",
		"core/native.go:7: no program reaches dead",
		"lost: no program holds this package",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

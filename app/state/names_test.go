package state

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
)

func TestNamesAreDistinguished(t *testing.T) {
	known := func(name string) bool { return slices.Contains([]string{"small 0", "small 1", "a", "a b c"}, name) }
	for text, want := range map[string][]string{
		"":                     {},
		"small 0":              {"small 0"},
		"small 0 small 1":      {"small 0", "small 1"},
		"small 0, small 9":     {"small 0", "small 9"},
		"1 2  1":               {"1", "2"},
		"a b c":                {"a b c"},
		"a b":                  {"a", "b"},
		"x;y\nz, ":             {"x", "y", "z"},
		`"one, two", three`:    {"one, two", "three"},
		`"say ""so""" , " b "`: {`say "so"`, " b "},
		`5" disk, b`:           {`5" disk`, "b"},
	} {
		if got := namesIn(text, known); !slices.Equal(got, want) {
			t.Errorf("namesIn(%q): got %q, want %q", text, got, want)
		}
	}
}

// Written names are parsed again, whatever characters they contain.
func TestNamesSurviveTheField(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringOfN(rapid.RuneFrom([]rune("ab ,;\"\n")), 1, 6,
			-1).Filter(func(s string) bool { return s != "" })
		names := rapid.SliceOfNDistinct(name, 0, 5, rapid.ID[string]).Draw(t, "names")
		got := namesIn(NameList(names), func(x string) bool { return slices.Contains(names, x) })
		if !slices.Equal(got, names) && len(names)+len(got) > 0 {
			t.Fatalf("names %q: got %q", names, got)
		}
	})
}

// Jobs can depend on jobs with spaces in their names.
func TestAfterTakesNamesWithBlanks(t *testing.T) {
	s := run(New(FromPreset("farm", "farm-starvation", 7)), SetField{Path: "farm.jobs[1].after", Text: "small 0"})
	if len(s.Draft.Farm.Jobs) == 0 || len(s.Draft.Farm.Jobs[1].After) != 1 ||
		s.Draft.Farm.Jobs[1].After[0].Job != "small 0" {
		t.Errorf(`got typed %+v, want a dependency on "small 0"`, s.InvalidFields)
	}
	s = run(s, SetField{Path: "farm.order", Text: "wide, small 3, small 0"})
	if !slices.Equal(s.Draft.Farm.Order, []string{"wide", "small 3", "small 0"}) {
		t.Errorf("got order %q, typed %+v; want wide, small 3, small 0", s.Draft.Farm.Order, s.InvalidFields)
	}
}

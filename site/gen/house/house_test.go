package house

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// smallModule is a module of four components: top uses left, right and ground; both sides use ground, so that top's own
// arrow to it is implied.
func smallModule() fstest.MapFS {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	return fstest.MapFS{
		"a/top/top.go": file("// Package top rests on all. It is high.\npackage top\n\n" +
			"import (\n\t_ \"m/a/left\"\n\t_ \"m/a/right/inner\"\n\t_ \"m/a/ground\"\n\t_ \"fmt\"\n)\n"),
		"a/top/top_test.go":       file("package top\n\nimport _ \"m/a/nowhere\"\n"),
		"a/left/left.go":          file("package left\n\nimport _ \"m/a/ground\"\n"),
		"a/right/inner/right.go":  file("package inner\n\nimport _ \"m/a/ground\"\n"),
		"a/ground/ground.go":      file("package ground\n"),
		"a/ground/testdata/no.go": file("this is no Go"),
		"a/ground/groundtest/helps.go": file("package groundtest\n\n" +
			"import (\n\t_ \"testing\"\n\t_ \"m/a/top\"\n)\n"),
	}
}

func TestRead(t *testing.T) {
	p, err := Read("m", smallModule(), []string{"a/*"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range p.Components {
		got = append(got, r.Folder)
	}
	if !slices.Equal(got, []string{"a/ground", "a/left", "a/right", "a/top"}) {
		t.Fatalf("Read: got components %v, want ground, left, right, top", got)
	}
	top := p.Components[3]
	if top.Floor != 2 || p.Components[0].Floor != 0 || p.Components[2].Floor != 1 {
		t.Errorf("got floors of %+v, want 2 for top, 0 for ground, 1 for right", p.Components)
	}
	if !slices.Equal(top.Uses, []int{0, 1, 2}) || !slices.Equal(top.Arrows, []int{1, 2}) {
		t.Errorf("top: got uses %v, arrows %v; want uses 0 1 2, arrows 1 2", top.Uses, top.Arrows)
	}
	if top.About != "Package top rests on all." || top.Lines != 9 {
		t.Errorf(`top: got %q with %d lines, want "Package top rests on all." with 9`, top.About, top.Lines)
	}
}

// Folders that match a pattern with an inner star are one component, separate from the component around them.
func TestReadJoinsWhatAPatternMatches(t *testing.T) {
	sources := smallModule()
	sources["a/right/solve/solve.go"] = &fstest.MapFile{Data: []byte("package solve\n\nimport _ \"m/a/top\"\n")}
	sources["a/left/solve/solve.go"] = &fstest.MapFile{Data: []byte("package solve\n\nimport _ \"m/a/left\"\n")}
	p, err := Read("m", sources, []string{"a/*", "a/*/solve"})
	if err != nil {
		t.Fatal(err)
	}
	solve := p.Components[0]
	if solve.Folder != "a/*/solve" || solve.Lines != 6 || solve.Floor != 3 || len(solve.Uses) != 2 {
		t.Errorf("got %+v, want the component a/*/solve on floor 3 with 6 lines and 2 uses", solve)
	}
}

func TestReadRefuses(t *testing.T) {
	circle := smallModule()
	circle["a/ground/back.go"] = &fstest.MapFile{Data: []byte("package ground\n\nimport _ \"m/a/left\"\n")}
	if _, err := Read("m", circle, []string{"a/*"}); err == nil || !strings.Contains(err.Error(), "circle") {
		t.Errorf("Read of an import cycle: got error %v, want one that names the circle", err)
	}
	for _, patterns := range [][]string{{"a/*", "a/left"}, {"b/*"}, {"b"}} {
		if _, err := Read("m", smallModule(), patterns); err == nil {
			t.Errorf("Read(%v): got no error", patterns)
		}
	}
}

// The current house can be drawn: no two boxes of a floor overlap, all are within the sheet, and every arrow of the
// picture is described in words.
func TestTheHouseIsDrawn(t *testing.T) {
	for _, patterns := range [][]string{
		{"core/*", "core/kind/*/solve", "core/kind/*/verify", "core/verify/slots", "core/kind/*/draw",
			"core/draw/kinds", "core/draw/chart", "core/draw/render", "core/draw/paperfigure", "core/draw/stepview"},
		{"core", "core/cmd", "app/*", "wasm/*", "site"}} {
		p, err := Read("gridbox", os.DirFS("../../.."), patterns)
		if err != nil {
			t.Fatal(err)
		}
		boxes, width, height := p.layout()
		arrows := 0
		for i, a := range boxes {
			name := "a gap"
			if i < len(p.Components) {
				arrows += len(p.Components[i].Arrows)
				name = p.Components[i].Folder
			} else if len(a.arrows) != 1 {
				t.Errorf("a gap has %d arrows, want 1", len(a.arrows))
			}
			if a.x < 0 || a.x+a.width > width || a.y < 0 || a.y+boxHeight > height {
				t.Errorf("%s lies outside the sheet: %+v", name, a)
			}
			for _, b := range boxes[:i] {
				if a.y == b.y && a.x < b.x+b.width+boxGap-1e-9 && b.x < a.x+a.width+boxGap-1e-9 {
					t.Errorf("%s and %+v overlap or have too small a gap", name, b)
				}
			}
		}
		if arrows < len(p.Components)-5 {
			t.Errorf("got %d arrows between %d rooms, want at least %d", arrows, len(p.Components), len(p.Components)-5)
		}
		var out strings.Builder
		p.Draw(&out, "house", "The house")
		if got := strings.Count(out.String(), `class="arrow"`); got != arrows {
			t.Errorf("Draw: got %d arrows, want %d", got, arrows)
		}
		if found := strings.Count(p.describe(), ",") + strings.Count(p.describe(), " uses "); found != arrows {
			t.Errorf("describe: got %d arrows, want %d", found, arrows)
		}
	}
}

// Packages lists every package with its comment, without packages that have only tests.
func TestPackages(t *testing.T) {
	sources := smallModule()
	delete(sources, "a/ground/groundtest/helps.go")
	for name, text := range map[string]string{
		"a/left/doc.go":        "// Package left is short.\npackage left\n",
		"a/right/inner/doc.go": "// Command inner: runs.\npackage inner\n",
		"a/ground/doc.go":      "// Package ground carries\n// everything. More.\npackage ground\n",
		"a/tests/a_test.go":    "package tests\n",
		"a/right/zone.go":      "// Package right sets up.\npackage right\n", "a/right/about.go": "package right\n",
	} {
		sources[name] = &fstest.MapFile{Data: []byte(text)}
	}
	got, err := Packages(sources, "a")
	want := []Package{{"a/ground", "Carries everything."}, {"a/left", "Is short."}, {"a/right", "Sets up."},
		{"a/right/inner", "Runs."}, {"a/top", "Rests on all."}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("Packages: got %v, error %v, want %v", got, err, want)
	}
	delete(sources, "a/left/doc.go")
	if _, err := Packages(sources, "a"); err == nil || !strings.Contains(err.Error(), "a/left") {
		t.Errorf("Packages without a comment: got error %v, want one with the name", err)
	}
}

package main

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"gridbox/core/catalog"
)

// TestMaterialsNameEveryModule checks the components of a build, and that a replaced module is listed as its
// replacement.
func TestMaterialsNameEveryModule(t *testing.T) {
	b := materials(&debug.BuildInfo{GoVersion: "go1.26.0", Deps: []*debug.Module{
		{Path: "example.org/a", Version: "v1.2.3", Sum: "h1:x="},
		{Path: "example.org/b", Version: "v1.0.0", Replace: &debug.Module{Path: "example.org/c", Version: "v2.0.0"}},
	}})
	var purls []string
	for _, c := range b.Components {
		purls = append(purls, c.PURL)
	}
	const want = "pkg:golang/stdlib@1.26.0 pkg:golang/example.org/a@v1.2.3 pkg:golang/example.org/c@v2.0.0"
	if got := strings.Join(purls, " "); got != want || strings.Join(b.DependsOn[0].DependsOn, " ") != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if b.Components[1].Properties[0].Value != "h1:x=" || b.Metadata.Component.Version != catalog.Version {
		t.Errorf("got %+v, want hash h1:x= and version %s", b, catalog.Version)
	}
}

// TestReleaseHasEverything checks that the release script writes the bill of materials, notes and checksums in this
// order, so that the checksums cover all.
func TestReleaseHasEverything(t *testing.T) {
	script, err := os.ReadFile("../build/release.sh")
	if err != nil {
		t.Fatal(err)
	}
	at := -1
	for _, part := range []string{"released ", "gridbox.cdx.json", "release-notes.md", "checksums.txt"} {
		i := strings.LastIndex(string(script), part)
		if i < at {
			t.Errorf("%s comes before an earlier step of the release", part)
		}
		at = i
	}
}

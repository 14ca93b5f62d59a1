package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// A league is computed, and each cell links to a scenario with both runs.
func TestLeagueIsComputed(t *testing.T) {
	var b bytes.Buffer
	s := &Site{}
	block := "algorithms: met, min-min, sufferage\ninstances: 5\n" +
		`{"format": "gridbox", "version": 1, "kind": "placement", "placement": {"generate":
			{"preset": "unrelated-machines", "jobs": 5, "clusters": 3}}}`
	if err := s.writeLeague(&b, block); err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(b.String(), -1)
	if len(links) != 6 {
		t.Fatalf("got %d links, want 6, in\n%s", len(links), b.String())
	}
	for _, link := range links {
		_, fragment, _ := strings.Cut(strings.ReplaceAll(link[1], "&amp;", "&"), "/lab/")
		opened, wrong := scenario.OpenLink(fragment)
		if len(wrong) > 0 {
			t.Fatalf("OpenLink(%s): got faults %v, want none", link[1], wrong)
		}
		if faults := catalog.Check(opened); len(faults) > 0 || len(opened.Runs) != 2 {
			t.Errorf("opened link: got faults %v, %d runs; want 2 runs", faults, len(opened.Runs))
		}
	}
	for _, bad := range []string{"x", "beauty: 1\n" + block, "algorithms: nothing\n" + block,
		"instances: x\n" + block} {
		if s.writeLeague(&b, bad) == nil {
			t.Errorf("writeLeague(%.20q): got no error", bad)
		}
	}
}

package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"gridbox/app/lab"
)

// The tour is short, and each of its stops is a part of the prerendered page.
func TestTheTourPointsAtThePage(t *testing.T) {
	page, err := lab.Prerender("")
	if err != nil {
		t.Fatal(err)
	}
	if len(tour) == 0 || len(tour) > 5 {
		t.Errorf("got %d stops, want 1 to 5", len(tour))
	}
	class := regexp.MustCompile(`\.([a-z-]+)`)
	for _, stop := range tour {
		for _, m := range class.FindAllStringSubmatch(stop.At, -1) {
			if !regexp.MustCompile(`class="([^"]* )?` + m[1] + `[ "]`).MatchString(string(page)) {
				t.Errorf("stop %s: the page has no class %s", stop.Title, m[1])
			}
		}
		parts := []string{"picture", "problem", "answers", "why"}
		if !slices.Contains(parts, stop.Part) || (stop.Name == "") != (stop.Do == nil) {
			t.Errorf("stop %+v: want a known part, and name and action together", stop)
		}
		if n := len(strings.Fields(stop.Text)); n > 45 {
			t.Errorf("stop %s: got %d words, want at most 45", stop.Title, n)
		}
	}
}

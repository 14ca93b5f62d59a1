package main

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestChangesAreRead(t *testing.T) {
	source := "# Changelog\n\nWords.\n\n## Unreleased\n\n- The `draw` verb draws *twice*: what was\n" +
		"  drawn once is dear.\n- A second.\n\n## 0.1.0\n\n- The **first**; of all.\n"
	want := []string{"The draw verb draws twice: what was drawn once is dear.", "A second.", "The first; of all."}
	if got := changesOf(source); !slices.Equal(got, want) {
		t.Errorf("changesOf: got %q, want %q", got, want)
	}
	for change, want := range map[string]string{
		want[0]:                              "The draw verb draws twice",
		want[1]:                              "A second",
		strings.Repeat("many words ", 20):    strings.TrimSpace(strings.Repeat("many words ", 10)) + " …",
		"A: short beginning is no headline.": "A: short beginning is no headline",
	} {
		if got := headline(change); got != want {
			t.Errorf("headline(%q): got %q, want %q", change, got, want)
		}
	}
}

// Every change in CHANGELOG.md becomes an entry with a headline.
func TestEveryChangeIsAnEntry(t *testing.T) {
	source, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	list := changesOf(string(source))
	if want := strings.Count(string(source), "\n- "); len(list) != want {
		t.Errorf("got %d entries, want %d", len(list), want)
	}
	for i, change := range list {
		if head := headline(change); len(head) < 10 || strings.ContainsAny(head, "`*\n") {
			t.Errorf("headline(%q): got %q, want at least 10 characters of plain text", change, head)
		}
		if slices.Index(list, change) != i {
			t.Errorf("the entry %q occurs twice", change)
		}
	}
}

package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The Go code on the page about gridbox.js is a tested example.
func TestTheGoExampleIsOne(t *testing.T) {
	page, err := os.ReadFile("site/docs/gridbox-js.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("core/engine/example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(blocks) != 1 {
		t.Fatalf("got %d blocks of Go in the page, want 1", len(blocks))
	}
	inside := strings.ReplaceAll("\n"+strings.TrimSpace(blocks[0][1]), "\n", "\n\t")
	if !strings.Contains(string(source), inside) {
		t.Errorf("core/engine/example_test.go does not contain the page's block:\n%s", inside)
	}
}

// The table of the page names the functions that the types declare, and no others.
func TestTheFunctionsAreThoseOfTheTypes(t *testing.T) {
	types, err := os.ReadFile("assets/js/module/types.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("site/docs/gridbox-js.md")
	if err != nil {
		t.Fatal(err)
	}
	declared := regexp.MustCompile(`(?m)^export (?:const|function) (\w+)`).FindAllStringSubmatch(string(types), -1)
	shown := regexp.MustCompile("(?m)^\\| `await (\\w+)\\(").FindAllStringSubmatch(string(page), -1)
	if len(declared) != 6 || len(shown) != len(declared) {
		t.Fatalf("got functions %v declared, %v shown; want 6 each", declared, shown)
	}
	for i := range declared {
		if declared[i][1] != shown[i][1] {
			t.Errorf("got %s declared, want %s as in the page", declared[i][1], shown[i][1])
		}
	}
}

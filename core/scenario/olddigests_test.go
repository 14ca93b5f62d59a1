package scenario

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var writeDigests = flag.Bool("write-digests", false, "write testdata/digests-v1.txt; only ever to add new documents")

// Every document and link of version 1 has the digest that it had when it was
// added. Studies, results and parts name their scenario by it.
func TestDigestsOfOldDocuments(t *testing.T) {
	var lines []string
	add := func(name string, s *Scenario) {
		lines = append(lines, name+" "+Digest(s))
	}
	for _, pattern := range []string{"testdata/v1/*.json", "examples/*.json"} {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s, faults := Parse(text)
			if len(faults) > 0 {
				t.Fatalf("Parse(%s): got faults %v, want none", path, faults)
			}
			add(path, s)
		}
	}
	links, err := os.ReadFile("testdata/links-v1.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range strings.Fields(string(links)) {
		if !strings.HasPrefix(word, "#s1.") {
			continue
		}
		s, faults := OpenLink(word)
		if len(faults) > 0 {
			t.Fatalf("OpenLink(%s): got faults %v, want none", word, faults)
		}
		add("link:"+word[:min(len(word), 40)], s)
	}
	text := strings.Join(lines, "\n") + "\n"
	const file = "testdata/digests-v1.txt"
	if *writeDigests {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	known, err := os.ReadFile(file)
	if err != nil || len(lines) < 10 {
		t.Fatalf("got %d digests, error %v; want at least 10", len(lines), err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(known)), "\n") {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("the digest of an old document or link has changed: want %s", line)
		}
	}
}

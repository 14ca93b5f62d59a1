package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the changes of testdata/tiny/every anew")

// Every operator finds its places, and mutants that do not compile are left out. Read the difference after -update.
func TestChanges(t *testing.T) {
	targets, err := openTargets(options{root: "testdata/tiny"}, []string{"every"})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, c := range targets[0].changes(targets[0].includes) {
		if targets[0].compiles(c) {
			fmt.Fprintf(&text, "%d %s: %s\n", c.position().Line, c.function, c)
			if lines(c.mutatedText()) != lines(c.file.text) {
				t.Errorf("mutant %s changes the number of lines", c)
			}
		}
	}
	if *update {
		if err := os.WriteFile("testdata/every.txt", []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile("testdata/every.txt"); err != nil || text.String() != string(want) {
		t.Errorf("error %v, got other changes than testdata/every.txt:\n%s", err, text.String())
	}
}

func lines(text []byte) int { return strings.Count(string(text), "\n") }

// The tiny module has mutants of every outcome, and none of its files is changed.
func TestRun(t *testing.T) {
	o := options{root: "testdata/tiny", parallel: 2, equivalent: "testdata/explained.txt"}
	before, err := os.ReadFile("testdata/tiny/tiny.go")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	left, err := run(t.Context(), o, []string{"tiny.go"}, &out)
	if err != nil {
		t.Fatal(err)
	}
	const want = `stale       tiny.go Leave: for «true → false» {
equivalent  tiny.go:6:7 AtMost: if x «> → >=» limit {
stale       tiny.go:6:7 AtMost: if x «> → <=» limit {
survived    tiny.go:7:3 AtMost: «return limit →»
survived    tiny.go:7:10 AtMost: return «limit → -(limit)»
killed      tiny.go:9:9 AtMost: return «x → -(x)»
timeout     tiny.go:15:3 Leave: «break →»
tiny: 4 mutants, 2 killed (1 by time), 2 survived, 50 %; 1 equivalent; 2 stale in the list of equivalents
`
	if out.String() != want || left != 4 {
		t.Errorf("got %d left to do, want 4; output\n%s", left, out.String())
	}
	o.priorReport, o.equivalent = filepath.Join(t.TempDir(), "report.txt"), "equivalent.txt"
	if err := os.WriteFile(o.priorReport, []byte(out.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	left, err = run(t.Context(), o, []string{"tiny.go"}, &out)
	const rest = `survived    tiny.go:7:3 AtMost: «return limit →»
survived    tiny.go:7:10 AtMost: return «limit → -(limit)»
tiny: 2 mutants, 0 killed, 2 survived, 0 %; 0 equivalent
`
	if out.String() != rest || left != 2 || err != nil {
		t.Errorf("second run: got error %v, %d left, want 2; output\n%s", err, left, out.String())
	}
	if after, err := os.ReadFile("testdata/tiny/tiny.go"); err != nil || string(after) != string(before) {
		t.Errorf("the source was changed, error %v", err)
	}
}

// A draw depends on its seed only, and -list names the mutants that remain.
func TestDraw(t *testing.T) {
	targets, err := openTargets(options{root: "testdata/tiny"}, []string{"every"})
	if err != nil {
		t.Fatal(err)
	}
	all := targets[0].changes(targets[0].includes)
	one, again, other := targets[0].draw(all, 5, 1), targets[0].draw(all, 5, 1), targets[0].draw(all, 5, 2)
	if len(one) != 5 || !slices.Equal(one, again) || slices.Equal(one, other) || !slices.IsSortedFunc(one, order) {
		t.Errorf("draw: got %v, again %v, other seed %v; want 5 sorted, equal, different", one, again, other)
	}
}

// A fault in a list or an argument is reported.
func TestRefused(t *testing.T) {
	for name, o := range map[string]options{
		"no list":   {root: "testdata/tiny", equivalent: "testdata/none.txt"},
		"no reason": {root: "testdata/tiny", equivalent: "testdata/unreasoned.txt"},
		"no tests":  {root: "testdata/tiny", equivalent: "equivalent.txt"},
	} {
		if _, err := run(t.Context(), o, []string{"every"}, io.Discard); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

// Every line that the project's own list explains still exists, so that a rewritten line is found without running a
// mutant.
func TestEquivalents(t *testing.T) {
	all, err := readExplanations("equivalent.txt")
	if err != nil || len(all) == 0 {
		t.Fatalf("got %d explanations, error %v; want at least one", len(all), err)
	}
	for _, e := range all {
		before, rest, _ := strings.Cut(e.change, "«")
		change, after, ok := strings.Cut(rest, "»")
		old, _, arrow := strings.Cut(change+" ", "→ ")
		text, err := os.ReadFile("../../" + e.file)
		line := before + strings.TrimSuffix(old, " ") + after
		if err != nil || !ok || !arrow || !strings.Contains(singleLine(string(text)), line) {
			t.Errorf("error %v; %s no longer has the line %s", err, e.file, line)
		}
	}
}

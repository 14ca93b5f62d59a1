// Command testsummary summarizes the output of `go test -json`: one line for each package, the
// whole output of failed tests, and the slowest tests at the end. It appends its counts, two
// numbers on a line, to the file given; build.sh adds up those lines.
//
//	go test -json ./... | go run ./site/testsummary counts
//
// A package that does not build, or exits outside of a test, counts as failed.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// main summarizes the events from standard input. Its exit status is 1 if a test failed, reading or writing fails,
// and 2 for wrong arguments.
func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go test -json ... | testsummary FILE")
		os.Exit(2)
	}
	t := newTally(os.Stdout)
	if err := t.read(os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "testsummary:", err)
		os.Exit(1)
	}
	t.printSlowest()
	if err := t.record(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "testsummary:", err)
		os.Exit(1)
	}
	if t.failed > 0 {
		os.Exit(1)
	}
}

// event is a line of the input; see cmd/test2json.
type event struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64
}

// A tally counts the results of tests and prints the results of packages.
type tally struct {
	out            io.Writer
	passed, failed int
	output         map[string][]string // output by package and test
	failedPackages map[string]bool     // packages with a failed test of their own
	leafTests      []event             // tests without subtests
}

func newTally(out io.Writer) *tally {
	return &tally{out: out, output: map[string][]string{}, failedPackages: map[string]bool{}}
}

// read reads the events of a whole run. Lines that are not events are copied to the output.
func (t *tally) read(in io.Reader) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil {
				// Not an event: output of the go command itself.
				fmt.Fprintf(t.out, "%s", line)
			} else {
				t.addEvent(e)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// addEvent collects the output of a test, or counts its result.
func (t *tally) addEvent(e event) {
	key := e.Package + " " + e.Test
	if e.Elapsed > 0 && e.Test != "" && !strings.Contains(e.Test, "/") {
		t.leafTests = append(t.leafTests, e)
	}
	switch e.Action {
	case "output", "build-output":
		if e.Action == "build-output" {
			fmt.Fprint(t.out, e.Output)
			return
		}
		t.output[key] = append(t.output[key], e.Output)
	case "pass", "skip":
		t.end(e, key, e.Action == "pass")
	case "fail":
		t.fail(e, key)
	}
}

// printSlowest lists the slowest tests, those of a second or more.
func (t *tally) printSlowest() {
	slices.SortStableFunc(t.leafTests, func(a, b event) int { return cmp.Compare(b.Elapsed, a.Elapsed) })
	for i, e := range t.leafTests {
		if i == 12 || e.Elapsed < 1 {
			return
		}
		fmt.Fprintf(t.out, "%6.1f s  %s %s\n", e.Elapsed, e.Package, e.Test)
	}
}

// end handles a test that passed or was skipped. A skipped test counts as neither passed nor
// failed, and its reason is printed.
func (t *tally) end(e event, key string, passed bool) {
	switch {
	case e.Test == "" && passed:
		fmt.Fprintf(t.out, "ok    %s (%.1f s)\n", e.Package, e.Elapsed)
	case e.Test != "" && passed:
		t.passed++
	case e.Test != "":
		fmt.Fprintf(t.out, "skip  %s %s\n%s", e.Package, e.Test, strings.Join(t.output[key], ""))
	}
	delete(t.output, key)
}

// fail prints the output of a failed test. A package that fails without a failed test counts
// once.
func (t *tally) fail(e event, key string) {
	if e.Test != "" || !t.failedPackages[e.Package] {
		t.failed++
		fmt.Fprintf(t.out, "FAIL  %s %s\n%s", e.Package, e.Test, strings.Join(t.output[key], ""))
	} else {
		fmt.Fprintf(t.out, "FAIL  %s (%.1f s)\n", e.Package, e.Elapsed)
	}
	t.failedPackages[e.Package] = true
	delete(t.output, key)
}

// record appends the numbers of passed and failed tests to a file.
func (t *tally) record(file string) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	fmt.Fprintf(f, "%d %d\n", t.passed, t.failed)
	return f.Close()
}

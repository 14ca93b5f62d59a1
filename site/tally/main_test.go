package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const stream = `{"Action":"run","Package":"a","Test":"TestGood"}
{"Action":"output","Package":"a","Test":"TestGood","Output":"quiet\n"}
{"Action":"pass","Package":"a","Test":"TestGood"}
{"Action":"output","Package":"a","Test":"TestBad","Output":"loud\n"}
{"Action":"fail","Package":"a","Test":"TestBad"}
{"Action":"skip","Package":"a","Test":"TestLater"}
{"Action":"fail","Package":"a","Elapsed":1}
{"Action":"pass","Package":"b","Elapsed":2}
{"ImportPath":"c","Action":"build-output","Output":"c.go:1: syntax error\n"}
{"ImportPath":"c","Action":"build-fail"}
{"Action":"fail","Package":"c"}
go: a word of the tool
`

func TestTally(t *testing.T) {
	var out strings.Builder
	tally := newTally(&out)
	if err := tally.read(strings.NewReader(stream)); err != nil {
		t.Fatal(err)
	}
	// TestBad and the package that does not build; package a has said it already.
	if tally.passed != 1 || tally.failed != 2 {
		t.Errorf("%d passed, %d failed, want 1 and 2", tally.passed, tally.failed)
	}
	for _, want := range []string{"FAIL  a TestBad\nloud\n", "skip  a TestLater", "ok    b (2.0 s)", "syntax error", "a word of the tool"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "quiet") {
		t.Error("a passed test was heard")
	}
	file := filepath.Join(t.TempDir(), "counts")
	for range 2 {
		if err := tally.record(file); err != nil {
			t.Fatal(err)
		}
	}
	if text, _ := os.ReadFile(file); string(text) != "1 2\n1 2\n" {
		t.Errorf("recorded %q", text)
	}
}

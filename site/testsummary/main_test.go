package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const stream = `{"Action":"run","Package":"a","Test":"TestGood"}
{"Action":"output","Package":"a","Test":"TestGood","Output":"quiet\n"}
{"Action":"pass","Package":"a","Test":"TestGood","Elapsed":1.5}
{"Action":"pass","Package":"a","Test":"TestParts/one","Elapsed":2}
{"Action":"pass","Package":"a","Test":"TestParts","Elapsed":2.5}
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
	// TestBad and the package that does not build; package a is reported already.
	if tally.passed != 3 || tally.failed != 2 {
		t.Errorf("got %d passed, %d failed, want 3 and 2", tally.passed, tally.failed)
	}
	for _, want := range []string{"FAIL  a TestBad\nloud\n", "skip  a TestLater", "ok    b (2.0 s)", "syntax error",
		"a word of the tool"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "quiet") {
		t.Error("the summary names a passed test")
	}
	out.Reset()
	tally.printSlowest()
	if want := "   2.5 s  a TestParts\n   1.5 s  a TestGood\n"; out.String() != want {
		t.Errorf("slowest: got\n%swant\n%s", out.String(), want)
	}
	file := filepath.Join(t.TempDir(), "counts")
	for range 2 {
		if err := tally.record(file); err != nil {
			t.Fatal(err)
		}
	}
	if text, _ := os.ReadFile(file); string(text) != "3 2\n3 2\n" {
		t.Errorf("got record %q, want \"3 2\n3 2\n\"", text)
	}
}

package conformance

import (
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"gridbox/core/realfiles"
	"gridbox/core/sorting"
)

// The page reports the results of the suites, and all cases agree except the published means.
func TestThePageListsWhatAgrees(t *testing.T) {
	realfiles.File(t, "pyss/cases.json") // or the test is skipped
	list, err := Run(t.Context(), os.DirFS("../../../shared/data"))
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../site/docs/conformance.md")
	if err != nil {
		t.Fatal(err)
	}
	if text := Text(list); !strings.Contains(string(page), "```\n"+text+"```\n") {
		t.Errorf("site/docs/conformance.md: want it to contain\n%s", text)
	}
	for _, s := range list {
		if s.Agree < s.Cases && s.Name != "means, as published" || s.Cases == 0 && s.Reason == "" {
			t.Errorf("%s: got %d of %d cases in agreement, want all: %v", s.Name, s.Agree, s.Cases, s.Differ)
		}
	}
}

// A case with a difference is counted and reported, and an unreadable file is
// named.
func TestWhatDiffersIsReported(t *testing.T) {
	folder := fstest.MapFS{
		"pyss/cases.json": {Data: []byte(`{"cases": [{"scheduler": "easy", "files": ["a", "b"]},
			{"scheduler": "shrink", "files": ["a"]}]}`)},
		"pyss/a": {Data: []byte("# one job\n0 10.1 10 100 10 0 0 u\n\n0 20.2 10 100 10 0 0 u\n")},
		"pyss/b": {Data: []byte("0 10.1 10 100 10 0 0 u\n0 15.2 10 100 10 0 0 u\n")},
	}
	list, err := Run(context.Background(), folder)
	if err != nil {
		t.Fatal(err)
	}
	text := Text(list)
	for _, want := range []string{"1 of 2 agree", "b: job 2 ends at 20, expected 15", "shrink",
		"left out: Gridbox has no option that halves", "1 of 2 cases agree"} {
		if !strings.Contains(text, want) {
			t.Errorf("got\n%s\nwant %q in it", text, want)
		}
	}
	for _, bad := range []string{"0 10.1 10\n", "0 10.1 x 100 10 0 0 u\n", "0 10.1 10 100 -1 0 0 u\n",
		"0 10 5 101 5 0 0 u"} {
		folder["pyss/a"] = &fstest.MapFile{Data: []byte(bad)}
		if _, err := Run(context.Background(), folder); err == nil || !strings.Contains(err.Error(), "a: ") {
			t.Errorf("pyss file %q: got error %v, want one that names file a", bad, err)
		}
	}
	if list, err := Run(context.Background(), fstest.MapFS{}); err != nil || len(list) > 0 {
		t.Errorf("empty folder: got %v, error %v; want no suites", list, err)
	}
}

// A log that unpacks to more than the limit is refused.
func TestALogHasALimit(t *testing.T) {
	b := &bytes.Buffer{}
	z := gzip.NewWriter(b)
	for range maxLog>>20 + 1 {
		if _, err := z.Write(make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := unpack(fstest.MapFS{"log.gz": {Data: b.Bytes()}}, "log.gz")
	if err == nil || !strings.Contains(err.Error(), "more than 256 MiB") {
		t.Errorf("got %v, want an error that names the limit", err)
	}
}

func TestSchedulersAreFoundByNameAndVariant(t *testing.T) {
	known := sorting.Keys(schedulers())[0]
	for name, want := range map[string]bool{known: true, known + ", doubled": true, known + ", clairvoyant": true,
		known + ", halved": false, "nobody": false, "nobody, doubled": false} {
		if _, ok := schedulerByName(name); ok != want {
			t.Errorf("schedulerByName(%q): got %t, want %t", name, ok, want)
		}
	}
}

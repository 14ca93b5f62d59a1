package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// textOfSize returns a text of the given size.
func textOfSize(bytes int) string { return strings.Repeat("x", bytes) }

// files returns the files of a site whose laboratory loads a style, a script with an import and a lazy part, and an
// icon; the digits of each size are unique.
func files() map[string]string {
	return map[string]string{
		"index.html":            "",
		"a/site.1.css":          textOfSize(1000),
		"a/site.1.css.br":       textOfSize(100),
		"a/static.1.js":         `import{a as b}from"./chunk.1.js";import("./late.1.js")`,
		"a/chunk.1.js":          textOfSize(50),
		"a/late.1.js":           textOfSize(900_000),
		"a/app.1.wasm":          textOfSize(90_000),
		"a/app.1.wasm.br":       textOfSize(20_000),
		"a/worker.1.wasm":       textOfSize(70_000),
		"a/worker.1.wasm.br":    textOfSize(3_000),
		"a/worker.1.js":         textOfSize(400),
		"a/exec.1.js":           textOfSize(500),
		"a/vega.1.js":           textOfSize(600),
		"a/figure.1.wasm":       textOfSize(700),
		"a/editor.1.js":         textOfSize(800),
		"a/onepage.1.txt":       textOfSize(900),
		"apple-touch-icon.png":  textOfSize(7),
		"heavy.txt":             textOfSize(200_000),
		"docs/guide/index.html": "<p>short</p>",
		"lab/index.html": `<link rel="stylesheet" href="/p/a/site.1.css"><link rel="preload" href="/p/a/app.1.wasm">` +
			`<link rel="icon" href="/p/apple-touch-icon.png"><script type="module" src="/p/a/static.1.js"></script>` +
			`<script type="application/json" id="gridbox-config">{"app":"/p/a/app.1.wasm","worker":"/p/a/worker.1.wasm",` +
			`"workerScript":"/p/a/worker.1.js","wasmExec":"/p/a/exec.1.js","figure":"/p/a/figure.1.wasm",` +
			`"tools":{"editor.js":"/p/a/editor.1.js","onepage.txt":"/p/a/onepage.1.txt"}}</script>`,
		"sw.js": `self.GRIDBOX_PLAN={"groups":{"base":["apple-touch-icon.png"],"lab":["a/site.1.css","a/app.1.wasm",` +
			`"a/worker.1.wasm"],"charts":["a/vega.1.js"]}};` + "\n",
	}
}

// newSite writes a site with some of these texts replaced.
func newSite(t *testing.T, change map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	all := files()
	for name, content := range change {
		all[name] = content
	}
	for name, content := range all {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestWeighPageFollowsWhatIsLoadedAtOnce(t *testing.T) {
	home := `<link rel="stylesheet" href="/p/a/site.1.css"><link rel="canonical" href="/p/heavy.txt">` +
		`<script src="/p/a/static.1.js"></script><img src="/p/apple-touch-icon.png"><a href="/p/heavy.txt">x</a>`
	dir := newSite(t, map[string]string{"index.html": home})
	size, count, err := weighPage(dir, "/p", "index.html", transferSize)
	if err != nil {
		t.Fatal(err)
	}
	script := int64(len(files()["a/static.1.js"]))
	if want := int64(len(home)) + 100 + script + 50 + 7; size != want || count != 5 {
		t.Errorf("weighPage: got %d bytes in %d files, want %d in 5", size, count, want)
	}
	report, faults, err := weigh(dir, "/p", transferSize)
	guide, lab := strings.Contains(report, "docs/guide/index.html"), strings.Contains(report, "lab/index.html")
	if err != nil || len(faults) > 0 || !guide || lab {
		t.Errorf("weigh: got error %v, faults %v; want docs/guide weighed, lab not:\n%s", err, faults, report)
	}
}

func TestAVisitIsCountedWhereItComesToRest(t *testing.T) {
	dir := newSite(t, nil)
	v, err := firstVisit(dir, "/p")
	if err != nil {
		t.Fatal(err)
	}
	script := int64(len(files()["a/static.1.js"])) + 50
	page, plan := int64(len(files()["lab/index.html"])), int64(len(files()["sw.js"]))
	for _, c := range []struct {
		name    string
		files   []string
		measure func(string) (int64, error)
		want    int64
	}{
		{"painted", v.paintFiles, transferSize, page + 100},
		{"changed", v.changeFiles, transferSize, page + 100 + script + 20_000 + 3_000 + 400 + 500 + 7 + plan},
		{"moved", v.allFiles, transferSize, page + 100 + script + 20_000 + 3_000 + 400 + 500 + 7 + 600 + plan},
		{"stored", v.storedFiles, fileSize, 1000 + 90_000 + 70_000 + 600 + 7},
		{"figure", []string{v.figure}, transferSize, 700},
	} {
		if size, err := sum(dir, c.files, c.measure); err != nil || size != c.want {
			t.Errorf("%s: got %d bytes of %v, want %d, error %v", c.name, size, c.files, c.want, err)
		}
	}
}

func TestWeighFindsWhatIsTooHeavy(t *testing.T) {
	for name, change := range map[string]map[string]string{
		"index.html":              {"index.html": `<img src="/p/heavy.txt">`},
		"the laboratory painted":  {"a/site.1.css.br": textOfSize(paintBudget)},
		"the first change solved": {"a/app.1.wasm.br": textOfSize(changeBudget)},
		"a whole first visit":     {"a/vega.1.js": textOfSize(visitBudget)},
		"stored by a first visit": {"a/app.1.wasm": textOfSize(storedBudget)},
		"the figure's program":    {"a/figure.1.wasm": textOfSize(figureBudget + 1)},
		"the page that is one":    {"a/onepage.1.txt": textOfSize(fileBudget + 1)},
	} {
		_, faults, err := weigh(newSite(t, change), "/p", transferSize)
		if err != nil || len(faults) != 1 || !strings.Contains(faults[0], name) {
			t.Errorf("%s: got error %v, faults %v; want one fault that names it", name, faults, err)
		}
	}
	early := strings.Replace(files()["sw.js"], "a/vega", "a/editor", 1)
	for what, change := range map[string]map[string]string{
		"an image that is gone":  {"index.html": `<img src="/p/gone.png">`},
		"a program":              {"index.html": `<link rel="preload" href="/p/a/app.1.wasm">`},
		"a tool before its time": {"sw.js": early},
		"a page without config":  {"lab/index.html": "<p>nothing</p>"},
		"a plan that is none":    {"sw.js": "const x = 1;\n"},
	} {
		if _, _, err := weigh(newSite(t, change), "/p", transferSize); err == nil {
			t.Errorf("weigh of %s: got no error", what)
		}
	}
}

// An estimate is above the best result of brotli, by less than a quarter, and never above the size of the file.
func TestEstimatesAreALittleTooHigh(t *testing.T) {
	dir, best := t.TempDir(), bytes.Buffer{}
	text, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	w := brotli.NewWriterLevel(&best, brotli.BestCompression)
	w.Write(text)
	w.Close()
	file, small := filepath.Join(dir, "main.go"), filepath.Join(dir, "small.bin")
	if err := errors.Join(os.WriteFile(file, text, 0o644), os.WriteFile(small, []byte{7, 1, 9}, 0o644)); err != nil {
		t.Fatal(err)
	}
	of := sizeEstimator()
	for range 2 {
		if size, err := of(file); err != nil || size < int64(best.Len()) || size > int64(best.Len())*5/4 {
			t.Errorf("got estimate %d, best %d, error %v; want up to a quarter more than best", size, best.Len(), err)
		}
		if size, err := of(small); err != nil || size != 3 {
			t.Errorf("estimate of three bytes: got %d, error %v; want 3", size, err)
		}
	}
	if _, err := of(filepath.Join(dir, "gone")); err == nil {
		t.Error("estimate of a missing file: got no error")
	}
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// newSite writes a site whose home page loads a style, a script with an import
// and a lazy part, and an icon.
func newSite(t *testing.T, home string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"index.html":            home,
		"lab/index.html":        `<script src="/p/a/app.1.wasm"></script>`,
		"a/site.1.css":          strings.Repeat("x", 1000),
		"a/site.1.css.br":       strings.Repeat("x", 100),
		"a/static.1.js":         `import{a as b}from"./chunk.1.js";import("./late.1.js")`,
		"a/chunk.1.js":          strings.Repeat("x", 50),
		"a/late.1.js":           strings.Repeat("x", 900_000),
		"a/app.1.wasm":          "app",
		"a/worker-x.1.wasm":     "raw worker",
		"a/worker-x.1.wasm.br":  "worker",
		"a/worker-y.1.wasm":     "worker",
		"a/figure.1.wasm":       "figure",
		"apple-touch-icon.png":  strings.Repeat("x", 7),
		"heavy.txt":             strings.Repeat("x", 200_000),
		"docs/guide/index.html": "<p>short</p>",
	} {
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
	dir := newSite(t, home)
	size, count, err := weighPage(dir, "/p", "index.html")
	if err != nil {
		t.Fatal(err)
	}
	script := int64(len(`import{a as b}from"./chunk.1.js";import("./late.1.js")`))
	if want := int64(len(home)) + 100 + script + 50 + 7; size != want || count != 5 {
		t.Errorf("%d bytes in %d files, want %d in 5", size, count, want)
	}
	report, faults, err := weigh(dir, "/p")
	if err != nil || len(faults) > 0 || !strings.Contains(report, "docs/guide/index.html") || strings.Contains(report, "lab/") {
		t.Errorf("%v %v\n%s", err, faults, report)
	}
}

func TestWeighFindsWhatIsTooHeavy(t *testing.T) {
	dir := newSite(t, `<img src="/p/heavy.txt">`)
	if _, faults, err := weigh(dir, "/p"); err != nil || len(faults) != 1 || !strings.Contains(faults[0], "index.html") {
		t.Errorf("%v %v", faults, err)
	}
	for _, home := range []string{`<img src="/p/gone.png">`, `<link rel="preload" href="/p/a/app.1.wasm">`} {
		if _, _, err := weigh(newSite(t, home), "/p"); err == nil {
			t.Errorf("accepted %s", home)
		}
	}
}

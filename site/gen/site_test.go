package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// newSite makes a site with placeholders for the output of esbuild and the Go compiler, so that pages can be rendered
// without either.
func newSite(t *testing.T, base, origin string) *Site {
	t.Helper()
	s, err := NewSite(base, origin)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(slices.Concat(binaries(), tools),
		"site.css", "lab.css", "figure.css", "static.js", "theme.js", "stub.js", "lab.js", "figure.js",
		"figure-first.js",
		"worker.js", "wasm_exec.js", "vugu.js", "inter-latin-wght-normal.woff2", "vega.js", "sw.js", "embed.js",
	) {
		if err := s.AddHashed(name, []byte("stand-in for "+name)); err != nil {
			t.Fatal(err)
		}
	}
	module := `"a/module.wasm" "a/worker.js" "a/interpreter.wasm"` // the files whose names it is given
	if err := s.AddHashed("gridbox.js", []byte(module)); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCleanBase(t *testing.T) {
	for given, want := range map[string]string{"": "", "/": "", "/some/prefix": "/some/prefix",
		"/some/prefix/": "/some/prefix"} {
		if got, err := cleanBase(given); err != nil || got != want {
			t.Errorf("cleanBase(%q): got %q, error %v, want %q", given, got, err, want)
		}
	}
	for _, bad := range []string{"prefix", "/a//b", "/a/../b", `/a"b`, "/a b", "/a?b", "https://host/a"} {
		if got, err := cleanBase(bad); err == nil {
			t.Errorf("cleanBase(%q): got %q, want an error", bad, got)
		}
	}
}

func TestHashedNamesFollowTheContent(t *testing.T) {
	s, _ := NewSite("/p", "")
	one, two := []byte("one"), []byte("two")
	if err := s.AddHashed("x.js", one); err != nil {
		t.Fatal(err)
	}
	first := s.Asset("x.js")
	if err := s.AddHashed("x.js", two); err != nil {
		t.Fatal(err)
	}
	if first == s.Asset("x.js") || !strings.HasPrefix(first, "/p/a/x.") || !strings.HasSuffix(first, ".js") {
		t.Errorf("got names %q and %q; want different ones /p/a/x.*.js", first, s.Asset("x.js"))
	}
	if plainName(filepath.Base(first)) != "x.js" {
		t.Errorf("plainName of %s: got %s, want x.js", first, plainName(filepath.Base(first)))
	}
	if err := s.Add("same", one); err != nil {
		t.Fatal(err)
	}
	if err := s.Add("same", two); err == nil {
		t.Error("Add of a second file with the same name: got no error")
	}
}

func TestWriteBringsTheFolderToExactlyTheseFiles(t *testing.T) {
	out := filepath.Join(t.TempDir(), "dist")
	first, _ := NewSite("", "")
	for name, content := range map[string]string{"sw.js": "sw", "old/page.html": "old", "same.html": "same"} {
		first.Add(name, []byte(content))
	}
	if err := first.write(out); err != nil {
		t.Fatal(err)
	}
	before, _ := os.Stat(filepath.Join(out, "same.html"))
	os.WriteFile(filepath.Join(out, "old", "page.html.br"), []byte("twin"), 0o644)
	second, _ := NewSite("", "")
	for name, content := range map[string]string{"sw.js": "sw 2", "same.html": "same", "new.html": "new"} {
		second.Add(name, []byte(content))
	}
	if err := second.write(out); err != nil {
		t.Fatal(err)
	}
	var found []string
	filepath.WalkDir(out, func(file string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			found = append(found, strings.TrimPrefix(filepath.ToSlash(file), filepath.ToSlash(out)+"/"))
		}
		return err
	})
	if want := []string{"new.html", "same.html", "sw.js"}; !slices.Equal(found, want) {
		t.Errorf("got files %v, want %v", found, want)
	}
	if after, _ := os.Stat(filepath.Join(out, "same.html")); !after.ModTime().Equal(before.ModTime()) {
		t.Error("write touched a file that has not changed")
	}
}

func TestWriteSparesForeignFolders(t *testing.T) {
	out := t.TempDir()
	os.WriteFile(filepath.Join(out, "thesis.tex"), []byte("years of work"), 0o644)
	s, _ := NewSite("", "")
	s.Add("sw.js", []byte("sw"))
	if err := s.write(out); err == nil {
		t.Error("write into a folder with other files: got no error")
	}
	if _, err := os.Stat(filepath.Join(out, "thesis.tex")); err != nil {
		t.Error(err)
	}
}

func TestTwinsHoldTheSameBytes(t *testing.T) {
	out, cache := t.TempDir(), t.TempDir()
	s, _ := NewSite("", "")
	text := []byte(strings.Repeat("a text that repeats itself. ", 100))
	s.Add("sw.js", text)
	s.Add("small.html", []byte("tiny"))
	s.Add("icon.png", text)
	var numbers []byte
	for i := range 20_000 {
		numbers = strconv.AppendInt(numbers, int64(i), 10)
	}
	s.Add("a/module.0f.wasm", numbers)
	if err := s.write(out); err != nil {
		t.Fatal(err)
	}
	// The second time everything comes from the cache.
	for range 2 {
		if err := s.compress(out, cache, false); err != nil {
			t.Fatal(err)
		}
	}
	packed, _ := os.ReadFile(filepath.Join(out, "sw.js.br"))
	if got, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed))); err != nil || !bytes.Equal(got, text) {
		t.Errorf("brotli: got error %v or other bytes than the file", err)
	}
	packed, _ = os.ReadFile(filepath.Join(out, "sw.js.gz"))
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(reader); err != nil || !bytes.Equal(got, text) {
		t.Errorf("gzip: got error %v or other bytes than the file", err)
	}
	for _, name := range []string{"small.html.br", "icon.png.br", "icon.png.gz"} {
		if _, err := os.Stat(filepath.Join(out, name)); err == nil {
			t.Errorf("%s exists, want no such file", name)
		}
	}
	// A quickly compressed file is complete, and is not taken for the best one.
	tool := "a/module.0f.wasm.br"
	best, _ := os.ReadFile(filepath.Join(out, tool))
	if err := s.compress(out, cache, true); err != nil {
		t.Fatal(err)
	}
	quick, _ := os.ReadFile(filepath.Join(out, tool))
	if got, err := io.ReadAll(brotli.NewReader(bytes.NewReader(quick))); err != nil || !bytes.Equal(got, numbers) {
		t.Errorf("quick brotli: got error %v or other bytes than the file", err)
	}
	if len(best) == 0 || len(best) >= len(quick) {
		t.Errorf("got %d bytes at best, %d quickly; want fewer at best", len(best), len(quick))
	}
	if err := s.compress(out, cache, false); err != nil {
		t.Fatal(err)
	}
	if again, _ := os.ReadFile(filepath.Join(out, tool)); !bytes.Equal(again, best) {
		t.Error("the quickly packed file was published")
	}
	if err := removeTwins(out); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(out, "sw.js.br")); err == nil {
		t.Error("the compressed copy of a removed file still exists")
	}
}

// TestPlanNamesEveryFile reads the plan as the service worker does.
func TestPlanNamesEveryFile(t *testing.T) {
	s := newSite(t, "/p", "")
	s.Add("index.html", []byte("home"))
	s.Add("lab/index.html", []byte("lab"))
	s.Add("robots.txt", []byte("robots"))
	if err := s.addServiceWorker(); err != nil {
		t.Fatal(err)
	}
	text, ok := bytes.CutPrefix(s.files["sw.js"], []byte("self.GRIDBOX_PLAN="))
	if !ok {
		t.Fatalf("sw.js: got %.40q, want the plan first", s.files["sw.js"])
	}
	var p plan
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&p); err != nil {
		t.Fatal(err)
	}
	if p.Scope != "/p/" || p.Files["robots.txt"] != "" || p.Files["embed.js"] == "" {
		t.Errorf("got plan %+v, want scope /p/ with embed.js and without robots.txt", p)
	}
	// printf home | openssl dgst -sha256 -binary | base64
	if want := "sha256-TqFAWIFQdzzj"; p.Files["index.html"] != want {
		t.Errorf("got integrity %q, want %q", p.Files["index.html"], want)
	}
	for _, name := range p.Groups["base"] {
		if strings.HasSuffix(name, ".wasm") {
			t.Errorf("group base has %s, which every visitor would fetch", name)
		}
	}
	for _, needed := range []string{"app.wasm", "worker.js", "wasm_exec.js", "lab.js", "lab.css", "static.js"} {
		if !slices.Contains(p.Groups["lab"], strings.TrimPrefix(s.Asset(needed), "/p/")) {
			t.Errorf("group lab lacks %s, which the laboratory needs offline", needed)
		}
	}
	for _, late := range append([]string{"vega.js", "figure.wasm", "worker.wasm"}, tools...) {
		if slices.Contains(p.Groups["lab"], strings.TrimPrefix(s.Asset(late), "/p/")) {
			t.Errorf("group lab has %s, which every visitor of the laboratory would fetch", late)
		}
	}
	changed := newSite(t, "/p", "")
	changed.Add("index.html", []byte("another home"))
	if err := changed.addServiceWorker(); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(changed.files["sw.js"], []byte(p.Version)) {
		t.Error("a changed page did not change the version")
	}
}

func TestAToolIsNamedInThePage(t *testing.T) {
	for _, name := range tools {
		s := newSite(t, "/p", "")
		block, err := s.configBlock()
		if err != nil || !strings.Contains(string(block), s.Asset(name)) {
			t.Errorf("%s is not in the configuration %s (error %v)", name, block, err)
		}
		delete(s.assets, name)
		if _, err := s.configBlock(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("configuration without %s: got error %v, want one that names it", name, err)
		}
	}
}

package main

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gridbox/core/catalog"
)

// buildPackages writes packages from a site of short files. It returns their folder. With program the binary for Linux
// is the command line built for this machine.
func buildPackages(t *testing.T, program bool) string {
	t.Helper()
	site, binaries, out := t.TempDir(), t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"gridbox.js": `const files = { program: "a/module.1.wasm", script: "a/worker.2.js",
  interpreter: "a/interpreter.3.wasm" };
export const solve = () => files, study = solve, draw = solve;
`,
		"gridbox.d.ts": "export {};\n", "widget.js": "export default { render() {} };\n", "a/module.1.wasm": "\x00asm",
		"a/worker.2.js": "\n", "a/interpreter.3.wasm": "\x00asm"} {
		writeFile(t, filepath.Join(site, name), []byte(text))
	}
	for i, p := range platforms {
		name := filepath.Join(binaries, p.binary)
		if !program || i > 0 {
			writeFile(t, name, []byte("program of "+p.binary))
			continue
		}
		build := exec.CommandContext(t.Context(), "go", "build", "-o", name, "gridbox/core/cmd/gridbox")
		if text, err := build.CombinedOutput(); err != nil {
			t.Fatalf("go build: %v: %s", err, text)
		}
	}
	if err := write("../..", site, binaries, out); err != nil {
		t.Fatal(err)
	}
	return out
}

func writeFile(t *testing.T, name string, data []byte) {
	t.Helper()
	err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, data, 0o600))
	if err != nil {
		t.Fatal(err)
	}
}

// unpack unpacks a zip file into a new folder, as an installer does.
func unpack(t *testing.T, name string) string {
	t.Helper()
	z, err := zip.OpenReader(name)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	dir := t.TempDir()
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(dir, f.Name), data)
	}
	return dir
}

// python runs a Python program with the wheel installed.
func python(t *testing.T, installed, program string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), "python3", "-B", "-c", program)
	command.Env = append(os.Environ(), "PYTHONPATH="+installed)
	text, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("python: %v: %s", err, text)
	}
	return strings.TrimSpace(string(text))
}

// TestTheWheelSolves installs the wheel for this machine and solves a preset by its command line.
func TestTheWheelSolves(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the wheel of the test is that of Linux")
	}
	out := buildPackages(t, true)
	names, err := filepath.Glob(filepath.Join(out, "*manylinux2014_x86_64*.whl"))
	if err != nil || len(names) != 1 {
		t.Fatalf("got wheels %v, error %v; want one", names, err)
	}
	dir := unpack(t, names[0])
	got := python(t, dir, `
import gridbox
s = gridbox.generate("gka-22")
r = gridbox.solve(s, "--algorithm", "frontier")
print(r["format"], r["runs"][0]["check"]["scope"], gridbox.run("version")["version"])
try:
    gridbox.solve({"format": "gridbox"})
except gridbox.GridboxError as e:
    print(e.status, e.messages[0]["code"])
import urllib.request
from gridbox import notebook
print(urllib.request.urlopen(notebook.serve() + "a/module.1.wasm").headers["Access-Control-Allow-Origin"])
print(notebook.module("https://gridbox.example/x/"))
`)
	want := "gridbox-result optimal " + catalog.Version + "\n2 document-invalid\n*\n" +
		`import widget from "https://gridbox.example/x/widget.js";` + "\nexport default widget;"
	if got != want {
		t.Errorf("Python: got\n%s\nwant\n%s", got, want)
	}
	got = python(t, dir, "import sys, gridbox\nsys.argv = ['gridbox', 'version']\ngridbox.main()")
	if !strings.Contains(got, catalog.Version) {
		t.Errorf("gridbox version: got %q, want %s", got, catalog.Version)
	}
	list := readFile(t, filepath.Join(dir, "gridbox-"+catalog.Version+".dist-info/RECORD"))
	records, err := csv.NewReader(bytes.NewReader(list)).ReadAll()
	if err != nil || len(records) < 14 {
		t.Errorf("got %d records, error %v; want at least 14", len(records), err)
	}
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestThePackageOfNPM unpacks the package for npm, reads its description, and imports it with Node.
func TestThePackageOfNPM(t *testing.T) {
	out, dir := buildPackages(t, false), t.TempDir()
	modules := filepath.Join(dir, "node_modules")
	if err := os.MkdirAll(modules, 0o755); err != nil {
		t.Fatal(err)
	}
	archive := filepath.Join(out, "gridbox-"+catalog.Version+".tgz")
	unpack := exec.CommandContext(t.Context(), "tar", "-xzf", archive, "-C", modules)
	if text, err := unpack.CombinedOutput(); err != nil {
		t.Fatalf("tar: %v: %s", err, text)
	}
	if err := os.Rename(filepath.Join(modules, "package"), filepath.Join(modules, "gridbox")); err != nil {
		t.Fatal(err)
	}
	var description struct{ Name, Version, Type, License string }
	if err := json.Unmarshal(readFile(t, filepath.Join(modules, "gridbox/package.json")), &description); err != nil ||
		description.Name != "gridbox" || description.Version != catalog.Version {
		t.Errorf("package.json: got %+v, error %v; want gridbox %s", description, err, catalog.Version)
	}
	if text := string(readFile(t, filepath.Join(modules, "gridbox/package.json"))); !strings.Contains(text,
		"\".\": {\n      \"types\"") {
		t.Errorf("package.json does not have the types as first condition: %s", text)
	}
	writeFile(t, filepath.Join(dir, "try.mjs"), []byte(`import { solve } from "gridbox";
import widget from "gridbox/widget";
import { existsSync } from "node:fs";
for (const name of Object.values(solve())) console.log(existsSync(new URL(import.meta.resolve("gridbox/" + name))));
console.log(typeof widget.render);
`))
	node := exec.CommandContext(t.Context(), "node", "try.mjs")
	node.Dir = dir
	if text, err := node.CombinedOutput(); err != nil || string(text) != "true\ntrue\ntrue\nfunction\n" {
		t.Errorf("node: got error %v, output %s; want three times true, then function", err, text)
	}
}

// TestPackagesAreReproducible writes the packages twice and compares them.
func TestPackagesAreReproducible(t *testing.T) {
	files := []file{{"a.txt", []byte("a"), 0o644}, {"b/c", []byte("c"), 0o755}}
	for _, pack := range []func([]file) ([]byte, error){zipArchive, tarball} {
		one, err := pack(files)
		two, again := pack(files)
		if err != nil || again != nil || !bytes.Equal(one, two) {
			t.Errorf("pack twice: got errors %v, %v, %d and %d bytes; want equal bytes", err, again, len(one), len(two))
		}
	}
}

// TestTheShortcode calls the shortcode as Quarto does, by the Lua of pandoc.
func TestTheShortcode(t *testing.T) {
	if _, err := exec.LookPath("pandoc"); err != nil {
		t.Fatal("pandoc is missing; ./build.sh browsers installs it: ", err)
	}
	code, err := filepath.Abs("quarto/_extensions/gridbox/gridbox.lua")
	if err != nil {
		t.Fatal(err)
	}
	filter := filepath.Join(t.TempDir(), "call.lua")
	writeFile(t, filter, []byte(`local shortcodes = dofile("`+code+`")
function Pandoc(doc)
  local blocks = pandoc.List()
  blocks:insert(shortcodes.gridbox({ "gka-22" }, {}, doc.meta))
  local other = { scenario = "#s1.d.x", heading = 'A "title" & more', site = "https://b.example" }
  blocks:insert(shortcodes.gridbox({}, other, doc.meta))
  return pandoc.Pandoc(blocks, doc.meta)
end
`))
	for format, want := range map[string]string{
		"html": `<script src="https://a.example/embed.js" defer></script>
<gridbox-figure preset="gka-22"><a href="https://a.example/figure/?preset=gka-22">A figure of Gridbox</a></gridbox-figure>
<gridbox-figure heading="A &quot;title&quot; &amp; more" scenario="#s1.d.x"><a href="https://b.example/figure/#s1.d.x">` +
			`A &quot;title&quot; &amp; more</a></gridbox-figure>`,
		"commonmark": `[A figure of Gridbox](https://a.example/figure/?preset=gka-22)

[A "title" & more](https://b.example/figure/#s1.d.x)`,
	} {
		pandoc := exec.CommandContext(t.Context(), "pandoc", "-f", "markdown", "-t", format, "--wrap=none",
			"--lua-filter", filter, "-M", "gridbox-site=https://a.example/")
		text, err := pandoc.CombinedOutput()
		if err != nil || strings.TrimSpace(string(text)) != want {
			t.Errorf("%s: got error %v, output\n%s\nwant\n%s", format, err, text, want)
		}
	}
}

// Command packages writes the packages of a release from a built site and the binaries: one for npm, a wheel for each
// system, and the extension for Quarto. Equal inputs give equal bytes.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"gridbox/core/catalog"
)

// A file is a file of a package.
type file struct {
	name string
	data []byte
	mode os.FileMode
}

func main() {
	site := flag.String("site", "dist", "folder of the built site")
	binaries := flag.String("binaries", "dist-release", "folder of the binaries")
	out := flag.String("out", "dist-packages", "folder to write to")
	sources := flag.String("sources", ".", "folder of the sources")
	flag.Parse()
	if err := write(*sources, *site, *binaries, *out); err != nil {
		fmt.Fprintln(os.Stderr, "packages:", err)
		os.Exit(1)
	}
}

// write writes all packages into a folder.
func write(sources, site, binaries, out string) error {
	module, err := moduleFiles(site)
	if err != nil {
		return err
	}
	license, err := os.ReadFile(filepath.Join(sources, "LICENSE"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	text, err := tarball(npm(module, license))
	if err == nil {
		err = os.WriteFile(filepath.Join(out, "gridbox-"+catalog.Version+".tgz"), text, 0o644)
	}
	if err == nil {
		err = extension(sources, out)
	}
	for _, p := range platforms {
		if err == nil {
			err = wheel(sources, binaries, out, p, module, license)
		}
	}
	return err
}

// fetchedFile matches the files that gridbox.js fetches.
var fetchedFile = regexp.MustCompile(`"(a/[^"]+)"`)

// moduleFiles reads gridbox.js, its types, the widget, and the files that gridbox.js fetches. It returns an error if
// a file is missing or gridbox.js does not name exactly three.
func moduleFiles(site string) (list []file, err error) {
	script, err := os.ReadFile(filepath.Join(site, "gridbox.js"))
	if err != nil {
		return nil, err
	}
	names := []string{"gridbox.js", "gridbox.d.ts", "widget.js"}
	for _, m := range fetchedFile.FindAllSubmatch(script, -1) {
		names = append(names, string(m[1]))
	}
	if len(names) != 6 {
		return nil, fmt.Errorf("gridbox.js names %d files, not 3", len(names)-3)
	}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(site, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		list = append(list, file{name, data, 0o644})
	}
	return list, nil
}

const about = "A laboratory for grid and cluster scheduling algorithms"

// conditionalExports has the exports of a package by condition. The first matching condition applies, so the types come
// first.
type conditionalExports struct {
	Types   string `json:"types"`
	Default string `json:"default"`
}

// npm returns the files of the package for npm.
func npm(module []file, license []byte) []file {
	description, _ := json.MarshalIndent(map[string]any{
		"name": "gridbox", "version": catalog.Version, "description": about, "license": "MIT", "type": "module",
		"types": "./gridbox.d.ts", "sideEffects": false,
		"exports": map[string]any{
			".":              conditionalExports{"./gridbox.d.ts", "./gridbox.js"},
			"./widget":       "./widget.js",
			"./a/*":          "./a/*",
			"./package.json": "./package.json",
		},
		"files": []string{"a", "gridbox.js", "gridbox.d.ts", "widget.js"},
	}, "", "  ")
	readme := "# Gridbox\n\n" + about + ".\n\n```js\nimport { solve, draw } from \"gridbox\";\n```\n\n" +
		"`gridbox/widget` is a widget for notebooks, as anywidget defines one. Serve the folder `a` beside " +
		"`gridbox.js`.\n"
	list := []file{{"package.json", append(description, '\n'), 0o644}, {"README.md", []byte(readme), 0o644},
		{"LICENSE", license, 0o644}}
	return append(list, module...)
}

// tarball packs files as npm does, below the folder package.
func tarball(files []file) ([]byte, error) {
	b := &bytes.Buffer{}
	z := gzip.NewWriter(b)
	t := tar.NewWriter(z)
	for _, f := range files {
		head := &tar.Header{Name: "package/" + f.name, Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: epoch,
			Format: tar.FormatUSTAR}
		if err := t.WriteHeader(head); err != nil {
			return nil, err
		}
		if _, err := t.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := errors.Join(t.Close(), z.Close())
	return b.Bytes(), err
}

// epoch is the time of all files, the earliest that a zip file can hold.
var epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// A platform is a system with the tag that wheels use for it.
type platform struct{ binary, tag string }

var platforms = []platform{
	{"gridbox-linux-amd64", "manylinux2014_x86_64.musllinux_1_1_x86_64"},
	{"gridbox-linux-arm64", "manylinux2014_aarch64.musllinux_1_1_aarch64"},
	{"gridbox-darwin-amd64", "macosx_11_0_x86_64"},
	{"gridbox-darwin-arm64", "macosx_11_0_arm64"},
	{"gridbox-windows-amd64.exe", "win_amd64"},
}

// wheel writes the wheel of a system.
func wheel(sources, binaries, out string, p platform, module []file, license []byte) error {
	program, err := os.ReadFile(filepath.Join(binaries, p.binary))
	if err != nil {
		return err
	}
	list, err := folder(filepath.Join(sources, "site/packages/python"))
	if err != nil {
		return err
	}
	list = append(list, file{"gridbox/bin/gridbox" + path.Ext(p.binary), program, 0o755})
	for _, f := range module {
		list = append(list, file{"gridbox/widget/" + f.name, f.data, 0o644})
	}
	info := "gridbox-" + catalog.Version + ".dist-info/"
	tags := ""
	for tag := range strings.SplitSeq(p.tag, ".") {
		tags += "Tag: py3-none-" + tag + "\n"
	}
	list = append(list,
		file{info + "METADATA", []byte("Metadata-Version: 2.1\nName: gridbox\nVersion: " + catalog.Version +
			"\nSummary: " + about + "\nLicense: MIT\nRequires-Python: >=3.8\nProvides-Extra: notebook\n" +
			"Requires-Dist: anywidget>=0.9; extra == \"notebook\"\n"), 0o644},
		file{info + "WHEEL", []byte("Wheel-Version: 1.0\nGenerator: gridbox\nRoot-Is-Purelib: false\n" + tags), 0o644},
		file{info + "entry_points.txt", []byte("[console_scripts]\ngridbox = gridbox:main\n"), 0o644},
		file{info + "LICENSE", license, 0o644})
	list = append(list, file{info + "RECORD", record(list, info+"RECORD"), 0o644})
	text, err := zipArchive(list)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "gridbox-"+catalog.Version+"-py3-none-"+p.tag+".whl"), text, 0o644)
}

// record returns the list of files of a wheel with their digests.
func record(list []file, own string) []byte {
	b := &bytes.Buffer{}
	for _, f := range list {
		sum := sha256.Sum256(f.data)
		fmt.Fprintf(b, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.data))
	}
	fmt.Fprintf(b, "%s,,\n", own)
	return b.Bytes()
}

// zipArchive packs files as a zip file.
func zipArchive(files []file) ([]byte, error) {
	b := &bytes.Buffer{}
	z := zip.NewWriter(b)
	for _, f := range files {
		head := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: epoch}
		head.SetMode(f.mode)
		w, err := z.CreateHeader(head)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

// extension writes the extension for Quarto as a zip file.
func extension(sources, out string) error {
	list, err := folder(filepath.Join(sources, "site/packages/quarto"))
	if err != nil {
		return err
	}
	for i := range list {
		list[i].data = bytes.ReplaceAll(list[i].data, []byte("version: VERSION"), []byte("version: "+catalog.Version))
	}
	text, err := zipArchive(list)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "gridbox-quarto-"+catalog.Version+".zip"), text, 0o644)
}

// folder returns the files of a folder, by name, without caches.
func folder(root string) (list []file, err error) {
	err = filepath.WalkDir(root, func(name string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "__pycache__":
			return filepath.SkipDir
		case d.IsDir():
			return nil
		}
		data, err := os.ReadFile(name)
		below, _ := filepath.Rel(root, name)
		list = append(list, file{filepath.ToSlash(below), data, 0o644})
		return err
	})
	slices.SortFunc(list, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return list, err
}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A source is a script or style of the site: its name on the site and its file.
type source struct{ name, file string }

var (
	// modules share chunks and load more on demand.
	modules = []source{
		{"lab", "assets/js/lab.js"},
		{"static", "assets/js/static.js"},
		{"figure", "assets/js/figure.js"},
	}
	// scripts are self-contained: they run before others, in a worker, or in a page of another
	// site.
	scripts = []source{
		{"theme", "assets/js/theme.js"},
		{"figure-first", "assets/js/figure-first.js"},
		{"stub", "assets/js/stub.js"},
		{"worker", "assets/js/worker.js"},
		{"sw", "assets/js/sw.js"},
		{"embed", "assets/js/embed.js"},
		{"onepage", "assets/js/onepage.js"},
	}
	// programs are self-contained modules for pages of other sites.
	programs = []source{{"gridbox", "assets/js/module/gridbox.js"}}
	// inlineFontStyles lists the styles with their fonts included.
	inlineFontStyles = []source{{"onepage", "assets/css/onepage.css"}}
	styles           = []source{
		{"site", "assets/css/site.css"},
		{"lab", "assets/css/lab.css"},
		{"later", "assets/css/later.css"},
		{"figure", "assets/css/frame.css"},
	}
)

// addBundle bundles scripts and styles with esbuild, including the fonts named in a style.
func (s *Site) addBundle() error {
	work, err := os.MkdirTemp("", "gridbox-bundle-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	goes, err := copyStarter()
	if err != nil {
		return err
	}
	for _, run := range []struct {
		sources []source
		flags   []string
	}{
		{modules, []string{"--format=esm", "--splitting"}},
		{scripts, []string{"--format=iife", "--alias:go-wasm-exec=" + goes}},
		{programs, []string{"--format=esm"}},
		{styles, []string{"--loader:.woff2=file"}},
		{inlineFontStyles, []string{"--loader:.woff2=dataurl"}},
	} {
		if err := s.bundle(work, run.sources, run.flags); err != nil {
			return err
		}
	}
	return nil
}

// bundle runs esbuild once and adds its outputs to the site. esbuild writes them into the folder work. bundle returns
// an error if esbuild fails or writes nothing for one of the sources.
func (s *Site) bundle(work string, sources []source, flags []string) error {
	args := append([]string{
		"--bundle", "--minify", "--target=es2022", "--charset=utf8", "--legal-comments=none", "--log-level=warning",
		"--outdir=" + work, "--entry-names=[name].[hash]", "--chunk-names=[name].[hash]", "--asset-names=[name].[hash]",
		"--metafile=" + filepath.Join(work, "meta.json"),
	}, flags...)
	for _, src := range sources {
		args = append(args, src.name+"="+src.file)
	}
	tool := exec.Command(filepath.FromSlash("assets/node_modules/.bin/esbuild"), args...)
	tool.Stderr = os.Stderr
	if err := tool.Run(); err != nil {
		return fmt.Errorf("esbuild: %w (are the packages in assets installed? ./build.sh deps)", err)
	}
	text, err := os.ReadFile(filepath.Join(work, "meta.json"))
	if err != nil {
		return err
	}
	return s.addBundleOutputs(work, text, sources)
}

// metafile is the part of esbuild's metafile that is used here.
type metafile struct {
	Inputs  map[string]struct{} `json:"inputs"`
	Outputs map[string]struct {
		EntryPoint string `json:"entryPoint"`
		Imports    []struct {
			Path, Kind string
		} `json:"imports"`
	} `json:"outputs"`
}

// addBundleOutputs adds every output under a/ and records the address of every entry point. The service
// worker and the script for pages of other sites keep fixed addresses and are added later.
func (s *Site) addBundleOutputs(work string, report []byte, sources []source) error {
	var meta metafile
	if err := json.Unmarshal(report, &meta); err != nil {
		return fmt.Errorf("esbuild's report: %w", err)
	}
	for input := range meta.Inputs {
		if name := packageOf(input); name != "" && !slices.Contains(s.packages, name) {
			s.packages = append(s.packages, name)
		}
	}
	for output, about := range meta.Outputs {
		content, err := os.ReadFile(filepath.Join(work, path.Base(output)))
		if err != nil {
			return err
		}
		hashed := "a/" + path.Base(output)
		if err := s.Add(hashed, bytes.TrimSpace(content)); err != nil {
			return err
		}
		for _, link := range about.Imports {
			if link.Kind == "import-statement" {
				s.imports[hashed] = append(s.imports[hashed], "a/"+path.Base(link.Path))
			}
		}
		slices.Sort(s.imports[hashed])
		if about.EntryPoint != "" || path.Ext(output) == ".woff2" {
			s.assets[plainName(path.Base(output))] = hashed
		}
	}
	for _, src := range sources {
		name := src.name + path.Ext(src.file)
		if s.assets[name] == "" {
			return fmt.Errorf("esbuild wrote nothing for %s", src.file)
		}
	}
	return nil
}

// packageOf returns the name of the package of an input of a bundle.
func packageOf(input string) string {
	_, rest, ok := strings.Cut(input, "assets/node_modules/")
	if !ok {
		return ""
	}
	parts := strings.Split(rest, "/")
	if strings.HasPrefix(rest, "@") {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// plainName removes the hash from name.HASH.ext.
func plainName(name string) string {
	parts := strings.Split(name, ".")
	if len(parts) < 3 {
		return name
	}
	return strings.Join(slices.Delete(parts, len(parts)-2, len(parts)-1), ".")
}

// moveOut removes a bundled script from a/ and returns it, for a fixed address.
func (s *Site) moveOut(name string) []byte {
	hashed := s.assets[name]
	content := s.files[hashed]
	delete(s.files, hashed)
	delete(s.assets, name)
	return content
}

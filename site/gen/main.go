// Command gen writes the static site to a folder: pages, scripts, styles, binaries and the
// service worker, under names with the hash of their content, with precompressed copies next to
// them.
//
// It runs in the root of the repository after the WebAssembly binaries have been built into
// -binaries and `npm ci` has run in assets. The output is reproducible: it depends on the
// sources, not on the folder.
package main

import (
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "site/gen:", err)
		os.Exit(1)
	}
}

// run builds the site from the arguments of the command. It stops at the first step that fails and returns its error
// with the step's name.
func run(args []string) error {
	flags := flag.NewFlagSet("gen", flag.ContinueOnError)
	out := flags.String("out", "dist", "folder to write")
	base := flags.String("base", "", "path prefix of every address, such as /some/prefix")
	origin := flags.String("origin", "",
		"where the site will stand, such as https://example.org, for the sitemap and social tags")
	binaries := flags.String("binaries", ".cache/wasm", "folder of app.wasm, figure.wasm and the workers")
	papers := flags.String("papers", "site/papers",
		"folder of the papers' comparisons, as gridbox study --paper writes them")
	cache := flags.String("cache", ".cache/compressed",
		"folder that keeps compressed files between runs; what commands print is kept beside it")
	compress := flags.Bool("compress", true, "write .br and .gz twins")
	tried := flags.Bool("tried", false, "pack what no budget is about quickly, for tests")
	if err := flags.Parse(args); err != nil {
		return err
	}
	site, err := NewSite(*base, *origin)
	if err != nil {
		return err
	}
	defer site.close()
	site.outputs = filepath.Join(filepath.Dir(*cache), "outputs")
	steps := []struct {
		name string
		do   func(*Site) error
	}{
		{"scripts and styles", (*Site).addBundle},
		{"binaries", func(s *Site) error { return s.addBinaries(*binaries) }},
		{"one page", func(s *Site) error { return s.addOnePage(*binaries) }},
		{"icons", (*Site).addIcons},
		{"first scenario", (*Site).addFirst},
		{"gallery", (*Site).addGallery},
		{"tour", (*Site).addTour},
		{"glossary", (*Site).addGlossary},
		{"search", (*Site).addSearch},
		{"words of algorithms", (*Site).addCompletions},
		{"pages", (*Site).addPages},
		{"papers", func(s *Site) error { return s.addPapers(*papers) }},
		{"sitemap", (*Site).addSitemap},
		{"service worker", (*Site).addServiceWorker},
		{"links", (*Site).checkLinks},
		{"writing", func(s *Site) error { return s.write(*out) }},
	}
	for _, step := range steps {
		if err := step.do(site); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	if *compress {
		return site.compress(*out, *cache, *tried)
	}
	return removeTwins(*out)
}

// cleanBase accepts an empty base, "/", and clean absolute paths.
func cleanBase(base string) (string, error) {
	base = strings.TrimRight(base, "/")
	if base == "" {
		return "", nil
	}
	if !strings.HasPrefix(base, "/") || path.Clean(base) != base || strings.ContainsAny(base, "\"'<>?#% \\") {
		return "", fmt.Errorf("base %q: want a clean path such as /some/prefix", base)
	}
	return base, nil
}

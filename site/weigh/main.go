// Command weigh holds a built site to its budgets: how many bytes a visitor
// fetches for the binaries, and for a static page before a figure is touched.
//
//	go run ./site/weigh -dir dist -base /some/prefix
package main

import (
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// budgets are bytes of the brotli twin, by the plain name of the file or of
// several, each of which has the budget to itself.
var budgets = []struct {
	name  string
	bytes int64
}{
	{"worker-*.wasm", 1_000_000},
	{"app.wasm", 2_000_000},
	{"figure.wasm", 1_200_000},
}

// pageBudget is for everything that a static page loads before a figure is
// touched, as it travels.
const pageBudget = 150_000

func main() {
	dir := flag.String("dir", "dist", "folder of the built site")
	base := flag.String("base", "", "path prefix the site was built for")
	flag.Parse()
	report, faults, err := weigh(*dir, strings.TrimRight(*base, "/"))
	fmt.Print(report)
	if err != nil {
		fmt.Fprintln(os.Stderr, "weigh:", err)
		os.Exit(1)
	}
	for _, fault := range faults {
		fmt.Fprintln(os.Stderr, "weigh:", fault)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}

// weigh reports all sizes, and says which are over their budget.
func weigh(dir, base string) (report string, faults []string, err error) {
	var out strings.Builder
	line := func(name string, size, budget int64, parts string) {
		fmt.Fprintf(&out, "%9d of %9d  %3d %%  %s%s\n", size, budget, 100*size/budget, name, parts)
		if size > budget {
			faults = append(faults, fmt.Sprintf("%s has %d bytes, %d over its budget", name, size, size-budget))
		}
	}
	for _, b := range budgets {
		ext := path.Ext(b.name)
		found, err := filepath.Glob(filepath.Join(dir, "a", strings.TrimSuffix(b.name, ext)+".*"+ext))
		if err != nil || len(found) == 0 || len(found) > 1 && !strings.Contains(b.name, "*") {
			return out.String(), faults, fmt.Errorf("%s: found %d in %s/a (./build.sh site makes it)", b.name, len(found), dir)
		}
		for _, file := range found {
			size, err := carried(file)
			if err != nil {
				return out.String(), faults, err
			}
			line(filepath.Base(file), size, b.bytes, "")
		}
	}
	pages, err := staticPages(dir)
	if err != nil {
		return out.String(), faults, err
	}
	for _, page := range pages {
		size, count, err := weighPage(dir, base, page)
		if err != nil {
			return out.String(), faults, fmt.Errorf("%s: %w", page, err)
		}
		line(page, size, pageBudget, fmt.Sprintf(" (%d files)", count))
	}
	return out.String(), faults, nil
}

// staticPages lists the pages that run no WebAssembly.
func staticPages(dir string) ([]string, error) {
	var pages []string
	err := filepath.WalkDir(dir, func(file string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(file) != ".html" {
			return err
		}
		name, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if !strings.HasPrefix(name, "lab/") && !strings.HasPrefix(name, "figure/") {
			pages = append(pages, name)
		}
		return nil
	})
	return pages, err
}

// weighPage adds up the page and everything that it loads by itself, scripts
// that its scripts import included.
func weighPage(dir, base, page string) (size int64, count int, err error) {
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(page)))
	if err != nil {
		return 0, 0, err
	}
	root, err := html.Parse(strings.NewReader(string(text)))
	if err != nil {
		return 0, 0, err
	}
	files := []string{page}
	for n := range root.Descendants() {
		address := loaded(n)
		if rest, ok := strings.CutPrefix(address, base+"/"); ok && !slices.Contains(files, rest) {
			files = append(files, rest)
		}
		if strings.HasSuffix(address, ".wasm") {
			return 0, 0, fmt.Errorf("it loads %s", address)
		}
	}
	for i := 0; i < len(files); i++ {
		bytes, err := carried(filepath.Join(dir, filepath.FromSlash(files[i])))
		if err != nil {
			return 0, 0, err
		}
		size += bytes
		imports, err := importsOf(dir, files[i])
		if err != nil {
			return 0, 0, err
		}
		for _, name := range imports {
			if !slices.Contains(files, name) {
				files = append(files, name)
			}
		}
	}
	return size, len(files), nil
}

// loaded is the address that an element makes a browser fetch, or "".
func loaded(n *html.Node) string {
	if n.Type != html.ElementNode {
		return ""
	}
	get := func(name string) string {
		for _, a := range n.Attr {
			if a.Key == name {
				return a.Val
			}
		}
		return ""
	}
	switch n.Data {
	case "script", "img", "iframe", "source":
		return get("src")
	case "link":
		if rel := get("rel"); rel != "canonical" && rel != "alternate" {
			return get("href")
		}
	}
	return ""
}

// carried is the size of a file as it travels: of its brotli twin if it has one.
func carried(file string) (int64, error) {
	for _, name := range []string{file + ".br", file} {
		if info, err := os.Stat(name); err == nil {
			return info.Size(), nil
		}
	}
	return 0, fmt.Errorf("%s is missing", file)
}

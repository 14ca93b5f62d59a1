// Command sizebudget checks the sizes of a built site against budgets: the bytes that a first
// visit of the laboratory transfers, the bytes that the browser stores, and the bytes that the
// figure's program and a static page transfer.
//
//	go run ./site/sizebudget -dir dist -base /some/prefix
//
// For a site built without compression, -estimate estimates the sizes within seconds, where
// brotli at its highest quality would take minutes.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"golang.org/x/net/html"
)

// Budgets in bytes, of the brotli copy if a file has one; stored files are not compressed.
// site/e2e/visit.test.mjs checks the first four in a browser.
const (
	paintBudget  = 80_000     // the laboratory's first paint
	changeBudget = 4_950_000  // the first change solved
	visitBudget  = 6_000_000  // everything that a visit transfers without opening a tool
	storedBudget = 40_000_000 // the part of it that the service worker stores
	figureBudget = 1_600_000  // the figure's program
	pageBudget   = 150_000    // a static page before a figure is touched
	fileBudget   = 5_200_000  // the single-file page without a scenario, uncompressed, as it is served
)

// main prints all sizes. Its exit status is 1 if a size is over its budget or cannot be determined.
func main() {
	dir := flag.String("dir", "dist", "folder of the built site")
	base := flag.String("base", "", "path prefix the site was built for")
	estimate := flag.Bool("estimate", false, "estimate what brotli would make of the files")
	flag.Parse()
	travels := transferSize
	if *estimate {
		travels = sizeEstimator()
	}
	report, faults, err := weigh(*dir, strings.TrimRight(*base, "/"), travels)
	fmt.Print(report)
	if err != nil {
		fmt.Fprintln(os.Stderr, "sizebudget:", err)
		os.Exit(1)
	}
	for _, fault := range faults {
		fmt.Fprintln(os.Stderr, "sizebudget:", fault)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}

// A weight returns the number of bytes counted for a file.
type weight func(file string) (int64, error)

// weigh reports all sizes, and the faults: the sizes over their budget.
func weigh(dir, base string, travels weight) (report string, faults []string, err error) {
	var out strings.Builder
	line := func(name string, size, budget int64, parts string) {
		fmt.Fprintf(&out, "%9d of %9d  %3d %%  %s%s\n", size, budget, 100*size/budget, name, parts)
		if size > budget {
			faults = append(faults, fmt.Sprintf("%s has %d bytes, %d over its budget", name, size, size-budget))
		}
	}
	visit, err := firstVisit(dir, base)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", laboratory, err)
	}
	for _, v := range []struct {
		name   string
		bytes  int64
		files  []string
		weight weight
	}{
		{"the laboratory painted", paintBudget, visit.paintFiles, travels},
		{"the first change solved", changeBudget, visit.changeFiles, travels},
		{"a whole first visit", visitBudget, visit.allFiles, travels},
		{"stored by a first visit", storedBudget, visit.storedFiles, fileSize},
		{"the figure's program", figureBudget, []string{visit.figure}, travels},
		{"the page that is one file", fileBudget, []string{visit.file}, fileSize},
	} {
		size, err := sum(dir, v.files, v.weight)
		if err != nil {
			return out.String(), faults, err
		}
		line(v.name, size, v.bytes, fmt.Sprintf(" (%d files)", len(v.files)))
	}
	pages, err := staticPages(dir)
	if err != nil {
		return out.String(), faults, err
	}
	for _, page := range pages {
		size, count, err := weighPage(dir, base, page, travels)
		if err != nil {
			return out.String(), faults, fmt.Errorf("%s: %w", page, err)
		}
		line(page, size, pageBudget, fmt.Sprintf(" (%d files)", count))
	}
	return out.String(), faults, nil
}

// staticPages returns the HTML pages outside lab/ and figure/, whose pages run WebAssembly.
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

// weighPage returns the size of a static page with everything that it loads, in bytes, and the number of files. It
// returns an error if the page loads a WebAssembly program.
func weighPage(dir, base, page string, travels weight) (size int64, count int, err error) {
	files, err := loads(dir, base, page)
	if err != nil {
		return 0, 0, err
	}
	for _, name := range files {
		if path.Ext(name) == ".wasm" {
			return 0, 0, fmt.Errorf("it loads %s", name)
		}
	}
	size, err = sum(dir, files, travels)
	return size, len(files), err
}

// loads returns a page and the files that it loads, including scripts imported by its scripts. Files outside of base
// are omitted.
func loads(dir, base, page string) ([]string, error) {
	root, err := parsePage(dir, page)
	if err != nil {
		return nil, err
	}
	files := referencedFiles(root, base, page, func(*html.Node) bool { return true })
	for i := 0; i < len(files); i++ {
		imports, err := importsOf(dir, files[i])
		if err != nil {
			return nil, err
		}
		for _, name := range imports {
			if !slices.Contains(files, name) {
				files = append(files, name)
			}
		}
	}
	return files, nil
}

// referencedFiles lists a page and the files referenced by its elements for which counts is true.
func referencedFiles(root *html.Node, base, page string, counts func(n *html.Node) bool) []string {
	files := []string{page}
	for n := range root.Descendants() {
		name, ok := strings.CutPrefix(fetchedURL(n), base+"/")
		if ok && counts(n) && !slices.Contains(files, name) {
			files = append(files, name)
		}
	}
	return files
}

func parsePage(dir, page string) (*html.Node, error) {
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(page)))
	if err != nil {
		return nil, err
	}
	return html.Parse(strings.NewReader(string(text)))
}

// fetchedURL returns the address that an element makes a browser fetch, or "".
func fetchedURL(n *html.Node) string {
	if n.Type != html.ElementNode {
		return ""
	}
	switch n.Data {
	case "script", "img", "iframe", "source":
		return attribute(n, "src")
	case "link":
		if rel := attribute(n, "rel"); rel != "canonical" && rel != "alternate" {
			return attribute(n, "href")
		}
	}
	return ""
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func sum(dir string, files []string, weight weight) (total int64, err error) {
	for _, name := range files {
		size, err := weight(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return 0, err
		}
		total += size
	}
	return total, nil
}

// transferSize returns the transfer size of a file: of its brotli copy if it has one.
func transferSize(file string) (int64, error) {
	if size, err := fileSize(file + ".br"); err == nil {
		return size, nil
	}
	return fileSize(file)
}

// sizeEstimator returns an estimate of transferSize for a site without compressed copies: the size by
// brotli at its highest quality for small files, else at level 5, multiplied by 0.815 for
// binaries. The measured factor is 0.81 to 0.827 for our binaries and lower for other files, so
// sums are within one percent; the built site is checked exactly.
func sizeEstimator() weight {
	known := map[string]int64{} // pages share files
	return func(file string) (int64, error) {
		if size, ok := known[file]; ok {
			return size, nil
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return 0, err
		}
		var packed bytes.Buffer
		level := brotli.BestCompression
		if len(content) > maxSmallFile {
			level = 5
		}
		w := brotli.NewWriterLevel(&packed, level)
		if _, err := w.Write(content); err != nil {
			return 0, err
		}
		if err := w.Close(); err != nil {
			return 0, err
		}
		size := int64(packed.Len())
		if path.Ext(file) == ".wasm" {
			size = size * 815 / 1000
		}
		known[file] = min(int64(len(content)), size)
		return known[file], nil
	}
}

// maxSmallFile is the size in bytes up to which a file is compressed at the highest quality.
const maxSmallFile = 120_000

func fileSize(file string) (int64, error) {
	info, err := os.Stat(file)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

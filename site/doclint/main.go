// Command doclint checks the language of comments and documents. A doc comment
// of a top-level name, exported or not, begins with that name and a verb that
// fits code. No comment of Go, a script or a style sheet and no document contains
// an expression of a list of avoided words. The help of a form's field has at most
// 12 words in each part.
//
//	go run ./site/doclint          checks all packages and documents
//	go run ./site/doclint PATH...  prints the findings of some packages or documents
package main

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
)

// A finding is one place that breaks a rule.
type finding struct {
	path string
	line int
	text string
}

// String returns the finding as path:line: text.
func (f finding) String() string { return fmt.Sprintf("%s:%d: %s", f.path, f.line, f.text) }

// main prints the findings. Without arguments its exit status is 1 if there are findings. The status is 2 if the
// sources cannot be read.
func main() {
	all, err := inspect(os.DirFS("."))
	if err != nil {
		fmt.Fprintln(os.Stderr, "doclint:", err)
		os.Exit(2)
	}
	if len(os.Args) > 1 {
		for _, unit := range os.Args[1:] {
			for _, f := range all[strings.TrimSuffix(path.Clean(unit), "/")] {
				fmt.Println(f)
			}
		}
		return
	}
	if !report(os.Stdout, all) {
		os.Exit(1)
	}
}

// inspect returns the findings of every package and document below a root, by
// the folder of the package or the path of the document. Clean ones have an
// entry without findings.
func inspect(root fs.FS) (map[string][]finding, error) {
	all := map[string][]finding{}
	for _, top := range []string{"app", "assets", "build.sh", "core", "site", "wasm"} {
		err := fs.WalkDir(root, top, func(p string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				if isSkipped(d.Name()) {
					return fs.SkipDir
				}
				return nil
			}
			return inspectEntry(root, p, all)
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// isSkipped reports whether a folder of this name is not inspected: it contains
// data, programs of users, or files that are not ours.
func isSkipped(name string) bool {
	return slices.Contains([]string{"testdata", "node_modules", "policies", "starters"}, name) ||
		strings.HasPrefix(name, ".")
}

// inspectEntry adds the findings of one file to all, if it is a file of Go and
// not a test, a script or style sheet, or a document of site/docs.
func inspectEntry(root fs.FS, p string, all map[string][]finding) error {
	document := strings.HasPrefix(p, "site/docs/") && strings.HasSuffix(p, ".md")
	source := strings.HasSuffix(p, ".go") && !strings.HasSuffix(p, "_test.go")
	comments := commentsOf[path.Ext(p)]
	if !document && !source && comments == nil {
		return nil
	}
	text, err := fs.ReadFile(root, p)
	if err != nil {
		return err
	}
	unit, found := p, []finding(nil)
	switch {
	case document:
		found = inspectDocument(p, string(text))
	case source:
		unit = path.Dir(p)
		if found, err = inspectFile(p, text); err != nil {
			return err
		}
	default:
		found = inspectScript(p, string(text), comments)
	}
	all[unit] = append(all[unit], found...)
	return nil
}

// inspectDocument returns the findings of a document of Markdown: avoided words
// outside of blocks of code.
func inspectDocument(p, text string) []finding {
	var found []finding
	code := false
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			code = !code
		}
		if code {
			continue
		}
		for _, text := range findAvoided(line) {
			found = append(found, finding{p, i + 1, text})
		}
	}
	return found
}

// report prints all findings and the number of packages and documents. It
// reports whether there are no findings.
func report(w io.Writer, all map[string][]finding) bool {
	good := true
	for _, unit := range slices.Sorted(maps.Keys(all)) {
		for _, f := range all[unit] {
			fmt.Fprintln(w, f)
			good = false
		}
	}
	fmt.Fprintf(w, "doclint: %d packages, scripts and documents\n", len(all))
	return good
}

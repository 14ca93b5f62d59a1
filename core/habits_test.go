package core

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// fixedSeedPackage is the package that property tests import to draw the same instances in every run.
const fixedSeedPackage = "core/fixedseed"

// No package has property tests that draw other instances in every run.
func TestPropertyTestsAreSteady(t *testing.T) {
	random, fixed := map[string]bool{}, map[string]bool{}
	visitFiles(t, func(path string, file *ast.File) {
		folder := filepath.ToSlash(filepath.Dir(path))
		for _, spec := range file.Imports {
			switch name, _ := strconv.Unquote(spec.Path.Value); name {
			case "pgregory.net/rapid":
				random[folder] = true
			case "gridbox/" + fixedSeedPackage:
				fixed[folder] = true
			}
		}
	})
	delete(random, fixedSeedPackage)
	for folder := range random {
		if !fixed[folder] {
			t.Errorf("%s has property tests; import gridbox/%s for its effect in one of them", folder, fixedSeedPackage)
		}
	}
	if len(random) < 10 {
		t.Errorf("got %d packages with property tests, want at least 10; is the test in the right folder?",
			len(random))
	}
}

// visitFiles visits the Go files of the module, including tests.
func visitFiles(t *testing.T, visit func(path string, file *ast.File)) {
	t.Helper()
	set := token.NewFileSet()
	for _, top := range []string{"core", "app", "wasm", "site"} {
		err := filepath.WalkDir(filepath.Join("..", top), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules"):
				return fs.SkipDir
			case d.IsDir() || !strings.HasSuffix(path, ".go"):
				return nil
			}
			file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution|parser.ParseComments)
			if err != nil {
				return err
			}
			below, err := filepath.Rel("..", path)
			visit(below, file)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

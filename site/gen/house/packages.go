package house

import (
	"cmp"
	"fmt"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// A Package is a folder with Go code and the first sentence of its package comment.
type Package struct {
	Folder string // such as core/doc
	About  string // without the leading "Package doc" and with a capital letter
}

// Packages returns the packages in a folder and below it, in the order of their folders. Packages
// that consist of tests are left out. A package without a comment is an error.
func Packages(sources fs.FS, folder string) ([]Package, error) {
	var found []Package
	err := fs.WalkDir(sources, folder, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		i := slices.IndexFunc(found, func(p Package) bool { return p.Folder == path.Dir(name) })
		if i < 0 {
			i = len(found)
			found = append(found, Package{Folder: path.Dir(name)})
		}
		text, err := fs.ReadFile(sources, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.PackageClauseOnly|parser.ParseComments)
		if err == nil && file.Doc != nil {
			found[i].About = about(file.Doc.Text())
		}
		return err
	})
	slices.SortFunc(found, func(a, b Package) int { return cmp.Compare(a.Folder, b.Folder) })
	for _, p := range found {
		if err == nil && p.About == "" {
			err = fmt.Errorf("house: package %s has no comment", p.Folder)
		}
	}
	return found, err
}

// about returns the first sentence of a package comment without the name of the package.
func about(comment string) string {
	sentence := new(doc.Package).Synopsis(comment)
	if words := strings.SplitN(sentence, " ", 3); len(words) == 3 && (words[0] == "Package" || words[0] == "Command") {
		sentence = words[2]
	}
	return strings.ToUpper(sentence[:min(1, len(sentence))]) + sentence[min(1, len(sentence)):]
}

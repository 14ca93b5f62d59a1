package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// A unit is a package whose code is changed.
type unit struct {
	listedPackage
	set   *token.FileSet
	files []*file
	info  *types.Info
	types types.Config
}

type file struct {
	name string // from the module's root
	path string
	set  *token.FileSet
	tree *ast.File
	text []byte
}

// offset and at convert a position to a byte offset and back.
func (f *file) offset(pos token.Pos) int { return f.set.File(pos).Offset(pos) }
func (f *file) pos(offset int) token.Pos { return f.set.File(f.tree.FileStart).Pos(offset) }

// line extends a range of bytes to whole lines.
func (f *file) line(start, end int) (int, int) {
	before := bytes.LastIndexByte(f.text[:start], '\n') + 1
	after := bytes.IndexByte(f.text[end:], '\n')
	if after < 0 {
		return before, len(f.text)
	}
	return before, end + after
}

// listedPackage is the part of the output of `go list` used here.
type listedPackage struct {
	ImportPath, Dir, Export            string
	GoFiles, TestImports, XTestImports []string
	DepOnly                            bool
	Module                             *struct{ Dir, GoVersion string }
}

// list lists packages with all their dependencies, compiled.
func list(root string, packages []string) ([]listedPackage, error) {
	out, err := command(root, "go", append([]string{"list", "-export", "-deps",
		"-json=ImportPath,Dir,Export,GoFiles,TestImports,XTestImports,DepOnly,Module", "--"}, packages...)...)
	if err != nil {
		return nil, err
	}
	var all []listedPackage
	for in := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listedPackage
		if err := in.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}

// read parses and type-checks a package whose dependencies are in the list.
func read(p listedPackage, all []listedPackage) (*unit, error) {
	u := &unit{listedPackage: p, set: token.NewFileSet(), info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}}
	exports := func(path string) (io.ReadCloser, error) {
		i := slices.IndexFunc(all, func(p listedPackage) bool { return p.ImportPath == path })
		if i < 0 {
			return nil, fmt.Errorf("%s is not listed", path)
		}
		return os.Open(all[i].Export)
	}
	u.types = types.Config{Importer: importer.ForCompiler(u.set, "gc", exports), GoVersion: "go" + p.Module.GoVersion}
	for _, name := range p.GoFiles {
		path := filepath.Join(p.Dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		tree, err := parser.ParseFile(u.set, path, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		below, err := filepath.Rel(p.Module.Dir, path)
		if err != nil {
			return nil, err
		}
		u.files = append(u.files, &file{filepath.ToSlash(below), path, u.set, tree, text})
	}
	_, err := u.types.Check(p.ImportPath, u.set, u.trees(nil, nil), u.info)
	return u, err
}

// compiles reports whether the package type-checks after a change; other changes are not mutants.
func (u *unit) compiles(c change) bool {
	tree, err := parser.ParseFile(u.set, c.file.path, c.mutatedText(), parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	_, err = u.types.Check(u.ImportPath, u.set, u.trees(c.file, tree), nil)
	return err == nil
}

// trees returns the package's files with one of them replaced.
func (u *unit) trees(replaced *file, by *ast.File) []*ast.File {
	var trees []*ast.File
	for _, f := range u.files {
		if f == replaced {
			trees = append(trees, by)
		} else {
			trees = append(trees, f.tree)
		}
	}
	return trees
}

// Package house draws the dependency graph of the module: its components, which are folders, and their
// imports, read from the sources.
//
// A component has the rank one above the highest component that it imports. An edge that a longer path
// implies (a imports b, b imports c, hence a may import c) is left out; the drawing shows the
// transitive reduction of the graph.
package house

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A Component is a folder with all folders below it that are not components of their own.
type Component struct {
	Folder string // such as core/doc
	About  string // the first sentence of its package comment, if the folder is a package
	Lines  int    // of its sources without tests
	Floor  int    // 0 is the lowest
	Uses   []int  // indices of the imported rooms, including implied edges
	Arrows []int  // the imports that no longer path implies
}

// A Plan lists the requested components in the order of their folders.
type Plan struct{ Components []Component }

// Read reads the plan of a module from its sources. A pattern is a folder, which becomes one
// component, or a folder and "/*", where every folder inside becomes a component; all folders that match a
// pattern with an inner "*", such as "kind/*/solve", are one component. A folder belongs to the
// longest pattern that contains it.
func Read(module string, sources fs.FS, patterns []string) (Plan, error) {
	var p Plan
	imports := map[string]map[string]bool{} // room, imported package
	for _, pattern := range patterns {
		folders := []string{pattern}
		if inside, ok := strings.CutSuffix(pattern, "/*"); ok {
			entries, err := fs.ReadDir(sources, inside)
			if err != nil {
				return p, err
			}
			folders = nil
			for _, e := range entries {
				if e.IsDir() && e.Name() != "testdata" {
					folders = append(folders, path.Join(inside, e.Name()))
				}
			}
		}
		for _, folder := range folders {
			p.Components = append(p.Components, Component{Folder: folder})
			imports[folder] = map[string]bool{}
		}
	}
	slices.SortFunc(p.Components, func(a, b Component) int { return cmp.Compare(a.Folder, b.Folder) })
	for i := range p.Components {
		if i > 0 && p.Components[i].Folder == p.Components[i-1].Folder {
			return p, fmt.Errorf("house: %s is asked for twice", p.Components[i].Folder)
		}
		if err := p.measure(sources, i, imports[p.Components[i].Folder]); err != nil {
			return p, err
		}
	}
	for i := range p.Components {
		r := &p.Components[i]
		for name := range imports[r.Folder] {
			folder, ours := strings.CutPrefix(name, module+"/")
			if to := p.componentOf(folder); ours && to >= 0 && to != i && !slices.Contains(r.Uses, to) {
				r.Uses = append(r.Uses, to)
			}
		}
		slices.Sort(r.Uses)
	}
	if err := p.setRanks(); err != nil {
		return p, err
	}
	p.reduce()
	return p, nil
}

// componentOf returns the index of the innermost component that contains a folder, -1 if there is none.
func (p *Plan) componentOf(folder string) int {
	best := -1
	for i, r := range p.Components {
		if matches(r.Folder, folder) && (best < 0 || len(r.Folder) > len(p.Components[best].Folder)) {
			best = i
		}
	}
	return best
}

// matches reports whether a folder matches a component's pattern or lies below a match.
func matches(pattern, folder string) bool {
	depth := strings.Count(pattern, "/") + 1
	if names := strings.Split(folder, "/"); len(names) > depth {
		folder = strings.Join(names[:depth], "/")
	}
	ok, err := path.Match(pattern, folder)
	return ok && err == nil
}

// measure reads a component's sources: the number of lines, the imports and the first sentence of the
// package comment.
func (p *Plan) measure(sources fs.FS, i int, imports map[string]bool) error {
	folders, err := fs.Glob(sources, p.Components[i].Folder)
	if err != nil {
		return err
	}
	if len(folders) == 0 {
		return fmt.Errorf("house: there is no folder %s", p.Components[i].Folder)
	}
	for _, folder := range folders {
		if err := p.measureFolder(sources, folder, i, imports); err != nil {
			return err
		}
	}
	return nil
}

// measureFolder adds the lines of the sources below a folder to component i, and their imports to imports. It skips
// tests, test helpers in folders of their own, and folders of other components. It returns an error if a source cannot
// be parsed.
func (p *Plan) measureFolder(sources fs.FS, folder string, i int, imports map[string]bool) error {
	r := &p.Components[i]
	return fs.WalkDir(sources, folder, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || p.componentOf(name) != i):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(sources, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		helps := slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"testing"` })
		if helps && path.Dir(name) != r.Folder {
			return nil // test helpers in a folder of their own are not part of the room
		}
		r.Lines += bytes.Count(text, []byte("\n"))
		if file.Doc != nil && path.Dir(name) == r.Folder {
			r.About = new(doc.Package).Synopsis(file.Doc.Text())
		}
		for _, spec := range file.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			imports[imported] = true
		}
		return nil
	})
}

// setRanks computes the rank of every component.
func (p *Plan) setRanks() error {
	const unseen, open = -1, -2
	for i := range p.Components {
		p.Components[i].Floor = unseen
	}
	var visit func(i int) error
	visit = func(i int) error {
		r := &p.Components[i]
		switch r.Floor {
		case open:
			return errors.New("house: rooms import each other in a circle through " + r.Folder)
		case unseen:
			r.Floor = open
			floor := 0
			for _, to := range r.Uses {
				if err := visit(to); err != nil {
					return err
				}
				floor = max(floor, p.Components[to].Floor+1)
			}
			r.Floor = floor
		}
		return nil
	}
	for i := range p.Components {
		if err := visit(i); err != nil {
			return err
		}
	}
	return nil
}

// reduce sets the Arrows of every component to the transitive reduction of Uses: it omits an edge that a longer path
// implies. The graph must have no cycles.
func (p *Plan) reduce() {
	var reaches func(from, to int) bool
	reaches = func(from, to int) bool {
		return slices.ContainsFunc(p.Components[from].Uses, func(next int) bool {
			return next == to ||
				reaches(next, to)
		})
	}
	for i := range p.Components {
		r := &p.Components[i]
		for _, to := range r.Uses {
			longer := slices.ContainsFunc(r.Uses, func(next int) bool { return next != to && reaches(next, to) })
			if !longer {
				r.Arrows = append(r.Arrows, to)
			}
		}
	}
}

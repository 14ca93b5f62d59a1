package core

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"slices"
	"testing"
)

// A predeclared name has one meaning everywhere. Fields and methods may have
// such a name, since they are never written alone.
func TestNothingShadowsWhatGoDeclares(t *testing.T) {
	visitFiles(t, func(path string, file *ast.File) {
		for _, name := range shadows(file) {
			t.Errorf("%s: %s shadows a predeclared identifier; rename it", path, name)
		}
	})
}

// shadows lists the predeclared names that a file declares.
func shadows(file *ast.File) []string {
	var found []string
	declare := func(names ...*ast.Ident) {
		for _, n := range names {
			if doc.IsPredeclared(n.Name) {
				found = append(found, n.Name)
			}
		}
	}
	lists := func(all ...*ast.FieldList) {
		for _, list := range all {
			if list != nil {
				for _, field := range list.List {
					declare(field.Names...)
				}
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if lists(n.Recv); n.Recv == nil {
				declare(n.Name)
			}
		case *ast.FuncType:
			lists(n.TypeParams, n.Params, n.Results)
		case *ast.TypeSpec:
			declare(n.Name)
			lists(n.TypeParams)
		case *ast.ValueSpec:
			declare(n.Names...)
		case *ast.ImportSpec:
			if n.Name != nil {
				declare(n.Name)
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				declare(idents(n.Lhs...)...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				declare(idents(n.Key, n.Value)...)
			}
		}
		return true
	})
	return found
}

func idents(list ...ast.Expr) []*ast.Ident {
	var names []*ast.Ident
	for _, x := range list {
		if name, ok := x.(*ast.Ident); ok {
			names = append(names, name)
		}
	}
	return names
}

// shadows finds every form of declaration and no mere use of a name.
func TestShadowsAreSeen(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", `package x
import new "strings"
type any int
type pair[len int] struct{ cap int }
func (min pair[T]) max() {}
func close(real int) (error error) {
	var copy = real
	clear, fine := copy, min.cap
	for panic := range fine { panic.len() }
	f := func(delete int) { delete = max(1, 2) }
}
`, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	got := shadows(file)
	want := []string{"new", "any", "len", "min", "close", "real", "error", "copy", "clear", "panic", "delete"}
	if !slices.Equal(got, want) {
		t.Errorf("seen %v, want %v", got, want)
	}
}

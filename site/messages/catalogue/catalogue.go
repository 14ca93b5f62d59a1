// Package catalogue lists the texts of the interface. It finds them in the source code: the patterns of i18n.T and
// i18n.English, the nouns that are counted, and the other texts in the packages of the interface (see texts.go).
package catalogue

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"gridbox/core/i18n"
)

// JSON returns the English catalogue of the repository at root, as a file for translators.
func JSON(root string) ([]byte, error) {
	texts, err := English(root)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	out.SetIndent("", "\t")
	err = out.Encode(map[string]any{"language": "en", "decimal": i18n.Decimal(), "group": i18n.Group(), "texts": texts})
	return b.Bytes(), err
}

// English returns all texts of the interface in the repository at root, each as its own translation: a text, or the
// plural forms of a noun.
func English(root string) (map[string]any, error) {
	texts := map[string]any{}
	for _, room := range rooms {
		if err := walk(filepath.Join(root, room), func(path string, file *ast.File) {
			collect(file, presets[filepath.Base(path)], texts)
		}); err != nil {
			return nil, err
		}
	}
	patterns, err := patterns(root)
	for text := range patterns {
		texts[text] = text
	}
	return texts, err
}

// walk calls do for the syntax tree of each file of Go below a folder, without tests.
func walk(folder string, do func(path string, file *ast.File)) error {
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == "verify" {
			return fs.SkipDir // its messages are part of documents
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(positions, path, nil, parser.SkipObjectResolution)
		if err == nil {
			do(path, file)
		}
		return err
	})
}

// positions has the places of all that was parsed.
var positions = token.NewFileSet()

// patterns returns the patterns of all calls of i18n.T and i18n.English below root. It returns an error if a pattern is
// not constant, has a brace that is not part of {}, or has not as many holes as values.
func patterns(root string) (texts map[string]bool, err error) {
	texts = map[string]bool{}
	for _, top := range []string{"core", "app"} {
		failed := walk(filepath.Join(root, top), func(_ string, file *ast.File) {
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || !isT(call.Fun) {
					return true
				}
				text, constant := literal(call.Args[0])
				holes := strings.Count(text, "{}")
				braces := strings.ContainsAny(strings.ReplaceAll(text, "{}", ""), "{}")
				if !constant || braces || holes != len(call.Args)-1 {
					err = fmt.Errorf("%s: the pattern is not constant, or its holes are not its values",
						positions.Position(call.Pos()))
				}
				texts[text] = true
				return true
			})
		})
		if failed != nil {
			return nil, failed
		}
	}
	return texts, err
}

// isT reports whether an expression is i18n.T or i18n.English.
func isT(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != "T" && s.Sel.Name != "English" {
		return false
	}
	p, ok := s.X.(*ast.Ident)
	return ok && p.Name == "i18n"
}

// literal returns the text of a string literal or of a sum of literals. It reports false for anything else.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		x, okX := literal(e.X)
		y, okY := literal(e.Y)
		return x + y, okX && okY && e.Op == token.ADD
	}
	return "", false
}

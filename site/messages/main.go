// Command messages prints the English catalogue of the interface as JSON: a template for translators. It contains every
// pattern of i18n.T. With the file of a catalogue it lists the texts of that catalogue that are no pattern of
// the interface. Run it in the root of the repository.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gridbox/core/i18n"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "messages:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	texts, err := patterns(".")
	if err != nil {
		return err
	}
	if len(args) == 1 {
		return listUnknown(args[0], texts)
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	out.SetIndent("", "\t")
	return out.Encode(struct {
		Language string            `json:"language"`
		Decimal  string            `json:"decimal"`
		Group    string            `json:"group"`
		Texts    map[string]string `json:"texts"`
	}{"en", i18n.Decimal(), i18n.Group(), texts})
}

// listUnknown prints the texts of the catalogue in file that are not in texts.
func listUnknown(file string, texts map[string]string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	c, err := i18n.Parse(data)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for text := range texts {
		known[text] = true
	}
	for _, text := range c.Unknown(known) {
		fmt.Println(text)
	}
	return nil
}

// patterns returns the patterns of all calls of i18n.T below root, each as its own translation. It returns an error if
// a pattern is not constant or has a brace that is not part of {}.
func patterns(root string) (map[string]string, error) {
	texts, set := map[string]string{}, token.NewFileSet()
	for _, top := range []string{"core", "app"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || err != nil || !isT(call.Fun) {
					return err == nil
				}
				text, constant := literal(call.Args[0])
				holes := strings.Count(text, "{}")
				braces := strings.ContainsAny(strings.ReplaceAll(text, "{}", ""), "{}")
				if !constant || braces || holes != len(call.Args)-1 {
					err = fmt.Errorf("%s: the pattern is not constant, or its holes are not its values",
						set.Position(call.Pos()))
				}
				texts[text] = text
				return true
			})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// isT reports whether an expression is i18n.T.
func isT(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != "T" {
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

// Package vuguhelper makes the static script that replaces the one eval of the figure.
//
// vugu's renderer passes a constant helper script to window.eval when it starts (domrender.New). The site's
// Content-Security-Policy forbids eval. So the constant is read from the module's source when the site is built, and
// becomes a file of the site. That file runs the helper as an ordinary script and replaces eval: for exactly this
// text eval does nothing, because it has run already; for any other it throws, as the policy would.
package vuguhelper

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

const (
	module   = "github.com/vugu/vugu"
	source   = "domrender/renderer-js-script.go"
	constant = "jsHelperScript"
)

// Script returns the text of the script that replaces the renderer's eval. The page loads it before the figure's
// WebAssembly starts. It returns an error if the source of vugu is missing or has changed.
func Script() ([]byte, error) {
	dir, err := moduleDir()
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(source)))
	if err != nil {
		return nil, fmt.Errorf("vuguhelper: %s has no %s; the pinned version of vugu has changed: %w", module,
			source, err)
	}
	helper, err := Constant(text)
	if err != nil {
		return nil, err
	}
	return Wrap(helper)
}

// Constant returns the helper script from the Go source that contains it.
func Constant(goSource []byte) (string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), source, goSource, 0)
	if err != nil {
		return "", fmt.Errorf("vuguhelper: %w", err)
	}
	for _, decl := range file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		for _, spec := range group.Specs {
			value := spec.(*ast.ValueSpec)
			if len(value.Names) != 1 || value.Names[0].Name != constant || len(value.Values) != 1 {
				continue
			}
			literal, ok := value.Values[0].(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return "", fmt.Errorf(
					"vuguhelper: %s in %s is not one string literal; read it by hand and mend this reader",
					constant, source)
			}
			return strconv.Unquote(literal.Value)
		}
	}
	return "", fmt.Errorf("vuguhelper: no constant %s in %s; look where this version of vugu keeps its helper",
		constant, source)
}

// Wrap returns the static file for a helper. The semicolon after the helper is needed, because it ends in a call
// without one and the next text starts with a bracket. The file contains the text twice, for the comparison;
// compression makes that nearly free.
func Wrap(helper string) ([]byte, error) {
	if strings.TrimSpace(helper) == "" {
		return nil, errors.New("vuguhelper: the helper script is empty")
	}
	var quoted bytes.Buffer
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(helper); err != nil {
		return nil, fmt.Errorf("vuguhelper: %w", err)
	}
	return []byte(helper + ";\n" +
			"(function(){var done=" + strings.TrimSpace(quoted.String()) + ";\n" +
			"window.eval=function(text){if(text!==done)throw new EvalError(\"this page runs no text as " +
			"script\")}})();\n"),
		nil
}

// moduleDir returns the folder of vugu's sources. It returns an error if the go command fails or the module is not
// downloaded.
func moduleDir() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return "", fmt.Errorf("vuguhelper: where is %s? run this inside the module, with the go command at hand: %w",
			module, err)
	}
	dir := strings.TrimSpace(string(out))
	if dir == "" {
		return "", fmt.Errorf("vuguhelper: %s is not downloaded; run go mod download", module)
	}
	return dir, nil
}

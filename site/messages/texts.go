package main

import (
	"go/ast"
	"go/token"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// rooms are the folders whose texts the interface shows.
var rooms = []string{"app/panel", "app/screen", "app/kind", "app/lab", "app/state", "app/ui", "app/standing",
	"app/library", "app/stepped", "core/kind", "core/draw", "core/diff", "core/decision", "core/catalog",
	"core/study/report", "core/schedmetrics", "core/doc"}

// counting has, by function, the index of the argument that is a noun.
var counting = map[string]int{"Plural": 1, "Counted": 1, "Count": 1, "Called": 0, "Noun": 1}

// showing are the functions and types of views. Any text among their arguments is visible.
var showing = map[string]bool{"El": true, "Text": true, "ColHead": true, "Bold": true, "Term": true, "Button": true,
	"IconButton": true, "Sentence": true, "TableOf": true, "t": true, "Head": true, "Tab": true}

// shownFields are the fields of structs that have texts.
var shownFields = map[string]bool{"Name": true, "Title": true, "Head": true, "Label": true, "Text": true, "About": true,
	"Noun": true, "Unit": true, "Help": true, "Hint": true, "Short": true, "Names": true, "Heads": true, "Word": true,
	"One": true, "Many": true, "Term": true, "Sort": true}

// shownTags are the keys of struct tags that have texts.
var shownTags = []string{"about", "name", "label", "title", "unit", "noun"}

// shownAttributes are the attributes that have texts.
var shownAttributes = map[string]bool{"title": true, "aria-label": true, "placeholder": true, "alt": true}

// prose matches a sentence, a phrase, or a single word with a capital.
var prose = regexp.MustCompile(`^[“(]?[\pL\d][^<>{}=_|\\\n]* [^<>{}=_|\\\n]*$|^\p{Lu}[\pL-]+$`)

// letters matches a word.
var letters = regexp.MustCompile(`\pL{2}`)

// collect adds the texts of a file: nouns with their plural, texts of tags, arguments of views, and prose.
func collect(file *ast.File, texts map[string]any) {
	add := func(text string) {
		if text = strings.TrimSpace(text); letters.MatchString(text) {
			if _, known := texts[text]; !known {
				texts[text] = text
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			if n.Tag != nil {
				tag, _ := strconv.Unquote(n.Tag.Value)
				for _, key := range shownTags {
					add(reflect.StructTag(tag).Get(key))
				}
			}
			return n.Tag == nil
		case *ast.CallExpr:
			called(n, texts, add)
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && shownFields[key.Name] {
				addAll(n.Value, add)
			}
		case *ast.BinaryExpr:
			if text, ok := literal(n); ok && prose.MatchString(text) {
				add(text)
				return false
			}
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil && prose.MatchString(text) {
				add(text)
			}
		}
		return true
	})
}

// addAll adds the texts of a literal or of a list of literals.
func addAll(value ast.Expr, add func(string)) {
	if text, ok := literal(value); ok {
		add(text)
	}
	if list, ok := value.(*ast.CompositeLit); ok {
		for _, e := range list.Elts {
			addAll(e, add)
		}
	}
}

// called adds the texts among the arguments of a call.
func called(call *ast.CallExpr, texts map[string]any, add func(string)) {
	name := nameOf(call.Fun)
	if at, ok := counting[name]; ok && at < len(call.Args) {
		if noun, ok := literal(call.Args[at]); ok {
			texts[noun] = map[string]string{"one": noun, "other": doc.Plural(2, noun)}
		}
	}
	if name == "A" && len(call.Args) == 2 {
		if attribute, _ := literal(call.Args[0]); !shownAttributes[attribute] {
			return
		}
		if text, ok := literal(call.Args[1]); ok {
			add(text)
		}
	}
	if !showing[name] {
		return
	}
	for i, arg := range call.Args {
		if text, ok := literal(arg); ok && (i > 0 || name != "El" && name != "IconButton" && name != "TableOf") {
			add(text)
		}
	}
}

// nameOf returns the name of a called function, without its package.
func nameOf(fun ast.Expr) string {
	switch f := fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

package catalogue

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
var rooms = []string{"app/panel", "app/screen", "app/kind", "app/lab", "app/state", "app/ui", "app/policypanel",
	"app/library", "app/stepview", "app/figure", "core/kind", "core/draw", "core/diff", "core/decision", "core/catalog",
	"core/study", "core/schedmetrics", "core/doc", "core/scenario"}

// presets are the files of ready problems.
var presets = map[string]bool{"preset.go": true, "fiveclusters.go": true, "figurefive.go": true, "markov.go": true}

// counting has, by function, the index of the argument that is a noun.
var counting = map[string]int{"Plural": 1, "CountText": 1, "Count": 1, "Noun": 1}

// showing are the functions and types of views. Any text among their arguments is visible.
var showing = map[string]bool{"El": true, "Text": true, "ColHead": true, "Bold": true, "Term": true, "Button": true,
	"IconButton": true, "Sentence": true, "TableOf": true, "t": true, "Head": true, "Tab": true, "Table": true,
	"RowHead": true, "row": true, "line": true, "list": true, "button": true,
	"Slider": true, "number": true, "text": true}

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

// letters matches a word, and identifier the name of a class or of a field of documents.
var (
	letters    = regexp.MustCompile(`\pL{2}`)
	identifier = regexp.MustCompile(`^(gb-\S*|gridbox-\S*|[a-z]+[A-Z]\S*)$`)
)

// collect adds the texts of a file: nouns with their plural, texts of tags, arguments of views, and prose. Of a file of
// presets it adds only texts in fields, because the others are names of things.
func collect(file *ast.File, preset bool, texts map[string]any) {
	var add func(text string)
	add = func(text string) {
		text = strings.TrimSpace(text)
		if !letters.MatchString(text) || identifier.MatchString(text) {
			return
		}
		if _, known := texts[text]; !known {
			texts[text] = text
		}
		if strings.ContainsAny(text[:1], ",;.?") {
			add(text[1:]) // the mark may be shown with the term before it
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
					text := reflect.StructTag(tag).Get(key)
					add(text)
					if key == "label" { // labels are part of sentences too
						add(strings.ToLower(text))
					}
				}
				if _, choices, ok := strings.Cut(reflect.StructTag(tag).Get("rule"), "oneof="); ok {
					choices, _, _ = strings.Cut(choices, ",")
					for _, choice := range strings.Split(choices, "|") {
						add(choice)
					}
				}
			}
			return n.Tag == nil
		case *ast.CallExpr:
			addCallTexts(n, texts, add)
		case *ast.KeyValueExpr:
			key, ok := n.Key.(*ast.Ident)
			if ok && (shownFields[key.Name] || key.Name == "true" || key.Name == "false") {
				addAll(n.Value, add)
			}
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				if shownFields[nameOf(to)] && len(n.Lhs) == len(n.Rhs) {
					addAll(n.Rhs[i], add)
				}
			}
		case *ast.ValueSpec:
			if strings.HasPrefix(n.Names[0].Name, "Scope") && len(n.Values) == 1 {
				addAll(n.Values[0], add)
			}
		case *ast.CompositeLit:
			if !preset && (n.Type == nil || isList(n.Type)) { // a list of words, or an element of a list
				addAll(n, add)
			}
		case *ast.BinaryExpr:
			if text, ok := literal(n); ok && !preset && prose.MatchString(text) {
				add(text)
				return false
			}
		case *ast.RangeStmt:
			if !preset {
				addAll(n.X, add)
			}
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil && !preset &&
				prose.MatchString(text) {
				add(text)
			}
		}
		return true
	})
}

// isList reports whether a type is a list of any values.
func isList(t ast.Expr) bool {
	list, ok := t.(*ast.ArrayType)
	if !ok {
		return false
	}
	name, ok := list.Elt.(*ast.Ident)
	return ok && name.Name == "any"
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

// addCallTexts adds the visible texts among the arguments of a call: nouns with their plural, visible attributes, and
// all texts of the functions in showing. The name of an element or icon is no text.
func addCallTexts(call *ast.CallExpr, texts map[string]any, add func(string)) {
	name := nameOf(call.Fun)
	if at, ok := counting[name]; ok && at < len(call.Args) {
		if noun, ok := literal(call.Args[at]); ok && letters.MatchString(noun) {
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
		if i > 0 || name != "El" && name != "IconButton" && name != "TableOf" {
			addAll(arg, add)
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

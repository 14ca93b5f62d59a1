package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// inspectFile returns the findings of a file of Go that is not a test: doc
// comments that do not begin with the name that they document, avoided words in
// any comment, and names that are no nouns or verbs.
func inspectFile(path string, source []byte) ([]finding, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(file) {
		return nil, nil
	}
	var found []finding
	add := func(at token.Pos, text string) {
		found = append(found, finding{path, fset.Position(at).Line, text})
	}
	check := func(doc *ast.CommentGroup, names ...string) {
		if doc == nil || doc.Text() == "" {
			return
		}
		if !beginsWith(doc.Text(), names) {
			add(doc.Pos(), "the comment of "+names[0]+" does not begin with its name")
		} else if verb := personVerb(doc.Text()); verb != "" {
			add(doc.Pos(), `"`+names[0]+" "+verb+`": write returns, reports whether, writes, records`)
		}
	}
	if file.Doc != nil && !slices.ContainsFunc([]string{"Package ", "Command ", "Program "}, func(begin string) bool {
		return strings.HasPrefix(file.Doc.Text(), begin)
	}) {
		add(file.Doc.Pos(), "the comment of the package does not begin with Package or Command")
	}
	for _, d := range file.Decls {
		checkDecl(d, check)
		checkNames(d, add)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if f, ok := n.(*ast.Field); ok && f.Tag != nil {
			for _, part := range longHelpParts(f.Tag.Value) {
				add(f.Tag.Pos(), `help of more than 12 words: "`+part+`"`)
			}
		}
		return true
	})
	for _, group := range file.Comments {
		for _, text := range findAvoided(strings.ReplaceAll(group.Text(), "\n", " ")) {
			add(group.Pos(), text)
		}
	}
	return found, nil
}

// maxHelp is the maximum number of words in a part of a field's help.
const maxHelp = 12

// help matches the help in the tag of a field, also of a single algorithm.
var help = regexp.MustCompile(`about(?:\.[a-z-]+)?:"([^"]*)"`)

// longHelpParts returns the parts with too many words in the help of a form's field,
// which has a label. Semicolons and colons separate parts.
func longHelpParts(tag string) []string {
	if !strings.Contains(tag, ` label:"`) {
		return nil
	}
	var long []string
	for _, match := range help.FindAllStringSubmatch(tag, -1) {
		for _, part := range strings.FieldsFunc(match[1], func(r rune) bool { return r == ';' || r == ':' }) {
			if len(strings.Fields(part)) > maxHelp {
				long = append(long, strings.TrimSpace(part))
			}
		}
	}
	return long
}

// checkDecl calls check with each doc comment of a declaration and the names
// that the comment may begin with.
func checkDecl(d ast.Decl, check func(doc *ast.CommentGroup, names ...string)) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		check(d.Doc, d.Name.Name)
	case *ast.GenDecl:
		for _, s := range d.Specs {
			doc := d.Doc
			if d.Lparen.IsValid() {
				doc = nil // the comment of a group is free
			}
			switch s := s.(type) {
			case *ast.TypeSpec:
				if s.Doc != nil {
					doc = s.Doc
				}
				check(doc, s.Name.Name)
			case *ast.ValueSpec:
				if s.Doc != nil {
					doc = s.Doc
				}
				var names []string
				for _, id := range s.Names {
					names = append(names, id.Name)
				}
				check(doc, names...)
			}
		}
	}
}

// vagueName matches names that are a preposition, a participle or an adjective alone. Of may be the function that a
// package is for: kinds.Of.
var vagueName = regexp.MustCompile(`^(of|by|in|on|with|over|under|between|before|after|behind|` +
	`(?i:whole|plain|drawn|asked|made|shown|held|found|seen|told|said|brought|given|taken|kept|gone|meant))$`)

// superlative matches names of limits that do not say min or max.
var superlative = regexp.MustCompile(`^(most|least|fewest)[A-Z]`)

// checkNames adds a finding for each vague name of a function or type, and for each constant or variable with a
// superlative. A constant may have the name of a state: Drawn.
func checkNames(d ast.Decl, add func(at token.Pos, text string)) {
	check := func(id *ast.Ident, avoided *regexp.Regexp, instead string) {
		if avoided.MatchString(id.Name) {
			add(id.Pos(), `the name "`+id.Name+`": use `+instead)
		}
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		check(d.Name, vagueName, "a noun for what is returned, a verb for what is done")
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				check(s.Name, vagueName, "a noun")
			case *ast.ValueSpec:
				for _, id := range s.Names {
					check(id, superlative, "min or max")
				}
			}
		}
	}
}

// personVerb returns the word after the name that a comment begins with, if it
// is a verb that fits persons and not code, and "" otherwise.
func personVerb(comment string) string {
	fields := strings.Fields(comment)
	if len(fields) > 1 && slices.Contains(articles, fields[0]) {
		fields = fields[1:]
	}
	if len(fields) < 2 || !slices.Contains(verbsOfPersons, fields[1]) {
		return ""
	}
	return fields[1]
}

// articles are the words that may precede the name in a comment.
var articles = []string{"A", "An", "The"}

// verbsOfPersons are verbs with which no comment describes code.
var verbsOfPersons = []string{"tells", "tell", "says", "say", "gives", "give", "asks", "ask", "knows", "know",
	"wants", "want", "hears", "hear", "thinks", "think"}

// beginsWith reports whether a comment begins with one of the names, after an
// article if there is one.
func beginsWith(comment string, names []string) bool {
	if strings.HasPrefix(comment, "Deprecated: ") {
		return true
	}
	fields := strings.Fields(comment)
	if len(fields) > 1 && slices.Contains(articles, fields[0]) && !slices.Contains(names, fields[0]) {
		fields = fields[1:]
	}
	return len(fields) > 0 && slices.Contains(names, strings.Trim(strings.TrimSuffix(fields[0], "'s"), ",.:;()"))
}

package main

import (
	"fmt"
	"html"
	"io"
	"math"
	"reflect"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study/report"
)

// documents returns the documents that a fenced block "fields" can name: the formats and, for
// each kind, its solution, the input of policies and, if it has fields, their output. The tables
// are made from the struct tags that the reader, the schema and the forms use.
func documents() map[string]any {
	all := map[string]any{"scenario": scenario.Scenario{}, "result": scenario.Result{}, "study": report.Document{}}
	for _, k := range engine.All() {
		all[k.ID+" solution"], all[k.ID+" state"] = scenario.NewSolution(k.ID), k.Program.State
		for _, v := range k.Program.ResultTypes {
			all[k.ID+" "+strings.ToLower(reflect.TypeOf(v).Name())] = v
		}
	}
	return all
}

// writeFields renders the reference of a document: one table for it and one for every nested
// object.
func (s *Site) writeFields(w io.Writer, document string) error {
	v, ok := documents()[document]
	if !ok {
		return fmt.Errorf("fields: there is no document %q", document)
	}
	t := fieldTables{w, strings.ReplaceAll(document, " ", "-")}
	t.write("", doc.Fields(v))
	return nil
}

// fieldTables writes the tables of a document. The name of the document makes the ids unique in a
// page.
type fieldTables struct {
	w        io.Writer
	document string
}

// write writes the table of the fields at a path, then the tables of the nested objects, depth first. The table of
// the whole document has no heading.
func (t fieldTables) write(path string, fields []doc.Field) {
	w := t.w
	if path != "" {
		fmt.Fprintf(w, "<h3 id=\"%s\"><code>%s</code></h3>\n", t.id(path), html.EscapeString(path))
	}
	fmt.Fprint(w, "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\">Field</th><th "+
		"scope=\"col\">Type</th><th scope=\"col\">Rule</th><th scope=\"col\">Meaning</th></tr></thead>\n<tbody>\n")
	for _, f := range fields {
		name := html.EscapeString(f.Name)
		if len(f.Inside) > 0 {
			name = fmt.Sprintf("<a href=\"#%s\">%s</a>", t.id(join(path, f)), name)
		}
		fmt.Fprintf(w, "<tr><th scope=\"row\"><code>%s</code></th><td>%s</td><td>%s</td><td>%s</td></tr>\n",
			name, html.EscapeString(typeText(f)), html.EscapeString(ruleWords(f)), html.EscapeString(sentence(f.About)))
	}
	fmt.Fprint(w, "</tbody></table></div>\n")
	for _, f := range fields {
		if len(f.Inside) > 0 {
			t.write(join(path, f), f.Inside)
		}
	}
}

// join returns the path of a field as in faults, without indices.
func join(path string, f doc.Field) string {
	name := f.Name
	if f.Kind == "list" {
		name += "[]"
	}
	if path == "" {
		return name
	}
	return path + "." + name
}

func (t fieldTables) id(path string) string {
	return t.document + "-" + strings.NewReplacer("[]", "", ".", "-").Replace(path)
}

// kindWords maps the type of a field to its name in the reference.
var kindWords = map[string]string{"whole": "whole number", "truth": "true or false", "any": "any value"}

// typeText describes the type and the unit of a field's value.
func typeText(f doc.Field) string {
	word := func(kind string) string {
		if w, ok := kindWords[kind]; ok {
			return w
		}
		return kind
	}
	text := word(f.Kind)
	if f.Element != "" {
		text += " of " + word(f.Element) + "s"
		if f.Kind == "map" || f.Element == "any" {
			text = strings.TrimSuffix(text, "s")
		}
	}
	if f.Unit != "" {
		text += ", " + f.Unit
	}
	return text
}

// ruleWords formats a rule of a field for the reference.
func ruleWords(f doc.Field) string {
	var words []string
	r := f.Rule
	if r.Required {
		words = append(words, "required")
	}
	if r.ID {
		words = append(words, fmt.Sprintf("1 to %d characters", doc.MaxID))
	}
	sign := func(open bool, closed, strict string) string {
		if open {
			return strict
		}
		return closed
	}
	if !math.IsInf(r.Min, 0) {
		words = append(words, sign(r.MinOpen, "≥ ", "> ")+doc.Number(r.Min))
	}
	if !math.IsInf(r.Max, 0) {
		words = append(words, sign(r.MaxOpen, "≤ ", "< ")+doc.Number(r.Max))
	}
	if len(r.Choices) > 0 {
		words = append(words, strings.Join(r.Choices, " or "))
	}
	return strings.Join(words, ", ")
}

func sentence(about string) string {
	if about == "" {
		return ""
	}
	return strings.ToUpper(about[:1]) + about[1:]
}

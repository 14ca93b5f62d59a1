// Package tsdecl describes the input and output of users' programs:
// declarations in TypeScript for editors, and the completions of the page's
// editor. Both come from the tags of the types that are passed to a program, as
// the schemas of documents do.
package tsdecl

import (
	"reflect"
	"slices"
	"strings"

	"gridbox/core/engine"
	"gridbox/core/kind/kinds"
	"gridbox/core/policy"
	"gridbox/core/solver"
)

// A shape describes the programs of a kind.
type shape struct {
	solver.Program
	kind    string
	problem any
}

// shapes returns the kinds whose programs have declarations.
func shapes() (list []shape) {
	for _, k := range engine.All() {
		if k.Program.Returns != "" {
			list = append(list, shape{k.Program, k.ID, k.Problem})
		}
	}
	return list
}

// Kinds returns the ids of the kinds with programs.
func Kinds() (list []string) {
	for _, s := range shapes() {
		list = append(list, s.kind)
	}
	return list
}

// Declarations returns the text of a .d.ts file for programs of a kind, or "".
func Declarations(kind string) string {
	for _, s := range shapes() {
		if s.kind == kind {
			return s.declarations()
		}
	}
	return ""
}

// A writer declares types, each once, in the order in which they are found.
type writer struct {
	text      strings.Builder
	typeNames map[reflect.Type]string
	usedNames map[string]bool
	todo      []reflect.Type
	open      map[reflect.Type]bool // optional fields except for the first
}

// declarations returns the TypeScript declarations for programs of the kind: the types of
// their input, the functions to define, and the global functions.
func (s *shape) declarations() string {
	w := &writer{typeNames: map[reflect.Type]string{}, usedNames: map[string]bool{}, open: map[reflect.Type]bool{}}
	w.text.WriteString("// What a program of the kind " + s.kind + " is given, and what it returns.\n" +
		"// Made from the sources of Gridbox: gridbox types " + s.kind + "\n\n")
	state, problem := w.name(reflect.TypeOf(s.State)), ""
	for _, m := range s.ResultTypes {
		w.open[reflect.TypeOf(m)] = true
		w.name(reflect.TypeOf(m))
	}
	w.flush()
	w.usedNames["Problem"] = false
	problem = w.name(reflect.TypeOf(s.problem))
	w.flush()
	w.text.WriteString("/** Called once a decision; returns " + s.Means + ". */\n" +
		"declare function decide(state: " + state + "): " + s.Returns + ";\n" +
		"/** Called first, if there is one, with the whole problem. */\n" +
		"declare function start(problem: " + problem + "): void;\n" +
		"/** Called last, if there is one, with the metrics of the answer. */\n" +
		"declare function end(metrics: { [name: string]: number }): void;\n\n")
	for _, g := range globals {
		w.text.WriteString("/** " + g.about + ". */\ndeclare function " + g.name + g.signature + ";\n")
	}
	return w.text.String()
}

// globals are the functions that a program may call in addition to the
// language.
var globals = []struct{ name, signature, about string }{
	{"random", "(): number", "A number from 0 to 1, drawn from the seed of the document"},
	{"log", "(...values: unknown[]): void", "A line that appears in the steps, behind the decision"},
	{"mark", "(job: string | { id: string }, text: string): void", "A line about a job, beside it in the steps"},
}

// name returns the TypeScript name of a type. Structs are queued for
// declaration.
func (w *writer) name(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return w.name(t.Elem()) + " | null"
	case reflect.Slice:
		of := w.name(t.Elem())
		if strings.Contains(of, " ") {
			of = "(" + of + ")"
		}
		return of + "[]"
	case reflect.Map:
		return "{ [name: string]: " + w.name(t.Elem()) + " }"
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Struct:
		if known, ok := w.typeNames[t]; ok {
			return known
		}
		called := t.Name()
		for w.usedNames[called] {
			called += "_"
		}
		w.typeNames[t], w.usedNames[called] = called, true
		w.todo = append(w.todo, t)
		return called
	}
	return "number"
}

// flush declares the queued types.
func (w *writer) flush() {
	for len(w.todo) > 0 {
		t := w.todo[0]
		w.todo = w.todo[1:]
		w.text.WriteString("interface " + w.typeNames[t] + " {\n")
		may := ": "
		eachField(t, func(f reflect.StructField, name string) {
			if about := sentence(f); about != "" {
				w.text.WriteString("  /** " + strings.ReplaceAll(about, "*/", "* /") + " */\n")
			}
			of := w.name(f.Type)
			if other, ok := alternativeField(t, name); ok {
				of += " | " + w.name(other.Type)
			}
			w.text.WriteString("  " + name + may + of + ";\n")
			if w.open[t] {
				may = "?: "
			}
		})
		w.text.WriteString("}\n\n")
	}
}

// alternativeField returns the map of a struct that may take the place of a list in documents.
func alternativeField(t reflect.Type, name string) (other reflect.StructField, ok bool) {
	for i := range t.NumField() {
		if g := t.Field(i); g.Tag.Get("also") != "" && g.Tag.Get("also") == name {
			return g, true
		}
	}
	return other, false
}

// eachField calls do for each field that is passed to a program, including
// those of embedded structs.
func eachField(t reflect.Type, do func(f reflect.StructField, name string)) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			eachField(f.Type, do)
		case f.IsExported() && name != "" && name != "-":
			do(f, name)
		}
	}
}

// sentence returns the description of a field with its unit.
func sentence(f reflect.StructField) string {
	about, unit := f.Tag.Get("about"), f.Tag.Get("unit")
	if unit != "" {
		about = strings.TrimSuffix(about, ".") + ", in " + unit
	}
	return about
}

// A Completion is a completion of the page's editor.
type Completion struct {
	Label  string `json:"label"`
	Detail string `json:"detail"`
	About  string `json:"about"`
}

// Completions returns the completions for each kind's formulas and programs, by
// language.
func Completions() map[string]map[string][]Completion {
	all := map[string]map[string][]Completion{}
	for _, k := range kinds.All() {
		all[k.ID] = map[string][]Completion{policy.Formula: formulaCompletions(&k.Policy)}
	}
	for _, s := range shapes() {
		all[s.kind][policy.JavaScript] = s.completions()
	}
	return all
}

// formulaCompletions returns the names for formulas of a kind of policy: the attributes, the
// decisions and the functions, each once. Functions over members are included only if a
// decision has members.
func formulaCompletions(table *policy.Kind) (list []Completion) {
	seen := map[string]bool{}
	add := func(label, detail, about string) {
		if !seen[label] {
			seen[label] = true
			list = append(list, Completion{label, detail, about})
		}
	}
	for _, d := range table.Decisions {
		for _, n := range append(append([]policy.Name(nil), d.Names...), d.Members...) {
			add(n.ID, n.Unit, n.About)
		}
	}
	for _, d := range table.Decisions {
		add(d.ID, "decision", d.About)
	}
	all := functions
	if slices.ContainsFunc(table.Decisions, func(d policy.Decision) bool { return len(d.Members) > 0 }) {
		all = append(all[:len(all):len(all)], memberFunctions...)
	}
	for _, f := range all {
		add(f[0], "function", f[1])
	}
	return list
}

// functions lists the functions of core/formula.
var functions = [][2]string{
	{"min", "the least of its arguments"}, {"max", "the greatest of its arguments"}, {"abs", "without the sign"},
	{"sqrt", "square root"}, {"floor", "rounded down"}, {"ceil", "rounded up"}, {"ln", "natural logarithm"},
	{"log2", "logarithm to the base 2"}, {"log10", "logarithm to the base 10"}, {"exp", "e to the power of"},
	{"pow", "pow(x, y): x to the power of y"}, {"if", "if(condition, then, otherwise)"},
}

// memberFunctions are the functions over the members of a set.
var memberFunctions = [][2]string{{"sum", "the sum over all nodes of the window"}, {"mean", "the mean over them"},
	{"least", "the least of them"}, {"most", "the greatest of them"}}

// completions returns the names that a program of this shape can use. They are the fields of
// its input without duplicates, the functions that it defines, and the global
// functions.
func (s *shape) completions() (list []Completion) {
	seen := map[string]bool{}
	w := &writer{typeNames: map[reflect.Type]string{}, usedNames: map[string]bool{}}
	w.name(reflect.TypeOf(s.State))
	for _, m := range s.ResultTypes {
		w.name(reflect.TypeOf(m))
	}
	for len(w.todo) > 0 {
		t := w.todo[0]
		w.todo = w.todo[1:]
		eachField(t, func(f reflect.StructField, name string) {
			detail := w.name(f.Type)
			if !seen[name] {
				seen[name] = true
				list = append(list, Completion{name, detail, sentence(f)})
			}
		})
	}
	list = append(list, Completion{"decide", "function", "called once a decision; returns " + s.Means},
		Completion{"start", "function", "called first, if there is one, with the whole problem"},
		Completion{"end", "function", "called last, if there is one, with the metrics of the answer"})
	for _, g := range globals {
		list = append(list, Completion{g.name, "function", g.about})
	}
	return list
}

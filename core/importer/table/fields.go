package table

import (
	"reflect"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// A List is one list of things of a kind, such as the jobs of a farm.
type List struct {
	Noun   string // of one of them: job
	Fields []Field

	doc.Accessor // of the list in the problem
	kind         string
	elem         reflect.Type // of one thing
}

// A Field is what a column can be: a field of a thing, or one inside it. The entry
// of a list by names, such as licences, has the name behind: licenses.gpu.
type Field struct {
	doc.Accessor
	Ref string // the list that its values are ids of

	list string
	key  string
}

// lists are those of all kinds, made once of the nouns.
var lists = func() map[string][]*List {
	made := map[string][]*List{}
	for _, kind := range scenario.Kinds() {
		made[kind] = listsOf(kind)
	}
	return made
}()

// Lists are the lists of a kind that tables can fill.
func Lists(kind string) []*List { return lists[kind] }

func listOf(kind, name string) *List {
	for _, l := range lists[kind] {
		if l.Name == name {
			return l
		}
	}
	return nil
}

func listNames(kind string) (names []string) {
	for _, l := range lists[kind] {
		names = append(names, l.Name)
	}
	return names
}

func listsOf(kind string) (found []*List) {
	problem := problemOf(scenario.Blank(kind))
	for _, at := range doc.Accessors(problem.Interface()) {
		if at.Kind != "list" || at.Element != "object" {
			continue
		}
		l := &List{Noun: nounOf(at.Name), Accessor: at, kind: kind, elem: at.Get(problem).Type().Elem()}
		for _, leaf := range doc.Leaves(reflect.Zero(l.elem).Interface()) {
			if ref, fits := fillable(&leaf); fits {
				l.Fields = append(l.Fields, Field{Accessor: leaf, Ref: ref, list: l.Name})
			}
		}
		found = append(found, l)
	}
	return found
}

func problemOf(s *scenario.Scenario) reflect.Value {
	return reflect.ValueOf(scenario.Problem(s)).Elem()
}

// nounOf is what one thing of a list is called.
func nounOf(list string) string {
	if list == "busy" {
		return "busy time"
	}
	return strings.TrimSuffix(list, "s")
}

// fillable reports whether a cell can hold the field: a number, a word, a switch, a
// list of names or numbers by name. Lists of larger things, such as variants, do
// not fit into a row. It returns the list that the field refers to.
func fillable(f *doc.Accessor) (ref string, fits bool) {
	switch {
	case f.Kind == "list" && f.Element == "object":
		// What can be said by a name alone: the jobs that must have ended.
		need := needed(f.Inside)
		if len(need) != 1 {
			return "", false
		}
		ref = need[0].Tag.Get("ref")
		return ref, ref != ""
	case f.Kind == "any", f.Kind == "list" && f.Element != "text", f.Kind == "map" && f.Element == "text":
		return "", false
	}
	return f.Tag.Get("ref"), true
}

func needed(fields []doc.Field) (need []doc.Field) {
	for _, f := range fields {
		if f.Rule.Required {
			need = append(need, f)
		}
	}
	return need
}

// field finds a field by its path, the entries of a list by names too.
func (l *List) field(path string) (Field, bool) {
	for _, f := range l.Fields {
		if f.Kind != "map" && f.Path == path {
			return f, true
		}
		if key, ok := strings.CutPrefix(path, f.Path+"."); ok && f.Kind == "map" && doc.Name(key) != "" {
			f.Path, f.key = path, key
			return f, true
		}
	}
	return Field{}, false
}

// names are the paths of all fields; of numbers by name an example.
func (l *List) names() (names []string) {
	for _, f := range l.Fields {
		if f.Kind == "map" {
			names = append(names, f.Path+".NAME")
		} else {
			names = append(names, f.Path)
		}
	}
	return names
}

// Needed reports whether every thing must have the field. What stands inside an
// optional part is needed only where the part is there.
func (f *Field) Needed() bool { return f.Rule.Required && !strings.Contains(f.Path, ".") }

// Moment reports whether the field is a point in time, and so can be a date.
func (f *Field) Moment() bool { return f.Tag.Get("moment") == "true" }

// Usual is what is taken for the field where nothing else is said.
func (f *Field) Usual() string { return f.Tag.Get("usual") }

func (f *Field) setNumber(thing reflect.Value, x float64) {
	v := f.Own(thing)
	if v.Kind() == reflect.Map {
		if x == 0 && f.Rule.Min > 0 {
			return // none of it is needed
		}
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		entry := reflect.New(v.Type().Elem()).Elem()
		number(entry, x)
		v.SetMapIndex(reflect.ValueOf(f.key), entry)
		return
	}
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	number(v, x)
}

func number(v reflect.Value, x float64) {
	if v.Kind() == reflect.Float64 {
		v.SetFloat(x)
	} else {
		v.SetInt(int64(min(max(x, -1<<31), 1<<31-1)))
	}
}

func (f *Field) setText(thing reflect.Value, text string) {
	v := f.Own(thing)
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	v.SetString(text)
}

// setNames fills a list of names, or of things that are a name at least.
func (f *Field) setNames(thing reflect.Value, names []string) {
	v := f.Own(thing)
	list := reflect.MakeSlice(v.Type(), len(names), len(names))
	for i, name := range names {
		nameIn(list.Index(i), f).SetString(name)
	}
	v.Set(list)
}

// nameIn is the name in an entry of a list of names or of things.
func nameIn(entry reflect.Value, f *Field) reflect.Value {
	if entry.Kind() == reflect.String {
		return entry
	}
	name, _ := doc.Named(entry, needed(f.Inside)[0].Name)
	return name
}

package table

import (
	"reflect"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// A List is a list of elements of a kind, such as the jobs of a farm.
type List struct {
	Noun   string // of one element, such as job
	Fields []Field

	doc.Accessor // of the list in the problem
	kind         string
	elem         reflect.Type // of one element
}

// A Field is a field to which a column can be assigned: a field of an element, or one inside it.
// The entry of a map, such as licences, has its key appended: licenses.gpu.
type Field struct {
	doc.Accessor
	Ref string // the list whose ids are its values

	list string
	key  string
}

// lists has the lists of all kinds, computed once.
var lists = func() map[string][]*List {
	made := map[string][]*List{}
	for _, kind := range scenario.Kinds() {
		made[kind] = listsOf(kind)
	}
	return made
}()

// Lists returns the lists of a kind that tables can fill.
func Lists(kind string) []*List { return lists[kind] }

// listOf returns the list with a name, or nil.
func listOf(kind, name string) *List {
	for _, l := range lists[kind] {
		if l.Name == name {
			return l
		}
	}
	return nil
}

// listNames returns the names of the lists of a kind.
func listNames(kind string) (names []string) {
	for _, l := range lists[kind] {
		names = append(names, l.Name)
	}
	return names
}

// listsOf computes the lists of a kind.
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

// problemOf returns the problem of a scenario.
func problemOf(s *scenario.Scenario) reflect.Value {
	return reflect.ValueOf(scenario.Problem(s)).Elem()
}

// nounOf returns the name of one element of a list.
func nounOf(list string) string {
	if list == "busy" {
		return "busy time"
	}
	return strings.TrimSuffix(list, "s")
}

// fillable reports whether a cell can contain the field: a number, a word, a boolean, a list of
// names, or numbers by name. Lists of structures, such as variants, do not fit into a row. It
// also returns the list to which the field refers.
func fillable(f *doc.Accessor) (ref string, fits bool) {
	switch {
	case f.Kind == "list" && f.Element == "object":
		// Elements that a name alone determines, such as the predecessors of a job.
		need := requiredFields(f.Inside)
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

// requiredFields returns the required fields.
func requiredFields(fields []doc.Field) (need []doc.Field) {
	for _, f := range fields {
		if f.Rule.Required {
			need = append(need, f)
		}
	}
	return need
}

// field returns the field with a path, or a copy of a map's field for an entry of the map. It
// reports false if there is none.
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

// names returns the paths of all fields, with an example for maps.
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

// IsRequired reports whether every element must have the field. A field inside an optional part is
// required only if the part is present.
func (f *Field) IsRequired() bool { return f.Rule.Required && !strings.Contains(f.Path, ".") }

// IsTime reports whether the field is a point in time and can be a date.
func (f *Field) IsTime() bool { return f.Tag.Get("moment") == "true" }

// Usual returns the value of the field if none is given.
func (f *Field) Usual() string { return f.Tag.Get("usual") }

// setNumber sets the field to a number, or the entry of a map.
func (f *Field) setNumber(thing reflect.Value, x float64) {
	v := f.WritableValue(thing)
	if v.Kind() == reflect.Map {
		if x == 0 && f.Rule.Min > 0 {
			return // an entry of 0 is omitted
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

// number sets v to x.
func number(v reflect.Value, x float64) {
	if v.Kind() == reflect.Float64 {
		v.SetFloat(x)
	} else {
		v.SetInt(int64(min(max(x, -1<<31), 1<<31-1)))
	}
}

// setText sets the field to a text.
func (f *Field) setText(thing reflect.Value, text string) {
	v := f.WritableValue(thing)
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	v.SetString(text)
}

// setNames sets a list of names, or of elements with a name.
func (f *Field) setNames(thing reflect.Value, names []string) {
	v := f.WritableValue(thing)
	list := reflect.MakeSlice(v.Type(), len(names), len(names))
	for i, name := range names {
		nameIn(list.Index(i), f).SetString(name)
	}
	v.Set(list)
}

// nameIn returns the name in an entry of a list of names or of elements.
func nameIn(entry reflect.Value, f *Field) reflect.Value {
	if entry.Kind() == reflect.String {
		return entry
	}
	name, _ := doc.FieldByName(entry, requiredFields(f.Inside)[0].Name)
	return name
}

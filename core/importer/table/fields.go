package table

import (
	"reflect"
	"slices"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// A List is one list of things of a kind, such as the jobs of a farm.
type List struct {
	Name   string // in documents: jobs
	Noun   string // of one of them: job
	About  string
	Fields []Field

	kind  string
	index []int        // the way to the list in the problem
	elem  reflect.Type // of one thing
}

// A Field is what a column can be: a field of a thing, or one inside it.
type Field struct {
	doc.Field
	// Path leads from the thing to the value: running.machine. The entry of a
	// list by names, such as licences, has the name behind: licenses.gpu.
	Path string
	Ref  string // the list that its values are ids of

	list  string
	kind  string
	index []int // the way through the thing; pointers on it are filled
	key   string
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
	problem := problemOf(blank(kind))
	fields := doc.Fields(problem.Interface())
	for _, f := range reflect.VisibleFields(problem.Type()) {
		at := slices.IndexFunc(fields, func(d doc.Field) bool { return d.Name == nameOf(f) })
		if f.Anonymous || at < 0 || f.Type.Kind() != reflect.Slice || f.Type.Elem().Kind() != reflect.Struct {
			continue
		}
		l := &List{Name: fields[at].Name, Noun: nounOf(fields[at].Name), About: fields[at].About, kind: kind,
			index: f.Index, elem: f.Type.Elem()}
		l.Fields = l.inside(fields[at].Inside, l.elem, "", nil)
		found = append(found, l)
	}
	return found
}

// blank is the empty problem of a kind.
func blank(kind string) *scenario.Scenario {
	s := &scenario.Scenario{Format: scenario.Format, Version: scenario.Version, Kind: kind}
	switch kind {
	case "placement":
		s.Placement = &scenario.Placement{}
	case "window":
		s.Window = &scenario.Window{}
	case "batch":
		s.Batch = &scenario.Batch{}
	case "group":
		s.Group = &scenario.Group{}
	case "farm":
		s.Farm = &scenario.Farm{}
	}
	return s
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

func nameOf(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}

// inside lists what of a thing a cell can hold: numbers, words, switches, lists
// of names, numbers by name, and the same within its parts. Lists of larger
// things, such as variants, are none of a single row.
func (l *List) inside(fields []doc.Field, of reflect.Type, path string, way []int) (found []Field) {
	for _, f := range reflect.VisibleFields(of) {
		at := slices.IndexFunc(fields, func(d doc.Field) bool { return d.Name == nameOf(f) })
		if f.Anonymous || at < 0 {
			continue
		}
		d, index := fields[at], append(slices.Clone(way), f.Index...)
		one := Field{Field: d, Path: path + d.Name, Ref: d.Tag.Get("ref"), list: l.Name, kind: l.kind, index: index}
		switch {
		case d.Kind == "object":
			t := f.Type
			for t.Kind() == reflect.Pointer {
				t = t.Elem()
			}
			found = append(found, l.inside(d.Inside, t, one.Path+".", index)...)
		case d.Kind == "list" && d.Element == "object":
			// What can be said by a name alone: the jobs that must have ended.
			if need := needed(d.Inside); len(need) == 1 && need[0].Tag.Get("ref") != "" {
				one.Ref = need[0].Tag.Get("ref")
				found = append(found, one)
			}
		case d.Kind == "any", d.Kind == "list" && d.Element != "text", d.Kind == "map" && d.Element == "text":
		default:
			found = append(found, one)
		}
	}
	return found
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

// Needed tells whether every thing must have the field. What stands inside an
// optional part is needed only where the part is there.
func (f *Field) Needed() bool { return f.Rule.Required && !strings.Contains(f.Path, ".") }

// moments are the fields that hold a point in time, and so can be dates.
var moments = map[string]bool{
	"farm jobs submitted": true, "farm jobs deadline": true, "farm jobs running.since": true,
	"window slots start": true, "window slots end": true, "window busy start": true, "window busy end": true,
	"batch slots start": true, "batch slots end": true, "batch busy start": true, "batch busy end": true,
}

// Moment tells whether the field is a point in time.
func (f *Field) Moment() bool { return moments[f.kind+" "+f.list+" "+f.Path] }

// usual are what a field that every thing must have is taken to be where a table
// does not say it.
var usual = map[string]string{
	"farm machines slots": "1", "farm jobs slots": "1", "farm jobs duration": "3600", "farm links bandwidth": "100",
	"placement clusters mips": "1000", "placement links bandwidth": "10", "placement datasets size": "100",
	"placement jobs mi": "10000", "window nodes performance": "1", "window nodes price": "1",
	"batch nodes performance": "1", "batch nodes price": "1", "batch jobs nodes": "1", "batch jobs volume": "100",
	"batch jobs minPerformance": "1", "batch jobs maxPrice": "1", "group nodes price": "1",
}

// Usual is what is taken for the field where nothing else is said.
func (f *Field) Usual() string { return usual[f.kind+" "+f.list+" "+f.Path] }

// at gives the place of the value in a thing, and makes the parts on the way.
func (f *Field) at(thing reflect.Value) reflect.Value {
	for _, i := range f.index {
		if thing.Kind() == reflect.Pointer {
			if thing.IsNil() {
				thing.Set(reflect.New(thing.Type().Elem()))
			}
			thing = thing.Elem()
		}
		thing = thing.Field(i)
	}
	return thing
}

// there is at that makes nothing: the zero Value where a part is not there.
func (f *Field) there(thing reflect.Value) reflect.Value {
	for _, i := range f.index {
		if thing.Kind() == reflect.Pointer {
			if thing.IsNil() {
				return reflect.Value{}
			}
			thing = thing.Elem()
		}
		thing = thing.Field(i)
	}
	return thing
}

func (f *Field) setNumber(thing reflect.Value, x float64) {
	v := f.at(thing)
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
	v := f.at(thing)
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	v.SetString(text)
}

// setNames fills a list of names, or of things that are a name at least.
func (f *Field) setNames(thing reflect.Value, names []string) {
	v := f.at(thing)
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
	need := needed(f.Inside)[0].Name
	for i := range entry.NumField() {
		if nameOf(entry.Type().Field(i)) == need {
			return entry.Field(i)
		}
	}
	return reflect.Value{}
}

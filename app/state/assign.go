package state

import (
	"math"
	"reflect"
	"strconv"
	"strings"
)

// assign sets the value at a path below what v points at, as the document
// names it (nodes[2].price), to what a text says. Lists and options on the way
// are copied, so that whoever shares them sees no change. known tells the names
// that there are, which may hold blanks.
func assign(v reflect.Value, path, text string, known func(string) bool) (why string) {
	switch v.Kind() {
	case reflect.Pointer:
		if path == "" && text == "" {
			v.SetZero()
			return ""
		}
		own := reflect.New(v.Type().Elem())
		if !v.IsNil() {
			own.Elem().Set(v.Elem())
		}
		why = assign(own.Elem(), path, text, known)
		v.Set(own)
		if path != "" && own.Elem().IsZero() { // a part that says nothing is left out
			v.SetZero()
		}
		return why
	case reflect.Slice:
		if path == "" && names(v.Type().Elem()) {
			assignNames(v, namesIn(text, known))
			return ""
		}
		return assignItem(v, path, text, known)
	case reflect.Struct:
		return assignField(v, path, text, known)
	case reflect.Map:
		if path == "" {
			return assignCounts(v, text)
		}
	}
	if path != "" {
		return "there is no field " + path
	}
	return assignValue(v, text)
}

func assignItem(v reflect.Value, path, text string, known func(string) bool) string {
	open, rest, found := strings.Cut(path, "]")
	i, err := strconv.Atoi(strings.TrimPrefix(open, "["))
	switch {
	case !found || err != nil:
		return "there is no field " + path
	case i < 0 || i >= v.Len():
		return "what this field belonged to is gone"
	}
	own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	reflect.Copy(own, v)
	v.Set(own)
	return assign(own.Index(i), strings.TrimPrefix(rest, "."), text, known)
}

func assignField(v reflect.Value, path, text string, known func(string) bool) string {
	end := strings.IndexAny(path, ".[")
	if end < 0 {
		end = len(path)
	}
	f, ok := member(v, path[:end])
	if !ok {
		return "there is no field " + path
	}
	return assign(f, strings.TrimPrefix(path[end:], "."), text, known)
}

// member finds a field by its name in the document, embedded structs included.
func member(v reflect.Value, name string) (reflect.Value, bool) {
	t := v.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			if m, ok := member(v.Field(i), name); ok {
				return m, true
			}
		}
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag == name && name != "" {
			return v.Field(i), true
		}
	}
	return reflect.Value{}, false
}

func assignValue(v reflect.Value, text string) (why string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Bool:
		v.SetBool(text == "true")
	case reflect.Float64:
		var x float64
		why = parse(text, &x)
		v.SetFloat(x)
	case reflect.Int:
		var x float64
		if why = parse(text, &x); why == "" && (x != math.Trunc(x) || math.Abs(x) > 1<<31) {
			why = "a whole number is needed"
		}
		if why == "" {
			v.SetInt(int64(x))
		}
	default:
		why = "this is no single value"
	}
	return why
}

// assignCounts reads numbers by name: "solver 4, mesh 2".
func assignCounts(v reflect.Value, text string) (why string) {
	made := reflect.MakeMap(v.Type())
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' }) {
		part = strings.TrimSpace(part)
		at := strings.LastIndexAny(part, " \t=:")
		if part == "" {
			continue
		}
		if at < 0 {
			return "write a name and a number, as in " + part + " 1"
		}
		number := reflect.New(v.Type().Elem()).Elem()
		if why = assignValue(number, strings.TrimSpace(part[at+1:])); why != "" {
			return why
		}
		made.SetMapIndex(reflect.ValueOf(strings.TrimRight(part[:at], " \t=:")), number)
	}
	v.SetZero()
	if made.Len() > 0 {
		v.Set(made)
	}
	return ""
}

// names tells whether a list of such elements names things that stand elsewhere.
func names(t reflect.Type) bool {
	return t.Kind() == reflect.String || t.Kind() == reflect.Struct && t.Field(0).Type.Kind() == reflect.String &&
		t.Field(0).Name != "ID"
}

// assignNames makes a list have exactly these names: a list of texts holds them
// themselves, one of structs begins each with them and keeps those it has.
func assignNames(v reflect.Value, names []string) {
	made := reflect.MakeSlice(v.Type(), 0, len(names))
	for _, name := range names {
		e := reflect.New(v.Type().Elem()).Elem()
		at := e
		if e.Kind() == reflect.Struct {
			at = e.Field(0)
			for i := range v.Len() {
				if v.Index(i).Field(0).String() == name {
					e.Set(v.Index(i))
				}
			}
		}
		at.SetString(name)
		made = reflect.Append(made, e)
	}
	v.Set(made)
}

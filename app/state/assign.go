package state

import (
	"math"
	"reflect"
	"strings"

	"gridbox/core/i18n"
)

// assign parses a text into v, or returns the reason why it is invalid; v may have changed then. An empty text sets a
// pointer to nil, and another text sets it to a new value. known reports whether there is a thing of a name, which
// may contain blanks.
func assign(v reflect.Value, text string, known func(string) bool) (why string) {
	switch v.Kind() {
	case reflect.Pointer:
		if text == "" {
			v.SetZero()
			return ""
		}
		own := reflect.New(v.Type().Elem())
		if !v.IsNil() {
			own.Elem().Set(v.Elem())
		}
		v.Set(own)
		return assign(own.Elem(), text, known)
	case reflect.Slice:
		if !names(v.Type().Elem()) {
			return "this is no single value"
		}
		assignNames(v, namesIn(text, known))
	case reflect.Map:
		return assignCounts(v, text)
	case reflect.String:
		v.SetString(text)
	case reflect.Bool:
		v.SetBool(text == "true")
	case reflect.Float64:
		var x float64
		why = ParseNumber(text, &x)
		v.SetFloat(x)
	case reflect.Int:
		var x float64
		if why = ParseNumber(text, &x); why == "" && (x != math.Trunc(x) || math.Abs(x) > 1<<31) {
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
			return i18n.T("write a name and a number, as in {} 1", part)
		}
		number := reflect.New(v.Type().Elem()).Elem()
		if why = assign(number, strings.TrimSpace(part[at+1:]), nil); why != "" {
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

// names reports whether a list of such elements refers to other things by name.
func names(t reflect.Type) bool {
	return t.Kind() == reflect.String || t.Kind() == reflect.Struct && t.Field(0).Type.Kind() == reflect.String &&
		t.Field(0).Name != "ID"
}

// assignNames sets a list to exactly these names. A list of texts contains them directly. A list of structs has them
// in the first field, and existing structs are kept.
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

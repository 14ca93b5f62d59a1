package state

import (
	"math"
	"reflect"
	"strconv"
	"strings"
)

// assign sets the value at a path below what v points at, as the document
// names it (nodes[2].price), to what a text says. Lists and options on the way
// are copied, so that whoever shares them sees no change.
func assign(v reflect.Value, path, text string) (why string) {
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
		why = assign(own.Elem(), path, text)
		v.Set(own)
		return why
	case reflect.Slice:
		if path == "" && v.Type().Elem().Kind() == reflect.String {
			v.Set(reflect.ValueOf(words(text)))
			return ""
		}
		return assignItem(v, path, text)
	case reflect.Struct:
		return assignField(v, path, text)
	}
	if path != "" {
		return "there is no field " + path
	}
	return assignValue(v, text)
}

func assignItem(v reflect.Value, path, text string) string {
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
	return assign(own.Index(i), strings.TrimPrefix(rest, "."), text)
}

func assignField(v reflect.Value, path, text string) string {
	end := strings.IndexAny(path, ".[")
	if end < 0 {
		end = len(path)
	}
	f, ok := member(v, path[:end])
	if !ok {
		return "there is no field " + path
	}
	return assign(f, strings.TrimPrefix(path[end:], "."), text)
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

package doc

import (
	"math"
	"reflect"
)

// Numbers gives the numbers of a struct by their names, as a table of metrics
// becomes part of a document. Fields that hold something else are left out.
func Numbers(v any) map[string]float64 {
	value := reflect.Indirect(reflect.ValueOf(v))
	fields := planOf(value.Type()).fields
	numbers := make(map[string]float64, len(fields))
	for _, f := range fields {
		if f.plan.shape == aNumber {
			numbers[f.name] = f.of(value).Float()
		}
	}
	return numbers
}

// Fill sets the fields of the struct that v points to, by their names, to
// values as documents hold them: numbers, words and truth values. Fields that
// are not named stay as they are, and so does one whose value is of another
// type. Whole numbers beyond 32 bits become the last one within, so that every
// machine reads the same.
func Fill(v any, values map[string]any) {
	at := reflect.ValueOf(v).Elem()
	for _, f := range planOf(at.Type()).fields {
		switch value := values[f.name].(type) {
		case float64:
			switch f.plan.shape {
			case aNumber:
				f.of(at).SetFloat(value)
			case aWhole:
				f.of(at).SetInt(int64(min(max(value, math.MinInt32), math.MaxInt32)))
			}
		case string:
			if f.plan.shape == aString {
				f.of(at).SetString(value)
			}
		case bool:
			if f.plan.shape == aTruth {
				f.of(at).SetBool(value)
			}
		}
	}
}

// A Length is how many elements one list of a struct has.
type Length struct {
	Name  string
	Count int
}

// Lengths counts the elements of a struct's lists of objects, the things that
// a problem is made of, in the order of the declaration.
func Lengths(v any) []Length {
	value := reflect.Indirect(reflect.ValueOf(v))
	if !value.IsValid() {
		return nil
	}
	var lengths []Length
	for _, f := range planOf(value.Type()).fields {
		if f.plan.shape == aList && f.plan.elem.shape == anObject {
			lengths = append(lengths, Length{f.name, f.of(value).Len()})
		}
	}
	return lengths
}

// List finds a list of named things in a struct: how many they are, and the id
// of each. A struct without such a list has none.
func List(v any, name string) (n int, id func(i int) string) {
	value := reflect.Indirect(reflect.ValueOf(v))
	if !value.IsValid() {
		return 0, nil
	}
	for _, f := range planOf(value.Type()).fields {
		if f.name != name || f.plan.shape != aList || f.plan.elem.shape != anObject {
			continue
		}
		for _, own := range f.plan.elem.fields {
			if own.name == "id" {
				list := f.of(value)
				return list.Len(), func(i int) string { return own.of(list.Index(i)).String() }
			}
		}
	}
	return 0, nil
}

// An Amount is how many of one sort of thing a problem is made of, and about
// how many bytes reading, solving and checking take for each of them. Those
// without a name are counted besides, such as the references of things.
type Amount struct {
	Name  string
	Count float64
	Bytes float64
}

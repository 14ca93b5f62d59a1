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

// Names lists the names of a struct's fields, in the order of the declaration.
func Names(v any) []string { return planOf(structOf(v)).names() }

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
	var lengths []Length
	for _, f := range planOf(value.Type()).fields {
		if f.plan.shape == aList && f.plan.elem.shape == anObject {
			lengths = append(lengths, Length{f.name, f.of(value).Len()})
		}
	}
	return lengths
}

package doc

import (
	"math"
	"reflect"
)

// Numbers returns the numeric fields of a struct by name, such as a table of
// metrics. Other fields are left out.
func Numbers(v any) map[string]float64 {
	value := reflect.Indirect(reflect.ValueOf(v))
	fields := planOf(value.Type()).fields
	numbers := make(map[string]float64, len(fields))
	for _, f := range fields {
		if f.plan.shape == aNumber {
			numbers[f.name] = f.valueIn(value).Float()
		}
	}
	return numbers
}

// Fill sets fields of the struct that v points to, by name. Values are numbers,
// strings and truth values. Other fields stay unchanged, and so does a field
// whose value has another type. Whole numbers are limited to 32 bits, so that
// all machines read the same.
func Fill(v any, values map[string]any) {
	at := reflect.ValueOf(v).Elem()
	for _, f := range planOf(at.Type()).fields {
		switch value := values[f.name].(type) {
		case float64:
			switch f.plan.shape {
			case aNumber:
				f.valueIn(at).SetFloat(value)
			case aWhole:
				f.valueIn(at).SetInt(int64(min(max(value, math.MinInt32), math.MaxInt32)))
			}
		case string:
			if f.plan.shape == aString {
				f.valueIn(at).SetString(value)
			}
		case bool:
			if f.plan.shape == aTruth {
				f.valueIn(at).SetBool(value)
			}
		}
	}
}

// A Length is the number of elements of one list of a struct.
type Length struct {
	Name  string
	Count int
}

// Lengths returns the number of elements of each list of objects of a struct,
// in the order of the declaration.
func Lengths(v any) []Length {
	value := reflect.Indirect(reflect.ValueOf(v))
	if !value.IsValid() {
		return nil
	}
	var lengths []Length
	for _, f := range planOf(value.Type()).fields {
		if f.plan.shape == aList && f.plan.elem.shape == anObject {
			lengths = append(lengths, Length{f.name, f.valueIn(value).Len()})
		}
	}
	return lengths
}

// List returns the number of elements of a list of a struct, and a function for
// their ids. It returns 0 and nil if the struct has no such list.
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
				list := f.valueIn(value)
				return list.Len(), func(i int) string { return own.valueIn(list.Index(i)).String() }
			}
		}
	}
	return 0, nil
}

// An Amount is the number of elements of one sort in a problem, and the
// approximate bytes that each takes to read, solve and check. An amount without
// a name is an addition, such as the references of elements.
type Amount struct {
	Name  string
	Count float64
	Bytes float64
}

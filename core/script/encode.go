package script

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/sorting"
)

// A state is passed to the interpreter as numbers, which is ten times as fast
// as JSON and loses no bit. For each type of state the interpreter gets one
// function that builds plain objects from the numbers. Each string is sent once
// and referred to by a number afterwards.
//
// A type consists of structs, pointers to structs and numbers, slices, numbers,
// booleans and strings. Fields are named by their tag json. A nil pointer
// becomes null, and a nil slice an empty list.

// A shape encodes the values of a type and has the JavaScript that decodes
// them.
type shape struct {
	encode func(e *encoder, v reflect.Value)
	js     string // expression that reads one value from f at k
}

// An encoder encodes one state.
type encoder struct {
	numbers    []float64
	known      map[string]int
	newStrings []string // strings that were not sent yet
}

func (e *encoder) number(x float64) { e.numbers = append(e.numbers, x) }

func (e *encoder) text(s string) {
	n, ok := e.known[s]
	if !ok {
		n = len(e.known)
		e.known[s] = n
		e.newStrings = append(e.newStrings, s)
	}
	e.number(float64(n))
}

// shapeOf returns the shape of a type. It panics for an unsupported type, since
// states are types of this program.
func shapeOf(t reflect.Type) shape {
	switch t.Kind() {
	case reflect.Float64:
		return shape{func(e *encoder, v reflect.Value) { e.number(v.Float()) }, "f[k++]"}
	case reflect.Int, reflect.Int32, reflect.Int64:
		return shape{func(e *encoder, v reflect.Value) { e.number(float64(v.Int())) }, "f[k++]"}
	case reflect.Bool:
		return shape{func(e *encoder, v reflect.Value) {
			if v.Bool() {
				e.number(1)
			} else {
				e.number(0)
			}
		}, "f[k++]===1"}
	case reflect.String:
		return shape{func(e *encoder, v reflect.Value) { e.text(v.String()) }, "s[f[k++]]"}
	case reflect.Pointer:
		return shapeOfPointer(t)
	case reflect.Slice:
		return shapeOfSlice(t)
	case reflect.Map:
		return shapeOfMap(t)
	case reflect.Struct:
		return shapeOfStruct(t)
	}
	panic("program: no state has a " + t.String())
}

func shapeOfPointer(t reflect.Type) shape {
	of := shapeOf(t.Elem())
	return shape{func(e *encoder, v reflect.Value) {
		if v.IsNil() {
			e.number(0)
			return
		}
		e.number(1)
		of.encode(e, v.Elem())
	}, "(f[k++]===0?null:" + of.js + ")"}
}

func shapeOfSlice(t reflect.Type) shape {
	of := shapeOf(t.Elem())
	return shape{func(e *encoder, v reflect.Value) {
		e.number(float64(v.Len()))
		for i := range v.Len() {
			of.encode(e, v.Index(i))
		}
	}, "list(()=>" + of.js + ")"}
}

// shapeOfMap encodes a map in the order of its keys, which are strings.
func shapeOfMap(t reflect.Type) shape {
	of := shapeOf(t.Elem())
	return shape{func(e *encoder, v reflect.Value) {
		e.number(float64(v.Len()))
		keys := v.MapKeys()
		sorting.Sort(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, key := range keys {
			e.text(key.String())
			of.encode(e, v.MapIndex(key))
		}
	}, "map(()=>" + of.js + ")"}
}

// shapeOfStruct returns the encoding of a struct type: a function that writes
// the fields, and the JavaScript expression that reads them. It panics if an
// exported field has no name.
func shapeOfStruct(t reflect.Type) shape {
	var put []func(e *encoder, v reflect.Value) // by field, from the struct
	var js, names []string
	for i := range t.NumField() {
		name, _, _ := strings.Cut(cmp.Or(t.Field(i).Tag.Get("also"), t.Field(i).Tag.Get("json")), ",")
		if name == "-" || !t.Field(i).IsExported() {
			continue
		}
		of := shapeOf(t.Field(i).Type)
		own := func(e *encoder, v reflect.Value) { of.encode(e, v.Field(i)) }
		k := slices.Index(names, name)
		switch {
		case t.Field(i).Anonymous && name == "": // its fields count as fields of the outer struct
			js = append(js, "..."+of.js)
		case name == "":
			panic("program: " + t.String() + "." + t.Field(i).Name + " has no name")
		case k >= 0: // the same field in another form, used unless it is empty
			first := put[k]
			put[k] = func(e *encoder, v reflect.Value) {
				if v.Field(i).Len() == 0 {
					e.number(0)
					first(e, v)
					return
				}
				e.number(1)
				own(e, v)
			}
			js[k] = name + ":(f[k++]===0?" + strings.TrimPrefix(js[k], name+":") + ":" + of.js + ")"
			continue
		default:
			js = append(js, name+":"+of.js)
		}
		put, names = append(put, own), append(names, name)
	}
	return shape{func(e *encoder, v reflect.Value) {
		for _, field := range put {
			field(e, v)
		}
	}, "({" + strings.Join(js, ",") + "})"}
}

// reader returns the source of the decoding function.
func (s shape) reader() string {
	return "((numbers,s)=>{let f,k=0;const list=(one)=>{const n=f[k++],l=[];for(let i=0;i<n;i++)l[i]=one();return l};" +
		// No prototype, so that any key is allowed.
		"const map=(one)=>{const n=f[k++],m=Object.create(null);" +
		"for(let i=0;i<n;i++){const name=s[f[k++]];m[name]=one()}return m};" +
		"return()=>{f=numbers();k=0;return " + s.js + "}})"
}

// appendLittleEndian appends numbers in the byte order of WebAssembly memory.
func appendLittleEndian(out []byte, numbers []float64) []byte {
	for _, x := range numbers {
		b := math.Float64bits(x)
		out = append(out, byte(b), byte(b>>8), byte(b>>16), byte(b>>24), byte(b>>32), byte(b>>40), byte(b>>48),
			byte(b>>56))
	}
	return out
}

// stateSummary returns a short text of a state for a fault: the numbers of its first
// level and the lengths of its lists.
func stateSummary(state any) string {
	v := reflect.Indirect(reflect.ValueOf(state))
	if v.Kind() != reflect.Struct {
		return ""
	}
	var parts []string
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		if name == "" || name == "-" || !v.Type().Field(i).IsExported() {
			continue
		}
		if text := valueSummary(v.Field(i)); text != "" {
			parts = append(parts, name+" "+text)
		}
	}
	return strings.Join(parts, ", ")
}

// valueSummary returns a short text for a value: a number, a truth value, a quoted
// string, "of" and a list's length, or a struct's id. It returns "" for a nil
// pointer, a struct without an id and other types.
func valueSummary(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return ""
		}
		return valueSummary(v.Elem())
	case reflect.Slice:
		return "of " + strconv.Itoa(v.Len())
	case reflect.String:
		return strconv.Quote(v.String())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("json") == "id" {
				return valueSummary(v.Field(i))
			}
		}
		return ""
	}
	switch {
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanFloat():
		return doc.Exact(v.Float())
	case v.Kind() == reflect.Bool:
		return strconv.FormatBool(v.Bool())
	}
	return ""
}

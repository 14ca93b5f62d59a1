package doc

import (
	"cmp"
	"reflect"
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"gridbox/core/sorting"
)

// Canonical returns the canonical text of a value after RFC 8785: fields sorted
// by the UTF-16 units of their names, shortest numbers, no space. Equal values
// have equal texts: a nil list is [], a nil map {}, minus zero 0.
func Canonical(v any) []byte {
	text, _ := CanonicalFinite(v)
	return text
}

// CanonicalFinite is Canonical and also reports whether every number was
// finite. A number that is not finite is written as null.
func CanonicalFinite(v any) (text []byte, finite bool) {
	e := encoder{canonical: true}
	e.value(reflect.ValueOf(v))
	return e.buf, !e.infinite
}

// Compact returns a short text of a value: fields in the order of the
// declaration, no space.
func Compact(v any) []byte {
	e := encoder{}
	e.value(reflect.ValueOf(v))
	return append(e.buf, '\n')
}

// RawJSON is a JSON text that is embedded unchanged in another document.
type RawJSON []byte

// An Object is a JSON object whose fields keep their order, for documents
// without a Go type, such as schemas.
type Object []Member

// A Member is one field of an Object.
type Member struct {
	Name  string
	Value any
}

// An encoder appends the text of values. It writes no space, unless spacious is
// set, which adds one after commas and colons.
type encoder struct {
	buf       []byte
	canonical bool
	spacious  bool
	limit     int // length at which writing stops, if not 0
	infinite  bool

	lastType reflect.Type // type and plan of the last lookup; lists mostly repeat one type
	lastPlan *plan
}

// plan returns the plan of t.
func (e *encoder) plan(t reflect.Type) *plan {
	if t != e.lastType {
		e.lastType, e.lastPlan = t, planOf(t)
	}
	return e.lastPlan
}

func (e *encoder) exceedsLimit() bool { return e.limit != 0 && len(e.buf) > e.limit }

// value writes a value of any type. An invalid Value is written as null.
func (e *encoder) value(v reflect.Value) {
	if !v.IsValid() {
		e.buf = append(e.buf, "null"...)
		return
	}
	e.plannedValue(e.plan(v.Type()), v)
}

// plannedValue writes a value whose plan is p.
func (e *encoder) plannedValue(p *plan, v reflect.Value) {
	if e.exceedsLimit() {
		return
	}
	switch p.shape {
	case aNumber:
		f := v.Float()
		if f-f != 0 { // NaN or infinite
			e.infinite = true
		}
		e.buf = AppendNumber(e.buf, f)
	case aWhole:
		e.buf = appendWhole(e.buf, v)
	case aString:
		if p.typ == verbatimType {
			e.buf = append(e.buf, v.String()...)
			return
		}
		e.buf = AppendString(e.buf, v.String())
	case aTruth:
		e.truth(v.Bool())
	case aList:
		switch p.typ {
		case objectType:
			e.members(v.Interface().(Object))
			return
		case rawJSONType:
			e.buf = append(e.buf, v.Bytes()...)
			return
		}
		e.list(p, v)
	case anObject:
		e.object(p, v)
	case aMap:
		e.entries(p, v)
	case anOption, aValue:
		e.value(v.Elem()) // the element of a nil pointer or interface is invalid
	}
}

var (
	objectType   = reflect.TypeFor[Object]()
	rawJSONType  = reflect.TypeFor[RawJSON]()
	verbatimType = reflect.TypeFor[verbatim]()
)

// appendWhole writes a whole number. Beyond 2^53 it is rounded to a float64, as
// a reader would.
func appendWhole(b []byte, v reflect.Value) []byte {
	if v.CanUint() {
		return AppendNumber(b, float64(v.Uint()))
	}
	return AppendNumber(b, float64(v.Int()))
}

func (e *encoder) truth(t bool) {
	if t {
		e.buf = append(e.buf, "true"...)
	} else {
		e.buf = append(e.buf, "false"...)
	}
}

func (e *encoder) comma(n int) {
	if n == 0 {
		return
	}
	e.buf = append(e.buf, ',')
	if e.spacious {
		e.buf = append(e.buf, ' ')
	}
}

func (e *encoder) name(n int, name string) {
	e.comma(n)
	e.buf = append(AppendString(e.buf, name), ':')
	if e.spacious {
		e.buf = append(e.buf, ' ')
	}
}

func (e *encoder) list(p *plan, v reflect.Value) {
	e.buf = append(e.buf, '[')
	begun := len(e.buf)
	for i := 0; i < v.Len() && !e.exceedsLimit(); i++ {
		e.foresee(begun, i, v.Len())
		e.comma(i)
		e.plannedValue(p.elem, v.Index(i))
	}
	e.buf = append(e.buf, ']')
}

// foresee grows the buffer for the rest of a long list, by the bytes per member
// so far. It does so at every power of two members, since later members may be
// longer.
func (e *encoder) foresee(begun, done, all int) {
	if done < 64 || done&(done-1) != 0 || e.limit != 0 {
		return
	}
	rest := (len(e.buf) - begun) / done * (all - done)
	e.buf = slices.Grow(e.buf, rest+rest/8)
}

// object writes a struct as a JSON object without its omitted fields. The canonical
// encoding sorts the fields by name.
func (e *encoder) object(p *plan, v reflect.Value) {
	e.buf = append(e.buf, '{')
	fields, n := p.fields, 0
	if e.canonical {
		fields = p.sorted
	}
	for _, f := range fields {
		if f.isOmitted(v) {
			continue
		}
		e.comma(n)
		if e.buf = append(e.buf, f.quoted...); e.spacious {
			e.buf = append(e.buf, ' ')
		}
		e.plannedValue(f.plan, f.valueIn(v))
		n++
	}
	e.buf = append(e.buf, '}')
}

func (e *encoder) entries(p *plan, v reflect.Value) {
	e.buf = append(e.buf, '{')
	for i, name := range sortedKeys(v) {
		e.name(i, name)
		e.plannedValue(p.elem, entry(v, name))
	}
	e.buf = append(e.buf, '}')
}

// members writes an Object as a JSON object. The canonical encoding sorts a copy of
// the members by name.
func (e *encoder) members(o Object) {
	e.buf = append(e.buf, '{')
	if e.canonical {
		o = slices.Clone(o)
		sorting.Sort(o, func(a, b Member) int { return compareNames(a.Name, b.Name) })
	}
	for i, m := range o {
		e.name(i, m.Name)
		e.value(reflect.ValueOf(m.Value))
	}
	e.buf = append(e.buf, '}')
}

// empty reports whether omitempty leaves v out.
func (p *plan) empty(v reflect.Value) bool {
	switch p.shape {
	case aList, aMap, aString:
		return v.Len() == 0
	case anOption:
		return v.IsNil()
	case anObject:
		return false
	}
	return v.IsZero()
}

func sortedKeys(v reflect.Value) []string {
	names := make([]string, 0, v.Len())
	for _, key := range v.MapKeys() {
		names = append(names, key.String())
	}
	sorting.Sort(names, compareNames)
	return names
}

// entry returns the value of a map with string keys under a name.
func entry(v reflect.Value, name string) reflect.Value {
	return v.MapIndex(reflect.ValueOf(name).Convert(v.Type().Key()))
}

func sortFields(fields []*field) []*field {
	sorted := slices.Clone(fields)
	sorting.Sort(sorted, func(a, b *field) int { return compareNames(a.name, b.name) })
	return sorted
}

// compareNames compares by UTF-16 units. The result differs from the order of
// bytes only for characters beyond the basic plane.
func compareNames(a, b string) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] >= utf8.RuneSelf || b[i] >= utf8.RuneSelf {
			return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		}
		if a[i] != b[i] {
			return cmp.Compare(a[i], b[i])
		}
	}
	return cmp.Compare(len(a), len(b))
}

const hexDigits = "0123456789abcdef"

// AppendString appends a JSON string with the fewest escapes. Invalid UTF-8 becomes
// the replacement character.
func AppendString(b []byte, s string) []byte {
	b = append(b, '"')
	clean := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				b = append(append(b, s[clean:i]...), "\uFFFD"...)
				clean = i + 1
			}
			i += n
			continue
		}
		if c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		b = append(b, s[clean:i]...)
		b = appendEscape(b, c)
		i++
		clean = i
	}
	return append(append(b, s[clean:]...), '"')
}

// appendEscape appends the JSON escape of c to b and returns the result. The byte c
// is a control character, a quotation mark or a backslash.
func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

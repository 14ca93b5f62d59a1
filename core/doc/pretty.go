package doc

import (
	"reflect"
	"slices"
)

// width is the maximum length of a value on one line.
const width = 120

// Pretty returns a readable text of a value: fields in the order of the
// declaration and an indent of two spaces. Short values without nested objects
// take one line, such as a cluster or a job.
func Pretty(v any) []byte { return PrettyWith(v, nil) }

// stretch is the number of bytes that are written or read between two pauses.
const stretch = 1 << 15

// PrettyWith is Pretty that calls pause, if not nil, at intervals, so that
// other work on the same thread can run.
func PrettyWith(v any, pause func()) []byte {
	p := printer{encoder: encoder{spacious: true}, pause: pause}
	p.print(reflect.ValueOf(v), 0, true)
	p.buf = append(p.buf, '\n')
	if p.pages == nil {
		return p.buf
	}
	text := slices.Concat(append(p.pages, p.buf)...)
	pause()
	return text
}

// A printer is an encoder that breaks lines.
type printer struct {
	encoder
	pause func()
	pages [][]byte // text written before the last pause
}

// endPage ends a page and pauses. Pages avoid growing one large buffer, which
// would block the thread for too long.
func (p *printer) endPage() {
	p.pages, p.buf = append(p.pages, p.buf), make([]byte, 0, stretch+stretch/8)
	p.pause()
}

// print writes a value at the end of the buffer; depth is that of its line.
// With open the value is broken into lines even if it is short.
func (p *printer) print(v reflect.Value, depth int, open bool) {
	for v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) {
		v = v.Elem()
	}
	if !v.IsValid() || !isNested(v) {
		p.value(v)
		return
	}
	if !open && p.printOnOneLine(v, depth) {
		return
	}
	switch v.Kind() {
	case reflect.Slice:
		if v.Type() == objectType {
			o := v.Interface().(Object)
			p.block('{', '}', depth, len(o), func(i int) {
				p.printMember(o[i].Name, reflect.ValueOf(o[i].Value),
					depth)
			})
			return
		}
		if v.Len() > 0 && !isNested(v.Index(0)) {
			p.wrapList(v, depth)
			return
		}
		p.block('[', ']', depth, v.Len(), func(i int) { p.print(v.Index(i), depth+1, false) })
	case reflect.Map:
		keys := sortedKeys(v)
		p.block('{', '}', depth, len(keys), func(i int) { p.printMember(keys[i], entry(v, keys[i]), depth) })
	case reflect.Struct:
		p.fields(v, depth)
	}
}

func (p *printer) fields(v reflect.Value, depth int) {
	var shown []*field
	for _, f := range planOf(v.Type()).fields {
		if !f.isOmitted(v) {
			shown = append(shown, f)
		}
	}
	p.block('{', '}', depth, len(shown), func(i int) { p.printMember(shown[i].name, shown[i].valueIn(v), depth) })
}

func (p *printer) printMember(name string, v reflect.Value, depth int) {
	p.name(0, name)
	p.print(v, depth+1, false)
}

// block writes n members on a line each.
func (p *printer) block(begin, end byte, depth, n int, member func(i int)) {
	p.buf = append(p.buf, begin)
	begun := len(p.buf)
	for i := range n {
		if p.pause == nil {
			p.foresee(begun, i, n)
		}
		if i > 0 {
			p.buf = append(p.buf, ',')
		}
		p.line(depth + 1)
		member(i)
		if p.pause != nil && len(p.buf) > stretch {
			p.endPage()
		}
	}
	if n > 0 {
		p.line(depth)
	}
	p.buf = append(p.buf, end)
}

func (p *printer) line(depth int) {
	p.buf = append(p.buf, '\n')
	for range depth {
		p.buf = append(p.buf, ' ', ' ')
	}
}

// wrapList writes a long list of scalars, with as many on a line as fit.
func (p *printer) wrapList(v reflect.Value, depth int) {
	p.buf = append(p.buf, '[')
	p.line(depth + 1)
	start := len(p.buf) - 2*(depth+1)
	for i := range v.Len() {
		before := len(p.buf)
		p.comma(i)
		p.value(v.Index(i))
		if i > 0 && len(p.buf)-start > width {
			item := append([]byte(nil), p.buf[before+2:]...)
			p.buf = append(p.buf[:before], ',')
			p.line(depth + 1)
			start = len(p.buf) - 2*(depth+1)
			p.buf = append(p.buf, item...)
		}
	}
	p.line(depth)
	p.buf = append(p.buf, ']')
}

// printOnOneLine writes a value that fits the rest of the line and has no list of
// objects. Otherwise it writes nothing and reports false.
func (p *printer) printOnOneLine(v reflect.Value, depth int) bool {
	if hasObjectList(p.plan(v.Type()), v) {
		return false
	}
	start := len(p.buf)
	p.limit = start + max(1, width-2*depth)
	p.value(v)
	fits := !p.exceedsLimit()
	p.limit = 0
	if !fits {
		p.buf = p.buf[:start]
	}
	return fits
}

// isNested reports whether a value is an object or a list.
func isNested(v reflect.Value) bool {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.Struct:
		return true
	}
	return false
}

// hasObjectList reports whether a value whose plan is p is, or has as a member,
// a list of objects.
func hasObjectList(p *plan, v reflect.Value) bool {
	if p.flat {
		return false
	}
	switch p.shape {
	case anOption:
		return !v.IsNil() && hasObjectList(p.elem, v.Elem())
	case aValue:
		return !v.IsNil() && hasObjectList(planOf(v.Elem().Type()), v.Elem())
	case aList:
		if p.typ == objectType {
			return slices.ContainsFunc(v.Interface().(Object), func(m Member) bool {
				x := reflect.ValueOf(m.Value)
				return x.IsValid() && hasObjectList(planOf(x.Type()), x)
			})
		}
		return v.Len() > 0 && isNested(v.Index(0))
	case aMap:
		for _, key := range v.MapKeys() {
			if hasObjectList(p.elem, v.MapIndex(key)) {
				return true
			}
		}
	case anObject:
		for _, f := range p.fields {
			if !f.plan.flat && hasObjectList(f.plan, f.valueIn(v)) {
				return true
			}
		}
	}
	return false
}

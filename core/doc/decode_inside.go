package doc

import "reflect"

// longListLength is the length from which a list is grown to the estimated final
// length, instead of by append.
const longListLength = 4096

// listInto reads an array. Once the list of faults is full, elements are
// decoded into one spare value, so that a hostile text of many faulty elements
// costs no memory.
func (d *decoder) listInto(p *plan, rule *Rule, v reflect.Value) bool {
	start := d.pos
	if !d.enter() {
		return false
	}
	if v.IsNil() {
		v.Set(reflect.MakeSlice(p.typ, 0, 0))
	}
	v.SetLen(0)
	at := len(d.steps)
	d.steps = append(d.steps, step{})
	for n := 0; ; n++ {
		more, ok := d.hasNext(n, start, ']')
		if !more {
			if ok {
				d.steps = d.steps[:at]
			}
			return ok
		}
		d.steps[at].index = n
		if d.pause != nil && d.pos-d.lastPause > stretch {
			d.lastPause = d.pos
			d.pause()
		}
		if has := v.Len(); d.extraFaults == 0 || has == 0 {
			if has == v.Cap() {
				more := 1
				if has >= longListLength {
					more = max(more, d.estimateRemaining(start, has))
				}
				v.Grow(more)
			}
			v.SetLen(has + 1)
		}
		place := v.Index(v.Len() - 1)
		place.SetZero()
		if !d.value(p.elem, rule, place) {
			return false
		}
	}
}

// estimateRemaining estimates how many elements of a list follow, from the bytes of those
// read since start.
func (d *decoder) estimateRemaining(start, read int) int {
	return int(float64(len(d.text)-d.pos) / float64(d.pos-start) * float64(read))
}

// stringsInto reads an array of strings, the most frequent list. The strings
// are collected first and stored in the slab with their exact length. It
// reports false at a syntax error.
func (d *decoder) stringsInto(list *[]string, rule *Rule) bool {
	start := d.pos
	if !d.enter() {
		return false
	}
	at := len(d.steps)
	d.steps = append(d.steps, step{})
	d.buffer = d.buffer[:0]
	word := ""
	v := reflect.ValueOf(&word).Elem()
	for n := 0; ; n++ {
		more, ok := d.hasNext(n, start, ']')
		if !ok {
			return false
		}
		if !more {
			d.steps = d.steps[:at]
			*list = d.store(d.buffer)
			return true
		}
		d.steps[at].index = n
		word = ""
		if d.space() != '"' {
			if !d.wrong("must be a string in double quotes") {
				return false
			}
		} else if !d.stringInto(rule, v) {
			return false
		}
		if d.extraFaults == 0 {
			d.buffer = append(d.buffer, word)
		}
	}
}

// store copies a list to the slab. Appending to the result reallocates it.
func (d *decoder) store(words []string) []string {
	if len(words) == 0 {
		return []string{}
	}
	if len(words) > len(d.slab) {
		d.slab = make([]string, max(len(words), min(1024, len(d.text)/64)))
	}
	list := d.slab[:len(words):len(words)]
	d.slab = d.slab[len(words):]
	copy(list, words)
	return list
}

// objectInto reads an object into a struct. A repeated field is a fault, and
// the first value counts; missing and unknown fields are faults too. It
// reports false at a syntax error.
func (d *decoder) objectInto(p *plan, v reflect.Value) bool {
	start := d.pos
	if !d.enter() {
		return false
	}
	at := len(d.steps)
	d.steps = append(d.steps, step{})
	seen := uint64(0)
	guess := 0 // fields mostly come in the order of the declaration
	for n := 0; ; n++ {
		d.steps[at] = nowhere
		more, ok := d.hasNext(n, start, '}')
		if !ok {
			return false
		}
		if !more {
			d.steps = d.steps[:at]
			d.missing(p, seen, start)
			return true
		}
		key := d.pos
		raw, plain, ok := d.key()
		if !ok {
			return false
		}
		if !plain {
			raw = unescape(raw)
		}
		f := p.find(raw, guess)
		if f == nil {
			d.steps[at] = step{name: string(raw)}
			if !d.skipUnknown(p, key, start) {
				return false
			}
			continue
		}
		guess = f.position + 1
		d.steps[at] = step{name: f.name}
		bit := uint64(1) << f.position // of the first field, where two have the name
		if seen&bit != 0 {
			if !d.skip() {
				return false
			}
			d.fault(key, "appears twice; keep one")
			continue
		}
		seen |= bit
		f = f.form(d.space() == '{')
		if !d.value(f.plan, &f.rule, f.valueIn(v)) {
			return false
		}
	}
}

// find returns the field of a name, or nil. It tries the field at index guess
// first.
func (p *plan) find(name []byte, guess int) *field {
	if guess < len(p.fields) && p.fields[guess].name == string(name) && p.fields[guess].otherForm == nil {
		return p.fields[guess]
	}
	for _, f := range p.fields {
		if f.name == string(name) {
			return f
		}
	}
	return nil
}

// skipUnknown skips the value of an unknown field and records a fault.
func (d *decoder) skipUnknown(p *plan, key, start int) bool {
	name := d.steps[len(d.steps)-1].name
	end := d.pos
	for end > key && d.text[end-1] != '"' {
		end--
	}
	if !d.skip() {
		return false
	}
	if len(d.faults) >= MaxFaults {
		d.extraFaults++ // without a suggestion
		return true
	}
	pos := d.pos
	d.pos = end
	why := "is not a field of this object" + Suggest(name, p.names())
	d.fault(key, why)
	d.faults[len(d.faults)-1].Value = ""
	d.pos = pos
	return true
}

// missing records a fault for each required field that an object lacks, at its
// opening brace.
func (d *decoder) missing(p *plan, seen uint64, start int) {
	for _, i := range p.required {
		if f := p.fields[i]; seen&(1<<i) != 0 || f.instead != nil && seen&(1<<f.instead.position) != 0 {
			continue
		}
		d.faultIn(p.fields[i].name, start, start+1, "is missing")
		if n := len(d.faults); d.extraFaults == 0 && n > 0 {
			d.faults[n-1].Value = ""
		}
	}
}

// mapInto reads an object with arbitrary names into a map. A name that appears
// twice is a fault, and the first value counts. It reports false at a syntax
// error.
func (d *decoder) mapInto(p *plan, rule *Rule, v reflect.Value) bool {
	start := d.pos
	if !d.enter() {
		return false
	}
	if v.IsNil() {
		v.Set(reflect.MakeMap(p.typ))
	}
	at := len(d.steps)
	d.steps = append(d.steps, step{})
	elem := reflect.New(p.elem.typ).Elem()
	for n := 0; ; n++ {
		d.steps[at] = nowhere
		more, ok := d.hasNext(n, start, '}')
		if !more {
			if ok {
				d.steps = d.steps[:at]
			}
			return ok
		}
		keyAt := d.pos
		raw, _, ok := d.key()
		if !ok {
			return false
		}
		name := string(unescape(raw))
		d.steps[at] = step{name: name}
		key := reflect.ValueOf(name).Convert(p.typ.Key())
		elem.SetZero()
		if v.MapIndex(key).IsValid() {
			if !d.skip() {
				return false
			}
			d.fault(keyAt, "appears twice; keep one")
			continue
		}
		if !d.value(p.elem, rule, elem) {
			return false
		}
		if d.extraFaults == 0 {
			v.SetMapIndex(key, elem)
		}
	}
}

// optionInto reads a value behind a pointer. After a fault the pointer stays
// nil.
func (d *decoder) optionInto(p *plan, rule *Rule, v reflect.Value) bool {
	place := reflect.New(p.elem.typ)
	before := len(d.faults) + d.extraFaults
	if !d.value(p.elem, rule, place.Elem()) {
		return false
	}
	if len(d.faults)+d.extraFaults == before || p.elem.shape == anObject {
		v.Set(place)
	}
	return true
}

// anyInto reads a value that begins with c into a field of type any. It
// reports false at a syntax error. A field that d.holds names gets the type
// that d.holds returns.
func (d *decoder) anyInto(c byte, v reflect.Value) bool {
	if d.typeByName != nil && c != 'n' && len(d.steps) > 0 {
		if noun := d.typeByName(d.steps[len(d.steps)-1].name); noun != nil {
			v.Set(reflect.ValueOf(noun))
			into := v.Elem().Elem()
			holds := d.typeByName
			d.typeByName = nil // nested names have no special meaning
			ok := d.value(planOf(into.Type()), &noRule, into)
			d.typeByName = holds
			return ok
		}
	}
	x, ok := d.anyValue(c)
	if ok && x != nil {
		v.Set(reflect.ValueOf(x))
	}
	return ok
}

// anyValue reads the next value, of any kind, as a plain Go value.
func (d *decoder) anyValue(c byte) (any, bool) {
	switch {
	case c == '{':
		var m map[string]any
		v := reflect.ValueOf(&m).Elem()
		ok := d.mapInto(planOf(v.Type()), &noRule, v)
		return m, ok
	case c == '[':
		var l []any
		v := reflect.ValueOf(&l).Elem()
		ok := d.listInto(planOf(v.Type()), &noRule, v)
		return l, ok
	case c == '"':
		return stringOrNil(d.string())
	case c == '-' || c-'0' <= 9:
		start := d.pos
		n, ok := d.number()
		if why := n.reason(); ok && why != "" {
			d.fault(start, why)
			return nil, true
		}
		return n.value, ok
	case c == 't':
		return true, d.literal("true")
	case c == 'f':
		return false, d.literal("false")
	case c == 'n':
		return nil, d.literal("null")
	}
	return nil, d.strange()
}

func stringOrNil(s string, ok bool) (any, bool) {
	if !ok {
		return nil, false
	}
	return s, true
}

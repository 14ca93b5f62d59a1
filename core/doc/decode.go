package doc

import (
	"cmp"
	"math/bits"
	"reflect"
	"strconv"
	"strings"

	"gridbox/core/sorting"
)

// MaxFaults bounds how many faults are listed; those after it are counted in
// one last fault.
const MaxFaults = 200

// Decode reads a JSON text into the struct that into points to and returns all
// that is wrong with it, in the order of the text. Only a malformed text ends
// the reading, with that one fault; after any other fault the reading goes on
// and the field concerned keeps its zero value. Decode costs time linear in
// the text and never more memory than a fixed multiple of it.
//
// null stands for the absence of an optional field. Numbers in values of type
// any become float64, objects map[string]any, arrays []any.
func Decode(text []byte, into any) Faults { return DecodePaused(text, into, nil) }

// DecodeWith is Decode for structs with fields of type any that hold a noun
// which depends on the document. What holds gives for a field's name, a
// pointer, is filled and becomes the field's value; nil asks for a plain value.
// Pause is that of DecodePaused.
func DecodeWith(text []byte, into any, holds func(name string) any, pause func()) Faults {
	return decode(text, into, decoder{scanner: scanner{most: MaxBytes}, holds: holds, pause: pause})
}

// DecodeLong is DecodeWith without pauses, for a text of at most so many bytes.
func DecodeLong(text []byte, into any, holds func(name string) any, most int) Faults {
	return decode(text, into, decoder{scanner: scanner{most: most}, holds: holds})
}

// DecodePaused is Decode that calls pause now and then, where it is given, so that
// somebody else on the same thread may have a turn.
func DecodePaused(text []byte, into any, pause func()) Faults {
	return DecodeWith(text, into, nil, pause)
}

func decode(text []byte, into any, d decoder) Faults {
	v := reflect.ValueOf(into)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		panic("doc: Decode needs a pointer to fill")
	}
	if d.open(text) {
		d.space()
		_ = d.value(planOf(v.Type().Elem()), &noRule, v.Elem()) && d.finish()
	}
	if d.broken != nil {
		d.broken.Path = joinPath(d.steps)
		return Faults{*d.broken}
	}
	return d.list()
}

var noRule = ParseRule("")

// A decoder is a scanner that fills values and knows where it is.
type decoder struct {
	scanner
	holds  func(name string) any
	pause  func()
	paused int // where the reading was then
	steps  []step
	faults Faults
	beyond int // faults after the first MaxFaults
	// recent holds strings seen lately, by a hash: in a large document the
	// same ids return over and over and need only be stored once.
	recent []string
	// words collects a list of strings, slab is where such lists are stored.
	words, slab []string
}

// fault notes what is wrong with the value between start and the scanner.
func (d *decoder) fault(start int, why string) {
	if len(d.faults) >= MaxFaults {
		d.beyond++
		return
	}
	d.faults = append(d.faults, Fault{
		Path: joinPath(d.steps), Value: excerpt(d.text[start:d.pos]), Why: why, Start: start, End: d.pos,
	})
}

// faultIn notes what is wrong with a member of the value that the scanner is in.
func (d *decoder) faultIn(name string, start, end int, why string) {
	steps, pos := d.steps, d.pos
	d.steps, d.pos = append(d.steps, step{name: name}), end
	d.fault(start, why)
	d.steps, d.pos = steps, pos
}

// list puts the faults in the order of the text and closes with the count of
// those not listed.
func (d *decoder) list() Faults {
	sorting.Stable(d.faults, func(a, b Fault) int { return cmp.Compare(a.Start, b.Start) })
	if d.beyond > 0 {
		d.faults = append(d.faults, more(d.beyond))
	}
	return d.faults
}

func more(n int) Fault { return Fault{Why: "and " + strconv.Itoa(n) + " more faults"} }

// Limit shortens a list to MaxFaults and a last fault that counts the rest.
func (fs Faults) Limit() Faults {
	if len(fs) <= MaxFaults+1 {
		return fs
	}
	return append(fs[:MaxFaults:MaxFaults], more(len(fs)-MaxFaults))
}

// excerpt shortens the text of a value to what a message can show.
func excerpt(text []byte) string {
	const most = 40
	if len(text) <= most {
		return strings.Join(strings.Fields(string(text)), " ")
	}
	cut := most
	for cut > most-4 && text[cut]&0xc0 == 0x80 {
		cut--
	}
	return strings.Join(strings.Fields(string(text[:cut])), " ") + "…"
}

// value reads the next value as p says. It reports false when the text is
// malformed, and only then.
func (d *decoder) value(p *plan, rule *Rule, v reflect.Value) bool {
	c := d.space()
	switch p.shape {
	case aNumber, aWhole:
		if c == '-' || c-'0' <= 9 {
			return d.numberInto(p, rule, v)
		}
		if p.shape == aWhole {
			return d.wrong("must be a whole number")
		}
		return d.wrong("must be a number")
	case aString:
		if c == '"' {
			return d.stringInto(rule, v)
		}
		return d.wrong("must be a string in double quotes")
	case aTruth:
		if c == 't' || c == 'f' {
			v.SetBool(c == 't')
			return d.skip()
		}
		return d.wrong("must be true or false")
	case aList:
		if list, ok := v.Addr().Interface().(*[]string); ok && c == '[' {
			return d.stringsInto(list, rule)
		}
		if c == '[' {
			return d.listInto(p, rule, v)
		}
		return d.wrong("must be a list in [ ]")
	case anObject:
		if c == '{' {
			return d.objectInto(p, v)
		}
		if c == '"' && p.alone != nil {
			return d.stringInto(&p.alone.rule, p.alone.of(v))
		}
		return d.wrong("must be an object in { }")
	case aMap:
		if c == '{' {
			return d.mapInto(p, rule, v)
		}
		return d.wrong("must be an object in { }")
	case anOption:
		if c == 'n' {
			return d.literal("null")
		}
		return d.optionInto(p, rule, v)
	}
	return d.anyInto(c, v)
}

// wrong passes over a value of the wrong type and notes it.
func (d *decoder) wrong(why string) bool {
	start := d.pos
	if !d.skip() {
		return false
	}
	d.fault(start, why)
	return true
}

func (d *decoder) numberInto(p *plan, rule *Rule, v reflect.Value) bool {
	start := d.pos
	n, ok := d.number()
	if !ok {
		return false
	}
	why := n.why()
	if why == "" && p.shape == aWhole {
		why = d.wholeInto(rule, v, n.value)
	} else if why == "" {
		if why = rule.Number(n.value); why == "" {
			v.SetFloat(n.value)
		}
	}
	if why != "" {
		d.fault(start, why)
	}
	return true
}

// why says what keeps a numeral from being a float64.
func (n numeral) why() string {
	switch {
	case n.big:
		return "is too large for a number"
	case n.tiny:
		return "is too close to zero for a number; write 0"
	}
	return ""
}

func (d *decoder) wholeInto(rule *Rule, v reflect.Value, n float64) string {
	whole := *rule
	whole.Whole = true
	if why := whole.Number(n); why != "" {
		return why
	}
	if v.CanUint() {
		if n < 0 {
			return "must be at least 0"
		}
		if v.OverflowUint(uint64(n)) {
			return "is too large"
		}
		v.SetUint(uint64(n))
		return ""
	}
	if v.OverflowInt(int64(n)) {
		return "is too large"
	}
	v.SetInt(int64(n))
	return ""
}

func (d *decoder) stringInto(rule *Rule, v reflect.Value) bool {
	start := d.pos
	s, ok := d.string()
	if !ok {
		return false
	}
	if why := rule.Text(s); why != "" {
		d.fault(start, why)
		return true
	}
	v.SetString(s)
	return true
}

// string reads a string and shares its storage with an equal one seen lately.
func (d *decoder) string() (string, bool) {
	raw, plain, ok := d.str()
	if !ok {
		return "", false
	}
	if !plain {
		return string(unescape(raw)), true
	}
	if len(raw) == 0 || len(raw) > 32 {
		return string(raw), true
	}
	if d.recent == nil {
		d.recent = make([]string, 1<<min(max(bits.Len(uint(len(d.text)))-6, 4), 12))
	}
	h := uint32(2166136261) // FNV-1a
	for _, c := range raw {
		h = (h ^ uint32(c)) * 16777619
	}
	slot := &d.recent[(h^h>>16)&uint32(len(d.recent)-1)]
	if *slot != string(raw) {
		*slot = string(raw)
	}
	return *slot, true
}

package doc

import (
	"cmp"
	"math/bits"
	"reflect"
	"strconv"
	"strings"

	"gridbox/core/sorting"
)

// MaxFaults is the maximum number of faults that are listed. One more fault
// counts the rest.
const MaxFaults = 200

// Decode reads a JSON text into the struct that into points to and returns all
// faults in the order of the text. A malformed text ends the reading with that
// one fault. After any other fault reading continues, and the field keeps its
// zero value. The time is linear in the text, and the memory at most a fixed
// multiple of it.
//
// null means that an optional field is absent. Numbers in values of type
// any become float64, objects map[string]any, arrays []any.
func Decode(text []byte, into any) Faults { return DecodePaused(text, into, nil) }

// DecodeWith is Decode for structs with fields of type any whose type depends
// on the document. It calls holds with such a field's name, decodes into the
// pointer returned and stores it in the field. If holds returns nil, a plain
// value is stored. The function pause is as in DecodePaused.
func DecodeWith(text []byte, into any, holds func(name string) any, pause func()) Faults {
	return decode(text, into, decoder{scanner: scanner{maxBytes: MaxBytes}, typeByName: holds, pause: pause})
}

// DecodeLong is DecodeWith without pauses, for a text of at most maxBytes
// bytes.
func DecodeLong(text []byte, into any, holds func(name string) any, maxBytes int) Faults {
	return decode(text, into, decoder{scanner: scanner{maxBytes: maxBytes}, typeByName: holds})
}

// DecodePaused is Decode that calls pause, if not nil, at intervals, so that
// other work on the same thread can run.
func DecodePaused(text []byte, into any, pause func()) Faults {
	return DecodeWith(text, into, nil, pause)
}

// decode parses text into the value that into points to, with the settings of
// d, and returns the faults. A syntax error is the only fault returned. It
// panics if into is no pointer or nil.
func decode(text []byte, into any, d decoder) Faults {
	v := reflect.ValueOf(into)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		panic("doc: Decode needs a pointer to fill")
	}
	if d.open(text) {
		d.space()
		_ = d.value(planOf(v.Type().Elem()), &noRule, v.Elem()) && d.finish()
	}
	if d.syntaxFault != nil {
		d.syntaxFault.Path = joinPath(d.steps)
		return Faults{*d.syntaxFault}
	}
	return d.list()
}

var noRule = ParseRule("")

// A decoder is a scanner that fills values and keeps track of the path.
type decoder struct {
	scanner
	typeByName  func(name string) any
	pause       func()
	lastPause   int // position at the last pause
	steps       []step
	faults      Faults
	extraFaults int // number of faults after the first MaxFaults
	// recent is a hash table of recent strings. Large documents repeat the same ids, which
	// then share their storage.
	recent []string
	// buffer is scratch space for a list of strings; slab stores such lists.
	buffer, slab []string
}

// fault records a fault of the value between start and the scanner.
func (d *decoder) fault(start int, why string) {
	if len(d.faults) >= MaxFaults {
		d.extraFaults++
		return
	}
	d.faults = append(d.faults, Fault{
		Path: joinPath(d.steps), Value: excerpt(d.text[start:d.pos]), Reason: why, Start: start, End: d.pos,
	})
}

// faultIn records a fault of a member of the current value.
func (d *decoder) faultIn(name string, start, end int, why string) {
	steps, pos := d.steps, d.pos
	d.steps, d.pos = append(d.steps, step{name: name}), end
	d.fault(start, why)
	d.steps, d.pos = steps, pos
}

// list returns the faults in the order of the text, followed by the count of
// those beyond MaxFaults.
func (d *decoder) list() Faults {
	sorting.Stable(d.faults, func(a, b Fault) int { return cmp.Compare(a.Start, b.Start) })
	if d.extraFaults > 0 {
		d.faults = append(d.faults, moreFaults(d.extraFaults))
	}
	return d.faults
}

func moreFaults(n int) Fault { return Fault{Reason: "and " + strconv.Itoa(n) + " more faults"} }

// Limit truncates a list to MaxFaults and adds a fault that counts the rest.
func (fs Faults) Limit() Faults {
	if len(fs) <= MaxFaults+1 {
		return fs
	}
	return append(fs[:MaxFaults:MaxFaults], moreFaults(len(fs)-MaxFaults))
}

// excerpt returns the text of a value, cut to 40 bytes for messages.
func excerpt(text []byte) string {
	const maxLength = 40
	if len(text) <= maxLength {
		return strings.Join(strings.Fields(string(text)), " ")
	}
	cut := maxLength
	for cut > maxLength-4 && text[cut]&0xc0 == 0x80 {
		cut--
	}
	return strings.Join(strings.Fields(string(text[:cut])), " ") + "…"
}

// value reads the next value as p describes it. It reports false only if the
// text is malformed.
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
			return d.stringInto(&p.alone.rule, p.alone.valueIn(v))
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

// wrong skips a value of the wrong type and records the fault. It reports false
// if the text is malformed.
func (d *decoder) wrong(why string) bool {
	start := d.pos
	if !d.skip() {
		return false
	}
	d.fault(start, why)
	return true
}

// numberInto reads a number into v if it follows the rule, otherwise it adds a
// fault. It reports false if there is no number at this position.
func (d *decoder) numberInto(p *plan, rule *Rule, v reflect.Value) bool {
	start := d.pos
	n, ok := d.number()
	if !ok {
		return false
	}
	why := n.reason()
	if why == "" && p.shape == aWhole {
		why = d.integerInto(rule, v, n.value)
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

// reason returns the reason why a numeral is no float64, or "".
func (n numeral) reason() string {
	switch {
	case n.big:
		return "is too large for a number"
	case n.tiny:
		return "is too close to zero for a number; write 0"
	}
	return ""
}

// integerInto sets the integer v to n. It returns "", or the reason why n is not
// an integer, breaks the rule or does not fit into v.
func (d *decoder) integerInto(rule *Rule, v reflect.Value, n float64) string {
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

// stringInto reads a string into v if it follows the rule, otherwise it adds a
// fault. It reports false if there is no string at this position.
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

// string reads a string. It reports false if the string is malformed. Equal
// short strings share their storage.
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

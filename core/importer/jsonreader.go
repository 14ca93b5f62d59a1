package importer

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// A Pull is a streaming reader of JSON. It keeps nothing that the caller does
// not read, so a workload of a million jobs takes no more memory than the jobs.
// It stops where the text is malformed or truncated, with the reason in Fault,
// and the values read before remain valid.
//
// It is more lenient than core/doc, which reads the documents of this program:
// fields that are not read are skipped, and a number may be in quotes.
type Pull struct {
	Fault string // reason for stopping
	Line  int    // line of the fault, from 1
	text  []byte
	pos   int
	depth int
}

// maxPull bounds the nesting of values.
const maxPull = 200

// NewPull returns a Pull of a text.
func NewPull(text []byte) *Pull { return &Pull{text: text} }

// CurrentLine returns the current line, from 1, in time linear in the text before it.
func (p *Pull) CurrentLine() int {
	return 1 + bytes.Count(p.text[:min(p.pos, len(p.text))], []byte("\n"))
}

func (p *Pull) stop(why string) {
	if p.Fault == "" {
		p.Fault, p.Line = why, p.CurrentLine()
		p.pos = len(p.text)
	}
}

// Peek returns the first byte of the next value: { [ " t f n, or a digit or
// minus; 0 at the end.
func (p *Pull) Peek() byte {
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; c {
		case ' ', '\n', '\r', '\t':
			p.pos++
		default:
			return c
		}
	}
	return 0
}

// Object calls each for every member of the next value; members that each does
// not read are skipped. It returns false, and skips the value, if it is not an
// object.
func (p *Pull) Object(each func(key string)) bool {
	return p.members('{', '}', func() bool {
		if p.Peek() != '"' {
			p.stop("a field's name in double quotes is missing")
			return false
		}
		key := p.str()
		if c := p.Peek(); c == 0 {
			p.stop("the text ends in the middle")
			return false
		} else if c != ':' {
			p.stop("a colon is missing after the name " + strconv.Quote(Clean(key)))
			return false
		}
		p.pos++
		p.Peek()
		if at := p.pos; p.Fault == "" {
			if each(key); p.pos == at {
				p.Skip()
			}
		}
		return p.Fault == ""
	})
}

// Array calls each for every element of the next value; elements that each does
// not read are skipped. It returns false, and skips the value, if it is not an
// array.
func (p *Pull) Array(each func(i int)) bool {
	i := 0
	return p.members('[', ']', func() bool {
		p.Peek()
		at := p.pos
		if each(i); p.pos == at {
			p.Skip()
		}
		i++
		return p.Fault == ""
	})
}

// members calls member for each member of an object or list with the given
// brackets, until member reports false. It skips a value of another kind and
// reports false. At a syntax error or beyond maxPull levels it ends the
// reading.
func (p *Pull) members(begin, end byte, member func() bool) bool {
	if p.Peek() != begin {
		p.Skip()
		return false
	}
	if p.depth++; p.depth > maxPull {
		p.stop("values nest deeper than " + strconv.Itoa(maxPull) + " levels")
		return false
	}
	defer func() { p.depth-- }()
	p.pos++
	for first := true; ; first = false {
		switch c := p.Peek(); {
		case p.Fault != "":
			return true
		case c == 0:
			p.stop("the text ends in the middle")
			return true
		case c == end:
			p.pos++
			return true
		case c == ',' && !first:
			p.pos++
		case !first:
			p.stop("a comma or " + string(end) + " is missing")
			return true
		}
		if !member() {
			return true
		}
	}
}

// Text reads a string, or a number or truth value as it is written. Other
// values are skipped and return "".
func (p *Pull) Text() string {
	switch c := p.Peek(); {
	case c == '"':
		return p.str()
	case c == '-' || c >= '0' && c <= '9' || c == 't' || c == 'f':
		return string(p.readToken())
	}
	p.Skip()
	return ""
}

// Number reads a number, which may be in quotes. Other values are skipped, and
// ok is false.
func (p *Pull) Number() (x float64, ok bool) {
	switch c := p.Peek(); {
	case c == '"':
		return ParseNumber([]byte(p.str()))
	case c == '-' || c >= '0' && c <= '9':
		return ParseNumber(p.readToken())
	}
	p.Skip()
	return 0, false
}

// readToken reads the bytes up to a character that may follow a value.
func (p *Pull) readToken() []byte {
	from := p.pos
	for p.pos < len(p.text) {
		switch p.text[p.pos] {
		case ',', ']', '}', ' ', '\n', '\r', '\t', ':', '"', '[', '{':
			return p.text[from:p.pos]
		}
		p.pos++
	}
	return p.text[from:p.pos]
}

// Skip skips the next value.
func (p *Pull) Skip() {
	switch c := p.Peek(); c {
	case 0:
		p.stop("the text ends where a value is expected")
	case '{':
		p.Object(func(string) {})
	case '[':
		p.Array(func(int) {})
	case '"':
		p.span()
	default:
		if len(p.readToken()) == 0 {
			p.stop("a value is expected")
		}
	}
}

// span returns the inside of a string without decoding its escapes. If the
// string does not end, it stops the reading and returns nil.
func (p *Pull) span() []byte {
	p.pos++
	from := p.pos
	for p.pos < len(p.text) {
		switch p.text[p.pos] {
		case '"':
			p.pos++
			return p.text[from : p.pos-1]
		case '\\':
			p.pos++
		}
		p.pos++
	}
	p.stop("the text ends inside a string")
	return nil
}

// str reads and decodes a string. Unlike core/doc it accepts invalid escapes,
// unpaired surrogates and fewer than four hexadecimal digits, because other
// programs write them.
func (p *Pull) str() string {
	raw := p.span()
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw)
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' || i+1 >= len(raw) {
			out = append(out, raw[i])
			continue
		}
		i++
		switch c := raw[i]; c {
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		case 'r':
			out = append(out, '\r')
		case 'b', 'f':
			out = append(out, ' ')
		case 'u':
			c, n := unit(raw[i+1:])
			if i += n; utf16.IsSurrogate(c) && bytes.HasPrefix(raw[i+1:], []byte(`\u`)) {
				if low, m := unit(raw[i+3:]); utf16.DecodeRune(c, low) != utf8.RuneError {
					c, i = utf16.DecodeRune(c, low), i+2+m
				}
			}
			out = utf8.AppendRune(out, c)
		default:
			out = append(out, c)
		}
	}
	return string(out)
}

// unit parses up to four hexadecimal digits.
func unit(digits []byte) (c rune, n int) {
	for n < 4 && n < len(digits) {
		x, err := strconv.ParseUint(string(digits[n:n+1]), 16, 8)
		if err != nil {
			break
		}
		c, n = c<<4|rune(x), n+1
	}
	return c, n
}

// ParseNumber parses a finite number as tables and logs write it. It reports
// false for other texts and for more than 64 bytes. It does not allocate for
// short whole numbers, which are the most frequent.
func ParseNumber(text []byte) (x float64, ok bool) {
	digits, negative := text, false
	if len(digits) > 1 && digits[0] == '-' {
		digits, negative = digits[1:], true
	}
	if len(digits) == 0 {
		return 0, false
	}
	if len(digits) <= 15 {
		n := int64(0)
		for _, c := range digits {
			if c < '0' || c > '9' {
				n = -1
				break
			}
			n = 10*n + int64(c-'0')
		}
		switch {
		case n >= 0 && negative:
			return -float64(n), true
		case n >= 0:
			return float64(n), true
		}
	}
	if len(text) > 64 {
		return 0, false
	}
	x, err := strconv.ParseFloat(string(text), 64)
	return x, err == nil && x-x == 0
}

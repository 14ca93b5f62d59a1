// Package svg writes SVG text.
package svg

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// Builder collects SVG text. It exists because a picture of 3,000 links is
// redrawn on every edit: fmt would cost more than everything else together.
type Builder struct{ buf []byte }

// New returns an empty markup with room for so many bytes.
func New(room int) *Builder { return &Builder{buf: make([]byte, 0, room)} }

func (m *Builder) String() string { return string(m.buf) }

// Len is the number of bytes so far.
func (m *Builder) Len() int { return len(m.buf) }

// Since is what was written after so many bytes.
func (m *Builder) Since(from int) string { return string(m.buf[from:]) }

// Raw appends text that is already markup.
func (m *Builder) Raw(parts ...string) {
	for _, p := range parts {
		m.buf = append(m.buf, p...)
	}
}

// Text appends escaped character data.
func (m *Builder) Text(s string) { m.buf = appendEscaped(m.buf, s) }

// Escape makes any text, even one that is not valid UTF-8, fit for XML and
// HTML, in elements and in attributes.
func Escape(s string) string { return string(appendEscaped(nil, s)) }

func appendEscaped(buf []byte, s string) []byte {
	if isPlain(s) {
		return append(buf, s...)
	}
	for _, r := range s { // invalid bytes come as U+FFFD
		switch {
		case r == '<':
			buf = append(buf, "&lt;"...)
		case r == '>':
			buf = append(buf, "&gt;"...)
		case r == '&':
			buf = append(buf, "&amp;"...)
		case r == '"':
			buf = append(buf, "&quot;"...)
		case r == '\'':
			buf = append(buf, "&#39;"...)
		case r < ' ':
			buf = append(buf, ' ') // XML allows no control characters
		case r == 0xFFFE || r == 0xFFFF:
			buf = utf8.AppendRune(buf, utf8.RuneError) // nor these two
		default:
			buf = utf8.AppendRune(buf, r)
		}
	}
	return buf
}

// isPlain reports whether s is printable ASCII that needs no escape, as nearly
// all names are.
func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < ' ' || c >= utf8.RuneSelf, c == '<', c == '>', c == '&', c == '"', c == '\'':
			return false
		}
	}
	return true
}

// Attr appends one attribute with an escaped value.
func (m *Builder) Attr(name, value string) {
	m.Raw(" ", name, `="`)
	m.Text(value)
	m.Raw(`"`)
}

// Num appends one attribute with a number of at most two decimals.
func (m *Builder) Num(name string, v float64) {
	m.Raw(" ", name, `="`)
	m.buf = appendNumber(m.buf, v)
	m.Raw(`"`)
}

// Exact appends one attribute with a number in all its digits, for those who
// reckon with it.
func (m *Builder) Exact(name string, v float64) {
	m.Raw(" ", name, `="`)
	m.buf = strconv.AppendFloat(m.buf, v, 'f', -1, 64)
	m.Raw(`"`)
}

// Tenth appends a bare number of at most one decimal.
func (m *Builder) Tenth(v float64) { m.Number(math.Round(v*10) / 10) }

// Nums appends several numeric attributes, given as name, value pairs by the
// two slices in step.
func (m *Builder) Nums(names []string, values ...float64) {
	for i, n := range names {
		m.Num(n, values[i])
	}
}

// Number appends a bare number.
func (m *Builder) Number(v float64) { m.buf = appendNumber(m.buf, v) }

// Translate appends a transform attribute.
func (m *Builder) Translate(x, y float64) {
	m.Raw(` transform="translate(`)
	m.Number(x)
	m.Raw(",")
	m.Number(y)
	m.Raw(`)"`)
}

// Title appends a title element, which browsers show as a tooltip.
func (m *Builder) Title(s string) {
	m.Raw("<title>")
	m.Text(s)
	m.Raw("</title>")
}

// Label appends a text element at a place.
func (m *Builder) Label(class string, x, y float64, text string) {
	m.Raw(`<text class="`, class, `"`)
	m.Nums(XY, x, y)
	m.Raw(">")
	m.Text(text)
	m.Raw("</text>")
}

func appendNumber(buf []byte, v float64) []byte {
	cents := math.Round(v * 100)
	if cents == 0 || math.IsNaN(cents) || math.IsInf(cents/100, 0) {
		return append(buf, '0') // also turns -0 into 0
	}
	if math.Abs(cents) >= 1e9 {
		return strconv.AppendFloat(buf, cents/100, 'f', -1, 64)
	}
	n := int(cents) // most of a picture are such numbers, and these are written ten times as fast
	if n < 0 {
		buf, n = append(buf, '-'), -n
	}
	buf = strconv.AppendInt(buf, int64(n/100), 10)
	if n %= 100; n > 0 {
		buf = append(buf, '.', byte('0'+n/10))
		if n%10 > 0 {
			buf = append(buf, byte('0'+n%10))
		}
	}
	return buf
}

var (
	XY   = []string{"x", "y"}
	Box  = []string{"x", "y", "width", "height"}
	Ends = []string{"x1", "y1", "x2", "y2"}
)

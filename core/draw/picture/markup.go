package picture

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// markup collects SVG text. It exists because a picture of 3,000 links is
// redrawn on every edit: fmt would cost more than everything else together.
type markup struct{ buf []byte }

// newMarkup returns an empty markup with room for so many bytes.
func newMarkup(room int) *markup { return &markup{buf: make([]byte, 0, room)} }

func (m *markup) String() string { return string(m.buf) }

// length is the number of bytes so far.
func (m *markup) length() int { return len(m.buf) }

// since is what was written after so many bytes.
func (m *markup) since(from int) string { return string(m.buf[from:]) }

// raw appends text that is already markup.
func (m *markup) raw(parts ...string) {
	for _, p := range parts {
		m.buf = append(m.buf, p...)
	}
}

// text appends escaped character data.
func (m *markup) text(s string) { m.buf = appendEscaped(m.buf, s) }

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

// attr appends one attribute with an escaped value.
func (m *markup) attr(name, value string) {
	m.raw(" ", name, `="`)
	m.text(value)
	m.raw(`"`)
}

// num appends one attribute with a number of at most two decimals.
func (m *markup) num(name string, v float64) {
	m.raw(" ", name, `="`)
	m.buf = appendNumber(m.buf, v)
	m.raw(`"`)
}

// exact appends one attribute with a number in all its digits, for those who
// reckon with it.
func (m *markup) exact(name string, v float64) {
	m.raw(" ", name, `="`)
	m.buf = strconv.AppendFloat(m.buf, v, 'f', -1, 64)
	m.raw(`"`)
}

// tenth appends a bare number of at most one decimal.
func (m *markup) tenth(v float64) { m.number(math.Round(v*10) / 10) }

// nums appends several numeric attributes, given as name, value pairs by the
// two slices in step.
func (m *markup) nums(names []string, values ...float64) {
	for i, n := range names {
		m.num(n, values[i])
	}
}

// number appends a bare number.
func (m *markup) number(v float64) { m.buf = appendNumber(m.buf, v) }

// translate appends a transform attribute.
func (m *markup) translate(x, y float64) {
	m.raw(` transform="translate(`)
	m.number(x)
	m.raw(",")
	m.number(y)
	m.raw(`)"`)
}

// title appends a title element, which browsers show as a tooltip.
func (m *markup) title(s string) {
	m.raw("<title>")
	m.text(s)
	m.raw("</title>")
}

// label appends a text element at a place.
func (m *markup) label(class string, x, y float64, text string) {
	m.raw(`<text class="`, class, `"`)
	m.nums(xyNames, x, y)
	m.raw(">")
	m.text(text)
	m.raw("</text>")
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
	xyNames   = []string{"x", "y"}
	rectNames = []string{"x", "y", "width", "height"}
	lineNames = []string{"x1", "y1", "x2", "y2"}
)

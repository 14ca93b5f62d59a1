package doc

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// str reads a string and returns the text between its quotes. A plain one has
// no escapes and is usable as it is; others need unescape. It reports ok as
// false if the string is malformed.
func (s *scanner) str() (raw []byte, plain, ok bool) {
	start := s.pos
	text, i := s.text, s.pos+1
	plain = true
	ascii := true
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			raw = text[start+1 : i]
			if !ascii && !utf8.Valid(raw) {
				at := start + 1 + invalid(raw)
				return nil, false, s.fail(at, at+1, "the text is not valid UTF-8 here; save it as UTF-8")
			}
			s.pos = i + 1
			return raw, plain, true
		case c == '\\':
			plain = false
			n := escape(text[i:])
			if n == 0 {
				return nil, false, s.fail(i, i+2, "this escape is unknown; write \\\\ for a backslash")
			}
			i += n - 1
		case c < ' ':
			return nil, false, s.fail(i, i+1,
				"a string must not contain a line break or control character; write it as an escape such as \\n")
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return nil, false, s.ends(start)
}

// invalid returns the offset of the first byte that is not valid UTF-8.
func invalid(raw []byte) int {
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(raw)
}

// escape returns the length of the escape at the beginning of text, or 0 if it
// is invalid. Half of a surrogate pair is invalid.
func escape(text []byte) int {
	if len(text) < 2 {
		return 0
	}
	switch text[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		r, ok := hex4(text)
		switch {
		case !ok:
			return 0
		case !utf16.IsSurrogate(r):
			return 6
		}
		if low, ok := hex4(text[6:]); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
			return 12
		}
	}
	return 0
}

// hex4 parses the escape at the beginning of text, of the form \u00e9. It
// reports false if there is none.
func hex4(text []byte) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	r := rune(0)
	for _, c := range text[2:6] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// unescape returns the characters of a scanned string.
func unescape(raw []byte) []byte {
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			out = append(out, raw[i])
			continue
		}
		n := escape(raw[i:])
		switch c := raw[i+1]; c {
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			r, _ := hex4(raw[i:])
			if n == 12 {
				low, _ := hex4(raw[i+6:])
				r = utf16.DecodeRune(r, low)
			}
			out = utf8.AppendRune(out, r)
		default:
			out = append(out, c)
		}
		i += n - 1
	}
	return out
}

// tens holds the powers of ten that a float64 represents exactly.
var tens = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// A numeral is a number of the text. The flag big is set if it is beyond
// float64, and tiny if it is not zero but rounds to zero.
type numeral struct {
	value     float64
	big, tiny bool
}

// number reads a numeral. Up to 2^53 and 22 decimal places it is one
// multiplication or division of two exact numbers (Clinger 1990), which is
// rounded correctly on every machine. Others go through strconv.
func (s *scanner) number() (n numeral, ok bool) {
	start, text, i := s.pos, s.text, s.pos
	negative := text[i] == '-'
	if negative {
		i++
	}
	mantissa, digits, exponent := uint64(0), 0, 0
	first := i
	for ; i < len(text) && text[i]-'0' <= 9; i++ {
		mantissa, digits = addDigit(mantissa, digits, text[i])
	}
	if i == first || text[first] == '0' && i > first+1 {
		return n, s.failNumber(first, i)
	}
	if i < len(text) && text[i] == '.' {
		i++
		point := i
		for ; i < len(text) && text[i]-'0' <= 9; i++ {
			mantissa, digits = addDigit(mantissa, digits, text[i])
		}
		if exponent = point - i; exponent == 0 {
			return n, s.fail(start, i, "a digit is missing after the decimal point")
		}
	}
	if i < len(text) && text[i]|' ' == 'e' {
		power, end := readPower(text, i+1)
		if end == 0 {
			return n, s.fail(start, i+1, "a digit is missing in the exponent")
		}
		exponent, i = exponent+power, end
	}
	if i < len(text) && isWord(text[i]) {
		return n, s.failNumber(first, i)
	}
	s.pos = i
	n.value = convert(text[start:i], mantissa, digits, exponent)
	if negative && n.value > 0 && digits <= 19 {
		n.value = -n.value
	}
	n.big = n.value > maxNumber || n.value < -maxNumber
	n.tiny = n.value == 0 && mantissa != 0
	if n.value == 0 {
		n.value = 0 // minus zero equals zero in documents
	}
	return n, true
}

const maxNumber = 1.7976931348623157e308

// addDigit appends a digit to a mantissa. Digits beyond the 19th are only counted,
// since they might overflow.
func addDigit(mantissa uint64, digits int, c byte) (uint64, int) {
	if digits >= 19 {
		return mantissa, digits + 1
	}
	mantissa = mantissa*10 + uint64(c-'0')
	if mantissa == 0 {
		return 0, 0
	}
	return mantissa, digits + 1
}

// readPower reads the exponent of a numeral, limited to 100,000 in magnitude.
// The end is 0 if there is no digit.
func readPower(text []byte, i int) (power, end int) {
	negative := false
	if i < len(text) && (text[i] == '+' || text[i] == '-') {
		negative = text[i] == '-'
		i++
	}
	first := i
	for ; i < len(text) && text[i]-'0' <= 9; i++ {
		power = min(power*10+int(text[i]-'0'), 100_000)
	}
	if i == first {
		return 0, 0
	}
	if negative {
		power = -power
	}
	return power, i
}

// convert returns the value of a numeral; see number.
func convert(text []byte, mantissa uint64, digits, exponent int) float64 {
	if digits <= 19 {
		switch {
		case mantissa == 0:
			return 0
		case mantissa < 1<<53 && exponent >= 0 && exponent < len(tens):
			return float64(mantissa) * tens[exponent]
		case mantissa < 1<<53 && exponent < 0 && -exponent < len(tens):
			return float64(mantissa) / tens[-exponent]
		}
		if text[0] == '-' {
			text = text[1:]
		}
	}
	value, _ := strconv.ParseFloat(string(text), 64) // out of range: an infinity or 0, which the caller handles
	return value
}

// failNumber reports the word from first on as no number.
func (s *scanner) failNumber(first, i int) bool {
	for i < len(s.text) && isWord(s.text[i]) {
		i++
	}
	if i > first+1 && s.text[first] == '0' {
		return s.fail(first, i, "a number has no leading zeros and is written in decimal digits")
	}
	return s.fail(first, i, "this is not a number; numbers look like 12, -3.5 or 1e6")
}

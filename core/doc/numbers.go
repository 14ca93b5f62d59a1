package doc

import (
	"math"
	"strconv"
)

// AppendNumber appends a number as ECMAScript writes it, the shortest text that
// reads back as the same number (RFC 8785, section 3.2.2.3). NaN and infinities
// become null, which no number field reads.
func AppendNumber(b []byte, f float64) []byte {
	if f >= -MaxWhole && f <= MaxWhole { // fast path: most numbers are small and whole
		if whole := int64(f); float64(whole) == f {
			return strconv.AppendInt(b, whole, 10) // minus zero too
		}
	}
	size := math.Abs(f)
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return append(b, "null"...)
	case size >= 1e-6 && size < 1e21:
		return strconv.AppendFloat(b, f, 'f', -1, 64)
	}
	b = strconv.AppendFloat(b, f, 'e', -1, 64)
	// strconv writes e-09 where ECMAScript writes e-9.
	if n := len(b); n >= 4 && b[n-2] == '0' && b[n-4] == 'e' {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}

// Number returns the text of a number in a document.
func Number(f float64) string { return string(AppendNumber(nil, f)) }

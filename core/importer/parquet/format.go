package parquet

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Converted types, which older files use in place of logical types.
const (
	convertedDecimal      = 5
	convertedDate         = 6
	convertedMilliseconds = 9
	convertedMicroseconds = 10
	convertedUint8        = 11
	convertedUint64       = 14
)

// formatOf returns the function that writes a value of a column. Numbers are in full precision, points in time in
// the form 2024-03-31T12:00:00.5, in UTC.
func formatOf(e fields) func(raw []byte) string {
	logical, converted := e.structure(10), e.number(6)
	scale := e.number(7)
	if d := logical.structure(5); d != nil {
		scale = d.number(1)
	}
	switch {
	case logical.has(5) || converted == convertedDecimal && e.has(6):
		return func(raw []byte) string { return decimal(decodeInteger(raw, e.number(1)), scale) }
	case logical.has(6) || converted == convertedDate:
		return func(raw []byte) string {
			return time.Unix(decodeInteger(raw, kindInt32).Int64()*86400, 0).UTC().Format("2006-01-02")
		}
	case logical.has(8):
		unit := logical.structure(8).structure(2)
		return instants(map[bool]int64{true: 1000}[unit.has(1)] + map[bool]int64{true: 1e6}[unit.has(2)] +
			map[bool]int64{true: 1e9}[unit.has(3)])
	case converted == convertedMilliseconds:
		return instants(1000)
	case converted == convertedMicroseconds:
		return instants(1e6)
	}
	integer := logical.structure(10)
	unsigned := integer != nil && integer.number(2) == 0 ||
		e.has(6) && converted >= convertedUint8 && converted <= convertedUint64
	return physicalFormat(e.number(1), unsigned)
}

// physicalFormat returns the function that writes a value of a physical type.
func physicalFormat(kind int, unsigned bool) func(raw []byte) string {
	switch kind {
	case kindInt32, kindInt64:
		return func(raw []byte) string {
			x := decodeInteger(raw, kind)
			if unsigned && x.Sign() < 0 {
				x.Add(x, new(big.Int).Lsh(big.NewInt(1), uint(8*len(raw))))
			}
			return x.String()
		}
	case kindInt96: // nanoseconds of the day, and the Julian day
		return func(raw []byte) string {
			days := int64(binary.LittleEndian.Uint32(raw[8:])) - 2440588
			return instant(time.Unix(days*86400, int64(binary.LittleEndian.Uint64(raw))))
		}
	case kindFloat:
		return func(raw []byte) string {
			return float(float64(math.Float32frombits(binary.LittleEndian.Uint32(raw))), 32)
		}
	case kindDouble:
		return func(raw []byte) string { return float(math.Float64frombits(binary.LittleEndian.Uint64(raw)), 64) }
	}
	return func(raw []byte) string {
		if !utf8.Valid(raw) {
			return hex.EncodeToString(raw)
		}
		return string(raw)
	}
}

// float returns a number as text, and NaN as an empty cell.
func float(x float64, size int) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, size)
}

// decodeInteger returns a whole number: little-endian, or big-endian in bytes.
func decodeInteger(raw []byte, kind int) *big.Int {
	switch kind {
	case kindInt32:
		return big.NewInt(int64(int32(binary.LittleEndian.Uint32(raw))))
	case kindInt64:
		return big.NewInt(int64(binary.LittleEndian.Uint64(raw)))
	}
	x := new(big.Int).SetBytes(raw)
	if len(raw) > 0 && raw[0] >= 128 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(8*len(raw))))
	}
	return x
}

// decimal returns a number with as many digits after the point as the scale.
func decimal(x *big.Int, scale int) string {
	if scale <= 0 || scale > 100 {
		return x.String()
	}
	digits, sign := new(big.Int).Abs(x).String(), ""
	if x.Sign() < 0 {
		sign = "-"
	}
	if missing := scale + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	return sign + digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
}

// instants returns the function that writes points in time in units of 1/perSecond seconds.
func instants(perSecond int64) func(raw []byte) string {
	if perSecond == 0 {
		return physicalFormat(kindInt64, false)
	}
	return func(raw []byte) string {
		x := int64(binary.LittleEndian.Uint64(raw))
		seconds := x / perSecond
		rest := x % perSecond
		return instant(time.Unix(seconds, rest*(1e9/perSecond)))
	}
}

func instant(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.999999999") }

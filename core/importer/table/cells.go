package table

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/rows"
)

// A Unit is a possible unit of a column's numbers. Factor converts them to the field's own unit.
type Unit struct {
	Name   string // in mappings and in the page
	Factor float64
	form   form
}

// A form is the notation of a cell, unless it is a plain number.
type form byte

const (
	aNumber form = iota
	aClock       // 1-02:03:04, 2:03:04, 3:04
	aDate        // in one of the styles
	anEpoch      // seconds or milliseconds since 1970
)

// Styles of dates and times.
const (
	dateISO   = "date, 2024-03-31"
	dateDMY   = "date, 31.3.2024"
	dateMDY   = "date, 3/31/2024"
	epoch     = "s since 1970"
	epochMS   = "ms since 1970"
	clockUnit = "h:min:s"
)

var (
	times = []Unit{{"s", 1, 0}, {"ms", 1e-3, 0}, {"µs", 1e-6, 0}, {"ns", 1e-9, 0}, {"min", 60, 0}, {"h", 3600, 0},
		{"d", 86400, 0}, {clockUnit, 1, aClock}}
	dates = []Unit{{dateISO, 1, aDate}, {dateDMY, 1, aDate}, {dateMDY, 1, aDate}, {epoch, 1, anEpoch},
		{epochMS, 1e-3, anEpoch}}
	// sizes have decimal and binary units.
	sizes = []Unit{{"MB", 1, 0}, {"B", 1e-6, 0}, {"kB", 1e-3, 0}, {"GB", 1e3, 0}, {"TB", 1e6, 0},
		{"KiB", 1024e-6, 0}, {"MiB", 1.048576, 0}, {"GiB", 1073.741824, 0}, {"TiB", 1099511.627776, 0}}
	rates = []Unit{{"MB/s", 1, 0}, {"B/s", 1e-6, 0}, {"kB/s", 1e-3, 0}, {"GB/s", 1e3, 0}, {"MiB/s", 1.048576, 0},
		{"GiB/s", 1073.741824, 0}, {"bit/s", 125e-9, 0}, {"kbit/s", 125e-6, 0}, {"Mbit/s", 0.125, 0},
		{"Gbit/s", 125, 0}, {"Tbit/s", 125e3, 0}}
	powers = []Unit{{"MIPS", 1, 0}, {"GIPS", 1e3, 0}, {"MHz", 1, 0}, {"GHz", 1e3, 0}}
	works  = []Unit{{"MI", 1, 0}, {"GI", 1e3, 0}, {"TI", 1e6, 0}, {"I", 1e-6, 0}}
	shares = []Unit{{"1", 1, 0}, {"%", 1e-2, 0}, {thousandths, 1e-3, 0}}
)

// thousandths is the unit of shares such as millicores.
const thousandths = "thousandths"

// Units returns the possible units of the field's column, its own first.
func (f *Field) Units() (units []Unit) {
	switch {
	case f.Kind == "text" || f.Kind == "choice" || f.Kind == "truth" || f.Kind == "list":
		return nil
	case f.Unit == "s" || f.IsTime():
		units = times
	case f.Unit == "MB":
		units = sizes
	case f.Unit == "MB/s":
		units = rates
	case f.Unit == "MIPS":
		units = powers
	case f.Unit == "MI":
		units = works
	default:
		units = shares
	}
	if f.Unit == "s" || f.IsTime() {
		// A duration may be the difference of two dates.
		units = append(units[:len(units):len(units)], dates...)
	}
	return units
}

// abbreviations are other spellings of units, after a number or in a header.
var abbreviations = map[string]string{
	"sec": "s", "secs": "s", "second": "s", "seconds": "s", "msec": "ms",
	"millis": "ms", "milliseconds": "ms", "us": "µs",
	"usec": "µs", "microseconds": "µs", "nanoseconds": "ns", "mins": "min", "minute": "min", "minutes": "min",
	"hr":  "h",
	"hrs": "h", "hour": "h", "hours": "h", "day": "d", "days": "d",
	"byte": "B", "bytes": "B", "kb": "kB", "mb": "MB", "gb": "GB", "tb": "TB", "kib": "KiB", "mib": "MiB", "gib": "GiB",
	"tib": "TiB", "ki": "KiB", "mi": "MiB", "gi": "GiB", "ti": "TiB", "k": "kB", "m": "MB", "g": "GB", "t": "TB",
	"mbps": "Mbit/s", "gbps": "Gbit/s", "kbps": "kbit/s", "bps": "bit/s", "mbit": "Mbit/s", "gbit": "Gbit/s",
	"mb/s": "MB/s", "gb/s": "GB/s", "kb/s": "kB/s", "mbit/s": "Mbit/s", "gbit/s": "Gbit/s", "kbit/s": "kbit/s",
	"milli": thousandths, "millis.": thousandths, "millicores": thousandths, "mcpu": thousandths,
	"percent": "%", "pct": "%",
	"mhz": "MHz", "ghz": "GHz", "mips": "MIPS", "gips": "GIPS",
}

// unitOf returns the unit with a name or abbreviation, or nil.
func unitOf(units []Unit, name string) *Unit {
	for range 2 {
		for i := range units {
			if units[i].Name == name {
				return &units[i]
			}
		}
		switch short := abbreviations[strings.ToLower(name)]; {
		case name == "m" && len(units) > 0 && units[0].Name == "1":
			name = thousandths // the suffix of millicores in Kubernetes
		case name == "m" && len(units) > 0 && units[0].Name == "s":
			name = "min"
		case short != "":
			name = short
		case name == "M" || name == "m":
			name = "MB"
		}
	}
	return nil
}

// unitNames returns the names of units.
func unitNames(units []Unit) (names []string) {
	for _, u := range units {
		names = append(names, u.Name)
	}
	return names
}

// empty reports whether a cell means that there is no value.
func empty(c string) bool {
	if len(c) > 9 {
		return false
	}
	switch strings.ToLower(c) {
	case "", "-", "--", "na", "n/a", "#n/a", "nan", "null", "none", "nil", "unknown", "(null)", "?", "undefined":
		return true
	}
	return false
}

// parsePlainNumber parses a number in the usual international notations: with blanks, apostrophes, or the sign
// that is not the decimal one between thousands. If comma is set, the decimal sign is a comma. It
// reports false for other texts.
func parsePlainNumber(c string, comma bool) (x float64, ok bool) {
	// Most numbers have at most fifteen digits; a float64 keeps that many.
	whole, digits, decimals, i := int64(0), 0, -1, 0
	if len(c) > 0 && (c[0] == '-' || c[0] == '+') {
		i++
	}
	for ; i < len(c) && digits <= 15; i++ {
		switch d := c[i] - '0'; {
		case d <= 9:
			whole, digits = whole*10+int64(d), digits+1
		case decimals < 0 && (c[i] == '.' && !comma || c[i] == ',' && comma):
			decimals = digits
		default:
			return parseNumber(c, comma)
		}
	}
	if digits == 0 || digits > 15 {
		return parseNumber(c, comma)
	}
	x = float64(whole)
	if decimals >= 0 {
		x /= tens[digits-decimals]
	}
	if c[0] == '-' {
		x = -x
	}
	return x, true
}

// tens are the powers of ten.
var tens = [16]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// parseNumber parses a number with other characters than digits. A number of the other decimal style
// is rejected.
func parseNumber(c string, comma bool) (x float64, ok bool) {
	style := rows.Point
	if comma {
		style = rows.Comma
	}
	if own := rows.StyleOfCell(c); len(c) > 60 || own != rows.Unsaid && own != style {
		return 0, false
	}
	x, why := rows.Numeral(c, style)
	return x, why == ""
}

// number parses a cell of a column: a date or a clock if the column has these, otherwise a number
// with an optional unit.
func (col *mappedColumn) number(c string) (x float64, why string) {
	switch col.unit.form {
	case aDate:
		if x, ok := parseDate(c, col.unit.Name); ok {
			return x, ""
		}
		return 0, "is no " + col.unit.Name
	case aClock:
		if x, ok := clock(c); ok {
			return x, ""
		}
		return 0, "is no time such as 1:30:00"
	}
	if x, ok := parsePlainNumber(c, col.comma); ok {
		return float64(x * col.unit.Factor), ""
	}
	if at := strings.IndexFunc(c, func(r rune) bool {
		return r > '9' && r != 0xa0 || r == '%' // the first character of a unit
	}); at > 0 {
		if u := unitOf(col.units, strings.TrimSpace(c[at:])); u != nil && u.form == aNumber {
			if x, ok := parsePlainNumber(strings.TrimSpace(c[:at]), col.comma); ok {
				return float64(x * u.Factor), ""
			}
		}
	}
	return 0, "is no number"
}

// clock parses 1-02:03:04, 26:03:04 and 3:04, also with decimals, into seconds. Two numbers are
// minutes and seconds. It reports false for other texts.
func clock(c string) (seconds float64, ok bool) {
	days, rest := 0.0, c
	if d, after, found := strings.Cut(c, "-"); found && d != "" {
		if days, ok = parsePlainNumber(d, false); !ok {
			return 0, false
		}
		rest = after
	}
	parts := strings.Split(rest, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	for _, p := range parts {
		x, ok := parsePlainNumber(p, false)
		if !ok || x < 0 || p == "" {
			return 0, false
		}
		seconds = float64(seconds*60) + x
	}
	return float64(days*86400) + seconds, true
}

// parseDate parses a date with an optional time in one of the styles, as seconds since 1970. A time
// without a zone is taken as UTC: only differences between times of one file matter.
func parseDate(c, style string) (seconds float64, ok bool) {
	var n [3]int
	at := 0
	for i := range n {
		from := at
		for at < len(c) && c[at] >= '0' && c[at] <= '9' && at-from < 4 {
			n[i] = n[i]*10 + int(c[at]-'0')
			at++
		}
		if at == from {
			return 0, false
		}
		if i < 2 {
			if at >= len(c) || c[at] != '-' && c[at] != '/' && c[at] != '.' {
				return 0, false
			}
			at++
		} else if at-from < 4 && style != dateISO {
			n[2] += 2000
		}
		if i == 0 && (style == dateISO) != (at-from == 5) {
			return 0, false
		}
	}
	year, month, day := n[0], n[1], n[2]
	switch style {
	case dateDMY:
		year, day = n[2], n[0]
	case dateMDY:
		year, month, day = n[2], n[0], n[1]
	}
	if month < 1 || month > 12 || day < 1 || day > 31 || year < 1900 || year > 2999 {
		return 0, false
	}
	seconds = float64(days(year, month, day) * 86400)
	rest := strings.TrimSpace(c[at:])
	if rest == "" {
		return seconds, true
	}
	rest = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(rest, "T"), ","))
	return addTimeOfDay(seconds, rest)
}

// addTimeOfDay adds the time of the day, with its zone and AM or PM.
func addTimeOfDay(seconds float64, rest string) (float64, bool) {
	end := strings.IndexFunc(rest, func(r rune) bool {
		return (r < '0' || r > '9') && r != ':' && r != '.' && r != ','
	})
	tail := ""
	if end >= 0 {
		rest, tail = rest[:end], strings.TrimSpace(rest[end:])
	}
	of, ok := clock(strings.ReplaceAll(rest, ",", "."))
	if !ok {
		return 0, false
	}
	if strings.Count(rest, ":") == 1 {
		of *= 60 // hours and minutes
	}
	switch strings.ToUpper(strings.Trim(tail, ". ")) {
	case "", "Z", "UTC", "GMT":
	case "AM":
		if of >= 43200 {
			of -= 43200
		}
	case "PM":
		if of < 43200 {
			of += 43200
		}
	default:
		zone := strings.ReplaceAll(tail[1:], ":", "")
		h, err := strconv.Atoi(zone)
		if err != nil || len(zone) != 2 && len(zone) != 4 || tail[0] != '+' && tail[0] != '-' {
			return 0, false
		}
		if len(zone) == 2 {
			h *= 100
		}
		off := float64(h/100*3600 + h%100*60)
		if tail[0] == '+' {
			off = -off
		}
		of += off
	}
	return seconds + of, true
}

// days returns the number of days from 1970-01-01 in the Gregorian calendar. Years begin in
// March, so that leap days come last and the lengths of months repeat every five.
func days(year, month, day int) int {
	if month <= 2 {
		year, month = year-1, month+12
	}
	return 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day - 1 - 719468
}

// names splits a cell with several names, at most 10,000. The separator is the first of semicolon,
// bar, comma and blank in the cell. Brackets and quotation marks around names are removed.
func names(c string) (list []string) {
	sep := ","
	for _, s := range []string{";", "|", ","} {
		if strings.Contains(c, s) {
			sep = s
			break
		}
	}
	if !strings.Contains(c, sep) {
		sep = " "
	}
	for _, name := range strings.Split(strings.Trim(c, "[]{}() "), sep) {
		if name = strings.Trim(strings.TrimSpace(name), `"'`); name != "" && len(list) < 10_000 {
			list = append(list, name)
		}
	}
	return list
}

// round rounds to a whole number: requirements up, capacities down.
func (f *Field) round(x float64) float64 {
	if x == math.Trunc(x) {
		return x
	}
	if strings.HasSuffix(f.list, "jobs") {
		return math.Ceil(x)
	}
	return math.Max(math.Floor(x), math.Min(1, math.Ceil(x)))
}

// isWhole reports whether the field has whole numbers.
func isWhole(f *Field) bool { return f.Kind == "whole" || f.Rule.Whole || f.Element == "whole" }

// violation returns the reason why a number of a field is invalid, or "".
func (f *Field) violation(x float64) string {
	if f.Kind == "map" && x == 0 {
		return ""
	}
	return f.Rule.Number(x)
}

package table

import (
	"strconv"
	"strings"
)

// Limits for large or malicious files.
const (
	maxColumns = 512       // cells kept per row
	sampleRows = 200       // rows read for guesses
	sampleLong = 256 << 10 // bytes read for guesses
)

// columnNames returns unique names of columns: an empty head gets its number, a repeated one a number
// after it.
func columnNames(head []string) []string {
	names := make([]string, len(head))
	known := make(map[string]int, len(head))
	for i, h := range head {
		if h = strings.Join(strings.Fields(h), " "); h == "" {
			h = strconv.Itoa(i + 1)
		}
		if h = cut(h, 100); known[h] > 0 {
			known[h]++
			h += " (" + strconv.Itoa(known[h]) + ")"
		}
		known[h]++
		names[i] = h
	}
	return names
}

// cut returns the first bytes of a text.
func cut(text string, most int) string {
	for i := range text {
		if i >= most {
			return text[:i]
		}
	}
	return text
}

// hasHeader reports whether the first row has names: its cells are neither numbers, dates nor empty,
// except some above numbers.
func hasHeader(first []string, below [][]string) bool {
	words, values := 0, 0
	for _, c := range first {
		switch {
		case c == "":
		case isValue(c):
			values++
		default:
			words++
		}
	}
	if values == 0 && words > 0 {
		if len(below) == 0 {
			return true
		}
		// All cells are words: it is a header if some column below has values, or if none of its
		// cells occurs below, unlike in a list of pairs of names.
		for i, c := range first {
			for _, row := range below {
				if i < len(row) && (isValue(row[i]) || strings.EqualFold(row[i], c)) {
					return isValue(row[i])
				}
			}
		}
		return countFieldNames(first) > 0
	}
	return words > 2*values && countFieldNames(first) > 1
}

// isValue reports whether a cell is a number, a date or a time.
func isValue(c string) bool {
	if _, ok := parsePlainNumber(c, false); ok {
		return true
	}
	_, ok := parseDate(c, dateISO)
	if !ok {
		_, ok = parseDate(c, dateDMY)
	}
	return ok
}

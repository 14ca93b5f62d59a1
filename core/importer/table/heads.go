package table

import (
	"strconv"
	"strings"
)

// Bounds on what a hostile file can cost.
const (
	maxColumns = 512       // cells of a row that are kept
	sampled    = 200       // rows that are looked at to guess what columns are
	sampleLong = 256 << 10 // and the text that they may have
)

// named gives columns names of their own: an empty head its number, one that
// stands twice a number behind it.
func named(head []string) []string {
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

func cut(text string, most int) string {
	for i := range text {
		if i >= most {
			return text[:i]
		}
	}
	return text
}

// headed reports whether the first row holds names: none of its cells is a number,
// a date or empty, but for some that numbers stand below.
func headed(first []string, below [][]string) bool {
	words, values := 0, 0
	for _, c := range first {
		switch {
		case c == "":
		case valued(c):
			values++
		default:
			words++
		}
	}
	if values == 0 && words > 0 {
		if len(below) == 0 {
			return true
		}
		// All words: a head if some column below holds values, or if no cell of
		// it returns below, as those of a list of pairs of names do.
		for i, c := range first {
			for _, row := range below {
				if i < len(row) && (valued(row[i]) || strings.EqualFold(row[i], c)) {
					return valued(row[i])
				}
			}
		}
		return known(first) > 0
	}
	return words > 2*values && known(first) > 1
}

// valued reports whether a cell is a number, a date or a time.
func valued(c string) bool {
	if _, ok := plain(c, false); ok {
		return true
	}
	_, ok := moment(c, dateISO)
	if !ok {
		_, ok = moment(c, dateDMY)
	}
	return ok
}

package table

import (
	"slices"

	"gridbox/core/doc"
)

// A filter is a Filter with its column and bounds resolved.
type filter struct {
	Filter
	at       int
	from, to bound
	comma    bool
}

// A bound is a limit of a filter. It is compared as a number or date if it is one.
type bound struct {
	text  string
	x     float64
	given bool
	sum   bool
}

// boundOf parses a bound.
func boundOf(text string, comma bool) bound {
	b := bound{text: text, given: text != ""}
	b.x, b.sum = worth(text, comma)
	return b
}

// worth returns the number of a cell or a bound: a plain number, or a date or clock time
// in seconds. It reports false for other texts.
func worth(c string, comma bool) (float64, bool) {
	if x, ok := parsePlainNumber(c, comma); ok {
		return x, true
	}
	if x, ok := parseDate(c, dateISO); ok {
		return x, true
	}
	if x, ok := parseDate(c, dateDMY); ok {
		return x, true
	}
	return clock(c)
}

// filtersOf prepares the filters of a table. It returns the reason if a column is missing.
func filtersOf(t *Table, sh *sheet) (list []filter, why string) {
	comma := t.Decimal == "comma"
	for _, w := range t.Filters {
		at := slices.Index(sh.names, w.Column)
		if at < 0 {
			return nil, "has no column " + w.Column + " to choose rows by" + doc.Suggest(w.Column, sh.names)
		}
		list = append(list, filter{Filter: w, at: at, from: boundOf(w.From, comma), to: boundOf(w.To, comma),
			comma: comma})
	}
	return list, ""
}

// pass reports whether a row passes all filters.
func pass(filters []filter, cells []string) bool {
	for i := range filters {
		if !filters[i].passes(cellOf(cells, filters[i].at)) {
			return false
		}
	}
	return true
}

// passes reports whether a cell passes the filter.
func (f *filter) passes(c string) bool {
	if len(f.Is) > 0 && !slices.Contains(f.Is, c) || slices.Contains(f.Not, c) {
		return false
	}
	return !f.from.given && !f.to.given || f.isWithin(c)
}

// isWithin reports whether a cell is within the bounds.
func (f *filter) isWithin(c string) bool {
	x, sum := worth(c, f.comma)
	below := func(b bound) bool {
		if b.sum && sum {
			return x < b.x
		}
		return c < b.text
	}
	above := func(b bound) bool {
		if b.sum && sum {
			return x > b.x
		}
		return c > b.text
	}
	return !(f.from.given && below(f.from)) && !(f.to.given && above(f.to))
}

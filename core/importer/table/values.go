package table

import (
	"reflect"
	"strconv"
	"strings"

	"gridbox/core/importer"
	"gridbox/core/rows"
)

// cellOf returns cell at, or "".
func cellOf(cells []string, at int) string {
	if at < 0 || at >= len(cells) {
		return ""
	}
	return cells[at]
}

// cell sets one field of thing from the cells of a row, or from the constant
// of the column. It returns "" or why it cannot. An empty cell of an optional
// field changes nothing.
func (m *maker) cell(thing reflect.Value, cells []string, col *mappedColumn, at importer.Place) (why string) {
	f, c, given := &col.field, cellOf(cells, col.from), false
	if col.constant || empty(c) {
		if c, given = col.Value, true; c == "" {
			if f.IsRequired() && f.Path != "id" {
				return "is empty"
			}
			return ""
		}
	}
	switch f.Kind {
	case "number", "whole", "map":
		return m.number(thing, c, cells, col, given, at)
	case "truth":
		on, ok := rows.Truth(c)
		if !ok {
			return "is neither yes nor no"
		}
		f.WritableValue(thing).SetBool(on)
	case "choice":
		word := strings.ToLower(c)
		if why := f.Rule.Text(word); why != "" {
			return why
		}
		f.setText(thing, word)
	case "list":
		list := names(c)
		for i := range list {
			list[i] = importer.Clean(list[i])
		}
		f.setNames(thing, list)
	default:
		f.setText(thing, importer.Clean(c))
	}
	return ""
}

// number sets a field of thing to the number in c, and returns "" or why it
// cannot. It subtracts the column col.sub, if any, and rounds if the field is
// whole. If given is set, c is in the unit of the field and nothing is
// subtracted. Dates are only checked later, relative to the earliest, which
// m.origin keeps.
func (m *maker) number(thing reflect.Value, c string, cells []string, col *mappedColumn, given bool,
	at importer.Place) string {
	f := &col.field
	if given { // in the field's own unit
		own := mappedColumn{units: col.units, unit: Unit{Factor: 1}}
		x, why := own.number(c)
		if why == "" {
			why = f.violation(x)
		}
		if why == "" {
			f.setNumber(thing, x)
		}
		return why
	}
	x, why := col.number(c)
	if why != "" {
		return why
	}
	if col.sub >= 0 {
		other := cellOf(cells, col.sub)
		if empty(other) {
			if col.Value != "" {
				return m.number(thing, col.Value, cells, col, true, at)
			}
			return "cannot be computed, because " + col.Minus + " is empty"
		}
		y, why := col.number(other)
		if why != "" {
			return "cannot be computed, because " + col.Minus + " " + why
		}
		x -= y
	}
	if isWhole(f) {
		if near := f.round(x); near != x {
			way := "down"
			if near > x {
				way = "up"
			}
			m.report.AddAssumed(1, nounOf(f.list), col.describe()+" is no whole number and was rounded "+way, at)
			x = near
		}
	}
	if col.dated {
		if !m.dated || x < m.origin {
			m.origin, m.dated = x, true
		}
	} else if why := f.violation(x); why != "" {
		return "is " + formatNumber(x) + " and " + why
	}
	f.setNumber(thing, x)
	return ""
}

// formatNumber formats a number with ten digits.
func formatNumber(x float64) string { return strconv.FormatFloat(x, 'g', 10, 64) }

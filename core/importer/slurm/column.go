package slurm

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// A column holds the sampled cells of one column and counts of their possible
// kinds.
type column struct {
	cells                                              []string // "" for a blank cell
	filled, distinct                                   int
	ids, forms, states, dates, spans, wholes, memories int
	tres, numbers, lists                               int
	date, span, whole                                  []float64 // NaN for other cells
	min, max                                           float64   // of whole numbers
	first                                              string    // first nonempty cell
}

// newColumn returns the statistics of column at of the rows. Dates, spans and
// whole numbers are not a number for cells of another form.
func newColumn(rows [][]string, at int) column {
	c := column{cells: make([]string, len(rows)), min: math.Inf(1), max: math.Inf(-1)}
	for _, list := range []*[]float64{&c.date, &c.span, &c.whole} {
		*list = make([]float64, len(rows))
	}
	seen := map[string]bool{}
	for i, row := range rows {
		c.date[i], c.span[i], c.whole[i] = math.NaN(), math.NaN(), math.NaN()
		cell := row[at]
		if strings.EqualFold(cell, "None assigned") {
			c.lists++ // only sacct writes this for lists of nodes
		}
		if blank(cell) {
			continue
		}
		c.cells[i] = cell
		c.countForms(i, cell)
		seen[cell] = true
	}
	c.distinct = len(seen)
	return c
}

// countForms counts cell i under every form that it has, such as a job id, a state,
// a date or a span.
func (c *column) countForms(i int, cell string) {
	if c.filled++; c.filled == 1 {
		c.first = cell
	}
	if jobLike(cell) {
		c.ids++
		if strings.ContainsAny(cell, "._") {
			c.forms++
		}
	}
	if stateOf(cell) != unknownState {
		c.states++
	}
	if x, ok := date(cell); ok && (strings.ContainsAny(cell, "T/ ") || len(cell) == 10) {
		c.dates++
		c.date[i] = x
	}
	if x, ok := span(cell); ok && (strings.Contains(cell, ":") && !isExitCode(cell) || x == unlimited) {
		c.spans++
		c.span[i] = x
	}
	if x, ok := count(cell, 1e9); ok {
		c.wholes++
		c.whole[i] = x
		c.min, c.max = min(c.min, x), max(c.max, x)
	}
	if numeric(cell) {
		c.numbers++
	}
	if _, _, ok := memory(cell); ok {
		c.memories++
	}
	resources(cell, func(name, value string) {
		if _, plain := count(value, 1e9); name == "cpu" && plain {
			c.tres++
		}
	})
	if at := strings.IndexByte(cell, '['); at > 0 && strings.HasSuffix(cell, "]") && !jobLike(cell[:1]) {
		c.lists++
	}
}

// isExitCode reports whether a cell with a colon may be an exit code such as
// 0:15, as opposed to a time such as 2:05.
func isExitCode(cell string) bool {
	first, last, found := strings.Cut(cell, ":")
	return found && !strings.Contains(last, ":") && (len(last) != 2 || strings.Contains(first, "-"))
}

// isNearlyAll reports whether n is at least nine tenths of the filled cells.
func (c *column) isNearlyAll(n int) bool { return n > 0 && n*10 >= c.filled*9 }

func (c *column) isID() bool     { return c.isNearlyAll(c.ids) }
func (c *column) isState() bool  { return c.isNearlyAll(c.states) }
func (c *column) isDate() bool   { return c.isNearlyAll(c.dates) }
func (c *column) isSpan() bool   { return c.isNearlyAll(c.spans) }
func (c *column) isWhole() bool  { return c.isNearlyAll(c.wholes) && !c.isDate() }
func (c *column) isNumber() bool { return c.isNearlyAll(c.numbers) && !c.isDate() }
func (c *column) isMemory() bool { return c.isNearlyAll(c.memories) && c.memories > c.wholes }
func (c *column) isTRES() bool   { return c.isNearlyAll(c.tres) }
func (c *column) isWord() bool {
	return c.filled+c.lists > 0 && !c.isState() && !c.isDate() && !c.isSpan() && !c.isNumber() &&
		!c.isMemory() && !c.isTRES()
}

// label returns the number of the column with a sample of its cells. Words may
// be names of people and are only counted.
func (c *column) label(at int) string {
	text := strconv.Itoa(at + 1)
	switch {
	case c.isWord() && c.distinct == 1:
		return text + " (one word)"
	case c.isWord():
		return text + " (" + strconv.Itoa(c.distinct) + " words)"
	case c.isWhole() && c.min < c.max:
		return text + " (" + doc.Decimal(c.min) + " to " +
			doc.Decimal(c.max) + ")"
	case len(c.first) > 24:
		return text + " (" + strings.ToValidUTF8(c.first[:24], "") + "…)"
	}
	return text + " (" + c.first + ")"
}

// equal returns the number of rows in which two columns of numbers are equal,
// and the number in which both have a value.
func equal(a, b []float64) (same, of int) {
	for i := range a {
		if isKnown(a[i]) && isKnown(b[i]) {
			of++
			if a[i] == b[i] {
				same++
			}
		}
	}
	return same, of
}

package export

import (
	"errors"
	"math"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/rows"
)

// CSV returns the table as comma-separated values (RFC 4180) with the names of the columns in the
// first row. A missing number is an empty cell.
func (t *Table) CSV() []byte {
	var b []byte
	for i, c := range t.Columns {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, rows.Quote(rows.EscapeFormula(c.Name))...)
	}
	b = append(b, "\r\n"...)
	for row := range t.Rows {
		for i, c := range t.Columns {
			if i > 0 {
				b = append(b, ',')
			}
			switch {
			case c.Texts != nil:
				b = append(b, rows.Quote(rows.EscapeFormula(c.Texts[row]))...)
			case !math.IsNaN(c.Numbers[row]) && !math.IsInf(c.Numbers[row], 0):
				b = doc.AppendNumber(b, c.Numbers[row])
			}
		}
		b = append(b, "\r\n"...)
	}
	return b
}

// A TableError lists the available tables after an unknown one was requested.
type TableError string

// Error returns the message.
func (e TableError) Error() string { return string(e) }

// tableCSV returns the chosen table, or the first if none is chosen. It returns an error if there
// is no such table.
func tableCSV(w *Work) (Text, error) {
	tables := Tables(w)
	if len(tables) == 0 {
		return Text{}, errors.New("there is no table to write")
	}
	var ids []string
	for i := range tables {
		if tables[i].ID == w.Table || w.Table == "" {
			return Text{Bytes: tables[i].CSV()}, nil
		}
		ids = append(ids, tables[i].ID)
	}
	return Text{}, TableError(w.Table + " is not a table" + doc.Suggest(w.Table, ids) + "; there are " +
		strings.Join(ids, ", "))
}

package export

import (
	"errors"
	"math"
	"strings"

	"gridbox/core/doc"
)

// CSV returns the table as comma-separated values (RFC 4180) with the names of the columns in the
// first row. A missing number is an empty cell.
func (t *Table) CSV() []byte {
	var b []byte
	for i, c := range t.Columns {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, cell(plainWord(c.Name))...)
	}
	b = append(b, "\r\n"...)
	for row := range t.Rows {
		for i, c := range t.Columns {
			if i > 0 {
				b = append(b, ',')
			}
			switch {
			case c.Words != nil:
				b = append(b, cell(plainWord(c.Words[row]))...)
			case !math.IsNaN(c.Numbers[row]) && !math.IsInf(c.Numbers[row], 0):
				b = doc.AppendNumber(b, c.Numbers[row])
			}
		}
		b = append(b, "\r\n"...)
	}
	return b
}

// plainWord returns a text that spreadsheets do not interpret: a formula gets an apostrophe
// before it.
func plainWord(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r\n", rune(text[0])) {
		return "'" + text
	}
	return text
}

// cell quotes a text if necessary.
func cell(text string) string {
	if strings.ContainsAny(text, ",\"\r\n") {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// A TableError lists the available tables after an unknown one was requested.
type TableError string

// Error returns the message.
func (e TableError) Error() string { return string(e) }

// oneCSV writes the chosen table.
func oneCSV(w *Work) (Text, error) {
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

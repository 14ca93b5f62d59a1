package export

import (
	"errors"
	"math"
	"strings"

	"gridbox/core/doc"
)

// CSV writes a table as comma-separated values (RFC 4180) with the names of its
// columns in the first row. A number that is not there is an empty cell.
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

// plainWord is a text that a spreadsheet takes as one: what it would compute as
// a formula stands behind an apostrophe.
func plainWord(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r\n", rune(text[0])) {
		return "'" + text
	}
	return text
}

// cell puts a text into quotes where it needs them.
func cell(text string) string {
	if strings.ContainsAny(text, ",\"\r\n") {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// A TableError says which tables there are instead of one that is not.
type TableError string

func (e TableError) Error() string { return string(e) }

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

// Package parquet reads tables of Apache Parquet as comma-separated text.
//
// It reads columns without repetition: lists and maps are left out and named.
// Files are untrusted: every length is compared with the available data, and
// the number of cells and the length of the text are bounded.
package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strconv"
	"strings"
)

// Magic is the text with which a file begins and ends.
const Magic = "PAR1"

// maxCells is the maximum number of cells of a row group, which is held in memory at a time.
const maxCells = 32 << 20

// A Table is a table as text.
type Table struct {
	Text           []byte   // comma-separated, the names of the columns first
	Rows           int      // rows in Text
	SkippedColumns []string // the columns that are no plain values
	Cut            bool     // the text reached the limit; rows are missing
}

// Is reports whether a file is in Parquet.
func Is(data []byte) bool { return bytes.HasPrefix(data, []byte(Magic)) }

// Read returns the table of a file as text of at most limit bytes. An error after some rows leaves these rows in the
// table.
func Read(data []byte, limit int) (t *Table, err error) {
	t = &Table{}
	defer func() {
		// Reading beyond the end panics with this error, so that no length needs a check of its own.
		if fault := recover(); fault == errShort {
			err = errShort
		} else if fault != nil {
			panic(fault)
		}
	}()
	meta, err := footer(data)
	if err != nil {
		return t, err
	}
	columns, err := schema(meta.list(2), t)
	if err != nil {
		return t, err
	}
	names := make([]string, len(columns))
	for i := range columns {
		names[i] = columns[i].name
	}
	t.line(names)
	for _, group := range meta.list(4) {
		if err := t.group(data, group.fields(), columns, limit); err != nil || t.Cut {
			return t, err
		}
	}
	return t, nil
}

// footer returns the description of a file, which is at its end.
func footer(data []byte) (fields, error) {
	n := len(data)
	if n < 12 || string(data[n-4:]) != Magic {
		return nil, errors.New("is cut off: a table in Parquet ends with " + Magic)
	}
	size := int(binary.LittleEndian.Uint32(data[n-8:]))
	if size > n-12 {
		return nil, errors.New("is cut off: its description is longer than the file")
	}
	return (&thrift{data: data[n-8-size : n-8]}).structure(0), nil
}

// A column is a column of plain values.
type column struct {
	name            string
	leaf            int // its place among the columns of a row group
	kind            int // physical type
	length          int // of values of fixed length, in bytes
	definitionLevel int // the definition level of a present value
	format          func(raw []byte) string
}

// Physical types.
const (
	kindBoolean = iota
	kindInt32
	kindInt64
	kindInt96
	kindFloat
	kindDouble
	kindBytes
	kindFixed
)

// schema returns the columns of plain values, and adds the names of the others to the table.
func schema(elements []value, t *Table) ([]column, error) {
	if len(elements) == 0 {
		return nil, errors.New("describes no columns")
	}
	var list []column
	next, leaf := 1, 0
	var walk func(children, defined int, repeated bool, path []string) error
	walk = func(children, defined int, repeated bool, path []string) error {
		for range children {
			if next >= len(elements) || len(path) > 32 {
				return errors.New("its description of columns is damaged")
			}
			e := elements[next].fields()
			next++
			path, defined, repeated := append(path[:len(path):len(path)], e.text(4)), defined, repeated
			switch e.number(3) {
			case 1:
				defined++
			case 2:
				defined, repeated = defined+1, true
			}
			if n := e.number(5); n > 0 {
				if err := walk(n, defined, repeated, path); err != nil {
					return err
				}
				continue
			}
			c := column{strings.Join(path, "."), leaf, e.number(1), e.number(2), defined, formatOf(e)}
			leaf++
			if repeated {
				t.SkippedColumns = append(t.SkippedColumns, c.name)
			} else {
				list = append(list, c)
			}
		}
		return nil
	}
	if err := walk(elements[0].fields().number(5), 0, false, nil); err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, errors.New("has no column of plain values")
	}
	return list, nil
}

// group appends the rows of a row group to the text. It sets t.Cut and stops before the text
// exceeds limit bytes. It returns an error if the group is damaged or too large.
func (t *Table) group(data []byte, group fields, columns []column, limit int) error {
	rows, chunks := group.number(3), group.list(1)
	if rows < 0 || rows > maxCells/len(columns) {
		return errors.New("has a group of " + strconv.Itoa(rows) + " rows; at most " +
			strconv.Itoa(maxCells/len(columns)) + " of " + strconv.Itoa(len(columns)) + " columns are read")
	}
	cells := make([][]string, len(columns))
	for i, c := range columns {
		if c.leaf >= len(chunks) {
			return errors.New("its description of columns is damaged")
		}
		var err error
		if cells[i], err = c.read(data, chunks[c.leaf].fields().structure(3), rows, limit); err != nil {
			return errors.New("column " + c.name + " " + err.Error())
		}
	}
	row := make([]string, len(columns))
	for r := range rows {
		for i := range columns {
			row[i] = cells[i][r]
		}
		before := len(t.Text)
		if t.line(row); len(t.Text) > limit {
			t.Text, t.Cut = t.Text[:before], true
			return nil
		}
		t.Rows++
	}
	return nil
}

// line appends a line of cells to the text, separated by commas. It quotes cells with a possible
// separator, a quotation mark or a line break.
func (t *Table) line(cells []string) {
	for i, cell := range cells {
		if i > 0 {
			t.Text = append(t.Text, ',')
		}
		if strings.ContainsAny(cell, ",;\t|\"\r\n") {
			cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
		}
		t.Text = append(t.Text, cell...)
	}
	t.Text = append(t.Text, '\n')
}

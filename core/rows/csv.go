package rows

import "strings"

// AppendCSV appends a row of comma-separated values (RFC 4180) with its line end. Cells are quoted if
// necessary.
func AppendCSV(b []byte, cells ...string) []byte {
	for i, c := range cells {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, Quote(c)...)
	}
	return append(b, "\r\n"...)
}

// Quote returns a cell of comma-separated values, in quotes if necessary.
func Quote(cell string) string {
	if strings.ContainsAny(cell, ",\"\r\n") {
		return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
	}
	return cell
}

// EscapeFormula returns a text that spreadsheets do not read as a formula: a text that would be one gets an
// apostrophe before it. Names come from documents of unknown authors.
func EscapeFormula(text string) string {
	if text != "" && strings.IndexByte("=+-@\t\r\n", text[0]) >= 0 {
		return "'" + text
	}
	return text
}

package rows

import "strings"

// AppendCSV appends a row of comma-separated values (RFC 4180) with its line end. Cells are quoted if
// necessary.
func AppendCSV(b []byte, cells ...string) []byte {
	for i, c := range cells {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, Quoted(c)...)
	}
	return append(b, "\r\n"...)
}

// Quoted returns a cell of comma-separated values, in quotes if necessary.
func Quoted(cell string) string {
	if strings.ContainsAny(cell, ",\"\r\n") {
		return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
	}
	return cell
}

// Plain returns a text that spreadsheets do not read as a formula: a text that would be one gets an
// apostrophe before it. Names come from documents of unknown authors.
func Plain(text string) string {
	if text != "" && strings.IndexByte("=+-@\t\r\n", text[0]) >= 0 {
		return "'" + text
	}
	return text
}

// Package langservice supports editing a scenario as text. It determines the
// place of the document at a byte, completions and explanations for it, all
// faults beyond the first syntax error, and the lines of an element. It reads
// the fields from the tags of the document types and the catalogue; there is no
// second list.
//
// A text that is being typed is seldom valid. So nothing here needs a valid
// text: a walker visits it token by token and guesses where a bracket or a
// comma is missing (see walk.go), and no text makes it fail. Every call takes
// at most a few passes over the text and keeps no state.
//
// Positions are bytes of UTF-8, as in doc.Fault. Units and Bytes convert them
// from and to UTF-16 units, which browsers count.
package langservice

import "unicode/utf8"

// A Span is a range of a text in bytes.
type Span struct{ Start, End int }

// Text returns the text of a span.
func (s Span) Text(text []byte) string { return string(text[s.Start:s.End]) }

// Units returns the number of UTF-16 units before a byte of a text.
func Units(text []byte, bytes int) int {
	units := 0
	for _, c := range text[:min(max(bytes, 0), len(text))] {
		switch {
		case c >= 0xf0: // four bytes of UTF-8, two units
			units += 2
		case c < utf8.RuneSelf || c >= 0xc0: // continuation bytes count nothing
			units++
		}
	}
	return units
}

// Bytes returns the number of bytes before a UTF-16 unit of a text. A place
// inside a character is rounded down to its beginning.
func Bytes(text []byte, units int) int {
	for i := 0; i < len(text); {
		size := 1
		if text[i] >= utf8.RuneSelf {
			_, size = utf8.DecodeRune(text[i:])
		}
		if units -= 1 + size/4; units < 0 {
			return i
		}
		i += size
	}
	return len(text)
}

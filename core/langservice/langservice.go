// Package langservice helps a person to write a scenario as text: it says where in
// the document a place of the text is, what may stand there and what it means,
// lists every fault and not only the first that breaks the grammar, and finds
// the lines of a thing. What it knows of the documents it reads from the tags of
// the nouns and from the catalogue; there is no second list of fields.
//
// A text that is being typed is seldom a document. So nothing here needs a text
// that can be read: a walker goes over it token by token, guesses where a
// bracket or a comma was forgotten (see walk.go), and no text makes it fail.
// Every question costs at most a few passes over the text and keeps nothing.
//
// Places are bytes of UTF-8, as in doc.Fault; Units and Bytes turn them into the
// UTF-16 units that browsers count, and back.
package langservice

import "unicode/utf8"

// A Span is a stretch of a text, in bytes.
type Span struct{ Start, End int }

// Of is the text in a span.
func (s Span) Of(text []byte) string { return string(text[s.Start:s.End]) }

// Units counts the UTF-16 units before a byte of a text.
func Units(text []byte, bytes int) int {
	units := 0
	for _, c := range text[:min(max(bytes, 0), len(text))] {
		switch {
		case c >= 0xf0: // four bytes of UTF-8, two units
			units += 2
		case c < utf8.RuneSelf || c >= 0xc0: // the other bytes of a character count nothing
			units++
		}
	}
	return units
}

// Bytes counts the bytes before a UTF-16 unit of a text; a place inside a
// character is its beginning.
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

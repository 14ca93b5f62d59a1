package main

import (
	"cmp"
	"fmt"
	"go/token"
	"strings"
)

// A change is a mutation: a small edit of a file after which some test should fail.
type change struct {
	file *file
	// The enclosing function, "Type.Method" for methods, "package" outside of one.
	function string
	// Bytes start to end are replaced with text. The number of lines stays the same, so that
	// positions printed by a mutant match the source.
	start, end int
	text       string
}

// String returns the change within its line, «old → new». With the file and the function it
// identifies a change in the list of equivalents; line numbers would move.
func (c change) String() string {
	before, after := c.file.line(c.start, c.end)
	prefix, suffix := string(c.file.text[before:c.start]), string(c.file.text[c.end:after])
	old := string(c.file.text[c.start:c.end])
	return singleLine(prefix+"«") + strings.TrimSpace(
		abbreviate(singleLine(old))+" → "+abbreviate(singleLine(c.text))) + singleLine("»"+suffix)
}

func (c change) position() token.Position { return c.file.set.Position(c.file.pos(c.start)) }

// mutatedText returns the text of the file after the change.
func (c change) mutatedText() []byte {
	var text []byte
	text = append(text, c.file.text[:c.start]...)
	text = append(text, c.text...)
	return append(text, c.file.text[c.end:]...)
}

// order compares changes by position in the source; changes of one position keep the order of
// operators.
func order(a, b change) int {
	return cmp.Or(cmp.Compare(a.file.name, b.file.name), cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
}

// singleLine writes code on one line.
func singleLine(code string) string { return strings.Join(strings.Fields(code), " ") }

// abbreviate removes the middle of code that is too long for a line, such as a removed call with a
// function literal.
func abbreviate(code string) string {
	const most, kept = 100, 45
	runes := []rune(code)
	if len(runes) <= most {
		return code
	}
	return fmt.Sprintf("%s … %s", string(runes[:kept]), string(runes[len(runes)-kept:]))
}

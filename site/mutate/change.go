package main

import (
	"cmp"
	"fmt"
	"go/token"
	"strings"
)

// A change is one small edit of a file, of which tests should notice that the
// program no longer does what it did.
type change struct {
	file *file
	// The function around it, "Type.Method" for methods, "package" outside of one.
	function string
	// The bytes from start to end become text. There are as many lines after as
	// before, so that what a mutant prints leads to the source.
	start, end int
	text       string
}

// String tells the change within its line, «old → new». Together with file and
// function it is what the list of equivalents knows a change by: line numbers
// move, this does not.
func (c change) String() string {
	before, after := c.file.line(c.start, c.end)
	prefix, suffix := string(c.file.text[before:c.start]), string(c.file.text[c.end:after])
	old := string(c.file.text[c.start:c.end])
	return flat(prefix+"«") + strings.TrimSpace(short(flat(old))+" → "+short(flat(c.text))) + flat("»"+suffix)
}

func (c change) position() token.Position { return c.file.set.Position(c.file.at(c.start)) }

// mutated is the file's text after the change.
func (c change) mutated() []byte {
	var text []byte
	text = append(text, c.file.text[:c.start]...)
	text = append(text, c.text...)
	return append(text, c.file.text[c.end:]...)
}

// order is that of the source; changes of one place keep the order of operators.
func order(a, b change) int {
	return cmp.Or(cmp.Compare(a.file.name, b.file.name), cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
}

// flat writes code on one line.
func flat(code string) string { return strings.Join(strings.Fields(code), " ") }

// short cuts the middle out of what would not fit a line, such as a removed
// call with a function in it.
func short(code string) string {
	const most, kept = 100, 45
	runes := []rune(code)
	if len(runes) <= most {
		return code
	}
	return fmt.Sprintf("%s … %s", string(runes[:kept]), string(runes[len(runes)-kept:]))
}

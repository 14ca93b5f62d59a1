package cite

import (
	"strings"

	"gridbox/core/doc"
)

// TeX escapes a text: nothing in it is a command, starts a comment or ends a
// cell, and signs that follow each other are not joined into one, as -- is into a
// dash. What cannot be printed becomes a space.
func TeX(text string) string {
	var b strings.Builder
	last := rune(0)
	for _, r := range doc.OneLine(text) {
		if r == last && strings.ContainsRune("-',", r) {
			b.WriteString("{}")
		}
		last = r
		switch r {
		case '\\':
			b.WriteString("\\textbackslash{}")
		case '~':
			b.WriteString("\\textasciitilde{}")
		case '^':
			b.WriteString("\\textasciicircum{}")
		case '<':
			b.WriteString("\\textless{}")
		case '>':
			b.WriteString("\\textgreater{}")
		case '|':
			b.WriteString("\\textbar{}")
		case '"':
			b.WriteString("\\textquotedbl{}")
		case '`':
			b.WriteString("\\textasciigrave{}")
		case '&', '%', '$', '#', '_', '{', '}':
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Markdown escapes what Markdown and HTML would read as more than a text. In front
// of each of these characters a backslash is taken off again.
func Markdown(text string) string {
	var b strings.Builder
	for _, r := range doc.OneLine(text) {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case strings.ContainsRune("\\`*_{}[]|#~$!>", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

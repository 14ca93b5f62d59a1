package cite

import (
	"strings"

	"gridbox/core/doc"
)

// TeX escapes a text: it contains no command, comment or end of a cell, and
// repeated signs are not joined, as -- is into a dash. Unprintable characters
// become spaces.
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

// Markdown escapes the characters that are special in Markdown or HTML, most of
// them with a backslash.
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

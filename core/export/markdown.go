package export

import (
	"strings"

	"gridbox/core/cite"
)

// markdown returns the summary as a table in GitHub's dialect, which common documentation
// generators read too. The error is always nil.
func markdown(w *Work) (Text, error) {
	s := summaryOf(w)
	var b strings.Builder
	b.WriteString(paragraph(s.caption) + "\n\n|")
	for _, h := range s.head {
		b.WriteString(" " + mark(h.name))
		if h.unit != "" {
			b.WriteString(", " + mark(h.unit))
		}
		b.WriteString(" |")
	}
	b.WriteString("\n|")
	for _, h := range s.head {
		if h.right {
			b.WriteString(" ---: |")
		} else {
			b.WriteString(" --- |")
		}
	}
	b.WriteByte('\n')
	for _, row := range s.rows {
		b.WriteByte('|')
		for k := range row {
			b.WriteString(" " + row[k].mark() + " |")
		}
		b.WriteByte('\n')
	}
	for _, note := range s.notes {
		b.WriteString("\n" + paragraph(note) + "\n")
	}
	return Text{Bytes: []byte(b.String())}, nil
}

// mark returns the figure in Markdown.
func (f *figure) mark() string {
	text := mark(f.text)
	if f.best {
		text = "**" + text + "**"
	}
	if f.stars != "" {
		text += " " + mark(f.stars)
	}
	if f.low != "" {
		text += " \\[" + mark(f.low) + ", " + mark(f.high) + "\\]"
	}
	return text
}

// mark escapes a text for Markdown.
func mark(text string) string { return cite.Markdown(text) }

// paragraph escapes a text at the start of a line, where some characters would begin a list or a
// heading.
func paragraph(text string) string {
	text = mark(strings.TrimLeft(text, " "))
	if text != "" && strings.ContainsRune("-+=", rune(text[0])) {
		return "\\" + text
	}
	digits := strings.TrimLeft(text, "0123456789")
	if n := len(text) - len(digits); n > 0 && digits != "" && (digits[0] == '.' || digits[0] == ')') {
		return text[:n] + "\\" + digits
	}
	return text
}

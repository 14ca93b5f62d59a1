// Package yaml reads the part of YAML that programs write: mappings and
// sequences by indentation, plain and quoted words, blocks of text after | and
// >, and {} and [] on one line. Anchors and references are refused, because a
// short text could grow without bound by them, and so are tags. Words remain
// text: the caller decides whether 12 is a number.
//
// It takes time and memory linear in the text.
package yaml

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Fault is the place and the reason at which reading stopped.
type Fault struct {
	Line   int // from 1
	Reason string
}

// deepest bounds the nesting of values.
const deepest = 100

// Read returns the documents of a text: map[string]any, []any, string or nil.
// With a fault it returns the part before the fault.
func Read(text []byte) (documents []any, fault *Fault) {
	p := parser{}
	p.split(text)
	for p.skip(); p.at < len(p.lines) && p.fault == nil; p.skip() {
		if p.lines[p.at].is("---") {
			p.at++
			continue
		}
		value := p.block(0, 0)
		documents = append(documents, value)
		if p.skip(); p.fault == nil && p.at < len(p.lines) && !p.lines[p.at].is("---") {
			p.fail("has a line that belongs to nothing")
		}
	}
	return documents, p.fault
}

// A line is a line without its indentation.
type line struct {
	indent int
	text   string
	number int
}

func (l *line) is(text string) bool {
	return l.indent == 0 && (l.text == text || text == "---" && (strings.HasPrefix(l.text, "--- ") || l.text == "..."))
}

type parser struct {
	lines []line
	at    int
	fault *Fault
}

func (p *parser) split(text []byte) {
	for n := 1; len(text) > 0; n++ {
		raw, rest, _ := bytes.Cut(text, []byte{'\n'})
		trimmed := bytes.TrimLeft(raw, " ")
		p.lines = append(p.lines, line{len(raw) - len(trimmed), string(bytes.TrimRight(trimmed, " \t\r")), n})
		text = rest
	}
}

// skip moves to the next line that is neither blank nor a comment.
func (p *parser) skip() {
	for p.at < len(p.lines) && (p.lines[p.at].text == "" || p.lines[p.at].text[0] == '#') {
		p.at++
	}
}

func (p *parser) fail(why string) {
	if p.fault == nil {
		at := len(p.lines)
		if p.at < len(p.lines) {
			at = p.lines[p.at].number
		}
		p.fault = &Fault{at, why}
	}
}

// block reads the value that begins at the next line, whose indentation must be
// at least minimum.
func (p *parser) block(minimum, depth int) any {
	p.skip()
	if p.at >= len(p.lines) || p.lines[p.at].indent < minimum || p.lines[p.at].is("---") {
		return nil
	}
	if depth > deepest {
		p.fail("has more than " + strconv.Itoa(deepest) + " values inside each other")
		return nil
	}
	l := &p.lines[p.at]
	if isItem(l.text) {
		return p.sequence(l.indent, depth)
	}
	if _, _, ok := key(l.text); ok {
		return p.mapping(l.indent, depth)
	}
	text := l.text
	p.at++
	return p.scalar(text, l.indent-1, depth)
}

func isItem(text string) bool { return text == "-" || strings.HasPrefix(text, "- ") }

// sequence reads the items of a list at an indentation.
func (p *parser) sequence(indent, depth int) (list []any) {
	for p.skip(); p.hasLineAt(indent) && isItem(p.lines[p.at].text); p.skip() {
		l := &p.lines[p.at]
		rest := strings.TrimLeft(l.text[1:], " ")
		if rest == "" || rest[0] == '#' {
			p.at++
			list = append(list, p.block(indent+1, depth+1))
			continue
		}
		// The text after the dash is a line of its own, indented to its column.
		l.indent += len(l.text) - len(rest)
		l.text = rest
		list = append(list, p.block(indent+1, depth+1))
	}
	return list
}

// hasLineAt reports whether the next line has an indentation and belongs to this
// document.
func (p *parser) hasLineAt(indent int) bool {
	return p.fault == nil && p.at < len(p.lines) && p.lines[p.at].indent == indent && !p.lines[p.at].is("---")
}

// mapping reads the entries of a map at an indentation. It ends at the first
// line that is no entry. Of equal keys the last counts.
func (p *parser) mapping(indent, depth int) map[string]any {
	m := map[string]any{}
	for p.skip(); p.hasLineAt(indent); p.skip() {
		name, rest, ok := key(p.lines[p.at].text)
		if !ok {
			break
		}
		p.at++
		switch p.skip(); {
		case rest != "":
			m[name] = p.scalar(rest, indent, depth)
		case p.hasLineAt(indent) && isItem(p.lines[p.at].text):
			m[name] = p.sequence(indent, depth+1)
		default:
			m[name] = p.block(indent+1, depth+1)
		}
	}
	return m
}

// key splits a line into a name and the text after its colon. A text that is
// only a comment becomes empty. It reports false if the line is no entry of a
// map.
func key(text string) (name, rest string, ok bool) {
	if text[0] == '"' || text[0] == '\'' {
		end := closing(text)
		if end < 0 || !strings.HasPrefix(text[end:], ":") {
			return "", "", false
		}
		name, rest = unquote(text[:end]), text[end+1:]
	} else {
		colon := strings.Index(text, ": ")
		if strings.HasSuffix(text, ":") && colon < 0 {
			colon = len(text) - 1
		}
		if colon < 0 || strings.ContainsAny(text[:1], "{[|>") {
			return "", "", false
		}
		name, rest = strings.TrimSpace(text[:colon]), text[colon+1:]
	}
	if rest != "" && rest[0] != ' ' {
		return "", "", false
	}
	if rest = strings.TrimSpace(rest); strings.HasPrefix(rest, "#") {
		rest = ""
	}
	return name, rest, true
}

// scalar reads a value that begins on the line of its key; following lines may
// continue it.
func (p *parser) scalar(text string, indent, depth int) any {
	switch text[0] {
	case '|', '>':
		return p.text(text, indent)
	case '"', '\'':
		return p.readQuoted(text)
	case '{', '[':
		f := flow{text: text}
		value := f.value(depth)
		if f.reason == "" && strings.TrimSpace(f.text) != "" && !strings.HasPrefix(strings.TrimSpace(f.text), "#") {
			f.reason = "has words after a " + text[:1] + " that is closed"
		}
		if f.reason != "" {
			p.at--
			p.fail(f.reason)
		}
		return value
	case '&', '*', '!':
		p.at--
		p.fail("has an anchor, a reference or a tag, which are not read")
		return nil
	}
	if p.continuesWord(indent) {
		whole := []byte(text)
		for ; p.continuesWord(indent); p.at++ {
			whole = append(append(whole, ' '), p.lines[p.at].text...)
		}
		text = string(whole)
	}
	if cut := strings.Index(text, " #"); cut >= 0 {
		text = strings.TrimSpace(text[:cut])
	}
	if text == "null" || text == "~" {
		return nil
	}
	return text
}

// continuesWord reports whether the next line continues a plain word.
func (p *parser) continuesWord(indent int) bool {
	return p.at < len(p.lines) && p.lines[p.at].text != "" && p.lines[p.at].indent > indent &&
		p.lines[p.at].text[0] != '#'
}

// text reads the lines of a block, which are indented more than its key. They
// are joined by blanks if head begins with >, otherwise by line breaks.
func (p *parser) text(head string, indent int) string {
	var b strings.Builder
	own := -1
	for ; p.at < len(p.lines); p.at++ {
		l := &p.lines[p.at]
		if l.text != "" && l.indent <= indent {
			break
		}
		if own < 0 && l.text != "" {
			own = l.indent
		}
		switch {
		case b.Len() == 0:
		case head[0] == '>':
			b.WriteByte(' ')
		default:
			b.WriteByte('\n')
		}
		if l.text != "" {
			b.WriteString(strings.Repeat(" ", max(0, l.indent-own)))
		}
		b.WriteString(l.text)
	}
	return strings.TrimRight(b.String(), " \n")
}

// readQuoted reads a text in quotation marks, which may span lines. If the closing
// mark is missing, it fails and returns "".
func (p *parser) readQuoted(text string) string {
	whole := []byte(text)
	end, seen := closingFrom(whole, 1)
	for end < 0 {
		if p.at >= len(p.lines) {
			p.at--
			p.fail("ends inside of a text")
			return ""
		}
		whole = append(append(whole, ' '), p.lines[p.at].text...)
		end, seen = closingFrom(whole, seen)
		p.at++
	}
	return unquote(string(whole[:end]))
}

// closing returns the index after the closing quote of a text, -1 if there is
// none.
func closing(text string) int {
	end, _ := closingFrom([]byte(text), 1)
	return end
}

// closingFrom is like closing from an index on. If nothing closes the text, seen is
// the index at which to continue when there is more text.
func closingFrom(text []byte, from int) (end, seen int) {
	for i := from; i < len(text); i++ {
		switch {
		case text[i] == '\\' && text[0] == '"':
			i++
		case text[i] != text[0]:
		case text[0] == '\'' && i+1 < len(text) && text[i+1] == '\'':
			i++
		default:
			return i + 1, i
		}
	}
	return -1, len(text)
}

// unquote returns the content of a text in single or double quotes, with its
// escapes decoded. An escape that only YAML has is kept as written.
func unquote(text string) string {
	inside := text[1 : len(text)-1]
	if text[0] == '\'' {
		return strings.ReplaceAll(inside, "''", "'")
	}
	if !strings.Contains(inside, `\`) {
		return inside
	}
	var b strings.Builder
	for len(inside) > 0 {
		c, _, rest, err := strconv.UnquoteChar(inside, '"')
		if err != nil { // an escape that only YAML has is kept as written
			c, size := utf8.DecodeRuneInString(inside)
			b.WriteRune(c)
			inside = inside[size:]
			continue
		}
		b.WriteRune(c)
		inside = rest
	}
	return b.String()
}

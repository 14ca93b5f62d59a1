package doc

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// MaxDepth limits the nesting of values, so that a hostile text cannot exhaust
// the stack.
const MaxDepth = 64

// MaxBytes is the default limit for the length of a text.
const MaxBytes = 64 << 20

// A scanner reads a JSON text once, from front to back. Its methods report
// false as soon as the text is malformed and leave the reason in broken. They
// follow the grammar of RFC 8259 exactly, but accept a byte order mark at the
// start.
type scanner struct {
	text        []byte
	maxBytes    int // maximum length of the text
	pos         int
	depth       int
	syntaxFault *Fault
}

// open starts the scanner on a text. It fails and reports false if the text is
// too long or in UTF-16. A byte order mark of UTF-8 is skipped.
func (s *scanner) open(text []byte) bool {
	s.text = text
	switch {
	case len(text) > s.maxBytes:
		s.text = nil
		return s.fail(0, 0, "the text is "+strconv.Itoa(len(text)>>20)+" MiB long; at most "+
			strconv.Itoa(s.maxBytes>>20)+" MiB are read")
	case bytes.HasPrefix(text, []byte("\xef\xbb\xbf")):
		s.pos = 3
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		return s.fail(0, 2, "the text is encoded in UTF-16; save it as UTF-8")
	}
	return true
}

// finish checks that only white space follows the document.
func (s *scanner) finish() bool {
	if s.space(); s.pos < len(s.text) {
		return s.fail(s.pos, len(s.text), "something follows the end of the document; remove it")
	}
	return true
}

// fail records why and where the text is malformed; only the first reason
// counts. It always returns false, so that callers can return it.
func (s *scanner) fail(start, end int, why string) bool {
	if s.syntaxFault != nil {
		return false
	}
	line, column := position(s.text, start)
	s.syntaxFault = &Fault{
		Reason: "line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column) + ": " + why,
		Start:  start,
		End:    min(max(end, start), len(s.text)),

		grammar: true,
	}
	return false
}

// position returns the line and column of an offset, in characters from 1.
func position(text []byte, offset int) (line, column int) {
	before := text[:min(offset, len(text))]
	line = 1 + bytes.Count(before, []byte("\n"))
	return line, 1 + utf8.RuneCount(before[1+bytes.LastIndexByte(before, '\n'):])
}

// space skips white space and returns the next byte, 0 at the end.
func (s *scanner) space() byte {
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		if c > ' ' || c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return c
		}
		s.pos++
	}
	return 0
}

// enter begins an object or array; leave ends it.
func (s *scanner) enter() bool {
	if s.depth++; s.depth > MaxDepth {
		return s.fail(s.pos, s.pos+1, "values nest deeper than "+strconv.Itoa(MaxDepth)+" levels")
	}
	s.pos++
	return true
}

func (s *scanner) leave() {
	s.depth--
	s.pos++
}

// hasNext reports whether another member follows in an object or array that ends
// with the byte end. The index is the number of members before it. The scanner
// is left on the member or behind the end.
func (s *scanner) hasNext(index int, start int, end byte) (more, ok bool) {
	c := s.space()
	if c == end {
		s.leave()
		return false, true
	}
	if index == 0 && s.pos < len(s.text) {
		return true, true
	}
	if c == ',' {
		comma := s.pos
		s.pos++
		if s.space() == end {
			return false, s.fail(comma, comma+1, "remove the comma before "+string(end))
		}
		return true, true
	}
	if s.pos >= len(s.text) {
		return false, s.ends(start)
	}
	return false, s.fail(s.pos, s.pos+1, "a comma or "+string(end)+" is missing here")
}

// ends fails because the text stops inside the value that began at start. It
// always returns false.
func (s *scanner) ends(start int) bool {
	what := "an array"
	switch s.text[start] {
	case '{':
		what = "an object"
	case '"':
		what = "a string"
	}
	line, column := position(s.text, start)
	return s.fail(len(s.text), len(s.text), "the text ends inside "+what+" that began on line "+strconv.Itoa(line)+
		", column "+strconv.Itoa(column))
}

// key reads the name of a member and the colon after it. It reports ok as
// false if either is missing or malformed.
func (s *scanner) key() (raw []byte, plain, ok bool) {
	if s.pos >= len(s.text) || s.text[s.pos] != '"' {
		return nil, false, s.fail(s.pos, s.pos+1, "a field's name in double quotes is expected here")
	}
	if raw, plain, ok = s.str(); !ok {
		return nil, false, false
	}
	if s.space() != ':' {
		return nil, false, s.fail(s.pos, s.pos+1, "a colon is missing after the field's name")
	}
	s.pos++
	s.space()
	return raw, plain, true
}

// literal reads true, false or null.
func (s *scanner) literal(word string) bool {
	if !bytes.HasPrefix(s.text[s.pos:], []byte(word)) {
		return s.strange()
	}
	s.pos += len(word)
	return true
}

// strange fails on a byte that begins no value, with the remedy for common
// mistakes. It always returns false.
func (s *scanner) strange() bool {
	if s.pos >= len(s.text) {
		return s.fail(s.pos, s.pos, "the text ends where a value is expected")
	}
	end := s.pos
	for end < len(s.text) && end < s.pos+32 && isWord(s.text[end]) {
		end++
	}
	word := string(s.text[s.pos:end])
	switch c := s.text[s.pos]; {
	case word == "NaN" || word == "Infinity":
		return s.fail(s.pos, end, word+" is not a number of JSON; every number is finite")
	case word != "" && c != '-' && c != '.' && c != '+':
		return s.fail(s.pos, end, "the word "+word+" needs double quotes around it, or is true, false or null")
	case c == '\'':
		return s.fail(s.pos, s.pos+1, "strings are in double quotes")
	case c == '/' || c == '#':
		return s.fail(s.pos, s.pos+1, "comments are not allowed")
	case c == '+' || c == '.':
		return s.fail(s.pos, end, "a number begins with a digit or a minus sign")
	case c == ',' || c == '}' || c == ']':
		return s.fail(s.pos, s.pos+1, "a value is missing before "+string(c))
	}
	return s.fail(s.pos, s.pos+1, "a value is expected here")
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '-' ||
		c == '.' || c == '+'
}

// skip skips one value of any kind. It reports false at a syntax error.
func (s *scanner) skip() bool {
	switch c := s.space(); {
	case c == '{' || c == '[':
		return s.skipMembers(s.pos, c)
	case c == '"':
		_, _, ok := s.str()
		return ok
	case c == '-' || c >= '0' && c <= '9':
		_, ok := s.number()
		return ok
	case c == 't':
		return s.literal("true")
	case c == 'f':
		return s.literal("false")
	case c == 'n':
		return s.literal("null")
	}
	return s.strange()
}

// skipMembers skips the object or list that begins at start with the bracket
// c. It reports false at a syntax error or beyond the nesting limit.
func (s *scanner) skipMembers(start int, c byte) bool {
	end := byte(']')
	if c == '{' {
		end = '}'
	}
	if !s.enter() {
		return false
	}
	for n := 0; ; n++ {
		more, ok := s.hasNext(n, start, end)
		if !more {
			return ok
		}
		if c == '{' {
			if _, _, ok := s.key(); !ok {
				return false
			}
		}
		if !s.skip() {
			return false
		}
	}
}

// Package markup reads XML that other programs wrote, such as platforms and GraphML: tags,
// attributes and text in the order of the file, with the line of each. It is a tolerant
// encoding/xml: a document type is skipped and never fetched, and an entity that is not one of
// XML's own five stays as it is written, so that no text can grow. Names lose their namespace.
//
// It takes time and memory linear in the text.
package markup

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
)

// maxDepth bounds the nesting of elements. Files of these formats are about ten
// deep.
const maxDepth = 256

// An Element is a beginning tag.
type Element struct {
	Name  string
	Line  int // from 1
	Attrs []Attr
}

// An Attr is one attribute of an element.
type Attr struct{ Name, Value string }

// Has returns the value of the first attribute that has one of the names, in the order of the
// names.
func (e *Element) Has(names ...string) (value string, has bool) {
	for _, name := range names {
		for i := range e.Attrs {
			if e.Attrs[i].Name == name {
				return e.Attrs[i].Value, true
			}
		}
	}
	return "", false
}

// Value returns the value that Has returns, "" if there is none.
func (e *Element) Value(names ...string) string {
	value, _ := e.Has(names...)
	return value
}

// A Listener has functions that are called for the parts of a file. Each may be nil.
type Listener struct {
	Start func(e *Element)
	Text  func(text string)
	End   func(name string)
}

// A Fault is the place and the reason at which reading stopped.
type Fault struct {
	Line   int
	Reason string
}

// Walk calls the listener for the parts of a text, up to its end or to the first place that is
// not XML.
func Walk(text []byte, to Listener) *Fault {
	text, fault := prepare(text)
	decoder := xml.NewDecoder(bytes.NewReader(text))
	var open []string
	for {
		line, _ := decoder.InputPos()
		begin := decoder.InputOffset()
		token, err := decoder.RawToken()
		var why string
		switch t := token.(type) {
		case xml.StartElement:
			if len(open) >= maxDepth {
				why = "has more than " + strconv.Itoa(maxDepth) + " elements inside each other"
				break
			}
			open = append(open, t.Name.Local)
			to.start(&t, line)
		case xml.EndElement:
			if len(open) == 0 || open[len(open)-1] != t.Name.Local {
				why = "</" + abbreviate(t.Name.Local) + "> ends what did not begin here"
				break
			}
			open = open[:len(open)-1]
			if to.End != nil {
				to.End(t.Name.Local)
			}
		case xml.CharData:
			if to.Text != nil && len(open) > 0 && len(bytes.TrimSpace(t)) > 0 {
				to.Text(string(t))
			}
		}
		switch {
		case err == io.EOF && fault == nil && len(open) > 0:
			why = "ends inside of <" + open[len(open)-1] + ">; the rest is missing"
		case err == io.EOF:
			return fault
		case err != nil:
			why = reason(err, text[begin:])
		}
		if why != "" {
			return &Fault{line, why}
		}
	}
}

// start passes a beginning tag to the listener.
func (l *Listener) start(t *xml.StartElement, line int) {
	if l.Start == nil {
		return
	}
	e := Element{Name: t.Name.Local, Line: line, Attrs: make([]Attr, len(t.Attr))}
	for i, a := range t.Attr {
		e.Attrs[i] = Attr{a.Name.Local, a.Value}
	}
	l.Start(&e)
}

// reason returns an error of the decoder in the words of the reports. The token
// is the beginning of the text at the error.
func reason(err error, token []byte) string {
	var syntax *xml.SyntaxError
	if !errors.As(err, &syntax) {
		return err.Error()
	}
	name := token[min(1, len(token)):]
	if end := bytes.IndexAny(name, " \t\r\n/<>"); end >= 0 {
		name = name[:end]
	}
	element := "<" + abbreviate(string(name)) + ">"
	switch syntax.Msg {
	case "expected element name after <":
		return "has a < that begins no tag"
	case "attribute name without = in element", "expected attribute name in element":
		return element + " has an attribute without a value"
	case "unquoted or missing attribute value in element":
		return element + " has an attribute without quotes"
	case "unexpected EOF in CDATA section":
		return "ends inside of a text"
	case "unexpected EOF":
		switch {
		case bytes.HasPrefix(token, []byte("<!")):
			return "ends inside of a document type"
		case len(name) == 0 || name[0] == '/' || token[1] == '/':
			return "ends inside of a tag"
		case (bytes.Count(token, []byte(`"`))+bytes.Count(token, []byte("'")))%2 == 1:
			return element + " has an attribute that does not end"
		}
		return "ends inside of " + element
	}
	return "is no XML: " + syntax.Msg
}

// prepare returns a copy of a text without the constructs that the decoder
// refuses but other programs accept. Comments and instructions are reduced to
// their line ends, because the decoder refuses "--" in a comment and other
// versions and encodings (the text is UTF-8 here). An & that begins none of
// XML's own entities is escaped. A comment or instruction that does not end is
// a fault.
func prepare(text []byte) (prepared []byte, fault *Fault) {
	prepared = make([]byte, 0, len(text)+len(text)/64)
	line := func(at int) int { return 1 + bytes.Count(text[:at], []byte{'\n'}) }
	for at := 0; at < len(text); {
		rest := text[at:]
		begins := func(mark string) bool { return bytes.HasPrefix(rest, []byte(mark)) }
		next, blank := bytes.IndexAny(rest[1:], "<&")+1, false
		if next == 0 {
			next = len(rest)
		}
		ends := ""
		switch {
		case begins("<!--"):
			ends, blank = "-->", true
		case begins("<?"):
			ends, blank = "?>", true
		case begins("<![CDATA["):
			ends = "]]>"
		case rest[0] == '&' && !isEntity(rest[1:next]):
			prepared = append(prepared, "&amp;"...)
			rest, next, at = rest[1:], next-1, at+1
		}
		if ends != "" {
			length := bytes.Index(rest, []byte(ends))
			if length < 0 && blank {
				what := map[string]string{"-->": "a comment", "?>": "an instruction"}[ends]
				return prepared, &Fault{line(at), "ends inside of " + what}
			}
			if next = len(rest); length >= 0 {
				next = length + len(ends)
			}
		}
		if blank {
			prepared = append(prepared, bytes.Repeat([]byte{'\n'}, bytes.Count(rest[:next], []byte{'\n'}))...)
		} else {
			prepared = append(prepared, rest[:next]...)
		}
		at += next
	}
	return prepared, nil
}

// isEntity reports whether a text behind & begins with one of XML's own five names or with the
// number of a character, and a semicolon.
func isEntity(text []byte) bool {
	end := bytes.IndexByte(text[:min(len(text), 10)], ';')
	if end < 0 {
		return false
	}
	name := string(text[:end])
	if slices.Contains([]string{"lt", "gt", "amp", "quot", "apos"}, name) {
		return true
	}
	digits, number := strings.CutPrefix(name, "#")
	base := 10
	if hex, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	return number && err == nil && (n >= ' ' || n == '\n' || n == '\r' || n == '\t') &&
		(n < 0xD800 || n > 0xDFFF) && n != 0xFFFE && n != 0xFFFF && n <= 0x10FFFF
}

func abbreviate(name string) string {
	if len(name) > 40 {
		return strings.ToValidUTF8(name[:40], "") + "…"
	}
	return name
}

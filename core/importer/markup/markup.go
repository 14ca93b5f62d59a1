// Package markup reads XML that other programs wrote, such as platforms and
// GraphML: tags, attributes and text in the order of the file, with the line of
// each. It is no full XML: a document type is skipped and never fetched, and an
// entity that is not one of XML's own five stays as it is written, so that no
// text can grow. Names lose what stands before their colon. What comes before
// the first tag does not matter.
//
// It takes time and memory linear in the text.
package markup

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Deepest is how many elements may lie inside each other. Files of these kinds
// are at most about ten deep.
const Deepest = 256

// An Element is the beginning of one.
type Element struct {
	Name  string
	Line  int // from 1
	Attrs []Attr
}

// An Attr is one attribute of an element.
type Attr struct{ Name, Value string }

// Has gives the value of the first attribute that has one of the names, in the
// order of the names.
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

// Of is Has without telling an attribute that is empty from one that is missing.
func (e *Element) Of(names ...string) string {
	value, _ := e.Has(names...)
	return value
}

// A Listener hears what is in a file. Each of its functions may be nil.
type Listener struct {
	Start func(e *Element)
	Text  func(text string)
	End   func(name string)
}

// A Fault says where and why a file could not be read on.
type Fault struct {
	Line int
	Why  string
}

// Walk tells the listener what is in a text, up to its end or to the first
// place that is no XML. What was told until then holds.
func Walk(text []byte, to Listener) *Fault {
	w := walker{text: text, line: 1, Listener: to}
	for w.fault == nil && w.next() {
	}
	if w.fault == nil && len(w.open) > 0 {
		w.fail("ends inside of <" + w.open[len(w.open)-1] + ">; the rest is missing")
	}
	return w.fault
}

// A walker is on its way through a text.
type walker struct {
	Listener
	text  []byte
	at    int
	line  int
	open  []string
	fault *Fault
}

func (w *walker) fail(why string) bool {
	w.fault = &Fault{w.line, why}
	return false
}

// move goes on to a place and counts the lines between.
func (w *walker) move(to int) {
	w.line += bytes.Count(w.text[w.at:to], newline)
	w.at = to
}

var newline = []byte{'\n'}

// next reads text up to a tag and the tag.
func (w *walker) next() bool {
	end := bytes.IndexByte(w.text[w.at:], '<')
	if end < 0 {
		w.move(len(w.text))
		return false
	}
	if said := w.text[w.at : w.at+end]; w.Text != nil && len(w.open) > 0 && len(bytes.TrimSpace(said)) > 0 {
		w.Text(plain(said))
	}
	w.move(w.at + end)
	rest := w.text[w.at:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		return w.skip("-->", "a comment")
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return w.verbatim()
	case bytes.HasPrefix(rest, []byte("<?")):
		return w.skip("?>", "an instruction")
	case bytes.HasPrefix(rest, []byte("<!")):
		return w.declaration()
	case bytes.HasPrefix(rest, []byte("</")):
		return w.end()
	}
	return w.start()
}

func (w *walker) skip(until, what string) bool {
	end := bytes.Index(w.text[w.at:], []byte(until))
	if end < 0 {
		return w.fail("ends inside of " + what)
	}
	w.move(w.at + end + len(until))
	return true
}

func (w *walker) verbatim() bool {
	begin := w.at + len("<![CDATA[")
	if !w.skip("]]>", "a text") {
		return false
	}
	if said := w.text[begin : w.at-3]; w.Text != nil && len(w.open) > 0 {
		w.Text(string(said))
	}
	return true
}

// declaration passes over a document type with all that it declares.
func (w *walker) declaration() bool {
	depth, quote := 0, byte(0)
	for i := w.at; i < len(w.text); i++ {
		switch c := w.text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '<':
			depth++
		case c == '>':
			if depth--; depth == 0 {
				w.move(i + 1)
				return true
			}
		}
	}
	return w.fail("ends inside of a document type")
}

func (w *walker) end() bool {
	length := bytes.IndexByte(w.text[w.at:], '>')
	if length < 0 {
		return w.fail("ends inside of a tag")
	}
	name := local(bytes.TrimSpace(w.text[w.at+2 : w.at+length]))
	last := len(w.open) - 1
	if last < 0 || w.open[last] != name {
		return w.fail("</" + short(name) + "> ends what did not begin here")
	}
	w.open = w.open[:last]
	w.move(w.at + length + 1)
	if w.End != nil {
		w.End(name)
	}
	return true
}

// start reads a beginning tag with its attributes.
func (w *walker) start() bool {
	e := Element{Line: w.line}
	i := w.at + 1
	from := i
	for i < len(w.text) && !isSpace(w.text[i]) && w.text[i] != '>' && w.text[i] != '/' && w.text[i] != '<' {
		i++
	}
	if e.Name = local(w.text[from:i]); e.Name == "" {
		if i >= len(w.text) {
			return w.fail("ends inside of a tag")
		}
		return w.fail("has a < that begins no tag")
	}
	for {
		for i < len(w.text) && isSpace(w.text[i]) {
			i++
		}
		switch {
		case i >= len(w.text):
			return w.fail("ends inside of <" + short(e.Name) + ">")
		case w.text[i] == '>':
			return w.begun(&e, i+1, false)
		case w.text[i] == '/' && i+1 < len(w.text) && w.text[i+1] == '>':
			return w.begun(&e, i+2, true)
		}
		var why string
		if i, why = w.attr(&e, i); why != "" {
			return w.fail(why)
		}
	}
}

// attr reads one attribute from a place and gives the place behind it.
func (w *walker) attr(e *Element, i int) (int, string) {
	from := i
	for i < len(w.text) && w.text[i] != '=' && w.text[i] != '>' && w.text[i] != '<' && !isSpace(w.text[i]) {
		i++
	}
	name := local(w.text[from:i])
	for i < len(w.text) && isSpace(w.text[i]) {
		i++
	}
	if i >= len(w.text) || w.text[i] != '=' || name == "" {
		return i, "<" + short(e.Name) + "> has an attribute without a value"
	}
	for i++; i < len(w.text) && isSpace(w.text[i]); {
		i++
	}
	if i >= len(w.text) || w.text[i] != '"' && w.text[i] != '\'' {
		return i, "<" + short(e.Name) + "> has an attribute without quotes"
	}
	length := bytes.IndexByte(w.text[i+1:], w.text[i])
	if length < 0 {
		return i, "<" + short(e.Name) + "> has an attribute that does not end"
	}
	e.Attrs = append(e.Attrs, Attr{name, plain(w.text[i+1 : i+1+length])})
	return i + length + 2, ""
}

// begun tells of a beginning, and of its end where it is empty.
func (w *walker) begun(e *Element, to int, empty bool) bool {
	if len(w.open) >= Deepest {
		return w.fail("has more than " + strconv.Itoa(Deepest) + " elements inside each other")
	}
	w.move(to)
	if w.Start != nil {
		w.Start(e)
	}
	if !empty {
		w.open = append(w.open, e.Name)
	} else if w.End != nil {
		w.End(e.Name)
	}
	return true
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// local is a name without its namespace.
func local(name []byte) string {
	if colon := bytes.LastIndexByte(name, ':'); colon >= 0 {
		name = name[colon+1:]
	}
	return string(name)
}

func short(name string) string {
	if len(name) > 40 {
		return strings.ToValidUTF8(name[:40], "") + "…"
	}
	return name
}

// plain is a text with XML's own entities and numbered characters put in.
func plain(text []byte) string {
	if bytes.IndexByte(text, '&') < 0 {
		return string(text)
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '&' {
			if c, length := entity(text[i+1:]); length > 0 {
				out = utf8.AppendRune(out, c)
				i += length
				continue
			}
		}
		out = append(out, text[i])
	}
	return string(out)
}

// entity reads what stands between & and ; of a character, and how long it is.
func entity(text []byte) (c rune, length int) {
	end := bytes.IndexByte(text[:min(len(text), 10)], ';')
	if end < 0 {
		return 0, 0
	}
	name := string(text[:end])
	switch name {
	case "lt":
		return '<', end + 1
	case "gt":
		return '>', end + 1
	case "amp":
		return '&', end + 1
	case "quot":
		return '"', end + 1
	case "apos":
		return '\'', end + 1
	}
	digits, isNumber := strings.CutPrefix(name, "#")
	if !isNumber {
		return 0, 0
	}
	base := 10
	if hex, isHex := strings.CutPrefix(digits, "x"); isHex {
		digits, base = hex, 16
	}
	n, err := strconv.ParseInt(digits, base, 32)
	if err != nil || n <= 0 || !utf8.ValidRune(rune(n)) {
		return 0, 0
	}
	return rune(n), end + 1
}

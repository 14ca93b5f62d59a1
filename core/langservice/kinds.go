package langservice

import (
	"strconv"
	"strings"
	"sync"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// A want is the expectation at a place of the document: the value of a field,
// or, with elem, an element of its list or an entry of its map.
type want struct {
	field *doc.Field
	elem  bool
}

// documentField is the document as one field.
var documentField = sync.OnceValue(func() *doc.Field {
	return &doc.Field{Name: "document", Label: "Scenario", Kind: "object", About: "a problem and what to do with it",
		Inside: doc.Fields(scenario.Scenario{})}
})

// kind returns the kind of the value: object, list, map, number, whole, text,
// choice, truth or any. It is empty if nothing is known.
func (w want) kind() string {
	switch {
	case w.field == nil:
		return ""
	case w.elem:
		return w.field.Element
	}
	return w.field.Kind
}

// member returns the want of the member with a name.
func (w want) member(name string) want {
	switch w.kind() {
	case "object":
		for i := range w.field.Inside {
			if w.field.Inside[i].Name == name {
				return want{field: &w.field.Inside[i]}
			}
		}
	case "map":
		if !w.elem {
			return want{w.field, true}
		}
	}
	return want{}
}

// element returns the want of a list's elements.
func (w want) element() want {
	if w.kind() == "list" && !w.elem {
		return want{w.field, true}
	}
	return want{}
}

// A spot is a place of the text in terms of the document.
type spot struct {
	text  []byte
	stack []frame
	// tok is the string or word at the place, or empty.
	tok  Span
	name bool // a field's name is expected, or is at the place
	// loose is set if a comma is missing before the place, after the byte before.
	loose        bool
	precedingEnd int
	inside       bool              // there is a token
	usuals       map[string]string // parameters of a preset, computed on first use
}

// spotAt returns the spot of a byte of the text. The end of a word belongs to
// the word. The end of a string does not belong to it, unless touch is set.
func spotAt(text []byte, at int, touch bool) spot {
	w := &walker{text: text}
	for {
		t := w.peek()
		scalar := t.kind == '"' || t.kind == aWord
		reaches := at > t.Start || touch && at == t.Start
		holds := scalar && reaches && (at < t.End || at == t.End && (touch || t.kind == aWord || t.open))
		if !holds && t.End <= at && t.kind != endOfText {
			w.consume(t)
			continue
		}
		s := spot{text: text, precedingEnd: w.last, tok: Span{at, at}}
		if holds {
			s.tok, s.inside, s.name = t.Span, true, w.names(t)
			f := w.top()
			s.loose = f != nil && f.due == aComma
			w.consume(t)
		} else if f := w.top(); f != nil {
			s.name = !f.list && f.due != aValue
			s.loose = f.due == aComma
		}
		s.stack = w.stack
		return s
	}
}

// steps returns the names and indexes of the path to the place. If a name is
// expected, it ends with the object.
func (s *spot) steps() (steps []any) {
	for i, f := range s.stack {
		switch {
		case f.list:
			steps = append(steps, f.index)
		case i == len(s.stack)-1 && s.name && !s.inside, f.key == Span{}:
		default:
			steps = append(steps, unquote(s.text, f.key))
		}
	}
	return steps
}

// path returns steps as a path.
func path(steps []any) (text string) {
	for _, step := range steps {
		switch s := step.(type) {
		case string:
			text = doc.JoinPath(text, doc.Name(s))
		case int:
			text = doc.At(text, s)
		}
	}
	return text
}

// pattern returns steps without indexes: placement.jobs.mi.
func pattern(steps []any) string {
	var names []string
	for _, step := range steps {
		if s, ok := step.(string); ok {
			names = append(names, s)
		}
	}
	return strings.Join(names, ".")
}

// expects returns the want at the end of a path.
func (s *spot) expects(steps []any) want {
	at := want{field: documentField()}
	for i, step := range steps {
		switch step := step.(type) {
		case string:
			if pattern(steps[:i]) == "runs.options" {
				at = s.option(step)
			} else {
				at = at.member(step)
			}
		case int:
			at = at.element()
		}
	}
	return at
}

// kindID returns the kind of the problem that the text names.
func (s *spot) kindID() string {
	start, ok := root(s.text)
	if !ok {
		return ""
	}
	v, _ := member(s.text, start, "kind")
	return unquote(s.text, v)
}

func (s *spot) kind() (catalog.Kind, bool) { return catalog.ByID(s.kindID()) }

// sibling returns the value of a field of an enclosing object, by its depth in
// frames, without quotes. It returns "" if there is none.
func (s *spot) sibling(depth int, name string) string {
	if depth < 0 || depth >= len(s.stack) || s.stack[depth].list {
		return ""
	}
	v, ok := member(s.text, s.stack[depth].start, name)
	if !ok {
		return ""
	}
	return unquote(s.text, v)
}

// algorithm returns the algorithm of the run at the place. The list runs is at
// depth 1 of the document, a run at depth 2.
func (s *spot) algorithm() (kind.Algorithm, bool) {
	return catalog.Find(s.kindID(), s.sibling(2, "algorithm"))
}

// options returns the options of the run at the place as fields.
func (s *spot) options() []doc.Field {
	a, _ := s.algorithm()
	fields := make([]doc.Field, len(a.Options))
	for i, o := range a.Options {
		fields[i] = doc.Field{Name: o.ID, Label: o.Name, Unit: o.Unit, About: o.About, Rule: o.Rule}
		switch o.Default.(type) {
		case bool:
			fields[i].Kind = "truth"
		case float64:
			fields[i].Kind = "number"
		default:
			if fields[i].Kind = "text"; o.Choices != nil {
				fields[i].Kind = "choice"
			}
		}
	}
	return fields
}

func (s *spot) option(name string) want {
	for _, f := range s.options() {
		if f.Name == name {
			return want{field: &f}
		}
	}
	return want{}
}

// usual returns the default of a field as JSON text, or "".
func (s *spot) usual(steps []any) string {
	name, _ := last(steps).(string)
	switch p := pattern(steps); {
	case strings.HasPrefix(p, "runs.options."):
		a, _ := s.algorithm()
		for _, o := range a.Options {
			if o.ID == name {
				return string(doc.Canonical(o.Default))
			}
		}
	case strings.HasPrefix(p, s.kindID()+".generate."):
		return s.parameters()[name]
	}
	return ""
}

// parameters returns the values of the preset of the generator at the place,
// including preset itself.
func (s *spot) parameters() map[string]string {
	if s.usuals != nil {
		return s.usuals
	}
	s.usuals = map[string]string{}
	kind, preset := s.kindID(), s.sibling(2, "preset")
	if k, ok := catalog.PresetKind(preset); !ok || k.ID != kind {
		return s.usuals
	}
	all := map[string]any{}
	doc.Decode(doc.Canonical(scenario.Parameters(scenario.NewGenerated(kind, preset, 0))), &all)
	for name, v := range all {
		s.usuals[name] = string(doc.Canonical(v))
	}
	return s.usuals
}

func last(steps []any) any {
	if len(steps) == 0 {
		return nil
	}
	return steps[len(steps)-1]
}

// eachElement calls each with the ids of the elements of a list of the problem, such
// as "jobs", until it returns false.
func (s *spot) eachElement(list string, each func(id string, at Span) bool) {
	at, ok := Find(s.text, s.kindID(), list)
	if !ok || s.text[at.Start] != '[' {
		return
	}
	children(s.text, at.Start, func(c child) bool {
		if s.text[c.value.Start] != '{' {
			return true
		}
		v, ok := member(s.text, c.value.Start, "id")
		return !ok || each(unquote(s.text, v), c.value)
	})
}

// An Element is an element of a list directly in the problem.
type Element struct {
	List  string // "jobs"
	Index int
	ID    string // its id, or ""
}

// Inside returns the element around a byte offset of a list directly in the
// problem. It reports false outside of such elements.
func Inside(text []byte, at int) (Element, bool) {
	s := spotAt(text, at, true)
	start, _ := root(text)
	if len(s.stack) < 4 || s.stack[0].start != start || s.stack[0].list || s.stack[1].list || !s.stack[2].list ||
		s.stack[3].list || unquote(text, s.stack[0].key) != s.kindID() {
		return Element{}, false
	}
	e := Element{List: unquote(text, s.stack[1].key), Index: s.stack[2].index}
	if v, ok := member(text, s.stack[3].start, "id"); ok {
		e.ID = unquote(text, v)
	}
	return e, true
}

// singular returns the singular of a list's name: job of jobs, slot of busy.
func singular(list string) string {
	if list == "busy" {
		return "busy time"
	}
	return strings.TrimSuffix(list, "s")
}

// free returns an unused id like those of a list: j13 after j12.
func (s *spot) free(list string) string {
	prefix, most := singular(list)[:1], 0
	s.eachElement(list, func(id string, _ Span) bool {
		digits := len(id)
		for digits > 0 && id[digits-1]-'0' <= 9 && len(id)-digits < 15 {
			digits--
		}
		if n, err := strconv.Atoi(id[digits:]); err == nil {
			if n >= most {
				prefix, most = id[:digits], n
			}
		} else if most == 0 {
			prefix = id
		}
		return true
	})
	return prefix + strconv.Itoa(most+1)
}

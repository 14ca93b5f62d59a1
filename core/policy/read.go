package policy

import (
	"strconv"
	"strings"

	"gridbox/core/formula"
)

// Formulas are the expressions of one source, by decision.
type Formulas struct {
	kind *Kind
	list []*formula.Expression // by decision; nil if the source has none
}

// A Mistake is an error in a source with its position.
type Mistake struct {
	Line, Column int // from 1; characters, not bytes
	Start, End   int // bytes of the source
	Reason       string
}

// String returns the mistake with its position.
func (m *Mistake) String() string {
	return "line " + strconv.Itoa(m.Line) + ", column " + strconv.Itoa(m.Column) + ": " + m.Reason
}

// MaxFormulas is the maximum length of a source of formulas in bytes.
const MaxFormulas = 10_000

// Read compiles the formulas of a source. Open lists the further names that the
// problem gives to members. It returns the first mistake of the source.
func (k *Kind) Read(source string, open []string) (*Formulas, *Mistake) {
	if len(source) > MaxFormulas {
		return nil, mistake(source, MaxFormulas, "the formulas are longer than "+strconv.Itoa(MaxFormulas)+" bytes")
	}
	f := &Formulas{kind: k, list: make([]*formula.Expression, len(k.Decisions))}
	parts, wrong := k.cut(source)
	if wrong != nil {
		return nil, wrong
	}
	for _, p := range parts {
		d := &k.Decisions[p.decision]
		members := names(d.Members)
		if d.Open {
			members = append(members, open...)
		}
		text := strings.TrimRight(p.text, " \t\r\n")
		lead := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
		compile := formula.Compile
		if d.Each {
			compile = formula.CompileTerm
		}
		e, err := compile(text[lead:], names(d.Names), members)
		if err != nil {
			at, why := p.start+lead, err.Error()
			if m, ok := err.(*formula.Mistake); ok {
				at, why = at+max(m.At, 0), m.Reason
			}
			return nil, mistake(source, at, why)
		}
		f.list[p.decision] = e
	}
	for i := range k.Decisions {
		if set, member := &k.Decisions[0], &k.Decisions[i]; member.Each && f.list[0] != nil && f.list[i] != nil {
			return nil, mistake(source, parts[1].start, "weights of "+member.ID+
				"s replace the formula for the "+set.ID+"; take one of them out")
		}
	}
	return f, nil
}

// Criterion returns the criterion of a set, which is the first decision of the
// kind: its formula, or the sum of its members' weights. It returns nil if a
// source has neither, so that the usual one applies.
func (f *Formulas) Criterion() *formula.Expression {
	for i := range f.kind.Decisions {
		if f.kind.Decisions[i].Each && f.list[i] != nil {
			return f.list[i].Sum()
		}
	}
	return f.list[0]
}

// Expression returns the expression of a decision by its index in the table, or nil.
func (f *Formulas) Expression(decision int) *formula.Expression { return f.list[decision] }

// CanChange reports whether the score of a decision may change while a candidate
// waits.
func (f *Formulas) CanChange(decision int) bool {
	e := f.list[decision]
	if e == nil {
		return false
	}
	for i, n := range f.kind.Decisions[decision].Names {
		if n.Moves && e.Uses(i) {
			return true
		}
	}
	return false
}

// A part is the text of one decision, with comments replaced by blanks. It
// starts at a byte of the source.
type part struct {
	decision, start int
	text            string
}

// cut splits a source at the names of decisions before a colon at the start of
// a line.
func (k *Kind) cut(source string) ([]part, *Mistake) {
	plain := blankComments(source)
	parts := []part{{decision: 0, start: 0}}
	named := make([]bool, len(k.Decisions))
	for at := 0; at < len(plain); {
		end := at + strings.IndexByte(plain[at:]+"\n", '\n')
		word, colon, ok := heading(plain[at:end])
		if ok {
			last := &parts[len(parts)-1]
			last.text = plain[last.start:at]
			d := k.decision(word)
			if d < 0 {
				return nil, mistake(source, at+strings.Index(plain[at:end], word),
					strconv.Quote(word)+" is not a decision of this kind; there are "+k.decisionList())
			}
			if named[d] {
				return nil, mistake(source, at+strings.Index(plain[at:end], word),
					"the decision "+word+" has a formula already")
			}
			named[d] = true
			parts = append(parts, part{decision: d, start: at + colon + 1})
		}
		at = end + 1
	}
	last := &parts[len(parts)-1]
	last.text = plain[last.start:]
	switch first := strings.TrimSpace(parts[0].text); {
	case first == "" && len(parts) > 1:
		return parts[1:], nil
	case first != "" && named[0]:
		return nil, mistake(source, strings.Index(plain, first), "this formula has no name, so it would be that of "+
			k.Decisions[0].ID+", which has one below")
	}
	return parts, nil
}

// heading returns a word before a colon at the start of a line.
func heading(line string) (word string, colon int, ok bool) {
	before, _, ok := strings.Cut(line, ":")
	word = strings.TrimSpace(before)
	if !ok || word == "" || strings.ContainsAny(word, " \t\"()+-*/<>=,") {
		return "", 0, false
	}
	return word, len(before), true
}

// blankComments replaces comments from # on by blanks, so that every byte
// keeps its position. A # within quotation marks is no comment.
func blankComments(source string) string {
	if !strings.Contains(source, "#") {
		return source
	}
	text, comment, quoted := []byte(source), false, false
	for i, b := range text {
		switch {
		case b == '\n':
			comment, quoted = false, false
		case b == '"' && !comment:
			quoted = !quoted
		case b == '#' && !quoted:
			comment = true
		}
		if comment {
			text[i] = ' '
		}
	}
	return string(text)
}

// mistake returns a mistake with the line and column of a byte.
func mistake(source string, at int, why string) *Mistake {
	at = min(max(at, 0), len(source))
	before := source[:at]
	line := strings.LastIndexByte(before, '\n') + 1
	end := at
	for end < len(source) && (letter(source[end]) || source[end] >= '0' && source[end] <= '9') {
		end++
	}
	return &Mistake{Line: strings.Count(before, "\n") + 1, Column: len([]rune(before[line:])) + 1, Start: at,
		End: min(max(end, at+1), len(source)), Reason: why}
}

func letter(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' || b >= 0x80
}

func (k *Kind) decision(id string) int {
	for i := range k.Decisions {
		if k.Decisions[i].ID == id {
			return i
		}
	}
	return -1
}

func (k *Kind) decisionList() string {
	text := ""
	for i := range k.Decisions {
		if i > 0 {
			text += ", "
		}
		text += k.Decisions[i].ID
	}
	return text
}

func names(list []Name) []string {
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	return ids
}

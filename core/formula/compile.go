package formula

import (
	"math"
	"strconv"
	"strings"
)

// A Mistake is an error in a text with its byte offset from 0, or -1 for the
// text as a whole.
type Mistake struct {
	At     int
	Reason string
}

// Error returns the message, with the position counted from 1: "at 7: ...".
func (m *Mistake) Error() string {
	if m.At < 0 {
		return m.Reason
	}
	return "at " + strconv.Itoa(m.At+1) + ": " + m.Reason
}

// Compile parses an expression over the named numbers of a set and of its
// members. The error is a *Mistake.
func Compile(text string, set, member []string) (*Expression, error) {
	return compile(text, set, member, false)
}

// CompileTerm parses an expression over one member. Names of members mean that
// member, as within a sum, and sums are not allowed.
func CompileTerm(text string, set, member []string) (*Expression, error) {
	return compile(text, set, member, true)
}

// compile parses an expression over the names of set and member. If inside is
// set, sums over members are not allowed. It returns a *Mistake if the text is
// invalid or too long.
func compile(text string, set, member []string, inside bool) (*Expression, error) {
	if len(text) > MaxLength {
		return nil, &Mistake{-1, "is longer than " + strconv.Itoa(MaxLength) + " characters"}
	}
	c := &compiler{text: text, set: set, member: member, inside: inside}
	c.next()
	root := c.comparison()
	if c.err == nil && c.kind != tokenEnd {
		c.fail("an operator or the end is expected, not " + c.token)
	}
	if c.err != nil {
		return nil, c.err
	}
	return &Expression{root}, nil
}

type kind uint8

const (
	tokenEnd kind = iota
	tokenNumber
	tokenName
	tokenQuoted
	tokenSign
)

type compiler struct {
	text        string
	set, member []string
	pos, start  int
	kind        kind
	token       string
	depth       int
	inside      bool // within sum, mean, least or most
	err         error
}

func (c *compiler) fail(why string) *node {
	if c.err == nil {
		c.err = &Mistake{c.start, why}
	}
	c.kind = tokenEnd
	c.pos = len(c.text)
	return zero
}

// next reads a token.
func (c *compiler) next() {
	for c.pos < len(c.text) && (c.text[c.pos] == ' ' || c.text[c.pos] == '\t' || c.text[c.pos] == '\n' ||
		c.text[c.pos] == '\r') {
		c.pos++
	}
	c.start = c.pos
	if c.pos >= len(c.text) {
		c.kind, c.token = tokenEnd, "the end"
		return
	}
	switch b := c.text[c.pos]; {
	case digit(b) || b == '.':
		c.number()
	case letter(b):
		c.kind = tokenName
		c.while(func(b byte) bool { return letter(b) || digit(b) })
	case b == '"':
		c.kind = tokenQuoted
		c.pos++
		c.while(func(b byte) bool { return b != '"' })
		if c.pos >= len(c.text) {
			c.fail("the quotation mark has no partner")
			return
		}
		c.token = c.text[c.start+1 : c.pos]
		c.pos++
	default:
		c.kind = tokenSign
		c.pos++
		if c.pos < len(c.text) && c.text[c.pos] == '=' && (b == '<' || b == '>' || b == '!') {
			c.pos++
		}
		c.token = c.text[c.start:c.pos]
	}
}

func digit(b byte) bool { return b >= '0' && b <= '9' }
func letter(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' || b >= 0x80
}

func (c *compiler) while(is func(byte) bool) {
	for c.pos < len(c.text) && is(c.text[c.pos]) {
		c.pos++
	}
	c.token = c.text[c.start:c.pos]
}

func (c *compiler) number() {
	c.kind = tokenNumber
	c.while(func(b byte) bool { return digit(b) || b == '.' })
	if c.pos < len(c.text) && (c.text[c.pos] == 'e' || c.text[c.pos] == 'E') {
		c.pos++
		if c.pos < len(c.text) && (c.text[c.pos] == '-' || c.text[c.pos] == '+') {
			c.pos++
		}
		c.while(digit)
	}
}

func (c *compiler) sign(words ...string) string {
	for _, w := range words {
		if c.kind == tokenSign && c.token == w {
			c.next()
			return w
		}
	}
	return ""
}

// comparison parses a sum, or two sums with a comparison sign. A greater-than
// becomes a less-than with exchanged operands. It fails beyond MaxDepth levels.
func (c *compiler) comparison() *node {
	if c.depth++; c.depth > MaxDepth {
		return c.fail("is nested deeper than " + strconv.Itoa(MaxDepth) + " levels")
	}
	defer func() { c.depth-- }()
	a := c.addition()
	w := c.sign("<=", ">=", "!=", "<", ">", "=")
	if w == "" {
		return a
	}
	b := c.addition()
	switch w {
	case "<":
		return &node{op: opLess, args: []*node{a, b}}
	case ">":
		return &node{op: opLess, args: []*node{b, a}}
	case "<=":
		return &node{op: opLessEqual, args: []*node{a, b}}
	case ">=":
		return &node{op: opLessEqual, args: []*node{b, a}}
	case "=":
		return &node{op: opEqual, args: []*node{a, b}}
	}
	return &node{op: opUnequal, args: []*node{a, b}}
}

// addition parses products joined by + or -, from left to right.
func (c *compiler) addition() *node {
	a := c.multiplication()
	for {
		switch c.sign("+", "-") {
		case "+":
			a = &node{op: opAdd, args: []*node{a, c.multiplication()}}
		case "-":
			a = &node{op: opSubtract, args: []*node{a, c.multiplication()}}
		default:
			return a
		}
	}
}

// multiplication parses factors joined by * or /, from left to right.
func (c *compiler) multiplication() *node {
	a := c.factor()
	for {
		switch c.sign("*", "/") {
		case "*":
			a = &node{op: opMultiply, args: []*node{a, c.factor()}}
		case "/":
			a = &node{op: opDivide, args: []*node{a, c.factor()}}
		default:
			return a
		}
	}
}

// factor parses a power. The base of ^ takes no minus sign; the exponent may
// have one.
func (c *compiler) factor() *node {
	if c.depth++; c.depth > MaxDepth {
		return c.fail("is nested deeper than " + strconv.Itoa(MaxDepth) + " levels")
	}
	defer func() { c.depth-- }()
	if c.sign("-") != "" {
		return &node{op: opNegate, args: []*node{c.factor()}}
	}
	base := c.primary()
	if c.sign("^") == "" {
		return base
	}
	return &node{op: opPower, args: []*node{base, c.factor()}}
}

// primary parses a number, a name, a function call or an expression in
// parentheses. It fails at anything else.
func (c *compiler) primary() *node {
	switch {
	case c.sign("(") != "":
		e := c.comparison()
		c.close()
		return e
	case c.kind == tokenNumber:
		x, err := strconv.ParseFloat(c.token, 64)
		if err != nil || math.IsInf(x, 0) {
			return c.fail(c.token + " is not a number")
		}
		c.next()
		return &node{op: opNumber, value: x}
	case c.kind == tokenName || c.kind == tokenQuoted:
		return c.name()
	}
	return c.fail("a number, a name or a parenthesis is expected, not " + c.token)
}

func (c *compiler) close() {
	if c.err == nil && c.sign(")") == "" {
		c.fail("a closing parenthesis is expected, not " + c.token)
	}
}

// name parses a name, or a call if a parenthesis follows.
func (c *compiler) name() *node {
	word, start, quoted := c.token, c.start, c.kind == tokenQuoted
	c.next()
	if !quoted && c.sign("(") != "" {
		return c.call(word, start)
	}
	if c.inside {
		if i := indexOf(c.member, word); i >= 0 {
			return &node{op: opMember, index: i}
		}
	}
	if i := indexOf(c.set, word); i >= 0 {
		return &node{op: opSet, index: i}
	}
	if i := indexOf(c.member, word); i >= 0 {
		return &node{op: opSum, args: []*node{{op: opMember, index: i}}}
	}
	c.start = start
	return c.fail(strconv.Quote(word) + " is not known; there are " + joinNames(c.set, c.member))
}

func indexOf(list []string, word string) int {
	for i, w := range list {
		if w == word {
			return i
		}
	}
	return -1
}

// joinNames returns the words of both lists, separated by commas.
func joinNames(a, b []string) string {
	text := ""
	for _, list := range [][]string{a, b} {
		for _, w := range list {
			if text != "" {
				text += ", "
			}
			text += w
		}
	}
	return text
}

// functions lists the functions with their number of arguments; -1 means one or
// more.
var functions = []struct {
	name string
	op   operator
	args int
}{{"min", opMin, -1}, {"max", opMax, -1}, {"abs", opAbs, 1}, {"sqrt", opSqrt, 1}, {"floor", opFloor, 1},
	{"ceil", opCeil, 1}, {"ln", opLn, 1}, {"log2", opLog2, 1}, {"log10", opLog10, 1}, {"exp", opExp, 1},
	{"pow", opPower, 2}, {"if", opIf, 3},
	{"sum", opSum, 1}, {"mean", opMean, 1}, {"least", opLeast, 1}, {"most", opMost, 1}}

// Functions returns the names of the functions.
func Functions() []string {
	list := make([]string, len(functions))
	for i := range functions {
		list[i] = functions[i].name
	}
	return list
}

// call parses the arguments of the function word, which begins at start, after
// its opening parenthesis. It fails for an unknown function, a wrong number of
// arguments, or an aggregate within another.
func (c *compiler) call(word string, start int) *node {
	for _, f := range functions {
		if f.name != word {
			continue
		}
		if f.op >= opSum {
			if c.inside {
				c.start = start
				return c.fail(word + " is inside another sum; take it out")
			}
			c.inside = true
		}
		args := []*node{c.comparison()}
		for c.sign(",") != "" {
			args = append(args, c.comparison())
		}
		if f.op >= opSum {
			c.inside = false
		}
		c.close()
		if f.args >= 0 && len(args) != f.args && c.err == nil {
			c.start = start
			return c.fail(word + " takes " + strconv.Itoa(f.args) + " of them, not " + strconv.Itoa(len(args)))
		}
		return &node{op: f.op, args: args}
	}
	c.start = start
	return c.fail(strconv.Quote(word) +
		" is not a function; there are " + strings.Join(Functions(), ", "))
}

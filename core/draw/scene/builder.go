package scene

import (
	"math"
	"strconv"
	"strings"
)

// A Builder makes a picture from the outside in: Open begins an element; its attributes, then its texts
// and children follow; Close ends it. A picture of 3,000 links is drawn again on every edit, so a
// Builder allocates in blocks.
type Builder struct {
	open  []openElement // open elements, the root first
	done  []*Node       // finished children of the open elements
	nodes []Node        // a block for the next nodes
	attrs []Attr        // a block with the attributes of the last elements
	first int           // index in attrs of the innermost element's first attribute
	value struct {      // the attribute in progress
		name string // "" for none
		from int
	}
	text strings.Builder // a block with the last values
}

// An openElement is an element that is not complete yet, with the index of its first child in done.
type openElement struct {
	node   *Node
	from   int
	sealed bool // its attributes are complete
}

// Sizes of blocks: attributes, bytes of values, and the least and greatest number of nodes. A block of
// nodes is twice as large as the former one.
const (
	attrsOfBlock = 1024
	bytesOfBlock = 16 << 10
	minNodes     = 16
	maxNodes     = 1024
)

// Node returns the picture. All elements must be closed.
func (b *Builder) Node() *Node {
	if len(b.open) > 0 || len(b.done) != 1 {
		panic("scene: a picture is one element that is closed")
	}
	return b.done[0]
}

// Open begins an element with a class; "" is none.
func (b *Builder) Open(tag, class string) {
	b.seal()
	b.open = append(b.open, openElement{node: b.node(Node{Tag: tag}), from: len(b.done)})
	b.first = len(b.attrs)
	if class != "" {
		b.attr("class", class)
	}
}

// Close ends the innermost element.
func (b *Builder) Close() {
	b.seal()
	last := b.open[len(b.open)-1]
	b.open = b.open[:len(b.open)-1]
	if len(b.done) > last.from {
		last.node.Children = append([]*Node(nil), b.done[last.from:]...)
		b.done = b.done[:last.from]
	}
	b.done = append(b.done, last.node)
}

// node returns a place for a node.
func (b *Builder) node(n Node) *Node {
	if len(b.nodes) == cap(b.nodes) {
		b.nodes = make([]Node, 0, max(minNodes, min(maxNodes, 2*cap(b.nodes))))
	}
	b.nodes = append(b.nodes, n)
	return &b.nodes[len(b.nodes)-1]
}

// seal moves the attributes of the innermost element into its node.
func (b *Builder) seal() {
	b.end()
	if len(b.open) == 0 {
		return
	}
	if e := &b.open[len(b.open)-1]; !e.sealed {
		e.sealed = true
		e.node.Attrs = b.attrs[b.first:len(b.attrs):len(b.attrs)]
	}
}

// attr adds an attribute to the innermost element.
func (b *Builder) attr(name, value string) {
	if b.open[len(b.open)-1].sealed {
		panic("scene: attribute " + name + " behind the children of its element")
	}
	if len(b.attrs) == cap(b.attrs) {
		b.attrs = append(make([]Attr, 0, attrsOfBlock), b.attrs[b.first:]...)
		b.first = 0
	}
	b.attrs = append(b.attrs, Attr{name, value})
}

// Attr adds an attribute.
func (b *Builder) Attr(name, value string) {
	b.end()
	b.attr(name, clean(value))
}

// Class adds a class to the element.
func (b *Builder) Class(class string) {
	b.end()
	for i := b.first; i < len(b.attrs); i++ {
		if b.attrs[i].Name == "class" {
			b.attrs[i].Value += " " + class
			return
		}
	}
	b.attr("class", class)
}

// Value begins an attribute with the start of its value, which Append, Number and Tenth extend.
func (b *Builder) Value(name, begin string) {
	b.end()
	if b.text.Len() > bytesOfBlock {
		b.text = strings.Builder{}
	}
	if b.text.Len() == 0 {
		b.text.Grow(bytesOfBlock + bytesOfBlock/8)
	}
	b.value.name, b.value.from = name, b.text.Len()
	b.text.WriteString(begin)
}

// end ends the attribute in progress.
func (b *Builder) end() {
	if b.value.name != "" {
		b.attr(b.value.name, b.text.String()[b.value.from:])
		b.value.name = ""
	}
}

// Append appends to the value in progress.
func (b *Builder) Append(s string) { b.text.WriteString(s) }

// Number adds a number of at most two decimals to the value in progress.
func (b *Builder) Number(v float64) {
	var digits [32]byte
	b.text.Write(appendNumber(digits[:0], v))
}

// Tenth adds a number of at most one decimal to the value in progress.
func (b *Builder) Tenth(v float64) { b.Number(math.Round(v*10) / 10) }

// Numbers adds a command of a path with numbers of at most two decimals.
func (b *Builder) Numbers(command string, values ...float64) {
	b.Append(command)
	for i, v := range values {
		if i > 0 {
			b.Append(" ")
		}
		b.Number(v)
	}
}

// Tenths adds a command of a path with numbers of at most one decimal.
func (b *Builder) Tenths(command string, values ...float64) {
	b.Append(command)
	for i, v := range values {
		if i > 0 {
			b.Append(" ")
		}
		b.Tenth(v)
	}
}

// Num adds an attribute with a number of at most two decimals.
func (b *Builder) Num(name string, v float64) {
	b.Value(name, "")
	b.Number(v)
	b.end()
}

// Exact adds an attribute with a number in all its digits, for scripts that compute with it.
func (b *Builder) Exact(name string, v float64) {
	b.Attr(name, strconv.FormatFloat(v, 'f', -1, 64))
}

// Nums adds several numeric attributes.
func (b *Builder) Nums(names []string, values ...float64) {
	for i, name := range names {
		b.Num(name, values[i])
	}
}

// Coarse adds several numeric attributes with at most one decimal.
func (b *Builder) Coarse(names []string, values ...float64) {
	for i, name := range names {
		b.Value(name, "")
		b.Tenth(values[i])
	}
}

// Translate adds a transform attribute.
func (b *Builder) Translate(x, y float64) {
	b.Value("transform", "translate(")
	b.Number(x)
	b.Append(",")
	b.Number(y)
	b.Append(")")
}

// Text adds a text to the innermost element, without characters that XML does not allow. It joins
// adjacent texts and ignores an empty one.
func (b *Builder) Text(s string) {
	b.seal()
	if s == "" {
		return
	}
	s = clean(s)
	if n := len(b.done); len(b.open) > 0 && n > b.open[len(b.open)-1].from && b.done[n-1].Tag == "" {
		b.done[n-1] = b.node(Node{Text: b.done[n-1].Text + s}) // a page has adjacent texts as one
		return
	}
	b.done = append(b.done, b.node(Node{Text: s}))
}

// Add adds finished nodes to the innermost element.
func (b *Builder) Add(nodes ...*Node) {
	b.seal()
	b.done = append(b.done, nodes...)
}

// FinishedCount returns the number of finished nodes, for NodesSince.
func (b *Builder) FinishedCount() int {
	b.seal()
	return len(b.done)
}

// NodesSince returns the nodes of the current element finished after the first so many.
func (b *Builder) NodesSince(finished int) []*Node {
	return append([]*Node(nil), b.done[finished:]...)
}

// Title adds a title element, which browsers show as a tooltip.
func (b *Builder) Title(s string) {
	b.Open("title", "")
	b.Text(s)
	b.Close()
}

// Label adds a text element at a place.
func (b *Builder) Label(class string, x, y float64, text string) {
	b.Open("text", class)
	b.Nums(XY, x, y)
	b.Text(text)
	b.Close()
}

// appendNumber appends v with at most two decimals to buf and returns the result. A value that is
// not finite becomes 0.
func appendNumber(buf []byte, v float64) []byte {
	cents := math.Round(v * 100)
	if cents == 0 || math.IsNaN(cents) || math.IsInf(cents/100, 0) {
		return append(buf, '0') // also turns -0 into 0
	}
	if math.Abs(cents) >= 1e9 {
		return strconv.AppendFloat(buf, cents/100, 'f', -1, 64)
	}
	n := int(cents) // the fast path for most numbers of pictures
	if n < 0 {
		buf, n = append(buf, '-'), -n
	}
	buf = strconv.AppendInt(buf, int64(n/100), 10)
	if n %= 100; n > 0 {
		buf = append(buf, '.', byte('0'+n/10))
		if n%10 > 0 {
			buf = append(buf, byte('0'+n%10))
		}
	}
	return buf
}

// Names of numeric attributes, for Nums.
var (
	XY   = []string{"x", "y"}
	Box  = []string{"x", "y", "width", "height"}
	Ends = []string{"x1", "y1", "x2", "y2"}
)

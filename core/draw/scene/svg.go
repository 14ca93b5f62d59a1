package scene

import "unicode/utf8"

// SVG returns the node as text: SVG, or HTML if the node is an element of HTML. A nil node is
// an empty text.
func (n *Node) SVG() string {
	if n == nil {
		return ""
	}
	return string(n.append(make([]byte, 0, n.sizeEstimate())))
}

// sizeEstimate estimates the length of the node as text.
func (n *Node) sizeEstimate() int {
	sum := 2*len(n.Tag) + 5 + len(n.Text)
	for i := range n.Attrs {
		sum += len(n.Attrs[i].Name) + len(n.Attrs[i].Value) + 4
	}
	for _, child := range n.Children {
		sum += child.sizeEstimate()
	}
	return sum
}

// empty holds the elements that are written without an end tag if they have no children.
var empty = map[string]bool{"rect": true, "circle": true, "line": true, "path": true, "polyline": true,
	"input": true, "br": true, "img": true}

// append appends the markup of the node and its descendants to buf and returns the result. A
// node without a tag is escaped text.
func (n *Node) append(buf []byte) []byte {
	if n.Tag == "" {
		return appendEscaped(buf, n.Text)
	}
	buf = append(append(buf, '<'), n.Tag...)
	for i := range n.Attrs {
		buf = append(append(append(buf, ' '), n.Attrs[i].Name...), '=', '"')
		buf = append(appendEscaped(buf, n.Attrs[i].Value), '"')
	}
	if len(n.Children) == 0 && empty[n.Tag] {
		return append(buf, '/', '>')
	}
	buf = append(buf, '>')
	for _, child := range n.Children {
		buf = child.append(buf)
	}
	return append(append(append(buf, '<', '/'), n.Tag...), '>')
}

// Escape returns a text escaped for elements and attributes of XML and HTML. Invalid UTF-8 is
// replaced.
func Escape(s string) string { return string(appendEscaped(nil, clean(s))) }

// appendEscaped appends s to buf, escaped for text and quoted attributes, and returns the
// result.
func appendEscaped(buf []byte, s string) []byte {
	from := 0
	for i := 0; i < len(s); i++ {
		sign := ""
		switch s[i] {
		case '<':
			sign = "&lt;"
		case '>':
			sign = "&gt;"
		case '&':
			sign = "&amp;"
		case '"':
			sign = "&quot;"
		case '\'':
			sign = "&#39;"
		default:
			continue
		}
		buf = append(append(buf, s[from:i]...), sign...)
		from = i + 1
	}
	return append(buf, s[from:]...)
}

// clean replaces code points that XML does not allow, and invalid UTF-8.
func clean(s string) string {
	if isPlain(s) {
		return s
	}
	buf := make([]byte, 0, len(s))
	for _, r := range s { // bytes that are no UTF-8 come as U+FFFD
		switch {
		case r < ' ':
			r = ' '
		case r == 0xFFFE || r == 0xFFFF:
			r = utf8.RuneError
		}
		buf = utf8.AppendRune(buf, r)
	}
	return string(buf)
}

// isPlain reports whether s is printable ASCII, as nearly all names are.
func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

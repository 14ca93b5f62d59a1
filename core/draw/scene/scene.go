// Package scene holds pictures as values. A picture is a tree of elements, styled by their
// classes. [Builder] makes one, and [Node.SVG] writes it as text.
package scene

import "strings"

// A Node is an element of a picture, or a text in one. A node that a Builder has returned is
// never modified, so pictures can share it.
type Node struct {
	Tag      string // "" for a text
	Text     string // of a text, never empty
	Attrs    []Attr // in writing order
	Children []*Node
}

// An Attr is an attribute of an element.
type Attr struct{ Name, Value string }

// Attr returns the value of an attribute, "" if the node does not have it.
func (n *Node) Attr(name string) string {
	for i := range n.Attrs {
		if n.Attrs[i].Name == name {
			return n.Attrs[i].Value
		}
	}
	return ""
}

// HasClass reports whether the node has the class.
func (n *Node) HasClass(class string) bool {
	for rest := n.Attr("class"); rest != ""; {
		var one string
		if one, rest, _ = strings.Cut(rest, " "); one == class {
			return true
		}
	}
	return false
}

// WithChildren returns a copy of the node with more children appended.
func (n *Node) WithChildren(more ...*Node) *Node {
	made := *n
	made.Children = append(n.Children[:len(n.Children):len(n.Children)], more...)
	return &made
}

// Equal reports whether two nodes have the same elements, attributes and texts.
func Equal(a, b *Node) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Tag != b.Tag || a.Text != b.Text || len(a.Children) != len(b.Children) ||
		!EqualAttrs(a, b) {
		return false
	}
	for i := range a.Children {
		if !Equal(a.Children[i], b.Children[i]) {
			return false
		}
	}
	return true
}

// EqualAttrs reports whether two nodes have the same attributes in the same order.
func EqualAttrs(a, b *Node) bool {
	if len(a.Attrs) != len(b.Attrs) {
		return false
	}
	for i := range a.Attrs {
		if a.Attrs[i] != b.Attrs[i] {
			return false
		}
	}
	return true
}

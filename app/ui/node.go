// Package ui describes a piece of a page as plain data. A view is a pure
// function from state to a [Node]; the same Node becomes live elements through
// go-app (package render), static HTML for prerendered pages ([HTML]), and text
// for native tests. The package does not depend on a browser.
//
// Events are data too: an element defines the meaning of a click by the
// attributes data-act, data-id and data-arg, an input by data-field. The page's
// script listens once at the root and sends them on as actions. So a view holds
// no closures, and none can go stale.
package ui

import (
	"strconv"
	"strings"

	"gridbox/core/draw/scene"
)

// A Node is an element, a text, a picture, or raw markup with a single root.
type Node struct {
	Tag      string // "" if it is no element
	Attrs    []Attr
	Children []Node
	Text     string
	Picture  *scene.Node
	Drawing  *Drawing // a picture as received by the page
	Raw      string
	// Key identifies the element among the things that its parent shows in this place. The page replaces an element
	// whose key has changed, instead of patching it, so data that a script attached to the former element is removed.
	Key string
}

// A Drawing is a picture as the laboratory sends it to its page: Markup, or Changes to the drawing that
// the page shows at the same position (see package patch).
type Drawing struct{ Markup, Changes string }

// An Attr is one attribute. Boolean attributes that are false are left out by
// [Flag]; an attribute with an empty value is kept.
type Attr struct{ Name, Value string }

// El returns an element. Parts are attributes (Attr, []Attr), children (Node,
// []Node), and strings and numbers, which become text.
func El(tag string, parts ...any) Node {
	n := Node{Tag: tag}
	for _, p := range parts {
		n.add(p)
	}
	return n
}

// add appends a part of an element: an attribute, a node, a text, a number, or a list of them. It ignores nil and
// empty nodes, and panics for another type.
func (n *Node) add(part any) {
	switch p := part.(type) {
	case nil:
	case Attr:
		n.setAttr(p)
	case []Attr:
		for _, a := range p {
			n.setAttr(a)
		}
	case Node:
		if !p.IsZero() {
			n.Children = append(n.Children, p)
		}
	case []Node:
		for _, c := range p {
			n.add(c)
		}
	case string:
		n.Children = append(n.Children, Text(p))
	case int:
		n.Children = append(n.Children, Text(strconv.Itoa(p)))
	default:
		panic("ui: part of an element is neither attribute, node, text nor number")
	}
}

// setAttr appends an attribute. Classes are joined into one attribute, and an attribute without a name is ignored.
func (n *Node) setAttr(a Attr) {
	if a.Name == "" {
		return
	}
	if a.Name == "class" {
		for i := range n.Attrs {
			if n.Attrs[i].Name == "class" {
				n.Attrs[i].Value = strings.TrimSpace(n.Attrs[i].Value + " " + a.Value)
				return
			}
		}
	}
	n.Attrs = append(n.Attrs, a)
}

// IsZero reports whether the node is empty; El leaves such children out, so
// that a view may return Node{} for "not now".
func (n Node) IsZero() bool {
	return n.Tag == "" && n.Text == "" && n.Picture == nil && n.Raw == ""
}

// WithKey returns the element with a key.
func WithKey(key string, n Node) Node {
	n.Key = key
	return n
}

// Text returns a text node.
func Text(s string) Node { return Node{Text: s} }

// Picture returns the node of a picture, the zero Node for nil.
func Picture(p *scene.Node) Node { return Node{Picture: p} }

// List returns the node of an element that the page updates as it does pictures, such as the rows of a
// list. It must not contain raw markup.
func List(n Node) Node { return Picture(toPicture(&n)) }

// toPicture converts a node to a node of a picture. It panics for raw markup.
func toPicture(n *Node) *scene.Node {
	switch {
	case n.Picture != nil:
		return n.Picture
	case n.Raw != "":
		panic("ui: raw markup in a list")
	case n.Tag == "":
		return &scene.Node{Text: n.Text}
	}
	made := &scene.Node{Tag: n.Tag}
	for _, a := range n.Attrs {
		made.Attrs = append(made.Attrs, scene.Attr(a))
	}
	for i := range n.Children {
		if c := &n.Children[i]; c.Tag != "" || c.Picture != nil || c.Text != "" {
			made.Children = append(made.Children, toPicture(c))
		}
	}
	return made
}

// Raw returns the node of trusted markup with one root element.
func Raw(markup string) Node { return Node{Raw: markup} }

// A returns an attribute with a value.
func A(name, value string) Attr { return Attr{name, value} }

// Class returns a class attribute; several on one element are joined.
func Class(names string) Attr { return Attr{"class", names} }

// Flag returns a boolean attribute, which is present if on is set.
func Flag(name string, on bool) Attr {
	if !on {
		return Attr{}
	}
	return Attr{name, ""}
}

// AriaDisabled returns the attribute of a button without an effect at present. Such a button keeps the focus, for
// instance at the end of a replay; the attribute disabled would take it away.
func AriaDisabled(off bool) Attr {
	if !off {
		return Attr{}
	}
	return Aria("disabled", true)
}

// If returns the attribute a if on is set, and no attribute otherwise.
func If(on bool, a Attr) Attr {
	if !on {
		return Attr{}
	}
	return a
}

// Aria returns an ARIA attribute with a truth value, which must be spelled out.
func Aria(name string, on bool) Attr { return Attr{"aria-" + name, strconv.FormatBool(on)} }

// Act returns the attributes of an element with an action: act, the id of a
// thing, and an argument.
func Act(act string, idAndArg ...string) []Attr {
	as := []Attr{{"data-act", act}}
	if len(idAndArg) > 0 {
		as = append(as, Attr{"data-id", idAndArg[0]})
	}
	if len(idAndArg) > 1 {
		as = append(as, Attr{"data-arg", idAndArg[1]})
	}
	return as
}

// Attribute returns an attribute's value and whether it is there; tests use it.
func (n Node) Attribute(name string) (string, bool) {
	for _, a := range n.Attrs {
		if a.Name == name {
			return a.Value, true
		}
	}
	return "", false
}

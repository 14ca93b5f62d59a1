package labtest

import (
	"strings"

	"golang.org/x/net/html"
)

func attr(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

func is(n *html.Node, name, value string) bool {
	v, ok := attr(n, name)
	return ok && v == value
}

// isHidden reports whether screen readers ignore an element.
func isHidden(n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if is(n, "aria-hidden", "true") {
			return true
		}
	}
	return false
}

// stops reports whether an element is reached by the Tab key.
func stops(n *html.Node) bool {
	switch n.Data {
	case "button", "select", "input", "textarea", "a", "summary":
		return true
	}
	return is(n, "tabindex", "0")
}

// nodeText returns the text of an element.
func nodeText(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// outline returns an element's tag for the report of a fault.
func outline(n *html.Node) string {
	var b strings.Builder
	b.WriteString("<" + n.Data)
	for _, a := range n.Attr {
		if a.Key != "d" && a.Key != "points" {
			b.WriteString(" " + a.Key + "=" + a.Val)
		}
	}
	return b.String() + ">"
}

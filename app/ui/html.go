package ui

import "strings"

// void elements have no end tag (HTML standard, section 13.1.2).
var void = map[string]bool{
	"area": true, "base": true, "br": true, "col": true, "embed": true, "hr": true, "img": true,
	"input": true, "link": true, "meta": true, "source": true, "track": true, "wbr": true,
}

var (
	textEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	attrEscaper = strings.NewReplacer("&", "&amp;", `"`, "&#34;", "<", "&lt;", ">", "&gt;")
)

// HTML writes the node as markup. Equal nodes give equal bytes.
func HTML(n Node) string {
	var b strings.Builder
	write(&b, n)
	return b.String()
}

// write appends the markup of a node. Text and attribute values are escaped; Raw is not.
func write(b *strings.Builder, n Node) {
	switch {
	case n.Picture != nil:
		b.WriteString(n.Picture.SVG())
		return
	case n.Raw != "":
		b.WriteString(n.Raw)
		return
	case n.Tag == "":
		b.WriteString(textEscaper.Replace(n.Text))
		return
	}
	b.WriteByte('<')
	b.WriteString(n.Tag)
	for _, a := range n.Attrs {
		b.WriteByte(' ')
		b.WriteString(a.Name)
		if a.Value != "" || !booleans[a.Name] {
			b.WriteString(`="`)
			b.WriteString(attrEscaper.Replace(a.Value))
			b.WriteByte('"')
		}
	}
	b.WriteByte('>')
	if void[n.Tag] {
		return
	}
	for _, c := range n.Children {
		write(b, c)
	}
	b.WriteString("</")
	b.WriteString(n.Tag)
	b.WriteByte('>')
}

// booleans are the boolean attributes that views use.
var booleans = map[string]bool{
	"checked": true, "disabled": true, "hidden": true, "open": true, "readonly": true,
	"required": true, "selected": true, "multiple": true, "autofocus": true, "inert": true,
}

// PlainText returns the visible text of the node, without markup; raw markup
// contributes nothing.
func PlainText(n Node) string {
	var b strings.Builder
	writePlainText(&b, n)
	return strings.Join(strings.Fields(b.String()), " ")
}

func writePlainText(b *strings.Builder, n Node) {
	if n.Tag == "" {
		b.WriteString(n.Text)
		return
	}
	b.WriteByte(' ')
	for _, c := range n.Children {
		writePlainText(b, c)
	}
	b.WriteByte(' ')
}

// Find returns every element of the tree for which ok returns true, in document order.
func Find(n Node, ok func(Node) bool) []Node {
	var found []Node
	if n.Tag != "" && ok(n) {
		found = append(found, n)
	}
	for _, c := range n.Children {
		found = append(found, Find(c, ok)...)
	}
	return found
}

// Boolean reports whether an attribute is boolean: its presence means true.
func Boolean(name string) bool { return booleans[name] }

// IsVoid reports whether the element has no contents and no end tag.
func (n Node) IsVoid() bool { return void[n.Tag] }

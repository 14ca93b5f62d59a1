package render

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"gridbox/app/ui"
)

// elements converts a node of a part to go-app's elements. go-app drops attributes with an empty value and trims the
// others. It updates an element in place if an element with the same tag and key had the same index among the
// children of its parent; package wire relies on that.
func elements(n ui.Node, version int) app.UI {
	switch {
	case n.Drawing != nil:
		return &picture{Version: version, Markup: n.Drawing.Markup, Changes: n.Drawing.Changes}
	case n.Raw != "":
		return app.Raw(n.Raw)
	case n.Tag == "":
		return app.Text(n.Text)
	case n.Key != "":
		key := n.Key
		n.Key = ""
		return &keyedElement{Key: key, Draw: func() app.UI { return elements(n, version) }}
	}
	if n.IsVoid() {
		e := app.ElemSelfClosing(n.Tag)
		for _, a := range n.Attrs {
			if a.Name != "value" || !isTyped(n) {
				e = e.Attr(a.Name, value(a))
			}
		}
		return e
	}
	e := app.Elem(n.Tag)
	for _, a := range n.Attrs {
		e = e.Attr(a.Name, value(a))
	}
	children := make([]app.UI, len(n.Children))
	for i, c := range n.Children {
		children[i] = elements(c, version)
	}
	return e.Body(children...)
}

// isTyped reports whether the user types into the element. assets/js/page.js sets the values of these elements,
// because it has the text typed since the laboratory's last event.
func isTyped(n ui.Node) bool {
	return n.Tag == "input" && slices.ContainsFunc(n.Attrs, func(a ui.Attr) bool { return a.Name == "data-value" })
}

// value returns the value of an attribute, "true" for a boolean one, which has none in a view.
func value(a ui.Attr) string {
	if a.Value == "" && ui.Boolean(a.Name) {
		return "true"
	}
	return strings.TrimSpace(a.Value)
}

// keyedElement is the component of an element with a key: go-app replaces a component whose
// CompoID has changed instead of patching it.
type keyedElement struct {
	app.Compo
	Key  string
	Draw func() app.UI
}

// CompoID returns the element's key.
func (k *keyedElement) CompoID() string { return k.Key }

// Render returns the element.
func (k *keyedElement) Render() app.UI { return k.Draw() }

// picture is the component of a picture, or of the rows of a list. If the page shows its previous drawing, the page's
// script applies the changes, which is much faster than making a new element.
type picture struct {
	app.Compo
	Version int // of its part; go-app calls OnUpdate after it has changed
	Markup  string
	Changes string

	elementMarkup string // the markup that go-app made the element from
}

// Render returns the markup. go-app makes a new element if the markup has changed.
func (p *picture) Render() app.UI {
	if p.elementMarkup == "" {
		p.elementMarkup = p.Markup
	}
	if p.elementMarkup == "" {
		panic("render: changes of a picture that the page does not show")
	}
	return app.Raw(p.elementMarkup)
}

// repeatMark is appended to markup that equals the previous one, so that go-app makes a new element. White space would
// not do, because go-app trims it.
const repeatMark = "<!-- -->"

// OnUpdate applies the changes of a frame.
func (p *picture) OnUpdate(app.Context) {
	markup := p.Markup
	if markup == "" && p.Changes != "[]" {
		markup = app.Window().Get("gridbox").Call("patch", p.JSValue(), p.Changes).String()
	}
	if markup == "" {
		return
	}
	if markup == p.elementMarkup { // the page's script may have changed the element since
		markup += repeatMark
	}
	p.elementMarkup = markup
}

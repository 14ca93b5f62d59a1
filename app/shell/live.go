package shell

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"gridbox/app/ui"
)

// live turns a view's node into go-app's elements. go-app drops attributes
// with an empty value and trims the others; the views know that (see ui.Unset).
func live(n ui.Node) app.UI {
	switch {
	case n.Raw != "":
		return app.Raw(n.Raw)
	case n.Tag == "":
		return app.Text(n.Text)
	case n.Key != "":
		key := n.Key
		n.Key = ""
		return &keyed{Key: key, Draw: func() app.UI { return live(n) }}
	}
	if n.IsVoid() {
		e := app.ElemSelfClosing(n.Tag)
		for _, a := range n.Attrs {
			e = e.Attr(a.Name, value(a))
		}
		return e
	}
	e := app.Elem(n.Tag)
	for _, a := range n.Attrs {
		e = e.Attr(a.Name, value(a))
	}
	children := make([]app.UI, len(n.Children))
	for i, c := range n.Children {
		children[i] = live(c)
	}
	return e.Body(children...)
}

// keyed is the component of an element with a key: go-app replaces a component
// whose CompoID has changed.
type keyed struct {
	app.Compo
	Key  string
	Draw func() app.UI
}

// CompoID returns the element's key.
func (k *keyed) CompoID() string { return k.Key }

// Render returns the element.
func (k *keyed) Render() app.UI { return k.Draw() }

// value spells out a boolean attribute, which has no value in a view.
func value(a ui.Attr) string {
	if a.Value == "" && ui.Boolean(a.Name) {
		return "true"
	}
	return strings.TrimSpace(a.Value)
}

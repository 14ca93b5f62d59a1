package ui

import (
	"slices"

	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
)

// Translate returns the node with its texts in the language in use. It leaves out elements with translate="no". The
// node itself is not changed; without a catalogue in use it is returned as it is.
func Translate(n Node) Node {
	if !i18n.Active() {
		return n
	}
	return translate(n)
}

// translate returns the node with its texts and attribute values in the current language. An element with
// translate="no" is returned unchanged. The argument is not modified.
func translate(n Node) Node {
	if n.Tag == "" {
		n.Text = i18n.Text(n.Text)
		n.Picture = scene.Translate(n.Picture)
		return n
	}
	if slices.Contains(n.Attrs, Attr{"translate", "no"}) {
		return n
	}
	n.Attrs, n.Children = slices.Clone(n.Attrs), slices.Clone(n.Children)
	for i, a := range n.Attrs {
		n.Attrs[i].Value = scene.TranslateValue(a.Name, a.Value)
	}
	for i, c := range n.Children {
		n.Children[i] = translate(c)
	}
	return n
}

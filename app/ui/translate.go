package ui

import (
	"slices"

	"gridbox/core/i18n"
)

// translated lists the attributes whose values are texts for people.
var translated = []string{"title", "aria-label", "placeholder", "alt"}

// Translate returns the node with its texts in the language in use. It leaves out elements with translate="no" and
// pictures. The node itself is not changed; without a catalogue in use it is returned as it is.
func Translate(n Node) Node {
	if !i18n.Active() {
		return n
	}
	return translate(n)
}

func translate(n Node) Node {
	if n.Tag == "" {
		n.Text = i18n.Text(n.Text)
		return n
	}
	if slices.Contains(n.Attrs, Attr{"translate", "no"}) {
		return n
	}
	n.Attrs, n.Children = slices.Clone(n.Attrs), slices.Clone(n.Children)
	for i, a := range n.Attrs {
		if slices.Contains(translated, a.Name) {
			n.Attrs[i].Value = i18n.Text(a.Value)
		}
	}
	for i, c := range n.Children {
		n.Children[i] = translate(c)
	}
	return n
}

package ui

import (
	"slices"

	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
)

// translated lists the attributes whose values are texts for people.
var translated = []string{"title", "aria-label", "placeholder", "alt"}

// Translate returns the node with its texts in the language in use. It leaves out elements with translate="no". The
// node itself is not changed; without a catalogue in use it is returned as it is.
func Translate(n Node) Node {
	if !i18n.Active() {
		return n
	}
	return translate(n)
}

func translate(n Node) Node {
	if n.Tag == "" {
		n.Text = i18n.Text(n.Text)
		n.Picture = translatePicture(n.Picture)
		return n
	}
	if slices.Contains(n.Attrs, Attr{"translate", "no"}) {
		return n
	}
	n.Attrs, n.Children = slices.Clone(n.Attrs), slices.Clone(n.Children)
	for i, a := range n.Attrs {
		n.Attrs[i].Value = translateValue(a.Name, a.Value)
	}
	for i, c := range n.Children {
		n.Children[i] = translate(c)
	}
	return n
}

// translateValue returns the value of an attribute, translated if it is a text for people.
func translateValue(name, value string) string {
	if slices.Contains(translated, name) {
		return i18n.Text(value)
	}
	return value
}

// translatePicture returns a picture with its texts in the language in use. Parts without translated texts are shared
// with the picture, so that later comparisons stay fast.
func translatePicture(n *scene.Node) *scene.Node {
	if n == nil {
		return nil
	}
	if n.Tag == "" {
		if text := i18n.Text(n.Text); text != n.Text {
			return &scene.Node{Text: text}
		}
		return n
	}
	if n.Attr("translate") == "no" {
		return n
	}
	made, copied := *n, false
	for i, a := range n.Attrs {
		if value := translateValue(a.Name, a.Value); value != a.Value {
			if !copied {
				made.Attrs, copied = slices.Clone(n.Attrs), true
			}
			made.Attrs[i].Value = value
		}
	}
	grown := false
	for i, c := range n.Children {
		if t := translatePicture(c); t != c {
			if !grown {
				made.Children, grown = slices.Clone(n.Children), true
			}
			made.Children[i] = t
		}
	}
	if copied || grown {
		return &made
	}
	return n
}

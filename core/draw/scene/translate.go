package scene

import (
	"slices"

	"gridbox/core/i18n"
)

// translatedAttrs lists the attributes whose values are texts for people.
var translatedAttrs = []string{"title", "aria-label", "placeholder", "alt"}

// TranslateValue returns the value of an attribute, translated if it is a text for people.
func TranslateValue(name, value string) string {
	if slices.Contains(translatedAttrs, name) {
		return i18n.Text(value)
	}
	return value
}

// Translate returns a picture with its texts in the language in use. It leaves out elements with translate="no". Parts
// without translated texts are shared with the picture, so that later comparisons stay fast.
func Translate(n *Node) *Node {
	if n == nil || !i18n.Active() {
		return n
	}
	if n.Tag == "" {
		if text := i18n.Text(n.Text); text != n.Text {
			return &Node{Text: text}
		}
		return n
	}
	if n.Attr("translate") == "no" {
		return n
	}
	made, copied := *n, false
	for i, a := range n.Attrs {
		if value := TranslateValue(a.Name, a.Value); value != a.Value {
			if !copied {
				made.Attrs, copied = slices.Clone(n.Attrs), true
			}
			made.Attrs[i].Value = value
		}
	}
	grown := false
	for i, c := range n.Children {
		if t := Translate(c); t != c {
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

package figure

import (
	"github.com/vugu/vugu"

	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
)

// translate puts the texts of a tree and its siblings into the language in use.
func translate(n *vugu.VGNode) {
	if !i18n.Active() {
		return
	}
	for ; n != nil; n = n.NextSibling {
		if n.Type == vugu.TextNode {
			n.Data = i18n.Text(n.Data)
		}
		for i, a := range n.Attr {
			n.Attr[i].Val = scene.TranslateValue(a.Key, a.Val)
		}
		translate(n.FirstChild)
	}
}

// svg returns the text of a picture in the language in use.
func svg(n *scene.Node) string { return scene.Translate(n).SVG() }

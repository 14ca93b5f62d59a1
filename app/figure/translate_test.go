package figure

import (
	"testing"

	"github.com/vugu/vugu"

	"gridbox/core/i18n"
)

func TestTranslateChangesTextsAndLabels(t *testing.T) {
	c, err := i18n.Parse([]byte(`{"language": "de", "decimal": ",", "group": ".", "texts": {"Back": "Zurück",
		"Running {} …": "{} laufen …", "algorithm": {"one": "Verfahren", "other": "Verfahren"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	tree := func() *vugu.VGNode {
		b := &vugu.VGNode{Type: vugu.ElementNode, Data: "button", Attr: []vugu.VGAttribute{{Key: "title", Val: "Back"},
			{Key: "class", Val: "Back"}}}
		b.AppendChild(&vugu.VGNode{Type: vugu.TextNode, Data: " Back "})
		return b
	}
	n := tree()
	if translate(n); n.FirstChild.Data != " Back " {
		t.Errorf("got %q without a catalogue, want it unchanged", n.FirstChild.Data)
	}
	i18n.Use(c, nil)
	defer i18n.Use(nil, nil)
	translate(n)
	if got := n.Attr[0].Val + n.Attr[1].Val + n.FirstChild.Data; got != "ZurückBack Zurück " {
		t.Errorf("got %q, want the title and the text translated", got)
	}
	f := &Figure{Phase: Running, entries: make([]Entry, 12000)}
	if got := f.Status(); got != "12.000 Verfahren laufen …" {
		t.Errorf("got %q, want a translated sentence with a number", got)
	}
}

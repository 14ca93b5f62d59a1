package ui

import (
	"testing"

	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
)

func TestTranslateChangesTextsAndLabels(t *testing.T) {
	c, err := i18n.Parse([]byte(`{"language": "de", "texts": {"Cancel": "Abbrechen", "Undo": "Rückgängig"}}`))
	if err != nil {
		t.Fatal(err)
	}
	n := El("div", El("button", A("title", "Undo"), A("class", "Undo"), "Cancel"),
		El("b", A("translate", "no"), "Cancel"))
	before := HTML(n)
	if got := HTML(Translate(n)); got != before {
		t.Errorf("got %s without a catalogue, want %s", got, before)
	}
	i18n.Use(c, nil)
	defer i18n.Use(nil, nil)
	want := `<div><button title="Rückgängig" class="Undo">Abbrechen</button><b translate="no">Cancel</b></div>`
	if got := HTML(Translate(n)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := HTML(n); got != before {
		t.Errorf("got the node changed to %s, want %s", got, before)
	}
}

func TestTranslateSharesUnchangedPartsOfPictures(t *testing.T) {
	c, err := i18n.Parse([]byte(`{"language": "de", "texts": {"free": "frei"}}`))
	if err != nil {
		t.Fatal(err)
	}
	i18n.Use(c, nil)
	defer i18n.Use(nil, nil)
	word := func(text string, attrs ...scene.Attr) *scene.Node {
		return &scene.Node{Tag: "text", Attrs: attrs, Children: []*scene.Node{{Text: text}}}
	}
	picture := &scene.Node{Tag: "svg", Children: []*scene.Node{
		{Tag: "g", Children: []*scene.Node{word("Lille")}}, word("free"),
		word("free", scene.Attr{Name: "translate", Value: "no"})}}
	before := picture.SVG()
	got := Translate(Picture(picture)).Picture
	want := `<svg><g><text>Lille</text></g><text>frei</text><text translate="no">free</text></svg>`
	if got.SVG() != want {
		t.Errorf("got %s, want %s", got.SVG(), want)
	}
	if got.Children[0] != picture.Children[0] {
		t.Error("got a copy of a part without translated texts, want the part itself")
	}
	if picture.SVG() != before {
		t.Errorf("got the picture changed to %s, want %s", picture.SVG(), before)
	}
}

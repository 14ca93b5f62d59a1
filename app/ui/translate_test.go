package ui

import (
	"testing"

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

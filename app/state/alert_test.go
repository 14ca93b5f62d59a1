package state

import "testing"

// A message that offers Undo disappears with the next change, which the button would undo instead. Its other contents
// remain, and so does a message on an opened draft.
func TestAMessageOffersToUndoItsChange(t *testing.T) {
	s := presetState(t, "five-clusters", 1)
	got := Reduce(s, Notify{Text: "Two jobs are filled in.", Undo: true})
	renamed := SetField{Path: "title", Text: "Another"}
	if next := Reduce(got, SelectElement{Element: Ref{"job", "j1"}}); !next.Alert.Undo {
		t.Error("a selection removes the offer of Undo")
	}
	if next := Reduce(got, renamed); next.Alert.Text != "" {
		t.Errorf("after another change: got %q, want no message", next.Alert.Text)
	}
	if next := Reduce(got, Undo{}); next.Alert.Text == "" && next.Draft == got.Draft {
		t.Error("an undo without effect removes the offer")
	}
	for _, found := range []Notify{{Text: "Not all.", Undo: true, Detail: []string{"row 3"}},
		{Text: "No.", Undo: true, Error: true}, {Text: "There.", Undo: true, Draft: "slot"}} {
		if next := Reduce(Reduce(s, found), renamed); next.Alert.Text != found.Text || next.Alert.Undo {
			t.Errorf("after another change: got %+v, want the message without Undo", next.Alert)
		}
	}
	if next := Reduce(got, Open{Draft: Blank("farm")}); !next.Alert.Undo {
		t.Error("opening a draft removes the offer of Undo")
	}
	same := Reduce(Reduce(got, renamed), Notify{Text: got.Alert.Text, Undo: true})
	if !same.Alert.Undo {
		t.Error("the same message, shown again, has no Undo")
	}
}

package state

import "testing"

// A message that offers to undo what has happened goes with the next change, which
// its button would undo instead; what else it says stays, and so does one of what
// is being opened.
func TestAMessageOffersToUndoWhatItTellsOf(t *testing.T) {
	s := opened(t, "five-clusters", 1)
	got := Reduce(s, Notify{Text: "Two jobs are filled in.", Undo: true})
	renamed := SetField{Path: "title", Text: "Another"}
	if next := Reduce(got, SelectThing{Thing: Thing{"job", "j1"}}); !next.Alert.Undo {
		t.Error("looking at something takes the offer away")
	}
	if next := Reduce(got, renamed); next.Alert.Text != "" {
		t.Errorf("after another change it says %q", next.Alert.Text)
	}
	if next := Reduce(got, Undo{}); next.Alert.Text == "" && next.Draft == got.Draft {
		t.Error("where nothing was undone the offer is gone")
	}
	for _, found := range []Notify{{Text: "Not all.", Undo: true, Detail: []string{"row 3"}},
		{Text: "No.", Undo: true, Error: true}, {Text: "There.", Undo: true, Draft: "slot"}} {
		if next := Reduce(Reduce(s, found), renamed); next.Alert.Text != found.Text || next.Alert.Undo {
			t.Errorf("after another change: %+v", next.Alert)
		}
	}
	if next := Reduce(got, Open{Draft: Blank("farm")}); !next.Alert.Undo {
		t.Error("what is told of an opening goes with it")
	}
	same := Reduce(Reduce(got, renamed), Notify{Text: got.Alert.Text, Undo: true})
	if !same.Alert.Undo {
		t.Error("what is told anew has no offer")
	}
}

package state

import "testing"

// A title is checked by its own rule, without looking at the problem around it.
func TestWordsAreCheckedAlone(t *testing.T) {
	s := opened(t, "five-clusters", 1)
	next := Reduce(s, SetField{Path: "title", Text: "Another"})
	if next.Draft.Title != "Another" || next.Posed != s.Posed || len(next.Typed) != 0 {
		t.Errorf("the title is %q, typed %v", next.Draft.Title, next.Typed)
	}
	next = Reduce(next, SetField{Path: "title", Text: "no \xff"})
	if next.Draft.Title != "Another" || next.Typed["title"].Why == "" {
		t.Errorf("what is no text becomes the title %q, typed %v", next.Draft.Title, next.Typed)
	}
	if next = Reduce(next, SetField{Path: "about", Text: "Words"}); next.Draft.About != "Words" {
		t.Errorf("it is about %q", next.Draft.About)
	}
}

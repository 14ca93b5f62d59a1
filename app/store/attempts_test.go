package store

import (
	"strconv"
	"testing"

	"gridbox/app/library"
)

// Attempts are kept once each, the last one first, over tabs, and the first ones go.
func TestAttempts(t *testing.T) {
	s := Memory("")
	for i := range KeepAttempts + 2 {
		fresh, err := s.KeepAttempt(library.Tried{At: float64(i), Text: "{" + strconv.Itoa(i) + "}"})
		if err != nil || !fresh {
			t.Fatal(i, fresh, err)
		}
	}
	last := library.Tried{At: KeepAttempts + 1, Text: "{" + strconv.Itoa(KeepAttempts+1) + "}"}
	if fresh, err := s.KeepAttempt(last); fresh || err != nil {
		t.Error("one that is there is kept again", err)
	}
	list, err := s.Attempts()
	if err != nil || len(list) != KeepAttempts || list[0] != last || list[len(list)-1].Text != "{2}" {
		t.Fatalf("%d, first %v, %v", len(list), list[0], err)
	}
	if err := s.ForgetAttempt(AttemptKey(last)); err != nil {
		t.Fatal(err)
	}
	if list, _ = s.Attempts(); len(list) != KeepAttempts-1 || list[0].At != KeepAttempts {
		t.Error("it is not forgotten")
	}
	for _, key := range []string{"", "../drafts", "x/y"} {
		if s.ForgetAttempt(key) == nil {
			t.Errorf("%q is a key", key)
		}
	}
	if cards, err := s.Cards(); len(cards) != 0 || err != nil {
		t.Error("an attempt is listed as a draft", err)
	}
}

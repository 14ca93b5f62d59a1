package store

import (
	"strconv"
	"testing"

	"gridbox/app/library"
)

// Attempts are stored once each, the last one first, across tabs, and the oldest are removed.
func TestAttempts(t *testing.T) {
	s := Memory("")
	for i := range KeepAttempts + 2 {
		fresh, err := s.KeepAttempt(library.Attempt{At: float64(i), Text: "{" + strconv.Itoa(i) + "}"})
		if err != nil || !fresh {
			t.Fatalf("KeepAttempt %d: got new %v, error %v; want true, none", i, fresh, err)
		}
	}
	last := library.Attempt{At: KeepAttempts + 1, Text: "{" + strconv.Itoa(KeepAttempts+1) + "}"}
	if fresh, err := s.KeepAttempt(last); fresh || err != nil {
		t.Errorf("KeepAttempt of a stored one: got new %v, error %v; want false, none", fresh, err)
	}
	list, err := s.Attempts()
	if err != nil || len(list) != KeepAttempts || list[0] != last || list[len(list)-1].Text != "{2}" {
		t.Fatalf("got %d attempts, first %v, error %v; want %d", len(list), list[0], err, KeepAttempts)
	}
	if err := s.ForgetAttempt(AttemptKey(last)); err != nil {
		t.Fatal(err)
	}
	if list, _ = s.Attempts(); len(list) != KeepAttempts-1 || list[0].At != KeepAttempts {
		t.Error("the attempt was not removed")
	}
	for _, key := range []string{"", "../drafts", "x/y"} {
		if s.ForgetAttempt(key) == nil {
			t.Errorf("ForgetAttempt(%q): got no error", key)
		}
	}
	if cards, err := s.Cards(); len(cards) != 0 || err != nil {
		t.Errorf("got %d drafts, error %v; want none for an attempt", len(cards), err)
	}
}

package labtest

import (
	"strconv"
	"testing"

	"gridbox/app/screen"
	"gridbox/app/state"
)

// young draws a blank problem of the kind in every way, and each step up to its
// first answer.
func young(t *testing.T, sc *screen.Screen) (looks int) {
	s := Open(t, state.Blank(sc.Kind))
	for n := 0; ; n++ {
		t.Run("young "+strconv.Itoa(n), func(t *testing.T) { looks += DrawProblem(t, sc, WithAll(s)) })
		next := screen.NextStart(&s, sc)
		if next == nil {
			return looks
		}
		if n == 3 {
			t.Fatalf("got a further step after three, want an answer: %s", next.Say)
		}
		s = state.Reduce(s, state.Add{Kind: next.Add})
		if s.Alert.Error {
			t.Fatalf("%s: got alert %s, want none", next.Say, s.Alert.Text)
		}
	}
}

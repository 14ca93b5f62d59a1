package labtest

import (
	"strconv"
	"testing"

	"gridbox/app/screen"
	"gridbox/app/state"
)

// drawFirstSteps calls draw with a blank problem of the kind, and at each step up to its first answer.
func drawFirstSteps(t *testing.T, sc *screen.Screen, draw func(*testing.T, state.State)) {
	s := Open(t, state.Blank(sc.Kind))
	for n := 0; ; n++ {
		t.Run("young "+strconv.Itoa(n), func(t *testing.T) { draw(t, WithAllAlgorithms(s)) })
		next := screen.NextStart(&s, sc)
		if next == nil {
			return
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

package tiny

import "testing"

// No test exceeds the limit, so not every change is detected.
func TestTiny(t *testing.T) {
	Leave()
	if AtMost(2, 3) != 2 {
		t.Error("held to a limit that was not reached")
	}
}

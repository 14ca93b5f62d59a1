package tiny

import "testing"

// No test exceeds the limit, so not every change is detected.
func TestTiny(t *testing.T) {
	Leave()
	if AtMost(2, 3) != 2 {
		t.Error("AtMost(2, 3) is limited although the limit is not reached")
	}
}

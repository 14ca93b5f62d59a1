package tiny

import "testing"

// Nothing asks for more than the limit, so not every change is noticed.
func TestTiny(t *testing.T) {
	Leave()
	if AtMost(2, 3) != 2 {
		t.Error("held to a limit that was not reached")
	}
}

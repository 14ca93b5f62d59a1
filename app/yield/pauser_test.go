package yield

import (
	"testing"
	"time"
)

// The clock is the test's own: the result must not depend on how busy the machine is.
func TestPauserYieldsAfterEachTimeSlice(t *testing.T) {
	var clock time.Time
	turns := 0
	pause := pauser(func() time.Time { return clock }, func() {
		turns++
		clock = clock.Add(time.Second) // the time of the browser does not count as work
	})
	for _, step := range []struct {
		work time.Duration
		want int
	}{{0, 0}, {TimeSlice - 1, 0}, {1, 1}, {TimeSlice - 1, 1}, {1, 2}, {10 * TimeSlice, 3}, {0, 3}} {
		clock = clock.Add(step.work)
		if pause(); turns != step.want {
			t.Errorf("after %v more work: got %d turns, want %d", step.work, turns, step.want)
		}
	}
}

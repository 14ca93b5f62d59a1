package serve

import (
	"context"
	"time"
)

// Pace says how work that reports progress shares its thread.
//
// WebAssembly has one thread: while a solver computes, no message gets in,
// and neither does one when other goroutines run; only sleeping gives the
// thread back to the browser. Browsers stretch a nested sleep of 1 ms to about
// 4 ms, so at the default interval a solver loses at most a tenth of its time,
// and a cancel waits for at most 50 ms.
type Pace struct {
	// Every is the least time between two reports; 0 means 50 ms.
	Every time.Duration
	// Sleep is how long work rests after a report; 0 means 1 ms.
	Sleep time.Duration
}

// unhurried is the least time between two reports of a stretch of a study.
const unhurried = 400 * time.Millisecond

// reporter gives the function by which a solver reports progress. It forwards
// at most one report an interval, and lets messages in when it forwards.
func (p Pace) reporter(ctx context.Context, forward func(done, total int)) func(done, total int) {
	every, sleep := p.Every, p.Sleep
	if every == 0 {
		every = 50 * time.Millisecond
	}
	if sleep == 0 {
		sleep = time.Millisecond
	}
	next := time.Now().Add(every)
	return func(done, total int) {
		if time.Now().Before(next) || ctx.Err() != nil {
			return
		}
		forward(done, total)
		time.Sleep(sleep)
		next = time.Now().Add(every)
	}
}

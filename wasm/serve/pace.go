package serve

import (
	"context"
	"time"
)

// Pace controls how work that reports progress shares its thread.
//
// WebAssembly has one thread: while a solver computes, no message is received, even if other
// goroutines run; only sleeping returns the thread to the browser. Browsers extend a nested sleep
// of 1 ms to about 4 ms. So at the default interval a solver loses at most a tenth of its time,
// and a cancellation waits for at most 50 ms.
type Pace struct {
	// Interval is the least time between two reports; 0 means 50 ms.
	Interval time.Duration
	// Sleep is the pause after a report; 0 means 1 ms.
	Sleep time.Duration
}

// minReportInterval is the least time between two reports of a stretch of a study.
const minReportInterval = 400 * time.Millisecond

// reporter returns the function by which a solver reports progress. It forwards at most one
// report per interval and then receives messages.
func (p Pace) reporter(ctx context.Context, forward func(done, total int)) func(done, total int) {
	every, sleep := p.Interval, p.Sleep
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

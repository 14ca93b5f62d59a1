// Package turn lets the browser draw and hear its events between pieces of long work.
//
// A page has one thread, which goes back to the browser only when no goroutine can run.
// Sleeping for a moment is not enough for that: whatever else runs meanwhile, another
// goroutine or the collection of garbage, may take longer than the moment, and then the
// sleeper goes on without the browser having had its turn. Tasks of 140 ms were made of
// stints of 8 so. A pause of this package ends with a message that the browser brings.
package turn

import "time"

// Stint is how long work may go on before the page has a turn: with what collects garbage
// meanwhile (wasm/slim/turns.go.txt), less than a picture may take.
const Stint = 5 * time.Millisecond

// Taker makes a pause for long work to call now and then: it gives the page its turn
// where the work has gone on for a stint. Whoever calls it waits, so that it must not be
// the page's goroutine once the page is there, nor one that answers JavaScript.
func Taker() func() {
	last := time.Now()
	return func() {
		if time.Since(last) >= Stint {
			Take()
			last = time.Now()
		}
	}
}

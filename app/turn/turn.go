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

// Taker returns a function that long work calls now and then: it gives the page its turn
// if the work has run for a stint since the last one. The caller waits meanwhile, so it
// must be neither the page's own goroutine nor one that answers JavaScript.
func Taker() func() { return taker(time.Now, Take) }

// taker returns what Taker returns, for a given clock and a given way to give the page its turn.
func taker(now func() time.Time, take func()) func() {
	last := now()
	return func() {
		if now().Sub(last) >= Stint {
			take()
			last = now()
		}
	}
}

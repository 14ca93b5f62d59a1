// Package yield lets the browser draw and handle events between pieces of long
// work.
//
// A page has one thread, which returns to the browser only when no goroutine
// can run. A short sleep does not suffice: another goroutine or the garbage
// collector may run longer than the sleep, and then the sleeper continues
// before the browser has run. A pause of this package ends with a message that
// the browser delivers.
package yield

import "time"

// TimeSlice is the time that work may run before the browser gets control: with the
// garbage collection in between, less than the time of a frame.
const TimeSlice = 5 * time.Millisecond

// Pauser returns a function that long work calls regularly. It yields to the browser if the work has run for a time
// slice since the last time. It blocks the caller meanwhile, which must be neither the page's own goroutine nor one
// that answers JavaScript.
func Pauser() func() { return pauser(time.Now, Yield) }

// pauser returns the function of Pauser for a given clock and a given way to
// yield.
func pauser(now func() time.Time, take func()) func() {
	last := now()
	return func() {
		if now().Sub(last) >= TimeSlice {
			take()
			last = now()
		}
	}
}

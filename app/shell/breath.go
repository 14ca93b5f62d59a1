package shell

import (
	"time"

	"gridbox/app/turn"
	_ "gridbox/app/turn/early" // what comes before main is two tasks
)

// A breath cuts the start of the program into tasks of a stint each, between which the
// browser draws and hears its events: a phone is four times as slow as a desk's machine,
// and shall answer a finger within fifty milliseconds. What happens meanwhile goes into
// go-app's queue, which the page's one goroutine comes back to when the start is done, so
// that nothing happens to the laboratory; that is why it may wait here and nowhere else.
type breath struct {
	since   time.Time
	mounted bool     // go-app has drawn the page
	early   []func() // what is to be done on the page once it has
	over    bool     // what somebody does now is drawn in one go
}

func (b *breath) take() {
	if b.over || time.Since(b.since) < turn.Stint {
		return
	}
	turn.Take()
	b.since = time.Now()
}

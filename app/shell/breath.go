package shell

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// stint is how long the start goes on before the browser has its turn: a phone
// is four times as slow, and shall answer a finger within fifty milliseconds.
const stint = 5 * time.Millisecond

// A breath cuts the start of the program into tasks of a stint each, between which the
// browser draws and hears its events. Those go into go-app's queue, which the
// page's one goroutine comes back to when the start is done, so that nothing
// happens to the laboratory meanwhile.
type breath struct {
	since   time.Time
	next    chan struct{}
	heard   app.Func
	mounted bool     // go-app has drawn the page
	early   []func() // what is to be done on the page once it has
	over    bool     // what somebody does now is drawn in one go
}

func (b *breath) take() {
	if b.over || time.Since(b.since) < stint {
		return
	}
	if b.next == nil {
		b.next = make(chan struct{}, 1)
		b.heard = app.FuncOf(func(app.Value, []app.Value) any {
			b.next <- struct{}{}
			return nil
		})
	}
	call("rest", b.heard)
	<-b.next
	b.since = time.Now()
}

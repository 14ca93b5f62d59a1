package lab

import (
	"time"

	"gridbox/app/state"
)

// fadeDelay is the time after which a passing message is removed.
const fadeDelay = 8 * time.Second

// A messageTimer removes passing messages after fadeDelay, unless the pointer or the
// focus is on them. Errors and decisions stay.
type messageTimer struct {
	rev    int // of the message to remove; 0 for none
	waitID int // number of the current wait
	held   bool
}

// follow starts the delay of a new message.
func (f *messageTimer) follow(l *Lab) {
	m, rev := l.s.Message(), l.s.Rev[state.FacetAlert]
	if m.Text == "" || m.Error || f.held || f.rev == rev {
		return
	}
	f.waitID++
	f.rev = rev
	turn := f.waitID
	l.host.AfterFunc(fadeDelay, func() {
		if f.waitID == turn && l.s.Rev[state.FacetAlert] == rev {
			l.do(state.Dismiss{Passing: true})
			l.follow()
		}
	})
}

// setHold keeps the message while on is true.
func (f *messageTimer) setHold(on bool) {
	f.held, f.rev = on, 0
	f.waitID++
}

package lab

import (
	"time"

	"gridbox/app/state"
)

// A player moves the replay on while it plays.
type player struct{ ticking bool }

// follow starts the clock when the replay starts; it ends by itself.
func (p *player) follow(l *Lab) {
	if p.ticking || !l.s.Why.Playing {
		return
	}
	p.ticking = true
	l.host.After(pace(len(l.s.Why.Trace.Events)), func() {
		p.ticking = false
		if l.s.Why.Playing {
			l.do(state.Stepped{By: 1})
			l.follow()
		}
	})
}

// pace shows short traces at a speed to read along, long ones in about half a
// minute.
func pace(events int) time.Duration {
	const slow, quick, whole = 900 * time.Millisecond, 30 * time.Millisecond, 30 * time.Second
	return max(quick, min(slow, whole/time.Duration(max(events, 1))))
}

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
	n := len(l.s.Why.Trace.Events)
	wait, ended := pace(n, l.s.Replay.Speed), l.s.Why.Step == n
	if ended {
		wait = atEnd // in a loop: what it came to is to be read
	}
	l.host.After(wait, func() {
		p.ticking = false
		if l.s.Why.Playing {
			next := state.Stepped{By: stride(n, l.s.Replay.Speed)}
			if ended {
				next = state.Stepped{}
			}
			l.do(next)
			l.follow()
		}
	})
}

// Steps follow each other no slower and no quicker than this, and all of them within
// about half a minute; a loop rests at its end.
const (
	slowest, quickest = 900 * time.Millisecond, 30 * time.Millisecond
	altogether        = 30 * time.Second
	atEnd             = 3 * time.Second
)

// pace shows short traces at a speed to read along, long ones in about half a
// minute; speed is a power of two.
func pace(events, speed int) time.Duration {
	return max(quickest, faster(min(slowest, altogether/time.Duration(max(events, 1))), speed))
}

// stride is how many steps a long replay takes at once, so that it ends in about
// half a minute too.
func stride(events, speed int) int {
	return max(1, int(time.Duration(events)*quickest/faster(altogether, speed)))
}

func faster(d time.Duration, speed int) time.Duration {
	if speed < 0 {
		return d << -speed
	}
	return d >> speed
}

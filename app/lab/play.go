package lab

import (
	"time"

	"gridbox/app/state"
)

// A player advances the replay while it plays.
type player struct{ ticking bool }

// follow starts the timer when the replay starts.
func (p *player) follow(l *Lab) {
	if p.ticking || !l.s.Why.Playing {
		return
	}
	p.ticking = true
	n := len(l.s.Why.Trace.Events)
	wait, ended := pace(n, l.s.Replay.Speed), l.s.Why.Step == n
	if ended {
		wait = atEnd // a loop pauses at the result
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

// Bounds of the time between two steps, and the pause of a loop at its end.
const (
	slowest, quickest = 900 * time.Millisecond, 30 * time.Millisecond
	altogether        = 30 * time.Second
	atEnd             = 3 * time.Second
)

// pace returns the time between two steps. Short traces are slow enough to read along; long ones take about half a
// minute. speed is a power of two.
func pace(events, speed int) time.Duration {
	return max(quickest, faster(min(slowest, altogether/time.Duration(max(events, 1))), speed))
}

// stride returns the number of steps per tick, so that a long replay also takes about half a minute.
func stride(events, speed int) int {
	return max(1, int(time.Duration(events)*quickest/faster(altogether, speed)))
}

func faster(d time.Duration, speed int) time.Duration {
	if speed < 0 {
		return d << -speed
	}
	return d >> speed
}

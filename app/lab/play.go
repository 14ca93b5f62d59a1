package lab

import (
	"time"

	"gridbox/app/state"
)

// A player advances the replay while it plays.
type player struct{ ticking bool }

// follow starts the timer when the replay starts.
func (p *player) follow(l *Lab) {
	if p.ticking || !l.s.Explanation.Playing {
		return
	}
	p.ticking = true
	n := len(l.s.Explanation.Trace.Events)
	wait, ended := pace(n, l.s.Replay.Speed), l.s.Explanation.Step == n
	if ended {
		wait = endPause // a loop pauses at the result
	}
	l.host.AfterFunc(wait, func() {
		p.ticking = false
		if l.s.Explanation.Playing {
			next := state.StepReplay{By: stride(n, l.s.Replay.Speed)}
			if ended {
				next = state.StepReplay{}
			}
			l.do(next)
			l.follow()
		}
	})
}

// Bounds of the time between two steps, and the pause of a loop at its end.
const (
	maxStepTime, minStepTime = 900 * time.Millisecond, 30 * time.Millisecond
	totalStepTime            = 30 * time.Second
	endPause                 = 3 * time.Second
)

// pace returns the time between two steps. Short traces are slow enough to read along; long ones take about half a
// minute. speed is a power of two.
func pace(events, speed int) time.Duration {
	return max(minStepTime, faster(min(maxStepTime, totalStepTime/time.Duration(max(events, 1))), speed))
}

// stride returns the number of steps per tick, so that a long replay also takes about half a minute.
func stride(events, speed int) int {
	return max(1, int(time.Duration(events)*minStepTime/faster(totalStepTime, speed)))
}

func faster(d time.Duration, speed int) time.Duration {
	if speed < 0 {
		return d << -speed
	}
	return d >> speed
}

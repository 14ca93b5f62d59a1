package shell

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"gridbox/app/state"
)

// A player moves the replay on while it plays.
type player struct{ ticking bool }

// follow starts the clock when the replay starts; it ends by itself.
func (p *player) follow(ctx app.Context, l *Lab) {
	if p.ticking || !l.s.Why.Playing {
		return
	}
	p.ticking = true
	ctx.After(pace(len(l.s.Why.Trace.Events)), func(ctx app.Context) {
		p.ticking = false
		if l.s.Why.Playing {
			l.act(ctx, state.Stepped{By: 1})
		}
	})
}

// pace shows short traces at a speed to read along, long ones in about half a
// minute.
func pace(events int) time.Duration {
	const slow, quick, whole = 900 * time.Millisecond, 30 * time.Millisecond, 30 * time.Second
	return max(quick, min(slow, whole/time.Duration(max(events, 1))))
}

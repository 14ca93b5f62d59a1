package lab

import (
	"gridbox/app/compute"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// A hunter has the instance searched for on which a run does worst.
type hunter struct {
	lab   *Lab
	hunt  *ask // the search that was started
	run   Hunt // the same
	shown float64
}

// start begins the search that is asked for.
func (h *hunter) start() {
	h.cancel()
	l, draft := h.lab, h.lab.s.Draft
	a, b, metric, tries, turn := l.s.Hunt.Asked(draft)
	if a == b || l.s.Hunt.Typed != "" {
		return
	}
	if l.waitsFor(state.Fighter(draft, a), state.Fighter(draft, b)) {
		return
	}
	this := &ask{of: draft}
	h.hunt = this
	l.do(state.HuntStarts{Key: scenario.Digest(draft), Now: l.host.Now()})
	h.run = l.workers.Hunt(draft.Kind, compute.Chase{
		Head: compute.HuntHead{A: state.Fighter(draft, a), B: state.Fighter(draft, b), Metric: metric, Tries: tries,
			Turn: turn},
		Text: scenario.Canonical(draft),
		Told: func(t compute.HuntTold) { l.hear(this, func() { h.told(t) }) },
		End:  func(small []byte, t *compute.Trouble) { l.hear(this, func() { l.do(h.ended(small, t)) }) },
	})
	this.stop = h.run.Cancel
}

// told shows how far the search is, now and then.
func (h *hunter) told(t compute.HuntTold) {
	if now := h.lab.host.Now(); now-h.shown >= eyeful || t.Over {
		h.shown = now
		h.lab.do(state.HuntTold{Now: now, Far: state.Far{Tried: t.Tried, Compared: t.Compared, Shrunk: t.Shrunk,
			Bad: t.Bad, Sizes: t.Sizes, Small: t.Small, None: t.None}})
	}
}

func (h *hunter) ended(small []byte, t *compute.Trouble) (end state.HuntEnded) {
	switch {
	case t != nil && len(t.Faults) > 0:
		end.Text = "The search cannot go on: " + t.Faults[0].String()
	case t != nil:
		end.Text = t.Text
	case len(small) > 0:
		made, faults := catalog.Parse(small)
		if len(faults) > 0 {
			end.Text = "What was found cannot be read: " + faults[0].String()
			break
		}
		end.Small, end.Link = made, h.lab.linkTo(made)
	}
	return end
}

func (h *hunter) pause() {
	if h.run != nil {
		h.run.Pause()
		h.lab.do(state.HuntPaused{On: true})
	}
}

func (h *hunter) resume() {
	if h.run != nil {
		h.lab.do(state.HuntPaused{Now: h.lab.host.Now()})
		h.run.Resume()
	}
}

func (h *hunter) cancel() {
	h.hunt.end()
	h.hunt, h.run = nil, nil
	h.lab.do(state.HuntClosed{})
}

// open opens the instance that was found.
func (h *hunter) open() {
	if small := h.lab.s.Hunt.Small; small != nil {
		h.lab.do(state.Open{Draft: small, Name: "open the instance where it breaks"}, state.Show{What: "view"},
			state.Tell{Text: "This is the instance that the search found. What it searched is one step back.",
				Undo: true})
	}
}

// command is what the buttons of the search mean.
func (h *hunter) command(what string) {
	switch what {
	case "start":
		h.start()
	case "pause":
		h.pause()
	case "resume":
		h.resume()
	case "cancel":
		h.cancel()
	case "open":
		h.open()
	}
}

package shell

import (
	"gridbox/app/compute"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// hunts search in workers; compute.Kinds is the real one.
type hunts interface {
	Hunt(kind string, c compute.Chase) *compute.Hunt
}

// A hunter has the instance searched for on which a run does worst.
type hunter struct {
	pool  hunts
	ui    func(func())
	do    func(state.Action)
	state func() *state.State
	now   func() float64
	link  func(*scenario.Scenario) string

	run   *compute.Hunt
	turn  int // tells searches apart
	shown float64
}

// start begins the search that is asked for.
func (h *hunter) start() {
	h.cancel()
	s := h.state()
	a, b, metric, tries, turn := s.Hunt.Asked(s.Draft)
	if a == b || s.Hunt.Typed != "" {
		return
	}
	kind := s.Draft.Kind
	h.turn++
	mine := h.turn
	on := func(f func()) {
		h.ui(func() {
			if h.turn == mine {
				f()
			}
		})
	}
	h.do(state.HuntStarts{Key: scenario.Digest(s.Draft), Now: h.now()})
	h.run = h.pool.Hunt(kind, compute.Chase{
		Head: compute.HuntHead{A: state.Fighter(s.Draft, a), B: state.Fighter(s.Draft, b), Metric: metric, Tries: tries, Turn: turn},
		Text: scenario.Canonical(s.Draft),
		Told: func(t compute.HuntTold) {
			on(func() {
				if now := h.now(); now-h.shown >= eyeful || t.Over {
					h.shown = now
					h.do(state.HuntTold{Now: now, Far: state.Far{Tried: t.Tried, Compared: t.Compared, Shrunk: t.Shrunk, Bad: t.Bad, Sizes: t.Sizes, Small: t.Small, None: t.None}})
				}
			})
		},
		End: func(small []byte, t *compute.Trouble) { on(func() { h.ended(small, t) }) },
	})
}

func (h *hunter) ended(small []byte, t *compute.Trouble) {
	end := state.HuntEnded{}
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
		end.Small, end.Link = made, h.link(made)
	}
	h.do(end)
}

func (h *hunter) pause() {
	if h.run != nil {
		h.run.Pause()
		h.do(state.HuntPaused{On: true})
	}
}

func (h *hunter) resume() {
	if h.run != nil {
		h.do(state.HuntPaused{Now: h.now()})
		h.run.Resume()
	}
}

func (h *hunter) cancel() {
	if h.run != nil {
		h.run.Cancel()
	}
	h.run = nil
	h.turn++
	h.do(state.HuntClosed{})
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
		if small := h.state().Hunt.Small; small != nil {
			h.do(state.Open{Draft: small, Name: "open the instance where it breaks"})
			h.do(state.Show{What: "view"})
			h.do(state.Tell{Text: "This is the instance that the search found. What it searched is one step back.", Undo: true})
		}
	}
}

// linkTo is the address that opens a scenario, none where it is too long.
func linkTo(s *scenario.Scenario) string {
	fragment, err := scenario.Link(s)
	if err != nil {
		return ""
	}
	return origin() + base() + "/lab/" + fragment
}

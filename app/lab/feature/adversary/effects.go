package adversary

import (
	"strconv"

	"gridbox/app/compute"
	"gridbox/app/lab/feature"
	"gridbox/app/lab/feature/study"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// effects runs the search in workers.
type effects struct {
	env   feature.Env
	hunt  *feature.Ask // the search that was started
	run   feature.Hunt // the same
	shown float64      // the page's clock when progress was shown last
}

// progressPause is the time in milliseconds between two reports of progress.
const progressPause = 200

func (h *effects) own() *State { return Slot.Of(h.env.State()) }

func (h *effects) do(c state.Change[State]) { h.env.Do(Slot.Do(c)) }

// start begins the search that the question describes.
func (h *effects) start() {
	h.cancel()
	draft := h.env.State().Draft
	a, b, metric, tries, turn := h.own().Asked(draft)
	if a == b || h.own().Typed != "" {
		return
	}
	if h.env.Waits(state.Fighter(draft, a), state.Fighter(draft, b)) {
		return
	}
	this := &feature.Ask{Of: draft}
	h.hunt = this
	h.do(Started{Key: scenario.Digest(draft), Now: h.env.Now()})
	h.run = h.env.Workers().Hunt(draft.Kind, compute.Chase{
		Head: compute.HuntHead{A: state.Fighter(draft, a), B: state.Fighter(draft, b), Metric: metric, Tries: tries,
			Turn: turn},
		Text:     scenario.Canonical(draft),
		Progress: func(t compute.HuntProgress) { h.env.Hear(this, func() { h.showProgress(t) }) },
		End: func(small []byte, t *compute.Trouble) {
			h.env.Hear(this, func() {
				h.do(h.ended(small, t))
				h.record()
			})
		},
	})
	this.Stop = h.run.Cancel
}

// showProgress shows the progress of the search from time to time.
func (h *effects) showProgress(t compute.HuntProgress) {
	if now := h.env.Now(); now-h.shown >= progressPause || t.Over {
		h.shown = now
		h.do(Progress{Now: now, Far: Far{Tried: t.Tried, Compared: t.Compared, Shrunk: t.Shrunk,
			Bad: t.Bad, Sizes: t.Sizes, Small: t.Small, None: t.None}})
	}
}

// ended returns the end of a search: the smallest instance found and its link, or the text of the trouble. Without an
// instance and trouble it returns the zero value.
func (h *effects) ended(small []byte, t *compute.Trouble) (end Ended) {
	switch {
	case t != nil && len(t.Faults) > 0:
		end.Text = i18n.T("The search cannot continue: {}", t.Faults[0].String())
	case t != nil:
		end.Text = t.Text
	case len(small) > 0:
		made, faults := catalog.Parse(small)
		if len(faults) > 0 {
			end.Text = i18n.T("The instance found cannot be read: {}", faults[0].String())
			break
		}
		end.Small, end.Link = made, h.env.LinkTo(made)
	}
	return end
}

// record adds the search to the list of studies, replacing the former search.
func (h *effects) record() {
	if s, own := h.env.State(), h.own(); own.Small != nil {
		name, found := searchName(s)
		h.env.Do(study.Slot.Do(study.Recorded{Card: study.Card{Key: screenID, Base: study.Slot.Of(s).Base,
			Door: screenID, Name: name, Words: i18n.T("{} tried", picture.Count(own.Far.Tried, "instance")),
			Found: found}}))
	}
}

// goOn starts or resumes the search.
func (h *effects) goOn() {
	switch {
	case h.own().Phase == state.Paused:
		h.resume()
	case !h.own().Busy() && !study.Running(h.env.State()):
		h.start()
	}
}

func (h *effects) pause() {
	if h.run != nil {
		h.run.Pause()
		h.do(PausedAt{})
	}
}

// escape pauses a running search. It returns false if none is running.
func (h *effects) escape() bool {
	if h.own().Busy() {
		h.pause()
		return true
	}
	return false
}

func (h *effects) resume() {
	if h.run != nil {
		h.do(ResumedAt{Now: h.env.Now()})
		h.run.Resume()
	}
}

func (h *effects) cancel() {
	h.hunt.End()
	h.hunt, h.run = nil, nil
	h.do(Closed{})
}

// open opens the instance that was found.
func (h *effects) open() {
	if small := h.own().Small; small != nil {
		h.env.Do(state.Open{Draft: small, Name: "open the instance where it breaks"}, state.Show{What: "view"},
			state.Notify{Text: "This is the instance that the search found. Undo returns to the problem searched.",
				Undo: true})
	}
}

// command executes the command of a button of the search.
func (h *effects) command(what string) {
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

// enter handles the input of a field of the question.
func (h *effects) enter(what string, in feature.Input) {
	switch what {
	case "a":
		h.do(SetA{in.Value})
	case "b":
		h.do(SetB{in.Value})
	case "metric":
		h.do(SetMetric{in.Value})
	case "tries":
		h.do(SetTries{in.Value})
	case "turn":
		// The box itself may have been restored to its old state meanwhile.
		h.do(SetTurn{Path: in.Attribute("data-of"), On: in.Attribute("data-checked") != "true"})
	}
}

// suggestRival sets the best run as the default rival, unless a run was chosen.
func (h *effects) suggestRival() {
	s, own := h.env.State(), h.own()
	if s.Look.View != "study" || own.A != "" || own.B != "" || study.Screen(s) != study.InDoors || !s.Answered() {
		return
	}
	if place := study.LeaderPlace(s); place > 0 {
		h.do(SetB{strconv.Itoa(place)})
	}
}

// lose starts the search for an instance on which the user's algorithm does worst against the first of the other
// runs. During a study or another search, it only shows the question.
func (h *effects) lose(policy string) {
	s := h.env.State()
	run := s.RunOf(policy)
	if run == nil {
		return
	}
	against := ""
	for _, a := range s.All() {
		if a.ID != run.ID && against == "" {
			against = strconv.Itoa(a.Place)
		}
	}
	h.do(SetA{strconv.Itoa(run.Place)})
	h.do(SetB{against})
	h.env.Do(study.Show(screenID)...)
	h.env.Drawn(func() { h.env.Call("unfold", "hunt") })
	if !h.own().Busy() && !study.Running(h.env.State()) {
		h.start()
	}
}

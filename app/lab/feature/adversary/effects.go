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
	env       feature.Env
	request   *feature.Request // the search that was started
	run       feature.Search   // the same
	lastShown float64          // the page's clock when progress was shown last
}

// progressPause is the time in milliseconds between two reports of progress.
const progressPause = 200

func (h *effects) state() *State { return Slot.Get(h.env.State()) }

func (h *effects) do(c state.Change[State]) { h.env.Do(Slot.Do(c)) }

// start begins the search that the question describes.
func (h *effects) start() {
	h.cancel()
	draft := h.env.State().Draft
	a, b, metric, tries, turn := h.state().Settings(draft)
	if a == b || h.state().InvalidTries != "" {
		return
	}
	if h.env.NeedsPermission(state.Fighter(draft, a), state.Fighter(draft, b)) {
		return
	}
	this := &feature.Request{Scenario: draft}
	h.request = this
	h.do(Start{Key: scenario.Digest(draft), Now: h.env.Now()})
	h.run = h.env.Workers().Search(draft.Kind, compute.SearchOrder{
		Head: compute.SearchHead{A: state.Fighter(draft, a), B: state.Fighter(draft, b), Metric: metric, Tries: tries,
			Paths: turn},
		Text:     scenario.Canonical(draft),
		Progress: func(t compute.SearchProgress) { h.env.Receive(this, func() { h.showProgress(t) }) },
		End: func(small []byte, t *compute.Trouble) {
			h.env.Receive(this, func() {
				h.do(h.searchEnd(small, t))
				h.record()
			})
		},
	})
	this.Stop = h.run.Cancel
}

// showProgress shows the progress of the search from time to time.
func (h *effects) showProgress(t compute.SearchProgress) {
	if now := h.env.Now(); now-h.lastShown >= progressPause || t.Over {
		h.lastShown = now
		h.do(Progress{Now: now, Far: Far{Tried: t.Tried, Compared: t.Compared, Shrunk: t.Shrunk,
			Bad: t.Bad, Sizes: t.Sizes, SmallSizes: t.SmallSizes, None: t.None}})
	}
}

// searchEnd returns the end of a search: the smallest instance found and its link, or the text of the trouble. Without
// an instance and trouble it returns the zero value.
func (h *effects) searchEnd(small []byte, t *compute.Trouble) (end End) {
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
		end.SmallInstance, end.Link = made, h.env.LinkTo(made)
	}
	return end
}

// record adds the search to the list of studies, replacing the former search.
func (h *effects) record() {
	if s, own := h.env.State(), h.state(); own.SmallInstance != nil {
		name, found := searchName(s)
		h.env.Do(study.Slot.Do(study.AddCard{Card: study.Card{Key: screenID, Base: study.Slot.Get(s).Base,
			Entry: screenID, Name: name, SizeText: i18n.T("{} tried", picture.Count(own.Far.Tried, "instance")),
			Result: found}}))
	}
}

// goOn starts or resumes the search.
func (h *effects) goOn() {
	switch {
	case h.state().Phase == state.Paused:
		h.resume()
	case !h.state().Busy() && !study.Running(h.env.State()):
		h.start()
	}
}

func (h *effects) pause() {
	if h.run != nil {
		h.run.Pause()
		h.do(Pause{})
	}
}

// escape pauses a running search. It returns false if none is running.
func (h *effects) escape() bool {
	if h.state().Busy() {
		h.pause()
		return true
	}
	return false
}

func (h *effects) resume() {
	if h.run != nil {
		h.do(Resume{Now: h.env.Now()})
		h.run.Resume()
	}
}

func (h *effects) cancel() {
	h.request.End()
	h.request, h.run = nil, nil
	h.do(Close{})
}

// open opens the instance that was found.
func (h *effects) open() {
	if small := h.state().SmallInstance; small != nil {
		h.env.Do(state.Open{Draft: small, Name: "open the instance where it breaks"}, state.Show{Field: "view"},
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
	s, own := h.env.State(), h.state()
	if s.Layout.View != "study" || own.A != "" || own.B != "" || study.Screen(s) != study.EntriesScreen ||
		!s.HasAllAnswers() {
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
			against = strconv.Itoa(a.Index)
		}
	}
	h.do(SetA{strconv.Itoa(run.Index)})
	h.do(SetB{against})
	h.env.Do(study.Show(screenID)...)
	h.env.AfterDraw(func() { h.env.Call("unfold", "hunt") })
	if !h.state().Busy() && !study.Running(h.env.State()) {
		h.start()
	}
}

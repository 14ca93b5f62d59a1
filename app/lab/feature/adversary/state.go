package adversary

import (
	"slices"
	"strconv"

	"gridbox/app/lab/feature/study"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
	"gridbox/core/study/adversary"
)

// State is the search for the instance on which one run does worst against another: the question and
// the progress.
type State struct {
	// A and B are runs: the number of a run of the draft, counted from 0, or the id of another algorithm. Empty texts
	// mean the first and the second run.
	A, B         string
	Metric       string // "" means the kind's first
	Tries        int    // 0 means UsualTries
	Fixed        []string
	InvalidTries string // an invalid input for the number of tries

	Phase         state.Phase
	Key           string // digest of the draft
	Far           Far
	Total         int     // instances to try
	Since         float64 // the page's clock when it started or resumed
	Now           float64
	DoneBefore    int // the number of tried instances at Since
	Text          string
	SmallInstance *scenario.Scenario
	Link          string
}

// Far is the progress of a search.
type Far struct {
	Tried, Compared, Shrunk      int
	Bad, Sizes, SmallSizes, None string
}

// UsualTries is the default number of instances that a search tries.
const UsualTries = 2000

// Slot has the state of the feature. When runs are moved, A and B follow them.
var Slot = state.NewSlot(func(own State, before, now *state.State) (State, bool) {
	if before.Draft == now.Draft || before.Sheet != now.Sheet || own.A == "" && own.B == "" {
		return own, false
	}
	was := own
	own.A, own.B = movedRun(own.A, before, now), movedRun(own.B, before, now)
	return own, own.A != was.A || own.B != was.B
})

// movedRun returns the word for a run after runs were moved, "" if the run was removed.
func movedRun(word string, before, now *state.State) string {
	place, err := strconv.Atoi(word)
	if err != nil {
		return word
	}
	for _, a := range before.All() {
		if a.Index != place {
			continue
		}
		for _, b := range now.All() {
			if b.ID == a.ID {
				return strconv.Itoa(b.Index)
			}
		}
		return ""
	}
	return word
}

// The settings of a user and the reports of the search.
type (
	// SetA and SetB choose the two algorithms, by the words of [state.Fighters].
	SetA      struct{ Run string }
	SetB      struct{ Run string }
	SetMetric struct{ ID string }
	SetTries  struct{ Text string }
	// SetTurn sets whether the parameter at a path may vary.
	SetTurn struct {
		Path string
		On   bool
	}
	Start struct {
		Key string
		Now float64
	}
	Progress struct {
		Far Far
		Now float64
	}
	Pause  struct{}
	Resume struct{ Now float64 }
	// End ends the search, with the small instance or the reason for an early end.
	End struct {
		SmallInstance *scenario.Scenario
		Link          string
		Text          string
	}
	Close struct{}
)

// Busy reports whether the search uses the workers.
func (h *State) Busy() bool { return h.Phase == state.Starting || h.Phase == state.Measuring }

// Settings returns the search that would start now: the words of its runs, metric, tries, and the paths of the
// parameters that may vary, nil for all.
func (h *State) Settings(d *scenario.Scenario) (a, b, metric string, tries int, turn []string) {
	words := state.Fighters(d)
	a, b = h.A, h.B
	if !slices.Contains(words, a) {
		a = words[0]
	}
	if !slices.Contains(words, b) {
		b = words[min(1, len(words)-1)]
	}
	kind, _ := catalog.ByID(d.Kind)
	if metric = h.Metric; !hasMetric(&kind, metric) {
		metric = kind.Metrics[0].ID
	}
	if tries = h.Tries; tries == 0 {
		tries = UsualTries
	}
	if len(h.Fixed) == 0 {
		return a, b, metric, tries, nil
	}
	still := false
	for _, k := range adversary.Knobs(d) {
		if slices.Contains(h.Fixed, k.Path) {
			still = true
			continue
		}
		turn = append(turn, k.Path)
	}
	if !still {
		turn = nil
	}
	return a, b, metric, tries, turn
}

func hasMetric(kind *catalog.Kind, metric string) bool {
	_, ok := kind.Metric(metric)
	return ok
}

// Remaining estimates the milliseconds that the search still takes; 0 while unknown.
func (h *State) Remaining() float64 {
	return study.Remaining(h.Phase, h.Far.Tried, h.DoneBefore, h.Total, h.Now-h.Since)
}

func (a SetA) Change(_ *state.State, own State) State {
	own.A = a.Run
	return own
}

func (a SetB) Change(_ *state.State, own State) State {
	own.B = a.Run
	return own
}

func (a SetMetric) Change(_ *state.State, own State) State {
	own.Metric = a.ID
	return own
}

func (a SetTries) Change(_ *state.State, own State) State {
	n, err := strconv.Atoi(state.NormaliseNumber(a.Text))
	if own.InvalidTries = ""; err != nil || n < 1 || n > adversary.MaxTries {
		own.InvalidTries = a.Text
		return own
	}
	own.Tries = n
	return own
}

func (a SetTurn) Change(_ *state.State, own State) State {
	own.Fixed = slices.DeleteFunc(slices.Clone(own.Fixed), func(path string) bool { return path == a.Path })
	if !a.On {
		own.Fixed = append(own.Fixed, a.Path)
	}
	return own
}

func (a Start) Change(s *state.State, own State) State {
	own = own.question()
	own.Phase, own.Key, own.Since, own.Now = state.Measuring, a.Key, a.Now, a.Now
	if _, _, _, own.Total, _ = own.Settings(s.Draft); !scenario.Generates(s.Draft) {
		own.Total = 1
	}
	return own
}

func (a Progress) Change(_ *state.State, own State) State {
	own.Far, own.Now = a.Far, a.Now
	return own
}

func (Pause) Change(_ *state.State, own State) State {
	if own.Phase == state.Measuring {
		own.Phase = state.Paused
	}
	return own
}

func (a Resume) Change(_ *state.State, own State) State {
	if own.Phase == state.Paused {
		own.Phase, own.Text, own.Since, own.Now, own.DoneBefore = state.Measuring, "", a.Now, a.Now, own.Far.Tried
	}
	return own
}

func (a End) Change(_ *state.State, own State) State {
	own.Phase, own.SmallInstance, own.Link, own.Text = state.Complete, a.SmallInstance, a.Link, a.Text
	if a.Text != "" {
		own.Phase = state.Paused
	}
	return own
}

func (Close) Change(_ *state.State, own State) State { return own.question() }

// question returns the question without the progress.
func (h *State) question() State {
	return State{A: h.A, B: h.B, Metric: h.Metric, Tries: h.Tries, Fixed: h.Fixed, InvalidTries: h.InvalidTries}
}

package state

import (
	"slices"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
	"gridbox/core/study/adversary"
)

// A Hunt is the search for the instance on which one run does worst against
// another: what is asked for, and how far it is.
type Hunt struct {
	// A and B are runs: the number of one of the draft's, counted from 0, or an
	// algorithm that is none of them. Empty are the first and the second.
	A, B   string
	Metric string // empty is the kind's first
	Tries  int    // 0 is the usual number
	Still  []string
	Typed  string // what was typed as tries and is no such number

	Phase Phase
	Key   string // of the draft that it is of
	Far   Far
	Total int     // instances to try
	Since float64 // the page's clock when it began or went on
	Now   float64
	Then  int // how many were tried then
	Text  string
	Small *scenario.Scenario
	Link  string
}

// Far is how far a search is.
type Far struct {
	Tried, Compared, Shrunk int
	Bad, Sizes, Small, None string
}

// UsualTries is how many instances a search tries unless told otherwise.
const UsualTries = 2000

// What a person does to the search, and what is reported of it.
type (
	// SetHunt sets one place of what is asked for: a, b, metric, tries; or turn,
	// whether the path Of is turned.
	SetHunt struct {
		What, Of, Value string
		On              bool
	}
	HuntStarts struct {
		Key string
		Now float64
	}
	HuntTold struct {
		Far Far
		Now float64
	}
	HuntPaused struct {
		On  bool
		Now float64
	}
	// HuntEnded brings the small instance, or why it does not go on.
	HuntEnded struct {
		Small *scenario.Scenario
		Link  string
		Text  string
	}
	HuntClosed struct{}
)

// Hunting reports whether a search uses the workers.
func (s *State) Hunting() bool { return s.Hunt.Phase == Starting || s.Hunt.Phase == Measuring }

// Fighters lists what may be searched: the runs of a draft by their numbers, and
// the algorithms that are none of them.
func Fighters(d *scenario.Scenario) (words []string) {
	runs := Runs(d)
	for i := range runs {
		words = append(words, strconv.Itoa(i))
	}
	kind, _ := catalog.ByID(d.Kind)
	for _, a := range kind.Algorithms {
		if !slices.ContainsFunc(runs, func(r scenario.Run) bool { return r.Algorithm == a.ID }) {
			words = append(words, a.ID)
		}
	}
	return words
}

// Fighter is the run that a word means.
func Fighter(d *scenario.Scenario, word string) scenario.Run {
	runs := Runs(d)
	if i, err := strconv.Atoi(word); err == nil && i >= 0 && i < len(runs) {
		return runs[i]
	}
	return scenario.Run{Algorithm: word}
}

// Asked is the search as it would begin now: its words, metric, tries, and the
// parameters that are turned, nil for all.
func (h *Hunt) Asked(d *scenario.Scenario) (a, b, metric string, tries int, turn []string) {
	words := Fighters(d)
	a, b = h.A, h.B
	if !slices.Contains(words, a) {
		a = words[0]
	}
	if !slices.Contains(words, b) {
		b = words[min(1, len(words)-1)]
	}
	kind, _ := catalog.ByID(d.Kind)
	if metric = h.Metric; !known(&kind, metric) {
		metric = kind.Metrics[0].ID
	}
	if tries = h.Tries; tries == 0 {
		tries = UsualTries
	}
	if len(h.Still) == 0 {
		return a, b, metric, tries, nil
	}
	still := false
	for _, k := range adversary.Knobs(d) {
		if slices.Contains(h.Still, k.Path) {
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

func known(kind *catalog.Kind, metric string) bool {
	_, ok := kind.Metric(metric)
	return ok
}

// Left estimates the milliseconds that the search still takes; 0 while unknown.
func (h *Hunt) Left() float64 {
	done, spent := float64(h.Far.Tried-h.Then), h.Now-h.Since
	if h.Phase != Measuring || done <= 0 || spent < 300 {
		return 0
	}
	return float64(h.Total-h.Far.Tried) * spent / done
}

func (a SetHunt) reduce(s State) State {
	h := &s.Hunt
	switch a.What {
	case "a":
		h.A = a.Value
	case "b":
		h.B = a.Value
	case "metric":
		h.Metric = a.Value
	case "tries":
		n, err := strconv.Atoi(plainNumber(a.Value))
		if h.Typed = ""; err != nil || n < 1 || n > adversary.MostTries {
			h.Typed = a.Value
			break
		}
		h.Tries = n
	case "turn":
		still := slices.DeleteFunc(slices.Clone(h.Still), func(path string) bool { return path == a.Of })
		if !a.On {
			still = append(still, a.Of)
		}
		h.Still = still
	}
	return s
}

func (a HuntStarts) reduce(s State) State {
	h := &s.Hunt
	h.Phase, h.Key, h.Since, h.Now, h.Then, h.Far, h.Text, h.Small, h.Link = Measuring, a.Key, a.Now, a.Now, 0, Far{},
		"", nil, ""
	if _, _, _, h.Total, _ = h.Asked(s.Draft); !scenario.Generates(s.Draft) {
		h.Total = 1
	}
	return s
}

func (a HuntTold) reduce(s State) State {
	s.Hunt.Far, s.Hunt.Now = a.Far, a.Now
	return s
}

func (a HuntPaused) reduce(s State) State {
	h := &s.Hunt
	switch {
	case a.On && h.Phase == Measuring:
		h.Phase = Paused
	case !a.On && h.Phase == Paused:
		h.Phase, h.Text, h.Since, h.Now, h.Then = Measuring, "", a.Now, a.Now, h.Far.Tried
	}
	return s
}

func (a HuntEnded) reduce(s State) State {
	h := &s.Hunt
	h.Phase, h.Small, h.Link, h.Text = Complete, a.Small, a.Link, a.Text
	if a.Text != "" {
		h.Phase = Paused
	}
	return s
}

func (HuntClosed) reduce(s State) State {
	h := s.Hunt
	s.Hunt = Hunt{A: h.A, B: h.B, Metric: h.Metric, Tries: h.Tries, Still: h.Still, Typed: h.Typed}
	return s
}

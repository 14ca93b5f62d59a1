package match

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"gridbox/app/lab/feature/study"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/i18n"
	"gridbox/core/league"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/shake"
	corestudy "gridbox/core/study"
)

// State is both comparisons.
type State struct{ League, Shake Comparison }

// A Comparison is a question with its progress and its results.
type Comparison struct {
	Choice Choice
	Phase  state.Phase // Unstarted, Measuring, Paused or Complete
	// Base is the digest of the problem that the fields below belong to, Kind its kind.
	Base, Kind string
	Question   league.Question
	Done       int
	Since, Now float64 // the page's clock when it started or resumed, and at the last progress
	DoneBefore int     // how many instances were done at Since
	Text       string  // why it has stopped
	Result     *league.Document
	Shaken     *shake.Document
	Traces     []shake.Pair // of a shake, by trace; OK is false for traces not measured
	Making     string       // the instance that is being made, "" for none
	Trace      int          // the trace that is chosen to be opened
}

// The screens of the Study view, and the questions that lead to them: all algorithms against each
// other, and two of them on shaken traces.
const (
	LeagueScreen = "league"
	ShakeScreen  = "shake"
)

// Families of instances.
const (
	Drawn  = "drawn"  // drawn by the generator
	Shaken = "shaken" // the trace of a farm, shaken
	Varied = "varied" // the current problem with varied numbers
)

// A Choice is the question as chosen and typed; "" stands for the default.
type Choice struct {
	A, B, Metric, Family string
	Instances, Strength  string
	Algorithms           map[string]bool // algorithms by their words, see [state.Fighters]
}

// Limits and defaults of the questions.
const (
	usualInstances = 100
	maxInstances   = 1000
	usualStrength  = 10.0
	maxStrength    = 200.0
	// slow is the time in milliseconds per instance above which an algorithm is not chosen by default.
	slow = 300.0
)

// Actions. Screen is LeagueScreen or ShakeScreen.
type (
	// Set chooses a part of a question: a, b, metric, family, instances, strength or trace; or pick, whether
	// the algorithm Of takes part.
	Set struct {
		Screen, Field, Of, To string
		On                    bool
	}
	// Start records the start of a comparison.
	Start struct {
		Screen, Base, Kind string
		Question           league.Question
		Now                float64
		Done               int
		Paused             bool // found in the browser's storage, and paused
	}
	// Results has the results so far.
	Results struct {
		Screen string
		Done   int
		Now    float64
		Result *league.Document
		Shaken *shake.Document
		Traces []shake.Pair
	}
	// End records the end of a comparison, with the reason if it is incomplete.
	End struct{ Screen, Text string }
	// Making names the instance that is being generated, "" for none.
	Making struct{ Screen, Instance string }
)

// Slot has the state of the feature.
var Slot = state.NewSlot[State](nil)

// Busy reports whether a comparison uses the workers.
func (m *State) Busy() bool {
	return m.League.Phase == state.Measuring || m.Shake.Phase == state.Measuring
}

// Comparison returns the comparison of a screen.
func (m *State) Comparison(screen string) *Comparison {
	if screen == ShakeScreen {
		return &m.Shake
	}
	return &m.League
}

// A change returns the next state of the comparison of a screen.
type change interface {
	screen() string
	change(c Comparison) Comparison
}

// changeOf applies a change of one comparison to the state of both.
type changeOf struct{ change }

// Change returns the state with the changed comparison.
func (a changeOf) Change(_ *state.State, own State) State {
	at := own.Comparison(a.screen())
	*at = a.change.change(*at)
	return own
}

// Do returns a change of one comparison as an action.
func Do(c change) state.Action { return Slot.Do(changeOf{c}) }

func (a Set) screen() string     { return a.Screen }
func (a Start) screen() string   { return a.Screen }
func (a Results) screen() string { return a.Screen }
func (a End) screen() string     { return a.Screen }
func (a Making) screen() string  { return a.Screen }

// change returns the comparison with one field set. It ignores unknown fields. The map of picked algorithms is copied
// before the change.
func (a Set) change(c Comparison) Comparison {
	to := strings.TrimSpace(a.To)
	switch a.Field {
	case "a":
		c.Choice.A = to
	case "b":
		c.Choice.B = to
	case "metric":
		c.Choice.Metric = to
	case "family":
		c.Choice.Family = to
	case "instances":
		c.Choice.Instances = to
	case "strength":
		c.Choice.Strength = to
	case "trace":
		c.Trace, _ = strconv.Atoi(to)
	case "pick":
		picked := maps.Clone(c.Choice.Algorithms)
		if picked == nil {
			picked = map[string]bool{}
		}
		picked[a.Of] = a.On
		c.Choice.Algorithms = picked
	}
	return c
}

func (a Start) change(c Comparison) Comparison {
	c = Comparison{Choice: c.Choice, Phase: state.Measuring, Base: a.Base, Kind: a.Kind, Question: a.Question,
		Done: a.Done, DoneBefore: a.Done, Since: a.Now, Now: a.Now}
	if a.Paused {
		c.Phase = state.Paused
	}
	return c
}

func (a Results) change(c Comparison) Comparison {
	c.Done, c.Now, c.Result, c.Shaken, c.Traces = a.Done, a.Now, a.Result, a.Shaken, a.Traces
	return c
}

func (a End) change(c Comparison) Comparison {
	c.Phase, c.Text = state.Complete, a.Text
	if c.Done < c.Question.Instances {
		c.Phase = state.Paused
	}
	return c
}

func (a Making) change(c Comparison) Comparison {
	c.Making = a.Instance
	return c
}

// Remaining estimates the milliseconds that the comparison still takes; 0 while unknown.
func (c *Comparison) Remaining() float64 {
	return study.Remaining(c.Phase, c.Done, c.DoneBefore, c.Question.Instances, c.Now-c.Since)
}

// Current reports whether the results of a comparison belong to the current problem.
func (c *Comparison) Current(s *state.State) bool {
	return c.Phase != state.Unstarted && c.Base == study.Slot.Get(s).Base && c.Base != ""
}

// candidates lists the possible algorithms of a league: the runs of a draft by their numbers, and the other
// algorithms of its kind.
func candidates(d *scenario.Scenario) []string {
	return slices.DeleteFunc(state.Fighters(d), func(w string) bool { return w == policy.AlgorithmOwn })
}

// instanceTime estimates the milliseconds that a run takes for an instance.
func instanceTime(s *state.State, run scenario.Run) float64 {
	problem := s.Problem
	if problem == nil {
		return 0
	}
	return catalog.Work(problem, run) * catalog.LanguageFactor(s.Draft, run)
}

// participants returns the words of the algorithms that take part. The user's choice decides. Without a choice an
// algorithm takes part if it is fast enough and the list has fewer than league.MaxRuns.
func (c *Choice) participants(s *state.State) (list []string) {
	for _, w := range candidates(s.Draft) {
		on, chosen := c.Algorithms[w]
		if !chosen {
			on = len(list) < league.MaxRuns && instanceTime(s, state.Fighter(s.Draft, w)) <= slow
		}
		if on {
			list = append(list, w)
		}
	}
	return list
}

// families lists the families of instances that a draft can have.
func families(s *state.State) (list []string) {
	if scenario.Draws(s.Draft) {
		list = append(list, Drawn)
	}
	if s.Draft.Kind == "farm" {
		list = append(list, Shaken)
	}
	if s.Problem != nil && len(corestudy.Usual(s.Problem)) > 0 {
		list = append(list, Varied)
	}
	return list
}

// family returns the chosen family, "" if there is none.
func (c *Choice) family(s *state.State) string {
	list := families(s)
	switch {
	case slices.Contains(list, c.Family):
		return c.Family
	case len(list) > 0:
		return list[0]
	}
	return ""
}

// metric returns the chosen metric.
func (c *Choice) metric(d *scenario.Scenario) string {
	kind, _ := catalog.ByID(d.Kind)
	if _, known := kind.Metric(c.Metric); known {
		return c.Metric
	}
	return kind.Metrics[0].ID
}

// instances returns the chosen number of instances, or why the text is invalid.
func (c *Choice) instances() (n int, why string) {
	if c.Instances == "" {
		return usualInstances, ""
	}
	n, err := strconv.Atoi(c.Instances)
	if err != nil || n < 1 || n > maxInstances {
		return 0, "must be a whole number from 1 to 1,000"
	}
	return n, ""
}

// strength returns the chosen strength as a coefficient of variation, or why the text is invalid.
func (c *Choice) strength() (cv float64, why string) {
	if c.Strength == "" {
		return usualStrength / 100, ""
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(c.Strength, "%")), 64)
	if err != nil || !(x >= 0.1 && x <= maxStrength) {
		return 0, "must be from 0.1 to 200 %"
	}
	return x / 100, ""
}

// pair returns the two algorithms of a shake.
func (c *Choice) pair(d *scenario.Scenario) (a, b string) {
	list := candidates(d)
	a, b = c.A, c.B
	if !slices.Contains(list, a) {
		a = list[0]
	}
	if !slices.Contains(list, b) {
		b = list[min(1, len(list)-1)]
	}
	return a, b
}

// Question returns the question of a screen, or why it cannot be asked.
func (c *Choice) Question(s *state.State, screen string) (q league.Question, why string) {
	d := s.Draft
	q.Metric = c.metric(d)
	if q.Instances, why = c.instances(); why != "" {
		return q, i18n.T("the number of instances {}", why)
	}
	family := c.family(s)
	list := c.participants(s)
	if screen == ShakeScreen {
		a, b := c.pair(d)
		if family, list = Shaken, []string{a, b}; a == b {
			return q, "choose two different algorithms"
		}
	}
	for _, w := range list {
		q.Runs = append(q.Runs, state.Fighter(d, w))
	}
	cv, wrong := c.strength()
	switch {
	case family == "":
		return q, "nothing in this problem can be drawn or varied"
	case len(list) < 2:
		return q, "choose at least two algorithms"
	case len(list) > league.MaxRuns:
		return q, i18n.T("choose at most {} algorithms", strconv.Itoa(league.MaxRuns))
	case family != Drawn && wrong != "":
		return q, i18n.T("the strength {}", wrong)
	case family == Shaken && d.Kind != "farm":
		return q, "only a farm has a trace of jobs to shake"
	case family == Shaken:
		q.Shake = &league.Shaking{Strength: cv, Load: 1}
	case family == Varied:
		for _, n := range corestudy.Usual(s.Problem) {
			q.Noise = append(q.Noise, scenario.Noise{Path: n.Path, CV: cv})
		}
	}
	return q, ""
}

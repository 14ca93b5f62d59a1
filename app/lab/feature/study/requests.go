package study

import (
	"slices"
	"strings"

	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// An Edit changes the study of the draft.
type Edit interface {
	// Action returns the change of the document, a message if it is not possible, or nil if nothing changes.
	Action(s *state.State) state.Action
}

// Edits of the form.
type (
	// AddVary varies another path, with suitable values.
	AddVary struct{ Path string }
	// DropVary removes a varied path.
	DropVary struct{ Index int }
	// VaryBy makes the values of a path a range or a list.
	VaryBy struct {
		Index int
		Range bool
	}
	// ToggleMetric adds a metric to the study or removes it.
	ToggleMetric struct{ Metric string }
	// AddNoise puts noise on one more path, and DropNoise removes it.
	AddNoise  struct{ Path string }
	DropNoise struct{ Index int }
	// AddDefault writes the default study into a draft that has none, and Remove removes the study.
	AddDefault struct{}
	Remove     struct{}
)

// Edits that make a study of the current problem in one step.
type (
	// VaryThis varies a number over a range, from Low to High in Count points with Replications replications. If Count
	// is 0, the range surrounds the current value.
	VaryThis struct {
		Path                string
		Low, High           float64
		Count, Replications int
	}
	// CheckRobustness puts noise on the numbers of a path. Without a path these are the least certain ones.
	CheckRobustness struct {
		Path  string
		CV    float64
		Times int
	}
	// drawLists generates the lists of the problem, see [state.DrawLists].
	drawLists state.DrawLists
)

// The default number of replications at each value of a range if replications differ, and the default spread of noise.
const (
	sweepEach = 40
	usualCV   = 0.2
)

// errorNotice returns the message of an edit that is not possible.
func errorNotice(text string) state.Action { return state.Notify{Text: text, Error: true} }

// restudy returns a changed study, which affects no answer. Renumbered is set if varied paths get other indices.
func restudy(s *state.State, name string, renumbered bool, change func(st *scenario.Study)) state.Action {
	d, st := *s.Draft, state.StudyOf(s.Draft)
	st.Vary, st.Metrics, st.Noise = slices.Clone(st.Vary), slices.Clone(st.Metrics), slices.Clone(st.Noise)
	change(&st)
	d.Study = &st
	if faults := catalog.Check(&d); len(faults) > 0 {
		return errorNotice(faults[0].String())
	}
	return state.SetStudy{Study: &st, Name: name, Renumbered: renumbered}
}

func (a AddVary) Action(s *state.State) state.Action {
	return restudy(s, i18n.T("vary {}", a.Path), false, func(st *scenario.Study) {
		st.Vary = append(st.Vary, scenario.Vary{Path: a.Path, Values: state.ValuesFor(s.Draft, a.Path)})
	})
}

func (a DropVary) Action(s *state.State) state.Action {
	if a.Index < 0 || a.Index >= len(state.StudyOf(s.Draft).Vary) {
		return nil
	}
	return restudy(s, "vary less", true,
		func(st *scenario.Study) { st.Vary = slices.Delete(st.Vary, a.Index, a.Index+1) })
}

// Action returns the study with a varied path converted to a range or to a list of values. It returns nil for an
// unknown index.
func (a VaryBy) Action(s *state.State) state.Action {
	if a.Index < 0 || a.Index >= len(state.StudyOf(s.Draft).Vary) {
		return nil
	}
	return restudy(s, "vary by another way", true, func(st *scenario.Study) {
		v := &st.Vary[a.Index]
		if ranged := v.From != nil || v.To != nil || v.Step != nil; ranged == a.Range {
			return
		}
		if a.Range {
			*v = rangeOf(v.Path, v.Values)
		} else {
			*v = scenario.Vary{Path: v.Path, Values: state.UsualValues(s.Draft, v.Path)}
		}
	})
}

// rangeOf returns a range between the ends of a list of numbers.
func rangeOf(path string, values []any) scenario.Vary {
	from, to, step := 1.0, 5.0, 1.0
	if n := len(values); n > 1 {
		a, first := values[0].(float64)
		b, last := values[n-1].(float64)
		if first && last && a != b {
			from, to, step = a, b, (b-a)/float64(n-1)
		}
	}
	return scenario.Vary{Path: path, From: &from, To: &to, Step: &step}
}

// Action returns the study with the metric added or removed. An empty list, which means all metrics, is written out
// first.
func (a ToggleMetric) Action(s *state.State) state.Action {
	return restudy(s, "change the study's metrics", false, func(st *scenario.Study) {
		if len(st.Metrics) == 0 { // an empty list means all metrics of the kind
			kind, _ := catalog.ByID(s.Draft.Kind)
			for _, m := range kind.Metrics {
				st.Metrics = append(st.Metrics, m.ID)
			}
		}
		if i := slices.Index(st.Metrics, a.Metric); i >= 0 {
			st.Metrics = slices.Delete(st.Metrics, i, i+1)
		} else {
			st.Metrics = append(st.Metrics, a.Metric)
		}
	})
}

func (AddDefault) Action(s *state.State) state.Action {
	if s.Draft.Study != nil {
		return nil
	}
	return restudy(s, "ask for a study", false, func(*scenario.Study) {})
}

func (Remove) Action(s *state.State) state.Action {
	if s.Draft.Study == nil {
		return nil
	}
	return state.SetStudy{Name: "remove the study", Renumbered: true}
}

// Action returns the study that varies only this path. It returns a message if the path has no number, or fewer than
// two values. A new range also removes the noise.
func (a VaryThis) Action(s *state.State) state.Action {
	d, path, why := s.NumberAt(a.Path)
	if why != "" {
		return errorNotice(why)
	}
	values, each := state.RangeAround(d, path), sweepEach
	if a.Count > 0 {
		values, each = study.EquidistantValues(path, a.Low, a.High, a.Count), a.Replications
	}
	if len(values) < 2 {
		return errorNotice("This field has no number to vary; give it one first.")
	}
	st := state.StudyOf(d)
	st.Vary, st.Metrics, st.Stop = []scenario.Vary{{Path: path, Values: values}}, nil, nil
	st.Replications = each
	if a.Count > 0 { // a new question replaces the former one
		st.Noise = nil
	}
	return studyAction(d, &st, i18n.T("vary {}", pathLabel(path)))
}

// Action returns the study with this noise and nothing varied. It returns [state.NotReady] while the problem is
// generated, and a message if the problem has no numbers for noise.
func (a CheckRobustness) Action(s *state.State) state.Action {
	e, ok := s.Editable()
	if !ok {
		return state.NotReady
	}
	noise, times := study.Usual(e), state.UsualReplications
	if a.Path != "" {
		noise, times = []scenario.Noise{{Path: a.Path, CV: a.CV}}, a.Times
	}
	if len(noise) == 0 {
		return errorNotice("This problem has no numbers to put noise on.")
	}
	d := s.Draft
	if !scenario.Draws(d) { // a generator already varies the instances; the noise is added
		d = e
	}
	st := state.StudyOf(s.Draft)
	st.Noise, st.Vary, st.Replications = noise, nil, times
	return studyAction(d, &st, "test robustness")
}

// studyAction returns the action that writes a study into a draft; name is its name in the history. If all replications
// would be equal, it asks for one only. It returns a message if the scenario with the study has a fault.
func studyAction(d *scenario.Scenario, st *scenario.Study, name string) state.Action {
	own := *d
	own.Study = st
	if catalog.Single(&own) {
		st.Replications = 1
	}
	if faults := catalog.Check(&own); len(faults) > 0 {
		return errorNotice(i18n.T("That cannot be varied: {}", faults[0].String()))
	}
	return state.SetStudy{Draft: d, Study: st, Name: name}
}

// Action returns the study with noise on one more path. It returns nil if the path has noise, and a message if the
// path is not a number of the problem.
func (a AddNoise) Action(s *state.State) state.Action {
	d, path, why := s.NumberAt(a.Path)
	if why == "" && (!strings.HasPrefix(path, d.Kind+".") || strings.HasPrefix(path, d.Kind+".generate.")) {
		why = "Noise applies only to numbers of the problem; this one can be varied."
	}
	if why != "" {
		return errorNotice(why)
	}
	st := state.StudyOf(s.Draft)
	if slices.ContainsFunc(st.Noise, func(n scenario.Noise) bool { return n.Path == path }) {
		return nil
	}
	st.Noise = append(slices.Clone(st.Noise), scenario.Noise{Path: path, CV: usualCV})
	return studyAction(d, &st, i18n.T("put noise on {}", pathLabel(path)))
}

func (a DropNoise) Action(s *state.State) state.Action {
	if a.Index < 0 || a.Index >= len(state.StudyOf(s.Draft).Noise) {
		return nil
	}
	return restudy(s, "remove noise", true, func(st *scenario.Study) {
		st.Noise = slices.Delete(st.Noise, a.Index, a.Index+1)
	})
}

func (a drawLists) Action(*state.State) state.Action { return state.DrawLists(a) }

// pathLabel returns the name of a path for users.
func pathLabel(path string) string {
	name, _ := study.NameAndUnit(path)
	return name
}

// Actions returns the actions of an edit. A study of a number over a range then restarts when the range changes.
func Actions(s *state.State, of Edit) []state.Action {
	a := of.Action(s)
	if a == nil {
		return nil
	}
	if set, ok := a.(state.SetStudy); ok {
		switch of.(type) {
		case VaryThis, CheckRobustness, AddNoise:
			return []state.Action{a, Slot.Do(SetSweep{On: len(set.Study.Vary) > 0})}
		}
	}
	return []state.Action{a}
}

// edit applies an edit of the document.
func (e *effects) edit(of Edit) { e.env.Do(Actions(e.env.State(), of)...) }

// applyAndStart applies an edit that studies the number at a path, shows the study and starts it. Without a
// path it shows a message.
func (e *effects) applyAndStart(path string, of Edit) {
	if path == "" {
		e.env.Do(state.Notify{Text: "Put the cursor into a number field first."})
		return
	}
	s, base := e.env.State(), Slot.Get(e.env.State()).Base
	draft, sheet := s.Draft, s.Sheet
	e.edit(of)
	if draws, ok := of.(drawLists); ok && draws.Instances > 0 && s.Sheet != sheet {
		e.do(SetOrigin{From: base})
	}
	if s.Draft == draft && e.state().Key == "" {
		return // it failed, and a message is shown
	}
	e.env.Do(state.Show{Field: "dialog"})
	e.env.Do(Show(StudyScreen)...)
	if s.Alert.Study { // its offer has been accepted
		e.env.Do(state.Dismiss{})
	}
	if !Running(s) && !state.IsLargeStudy(s.Draft) {
		e.start(false)
	}
}

// Show returns the actions that show a screen of the Study view.
func Show(screen string) []state.Action {
	return []state.Action{state.Show{Field: "view", To: viewID}, Slot.Do(ShowScreen{To: screen})}
}

// maxResweep is the maximal number of solutions of a study of a range that restarts automatically: a few seconds of
// work on usual problems.
const maxResweep = 20_000

// resweep starts the study of a range again after its range has changed.
func (e *effects) resweep() {
	s, st := e.env.State(), e.state()
	if !st.Sweep || s.Layout.View != viewID || st.Phase == state.Starting || st.Phase == state.Paused ||
		st.CheckedKey == "" || st.CheckedKey == st.Key || len(st.Faults) > 0 || st.Refusal != "" ||
		len(s.InvalidFields) > 0 {
		return
	}
	asked := state.StudyDraft(s.Draft)
	if _, key := studyDocument(s.Draft); key != st.CheckedKey || study.Measure(asked).Solves > maxResweep {
		return
	}
	e.start(false)
}

package state

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// The list of runs: their order, and which of them are shown. A run has no name in the document, so
// the page assigns an ID, which stays when the run is moved, renamed or given other options.
// References by index are updated when indices change.

// Edits of the list of runs. All of these can be undone.
type (
	// AddRun adds a run of an algorithm at the end; there may be others of it.
	AddRun struct{ Algorithm string }
	// DuplicateRun inserts a run with the same options after a run.
	DuplicateRun struct{ Run string }
	// MoveRun moves a run to an index of the list, or By positions.
	MoveRun struct {
		Run string
		To  int
		By  int // used if it is not 0
	}
	// HideRun hides a run, or shows it again.
	HideRun struct {
		Run string
		On  bool
	}
	// RemoveRun removes a run.
	RemoveRun struct{ Run string }
)

// matchAnswers assigns every run of the draft its answer, with new ones for new
// runs, and puts the answers of hidden runs aside.
func matchAnswers(s State) State {
	runs := Runs(s.Draft)
	names, colours, letters := catalog.Names(s.Draft.Kind, runs), catalog.Colours(s.Draft.Kind, runs),
		catalog.Letters(runs)
	all := assignAnswers(slices.Concat(s.Answers, s.HiddenAnswers), runs)
	for i := range all {
		a := &all[i]
		a.Index, a.Run, a.Name, a.Colour, a.Letter = i, runs[i], names[i], colours[i], letters[i]
		if a.Status == Failed && s.IsFresh(*a) { // it failed for another draft
			a.Status, a.Text, a.Faults = Done, "", nil
		}
	}
	s.Answers, s.HiddenAnswers = make([]Answer, 0, len(runs)), nil
	shown := catalog.VisibleRuns(s.Draft)
	for i := range all {
		if _, ok := slices.BinarySearch(shown, i); ok {
			s.Answers = append(s.Answers, all[i])
		} else {
			s.HiddenAnswers = append(s.HiddenAnswers, all[i])
		}
	}
	if s.FocusedAnswer() == nil && len(s.Answers) > 0 {
		s.Focus = s.Answers[0].ID
	}
	return s
}

// assignAnswers assigns each run its former answer: of the same run at the same
// index, else the same elsewhere, else with the same options, label or at least
// algorithm. A remaining run is new: it gets an ID, and the answer of an equal
// run if there is one.
func assignAnswers(old []Answer, runs []scenario.Run) []Answer {
	next, used := make([]Answer, len(runs)), make([]bool, len(old))
	keys := make([]string, len(runs))
	for i := range runs {
		keys[i] = RunKey(runs[i])
	}
	was, solved := make([]string, len(old)), map[string]int{}
	for k := range old {
		was[k] = RunKey(old[k].Run)
		if a := &old[k]; a.Answer != nil && a.Status == Done && a.Key == was[k] {
			solved[was[k]] = k
		}
	}
	for _, keyOf := range runKeys {
		free := map[string][]int{}
		for k := range old {
			if word := keyOf(&old[k].Run, was[k], old[k].Index); !used[k] && word != "" {
				free[word] = append(free[word], k)
			}
		}
		for i := range runs {
			word := keyOf(&runs[i], keys[i], i)
			if list := free[word]; next[i].ID == "" && len(list) > 0 {
				next[i], used[list[0]], free[word] = old[list[0]], true, list[1:]
			}
		}
	}
	taken, count := make(map[string]bool, len(runs)), map[string]int{}
	for i := range next {
		taken[next[i].ID] = true
	}
	for i := range next {
		if next[i].ID != "" {
			continue
		}
		if k, ok := solved[keys[i]]; ok {
			next[i] = old[k]
		}
		id := runs[i].Algorithm
		for n := max(count[id], 1); ; n++ {
			if next[i].ID = id; n > 1 {
				next[i].ID += "~" + strconv.Itoa(n)
			}
			if !taken[next[i].ID] {
				count[id] = n + 1
				break
			}
		}
		taken[next[i].ID] = true
	}
	return next
}

// runKeys are the keys by which a run is recognised, the most specific first;
// an empty key matches nothing.
var runKeys = []func(r *scenario.Run, key string, place int) string{
	func(r *scenario.Run, key string, place int) string {
		return key + "\n" + r.Label + "\n" + strconv.Itoa(place)
	},
	func(r *scenario.Run, key string, _ int) string { return key + "\n" + r.Label },
	func(_ *scenario.Run, key string, _ int) string { return key },
	func(r *scenario.Run, _ string, _ int) string {
		if r.Label == "" {
			return ""
		}
		return r.Algorithm + "\n" + r.Label
	},
	func(r *scenario.Run, _ string, place int) string { return r.Algorithm + "\n" + strconv.Itoa(place) },
	func(r *scenario.Run, _ string, _ int) string { return r.Algorithm },
}

// All lists the runs of the draft, hidden ones too, in their order.
func (s *State) All() []*Answer {
	all := make([]*Answer, len(s.Answers)+len(s.HiddenAnswers))
	for _, list := range [][]Answer{s.Answers, s.HiddenAnswers} {
		for i := range list {
			all[list[i].Index] = &list[i]
		}
	}
	return all
}

// Find returns the run with an ID, hidden or not, or nil.
func (s *State) Find(run string) *Answer {
	for _, a := range s.All() {
		if a.ID == run {
			return a
		}
	}
	return nil
}

// IsHidden reports whether a run is hidden.
func (s *State) IsHidden(run string) bool {
	return slices.ContainsFunc(s.HiddenAnswers, func(a Answer) bool { return a.ID == run })
}

// Shows reports whether there is a run with an ID that is not hidden.
func (s *State) Shows(run string) bool {
	return slices.ContainsFunc(s.Answers, func(a Answer) bool { return a.ID == run })
}

// LabelledAnswer returns the answer with the index and name of its run, for exports and
// comparisons.
func (a *Answer) LabelledAnswer() *scenario.Answer {
	if a.Answer == nil {
		return nil
	}
	named := *a.Answer
	named.Run, named.Label = &a.Index, a.Name
	return &named
}

func (a AddRun) reduce(s State) State {
	if _, ok := catalog.Find(s.Draft.Kind, a.Algorithm); !ok {
		return s
	}
	from := indexRange(len(Runs(s.Draft)))
	return rearrange(s, append(from, -1), scenario.Run{Algorithm: a.Algorithm}, i18n.T("run {}", a.Algorithm))
}

func (a DuplicateRun) reduce(s State) State {
	was := s.Find(a.Run)
	if was == nil {
		return s
	}
	run := was.Run
	run.Label, run.Options = "", maps.Clone(run.Options)
	from := sorting.Insert(indexRange(len(Runs(s.Draft))), was.Index+1, -1)
	return rearrange(s, from, run, i18n.T("duplicate {}", was.Name))
}

// reduce returns the state with the run at another index, limited to the list, and notes its new place for screen
// readers. An unknown run is ignored.
func (a MoveRun) reduce(s State) State {
	was := s.Find(a.Run)
	if was == nil {
		return s
	}
	from := indexRange(len(Runs(s.Draft)))
	to := a.To
	if a.By != 0 {
		to = was.Index + a.By
	}
	to = max(0, min(to, len(from)-1))
	if to != was.Index {
		from = sorting.Insert(slices.Delete(from, was.Index, was.Index+1), to, was.Index)
		s = rearrange(s, from, scenario.Run{}, i18n.T("move {}", was.Name))
	}
	s.Layout.MoveNote = i18n.T("{} is run {} of {}.", was.Name, strconv.Itoa(to+1), strconv.Itoa(len(from)))
	return s
}

// reduce returns the state without the run and with a message. It only adds a message if it is the last run. An
// unknown run is ignored.
func (a RemoveRun) reduce(s State) State {
	was := s.Find(a.Run)
	if was == nil {
		return s
	}
	from := indexRange(len(Runs(s.Draft)))
	if len(from) == 1 {
		return Notify{Text: "At least one algorithm has to run.", Error: true}.reduce(s)
	}
	s = rearrange(s, slices.Delete(from, was.Index, was.Index+1), scenario.Run{}, i18n.T("remove {}", was.Name))
	return Notify{Text: i18n.T("{} is removed from the runs.", was.Name), Undo: true}.reduce(s)
}

// reduce returns the state with the run hidden or shown. It only adds a message if the run is the last one shown. The
// state is unchanged if nothing differs.
func (a HideRun) reduce(s State) State {
	was := s.Find(a.Run)
	if was == nil || a.On == s.IsHidden(a.Run) {
		return s
	}
	if a.On && len(s.Answers) == 1 {
		return Notify{Text: "One run has to be shown.", Error: true}.reduce(s)
	}
	var hidden []int
	for i := range s.HiddenAnswers {
		if s.HiddenAnswers[i].ID != a.Run {
			hidden = append(hidden, s.HiddenAnswers[i].Index)
		}
	}
	name := "show "
	if a.On {
		name, hidden = "hide ", append(hidden, was.Index)
	}
	d := *s.Draft
	hide(&d, hidden)
	return commit(s, &d, name+was.Name, "", false)
}

// indexRange returns the indices 0 to n-1.
func indexRange(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// rearrange commits the list of runs given by their former indices; -1 is the new one. References to runs by index
// are updated: the hidden runs, the varied options of a study, and the opponents of a search.
func rearrange(s State, from []int, fresh scenario.Run, name string) State {
	was := Runs(s.Draft)
	runs, to := make([]scenario.Run, len(from)), map[int]int{}
	for i, k := range from {
		if runs[i] = fresh; k >= 0 {
			runs[i], to[k] = was[k], i
		}
	}
	d := *s.Draft
	d.Runs = runs
	if d.View != nil {
		var hidden []int
		for _, k := range d.View.Hidden {
			if i, stays := to[k]; stays {
				hidden = append(hidden, i)
			}
		}
		hide(&d, hidden)
	}
	if d.Study != nil {
		d.Study = remapStudy(d.Study, to)
	}
	for _, list := range []*[]Answer{&s.Answers, &s.HiddenAnswers} { // so that equal runs are not confused
		*list = slices.Clone(*list)
		for k := range *list {
			a := &(*list)[k]
			i, stays := to[a.Index]
			if a.Index = i; !stays {
				a.Index = -1
			}
		}
	}
	typed := map[string]InvalidText{}
	for path, t := range s.InvalidFields {
		if !strings.HasPrefix(path, "runs[") && !strings.HasPrefix(path, "study.vary[") {
			typed[path] = t
		}
	}
	s.InvalidFields = typed
	return commit(s, &d, name, "", false)
}

// hide writes into a draft's view which runs are hidden.
func hide(d *scenario.Scenario, places []int) {
	v := scenario.View{}
	if d.View != nil {
		v = *d.View
	}
	slices.Sort(places)
	v.Hidden = slices.Compact(places)
	if d.View = &v; v.Empty() {
		d.View = nil
	}
}

// remapStudy returns a study whose varied options belong to the same runs as
// before; options of removed runs are dropped.
func remapStudy(study *scenario.Study, to map[int]int) *scenario.Study {
	st := *study
	st.Vary = nil
	for _, v := range study.Vary {
		if place, rest, ok := runPath(v.Path); ok {
			i, stays := to[place]
			if !stays {
				continue
			}
			v.Path = "runs[" + strconv.Itoa(i) + "]" + rest
		}
		st.Vary = append(st.Vary, v)
	}
	return &st
}

// runPath splits runs[2].options.weights into 2 and .options.weights.
func runPath(path string) (place int, rest string, ok bool) {
	inner, ok := strings.CutPrefix(path, "runs[")
	digits, rest, closed := strings.Cut(inner, "]")
	place, err := strconv.Atoi(digits)
	return place, rest, ok && closed && err == nil
}

// Fighters lists the words for runs that can be compared: the numbers of the draft's runs, and the ids of the other
// algorithms.
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

// Fighter returns the run that a word of Fighters means.
func Fighter(d *scenario.Scenario, word string) scenario.Run {
	runs := Runs(d)
	if i, err := strconv.Atoi(word); err == nil && i >= 0 && i < len(runs) {
		return runs[i]
	}
	return scenario.Run{Algorithm: word}
}

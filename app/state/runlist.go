package state

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// The list of runs: which there are, in which order, and which are shown. A run
// has no name of its own in the document, so the page gives each an ID that stays
// with it while it is moved, renamed or given other options, and all that points
// at a run by its place follows when places change.

// What a person does to the list of runs. All of these can be undone.
type (
	// AddRun adds a run of an algorithm at the end; there may be others of it.
	AddRun struct{ Algorithm string }
	// DuplicateRun puts a run with the same options behind a run.
	DuplicateRun struct{ Run string }
	// MoveRun moves a run to a place of the list, or By places.
	MoveRun struct {
		Run string
		To  int
		By  int // counts where it is not 0
	}
	// HideRun hides a run, or shows it again.
	HideRun struct {
		Run string
		On  bool
	}
	// RemoveRun takes a run out.
	RemoveRun struct{ Run string }
)

// matchAnswers gives every run of the draft its answer, new ones included, and
// sets aside those of runs that are hidden.
func matchAnswers(s State) State {
	runs := Runs(s.Draft)
	names, colours, letters := catalog.Names(s.Draft.Kind, runs), catalog.Colours(s.Draft.Kind, runs),
		catalog.Letters(runs)
	all := matched(slices.Concat(s.Answers, s.Aside), runs)
	for i := range all {
		a := &all[i]
		a.Place, a.Run, a.Name, a.Colour, a.Letter = i, runs[i], names[i], colours[i], letters[i]
	}
	s.Answers, s.Aside = make([]Answer, 0, len(runs)), nil
	shown := catalog.Shown(s.Draft)
	for i := range all {
		if _, ok := slices.BinarySearch(shown, i); ok {
			s.Answers = append(s.Answers, all[i])
		} else {
			s.Aside = append(s.Aside, all[i])
		}
	}
	if s.Focused() == nil && len(s.Answers) > 0 {
		s.Focus = s.Answers[0].ID
	}
	return s
}

// matched finds for each run the one that it was before: the same at the same
// place, else the same elsewhere, else with the same options, label or at least
// algorithm. What is left over is new, and gets an ID, and the answer of a run
// like it if there is one.
func matched(old []Answer, runs []scenario.Run) []Answer {
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
	for _, alike := range likeness {
		free := map[string][]int{}
		for k := range old {
			if word := alike(&old[k].Run, was[k], old[k].Place); !used[k] && word != "" {
				free[word] = append(free[word], k)
			}
		}
		for i := range runs {
			word := alike(&runs[i], keys[i], i)
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

// likeness is by what a run is known again, the surest first; what has no word
// is like nothing.
var likeness = []func(r *scenario.Run, key string, place int) string{
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
	all := make([]*Answer, len(s.Answers)+len(s.Aside))
	for _, list := range [][]Answer{s.Answers, s.Aside} {
		for i := range list {
			all[list[i].Place] = &list[i]
		}
	}
	return all
}

// Find gives the run with an ID, hidden or not, or nil.
func (s *State) Find(run string) *Answer {
	for _, a := range s.All() {
		if a.ID == run {
			return a
		}
	}
	return nil
}

// Hidden reports whether a run is hidden.
func (s *State) Hidden(run string) bool {
	return slices.ContainsFunc(s.Aside, func(a Answer) bool { return a.ID == run })
}

// Shows reports whether there is a run with an ID that is not hidden.
func (s *State) Shows(run string) bool {
	return slices.ContainsFunc(s.Answers, func(a Answer) bool { return a.ID == run })
}

// Said is the answer with the place and the name of its run, as it is handed
// out and compared.
func (a *Answer) Said() *scenario.Answer {
	if a.Answer == nil {
		return nil
	}
	said := *a.Answer
	said.Run, said.Label = &a.Place, a.Name
	return &said
}

func (a AddRun) reduce(s State) State {
	if _, ok := catalog.Find(s.Draft.Kind, a.Algorithm); !ok {
		return s
	}
	from := places(len(Runs(s.Draft)))
	return rearrange(s, append(from, -1), scenario.Run{Algorithm: a.Algorithm}, "run "+a.Algorithm)
}

func (a DuplicateRun) reduce(s State) State {
	was := s.Find(a.Run)
	if was == nil {
		return s
	}
	run := was.Run
	run.Label, run.Options = "", maps.Clone(run.Options)
	from := sorting.Put(places(len(Runs(s.Draft))), was.Place+1, -1)
	return rearrange(s, from, run, "duplicate "+was.Name)
}

func (a MoveRun) reduce(s State) State {
	was := s.Find(a.Run)
	if was == nil {
		return s
	}
	from := places(len(Runs(s.Draft)))
	to := a.To
	if a.By != 0 {
		to = was.Place + a.By
	}
	to = max(0, min(to, len(from)-1))
	if to != was.Place {
		from = sorting.Put(slices.Delete(from, was.Place, was.Place+1), to, was.Place)
		s = rearrange(s, from, scenario.Run{}, "move "+was.Name)
	}
	s.Look.Moved = was.Name + " is run " + strconv.Itoa(to+1) + " of " + strconv.Itoa(len(from)) + "."
	return s
}

func (a RemoveRun) reduce(s State) State {
	was := s.Find(a.Run)
	if was == nil {
		return s
	}
	from := places(len(Runs(s.Draft)))
	if len(from) == 1 {
		return Tell{Text: "At least one algorithm has to run.", Error: true}.reduce(s)
	}
	s = rearrange(s, slices.Delete(from, was.Place, was.Place+1), scenario.Run{}, "remove "+was.Name)
	return Tell{Text: was.Name + " is removed from the runs.", Undo: true}.reduce(s)
}

func (a HideRun) reduce(s State) State {
	was := s.Find(a.Run)
	if was == nil || a.On == s.Hidden(a.Run) {
		return s
	}
	if a.On && len(s.Answers) == 1 {
		return Tell{Text: "One run has to be shown.", Error: true}.reduce(s)
	}
	var hidden []int
	for i := range s.Aside {
		if s.Aside[i].ID != a.Run {
			hidden = append(hidden, s.Aside[i].Place)
		}
	}
	name := "show "
	if a.On {
		name, hidden = "hide ", append(hidden, was.Place)
	}
	d := *s.Draft
	hide(&d, hidden)
	return commit(s, &d, name+was.Name, "", false)
}

// places are 0 to n-1: where the runs of a list come from that is as it was.
func places(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// rearrange commits the list of runs that come from these places; -1 is the new
// one. What names runs by their places follows: what is hidden, what a study
// varies, who is searched against whom.
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
		d.Study = revaried(d.Study, to)
	}
	for _, list := range []*[]Answer{&s.Answers, &s.Aside} { // so that equal runs are not taken for each other
		*list = slices.Clone(*list)
		for k := range *list {
			a := &(*list)[k]
			i, stays := to[a.Place]
			if a.Place = i; !stays {
				a.Place = -1
			}
		}
	}
	s.Hunt.A, s.Hunt.B = refought(s.Hunt.A, to), refought(s.Hunt.B, to)
	typed := map[string]Typed{}
	for path, t := range s.Typed {
		if !strings.HasPrefix(path, "runs[") && !strings.HasPrefix(path, "study.vary[") {
			typed[path] = t
		}
	}
	s.Typed = typed
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

// revaried is a study whose varied options are those of the same runs as before;
// those of a run that is gone are varied no more.
func revaried(study *scenario.Study, to map[int]int) *scenario.Study {
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

// refought is the word for a run of a search after the runs have moved, empty
// where the run is gone.
func refought(word string, to map[int]int) string {
	place, err := strconv.Atoi(word)
	if err != nil {
		return word
	}
	if i, stays := to[place]; stays {
		return strconv.Itoa(i)
	}
	return ""
}

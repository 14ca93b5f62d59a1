package catalog

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// Several runs of a scenario may have the same algorithm. A run is known by its
// place; people know it by its name, which is made here for page, figure, study
// and command line alike.

// NameOf names a run for people without a look at the others: its label, or the
// algorithm and those of its options that are not the default ones, as in
// "RBHS · weights sum, queue-aware".
func NameOf(kind string, run scenario.Run) string {
	if run.Label != "" {
		return run.Label
	}
	algorithm, ok := Find(kind, run.Algorithm)
	if !ok {
		return run.Algorithm
	}
	var set []string
	for _, o := range algorithm.Options {
		switch value := run.Options[o.ID]; {
		case value == nil || value == o.Default:
		case value == true:
			set = append(set, lower(o.Name))
		case value == false:
			set = append(set, "not "+lower(o.Name))
		default:
			set = append(set, lower(o.Name)+" "+clipped(strings.Trim(string(doc.Canonical(value)), `"`)))
		}
	}
	if set == nil {
		return algorithm.Name
	}
	return algorithm.Name + " · " + strings.Join(set, ", ")
}

// longestValue is as much of an option's value as a name holds.
const longestValue = 40

func clipped(text string) string {
	if utf8.RuneCountInString(text) <= longestValue {
		return text
	}
	return string([]rune(text)[:longestValue-1]) + "…"
}

// Names names the runs of a list so that no two names are the same: those that
// come later are numbered where [NameOf] does not tell them apart, as in "RBHS #2".
func Names(kind string, runs []scenario.Run) []string {
	names := make([]string, len(runs))
	taken := make(map[string]bool, len(runs))
	// A label is what a person wrote and goes first, wherever its run stands.
	for _, labelled := range []bool{true, false} {
		next := map[string]int{}
		for i, run := range runs {
			if (run.Label != "") != labelled {
				continue
			}
			name := NameOf(kind, run)
			names[i] = name
			for taken[names[i]] {
				next[name] = max(next[name], 1) + 1
				names[i] = name + " #" + strconv.Itoa(next[name])
			}
			taken[names[i]] = true
		}
	}
	return names
}

// Label names an answer as NameOf names its run.
func Label(kind string, a *scenario.Answer) string { return NameOf(kind, runOf(a)) }

// RunsOf lists the runs that answers are to.
func RunsOf(answers []scenario.Answer) (runs []scenario.Run) {
	for i := range answers {
		a := &answers[i]
		runs = append(runs, scenario.Run{Algorithm: a.Algorithm, Label: a.Label, Options: a.Options})
	}
	return runs
}

// Labelled gives answers to a scenario that carry the names of their runs, so
// that whoever tells of two of them tells them apart. The answers given are not
// modified.
func Labelled(s *scenario.Scenario, answers []scenario.Answer) []scenario.Answer {
	asked := Runs(s)
	names := Names(s.Kind, asked)
	runs := make([]scenario.Run, len(answers))
	for i := range answers {
		a := &answers[i]
		runs[i] = runOf(a)
		if a.Run != nil && *a.Run >= 0 && *a.Run < len(asked) && asked[*a.Run].Algorithm == a.Algorithm {
			runs[i].Label = names[*a.Run]
		}
	}
	named := slices.Clone(answers)
	for i, name := range Names(s.Kind, runs) {
		named[i].Label = name
	}
	return named
}

func runOf(a *scenario.Answer) scenario.Run {
	return scenario.Run{Algorithm: a.Algorithm, Label: a.Label, Options: a.Options}
}

// Pick finds the run of a list that a word means: its place counted from 0, its
// algorithm, of which the first run is meant, or its name.
func Pick(kind string, runs []scenario.Run, word string) (place int, ok bool) {
	if i, err := strconv.Atoi(word); err == nil && i >= 0 && i < len(runs) {
		return i, true
	}
	if i := slices.IndexFunc(runs, func(r scenario.Run) bool { return r.Algorithm == word }); i >= 0 {
		return i, true
	}
	i := slices.Index(Names(kind, runs), word)
	return i, i >= 0
}

// Word is what [Pick] takes for the run at a place, and what stays the same
// when it gets another name: its algorithm where it is the first of it, else its
// place.
func Word(runs []scenario.Run, place int) string {
	if Repeats(runs)[place] > 0 {
		return strconv.Itoa(place)
	}
	return runs[place].Algorithm
}

// Repeats says of each run how many before it have its algorithm.
func Repeats(runs []scenario.Run) []int {
	list, seen := make([]int, len(runs)), map[string]int{}
	for i, run := range runs {
		list[i] = seen[run.Algorithm]
		seen[run.Algorithm]++
	}
	return list
}

// Hues is how many colours there are for algorithms, and Shades how many shades each has,
// itself among them. A run's colour is Algorithm.Colour + shade*ShadeStep. Algorithms beyond
// the number of hues have the next shade of the hues from the first on.
const (
	Hues      = 11
	Shades    = 4
	ShadeStep = 100
)

// Shade splits a colour into its hue, from 1, and its shade, from 0.
func Shade(colour int) (hue, shade int) {
	at := colour%ShadeStep - 1
	return at%Hues + 1, (colour/ShadeStep + at/Hues) % Shades
}

// Colours gives each run its colour: the algorithm's for its first run, and for
// those that follow a shade of it, by their order in the document, so that
// everybody who opens it sees the same.
func Colours(kind string, runs []scenario.Run) []int {
	list := Repeats(runs)
	for i, run := range runs {
		a, _ := Find(kind, run.Algorithm)
		shade := list[i]
		if shade > 0 {
			shade = 1 + (shade-1)%(Shades-1)
		}
		list[i] = a.Colour + shade*ShadeStep
	}
	return list
}

// Letters gives each run that repeats an algorithm a letter, b for the second,
// which tells it from the others without colours. After z come numbers.
func Letters(runs []scenario.Run) []string {
	repeats := Repeats(runs)
	list := make([]string, len(runs))
	for i, n := range repeats {
		switch {
		case n >= 26:
			list[i] = strconv.Itoa(n + 1)
		case n > 0:
			list[i] = string(rune('a' + n))
		}
	}
	return list
}

// Shown lists the places of the runs that a view does not hide. If it hides all
// of them, it is as good as none.
func Shown(s *scenario.Scenario) []int {
	runs := Runs(s)
	places := make([]int, 0, len(runs))
	for i := range runs {
		if s.View == nil || !slices.Contains(s.View.Hidden, i) {
			places = append(places, i)
		}
	}
	if len(places) == 0 {
		for i := range runs {
			places = append(places, i)
		}
	}
	return places
}

// A Reached is what a checker has verified of some answers, in a sentence or two.
type Reached struct {
	Scope, Says string
	Names       []string // of the answers
}

// Reaches puts answers together of which the same was verified, in the order in which that is
// said first. Those that were refuted are left out.
func Reaches(answers []scenario.Answer, name func(a *scenario.Answer) string) (list []Reached) {
	for i := range answers {
		a := &answers[i]
		if a.Check == nil || !a.Check.OK {
			continue
		}
		says := a.Reach()
		at := slices.IndexFunc(list, func(r Reached) bool { return r.Says == says })
		if at < 0 {
			at = len(list)
			list = append(list, Reached{Scope: a.Check.Word(), Says: says})
		}
		if name := name(a); !slices.Contains(list[at].Names, name) {
			list[at].Names = append(list[at].Names, name)
		}
	}
	return list
}

// Result returns the result of a scenario with some answers, as this version of the
// algorithms writes it.
func Result(s *scenario.Scenario, answers ...scenario.Answer) scenario.Result {
	return scenario.Result{Format: scenario.ResultFormat, Version: scenario.ResultVersion, Engine: Version,
		Scenario: scenario.Digest(s), Kind: s.Kind, Runs: append([]scenario.Answer{}, answers...)}
}

package catalog

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// Several runs of a scenario may have the same algorithm. A run is identified
// by its index. The names for people are made here for page, figure, study and
// command line.

// NameOf returns the name of a run without regard to the others: its label, or
// the algorithm and its options that differ from the defaults, as in "RBHS ·
// weights sum, queue-aware".
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
			set = append(set, lower(o.Name)+" "+truncate(strings.Trim(string(doc.Canonical(value)), `"`)))
		}
	}
	if set == nil {
		return algorithm.Name
	}
	return algorithm.Name + " · " + strings.Join(set, ", ")
}

// maxValueLength is the maximum length of an option's value in a name.
const maxValueLength = 40

func truncate(text string) string {
	if utf8.RuneCountInString(text) <= maxValueLength {
		return text
	}
	return string([]rune(text)[:maxValueLength-1]) + "…"
}

// Names returns distinct names for the runs of a list. Later runs are numbered
// if [NameOf] returns the same name, as in "RBHS #2".
func Names(kind string, runs []scenario.Run) []string {
	names := make([]string, len(runs))
	taken := make(map[string]bool, len(runs))
	// Labels are written by the user and take precedence.
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

// Label returns the name of an answer's run as NameOf does.
func Label(kind string, a *scenario.Answer) string { return NameOf(kind, runOf(a)) }

// RunsOf returns the runs of answers.
func RunsOf(answers []scenario.Answer) (runs []scenario.Run) {
	for i := range answers {
		a := &answers[i]
		runs = append(runs, scenario.Run{Algorithm: a.Algorithm, Label: a.Label, Options: a.Options})
	}
	return runs
}

// LabelledAnswers returns copies of answers to a scenario, with the distinct names of
// their runs as labels.
func LabelledAnswers(s *scenario.Scenario, answers []scenario.Answer) []scenario.Answer {
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

// Pick returns the index of the run that a word names: its index from 0, its
// algorithm (the first such run), or its name.
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

// Selector returns a word for the run at an index that [Pick] accepts and that does
// not depend on its name: its algorithm if it is the first with it, else its
// index.
func Selector(runs []scenario.Run, place int) string {
	if Repeats(runs)[place] > 0 {
		return strconv.Itoa(place)
	}
	return runs[place].Algorithm
}

// Repeats returns for each run the number of earlier runs with the same
// algorithm.
func Repeats(runs []scenario.Run) []int {
	list, seen := make([]int, len(runs)), map[string]int{}
	for i, run := range runs {
		list[i] = seen[run.Algorithm]
		seen[run.Algorithm]++
	}
	return list
}

// Hues is the number of colours for algorithms, and Shades is the number of
// shades of each, including itself. A run's colour is Algorithm.Colour +
// shade*ShadeStep. Algorithms beyond the number of hues get the next shade of the
// hues, from the first on.
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

// Colours returns the colour of each run: that of the algorithm for its first
// run, and shades of it for later ones, in the order of the document.
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

// Letters returns a letter for each run that repeats an algorithm, b for the
// second, which distinguishes it without colours. Numbers follow after z.
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

// VisibleRuns returns the indexes of the runs that a view does not hide. A view that
// hides all of them is ignored.
func VisibleRuns(s *scenario.Scenario) []int {
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

// A VerifiedScope is the extent to which a checker has verified some answers, in a
// sentence or two.
type VerifiedScope struct {
	Scope, Text string
	Names       []string // names of the answers
}

// VerifiedScopes groups the answers for which the same was verified, in order of first
// occurrence. Refuted answers are left out.
func VerifiedScopes(answers []scenario.Answer, name func(a *scenario.Answer) string) (list []VerifiedScope) {
	for i := range answers {
		a := &answers[i]
		if a.Check == nil || !a.Check.OK {
			continue
		}
		text := a.Reach()
		at := slices.IndexFunc(list, func(r VerifiedScope) bool { return r.Text == text })
		if at < 0 {
			at = len(list)
			list = append(list, VerifiedScope{Scope: a.Check.ScopeName(), Text: text})
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

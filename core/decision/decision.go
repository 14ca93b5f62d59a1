// Package decision reads the decisions of an answer about one element, without
// times: the cluster or the machines of a job and how many jobs start before
// it, or the nodes of a window. It also has the result type of
// core/sensitivity, so that a page can show both without the solvers.
package decision

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/i18n"
	"gridbox/core/kind"
	"gridbox/core/kind/kinds"
	"gridbox/core/scenario"
)

// A Report is the result of a search for changes of a decision.
type Report struct {
	Decision string `json:"decision"` // current decision
	Flips    []Flip `json:"flips"`    // smallest share first
	// Ties are the names of the numbers whose change by less than TieShare changes the decision.
	// They are not flips, since such a decision is practically a tie.
	Ties    []string `json:"ties,omitempty"`
	Numbers int      `json:"numbers"` // number of numbers of the problem
	Tried   int      `json:"tried"`   // how many of them were tried
	Solves  int      `json:"solves"`  // number of runs of the algorithm
	// Reach is the greatest relative distance at which all tried numbers were searched, or 0
	// if not even the first search was completed.
	Reach float64 `json:"reach"`
}

// A Flip is a change of one number that changes the decision.
type Flip struct {
	Path string  `json:"path"`           // placement.clusters[id=Lyon].mips
	Name string  `json:"name"`           // power of cluster Lyon
	Unit string  `json:"unit,omitempty"` // MIPS
	From float64 `json:"from"`
	// Threshold is the value nearest to From that changes the decision, rounded away from
	// From. To is a round value clearly beyond it, or Threshold if there is none.
	Threshold   float64 `json:"threshold"`
	To          float64 `json:"to"`
	Share       float64 `json:"share"` // distance of Threshold from From, relative to From
	NewDecision string  `json:"then"`  // decision at either
}

// Limits of the reported changes. A share below TieShare is practically a tie. A
// number multiplied or divided by more than MaxFactor is unrealistic.
const (
	TieShare  = 0.005
	MaxFactor = 5
)

// RoundBeyond returns the first number with digits+1 significant digits beyond a
// value, in the direction of towards.
func RoundBeyond(value, towards float64, digits int) float64 {
	_, power, _ := strings.Cut(strconv.FormatFloat(max(math.Abs(value), math.Abs(towards)), 'e', 0, 64), "e")
	first, _ := strconv.Atoi(power)
	unit, err := strconv.ParseFloat("1e"+strconv.Itoa(first-digits), 64)
	switch {
	case err != nil || unit == 0:
		return towards
	case towards > value:
		return decimal((math.Floor(value/unit) + 1) * unit)
	}
	return decimal((math.Ceil(value/unit) - 1) * unit)
}

// decimal returns the shortest decimal that a product of decimals rounds to.
func decimal(x float64) float64 {
	near, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64)
	if err != nil {
		return x
	}
	return near
}

// A Decision is the decision of an answer about one element, without times.
type Decision struct {
	kind.Decision      // with sorted names
	none          bool // there is no answer
}

// Equal reports whether two decisions are the same.
func (d *Decision) Equal(other *Decision) bool {
	return d.QueuePosition == other.QueuePosition && slices.Equal(d.Names, other.Names)
}

// Text returns the decision in words: the names, shortened if there are many,
// and the place in the start order if there is one. If was is not nil, many
// names are written as the difference from it, and an equal place is left out.
// The text is "no answer" or "nothing" if there is no answer or no name.
func (d *Decision) Text(was *Decision) string {
	words := shortList(d.Names)
	if was != nil && len(d.Names) > maxNames && len(was.Names) > 0 {
		words = changeText(d.Names, was.Names)
	}
	switch {
	case d.none:
		return "no answer"
	case len(d.Names) == 0:
		return "nothing"
	}
	if d.QueuePosition > 0 && (was == nil || was.QueuePosition != d.QueuePosition) {
		words += i18n.T(", as number {} to start", strconv.Itoa(d.QueuePosition))
	}
	return words
}

// maxNames is the maximum number of names that are listed.
const maxNames = 4

func shortList(names []string) string {
	if len(names) <= maxNames {
		return strings.Join(names, ", ")
	}
	return i18n.T("{} and {} more", strings.Join(names[:maxNames-1], ", "), strconv.Itoa(len(names)-maxNames+1))
}

// changeText returns the differences of two lists in words.
func changeText(is, was []string) string {
	less, more := difference(was, is), difference(is, was)
	switch {
	case len(less)+len(more) == 0: // only the order differs
		return "the same"
	case len(more) == 0:
		return i18n.T("the same without {}", shortList(less))
	case len(less) == 0:
		return i18n.T("the same with {}", shortList(more))
	}
	return i18n.T("{} instead of {}", shortList(more), shortList(less))
}

// difference returns the elements of a sorted list that are not in another.
func difference(list, other []string) (rest []string) {
	for _, name := range list {
		if _, found := slices.BinarySearch(other, name); !found {
			rest = append(rest, name)
		}
	}
	return rest
}

// Of returns the decision of an answer about an element.
func Of(s *scenario.Scenario, a *scenario.Answer, thing string) Decision {
	k, ok := kinds.ByID(s.Kind)
	if !a.Feasible || !ok {
		return Decision{none: true}
	}
	d := Decision{Decision: k.Decide(a.Solution, thing)}
	slices.Sort(d.Names)
	return d
}

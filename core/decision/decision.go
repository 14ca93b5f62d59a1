// Package decision reads what an answer decides about a thing, without times: the
// cluster or the machines of a job and how many jobs start before it, the nodes
// of a window. It also has the form of what core/sensitivity finds, so that a page
// can show both without the solvers that the search asks.
package decision

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/kind"
	"gridbox/core/kind/kinds"
	"gridbox/core/scenario"
)

// A Report is what a search for changes found.
type Report struct {
	Decision string `json:"decision"` // what is decided as things stand
	Flips    []Flip `json:"flips"`    // those of the smallest share first
	// Ties are the names of the numbers of which less than Trifle alters the
	// decision. They are no flips: such a decision is practically a tie.
	Ties    []string `json:"ties,omitempty"`
	Numbers int      `json:"numbers"` // how many numbers the problem has
	Tried   int      `json:"tried"`   // on how many of them the search looked
	Solves  int      `json:"solves"`  // how often the algorithm was asked
	// Reach is the greatest distance at which all tried numbers were looked at,
	// as a share of each number; 0 if not even the first was completed.
	Reach float64 `json:"reach"`
}

// A Flip is a change of one number after which something else is decided.
type Flip struct {
	Path string  `json:"path"`           // placement.clusters[id=Lyon].mips
	Name string  `json:"name"`           // power of cluster Lyon
	Unit string  `json:"unit,omitempty"` // MIPS
	From float64 `json:"from"`
	// Threshold is the value nearest to From that alters the decision, rounded away
	// from it. To is a round value clearly past it, or Threshold where there is none.
	Threshold float64 `json:"threshold"`
	To        float64 `json:"to"`
	Share     float64 `json:"share"` // how far Threshold is from From, as a share of From
	Then      string  `json:"then"`  // what is decided at either
}

// Limits of the changes that are reported. A smaller share is practically a tie; a change to
// more than Most times a number, or to less than that part of it, is absurd.
const (
	Trifle = 0.005
	Most   = 5
)

// Beyond returns the first number with digits+1 significant digits past a value, in
// the direction of towards.
func Beyond(value, towards float64, digits int) float64 {
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

// A Decision is what an answer says about a thing, without times.
type Decision struct {
	kind.Decision      // with sorted names
	none          bool // there is no answer
}

// Same reports whether two decisions are the same.
func (d *Decision) Same(other *Decision) bool {
	return d.Place == other.Place && slices.Equal(d.Names, other.Names)
}

// Text says a decision in words, against another where there is one: the names
// of a few things, or what of many is new.
func (d *Decision) Text(was *Decision) string {
	words := shortList(d.Names)
	if was != nil && len(d.Names) > fewNames && len(was.Names) > 0 {
		words = instead(d.Names, was.Names)
	}
	switch {
	case d.none:
		return "no answer"
	case len(d.Names) == 0:
		return "nothing"
	}
	if d.Place > 0 && (was == nil || was.Place != d.Place) {
		words += ", as number " + strconv.Itoa(d.Place) + " to start"
	}
	return words
}

// fewNames are as many as are told by name.
const fewNames = 4

func shortList(names []string) string {
	if len(names) <= fewNames {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:fewNames-1], ", ") + " and " + strconv.Itoa(len(names)-fewNames+1) + " more"
}

// instead says what one list has that another lacks, and the reverse.
func instead(is, was []string) string {
	less, more := without(was, is), without(is, was)
	switch {
	case len(less)+len(more) == 0: // only their turn is another
		return "the same"
	case len(more) == 0:
		return "the same without " + shortList(less)
	case len(less) == 0:
		return "the same with " + shortList(more)
	}
	return shortList(more) + " instead of " + shortList(less)
}

// without gives what a sorted list has and another has not.
func without(list, other []string) (rest []string) {
	for _, name := range list {
		if _, found := slices.BinarySearch(other, name); !found {
			rest = append(rest, name)
		}
	}
	return rest
}

// Of returns what an answer decides about a thing.
func Of(s *scenario.Scenario, a *scenario.Answer, thing string) Decision {
	k, ok := kinds.ByID(s.Kind)
	if !a.Feasible || !ok {
		return Decision{none: true}
	}
	d := Decision{Decision: k.Decide(a.Solution, thing)}
	slices.Sort(d.Names)
	return d
}

package sensitivity

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/core/decision"
	"gridbox/core/doc"
	"gridbox/core/kind/kinds"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
	"gridbox/core/study"
)

// A number is a number of the problem that may be changed. Its way is the path
// to it in the document.
type number struct {
	path, name, unit string
	way              doc.Way
	from             float64
	scale            float64 // the number that shares are relative to
	rank             int     // distance from the element in question; see rankOf
	sides            [2]side
	flip             *decision.Flip // the smallest change found
	flipDistance     int            // the distance at which it was found
}

// A side is one direction from a number, up or down.
type side struct {
	sign      float64 // 1 or -1
	last      float64 // last value with the same decision
	exhausted bool    // no further value is allowed
}

// collectNumbers appends the numbers of the problem to l.numbers, except the ones for
// pictures only, and counts them in the report. A number that is 0 gets the mean
// magnitude of its field as scale.
func (l *search) collectNumbers() {
	s := l.question.Scenario
	related := l.relatedIDs()
	k, _ := kinds.ByID(s.Kind)
	for _, field := range study.Numbers(s) {
		way, why := doc.WayTo(scenario.Scenario{}, field.Path)
		if why != "" || slices.Contains(k.PictureOnly, field.Path) {
			continue
		}
		values := valuesOf(&way, s)
		usual := meanMagnitude(values)
		for i, path := range way.Paths(s) {
			l.report.Numbers++
			n := number{path: path, from: values[i], scale: values[i], unit: field.Unit, rank: 2}
			if n.scale < 0 {
				n.scale = -n.scale
			}
			if n.scale == 0 {
				n.scale = usual
			}
			n.sides = [2]side{{sign: 1, last: n.from}, {sign: -1, last: n.from}}
			n.rank = rankOf(path, related)
			l.numbers = append(l.numbers, n)
		}
	}
}

// valuesOf returns the numbers that a way leads to.
func valuesOf(way *doc.Way, s *scenario.Scenario) (list []float64) {
	copied := *s
	way.Change(&copied, func(x float64) float64 { list = append(list, x); return x })
	return list
}

// meanMagnitude returns the typical size of numbers: their mean absolute value, or 1
// if all are 0.
func meanMagnitude(values []float64) float64 {
	sum := 0.0
	for _, x := range values {
		if x < 0 {
			x = -x
		}
		sum += x / float64(len(values))
	}
	if sum == 0 {
		return 1
	}
	return sum
}

// relatedIDs returns the ids related to the decision: the element itself, the ids
// in its entry of the document, and the decided ones.
func (l *search) relatedIDs() map[string]bool {
	related := map[string]bool{}
	for _, id := range l.first.Names {
		related[id] = true
	}
	if l.question.Element == "" {
		return related
	}
	related[l.question.Element] = true
	k, _ := kinds.ByID(l.question.Scenario.Kind)
	for _, id := range k.RelatedIDs(scenario.Problem(l.question.Scenario), l.question.Element) {
		related[id] = true
	}
	return related
}

// rankOf returns the rank of a number: 0 for an element related to the
// decision, 2 for other jobs, and 1 for the rest.
func rankOf(path string, related map[string]bool) int {
	for id := range related {
		if strings.Contains(path, "[id="+id+"]") {
			return 0
		}
	}
	if strings.Contains(path, ".jobs[") {
		return 2
	}
	return 1
}

// choose keeps the numbers of the lowest ranks, as many as the limit of runs
// allows, and resolves their paths. It drops a number whose path is ambiguous
// or cannot be written.
func (l *search) choose() {
	sorting.Stable(l.numbers, func(a, b number) int { return a.rank - b.rank })
	l.numbers = l.numbers[:min(len(l.numbers), max(1, l.question.MaxSolves/solvesPerNumber))]
	kept := l.numbers[:0]
	for _, n := range l.numbers {
		way, why := doc.WayTo(scenario.Scenario{}, n.path)
		if why != "" || way.Count(l.question.Scenario) != 1 {
			continue // two elements with one id, or a name that a path cannot express
		}
		n.way, n.name = way, nameOf(&way, l.question.Scenario, n.path)
		kept = append(kept, n)
	}
	l.numbers, l.report.Tried = kept, len(kept)
}

// nameOf returns the name of a number in words. An element without an id gets
// the words of its kind.
func nameOf(way *doc.Way, s *scenario.Scenario, path string) string {
	list, rest, _ := strings.Cut(strings.TrimPrefix(path, s.Kind+"."), "[")
	index, _, _ := strings.Cut(rest, "]")
	k, _ := kinds.ByID(s.Kind)
	if i, err := strconv.Atoi(index); err == nil {
		if thing := k.ElementName(scenario.Problem(s), list, i); thing != "" {
			words := way.Description()
			return words[:strings.LastIndex(words, " of ")] + " of " + thing
		}
	}
	return way.Description()
}

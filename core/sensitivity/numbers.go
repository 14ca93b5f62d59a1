package sensitivity

import (
	"strconv"
	"strings"

	"gridbox/core/decision"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
	"gridbox/core/study"
)

// A number is one that may be changed.
type number struct {
	path, name, unit string
	way              doc.Way
	from             float64
	scale            float64 // what a share of it is a share of
	rank             int     // how near it is to the thing that is asked about
	sides            [2]side
	flip             *decision.Flip // the smallest change that was found
	at               int            // the distance at which it was
}

// A side is the way up from a number, or down.
type side struct {
	way  float64 // 1 or -1
	last float64 // the last value at which nothing was decided otherwise
	over bool    // no further value is allowed
}

// onlyDrawn tells numbers that only say where a picture draws a thing.
func onlyDrawn(path string) bool {
	return strings.HasPrefix(path, "placement.clusters[") &&
		(strings.HasSuffix(path, ".x") || strings.HasSuffix(path, ".y"))
}

// gather lists the numbers of the problem.
func (l *look) gather() {
	s := l.ask.Scenario
	near := l.nearby()
	for _, sort := range study.Numbers(s) {
		all, why := doc.WayTo(scenario.Scenario{}, sort.Path)
		if why != "" || onlyDrawn(sort.Path) {
			continue
		}
		values := valuesOf(&all, s)
		usual := typical(values)
		for i, path := range all.Places(s) {
			l.report.Numbers++
			n := number{path: path, from: values[i], scale: values[i], unit: sort.Unit, rank: 2}
			if n.scale < 0 {
				n.scale = -n.scale
			}
			if n.scale == 0 {
				n.scale = usual
			}
			n.sides = [2]side{{way: 1, last: n.from}, {way: -1, last: n.from}}
			n.rank = rankOf(path, near)
			l.numbers = append(l.numbers, n)
		}
	}
}

// valuesOf reads the numbers that a way leads to.
func valuesOf(way *doc.Way, s *scenario.Scenario) (list []float64) {
	own := *s
	way.Change(&own, func(x float64) float64 { list = append(list, x); return x })
	return list
}

// typical is the size of numbers of one sort: their mean without signs, or 1
// where all are 0.
func typical(values []float64) float64 {
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

// nearby are the ids that have to do with the decision: the thing itself, what
// its entry in the document names, and what was decided.
func (l *look) nearby() map[string]bool {
	near := map[string]bool{}
	for _, id := range l.first.Names {
		near[id] = true
	}
	if l.ask.Thing == "" {
		return near
	}
	near[l.ask.Thing] = true
	for _, id := range named(l.ask.Scenario, l.ask.Thing) {
		near[id] = true
	}
	return near
}

// rankOf says how near a number is: 0 for one of a thing that has to do with the
// decision, 1 for one of a thing of another list than the jobs, 2 for other jobs.
func rankOf(path string, near map[string]bool) int {
	for id := range near {
		if strings.Contains(path, "[id="+id+"]") {
			return 0
		}
	}
	if strings.Contains(path, ".jobs[") {
		return 2
	}
	return 1
}

// choose keeps as many numbers as can be tried, the nearest first, and makes
// their ways ready.
func (l *look) choose() {
	sorting.Stable(l.numbers, func(a, b number) int { return a.rank - b.rank })
	l.numbers = l.numbers[:min(len(l.numbers), max(1, l.ask.Solves/perNumber))]
	kept := l.numbers[:0]
	for _, n := range l.numbers {
		way, why := doc.WayTo(scenario.Scenario{}, n.path)
		if why != "" || way.Count(l.ask.Scenario) != 1 {
			continue // two things of one id, or a name that a path cannot say
		}
		n.way, n.name = way, called(&way, l.ask.Scenario, n.path)
		kept = append(kept, n)
	}
	l.numbers, l.report.Tried = kept, len(kept)
}

// called is what people call a number. Links of a grid have no names of their own
// and are called by their ends.
func called(way *doc.Way, s *scenario.Scenario, path string) string {
	rest, link := strings.CutPrefix(path, "placement.links[")
	end := strings.IndexByte(rest, ']')
	if !link || end < 0 {
		return way.Words()
	}
	i, err := strconv.Atoi(rest[:end])
	if err != nil || i >= len(s.Placement.Links) {
		return way.Words()
	}
	words, _, _ := strings.Cut(way.Words(), " of link ")
	return words + " of the link " + s.Placement.Links[i].A + " – " + s.Placement.Links[i].B
}

// named are the things that a job's entry in the document names.
func named(s *scenario.Scenario, job string) (list []string) {
	switch {
	case s.Placement != nil:
		for i := range s.Placement.Jobs {
			if s.Placement.Jobs[i].ID == job {
				list = append(list, s.Placement.Jobs[i].Datasets...)
			}
		}
	case s.Farm != nil:
		for i := range s.Farm.Jobs {
			if s.Farm.Jobs[i].ID == job {
				for _, before := range s.Farm.Jobs[i].After {
					list = append(list, before.Job)
				}
			}
		}
	}
	return list
}

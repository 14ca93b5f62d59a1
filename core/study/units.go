package study

import (
	"slices"
	"sort"

	"gridbox/core/sorting"
)

// The work of a study is counted in units: one replication at one point, solved
// by every run. Unit u is replication u / points at point u % points, so that a
// range of units fills all points evenly, and a grid with few replications can
// be divided as well as a point with many.

// Units returns the number of units of a plan.
func (p *Plan) Units() int { return p.Replications() * len(p.Points) }

// A Stretch is a range of units from First to Last, both included.
type Stretch struct{ First, Last int }

// Len returns the number of units of a stretch.
func (s Stretch) Len() int { return s.Last - s.First + 1 }

// Count returns the number of units of disjoint stretches.
func Count(list []Stretch) (n int) {
	for _, s := range list {
		n += s.Len()
	}
	return n
}

// Union returns stretches in order, joined if they touch or overlap.
func Union(list []Stretch) []Stretch {
	ordered := slices.Clone(list)
	sorting.Sort(ordered, func(a, b Stretch) int { return a.First - b.First })
	var joined []Stretch
	for _, s := range ordered {
		if n := len(joined); n > 0 && s.First <= joined[n-1].Last+1 {
			joined[n-1].Last = max(joined[n-1].Last, s.Last)
			continue
		}
		joined = append(joined, s)
	}
	return joined
}

// Subtract returns the parts of a stretch that are not in a union.
func (s Stretch) Subtract(union []Stretch) (left []Stretch) {
	from := s.First
	for _, u := range union {
		if u.Last < from || u.First > s.Last {
			continue
		}
		if u.First > from {
			left = append(left, Stretch{from, u.First - 1})
		}
		from = u.Last + 1
	}
	if from <= s.Last {
		left = append(left, Stretch{from, s.Last})
	}
	return left
}

// Stretches returns the units of a part.
func (p *Part) Stretches() []Stretch {
	var list []Stretch
	for point := range p.sections {
		for _, r := range p.sections[point].done {
			u := int(r)*p.Points + point
			if n := len(list); n > 0 && list[n-1].Last == u-1 {
				list[n-1].Last = u
				continue
			}
			list = append(list, Stretch{u, u})
		}
	}
	return Union(list)
}

// Slice returns the part of a stretch of units. It shares the values.
func (p *Part) Slice(s Stretch) *Part {
	some := *p
	some.sections = make([]section, p.Points)
	for point := range p.sections {
		from := p.sections[point]
		i := sort.Search(len(from.done), func(i int) bool { return int(from.done[i])*p.Points+point >= s.First })
		k := sort.Search(len(from.done), func(i int) bool { return int(from.done[i])*p.Points+point > s.Last })
		p.skip(&from, i)
		if k > i {
			some.append(&some.sections[point], &from, k-i)
		}
	}
	return &some
}

// Values are the results of a study, wherever they are stored: a Part has them
// in memory. A Column is computed on demand.
type Values interface {
	// Origin returns the version that computed them and the digest of the document.
	Origin() (engine, digest string)
	Prefix() int
	IsComplete() bool
	LimitedCount(entry, limit int) int
	Column(point, run, metric, limit int) Column
	Failures(point, most int) []Failure
}

// Origin returns the version that computed a part, and the digest of its
// document.
func (p *Part) Origin() (engine, digest string) { return p.Engine, p.Digest }

// Rows are the replications of a part at one point, in ascending order.
type Rows struct {
	p *Part
	s *section
}

// Rows returns the replications of a point.
func (p *Part) Rows(point int) Rows { return Rows{p, &p.sections[point]} }

// Len returns the number of replications.
func (r Rows) Len() int { return len(r.s.done) }

// Replication returns the number of the i-th replication.
func (r Rows) Replication(i int) int { return int(r.s.done[i]) }

// Outcome returns the outcome of a run of the i-th replication.
func (r Rows) Outcome(i, run int) Outcome { return r.s.outcomes[i*r.p.Runs+run] }

// Value returns the value of a metric of a run of the i-th replication, NaN if
// missing.
func (r Rows) Value(i, run, metric int) float64 {
	return r.s.values[(i*r.p.Runs+run)*len(r.p.Metrics)+metric]
}

// LimitedCount returns the number of limited results of a noise entry in the i-th
// replication.
func (r Rows) LimitedCount(i, entry int) int32 {
	return r.s.limitedCounts[[2]int32{r.s.done[i], int32(entry)}]
}

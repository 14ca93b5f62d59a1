package study

import (
	"slices"
	"sort"

	"gridbox/core/sorting"
)

// The work of a study is counted in units: one replication at one point, solved
// by every run. Unit u is replication u / points at point u % points, so that a
// stretch of units fills all points evenly, and a grid of few replications can
// be divided as well as a point of many.

// Units is how many there are in a plan.
func (p *Plan) Units() int { return p.Replications() * len(p.Points) }

// A Stretch is the units from First to Last, both among them.
type Stretch struct{ First, Last int }

// Len is how many units a stretch has.
func (s Stretch) Len() int { return s.Last - s.First + 1 }

// Count is how many units stretches have that do not overlap.
func Count(list []Stretch) (n int) {
	for _, s := range list {
		n += s.Len()
	}
	return n
}

// Union puts stretches in order and joins those that touch or overlap.
func Union(list []Stretch) []Stretch {
	ordered := slices.Clone(list)
	sorting.By(ordered, func(a, b Stretch) int { return a.First - b.First })
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

// Without lists what a stretch has and a union has not.
func (s Stretch) Without(union []Stretch) (left []Stretch) {
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

// Stretches lists the units that a part has.
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

// Within is what a part has of a stretch of units. It shares the values.
func (p *Part) Within(s Stretch) *Part {
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

// Values are what a study gave, wherever they are kept: a Part has them in
// memory. A Column is asked for again and again, so it is made when it is.
type Values interface {
	// Origin is the version that computed them and the digest of the document.
	Origin() (engine, digest string)
	Prefix() int
	Whole() bool
	Held(entry, limit int) int
	Column(point, run, metric, limit int) Column
	Failures(point, most int) []Failure
}

// Origin says which version computed a part, of which document.
func (p *Part) Origin() (engine, digest string) { return p.Engine, p.Digest }

// Rows are the replications that a part has at one point, in rising order.
type Rows struct {
	p *Part
	s *section
}

// Rows gives those of a point.
func (p *Part) Rows(point int) Rows { return Rows{p, &p.sections[point]} }

// Len is how many there are.
func (r Rows) Len() int { return len(r.s.done) }

// Replication is the number of the i-th.
func (r Rows) Replication(i int) int { return int(r.s.done[i]) }

// Outcome is how a run of the i-th ended.
func (r Rows) Outcome(i, run int) Outcome { return r.s.outcomes[i*r.p.Runs+run] }

// Value is what a run of the i-th gave of a metric, NaN where it gave none.
func (r Rows) Value(i, run, metric int) float64 {
	return r.s.values[(i*r.p.Runs+run)*len(r.p.Metrics)+metric]
}

// Held is how many results of an entry of the noise were held in the i-th.
func (r Rows) Held(i, entry int) int32 { return r.s.held[[2]int32{r.s.done[i], int32(entry)}] }

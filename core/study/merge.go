package study

import (
	"bytes"
	"errors"
	"math"
	"slices"

	"gridbox/core/doc"
)

// Merge puts parts of one study together, in any order and grouping to the
// same part. A replication may be in several parts; its values must agree, but
// for timings, of which the least stays. The parts given are not modified.
func Merge(parts ...*Part) (*Part, error) {
	if len(parts) == 0 {
		return nil, errors.New("study: there is nothing to merge")
	}
	first := parts[0]
	for i, p := range parts[1:] {
		if why := first.alien(p); why != "" {
			return nil, errors.New("part " + counted(float64(i+2)) + " " + why)
		}
	}
	merged := *first
	merged.sections = make([]section, first.Points)
	timing := slices.Index(merged.Metrics, Elapsed)
	for point := range merged.sections {
		if err := merged.join(point, parts, timing); err != nil {
			return nil, err
		}
	}
	return &merged, nil
}

// alien says why a part is not of the same study, "" if it is.
func (p *Part) alien(other *Part) string {
	switch {
	case p.Digest != other.Digest || !bytes.Equal(doc.Canonical(p.Study), doc.Canonical(other.Study)):
		return "is of another study: its document is " + other.Digest + ", the first one's " + p.Digest
	case p.Engine != other.Engine:
		return "was computed by Gridbox " + other.Engine + ", the first by " + p.Engine + "; run all parts with the same version"
	case p.Points != other.Points || p.Runs != other.Runs || !slices.Equal(p.Metrics, other.Metrics):
		return "has another shape than the first"
	}
	return ""
}

// join merges the sections of one point: all replications sorted, those that
// several parts have once.
func (p *Part) join(point int, parts []*Part, timing int) error {
	type place struct {
		replication int32
		part, at    int
	}
	var order []place
	for k, part := range parts {
		for i, r := range part.sections[point].done {
			order = append(order, place{r, k, i})
		}
	}
	slices.SortStableFunc(order, func(a, b place) int { return int(a.replication) - int(b.replication) })
	p.Grow(point, len(order))
	into := &p.sections[point]
	for _, x := range order {
		from := &parts[x.part].sections[point]
		if n := len(into.done); n > 0 && into.done[n-1] == x.replication {
			if !p.agree(into, n-1, from, x.at, timing) {
				return errors.New("the parts disagree about " + name(point, int(x.replication)) + "; one of them was changed, or computed by another program")
			}
			continue
		}
		into.done = append(into.done, x.replication)
		into.outcomes = append(into.outcomes, from.outcomes[x.at*p.Runs:(x.at+1)*p.Runs]...)
		width := p.Runs * len(p.Metrics)
		into.values = append(into.values, from.values[x.at*width:(x.at+1)*width]...)
		for run := range p.Runs {
			if why, ok := from.whys[[2]int32{x.replication, int32(run)}]; ok {
				into.note(int(x.replication), run, why)
			}
		}
	}
	return nil
}

// agree compares the same replication in two sections and keeps the least of
// two timings.
func (p *Part) agree(a *section, i int, b *section, k, timing int) bool {
	for run := range p.Runs {
		if a.outcomes[i*p.Runs+run] != b.outcomes[k*p.Runs+run] {
			return false
		}
		for m := range p.Metrics {
			at := &a.values[(i*p.Runs+run)*len(p.Metrics)+m]
			x, y := *at, b.values[(k*p.Runs+run)*len(p.Metrics)+m]
			switch {
			case m == timing:
				*at = math.Min(x, y)
			case x != y && !(x != x && y != y):
				return false
			}
		}
	}
	return true
}

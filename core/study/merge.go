package study

import (
	"bytes"
	"errors"
	"math"
	"slices"

	"gridbox/core/doc"
)

// Merge merges parts of one study, with the same result for any order and
// grouping. A replication may be in several parts; its values must agree,
// except for timings, where the least is kept. The parts are not modified.
func Merge(parts ...*Part) (*Part, error) {
	if len(parts) == 0 {
		return nil, errors.New("study: there is nothing to merge")
	}
	first := parts[0]
	for i, p := range parts[1:] {
		if why := first.alien(p); why != "" {
			return nil, errors.New("part " + formatCount(float64(i+2)) + " " + why)
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

// alien returns the reason why a part is not of the same study, or "".
func (p *Part) alien(other *Part) string {
	switch {
	case p.Digest != other.Digest || !bytes.Equal(doc.Canonical(p.Study), doc.Canonical(other.Study)):
		return "is of another study: its document is " + other.Digest + ", the first one's " + p.Digest
	case p.Engine != other.Engine:
		return "was computed by Gridbox " + other.Engine + ", the first by " + p.Engine +
			"; run all parts with the same version"
	case p.Points != other.Points || p.Runs != other.Runs || !slices.Equal(p.Metrics, other.Metrics):
		return "has another shape than the first"
	}
	return ""
}

// join merges the sections of one point: all replications in order, each once.
// Parts consist mostly of ranges, so replications between two others are copied
// together.
func (p *Part) join(point int, parts []*Part, timing int) error {
	var open []*section // sections with replications left
	total := 0
	for _, part := range parts {
		if s := part.sections[point]; len(s.done) > 0 {
			open = append(open, &s)
			total += len(s.done)
		}
	}
	p.Grow(point, total)
	into := &p.sections[point]
	for len(open) > 0 {
		least := 0
		for k, s := range open {
			if s.done[0] < open[least].done[0] {
				least = k
			}
		}
		from := open[least]
		end := len(from.done) // end of the run without a replication of another section
		for k, s := range open {
			if k != least {
				i, _ := slices.BinarySearch(from.done, s.done[0])
				end = min(end, i)
			}
		}
		if n := len(into.done); n > 0 && into.done[n-1] == from.done[0] {
			if !p.agree(into, n-1, from, 0, timing) {
				return errors.New("the parts disagree about " + name(point, int(from.done[0])) +
					"; one of them was changed, or computed by another program")
			}
			end = 1
		} else {
			end = max(end, 1)
			p.append(into, from, end)
		}
		p.skip(from, end)
		if len(from.done) == 0 {
			open = slices.Delete(open, least, least+1)
		}
	}
	return nil
}

// append copies the first n replications of a section.
func (p *Part) append(into, from *section, n int) {
	into.done = append(into.done, from.done[:n]...)
	into.outcomes = append(into.outcomes, from.outcomes[:n*p.Runs]...)
	into.values = append(into.values, from.values[:n*p.Runs*len(p.Metrics)]...)
	for _, r := range from.done[:n] {
		for entry := range p.Study.Study.Noise {
			into.addLimited(int(r), entry, from.limitedCounts[[2]int32{r, int32(entry)}])
		}
		if len(from.reasons) == 0 {
			continue
		}
		for run := range p.Runs {
			if why, ok := from.reasons[[2]int32{r, int32(run)}]; ok {
				into.note(int(r), run, why)
			}
		}
	}
}

// skip drops the first n replications of a section that is a copy.
func (p *Part) skip(s *section, n int) {
	s.done, s.outcomes, s.values = s.done[n:], s.outcomes[n*p.Runs:], s.values[n*p.Runs*len(p.Metrics):]
}

// agree reports whether the same replication in two sections is equal, and
// keeps the lower of two timings.
func (p *Part) agree(a *section, i int, b *section, k, timing int) bool {
	for entry := range p.Study.Study.Noise {
		at := [2]int32{a.done[i], int32(entry)}
		if a.limitedCounts[at] != b.limitedCounts[at] {
			return false
		}
	}
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

package compute

import (
	"cmp"
	"slices"

	"gridbox/core/sorting"
)

// A pace cuts work into chunks that take about the target time each.
type pace struct {
	gaps     [][2]int // replications not yet given out
	unitTime float64  // milliseconds for a replication, 0 until known
}

// gapsOf lists the replications of a study that no chunk covers.
func gapsOf(have []Chunk, size int) (gaps [][2]int) {
	sorted := slices.Clone(have)
	sorting.Sort(sorted, func(a, b Chunk) int { return cmp.Compare(a.From, b.From) })
	at := 0
	for _, c := range sorted {
		if c.From > at {
			gaps = append(gaps, [2]int{at, c.From})
		}
		at = max(at, c.To)
	}
	if at < size {
		gaps = append(gaps, [2]int{at, size})
	}
	return gaps
}

// size returns the number of replications of the next chunk: as many as take
// the target time, and fewer at the end, so that all workers end together.
func (p *pace) size(workers int) int {
	if p.unitTime == 0 {
		return firstOne
	}
	left := 0
	for _, g := range p.gaps {
		left += g[1] - g[0]
	}
	most, even := int(target/p.unitTime), left/(2*workers)
	return max(1, min(most, max(even, most/8)))
}

// took updates the estimated time of a replication; a chunk counts as much as
// all before it, and chunk sizes at most quadruple.
func (p *pace) took(ms float64, replications int) {
	if p.unitTime == 0 {
		p.unitTime = max(ms/float64(replications), target/float64(4*replications))
		return
	}
	p.unitTime = max((p.unitTime+ms/float64(replications))/2, p.unitTime/4, 1e-4)
}

package replica

import (
	"cmp"
	"math"

	"gridbox/core/sorting"
)

// joinCells is the greatest number of cells (hosts times clusters, 20 bytes each) that are kept
// for joining.
const joinCells = 8_000_000

// A host has the results of one search from a single cluster.
type host struct {
	units   []uint64
	seconds []float64
	hop     []int32
}

// worthJoining reports whether there are fewer hosts than sets. Then one search for each host and
// a minimum over the replicas' hosts for each set are less work than a search for each set, and
// an evicted row is cheap to restore.
func worthJoining(n *Net, homes [][]int32) bool {
	used, count := make([]bool, n.Len()), 0
	for _, set := range homes {
		for _, h := range set {
			if !used[h] {
				used[h] = true
				count++
			}
		}
	}
	return count < len(homes) && count*n.Len() <= joinCells
}

// join computes what search.run does for set d, from the hosts' searches. The nearest host of a
// cluster is the one with the least units. On a tie the hop that comes first in the document is
// used, and the seconds are added up along the resulting path, as in a search. The next cluster
// on the path is nearer and therefore final.
func (t *Table) join(d int32, seconds []float64) {
	hop := t.hops
	for i := range t.minUnits {
		t.minUnits[i], seconds[i], hop[i] = unreachable, math.Inf(1), -1
	}
	t.tied = t.tied[:0]
	for _, replica := range t.homes[d] {
		h := t.host(replica)
		for i, units := range h.units {
			switch {
			case units < t.minUnits[i]:
				t.minUnits[i], seconds[i], hop[i] = units, h.seconds[i], h.hop[i]
			case units == t.minUnits[i] && units != unreachable:
				hop[i] = min(hop[i], h.hop[i])
				t.tied = append(t.tied, int32(i))
			}
		}
	}
	sorting.Sort(t.tied, func(a, b int32) int { return cmp.Compare(t.minUnits[a], t.minUnits[b]) })
	for _, i := range t.tied {
		if hop[i] == i {
			continue // first tied, then found to have a replica itself
		}
		seconds[i] = seconds[hop[i]] + t.net.cost(hop[i], i)
	}
}

// joinedHop returns the next cluster on the path from cluster i to a replica of set d: the hop of
// the nearest host, on a tie the first in the document, or -1 if there is none.
func (t *Table) joinedHop(d, i int32) int32 {
	near, hop := uint64(unreachable), int32(-1)
	for _, replica := range t.homes[d] {
		h := t.host(replica)
		switch units := h.units[i]; {
		case units < near:
			near, hop = units, h.hop[i]
		case units == near && units != unreachable:
			hop = min(hop, h.hop[i])
		}
	}
	return hop
}

// host returns the results of a search from cluster c, which runs at the first call.
func (t *Table) host(c int32) *host {
	if t.hosts[c] == nil {
		h := &host{make([]uint64, t.net.Len()), make([]float64, t.net.Len()), make([]int32, t.net.Len())}
		t.search.run([]int32{c}, h.seconds, h.hop)
		copy(h.units, t.search.dist)
		t.hosts[c] = h
		t.Searches++
	}
	return t.hosts[c]
}

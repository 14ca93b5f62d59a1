package replica

import (
	"cmp"
	"math"

	"gridbox/core/sorting"
)

// joinCells bounds the cells (hosts times clusters, 20 bytes each) that are
// kept for joining.
const joinCells = 8_000_000

// A host is what one search from a single cluster tells every other.
type host struct {
	units   []uint64
	seconds []float64
	hop     []int32
}

// worthJoining reports whether there are fewer hosts than sets: then one search a
// host and a minimum over the replicas' hosts a set is less work than one
// search a set, and a row that was let go is soon made again.
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

// join does what search.from does for set d, from the hosts' searches. The
// nearest host of a cluster is known by its units. Where two are equally near,
// the hop that comes first in the document is taken, and the seconds are added
// up along the way that results, as a search would: the next cluster on it is
// nearer and therefore settled before.
func (t *Table) join(d int32, seconds []float64) {
	hop := t.hops
	for i := range t.near {
		t.near[i], seconds[i], hop[i] = far, math.Inf(1), -1
	}
	t.tied = t.tied[:0]
	for _, replica := range t.homes[d] {
		h := t.host(replica)
		for i, units := range h.units {
			switch {
			case units < t.near[i]:
				t.near[i], seconds[i], hop[i] = units, h.seconds[i], h.hop[i]
			case units == t.near[i] && units != far:
				hop[i] = min(hop[i], h.hop[i])
				t.tied = append(t.tied, int32(i))
			}
		}
	}
	sorting.By(t.tied, func(a, b int32) int { return cmp.Compare(t.near[a], t.near[b]) })
	for _, i := range t.tied {
		if hop[i] == i {
			continue // tied at first, then found to hold a replica itself
		}
		seconds[i] = seconds[hop[i]] + t.net.cost(hop[i], i)
	}
}

// joinedHop is the next cluster on the way from cluster i to a replica of set
// d: that of the nearest host, and of several equally near the first in the
// document. -1 where there is none.
func (t *Table) joinedHop(d, i int32) int32 {
	near, hop := uint64(far), int32(-1)
	for _, replica := range t.homes[d] {
		h := t.host(replica)
		switch units := h.units[i]; {
		case units < near:
			near, hop = units, h.hop[i]
		case units == near && units != far:
			hop = min(hop, h.hop[i])
		}
	}
	return hop
}

// host searches from a cluster when it is first asked for.
func (t *Table) host(c int32) *host {
	if t.hosts[c] == nil {
		h := &host{make([]uint64, t.net.Len()), make([]float64, t.net.Len()), make([]int32, t.net.Len())}
		t.search.from([]int32{c}, h.seconds, h.hop)
		copy(h.units, t.search.dist)
		t.hosts[c] = h
		t.Searches++
	}
	return t.hosts[c]
}

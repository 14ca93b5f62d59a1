package state

import (
	"math"
	"sort"
	"strconv"

	"gridbox/core/draw/markid"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

// Finding, naming and keeping the things of a problem.

// indexOf returns the index of a thing in its list, or -1.
func indexOf(p *placement.Problem, t Ref) int {
	switch t.Kind {
	case "cluster":
		for i := range p.Clusters {
			if p.Clusters[i].ID == t.ID {
				return i
			}
		}
	case "link":
		for i := range p.Links {
			if markid.LinkID(p.Links[i].A, p.Links[i].B) == t.ID {
				return i
			}
		}
	case "dataset":
		for i := range p.Datasets {
			if p.Datasets[i].ID == t.ID {
				return i
			}
		}
	case "job":
		for i := range p.Jobs {
			if p.Jobs[i].ID == t.ID {
				return i
			}
		}
	}
	return -1
}

func keep[T any](list []T, ok func(T) bool) []T {
	kept := make([]T, 0, len(list))
	for _, v := range list {
		if ok(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

func removeID(list []string, id string) (rest []string, had bool) {
	rest = keep(list, func(v string) bool { return v != id })
	return rest, len(rest) != len(list)
}

func freeID(prefix string, from int, taken func(string) bool) string {
	for n := from; ; n++ {
		if id := prefix + strconv.Itoa(n); !taken(id) {
			return id
		}
	}
}

// unit rounds a coordinate to the visible digits and keeps it inside the
// picture.
func unit(v float64) float64 {
	if math.IsNaN(v) {
		return 0.5
	}
	return math.Round(max(0, min(1, v))*1e4) / 1e4
}

// usualPower returns the median of the existing powers, so that a new cluster
// is neither slow nor fast.
func usualPower(p *scenario.Placement) float64 {
	v := make([]float64, len(p.Clusters))
	for i, c := range p.Clusters {
		v[i] = c.MIPS
	}
	return median(v, 1000)
}

func usualBandwidth(p *scenario.Placement) float64 {
	v := make([]float64, len(p.Links))
	for i, l := range p.Links {
		v[i] = l.Bandwidth
	}
	return median(v, 10)
}

func median(v []float64, none float64) float64 {
	if len(v) == 0 {
		return none
	}
	sort.Float64s(v)
	return v[len(v)/2]
}

package importer

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

// addComponents reports the connected components of a network if there are several,
// for every format that yields a network. It skips a network with generated
// links, and machines for jobs with run times and without data.
func (r *Report) addComponents(p *scenario.Placement) {
	if p == nil || len(p.Links) == 0 && (p.Generate != nil || len(p.Datasets) == 0 && p.HasTimes()) {
		return
	}
	parts := partsOf(&p.Problem)
	if len(parts) < 2 {
		return
	}
	text := "without a link to the others, so that no data pass between them: "
	for i, part := range parts {
		if i == maxParts {
			text += "; …"
			break
		}
		if i > 0 {
			text += "; "
		}
		names := make([]string, 0, maxParts)
		for _, at := range part[:min(len(part), maxParts)] {
			names = append(names, p.Clusters[at].ID)
		}
		if len(part) > 1 {
			text += strconv.Itoa(len(part)) + " places with "
		}
		text += strings.Join(names, " and ")
	}
	r.AddAssumed(len(parts), "part", text)
}

// maxParts bounds the components in the report, and the names of each.
const maxParts = 4

// partsOf returns the connected components of a network as indexes of its
// clusters, the largest first.
func partsOf(p *placement.Problem) [][]int {
	places, root := make(map[string]int, len(p.Clusters)), make([]int, len(p.Clusters))
	for i := range p.Clusters {
		places[p.Clusters[i].ID], root[i] = i, i
	}
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	for _, l := range p.Links {
		a, b := find(places[l.A]), find(places[l.B])
		root[max(a, b)] = min(a, b)
	}
	var parts [][]int
	at := make([]int, len(p.Clusters)) // component of each cluster, by its first index
	for i := range root {
		first := find(i)
		if first == i {
			at[i] = len(parts)
			parts = append(parts, nil)
		}
		parts[at[first]] = append(parts[at[first]], i)
	}
	slices.SortStableFunc(parts, func(a, b []int) int { return len(b) - len(a) })
	return parts
}

package placement

import (
	"math"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/sorting"
)

// Validate returns all faults of the problem, with paths relative to it, such as
// clusters[2].mips.
//
// Valid are empty lists, a network in several parts, a dataset without a replica, a job without
// datasets and numbers of any size; solvers decide whether every job can run. Invalid are:
//   - an empty or repeated id, a reference to an unknown element;
//   - a link from a cluster to itself, a second link between two clusters;
//   - a number that is not finite, a size or work below zero;
//   - a power or bandwidth that is not positive, or so small that its inverse is infinite.
func (p *Problem) Validate() doc.Faults { return p.ValidateWith(nil) }

// ValidateWith is Validate with regular calls of pause if it is not nil; see [doc.Review].
func (p *Problem) ValidateWith(pause func()) doc.Faults {
	v := &validation{doc.Review{Pause: pause}}
	clusters := v.clusters(p.Clusters)
	v.links(p.Links, clusters)
	datasets := v.datasets(p.Datasets, clusters)
	v.jobs(p.Jobs, clusters, datasets)
	return v.Faults
}

// A validation collects the faults of a problem.
type validation struct{ doc.Review }

// clusters checks the clusters and returns their indexes by id.
func (v *validation) clusters(list []Cluster) map[string]int {
	known := make(map[string]int, len(list))
	for i := range list {
		c, at := &list[i], doc.At("clusters", i)
		v.ID(known, "cluster", at, c.ID, i)
		v.Positive(at+".mips", c.MIPS, "power")
		v.unit(at+".x", c.X)
		v.unit(at+".y", c.Y)
	}
	return known
}

// links checks the links between the clusters.
func (v *validation) links(list []Link, clusters map[string]int) {
	first := make(map[[2]int]int, len(list))
	for i := range list {
		l, at := &list[i], doc.At("links", i)
		a, okA := v.Ref(clusters, "cluster", at+".a", l.A)
		b, okB := v.Ref(clusters, "cluster", at+".b", l.B)
		if v.Positive(at+".bandwidth", l.Bandwidth, "bandwidth") && math.IsInf(1/l.Bandwidth, 1) {
			v.Fault(at+".bandwidth", doc.Exact(l.Bandwidth),
				"is too small: seconds per MB are not finite; use at least 1e-300")
		}
		if !okA || !okB {
			continue
		}
		if a == b {
			v.Fault(at, text(l.A), "joins a cluster to itself; data are local there anyway, remove the link")
			continue
		}
		pair := [2]int{min(a, b), max(a, b)}
		if earlier, twice := first[pair]; twice {
			v.Fault(at, "", "joins "+l.A+" and "+l.B+" a second time, after "+doc.At("links", earlier)+
				"; keep one link with the whole bandwidth")
			continue
		}
		first[pair] = i
	}
}

// datasets checks the datasets and returns their indexes by id.
func (v *validation) datasets(list []Dataset, clusters map[string]int) map[string]int {
	known := make(map[string]int, len(list))
	for i := range list {
		d, at := &list[i], doc.At("datasets", i)
		v.ID(known, "dataset", at, d.ID, i)
		v.NotNegative(at+".size", d.Size, "size")
		v.refs(clusters, "cluster", at+".at", d.At)
	}
	return known
}

// jobs checks the jobs.
func (v *validation) jobs(list []Job, clusters, datasets map[string]int) {
	known := make(map[string]int, len(list))
	for i := range list {
		j, at := &list[i], doc.At("jobs", i)
		v.ID(known, "job", at, j.ID, i)
		v.NotNegative(at+".mi", j.MI, "work")
		v.refs(datasets, "dataset", at+".datasets", j.Datasets)
		v.times(at+".times", j, clusters)
	}
}

// times checks the stated times of a job.
func (v *validation) times(at string, j *Job, clusters map[string]int) {
	if j.Times != nil && len(j.Times) != len(clusters) {
		v.Fault(at, "", "has "+strconv.Itoa(len(j.Times))+" times for "+doc.Count(len(clusters), "cluster")+
			"; state one for each, or name the clusters: {\"c1\": 12.5}")
	}
	if j.TimesOn != nil && len(j.TimesOn) == 0 {
		v.Fault(at, "", "name no cluster, so that the job can run nowhere; state a time on one at least")
	}
	if len(j.Times) > 0 && len(j.TimesOn) > 0 {
		v.Fault(at, "", "are given in two forms; keep the list or the object")
	}
	for i, t := range j.Times {
		v.NotNegative(doc.At(at, i), t, "time")
	}
	for _, id := range sorting.Keys(j.TimesOn) {
		here := doc.JoinPath(at, doc.Name(id))
		v.Ref(clusters, "cluster", here, id)
		v.NotNegative(here, j.TimesOn[id], "time")
	}
}

// refs checks a list of references, in which each element may occur once.
func (v *validation) refs(known map[string]int, noun, path string, ids []string) {
	for k, id := range ids {
		if _, ok := v.Ref(known, noun, doc.At(path, k), id); !ok {
			continue
		}
		// The lists are short: replicas of a dataset, datasets of a job. A long list is checked
		// with a set below.
		if len(ids) > 32 {
			continue
		}
		for m := range k {
			if ids[m] == id {
				v.Fault(doc.At(path, k), text(id), "is listed twice; remove one")
				break
			}
		}
	}
	if len(ids) <= 32 {
		return
	}
	seen := make(map[string]bool, len(ids))
	for k, id := range ids {
		if _, ok := known[id]; ok && seen[id] {
			v.Fault(doc.At(path, k), text(id), "is listed twice; remove one")
		}
		seen[id] = true
	}
}

// unit checks an optional number from 0 to 1.
func (v *validation) unit(path string, x *float64) {
	if x != nil && v.Finite(path, *x) && (*x < 0 || *x > 1) {
		v.Fault(path, doc.Exact(*x), "must lie from 0 to 1")
	}
}

// text returns s in double quotes.
func text(s string) string { return strconv.Quote(s) }

package placement

import (
	"math"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/preset"
	"gridbox/core/rng"
)

// What a generator may make at most, so that a slip of a digit cannot fill the
// memory of a page.
const (
	MostClusters = 20_000
	MostDatasets = 200_000
	MostJobs     = 1_000_000
	MostLinks    = 1_000_000
)

// Generate makes the problem that spec asks for. The same spec and seed give
// the same problem everywhere. Every part draws from a stream of its own and
// in order, so that more jobs leave the network and the first jobs as they
// were. A fault's path is relative to the spec.
//
// The network is joined up after it is drawn: a part that the random links
// leave apart gets one link to the parts before it (except between islands).
// Regular topologies give their clusters places; for er and ba places are left
// to the picture.
func Generate(spec Spec, seed uint64) (Problem, doc.Faults) { return Complete(Problem{}, spec, seed) }

// Complete is Generate beside lists that are given. They are kept, and the
// others drawn on them, from the very streams that draw them where nothing is
// given.
func Complete(given Problem, spec Spec, seed uint64) (Problem, doc.Faults) {
	found, faults := spec.resolve(&given)
	switch {
	case faults != nil:
		return Problem{}, faults
	case found.Drawn():
		p, faults := redraw(found, spec)
		return given.over(p), faults
	}
	return found.Parameters.on(given, seed), nil
}

// resolve finds the preset and puts the spec's own parameters over its.
func (s Spec) resolve(given *Problem) (Preset, doc.Faults) {
	found, faults := preset.Find(Presets(), s.Preset)
	switch {
	case faults != nil:
		return found, faults
	case found.Drawn():
		_, faults := redraw(found, s)
		return found, faults
	}
	found.Parameters = s.over(found.Parameters)
	found.Parameters.fit(given, s)
	return found, found.Parameters.faults()
}

// redraw gives a problem that is written down; it can only be shortened.
func redraw(found Preset, spec Spec) (Problem, doc.Faults) {
	p := found.Draw()
	jobs := spec.Jobs
	spec.Jobs, spec.Preset = nil, ""
	if spec != (Spec{}) {
		return Problem{}, doc.Faults{{Path: "preset", Value: text(found.ID),
			Why: "is written down, not generated: only jobs can be set; choose another preset for the other " +
				"parameters"}}
	}
	if jobs == nil {
		return p, nil
	}
	if *jobs < 0 || *jobs > len(p.Jobs) {
		return Problem{}, doc.Faults{{Path: "jobs", Value: strconv.Itoa(*jobs),
			Why: found.ID + " has " + strconv.Itoa(len(p.Jobs)) + " jobs; ask for 0 to " + strconv.Itoa(len(p.Jobs))}}
	}
	p.Jobs = p.Jobs[:*jobs]
	return p, nil
}

// faults checks the parameters as a whole, beyond the range of each field.
func (p *parameters) faults() doc.Faults {
	v := &validation{}
	v.Count("clusters", p.Clusters, 1, MostClusters)
	v.Count("islands", p.Islands, 1, max(p.Clusters, 1))
	v.Count("datasets", p.Datasets, 0, MostDatasets)
	v.Count("jobs", p.Jobs, 0, MostJobs)
	if _, known := topologies[p.Topology]; !known {
		v.Fault("topology", text(p.Topology), "is not a topology; choose er, ba, ring, star, tree, grid or fat-tree")
	}
	v.probability("linkProbability", p.LinkProbability)
	v.probability("dataShare", p.DataShare)
	v.Between("degree", p.Degree, 0, MostClusters)
	if links := p.expectedLinks(); links > MostLinks {
		v.Fault("degree", "", "would make about "+strconv.FormatFloat(links, 'f', 0, 64)+" links; at most "+
			strconv.Itoa(MostLinks)+" can be made")
	}
	v.Between("bandwidthMean", p.BandwidthMean, smallest, largest)
	v.Between("bandwidthSd", p.BandwidthSD, 0, largest)
	v.Between("mipsMean", p.MIPSMean, smallest, largest)
	v.Between("mipsSd", p.MIPSSD, 0, largest)
	v.interval("sizeMin", p.SizeMin, "sizeMax", p.SizeMax)
	v.interval("workMin", p.WorkMin, "workMax", p.WorkMax)
	v.Between("sizeAlpha", p.SizeAlpha, 0, steepest)
	v.Between("workAlpha", p.WorkAlpha, 0, steepest)
	v.Between("dataWork", p.DataWork, smallest, largest)
	v.interval("replicasMin", float64(p.ReplicasMin), "replicasMax", float64(p.ReplicasMax))
	if p.ReplicasMax > p.Clusters {
		v.Fault("replicasMax", strconv.Itoa(p.ReplicasMax), "is more than the "+strconv.Itoa(p.Clusters)+" clusters")
	}
	v.Count("needsMin", p.NeedsMin, 0, p.NeedsMax)
	v.Count("needsMax", p.NeedsMax, 0, p.Datasets)
	return v.Faults
}

// What means and ranges are drawn from stays within these, so that no product
// of a few of them leaves the numbers.
const (
	smallest = 1e-9
	largest  = 1e15
	steepest = 20 // exponent of a power law
)

func (v *validation) probability(path string, x float64) { v.unit(path, &x) }

func (v *validation) interval(lowPath string, low float64, highPath string, high float64) {
	if v.Between(lowPath, low, smallest, largest) && v.Between(highPath, high, smallest, largest) && low > high {
		v.Fault(lowPath, doc.Exact(low), "must not be above "+highPath+", which is "+doc.Exact(high))
	}
}

// on draws what is not given. Numbers are rounded to few digits, which keeps
// documents short and readable: power and work to whole numbers, sizes and
// bandwidths to tenths.
func (p *parameters) on(out Problem, seed uint64) Problem {
	places := len(out.Clusters) == 0
	if places {
		power := rng.New(seed, "placement/power", 0)
		for i := range p.Clusters {
			mips := power.TruncatedNormal(p.MIPSMean, p.MIPSSD, p.MIPSMean/10, 2*p.MIPSMean)
			out.Clusters = append(out.Clusters, Cluster{ID: "c" + strconv.Itoa(i+1), MIPS: rounded(mips, 1)})
		}
	}
	if len(out.Links) == 0 {
		p.network(&out, seed, places)
	}
	if len(out.Datasets) == 0 {
		p.datasets(&out, seed)
	}
	if len(out.Jobs) == 0 {
		p.jobs(&out, seed)
	}
	return out
}

func (p *parameters) datasets(out *Problem, seed uint64) {
	sizes, homes := rng.New(seed, "placement/sizes", 0), rng.New(seed, "placement/replicas", 0)
	for i := range p.Datasets {
		d := Dataset{ID: "d" + strconv.Itoa(i+1), Size: rounded(sizes.PowerLaw(p.SizeAlpha, p.SizeMin, p.SizeMax), 10)}
		for _, c := range homes.Sample(p.Clusters, homes.Between(p.ReplicasMin, p.ReplicasMax)) {
			d.At = append(d.At, out.Clusters[c].ID)
		}
		out.Datasets = append(out.Datasets, d)
	}
}

func (p *parameters) jobs(out *Problem, seed uint64) {
	jobs := rng.New(seed, "placement/jobs", 0)
	for i := range p.Jobs {
		work := jobs.PowerLaw(p.WorkAlpha, p.WorkMin, p.WorkMax)
		if jobs.Chance(p.DataShare) {
			work *= p.DataWork
		}
		j := Job{ID: "j" + strconv.Itoa(i+1), MI: rounded(work, 1)}
		for _, d := range jobs.Sample(p.Datasets, jobs.Between(p.NeedsMin, p.NeedsMax)) {
			j.Datasets = append(j.Datasets, out.Datasets[d].ID)
		}
		out.Jobs = append(out.Jobs, j)
	}
}

// rounded keeps 1/steps as the smallest unit, but never rounds to nothing.
func rounded(x, steps float64) float64 {
	r := math.Floor(float64(x*steps)+0.5) / steps
	if r <= 0 || math.IsInf(r, 0) {
		return x
	}
	return r
}

package placement

import (
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/preset"
	"gridbox/core/rng"
)

// Limits of the generator, so that a mistyped number cannot fill the memory of a page.
const (
	MaxClusters = 20_000
	MaxDatasets = 200_000
	MaxJobs     = 1_000_000
	MaxLinks    = 1_000_000
)

// Generate returns the problem that a spec describes. The same spec and seed give the same
// problem on every machine. Each part draws from its own stream in order, so that a larger number
// of jobs leaves the network and the first jobs unchanged. The paths of faults are relative to
// the spec.
//
// Parts that the random links leave unconnected are joined by one link each, except islands.
// Regular topologies place their clusters in the picture; er and ba leave the places to the
// picture.
func Generate(spec Spec, seed uint64) (Problem, doc.Faults) { return Complete(Problem{}, spec, seed) }

// Complete returns the given problem with its empty lists generated. A list is drawn from the
// same stream as in Generate.
func Complete(given Problem, spec Spec, seed uint64) (Problem, doc.Faults) {
	found, faults := spec.resolve(&given)
	switch {
	case faults != nil:
		return Problem{}, faults
	case found.IsFixed():
		p, faults := redraw(found, spec)
		return given.overlay(p), faults
	}
	return found.Parameters.generate(given, seed), nil
}

// resolve returns the preset of the spec with the spec's own parameters set.
func (s Spec) resolve(given *Problem) (Preset, doc.Faults) {
	found, faults := preset.Find(Presets(), s.Preset)
	switch {
	case faults != nil:
		return found, faults
	case found.IsFixed():
		_, faults := redraw(found, s)
		return found, faults
	}
	found.Parameters = s.overlay(found.Parameters)
	found.Parameters.fit(given, s)
	return found, found.Parameters.faults()
}

// redraw returns the problem of a preset that is written by hand. The spec can only reduce the
// number of jobs.
func redraw(found Preset, spec Spec) (Problem, doc.Faults) {
	p := found.Draw()
	jobs := spec.Jobs
	spec.Jobs, spec.Preset = nil, ""
	if spec != (Spec{}) {
		return Problem{}, doc.Faults{{Path: "preset", Value: text(found.ID),
			Reason: "is written down, not generated: only jobs can be set; choose another preset for the other " +
				"parameters"}}
	}
	if jobs == nil {
		return p, nil
	}
	if *jobs < 0 || *jobs > len(p.Jobs) {
		return Problem{}, doc.Faults{{Path: "jobs", Value: strconv.Itoa(*jobs),
			Reason: found.ID + " has " + strconv.Itoa(len(p.Jobs)) + " jobs; ask for 0 to " +
				strconv.Itoa(len(p.Jobs))}}
	}
	p.Jobs = p.Jobs[:*jobs]
	return p, nil
}

// faults checks the parameters against the limits and against each other.
func (p *parameters) faults() doc.Faults {
	v := &validation{}
	v.Count("clusters", p.Clusters, 1, MaxClusters)
	v.Count("islands", p.Islands, 1, max(p.Clusters, 1))
	v.Count("datasets", p.Datasets, 0, MaxDatasets)
	v.Count("jobs", p.Jobs, 0, MaxJobs)
	if _, known := topologies[p.Topology]; !known {
		v.Fault("topology", text(p.Topology), "is not a topology; choose er, ba, ring, star, tree, grid or fat-tree")
	}
	v.probability("linkProbability", p.LinkProbability)
	v.probability("dataShare", p.DataShare)
	v.InRange("degree", p.Degree, 0, MaxClusters)
	if links := p.expectedLinks(); links > MaxLinks {
		v.Fault("degree", "", "would make about "+strconv.FormatFloat(links, 'f', 0, 64)+" links; at most "+
			strconv.Itoa(MaxLinks)+" can be made")
	}
	v.InRange("bandwidthMean", p.BandwidthMean, minValue, maxValue)
	v.InRange("bandwidthSd", p.BandwidthSD, 0, maxValue)
	v.InRange("mipsMean", p.MIPSMean, minValue, maxValue)
	v.InRange("mipsSd", p.MIPSSD, 0, maxValue)
	v.interval("sizeMin", p.SizeMin, "sizeMax", p.SizeMax)
	v.interval("workMin", p.WorkMin, "workMax", p.WorkMax)
	v.InRange("sizeAlpha", p.SizeAlpha, 0, maxExponent)
	v.InRange("workAlpha", p.WorkAlpha, 0, maxExponent)
	v.InRange("dataWork", p.DataWork, minValue, maxValue)
	p.timeFaults(v)
	v.interval("replicasMin", float64(p.ReplicasMin), "replicasMax", float64(p.ReplicasMax))
	if p.ReplicasMax > p.Clusters {
		v.Fault("replicasMax", strconv.Itoa(p.ReplicasMax), "is more than the "+strconv.Itoa(p.Clusters)+" clusters")
	}
	v.Count("needsMin", p.NeedsMin, 0, p.NeedsMax)
	v.Count("needsMax", p.NeedsMax, 0, p.Datasets)
	return v.Faults
}

// Limits of means and ranges, so that a product of a few of them is finite.
const (
	minValue    = 1e-9
	maxValue    = 1e15
	maxExponent = 20 // exponent of a power law
)

// probability checks a number from 0 to 1.
func (v *validation) probability(path string, x float64) { v.unit(path, &x) }

// interval checks the two ends of a range.
func (v *validation) interval(lowPath string, low float64, highPath string, high float64) {
	if v.InRange(lowPath, low, minValue, maxValue) && v.InRange(highPath, high, minValue, maxValue) && low > high {
		v.Fault(lowPath, doc.Exact(low), "must not be above "+highPath+", which is "+doc.Exact(high))
	}
}

// generate generates the lists that are empty. Numbers are rounded, so that documents are short: power
// and work to integers, sizes and bandwidths to tenths.
func (p *parameters) generate(out Problem, seed uint64) Problem {
	places := len(out.Clusters) == 0
	if places {
		power := rng.New(seed, "placement/power", 0)
		for i := range p.Clusters {
			mips := power.TruncatedNormal(p.MIPSMean, p.MIPSSD, p.MIPSMean/10, 2*p.MIPSMean)
			out.Clusters = append(out.Clusters, Cluster{ID: "c" + strconv.Itoa(i+1), MIPS: preset.RoundTo(mips, 1)})
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

// datasets generates the datasets with their replicas.
func (p *parameters) datasets(out *Problem, seed uint64) {
	sizes, homes := rng.New(seed, "placement/sizes", 0), rng.New(seed, "placement/replicas", 0)
	for i := range p.Datasets {
		size := preset.RoundTo(sizes.PowerLaw(p.SizeAlpha, p.SizeMin, p.SizeMax), 10)
		d := Dataset{ID: "d" + strconv.Itoa(i+1), Size: size}
		for _, c := range homes.Sample(p.Clusters, homes.UniformInt(p.ReplicasMin, p.ReplicasMax)) {
			d.At = append(d.At, out.Clusters[c].ID)
		}
		out.Datasets = append(out.Datasets, d)
	}
}

// jobs generates the jobs with their required datasets.
func (p *parameters) jobs(out *Problem, seed uint64) {
	jobs, times := rng.New(seed, "placement/jobs", 0), rng.New(seed, "placement/times", 0)
	for i := range p.Jobs {
		work := jobs.PowerLaw(p.WorkAlpha, p.WorkMin, p.WorkMax)
		if jobs.Chance(p.DataShare) {
			work *= p.DataWork
		}
		j := Job{ID: "j" + strconv.Itoa(i+1), MI: preset.RoundTo(work, 1)}
		if p.Times != timesOfWork {
			j.MI, j.Times = 0, p.rangeTimes(times, len(out.Clusters))
		}
		for _, d := range jobs.Sample(p.Datasets, jobs.UniformInt(p.NeedsMin, p.NeedsMax)) {
			j.Datasets = append(j.Datasets, out.Datasets[d].ID)
		}
		out.Jobs = append(out.Jobs, j)
	}
}

package farm

import (
	"math"
	"sort"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/kind/farm/lublin"
	"gridbox/core/preset"
	"gridbox/core/rng"
)

// Limits of the generator, so that a mistyped number cannot fill the memory of a page.
const (
	MaxMachines = 20_000
	MaxJobs     = 1_000_000
	MaxLinks    = 1_000_000
	MaxUsers    = 10_000
	maxSlots    = 4096 // of one machine
)

// Generate returns the problem that a spec describes. The same spec and seed give the same
// problem on every machine. Each part draws from its own stream in order, so that a larger number
// of jobs leaves the farm and the first jobs unchanged. Every job fits on some machine. The paths
// of faults are relative to the spec.
func Generate(spec Spec, seed uint64) (Problem, doc.Faults) { return Complete(Problem{}, spec, seed) }

// Complete returns the given problem with its empty lists generated. A list is drawn from the
// same stream as in Generate. Every generated job fits on some given machine.
func Complete(given Problem, spec Spec, seed uint64) (Problem, doc.Faults) {
	found, faults := spec.resolve(&given)
	switch {
	case faults != nil:
		return Problem{}, faults
	case found.IsFixed():
		return given.overlay(found.Draw()), nil
	}
	return found.Parameters.generate(given, seed), nil
}

// resolve returns the preset of the spec with the spec's own parameters set.
func (s Spec) resolve(given *Problem) (Preset, doc.Faults) {
	found, faults := preset.Resolve(Presets(), s.Preset, s == Spec{Preset: s.Preset}, s.overlay)
	if faults == nil && !found.IsFixed() {
		found.Parameters.fit(given, s)
		faults = found.Parameters.faults()
	}
	return found, faults
}

// faults checks the parameters against the limits and against each other.
func (p *parameters) faults() doc.Faults {
	v := &validation{}
	v.InRange("machines", float64(p.Machines), 1, MaxMachines)
	v.InRange("slotsMax", float64(p.SlotsMax), 1, maxSlots)
	v.InRange("types", float64(p.Types), 1, float64(p.Machines))
	v.InRange("jobs", float64(p.Jobs), 0, MaxJobs)
	v.InRange("partsMax", float64(p.PartsMax), 2, 64)
	v.InRange("priorities", float64(p.Priorities), 1, 1000)
	v.InRange("licenses", float64(p.Licenses), 0, MaxJobs)
	v.InRange("users", float64(p.Users), 0, MaxUsers)
	for _, share := range []struct {
		path string
		x    float64
	}{{"speedSpread", p.SpeedSpread}, {"typedShare", p.TypedShare}, {"licensedShare", p.LicensedShare},
		{"wideShare", p.WideShare},
		{"parallelShare", p.ParallelShare}, {"dependentShare", p.DependentShare}, {"deadlineShare", p.DeadlineShare},
		{"preemptibleShare", p.PreemptibleShare}} {
		v.InRange(share.path, share.x, 0, 1)
	}
	if p.SpeedSpread > 0.99 {
		v.Fault("speedSpread", doc.Exact(p.SpeedSpread), "must be at most 0.99, or a machine might stand still")
	}
	v.InRange("memoryPerSlot", p.MemoryPerSlot, 0, 1e6)
	if p.Degree > float64(p.Machines-1) {
		v.Fault("degree", doc.Exact(p.Degree), "is more than the "+strconv.Itoa(p.Machines-1)+" other machines")
	} else if links := p.Degree * float64(p.Machines) / 2; links > MaxLinks {
		v.Fault("degree", doc.Exact(p.Degree), "would make more than "+strconv.Itoa(MaxLinks)+" links")
	}
	v.InRange("bandwidth", p.Bandwidth, 1e-6, 1e9)
	v.InRange("durationMin", p.DurationMin, 1e-3, 1e9)
	v.InRange("durationMax", p.DurationMax, 1e-3, 1e9)
	if p.DurationMin > p.DurationMax {
		v.Fault("durationMin", doc.Exact(p.DurationMin), "must not be above durationMax, which is "+
			doc.Exact(p.DurationMax))
	}
	v.InRange("overestimate", p.Overestimate, 1, 1000)
	v.InRange("interval", p.Interval, 0, 1e9)
	v.InRange("dataMax", p.DataMax, 0, 1e9)
	v.InRange("cycle", p.Cycle, 0, 1e9)
	if p.Model != modelSimple && p.Model != modelLublin {
		v.Fault("model", strconv.Quote(p.Model), "is not a workload model; choose simple or lublin-feitelson")
	}
	v.InRange("load", p.Load, 1e-3, 1e3)
	return v.Faults
}

// generate generates the lists that are empty. Times are rounded to whole seconds, which keeps
// documents short and sums exact.
func (p *parameters) generate(out Problem, seed uint64) Problem {
	if len(out.Machines) == 0 {
		p.farm(&out, seed)
	}
	if len(out.Links) == 0 {
		p.links(&out, seed)
	}
	if p.Licenses > 0 && len(out.Licenses) == 0 {
		out.Licenses = map[string]int{"solver": p.Licenses}
	}
	switch {
	case len(out.Jobs) > 0:
	case p.Model == modelLublin:
		p.lublin(&out, seed)
		p.owners(out.Jobs, seed)
	default:
		p.stream(&out, seed)
		p.owners(out.Jobs, seed)
	}
	if p.Cycle > 0 && out.Policy == nil {
		cycle := p.Cycle
		out.Policy = &Policy{Cycle: &cycle}
	}
	return out
}

// farm generates the machines.
func (p *parameters) farm(out *Problem, seed uint64) {
	sizes, speeds := rng.New(seed, "farm/slots", 0), rng.New(seed, "farm/speed", 0)
	for i := range p.Machines {
		slots := p.SlotsMax >> sizes.IntN(bitsOf(p.SlotsMax))
		if i < p.Types {
			slots = p.SlotsMax // every type has a machine of the full size
		}
		m := Machine{ID: "m" + strconv.Itoa(i+1), Slots: slots, Memory: float64(slots) * p.MemoryPerSlot}
		if p.SpeedSpread > 0 {
			s := preset.RoundTo(speeds.Uniform(1-p.SpeedSpread, 1+p.SpeedSpread), 100)
			m.Speed = &s
		}
		if p.Types > 1 {
			m.Type = typeName(i % p.Types)
		}
		out.Machines = append(out.Machines, m)
	}
}

// links joins every machine to the following ones in a ring, as many as the mean degree requires.
func (p *parameters) links(out *Problem, seed uint64) {
	draw := rng.New(seed, "farm/links", 0)
	n := p.Machines
	for step := 1; 2*step <= n; step++ {
		share := math.Min(1, (p.Degree-float64(2*step-2))/2)
		if 2*step == n {
			share = math.Min(1, 2*share)
		}
		for i := range n {
			if share <= 0 || 2*step == n && i >= step {
				break
			}
			if draw.Chance(share) {
				out.Links = append(out.Links, Link{out.Machines[i].ID, out.Machines[(i+step)%n].ID, p.Bandwidth})
			}
		}
	}
}

// stream generates the jobs with their submissions and dependencies.
func (p *parameters) stream(out *Problem, seed uint64) {
	shape, arrive, tie := rng.New(seed, "farm/jobs", 0), rng.New(seed, "farm/submissions", 0),
		rng.New(seed, "farm/dependencies", 0)
	now, capacity := 0.0, p.capacity(out)
	for i := range p.Jobs {
		if p.Interval > 0 {
			now += float64(-p.Interval * rng.Ln(1-arrive.Float64()))
		}
		j := p.job(shape, i, capacity)
		j.Submitted = math.Floor(now)
		if j.Deadline != nil {
			*j.Deadline += j.Submitted
		}
		depends, back, data := tie.Chance(p.DependentShare), tie.IntN(10)+1, tie.Float64()
		if depends && i > 0 {
			after := After{Job: out.Jobs[max(0, i-back)].ID}
			if len(out.Links) > 0 {
				after.Data = math.Floor(float64(data * p.DataMax))
			}
			j.After = []After{after}
		}
		out.Jobs = append(out.Jobs, j)
	}
}

// The values of the parameter model. The zero value is modelSimple.
const (
	modelSimple = "simple"
	modelLublin = "lublin-feitelson"
)

// lublin generates the jobs of the workload model for the largest machine.
func (p *parameters) lublin(out *Problem, seed uint64) {
	largest := 1
	for i := range out.Machines {
		largest = max(largest, out.Machines[i].Slots)
	}
	over := rng.New(seed, "farm/lublin/estimates", 0)
	for i, x := range lublin.Jobs(seed, p.Jobs, largest, p.Load) {
		j := Job{ID: "j" + strconv.Itoa(i+1), Slots: x.Slots, Duration: x.Duration, Submitted: x.Submitted}
		if factor := over.Uniform(1, p.Overestimate); p.Overestimate > 1 {
			e := math.Ceil(float64(factor * j.Duration))
			j.Estimate = &e
		}
		out.Jobs = append(out.Jobs, j)
	}
}

// owners draws the users of the jobs: user k with a probability in proportion to 1/k.
func (p *parameters) owners(jobs []Job, seed uint64) {
	if p.Users == 0 {
		return
	}
	sums, sum := make([]float64, p.Users), 0.0
	for k := range sums {
		sum += 1 / float64(k+1)
		sums[k] = sum
	}
	draw := rng.New(seed, "farm/users", 0)
	for i := range jobs {
		k := sort.SearchFloat64s(sums, float64(draw.Float64()*sum))
		jobs[i].User = "u" + strconv.Itoa(min(k, p.Users-1)+1)
	}
}

// job generates one job. Every number is drawn even if it is not used, so that a changed share
// leaves the other properties unchanged.
func (p *parameters) job(draw *rng.Stream, i int, capacity capacity) Job {
	j := Job{ID: "j" + strconv.Itoa(i+1), Slots: 1,
		Duration: preset.RoundTo(draw.PowerLaw(1, p.DurationMin, p.DurationMax), 1)}
	wide, parallel := draw.Chance(p.WideShare), draw.Chance(p.ParallelShare)
	slots, parts := draw.UniformInt(2, max(2, p.SlotsMax)), draw.UniformInt(2, p.PartsMax)
	memory := draw.Uniform(0.1, 1)
	switch {
	case parallel && capacity.machines >= parts:
		j.Slots, j.Partition = parts, parts
	case wide && p.SlotsMax > 1:
		j.Slots = min(slots, p.SlotsMax)
	}
	j.Priority = float64(draw.IntN(p.Priorities))
	typed, kind := draw.Chance(p.TypedShare), draw.IntN(p.Types)
	if typed && p.Types > 1 {
		j.Type = capacity.types[kind].name
		j.Slots = max(min(j.Slots, capacity.types[kind].slots), j.Parts())
	}
	j.Memory = math.Floor(float64(memory * p.MemoryPerSlot * float64(j.Slots)))
	if draw.Chance(p.LicensedShare) && p.Licenses >= j.Parts() {
		j.Licenses = map[string]int{capacity.license: 1}
	}
	due, times := draw.Chance(p.DeadlineShare), draw.Uniform(2, 10)
	if due {
		at := math.Ceil(float64(times * j.Duration))
		j.Deadline = &at
	}
	stop, keep, over := draw.Chance(p.PreemptibleShare), draw.Chance(0.5), draw.Uniform(1, p.Overestimate)
	j.Preemptible, j.Restartable = stop, stop && keep
	if p.Overestimate > 1 {
		e := math.Ceil(float64(over * j.Duration))
		j.Estimate = &e
	}
	return j
}

// typeName returns the name of processor type i: A to Z, then T27, T28 and so on.
func typeName(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return "T" + strconv.Itoa(i+1)
}

// bitsOf returns the number of powers of two up to n.
func bitsOf(n int) int {
	count := 0
	for ; n > 0; n >>= 1 {
		count++
	}
	return count
}

package solve

import (
	"math"
	"strconv"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// An instance is a problem with ids resolved to indexes and numbers prepared.
type instance struct {
	p               *farm.Problem
	rules           farm.Rules
	jobs            []job
	machineOf       map[string]int32
	jobOf           map[string]int32
	memory          []int64 // of machines
	class           []int32 // of machines
	rank            []int32 // of machines within their class
	classes         []class
	floating        []licence
	machineLicences [][]licence // licences bound to each machine
	bandwidth       map[[2]int32]float64
	rounded         int // memory sizes that needed more than six decimals
}

// A job is a job of the problem with ids resolved.
type job struct {
	slots        int32
	memory       int64
	parts        []int32 // allowed numbers of parts, ascending
	licences     []want
	dependencies []dependency
	dependents   []int32 // jobs that depend on this one
	data         bool    // whether a dependency sends data
	submitted    float64
}

// A want is a number of licences that a part needs.
type want struct {
	name  string
	count int32
}

// A dependency is a job that must end first, with its delay and data.
type dependency struct {
	job         int32
	delay, data float64
}

// A licence is a name with the number of licences.
type licence struct {
	name  string
	count int32
}

// A class is a set of machines with the same suitability for every job.
type class struct {
	first    *farm.Machine
	machines []int32
	speed    float64
	memory   int64
}

// newInstance prepares a valid problem.
func newInstance(p *farm.Problem) *instance {
	in := &instance{p: p, rules: p.Rules(), machineOf: make(map[string]int32, len(p.Machines)),
		jobOf: make(map[string]int32, len(p.Jobs))}
	for i := range p.Machines {
		in.machineOf[p.Machines[i].ID] = int32(i)
		in.memory = append(in.memory, in.scale(p.Machines[i].Memory, false))
		in.machineLicences = append(in.machineLicences, licencesOf(p.Machines[i].Licenses))
	}
	in.floating = licencesOf(p.Licenses)
	in.classify()
	for i := range p.Jobs {
		in.jobOf[p.Jobs[i].ID] = int32(i)
	}
	in.jobs = make([]job, len(p.Jobs))
	for i := range p.Jobs {
		in.resolveJob(int32(i))
	}
	if len(p.Links) > 0 {
		in.bandwidth = make(map[[2]int32]float64, len(p.Links))
		for i := range p.Links {
			l := &p.Links[i]
			in.bandwidth[pair(in.machineOf[l.A], in.machineOf[l.B])] = l.Bandwidth
		}
	}
	return in
}

// pair returns the key of the link between two machines.
func pair(a, b int32) [2]int32 { return [2]int32{min(a, b), max(a, b)} }

// scale converts MB into whole millionths. More decimals are rounded to the safe side: jobs up,
// machines down.
func (in *instance) scale(mb float64, up bool) int64 {
	whole, fraction := math.Modf(mb)
	millionths := float64(fraction * 1e6)
	near := math.Floor(millionths + 0.5)
	if math.Abs(millionths-near) > 1e-6*max(1, mb) && math.Abs(millionths-near) > 1e-4 {
		in.rounded++
		near = math.Floor(millionths)
		if up {
			near = math.Ceil(millionths)
		}
	}
	return int64(whole)*1e6 + int64(near)
}

// licencesOf returns licences by name.
func licencesOf(counts map[string]int) []licence {
	if len(counts) == 0 {
		return nil
	}
	var list []licence
	for name, n := range counts {
		list = append(list, licence{name, int32(n)})
	}
	sorting.Sort(list, func(a, b licence) int {
		if a.name < b.name {
			return -1
		}
		return 1
	})
	return list
}

// classify assigns the machines to classes. The key of a class is a text with quoted names, so
// that adjacent names stay separate.
func (in *instance) classify() {
	known := map[string]int32{}
	for i := range in.p.Machines {
		m := &in.p.Machines[i]
		key := strconv.AppendInt(nil, int64(m.Slots), 10)
		key = strconv.AppendInt(append(key, ' '), in.memory[i], 10)
		key = strconv.AppendQuote(append(key, ' '), m.Type)
		speed := 1.0
		if m.Speed != nil {
			speed = *m.Speed
		}
		key = strconv.AppendFloat(append(key, ' '), speed, 'g', -1, 64)
		for _, l := range in.machineLicences[i] {
			key = strconv.AppendInt(strconv.AppendQuote(append(key, ' '), l.name), int64(l.count), 10)
		}
		c, ok := known[string(key)]
		if !ok {
			c = int32(len(in.classes))
			known[string(key)] = c
			in.classes = append(in.classes, class{first: m, speed: speed, memory: in.memory[i]})
		}
		in.class = append(in.class, c)
		in.rank = append(in.rank, int32(len(in.classes[c].machines)))
		in.classes[c].machines = append(in.classes[c].machines, int32(i))
	}
}

// undividedParts is the list of parts of a job that cannot be divided.
var undividedParts = []int32{1}[:1:1]

// resolveJob resolves job i.
func (in *instance) resolveJob(i int32) {
	from, to := &in.p.Jobs[i], &in.jobs[i]
	to.slots, to.memory, to.submitted = int32(from.Slots), in.scale(from.Memory, true), from.Submitted
	most := 1
	if in.rules.Partitioning {
		most = from.Parts()
	}
	to.parts = undividedParts
	for k := 2; k <= min(most, from.Slots, len(in.p.Machines)); k++ {
		if from.Slots%k == 0 {
			to.parts = append(to.parts, int32(k))
		}
	}
	for _, l := range licencesOf(from.Licenses) {
		to.licences = append(to.licences, want(l))
	}
	for _, a := range from.After {
		other := in.jobOf[a.Job]
		to.dependencies = append(to.dependencies, dependency{other, a.Delay, a.Data})
		in.jobs[other].dependents = append(in.jobs[other].dependents, i)
		to.data = to.data || a.Data > 0
	}
}

// part returns the needs of one of k parts of a job.
func (j *job) part(k int32) need {
	return need{j.slots / k, (j.memory + int64(k) - 1) / int64(k)}
}

// smallestPart returns the needs of a part if the job is divided into the greatest number of parts.
func (j *job) smallestPart() need { return j.part(j.parts[len(j.parts)-1]) }

// speed returns the speed of a job on a machine.
func (in *instance) speed(j, q int32) float64 {
	if from := &in.p.Jobs[j]; from.Speeds != nil {
		return from.SpeedOf(&in.p.Machines[q])
	}
	return in.classes[in.class[q]].speed
}

// maxClassSpeed returns an upper bound of the speed of a job on the machines of a class.
func (in *instance) maxClassSpeed(j int32, c *class) float64 {
	top := c.speed
	for _, s := range in.p.Jobs[j].Speeds { // a maximum, in any order
		top = max(top, s)
	}
	return top
}

// lacks returns the reason why the parts of a job can never run on the machines of a class, or
// "".
func (in *instance) lacks(j *job, kind string, n need, k int32, c *class) string {
	switch {
	case kind != "" && kind != c.first.Type:
		return LacksType
	case int(n.slots) > c.first.Slots:
		return LacksSlots
	case n.memory > c.memory:
		return LacksMemory
	}
	for _, w := range j.licences {
		if own, bound := c.first.Licenses[w.name]; bound {
			if own < int(w.count) {
				return LacksLicence
			}
		} else if in.p.Licenses[w.name] < int(w.count) {
			return LacksLicence
		}
	}
	return ""
}

// Reasons why a machine does not suit a job.
const (
	LacksType    = "type"    // another processor type
	LacksSlots   = "slots"   // fewer slots than a part needs
	LacksMemory  = "memory"  // less memory than a part needs
	LacksLicence = "licence" // fewer licences than a part needs
	LacksLink    = "link"    // no link for the data of a dependency
)

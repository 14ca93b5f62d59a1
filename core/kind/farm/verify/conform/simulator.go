package conform

import (
	"math"
	"slices"
	"strconv"

	"gridbox/core/kind/farm"
	farmverify "gridbox/core/kind/farm/verify"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// A simulator is the state of a farm during scheduling: the reservations on machines and
// licences, and the scheduler's view of the jobs.
type simulator struct {
	*checker
	jobs      []job
	machines  []machine
	licenses  map[string]*profile // of the farm
	bandwidth map[[2]int]float64  // of the links, both ways
	scores    *scores             // of a policy's formulas, or nil
	tails     bool                // a job starts after everything on its machine
	late      bool                // a job starts as late as the makespan so far allows
	makespan  float64
	stuck     bool // a job can never start
	inspected int  // machines inspected for jobs, and jobs sorted
	demands   []demand
}

// A job is the scheduler's view of a job.
type job struct {
	*farm.Job
	counts              []int // allowed numbers of parts
	successors          []int
	pendingPredecessors int // number of unfinished predecessors
	data                bool
	remaining           float64 // remaining work by the estimate
	work                float64 // remaining work in fact
	invested            float64 // time of earlier pieces that counts
	stoppedAt           float64 // time of the last preemption
	stops               int
	end                 float64 // NaN if unknown
	machines            []int   // machines of the current or last piece
	booking             *booking
	reserved            bool // the booking is a reservation, which may still change
	pieces              []piece
}

// A machine is a machine with its free resources.
type machine struct {
	*farm.Machine
	free     profile
	licenses map[string]*profile // of its own
	load     int64               // slot-seconds placed there, in load units
	demand   float64             // slot-seconds that unplaced jobs may demand there
}

// A booking is a job on machines, one part on each.
type booking struct {
	job       int
	machines  []int
	start     float64
	ends      []float64 // of the parts, by the estimate
	startKind string
}

// end returns the end of the last part.
func (b *booking) end() float64 { return slices.Max(b.ends) }

// A piece is a finished booking, or one that another job has preempted.
type piece struct {
	booking
	preempted   bool
	preemptedBy int
	ratio       float64
	turn        bool // preempted at the end of a time slice
}

// isFinished reports whether the job has run to its end.
func (j *job) isFinished() bool {
	return len(j.pieces) > 0 && !j.pieces[len(j.pieces)-1].preempted
}

// part returns the needs of one of k parts of the job on a machine.
func (j *job) part(k int) amount { return amount{j.Slots / k, farmverify.PartMemory(j.Job, k)} }

// newSimulator returns the state before any job is placed.
func (c *checker) newSimulator() *simulator {
	p := c.Problem
	s := &simulator{checker: c, licenses: map[string]*profile{}, bandwidth: map[[2]int]float64{}}
	for q := range p.Machines {
		m := machine{Machine: &p.Machines[q], licenses: map[string]*profile{}}
		m.free = newProfile(amount{m.Slots, farmverify.MemoryUnits(m.Memory, false)})
		fill(m.licenses, m.Licenses)
		s.machines = append(s.machines, m)
	}
	fill(s.licenses, p.Licenses)
	for _, l := range p.Links {
		a, b := c.MachineIndex[l.A], c.MachineIndex[l.B]
		s.bandwidth[[2]int{a, b}], s.bandwidth[[2]int{b, a}] = l.Bandwidth, l.Bandwidth
	}
	for j := range p.Jobs {
		x := &p.Jobs[j]
		s.jobs = append(s.jobs, job{Job: x, counts: c.PartCounts(x), pendingPredecessors: len(x.After),
			data:      farmverify.MovesData(x),
			remaining: x.Duration, work: x.Duration, stoppedAt: math.Inf(-1), end: math.NaN()})
	}
	for j := range p.Jobs {
		for _, a := range p.Jobs[j].After {
			before := &s.jobs[c.JobIndex[a.Job]]
			before.successors = append(before.successors, j)
		}
	}
	return s
}

// fill adds a profile for each count of licences.
func fill(profiles map[string]*profile, counts map[string]int) {
	for name, n := range counts {
		free := newProfile(amount{slots: n})
		profiles[name] = &free
	}
}

// loadUnit returns the unit of loads, a power of two, so that no sum depends on the order of its
// terms: at most 2^-51 of all slot-seconds on the slowest machine.
func (c *checker) loadUnit() float64 {
	all, slowest := 0.0, 1.0
	for j := range c.Problem.Jobs {
		job := &c.Problem.Jobs[j]
		all += float64(float64(job.Slots) * (job.Duration + job.EstimatedRunTime()))
		for _, speed := range job.Speeds {
			slowest = min(slowest, speed)
		}
	}
	for q := range c.Problem.Machines {
		if speed := c.Problem.Machines[q].Speed; speed != nil {
			slowest = min(slowest, *speed)
		}
	}
	_, exponent := math.Frexp(all / slowest)
	return math.Ldexp(1, exponent-51)
}

// machinesByKind returns the machines in the order of the document, grouped by kind.
func (c *checker) machinesByKind() []int {
	var order []int
	kind, kinds := make([]int, len(c.Problem.Machines)), map[string]int{}
	for q := range c.Problem.Machines {
		key := machineKind(&c.Problem.Machines[q])
		if _, known := kinds[key]; !known {
			kinds[key] = len(kinds)
		}
		kind[q] = kinds[key]
		order = append(order, q)
	}
	sorting.Stable(order, func(a, b int) int { return kind[a] - kind[b] })
	return order
}

// machineKind returns a text that is equal for machines with equal slots, memory, type, speed and
// licences.
func machineKind(m *farm.Machine) string {
	kind := strconv.Itoa(m.Slots) + " " + strconv.FormatInt(farmverify.MemoryUnits(m.Memory, false), 10) + " " +
		strconv.Quote(m.Type) + " " + verify.Number(new(farm.Job).SpeedOf(m))
	for _, name := range sorting.Keys(m.Licenses) {
		kind += " " + strconv.Quote(name) + strconv.Itoa(m.Licenses[name])
	}
	return kind
}

// machinesFor returns the machines that could run one of k parts of a job.
func (c *checker) machinesFor(j, k int) []int {
	list, known := c.suitable[[2]int{j, k}]
	if !known {
		for q := range c.Problem.Machines {
			if c.CanRun(&c.Problem.Machines[q], &c.Problem.Jobs[j], k) {
				list = append(list, q)
			}
		}
		c.suitable[[2]int{j, k}] = list
	}
	return list
}

// isExhausted reports whether a limit ended the simulation.
func (s *simulator) isExhausted() bool { return s.inspected > maxInspections }

// speed returns the speed of a job on a machine.
func (s *simulator) speed(j, q int) float64 { return s.jobs[j].SpeedOf(s.machines[q].Machine) }

// runTime returns the time that a part of a job runs on a machine, by the estimate.
func (s *simulator) runTime(j, q int) float64 { return s.jobs[j].remaining / s.speed(j, q) }

// ready returns the earliest start of a job by its submission, last preemption and the delays of
// its predecessors.
func (s *simulator) ready(j int, now float64) float64 {
	x := &s.jobs[j]
	at := max(now, x.Submitted, x.stoppedAt)
	for _, a := range x.After {
		at = max(at, s.jobs[s.JobIndex[a.Job]].end+a.Delay)
	}
	return at
}

// readyOn returns the earliest start of a job on a machine with its data there, or +Inf if there
// is no link.
func (s *simulator) readyOn(j, q int, now float64) float64 {
	at := s.ready(j, now)
	for _, a := range s.jobs[j].After {
		if a.Data == 0 {
			continue
		}
		before, longest := &s.jobs[s.JobIndex[a.Job]], 0.0
		for _, from := range before.machines {
			if from != q {
				longest = max(longest, a.Data/s.bandwidth[[2]int{from, q}])
			}
		}
		at = max(at, before.end+a.Delay+longest)
	}
	return at
}

// A demand is the need of one part of a job for one resource.
type demand struct {
	free   *profile
	amount amount
}

// partDemands returns the needs of one of k parts of a job on a machine. The list is valid until the
// next call.
func (s *simulator) partDemands(j, q, k int) []demand {
	s.demands = append(s.demands[:0], demand{&s.machines[q].free, s.jobs[j].part(k)})
	for name, n := range s.jobs[j].Licenses {
		free, own := s.machines[q].licenses[name]
		if !own {
			free = s.licenses[name]
		}
		s.demands = append(s.demands, demand{free, amount{slots: n}})
	}
	return s.demands
}

// earliestStart returns the earliest start, not before from, of one of k parts on a machine.
func (s *simulator) earliestStart(j, q, k int, from float64) float64 {
	demands, duration := s.partDemands(j, q, k), s.runTime(j, q)
	for start := from; ; {
		next := start
		for _, d := range demands {
			next = d.free.earliestFree(d.amount, duration, next)
		}
		if next == start || len(demands) == 1 {
			return next
		}
		start = next
	}
}

// tail returns the first time, not before from, from which the resources of one of k parts on a
// machine are free permanently.
func (s *simulator) tail(j, q, k int, from float64) float64 {
	for _, d := range s.partDemands(j, q, k) {
		from = d.free.tail(d.amount, from)
	}
	return from
}

// occupy reserves the resources of a booking from a time on.
func (s *simulator) occupy(b *booking, from float64) {
	for i := range b.machines {
		s.change(b, i, -1, from)
	}
}

// release frees the resources of a booking from a time on.
func (s *simulator) release(b *booking, from float64) {
	for i := range b.machines {
		s.change(b, i, 1, max(from, b.start))
	}
}

// change adds sign times the needs of part i of a booking to the free amounts, from a time to its
// end.
func (s *simulator) change(b *booking, i, sign int, from float64) {
	q, end := b.machines[i], b.ends[i]
	if from >= end {
		return
	}
	demands := s.partDemands(b.job, q, len(b.machines))
	for _, d := range demands {
		d.free.add(d.amount, sign, from, end)
	}
	s.machines[q].load += int64(math.Round(float64(-sign*demands[0].amount.slots) * (end - from) / s.unit))
}

// reserve computes the ends of a booking and reserves its resources.
func (s *simulator) reserve(b *booking) {
	b.ends = b.ends[:0]
	for _, q := range b.machines {
		b.ends = append(b.ends, b.start+s.runTime(b.job, q))
	}
	s.occupy(b, b.start)
}

// place reserves a booking that will not be changed.
func (s *simulator) place(b *booking) {
	s.reserve(b)
	x := &s.jobs[b.job]
	x.booking, x.reserved, x.machines, x.end = b, false, b.machines, b.end()
	s.makespan = max(s.makespan, x.end)
}

// finish records the last piece of a job.
func (s *simulator) finish(b *booking) {
	s.jobs[b.job].pieces = append(s.jobs[b.job].pieces, piece{booking: *b})
}

// placeRunning places the jobs that run at 0 and returns them.
func (s *simulator) placeRunning() []int {
	var list []int
	for j := range s.jobs {
		r := s.jobs[j].Running
		if r == nil {
			continue
		}
		b := &booking{job: j, start: r.Since, startKind: farm.StartRunning}
		for _, id := range append([]string{r.Machine}, r.OtherMachines...) {
			b.machines = append(b.machines, s.MachineIndex[id])
		}
		s.place(b)
		list = append(list, j)
	}
	return list
}

package farm

import (
	"gridbox/core/doc"
	"gridbox/core/preset"
	"gridbox/core/sorting"
)

// FaultsFor returns the faults of the spec and of the given lists, with which Complete cannot
// generate the problem. The given lists may refer to elements that are yet to be generated, by the
// names that they will have.
func (s Spec) FaultsFor(given *Problem) doc.Faults {
	lists := doc.Present(*given)
	found, faults := s.resolve(given)
	if faults != nil || len(lists) == 0 {
		return faults.PrefixPaths("generate")
	}
	faults = preset.Needless(s, lists)
	whole := len(given.Machines) > 0 && len(given.Jobs) > 0
	if whole && (len(given.Links) > 0 || found.IsFixed() || found.Parameters.Degree == 0) {
		faults = append(faults, preset.NothingLeft(lists)...)
	}
	faults = faults.PrefixPaths("generate")
	if found.IsFixed() {
		whole := given.overlay(found.Draw())
		return append(faults, whole.Validate()...)
	}
	frame := *given
	if len(frame.Machines) == 0 {
		for _, id := range preset.IDs("m", found.Parameters.Machines) {
			frame.Machines = append(frame.Machines, Machine{ID: id, Slots: 1})
		}
		for i := range frame.Jobs {
			if frame.Jobs[i].Running != nil {
				faults = append(faults, doc.Fault{Path: doc.At("jobs", i) + ".running",
					Reason: "says where the job runs, but the machines are yet to be drawn; give them, or remove it"})
				return faults
			}
		}
	}
	if len(frame.Jobs) == 0 && len(frame.Order) > 0 {
		for _, id := range preset.IDs("j", found.Parameters.Jobs) {
			frame.Jobs = append(frame.Jobs, Job{ID: id, Slots: 1, Duration: 1})
		}
	}
	return append(faults, frame.Validate()...)
}

// Random reports whether the problem depends on the seed.
func (s Spec) Random(*Problem) bool {
	found, faults := preset.Find(Presets(), s.Preset)
	return faults == nil && !found.IsFixed()
}

// overlay returns p with the lists and settings of base in place of missing ones.
func (p *Problem) overlay(base Problem) Problem {
	out := *p
	if len(out.Machines) == 0 {
		out.Machines = base.Machines
	}
	if len(out.Links) == 0 {
		out.Links = base.Links
	}
	if len(out.Licenses) == 0 {
		out.Licenses = base.Licenses
	}
	if len(out.Jobs) == 0 {
		out.Jobs = base.Jobs
		if len(out.Order) == 0 { // an order belongs to its jobs
			out.Order = base.Order
		}
	}
	if out.Policy == nil {
		out.Policy = base.Policy
	}
	if len(out.Shares) == 0 {
		out.Shares = base.Shares
	}
	if out.Moment == nil {
		out.Moment = base.Moment
	}
	return out
}

// fit adapts the parameters to the given lists, so that generated jobs fit on the given machines.
// Values that the spec itself sets are kept, so that they are rejected if impossible.
func (p *parameters) fit(given *Problem, s Spec) {
	if len(given.Machines) > 0 {
		p.Machines = len(given.Machines)
		p.SlotsMax, p.MemoryPerSlot = 1, 1e6
		types, all := typesOf(given.Machines)
		if len(types) < 2 {
			types = []machineType{all} // every job can run on every machine
		}
		p.Types = len(types)
		for _, t := range types {
			p.SlotsMax = max(p.SlotsMax, min(t.slots, maxSlots))
			p.MemoryPerSlot = min(p.MemoryPerSlot, t.memory/float64(max(t.slots, 1)))
		}
		if s.Degree == nil {
			p.Degree = min(p.Degree, float64(p.Machines-1))
		}
	}
	if len(given.Licenses) > 0 {
		p.Licenses = min(max(given.Licenses[sorting.Keys(given.Licenses)[0]], 0), MaxJobs)
	}
}

// A machineType has the slots and the memory of the largest machine of a processor type. The
// largest has the most slots and, among equals, the most memory.
type machineType struct {
	name   string
	slots  int
	memory float64
}

// add compares m with the largest machine so far.
func (t *machineType) add(m *Machine) {
	if m.Slots > t.slots || m.Slots == t.slots && m.Memory > t.memory {
		t.slots, t.memory = m.Slots, m.Memory
	}
}

// typesOf returns the processor types of machines in the order of their first machine, and all
// machines as one type.
func typesOf(machines []Machine) (types []machineType, all machineType) {
	place := map[string]int{}
	for i := range machines {
		m := &machines[i]
		all.add(m)
		if m.Type == "" {
			continue
		}
		at, known := place[m.Type]
		if !known {
			at = len(types)
			place[m.Type], types = at, append(types, machineType{name: m.Type})
		}
		types[at].add(m)
	}
	return types, all
}

// A capacity is the size of the farm for which jobs are generated.
type capacity struct {
	types    []machineType
	machines int // machines that can each run one part of a parallel job, whatever its type
	license  string
}

// capacity returns the capacity of a farm that was generated or given.
func (p *parameters) capacity(on *Problem) capacity {
	r := capacity{license: "solver"}
	if len(on.Licenses) > 0 {
		r.license = sorting.Keys(on.Licenses)[0]
	}
	r.types, _ = typesOf(on.Machines)
	able := make(map[string]int, len(r.types))
	for i := range on.Machines {
		if m := &on.Machines[i]; m.Memory >= p.MemoryPerSlot {
			able[m.Type]++
			r.machines++
		}
	}
	if len(r.types) > 1 {
		for _, t := range r.types {
			r.machines = min(r.machines, able[t.name])
		}
	}
	return r
}

// Like returns the spec of jobs that resemble those of a problem: the same number, ranges and
// shares.
func Like(p *Problem) Spec {
	none := 0.0
	s := Spec{Preset: "farm-mixed", Jobs: preset.PointerTo(len(p.Jobs)), Degree: &none}
	if len(p.Licenses) == 0 {
		s.Licenses = preset.PointerTo(0)
	}
	if len(p.Links) > 0 {
		s.Degree = nil // the links are given
	}
	if len(p.Jobs) == 0 {
		return s
	}
	preset.Range(&s.DurationMin, &s.DurationMax, 1e-3, 1e9, p.Jobs, func(j *Job) float64 { return j.Duration })
	share := func(at **float64, has func(*Job) bool) {
		n := 0
		for i := range p.Jobs {
			if has(&p.Jobs[i]) {
				n++
			}
		}
		*at = preset.PointerTo(float64(n) / float64(len(p.Jobs)))
	}
	share(&s.TypedShare, func(j *Job) bool { return j.Type != "" })
	share(&s.LicensedShare, func(j *Job) bool { return len(j.Licenses) > 0 })
	share(&s.WideShare, func(j *Job) bool { return j.Slots > 1 && j.Parts() == 1 })
	share(&s.ParallelShare, func(j *Job) bool { return j.Parts() > 1 })
	share(&s.DependentShare, func(j *Job) bool { return len(j.After) > 0 })
	share(&s.DeadlineShare, func(j *Job) bool { return j.Deadline != nil })
	share(&s.PreemptibleShare, func(j *Job) bool { return j.Preemptible })
	users := map[string]bool{}
	first, last, over, priority, data := p.Jobs[0].Submitted, p.Jobs[0].Submitted, 1.0, 0.0, 0.0
	for i := range p.Jobs {
		j := &p.Jobs[i]
		first, last = min(first, j.Submitted), max(last, j.Submitted)
		over, priority = max(over, j.EstimatedRunTime()/j.Duration), max(priority, j.Priority)
		for k := range j.After {
			data = max(data, j.After[k].Data)
		}
		if j.User != "" {
			users[j.User] = true
		}
	}
	if len(users) > 0 {
		s.Users = preset.PointerTo(min(len(users), MaxUsers))
	}
	s.Interval = preset.PointerTo(min((last-first)/float64(len(p.Jobs)), 1e9))
	s.Overestimate, s.DataMax = preset.PointerTo(min(over, 1000)), preset.PointerTo(min(data, 1e9))
	s.Priorities = preset.PointerTo(1 + int(min(priority, 999)))
	return s
}

package verify

import (
	"math"
	"slices"

	"gridbox/core/kind/farm"
	"gridbox/core/verify"
)

// Infeasibility. If no data move, the jobs can run one after another, so there is a schedule if
// and only if every job has suitable machines for one of its numbers of parts. If data move, a
// job needs machines that are linked to those of its predecessor. Arc consistency (Mackworth,
// "Consistency in Networks of Relations", 1977) removes machines without a partner on both sides
// until nothing changes: a job without machines proves that there is no schedule. The converse
// does not hold; then package conform checks that the algorithm of the answer finds none.

// maxPairs is the greatest number of pairs of machines compared for arc consistency.
const maxPairs = 20_000_000

// Infeasible checks the claim that there is no schedule. It reports whether it is proved.
func (c *Check) Infeasible() bool {
	for j := range c.Problem.Jobs {
		if !c.hasMachines(&c.Problem.Jobs[j], true) {
			return true
		}
	}
	if c.inconsistent() {
		return true
	}
	for j := range c.Problem.Jobs {
		if job := &c.Problem.Jobs[j]; MovesData(job) || !c.hasMachines(job, false) {
			return false // data move, or rounded memory may exclude the job from its machines
		}
	}
	c.Violation("feasible", "is false although every job suits machines and no data move")
	return false
}

// MovesData reports whether a job needs data of another job.
func MovesData(job *farm.Job) bool {
	return slices.ContainsFunc(job.After, func(a farm.After) bool { return a.Data > 0 })
}

// PartCounts returns the numbers of parts that a job may have, ascending.
func (c *Check) PartCounts(job *farm.Job) []int {
	list := []int{1}
	if !c.Rules.Partitioning {
		return list
	}
	for k := 2; k <= min(job.Parts(), job.Slots, len(c.Problem.Machines)); k++ {
		if job.Slots%k == 0 {
			list = append(list, k)
		}
	}
	return list
}

// hasMachines reports whether a job has machines and licences if nothing else runs. If generous
// is set, memory may be short by a rounding error.
func (c *Check) hasMachines(job *farm.Job, generous bool) bool {
	if job.Running != nil {
		return true
	}
	for _, k := range c.PartCounts(job) {
		count, bound := 0, 0
		for q := range c.Problem.Machines {
			m := &c.Problem.Machines[q]
			if !c.CanRun(m, job, k) && !(generous && c.canBarelyRun(m, job, k)) {
				continue
			}
			count++
			if !c.usesFloatingLicences(m, job) {
				bound++
			}
		}
		floating := max(0, k-bound) // least number of parts that take floating licences
		enough := true
		for name, n := range job.Licenses {
			enough = enough && (floating == 0 || floating*n <= c.Problem.Licenses[name])
		}
		if count >= k && enough {
			return true
		}
	}
	return false
}

// usesFloatingLicences reports whether a part of a job on a machine takes licences of the farm.
func (c *Check) usesFloatingLicences(m *farm.Machine, job *farm.Job) bool {
	for name := range job.Licenses {
		if _, own := m.Licenses[name]; !own {
			return true
		}
	}
	return false
}

// CanRun reports whether a machine could run one of k parts of a job. Memory is compared in
// millionths of a MB, rounded to the safe side.
func (c *Check) CanRun(m *farm.Machine, job *farm.Job, k int) bool {
	return c.suits(m, job, k) && PartMemory(job, k) <= MemoryUnits(m.Memory, false)
}

// canBarelyRun reports the same as CanRun, with a tolerance for memory.
func (c *Check) canBarelyRun(m *farm.Machine, job *farm.Job, k int) bool {
	need := job.Memory / float64(k)
	return c.suits(m, job, k) && (need <= m.Memory+1e-6*float64(k) || verify.ApproxEqual(need, m.Memory))
}

// suits reports whether a machine has the slots, the type and the licences for one of k parts of a
// job. Memory is not checked.
func (c *Check) suits(m *farm.Machine, job *farm.Job, k int) bool {
	if job.Slots/k > m.Slots || job.Type != "" && job.Type != m.Type {
		return false
	}
	for name, n := range job.Licenses {
		have, own := m.Licenses[name]
		if !own {
			have = c.Problem.Licenses[name]
		}
		if n > have {
			return false
		}
	}
	return true
}

// PartMemory returns the memory of one of k parts of a job in millionths of a MB, rounded up.
func PartMemory(job *farm.Job, k int) int64 {
	return (MemoryUnits(job.Memory, true) + int64(k) - 1) / int64(k)
}

// MemoryUnits converts MB into whole millionths, exactly for numbers of up to six decimals.
// Others are rounded up if up is set, and otherwise down.
func MemoryUnits(mb float64, up bool) int64 {
	whole, fraction := math.Modf(mb)
	rest := float64(fraction * 1e6)
	near := math.Floor(rest + 0.5)
	if apart := math.Abs(rest - near); apart > 1e-6*math.Max(1, mb) && apart > 1e-4 {
		near = math.Floor(rest)
		if up {
			near = math.Ceil(rest)
		}
	}
	return int64(whole)*1e6 + int64(near)
}

// inconsistent removes machines that data cannot reach, and reports whether a job has none left.
func (c *Check) inconsistent() bool {
	linked := map[[2]string]bool{}
	for _, l := range c.Problem.Links {
		linked[[2]string{l.A, l.B}], linked[[2]string{l.B, l.A}] = true, true
	}
	var pairs [][2]int               // of jobs, both ways: data move between the first and the second
	may := map[int][]*farm.Machine{} // machines of the jobs that exchange data
	for j := range c.Problem.Jobs {
		for _, a := range c.Problem.Jobs[j].After {
			if from := c.JobIndex[a.Job]; a.Data > 0 {
				pairs = append(pairs, [2]int{from, j}, [2]int{j, from})
				may[from], may[j] = nil, nil
			}
		}
	}
	for j := range may {
		may[j] = c.holders(&c.Problem.Jobs[j])
	}
	compared := 0
	for changed := true; changed; {
		changed = false
		for _, pair := range pairs {
			kept := may[pair[0]][:0:0]
			for _, m := range may[pair[0]] {
				if slices.ContainsFunc(may[pair[1]], func(x *farm.Machine) bool {
					compared++
					return x == m || linked[[2]string{m.ID, x.ID}]
				}) {
					kept = append(kept, m)
				}
			}
			if compared > maxPairs {
				return false
			}
			changed = changed || len(kept) < len(may[pair[0]])
			if may[pair[0]] = kept; len(kept) == 0 {
				return true
			}
		}
	}
	return false
}

// holders returns the machines on which a part of a job may end.
func (c *Check) holders(job *farm.Job) (list []*farm.Machine) {
	running, parts := c.runningOn(job), c.PartCounts(job)
	for q := range c.Problem.Machines {
		m := &c.Problem.Machines[q]
		if slices.Contains(running, m) || (job.Running == nil || job.Preemptible) && slices.ContainsFunc(parts,
			func(k int) bool { return c.canBarelyRun(m, job, k) }) {
			list = append(list, m)
		}
	}
	return list
}

package solve

import (
	"strconv"
	"testing"

	"gridbox/core/kind/farm"
)

// The bound of small farms, worked out by hand. Machine a has 4 slots of speed
// 2, machine b 2 slots of speed 1: together they do 10 slots' work in a second.
func TestBoundByHand(t *testing.T) {
	after := func(job string, delay float64) []farm.After { return []farm.After{{Job: job, Delay: delay}} }
	deadline, four := 1.0, func(j farm.Job, n int) (list []farm.Job) {
		for k := range n {
			j.ID, j.Slots = strconv.Itoa(k), 4
			list = append(list, j)
		}
		return list
	}
	ones := []farm.Job{{Duration: 10, Running: &farm.Running{Machine: "b", Since: -0.5}}}
	for range 9 {
		ones = append(ones, farm.Job{Duration: 10})
	}
	for _, c := range []struct {
		name string
		jobs []farm.Job
		want float64
	}{
		{"on the fastest machine", []farm.Job{{Duration: 10}}, 5},
		{"after its submission", []farm.Job{{Duration: 10, Submitted: 3}}, 8},
		{"waiting since before 0", []farm.Job{{Duration: 10, Submitted: -3}}, 5},
		{"whatever its deadline", []farm.Job{{Duration: 10, Deadline: &deadline}}, 5},
		{"faster for this very job", []farm.Job{{Duration: 10, Speeds: map[string]float64{"b": 5}}}, 2},
		{"slower elsewhere", []farm.Job{{Duration: 10, Speeds: map[string]float64{"b": 0.5, "a": 2}}}, 5},
		{"one after the other", []farm.Job{{Duration: 10}, {Duration: 4, After: after("0", 1.5)}, {Duration: 1}}, 8.5},
		{"after what stands behind it", []farm.Job{{Duration: 4, After: after("1", 0)}, {Duration: 10}}, 7},
		{"after the later of two", []farm.Job{{Duration: 10}, {Duration: 4, Submitted: 6},
			{Duration: 2, After: []farm.After{{Job: "0", Delay: 1}, {Job: "1"}}}}, 9},
		{"running where it does", []farm.Job{{Duration: 10, Running: &farm.Running{Machine: "b", Since: -4}}}, 6},
		{"running as fast as its slowest part", []farm.Job{{Duration: 10, Slots: 2,
			Running: &farm.Running{Machine: "a", OtherMachines: []string{"b"}, Since: -4}}}, 6},
		{"done, but for being told", []farm.Job{{Duration: 4, Running: &farm.Running{Machine: "b", Since: -9}}}, 0},
		{"running, perhaps elsewhere soon",
			[]farm.Job{{Duration: 10, Preemptible: true, Running: &farm.Running{Machine: "b", Since: -4}}}, 1},
		{"after what may run elsewhere", []farm.Job{{Duration: 2, After: after("1", 0)},
			{Duration: 10, Preemptible: true, Running: &farm.Running{Machine: "b", Since: -4}}}, 2},
		{"where 4 slots are", four(farm.Job{Duration: 10}, 6), 30},
		{"from the first submission on", append(four(farm.Job{Duration: 10, Submitted: 7}, 5),
			farm.Job{Slots: 4, Duration: 10, Submitted: 6}), 36},
		{"in parts that fit both", four(farm.Job{Duration: 10, Partition: 2}, 6), 24},
		{"faster for this very job, for all", four(farm.Job{Duration: 10, Speeds: map[string]float64{"a": 4}}, 6), 15},
		{"of all sizes together", append(four(farm.Job{Duration: 10}, 6), farm.Job{Slots: 2, Duration: 60},
			farm.Job{Slots: 1, Duration: 60}), (240 + 120 + 60) / 10.},
		{"less what is done already", append(four(farm.Job{Duration: 10}, 6), farm.Job{Slots: 2, Duration: 60},
			farm.Job{Slots: 1, Duration: 60, Preemptible: true,
				Running: &farm.Running{Machine: "b", Since: -20}}), (240 + 120 + 40) / 10.},
		{"less what the fastest part has done", append(four(farm.Job{Duration: 10}, 6),
			farm.Job{Slots: 2, Duration: 60},
			farm.Job{Slots: 2, Duration: 60, Preemptible: true, Partition: 2,
				Running: &farm.Running{Machine: "b", OtherMachines: []string{"a"}, Since: -20}}),
			(240 + 120 + 40) / 10.},
		{"from 0 on, though one runs since before", ones, (100 - 0.5) / 10},
		{"less no more than there was", append(four(farm.Job{Duration: 10}, 6), farm.Job{Slots: 2, Duration: 30},
			farm.Job{Slots: 1, Duration: 60, Preemptible: true, Running: &farm.Running{Machine: "b", Since: -90}}), 30},
		{"nothing", nil, 0},
	} {
		two := 2.0
		p := farm.Problem{Machines: []farm.Machine{{ID: "a", Slots: 4, Speed: &two}, {ID: "b", Slots: 2}}, Jobs: c.jobs}
		for i := range p.Jobs {
			p.Jobs[i].ID, p.Jobs[i].Slots = strconv.Itoa(i), max(1, p.Jobs[i].Slots)
		}
		if got := newInstance(&p).bound().Value; got > c.want || got < c.want*(1-1e-12) {
			t.Errorf("%s: got bound %v, want %v", c.name, got, c.want)
		}
	}
}

// The second bound is computed for the first 64 sizes of jobs.
func TestBoundOfManySizes(t *testing.T) {
	for small, want := range map[int]float64{63: 100, 64: (10*100*10 + 64*65/2) / 199.} {
		p := farm.Problem{Machines: []farm.Machine{{ID: "a", Slots: 100}, {ID: "b", Slots: 99}}}
		for s := range small {
			p.Jobs = append(p.Jobs, farm.Job{ID: "s" + strconv.Itoa(s), Slots: s + 1, Duration: 1})
		}
		for k := range 10 { // on machine a alone, and so one after the other
			p.Jobs = append(p.Jobs, farm.Job{ID: strconv.Itoa(k), Slots: 100, Duration: 10})
		}
		if got := newInstance(&p).bound().Value; got > want || got < want*(1-1e-12) {
			t.Errorf("after %d sizes: got bound %v, want %v", small, got, want)
		}
	}
}

// The bound of small farms by other arguments than slots, worked out by hand.
func TestArgumentsByHand(t *testing.T) {
	zero, one := 0.0, 1.0
	late := &farm.Policy{Cost: &farm.Cost{Makespan: &zero, Lateness: &one}}
	wait := &farm.Policy{Cost: &farm.Cost{Makespan: &zero, Wait: &one}}
	times := func(n int, j farm.Job) (list []farm.Job) {
		for range n {
			list = append(list, j)
		}
		return list
	}
	due := func(at float64, j farm.Job) farm.Job { j.Deadline = &at; return j }
	mem, licensed := farm.Job{Duration: 10, Memory: 2}, farm.Job{Duration: 10, Licenses: map[string]int{"L": 1}}
	typed, wide := farm.Job{Duration: 10, Memory: 2, Type: "x"}, farm.Job{Duration: 10, Slots: 60}
	for _, c := range []struct {
		name   string
		jobs   []farm.Job
		policy *farm.Policy
		want   Proof
	}{
		{"memory", times(50, mem), nil, Proof{"makespan", 125, ByMemory, 0, ""}},
		{"memory of a type", times(6, typed), nil, Proof{"makespan", 20, ByMemory, 0, "x"}},
		{"slots of a type", times(30, farm.Job{Duration: 10, Slots: 10, Type: "x"}), nil,
			Proof{"makespan", 30, BySlots, 10, "x"}},
		{"licences", times(5, licensed), nil, Proof{"makespan", 25, ByLicence, 0, "L"}},
		{"two licences at once", times(3, farm.Job{Duration: 10, Licenses: map[string]int{"L": 2}}), nil,
			Proof{"makespan", 30, ByLicence, 0, "L"}},
		{"licences of what has not begun", append(times(5, licensed), farm.Job{Duration: 10,
			Licenses: map[string]int{"L": 1}, Running: &farm.Running{Machine: "b", Since: -1}}), nil,
			Proof{"makespan", 25, ByLicence, 0, "L"}},
		{"wide ones", times(3, wide), nil, Proof{"makespan", 18, BySlots, 60, ""}},
		{"late, one", []farm.Job{due(1, mem)}, late, Proof{"maxLateness", 9, ByChain, 0, ""}},
		{"late licences", times(5, due(2, licensed)), late, Proof{"maxLateness", 23, ByLicence, 0, "L"}},
		{"late, from the first submission on", append(times(5, due(13, farm.Job{Duration: 10, Slots: 60,
			Submitted: 9})), due(12, farm.Job{Duration: 10, Slots: 60, Submitted: 3})), late,
			Proof{"maxLateness", 26, BySlots, 60, ""}},
		{"late, of what can be", append(times(5, due(2, licensed)), times(9, licensed)...), late,
			Proof{"maxLateness", 23, ByLicence, 0, "L"}},
		{"licences of those alone that need them", append(times(5, farm.Job{Duration: 10, Submitted: 5,
			Licenses: map[string]int{"L": 1}}), farm.Job{Duration: 10}), nil, Proof{"makespan", 30, ByLicence, 0, "L"}},
		{"wide ones, though a narrow one is fast", append(times(3, wide), farm.Job{Duration: 1,
			Speeds: map[string]float64{"a": 4}}), nil, Proof{"makespan", 18, BySlots, 60, ""}},
		{"waiting for one another", []farm.Job{{Duration: 10},
			{Duration: 4, Submitted: 6, After: []farm.After{{Job: "0"}}}}, wait,
			Proof{farm.ObjectiveWait, 2, ByChain, 0, ""}},
		{"waiting of none", nil, wait, Proof{farm.ObjectiveWait, 0, ByChain, 0, ""}},
		{"not late", times(6, due(200, wide)), late, Proof{"maxLateness", 0, ByNothing, 0, ""}},
	} {
		p := farm.Problem{Machines: []farm.Machine{{ID: "a", Slots: 100, Memory: 6, Type: "x"},
			{ID: "b", Slots: 50, Memory: 2}}, Licenses: map[string]int{"L": 2}, Jobs: c.jobs, Policy: c.policy}
		for i := range p.Jobs {
			p.Jobs[i].ID, p.Jobs[i].Slots = strconv.Itoa(i), max(1, p.Jobs[i].Slots)
		}
		got := newInstance(&p).bound()
		value := got.Value
		if got.Value = c.want.Value; got != c.want || value > c.want.Value || value < c.want.Value*(1-1e-12) {
			t.Errorf("%s: got bound %v by %+v, want %+v", c.name, value, got, c.want)
		}
	}
	p := farm.Problem{Machines: []farm.Machine{{ID: "a", Slots: 100, Licenses: map[string]int{"L": 1}}},
		Licenses: map[string]int{"L": 2}, Jobs: times(5, licensed)}
	for i := range p.Jobs {
		p.Jobs[i].ID, p.Jobs[i].Slots = strconv.Itoa(i), 1
	}
	if got := newInstance(&p).bound(); got.By == ByLicence {
		t.Errorf("machine with its own licences: got bound %+v, want another argument than licences", got)
	}
}

package verify

import (
	"slices"
	"strconv"
	"testing"

	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
	"gridbox/core/verify"
)

// boundFarm returns a farm with a machine of 4 slots and speed 2 and one of 2 slots:
// together they do the work of 10 slots. Jobs are named by their index.
func boundFarm(jobs []farm.Job) *farm.Problem {
	two := 2.0
	p := &farm.Problem{Machines: []farm.Machine{{ID: "a", Slots: 4, Speed: &two, Memory: 8, Type: "x"},
		{ID: "b", Slots: 2, Memory: 4}}, Licenses: map[string]int{"L": 2}, Jobs: slices.Clone(jobs)}
	for i := range p.Jobs {
		p.Jobs[i].ID, p.Jobs[i].Slots = strconv.Itoa(i), max(1, p.Jobs[i].Slots)
	}
	return p
}

// Each argument proves its bound, worked out by hand, and nothing above it.
func TestArgumentsOfFarms(t *testing.T) {
	times := func(n int, j farm.Job) []farm.Job { return slices.Repeat([]farm.Job{j}, n) }
	due := func(at float64, j farm.Job) farm.Job { j.Deadline = &at; return j }
	wide, mem := farm.Job{Duration: 10, Slots: 4}, farm.Job{Duration: 10, Memory: 2}
	one := farm.Job{Duration: 10, Licenses: map[string]int{"L": 1}}
	after := func(j farm.Job) farm.Job { j.After = []farm.After{{Job: "0", Delay: 1.5}}; return j }
	running := farm.Job{Duration: 60, Slots: 2, Running: &farm.Running{Machine: "b", Since: -20}}
	spread := farm.Job{Duration: 60, Slots: 2, Running: &farm.Running{Machine: "b", OtherMachines: []string{"a"},
		Since: -20}}
	for _, c := range []struct {
		name, metric, argument string
		count                  float64
		group                  string
		jobs                   []farm.Job
		want                   float64
	}{
		{"all slots", "makespan", "slots", 0, "", times(6, wide), 24},
		{"slots of large machines", "makespan", "slots", 4, "", times(6, wide), 30},
		{"slots of a type", "makespan", "slots", 0, "x", append(times(6, farm.Job{Duration: 10, Slots: 4, Type: "x"}),
			farm.Job{Duration: 70}), 30},
		{"memory", "makespan", "memory", 0, "", times(6, mem), 6},
		{"memory of a type", "makespan", "memory", 0, "x", times(6, farm.Job{Duration: 10, Memory: 2, Type: "x"}), 7.5},
		{"memory of large machines", "makespan", "memory", 4, "", times(6, farm.Job{Duration: 10, Memory: 2, Slots: 4}),
			7.5},
		{"licences", "makespan", "licence", 0, "L", times(5, one), 12.5},
		{"two licences at once", "makespan", "licence", 0, "L",
			times(3, farm.Job{Duration: 10, Licenses: map[string]int{"L": 2}}), 15},
		{"licences of what has not begun", "makespan", "licence", 0, "L", append(times(5, one), farm.Job{Duration: 10,
			Licenses: map[string]int{"L": 1}, Running: &farm.Running{Machine: "b", Since: -1}}), 12.5},
		{"from the submission on", "makespan", "slots", 0, "",
			times(6, farm.Job{Duration: 10, Slots: 4, Submitted: 7}), 31},
		{"submitted before 0", "makespan", "slots", 0, "",
			times(6, farm.Job{Duration: 10, Slots: 4, Submitted: -7}), 24},
		{"from the last submission on", "makespan", "slots", 0, "", append(times(5, wide),
			farm.Job{Duration: 10, Slots: 4, Submitted: 100}), 104},
		{"fast for its own", "makespan", "slots", 0, "",
			times(6, farm.Job{Duration: 10, Slots: 4, Speeds: map[string]float64{"b": 4}}), 15},
		{"slow for its own", "makespan", "slots", 0, "",
			times(6, farm.Job{Duration: 10, Slots: 4, Speeds: map[string]float64{"b": 0.5}}), 24},
		{"fast for its own memory", "makespan", "memory", 0, "",
			times(6, farm.Job{Duration: 10, Memory: 2, Speeds: map[string]float64{"b": 6}}), 3},
		{"less what is done", "makespan", "slots", 0, "", append(times(6, wide), running), 32},
		{"less what the fastest part has done", "makespan", "slots", 0, "", append(times(6, wide), spread), 28},
		{"less no more than there was", "makespan", "slots", 0, "", append([]farm.Job{{Duration: 60, Slots: 2,
			Running: &farm.Running{Machine: "b", Since: -90}}}, times(6, wide)...), 24},
		{"running in parts of any size", "makespan", "slots", 2, "", append(times(6, wide), running), 24},
		{"late, all of it", "maxLateness", "slots", 0, "", times(6, due(12, wide)), 12},
		{"late, of what can be", "maxLateness", "slots", 0, "", append(times(6, due(12, wide)),
			times(3, farm.Job{Duration: 10, Speeds: map[string]float64{"b": 100}})...), 12},
		{"late, the first ones", "maxLateness", "slots", 0, "", append(times(3, due(30, wide)),
			times(3, due(5, wide))...), 7},
		{"late, from the first submission on", "maxLateness", "slots", 0, "", append(times(5, due(13,
			farm.Job{Duration: 10, Slots: 4, Submitted: 9})),
			due(12, farm.Job{Duration: 10, Slots: 4, Submitted: 3})), 14},
		{"late memory", "maxLateness", "memory", 0, "", times(6, due(1, mem)), 5},
		{"late licences", "maxLateness", "licence", 0, "L", times(5, due(2, one)), 10.5},
		{"not late", "maxLateness", "slots", 0, "", times(6, due(90, wide)), 0},
		{"nothing", "maxLateness", "nothing", 0, "", times(6, due(12, wide)), 0},
		{"one after another", "makespan", "chain", 0, "", []farm.Job{{Duration: 10},
			after(farm.Job{Duration: 4})}, 8.5},
		{"one after another, listed the other way", "makespan", "chain", 0, "", []farm.Job{{Duration: 4,
			After: []farm.After{{Job: "1", Delay: 1.5}}}, {Duration: 10}}, 8.5},
		{"one after another, late", "maxLateness", "chain", 0, "", []farm.Job{{Duration: 10},
			after(due(3, farm.Job{Duration: 4}))}, 5.5},
		{"one after another, waiting", "meanWait", "chain", 0, "", []farm.Job{{Duration: 10},
			after(farm.Job{Duration: 4})}, 3.25},
		{"what runs has waited", "meanWait", "chain", 0, "", []farm.Job{{Duration: 10, Submitted: -6,
			Running: &farm.Running{Machine: "b", Since: -4}}, {Duration: 4}}, 1},
		{"fastest for this very job", "makespan", "chain", 0, "",
			[]farm.Job{{Duration: 10, Speeds: map[string]float64{"b": 5}}}, 2},
		{"too large for where it is fast", "makespan", "chain", 0, "",
			[]farm.Job{{Duration: 10, Slots: 4, Speeds: map[string]float64{"b": 5}}}, 5},
		{"running where it does", "makespan", "chain", 0, "",
			[]farm.Job{{Duration: 10, Running: &farm.Running{Machine: "b", Since: -4}}}, 6},
		{"running as its slowest part does", "makespan", "chain", 0, "", []farm.Job{{Duration: 10, Slots: 2,
			Running: &farm.Running{Machine: "a", OtherMachines: []string{"b"}, Since: -4}}}, 6},
		{"whichever part is the slowest", "makespan", "chain", 0, "", []farm.Job{spread}, 40},
		{"running, perhaps elsewhere soon", "makespan", "chain", 0, "",
			[]farm.Job{{Duration: 10, Preemptible: true, Running: &farm.Running{Machine: "b", Since: -4}}}, 1},
		{"running where it could not begin anew", "makespan", "chain", 0, "", []farm.Job{{Duration: 10, Type: "z",
			Preemptible: true, Running: &farm.Running{Machine: "a", Since: -4}}}, 1},
	} {
		proves := func(value float64) bool {
			cert := &scenario.Certificate{Argument: c.argument, Count: c.count, Group: c.group}
			b := &scenario.Bound{Metric: c.metric, Value: value, Certificate: cert}
			return newCheck(boundFarm(c.jobs), &scenario.Answer{}).Proves(b, &verify.Metric{Name: c.metric})
		}
		if !proves(c.want) || !proves(c.want-1) || proves(c.want+1e-6) {
			t.Errorf("%s: proves %v: got %t, want true; less: %t, want true; more: %t, want false", c.name, c.want,
				proves(c.want), proves(c.want-1), proves(c.want+1e-6))
		}
	}
}

// An invalid argument proves nothing.
func TestNoArgumentsOfFarms(t *testing.T) {
	jobs := []farm.Job{{Duration: 10, Slots: 4, Memory: 2, Licenses: map[string]int{"L": 1}}}
	for why, c := range map[string]struct {
		metric string
		cert   *scenario.Certificate
	}{
		"none":                        {"makespan", nil},
		"a word":                      {"makespan", &scenario.Certificate{Argument: "hope"}},
		"nothing, of another metric":  {"makespan", &scenario.Certificate{Argument: "nothing"}},
		"machines that there are not": {"makespan", &scenario.Certificate{Argument: "slots", Count: 9}},
		"a type that there is not":    {"makespan", &scenario.Certificate{Argument: "memory", Group: "z"}},
		"a licence that there is not": {"makespan", &scenario.Certificate{Argument: "licence", Group: "M"}},
		"capacity, of the wait":       {"meanWait", &scenario.Certificate{Argument: "slots"}},
	} {
		check := newCheck(boundFarm(jobs), &scenario.Answer{})
		if check.Proves(&scenario.Bound{Metric: c.metric, Certificate: c.cert}, &verify.Metric{Name: c.metric}) {
			t.Errorf("%s: got a proof, want none", why)
		}
	}
	p := boundFarm(jobs)
	p.Machines[1].Licenses = map[string]int{"L": 1}
	cert := &scenario.Certificate{Argument: "licence", Group: "L"}
	if newCheck(p, &scenario.Answer{}).Proves(&scenario.Bound{Metric: "makespan", Certificate: cert},
		&verify.Metric{Name: "makespan"}) {
		t.Error("licence that a machine has of its own: got a proof, want none")
	}
}

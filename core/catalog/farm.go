package catalog

import (
	"strconv"

	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
)

const paperFarm = "Markov: Two Stage Optimization of Job Scheduling and Assignment in Heterogeneous Compute Farms " +
	"(2004)"

// farm is the kind: which machine, when, for every job of a compute farm?
func farmKind() Kind {
	kind := Kind{
		ID: "farm", Name: "Compute farm",
		Question:   "Which machine, and when, for every job of a compute farm?",
		Metrics:    metricsOf(farm.Metrics{}),
		Algorithms: farmAlgorithms(),
		Compare:    compareFarms,
		Decisions:  farmDecisions,
	}
	for _, p := range farm.Presets() {
		kind.Presets = append(kind.Presets, Preset{p.ID, p.Title, p.About})
	}
	return kind
}

func farmAlgorithms() []Algorithm {
	return withOptions(farm.Options{}, []Algorithm{
		{ID: "two-stage", Name: "Two-stage", Paper: paperFarm, Default: true,
			About: "Orders jobs by static priority and gives each the machine of the highest dynamic priority, in " +
				"advance where it must be."},
		{ID: "fcfs", Name: "FCFS", Default: true,
			About: "First come, first served: starts jobs strictly in the order of their submission."},
		{ID: "easy", Name: "EASY", Default: true, Paper: "Lifka: The ANL/IBM SP Scheduling System (1995)",
			About: "Backfilling: lets jobs overtake as long as the first of the queue is not delayed."},
		{ID: "conservative", Name: "Conservative", Default: true,
			Paper: "Mu'alem, Feitelson: Utilization, Predictability, Workloads, and User Runtime Estimates in " +
				"Scheduling the IBM SP2 with Backfilling (2001)",
			About: "Backfilling: lets jobs overtake as long as none before them is delayed."},
		{ID: "own", Name: "Own",
			About: "Orders the queue, and chooses machines, by a policy that somebody wrote."},
	})
}

// compareFarms says how answer a does against answer b.
func compareFarms(s *scenario.Scenario, a, b *scenario.Answer) string {
	nameA, nameB := Label("farm", a), Label("farm", b)
	switch {
	case !a.Feasible && !b.Feasible:
		return "Neither " + nameA + " nor " + nameB + " finds a schedule."
	case !a.Feasible:
		return nameA + " finds no schedule where " + nameB + " finds one."
	case !b.Feasible:
		return nameA + " finds a schedule where " + nameB + " finds none."
	}
	text := ends(nameA, nameB, a.Metrics["makespan"], b.Metrics["makespan"])
	x, y := a.Metrics["meanWait"], b.Metrics["meanWait"]
	switch {
	case x == y:
		text += "; jobs wait as long"
	case x < y:
		text += "; jobs wait " + strconv.FormatFloat(y-x, 'f', 1, 64) + " s less on average"
	default:
		text += "; jobs wait " + strconv.FormatFloat(x-y, 'f', 1, 64) + " s more on average"
	}
	if x, y := longestWait(s, a), longestWait(s, b); max(x, y) > 1.5*min(x, y) {
		text += ", the longest " + strconv.FormatFloat(x, 'f', 0, 64) + " s instead of " +
			strconv.FormatFloat(y, 'f', 0, 64) + " s"
	}
	return text + "."
}

// longestWait is the time from submission to start of the job that waits most,
// which a mean hides.
func longestWait(s *scenario.Scenario, a *scenario.Answer) float64 {
	solution, ok := a.Solution.(*farm.Solution)
	if !ok || s == nil || s.Farm == nil {
		return 0
	}
	longest, at, all := 0.0, 0, solution.Reservations
	for i := range s.Farm.Jobs { // in whose order the reservations stand
		job := &s.Farm.Jobs[i]
		if at == len(all) || all[at].Job != job.ID {
			return longestAnywhere(s, solution)
		}
		start := all[at].Start
		for ; at < len(all) && all[at].Job == job.ID; at++ {
			start = min(start, all[at].Start)
		}
		longest = max(longest, start-job.Submitted)
	}
	return longest
}

// longestAnywhere is longestWait of an answer to another state of the scenario, whose
// jobs are others.
func longestAnywhere(s *scenario.Scenario, solution *farm.Solution) float64 {
	start := make(map[string]float64, len(s.Farm.Jobs))
	for i := range solution.Reservations {
		r := &solution.Reservations[i]
		if at, seen := start[r.Job]; !seen || r.Start < at {
			start[r.Job] = r.Start
		}
	}
	longest := 0.0
	for i := range s.Farm.Jobs {
		longest = max(longest, start[s.Farm.Jobs[i].ID]-s.Farm.Jobs[i].Submitted)
	}
	return longest
}

// farmDecisions lists the reservations.
func farmDecisions(a *scenario.Answer) Decisions {
	solution, ok := a.Solution.(*farm.Solution)
	if !ok {
		return Decisions{}
	}
	n := len(solution.Reservations)
	job, machine, how := make([]string, n), make([]string, n), make([]string, n)
	part, slots, memory := make([]float64, n), make([]float64, n), make([]float64, n)
	start, finish := make([]float64, n), make([]float64, n)
	for i, x := range solution.Reservations {
		job[i], machine[i], how[i] = x.Job, x.Machine, x.How
		part[i], slots[i], memory[i] = float64(x.Part), float64(x.Slots), x.Memory
		start[i], finish[i] = x.Start, x.Finish
		if x.Preempted != nil {
			how[i] += ", preempted by " + x.Preempted.By
		}
	}
	return Decisions{Rows: n, Columns: []Column{
		{Name: "job", Words: job}, {Name: "part", Numbers: part}, {Name: "machine", Words: machine},
		{Name: "slots", Numbers: slots}, {Name: "memory", Unit: "MB", Numbers: memory},
		{Name: "start", Unit: "s", Numbers: start}, {Name: "finish", Unit: "s", Numbers: finish},
		{Name: "how", Words: how},
	}}
}

package picture

import (
	"slices"
	"strconv"

	"gridbox/core/draw/markid"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/trace"
)

// batchStep draws the nodes with the slots that the search has met and the windows found
// before; at the end, with the windows of the answer.
func batchStep(v View) string {
	p := &v.Scenario.Batch.Problem
	solution, _ := v.Answer.Solution.(*batch.Solution)
	rows := BatchRows(p)
	rows.Name, rows.Static = "Nodes of "+v.Name, v.Static
	rows.RowHeight, rows.Width, rows.Height = 84, v.Width, max(120, v.Height)
	rows.Selected = v.Selected
	cycle, family := 1, batchFamily(solution, v.Subject)
	if !v.ended() {
		rows.States, rows.Marks = BatchStates(v.Trace, v.Step)
	}
	switch {
	case v.ended():
		rows.Found = BatchWindows(solution, cycle, v.Subject, v.Colour)
	case v.Whole:
		cycle = BatchCycle(v.Trace, v.Step)
		rows.Found = BatchWindows(BatchSoFar(solution, v.Trace, v.Step), cycle, v.Subject, v.Colour)
	default:
		rows.Found = BatchCut(solution, cycle, family, v.Subject, v.Colour)
	}
	if v.Subject != "" && (v.ended() || !v.Whole) {
		rows.Selected = append(rows.Selected, Ref{markid.Alternative, markid.WindowID(cycle, family, v.Subject)})
	}
	if rows.From, rows.To = BatchSpan(p, solution, cycle); rows.To > rows.From {
		rows.Rows = FreeWithin(p, rows.Rows, rows.From, rows.To)
	}
	rows.fit(2, rows.Found)
	return NodeRows(rows)
}

// batchQuestion asks how the window of a job was found in the first cycle.
func batchQuestion(v View) (map[string]string, bool) {
	solution, _ := v.Answer.Solution.(*batch.Solution)
	i := slices.IndexFunc(v.Scenario.Batch.Jobs, func(j batch.Job) bool { return j.ID == v.Subject })
	if i < 0 || v.Scenario.Batch.Jobs[i].Arrives() > 1 {
		return nil, false
	}
	family := batchFamily(solution, v.Subject)
	return map[string]string{Job: v.Subject, "cycle": "1", "family": strconv.Itoa(family)}, true
}

// batchFamily returns the family of the window that a job is given in the first cycle, 1 if none.
func batchFamily(s *batch.Solution, job string) int {
	_, chosen := BatchAlternatives(s, job, 1)
	return max(1, chosen+1)
}

// BatchAlternatives returns the windows of a job in a cycle and the index of the chosen one, -1
// for none.
func BatchAlternatives(s *batch.Solution, job string, cycle int) (windows []window.Window, chosen int) {
	chosen = -1
	if s == nil {
		return nil, chosen
	}
	for _, c := range s.Chosen {
		if c.Job == job && max(1, c.Cycle) == cycle {
			chosen = c.Window
		}
	}
	for i := range s.Alternatives {
		if a := &s.Alternatives[i]; a.Job == job && max(1, a.Cycle) == cycle {
			return a.Windows, chosen
		}
	}
	return nil, chosen
}

// BatchSpan returns the part of the time that a cycle sees; both 0 for all of it.
func BatchSpan(p *batch.Problem, s *batch.Solution, cycle int) (from, to float64) {
	if p.Rounds() == 1 || p.Sight == nil || s == nil || cycle > len(s.Cycles) {
		return 0, 0
	}
	start := s.Cycles[cycle-1].Start
	return start, min(p.Horizon, start+*p.Sight)
}

// BatchWindows returns the windows of a cycle. Where there are too many to tell apart, it
// returns those of one job and the chosen ones of the others.
func BatchWindows(s *batch.Solution, cycle int, job string, colour int) []Found {
	if !BatchCrowded(s, cycle) {
		return BatchFound(s, BatchFilter{Cycle: cycle}, colour)
	}
	var found []Found
	if job != "" {
		found = BatchFound(s, BatchFilter{Cycle: cycle, Job: job}, colour)
	}
	for _, w := range BatchFound(s, BatchFilter{Cycle: cycle, Chosen: true}, colour) {
		if JobOf(w.Ref) != job {
			found = append(found, w)
		}
	}
	return found
}

// maxWindows is the number of windows up to which all of a cycle are drawn.
const maxWindows = 1500

// BatchCrowded reports whether a cycle has more windows than can be told apart.
func BatchCrowded(s *batch.Solution, cycle int) bool {
	n := 0
	if s != nil {
		for i := range s.Alternatives {
			if max(1, s.Alternatives[i].Cycle) == cycle {
				n += len(s.Alternatives[i].Windows)
			}
		}
	}
	return n > maxWindows
}

// BatchCut returns the windows that were cut from the free time before the search for a window
// of a family for a job: those of earlier families, and of this one for earlier jobs.
func BatchCut(s *batch.Solution, cycle, family int, job string, colour int) []Found {
	var found []Found
	passed := false
	if s == nil {
		return nil
	}
	for i := range s.Alternatives {
		a := &s.Alternatives[i]
		if max(1, a.Cycle) != cycle {
			continue
		}
		passed = passed || a.Job == job
		for _, w := range BatchFound(&batch.Solution{Alternatives: s.Alternatives[i : i+1]}, BatchFilter{}, colour) {
			if _, n, _, _ := markid.ReadWindowID(w.Ref.ID); n < family || n == family && !passed {
				w.Bare = true
				found = append(found, w)
			}
		}
	}
	return found
}

// BatchStates returns what the current search has done with slots after some steps, and the
// start that it has reached.
func BatchStates(log *trace.Log, steps int) (states []NodeState, marks []Mark) {
	set := func(e *trace.Event, class string) {
		start, _ := e.Value("start")
		end, _ := e.Value("end")
		states = append(states, NodeState{Node: e.Ref("node"), Start: start, End: end, Class: class})
	}
	at := -1.0
	events := BatchSearch(log, steps)
	for i := range events {
		e := &events[i]
		switch e.Kind {
		case "take":
			set(e, "open")
		case "reject":
			set(e, "rejected")
		case "expire":
			node := e.Ref("node")
			for k := range states {
				if end, _ := e.Value("end"); states[k].Node == node && states[k].End == end {
					states[k].Class = "done"
				}
			}
			continue // its start is that of the slot before
		}
		if start, ok := e.Value("start"); ok {
			at = start
		}
	}
	if at >= 0 {
		marks = []Mark{{At: at, Class: "now", Label: "start " + Number(at)}}
	}
	return states, marks
}

// BatchSearch returns the steps of the search that is under way after some steps of a run.
func BatchSearch(log *trace.Log, steps int) []trace.Event {
	events := taken(log, steps)
	for i := len(events) - 1; i >= 0; i-- {
		switch events[i].Kind {
		case "search":
			return events[i:]
		case "cycle", "quota", "choose", "postpone":
			return events[i+1:]
		}
	}
	return events
}

// BatchCycle returns the cycle that a run is in after some steps.
func BatchCycle(log *trace.Log, steps int) int {
	events := taken(log, steps)
	for i := len(events) - 1; i >= 0; i-- {
		if events[i].Kind == "cycle" {
			number, _ := events[i].Value("number")
			return max(1, int(number))
		}
	}
	return 1
}

// BatchSoFar returns the part of a solution that the first steps of its run have found and
// chosen.
func BatchSoFar(whole *batch.Solution, log *trace.Log, steps int) *batch.Solution {
	if whole == nil {
		return nil
	}
	type spot struct {
		job   string
		cycle int
	}
	found, chosen, cycle := map[spot]int{}, 0, 1
	for i := range taken(log, steps) {
		switch e := &log.Events[i]; e.Kind {
		case "cycle":
			number, _ := e.Value("number")
			cycle = max(1, int(number))
		case "found":
			found[spot{e.Ref("job"), cycle}]++
		case "choose":
			chosen++
		}
	}
	part := &batch.Solution{Chosen: whole.Chosen[:min(chosen, len(whole.Chosen))]}
	for _, a := range whole.Alternatives {
		if n := found[spot{a.Job, max(1, a.Cycle)}]; n > 0 {
			a.Windows = append([]window.Window(nil), a.Windows[:min(n, len(a.Windows))]...)
			part.Alternatives = append(part.Alternatives, a)
		}
	}
	return part
}

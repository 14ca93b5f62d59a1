package batch

import (
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/trace"
)

// The steps of a whole run: its cycles, in each of them one search after another,
// then the choice.

// searching are the steps of the search that is on, up to the one that shows.
func searching(s *state.State) []trace.Event {
	events := s.Why.Trace.Events[:min(s.Why.Step, len(s.Why.Trace.Events))]
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

// cycleAt is the cycle in which the step stands.
func cycleAt(s *state.State) int {
	for i := min(s.Why.Step, len(s.Why.Trace.Events)) - 1; i >= 0; i-- {
		if e := &s.Why.Trace.Events[i]; e.Kind == "cycle" {
			number, _ := screen.Val(e, "number")
			return max(1, int(number))
		}
	}
	return 1
}

// soFar is what the steps have found and chosen, as a solution.
func soFar(s *state.State, whole *batch.Solution) *batch.Solution {
	if whole == nil {
		return nil
	}
	type spot struct {
		job   string
		cycle int
	}
	found, chosen, cycle := map[spot]int{}, 0, 1
	for i := range s.Why.Trace.Events[:s.Why.Step] {
		switch e := &s.Why.Trace.Events[i]; e.Kind {
		case "cycle":
			number, _ := screen.Val(e, "number")
			cycle = max(1, int(number))
		case "found":
			found[spot{screen.Ref(e, "job"), cycle}]++
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

// wholly tells the steps around the searches.
func wholly(e *trace.Event) []ui.Node {
	t, job := ui.Text, screen.Bold("job "+screen.Ref(e, "job"))
	n := func(name string) string { return number(e, name) }
	switch e.Kind {
	case "cycle":
		return []ui.Node{t("Cycle " + n("number") + " begins at " + n("start") +
			": one search after another goes through the list of free slots.")}
	case "search":
		limit := "its slots costing at most " + n("budget") + " together"
		if _, ok := screen.Val(e, "maxPrice"); ok {
			limit = "no slot costing more than " + n("maxPrice") + " for a unit of time"
		}
		nodes, _ := screen.Val(e, "nodes")
		return []ui.Node{t("Family " + n("family") + ": the search for "), job, t(" looks for " +
			picture.Count(int(nodes), "node") + ", " + limit + ".")}
	case "cut":
		return []ui.Node{t("The time of the window of "), job, t(" on "), screen.Bold(screen.Ref(e, "node")),
			t(" is cut out of its slot: " + n("before") + " before it and " + n("after") + " behind it stay free.")}
	case "quota":
		return []ui.Node{t("The limits of all jobs together: time " + n("timeLimit") + ", money " + n("budget") + ".")}
	case "choose":
		window, _ := screen.Val(e, "window")
		return []ui.Node{t("The combination takes window " + ui.Whole(int(window)+1) + " for "), job,
			t(": from " + n("start") + " for " + n("time") + ", cost " + n("cost") + ".")}
	}
	return []ui.Node{job, t(" is given no window in this cycle: " + postponed[e.Reason] + ".")}
}

// postponed says why a job has to wait.
var postponed = map[string]string{
	"no-window": "none was found for it", "limit": "within the limits there is no choice for all",
}

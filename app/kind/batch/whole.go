package batch

import (
	"gridbox/app/screen"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/trace"
)

// The steps of a whole run are its cycles. Each cycle has one search after another, then the choice.

// wholly describes the steps around the searches.
func wholly(e *trace.Event) []ui.Node {
	t, job := ui.Text, screen.Bold("job "+e.Ref("job"))
	n := func(name string) string { return number(e, name) }
	switch e.Kind {
	case "cycle":
		return []ui.Node{t("Cycle " + n("number") + " begins at " + n("start") +
			": the searches go through the list of free slots one after another.")}
	case "search":
		limit := "its slots costing at most " + n("budget") + " together"
		if _, ok := e.Value("maxPrice"); ok {
			limit = "no slot costing more than " + n("maxPrice") + " for a unit of time"
		}
		nodes, _ := e.Value("nodes")
		return []ui.Node{t("Family " + n("family") + ": the search for "), job, t(" looks for " +
			picture.Count(int(nodes), "node") + ", " + limit + ".")}
	case "cut":
		return []ui.Node{t("The time of the window of "), job, t(" on "), screen.Bold(e.Ref("node")),
			t(" is cut out of its slot: " + n("before") + " before it and " + n("after") + " after it stay free.")}
	case "quota":
		return []ui.Node{t("The limits of all jobs together: time " + n("timeLimit") + ", money " + n("budget") + ".")}
	case "choose":
		window, _ := e.Value("window")
		return []ui.Node{t("The combination takes window " + ui.Whole(int(window)+1) + " for "), job,
			t(": from " + n("start") + " for " + n("time") + ", cost " + n("cost") + ".")}
	}
	return []ui.Node{job, t(" gets no window in this cycle: " + postponed[e.Reason] + ".")}
}

// postponed has the reasons why a job has to wait.
var postponed = map[string]string{
	"no-window": "none was found for it", "limit": "no combination within the limits serves all jobs",
}

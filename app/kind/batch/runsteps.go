package batch

import (
	"gridbox/app/screen"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/trace"
)

// The steps of a whole run are its cycles. Each cycle has one search after another, then the choice.

// wholly describes the steps around the searches.
func wholly(e *trace.Event) []ui.Node {
	t, job := ui.Text, screen.Bold(i18n.T("job {}", e.Ref("job")))
	n := func(name string) string { return number(e, name) }
	switch e.Kind {
	case "cycle":
		return []ui.Node{t(i18n.T("Cycle {} begins at {}: the searches go through the list of free slots one "+
			"after another.",
			n("number"), n("start")))}
	case "search":
		limit := i18n.T("its slots costing at most {} together", n("budget"))
		if _, ok := e.Value("maxPrice"); ok {
			limit = i18n.T("no slot costing more than {} for a unit of time", n("maxPrice"))
		}
		nodes, _ := e.Value("nodes")
		return []ui.Node{t(i18n.T("Family {}: the search for ", n("family"))), job, t(i18n.T(" looks for {}, {}.",
			picture.Count(int(nodes), "node"), limit))}
	case "cut":
		return []ui.Node{t("The time of the window of "), job, t(" on "), screen.Bold(e.Ref("node")),
			t(i18n.T(" is cut out of its slot: {} before it and {} after it stay free.", n("before"), n("after")))}
	case "quota":
		return []ui.Node{t(i18n.T("The limits of all jobs together: time {}, money {}.",
			n("timeLimit"), n("budget")))}
	case "choose":
		window, _ := e.Value("window")
		return []ui.Node{t(i18n.T("The combination takes window {} for ", ui.Integer(int(window)+1))), job,
			t(i18n.T(": from {} for {}, cost {}.", n("start"), n("time"), n("cost")))}
	}
	return []ui.Node{job, t(i18n.T(" gets no window in this cycle: {}.", postponeReasons[e.Reason]))}
}

// postponeReasons has the reasons why a job has to wait.
var postponeReasons = map[string]string{
	"no-window": "none was found for it", "limit": "no combination within the limits serves all jobs",
}

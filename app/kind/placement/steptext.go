package placement

import (
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
	"gridbox/core/trace"
)

// stepText describes the last replayed step in a sentence.
func stepText(s *state.State) []ui.Node {
	e := screen.Step(s)
	if e == nil {
		return screen.Unbegun(s, "No step has run yet.")
	}
	cluster, dataset := screen.Bold(e.Ref("cluster")), screen.Bold(e.Ref("dataset"))
	t := ui.Text
	switch e.Kind {
	case "factor":
		return []ui.Node{t("The factor Z of "), screen.Bold(e.Ref("job")),
			t(i18n.T(" is {}: {}.", screen.Number(e, "z"), nature(e)))}
	case "expand":
		return []ui.Node{t("Replica selection for "), screen.Bold(s.Explanation.About), t(" expands "), cluster,
			t(i18n.T(" at {} s/MB.", screen.Number(e, "cost")))}
	case "found":
		if cost, _ := e.Value("cost"); cost == 0 {
			return []ui.Node{dataset, t(" is on "), cluster, t(" itself: nothing to move.")}
		}
		return []ui.Node{t("It finds "), dataset, t(" on "), cluster,
			t(i18n.T(": {} MB at {} s/MB take {} s.",
				screen.Number(e, "size"), screen.Number(e, "cost"), screen.Number(e, "time")))}
	case "relax":
		from := screen.Bold(e.Ref("from"))
		switch e.Reason {
		case "closed":
			return []ui.Node{t("From "), from, t(" back to "), cluster, t(": already expanded on a shorter path.")}
		case "farther":
			return []ui.Node{t("From "), from, t(" on to "), cluster,
				t(i18n.T(": {} s/MB, no shorter than the known path.", screen.Number(e, "cost")))}
		}
		return []ui.Node{t("From "), from, t(" on to "), cluster, t(i18n.T(": now {} s/MB.",
			screen.Number(e, "cost")))}
	case "unreachable":
		return []ui.Node{dataset, t(" cannot be reached from here: no cluster that is connected holds it.")}
	case "done":
		if _, ok := e.Value("time"); !ok {
			return []ui.Node{t("Some of the data cannot be reached: the transfer time is infinite.")}
		}
		return []ui.Node{t(i18n.T("All data are found: their transfer takes {} s.", screen.Number(e, "time")))}
	case "try":
		return []ui.Node{t("The tree search tries the hosts "), hosts(e), t(".")}
	case "cover":
		return []ui.Node{t(i18n.T("These hosts have everything, a cover of {}: ", screen.Number(e, "hosts"))),
			hosts(e), t(".")}
	case "cut":
		if e.Reason == "limit" {
			return []ui.Node{t("The search has reached its step limit: the smallest cover found so far is used, " +
				"or the greedy one, which adds the host with the most missing data.")}
		}
		return []ui.Node{t("Cut: with "), hosts(e), t(" no cover can be smaller than the best one.")}
	case "score":
		if e.Reason == "unreachable" {
			return []ui.Node{cluster, t(" cannot reach the data and is excluded.")}
		}
		return []ui.Node{cluster, t(i18n.T(" scores {}: {} s to transfer the data, {} s to compute.",
			screen.Number(e, "final"), screen.Number(e, "rs"), screen.Number(e, "cra")))}
	case "place":
		return []ui.Node{screen.Bold(e.Ref("job")), t(" goes to "), cluster,
			t(i18n.T(": {} s to transfer its data, {} s to "+
				"compute; it ends at {} s.",
				screen.Number(e, "transfer"), screen.Number(e, "run"),
				screen.Number(e, "finish")))}
	case "choose":
		return []ui.Node{t("The least score is chosen: "), screen.Bold(e.Ref("job")), t(" runs on "),
			cluster, t(".")}
	case "unscored":
		return []ui.Node{t("A score of "), screen.Bold(e.Ref("job")),
			t(" is not a number, so its cluster comes last.")}
	case "stuck":
		return []ui.Node{screen.Bold(e.Ref("job")), t(" cannot run anywhere: no cluster reaches all of its data.")}
	}
	return []ui.Node{t(e.Kind)}
}

// nature describes the meaning of a factor Z.
func nature(e *trace.Event) string {
	z, _ := e.Value("z")
	switch {
	case z > 0.6:
		return "mostly data-intensive, its transfers take longer than its computation"
	case z < 0.4:
		return "mostly computation-intensive, its computation takes longer than its transfers"
	}
	return "data and computation weigh about the same"
}

// hosts returns the clusters with the role host in an event, or the word none.
func hosts(e *trace.Event) ui.Node {
	var ids []string
	for _, r := range e.Refs {
		if r.Role == "host" {
			ids = append(ids, r.ID)
		}
	}
	if len(ids) == 0 {
		return ui.Text("none")
	}
	return screen.Bold(strings.Join(ids, ", "))
}

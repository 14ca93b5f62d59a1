package placement

import (
	"strings"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/trace"
)

// say tells the last replayed step in a sentence.
func say(s *state.State) []ui.Node {
	e := event(s)
	if e == nil {
		return []ui.Node{ui.Text("Nothing has been looked at yet. Play the steps, or use the arrow keys.")}
	}
	cluster, dataset := bold(ref(e, "cluster")), bold(ref(e, "dataset"))
	t := ui.Text
	switch e.Kind {
	case "factor":
		return []ui.Node{t("The factor Z of "), bold(ref(e, "job")), t(" is " + number(e, "z") + ": " + nature(e) + ".")}
	case "expand":
		return []ui.Node{t("Replica selection for "), bold(s.Why.About), t(" expands "), cluster, t(" at " + number(e, "cost") + " s/MB.")}
	case "found":
		if cost, _ := val(e, "cost"); cost == 0 {
			return []ui.Node{dataset, t(" is on "), cluster, t(" itself: nothing to move.")}
		}
		return []ui.Node{t("It finds "), dataset, t(" on "), cluster, t(": " + number(e, "size") + " MB at " + number(e, "cost") + " s/MB take " + number(e, "time") + " s.")}
	case "relax":
		from := bold(ref(e, "from"))
		switch e.Reason {
		case "closed":
			return []ui.Node{t("From "), from, t(" back to "), cluster, t(": already expanded on a shorter way.")}
		case "farther":
			return []ui.Node{t("From "), from, t(" on to "), cluster, t(": " + number(e, "cost") + " s/MB, no shorter than the way known.")}
		}
		return []ui.Node{t("From "), from, t(" on to "), cluster, t(": now " + number(e, "cost") + " s/MB.")}
	case "unreachable":
		return []ui.Node{dataset, t(" cannot be reached from here: no cluster that is connected holds it.")}
	case "done":
		if _, ok := val(e, "time"); !ok {
			return []ui.Node{t("Some of the data cannot be reached: the transfer time is infinite.")}
		}
		return []ui.Node{t("All data are found: bringing them takes " + number(e, "time") + " s.")}
	case "try":
		return []ui.Node{t("The tree search tries the hosts "), hosts(e), t(".")}
	case "cover":
		return []ui.Node{t("These hosts have everything, a cover of " + number(e, "hosts") + ": "), hosts(e), t(".")}
	case "cut":
		return []ui.Node{t("Cut: with "), hosts(e), t(" no cover can be smaller than the best one.")}
	case "score":
		if e.Reason == "unreachable" {
			return []ui.Node{cluster, t(" cannot reach the data and is out.")}
		}
		return []ui.Node{cluster, t(" scores " + number(e, "final") + ": " + number(e, "rs") + " s to bring the data, " + number(e, "cra") + " s to compute.")}
	case "choose", "place":
		return []ui.Node{t("The least score wins: "), bold(ref(e, "job")), t(" runs on "), cluster, t(".")}
	case "stuck":
		return []ui.Node{bold(ref(e, "job")), t(" can run nowhere: no cluster reaches all of its data.")}
	}
	return []ui.Node{t(e.Kind)}
}

// nature says what a factor Z means.
func nature(e *trace.Event) string {
	z, _ := val(e, "z")
	switch {
	case z > 0.6:
		return "mostly data-intensive, its transfers take longer than its computation"
	case z < 0.4:
		return "mostly computation-intensive, its computation takes longer than its transfers"
	}
	return "data and computation weigh about the same"
}

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
	return bold(strings.Join(ids, ", "))
}

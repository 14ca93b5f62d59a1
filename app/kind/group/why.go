package group

import (
	"math"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind/group"
	"gridbox/core/kind/group/draw"
	"gridbox/core/trace"
)

// eventSubject names the group or node that an event is about.
func eventSubject(e *trace.Event) ui.Node {
	if id := e.Ref("group"); id != "" {
		return screen.Bold(id)
	}
	return screen.Bold(e.Ref("node"))
}

// probability formats a value of an event as a probability. Knapsack Single and the tree add logarithms, which are
// converted back.
func probability(s *state.State, e *trace.Event, name string) string {
	v, ok := e.Value(name)
	switch p := problemOf(s.Problem); {
	case !ok:
		return "nothing"
	case p != nil && p.Sums():
		return ui.Num(v)
	case v <= 0:
		v = math.Exp(v)
	}
	return draw.Probability(v)
}

// stepText describes the last replayed step in a sentence.
func stepText(s *state.State) []ui.Node {
	e := screen.Step(s)
	t := ui.Text
	if e == nil {
		return screen.Unbegun(s, "No step has run yet.")
	}
	if s.Explanation.Step == len(s.Explanation.Trace.Events) && s.Explanation.Trace.Dropped == 0 {
		if parts := searchSummary(s); parts != nil {
			return parts
		}
	}
	switch e.Kind {
	case "round":
		return []ui.Node{t(i18n.T("By the Lagrangian bound, no window can be worth more than {}. For windows of "+
			"at least {}, {} groups have one choice left and are fixed; {} stay free.",
			probability(s, e, "bound"), probability(s, e, "floor"), integer(e, "fixed"), integer(e, "free")))}
	case "free":
		return []ui.Node{eventSubject(e), t(i18n.T(" stays free with {} choices; the bound prefers {} of it.",
			integer(e, "choices"), nodes(e, "nodes")))}
	case "take":
		score := "no finite score"
		if x, ok := e.Value("score"); ok {
			score = i18n.T("the score {}", picture.Number(x))
		}
		return []ui.Node{screen.Bold(i18n.T("Node {}", e.Ref("node"))), t(i18n.T(" has {}, the lowest that the budget "+
			"allows, and is taken; {} more are wanted.",
			score, integer(e, "left")))}
	case "unscored":
		return []ui.Node{t("A score of "), screen.Bold(i18n.T("node {}", e.Ref("node"))),
			t(" is not a number, so it comes last.")}
	case "label":
		return label(s, e)
	case "group":
		if e.Reason == "no-gain" {
			return []ui.Node{t("With "), eventSubject(e),
				t(i18n.T(" {} cells improve, but not the cell of the whole request.", integer(e, "cells")))}
		}
		return []ui.Node{t("With "), eventSubject(e),
			t(i18n.T(" {} cells improve; the whole request is now worth {}.",
				integer(e, "cells"), probability(s, e, "value")))}
	case "cell":
		return []ui.Node{t("With "), eventSubject(e),
			t(i18n.T(" {} for {} are worth {}.", nodes(e, "nodes"), price(e, "budget"), probability(s, e, "value")))}
	case "branch":
		return []ui.Node{t(i18n.T("The greatest estimate, {}, is branched next: with ", probability(s, e, "estimate"))),
			screen.Bold(e.Ref("branch")), t(" and without it.")}
	case "node":
		return treeNode(s, e)
	}
	return []ui.Node{t(e.Kind)}
}

func nodes(e *trace.Event, name string) string {
	v, _ := e.Value(name)
	return picture.Count(int(v), "node")
}

func integer(e *trace.Event, name string) string {
	v, _ := e.Value(name)
	return ui.Integer(int(v))
}

func price(e *trace.Event, name string) string {
	v, _ := e.Value(name)
	return picture.Number(v)
}

// searchSummary summarises a search once all of its steps have been seen.
func searchSummary(s *state.State) []ui.Node {
	kinds := map[string]int{}
	for i := range s.Explanation.Trace.Events {
		e := &s.Explanation.Trace.Events[i]
		kinds[e.Kind+e.Reason]++
	}
	switch {
	case kinds["node"] > 0:
		opened, branched := kinds["node"]+kinds["nodebound"]+kinds["nodebudget"], kinds["branch"]
		return []ui.Node{ui.Text(i18n.T("The search ends after {} of the tree: {} were branched, {} cut by the "+
			"bound and {} by the budget.",
			picture.Count(opened, "node"), ui.Integer(branched), ui.Integer(kinds["nodebound"]),
			ui.Integer(kinds["nodebudget"])))}
	case kinds["label"] > 0:
		return []ui.Node{ui.Text(i18n.T("The search ends: of {} {} were kept, {} dominated and {} cut by the "+
			"bound.",
			picture.Count(kinds["label"]+kinds["labeldominated"]+kinds["labelbound"], "label"),
			ui.Integer(kinds["label"]), ui.Integer(kinds["labeldominated"]),
			ui.Integer(kinds["labelbound"])))}
	case kinds["group"] > 0:
		return []ui.Node{ui.Text("The table is filled: the cell of the whole request names the window, and the " +
			"decisions lead back to its nodes.")}
	}
	return nil
}

// label describes a label of the label-setting search: dominated, pruned by its bound, or kept.
func label(s *state.State, e *trace.Event) []ui.Node {
	t := ui.Text
	about := i18n.T(" as part of {} for {}", nodes(e, "nodes"), price(e, "cost"))
	switch e.Reason {
	case "dominated":
		return []ui.Node{t("A choice for "), eventSubject(e),
			t(i18n.T("{} is dominated: another costs no more and is worth no less.", about))}
	case "bound":
		return []ui.Node{t("A choice for "), eventSubject(e),
			t(i18n.T("{} is pruned: it can lead to at most {}.", about, probability(s, e, "bound")))}
	}
	return []ui.Node{t("A choice for "), eventSubject(e),
		t(i18n.T("{} is kept; it can lead to at most {}.", about, probability(s, e, "bound")))}
}

// treeNode describes a node of the search tree: its last decision, its bound, and the reason if it is pruned.
func treeNode(s *state.State, e *trace.Event) []ui.Node {
	t := ui.Text
	var with []ui.Node
	switch in, out := e.Ref("included"), e.Ref("excluded"); {
	case in != "":
		with = []ui.Node{t("With "), screen.Bold(in), t(" included ")}
	case out != "":
		with = []ui.Node{t("Without "), screen.Bold(out), t(" ")}
	default:
		with = []ui.Node{t("With every group undecided ")}
	}
	switch e.Reason {
	case "budget":
		return append(with, t("there is no window within the budget."))
	case "bound":
		return append(with, t(i18n.T("at most {} can be reached: no better than the window of {} already found.",
			probability(s, e, "estimate"), probability(s, e, "best"))))
	}
	return append(with, t(i18n.T("at most {} can be reached; the best window so far has {}.",
		probability(s, e, "estimate"), probability(s, e, "best"))))
}

// verdict describes the result of the focused answer, and what a better one would require. It returns nil for an
// infeasible or missing answer.
func verdict(s *state.State) []ui.Node {
	a := s.FocusedAnswer()
	if a == nil || a.Answer == nil || !a.Answer.Feasible {
		return nil
	}
	p := problemOf(a.Problem)
	w, ok := a.Answer.Solution.(*group.Solution)
	if p == nil || !ok {
		return nil
	}
	text := ""
	if !p.Sums() {
		if g, odds := weakestGroup(p, w); g != "" {
			text = i18n.T("The weakest link is {} with availability {}.", g, draw.Probability(odds))
		}
	}
	if b := a.Answer.Bound; b != nil {
		switch {
		case b.Gap <= 1e-9:
			text += i18n.T(" No window within the budget is better: the bound is reached.")
		default:
			text += i18n.T(" At most {} is possible, so this window falls {} short.",
				draw.Probability(b.Value), b.Distance())
		}
	}
	if left := p.Request.Budget - a.Answer.Metrics["cost"]; left > 0 {
		text += i18n.T(" {} of the budget is left.", picture.Number(left))
	}
	return []ui.Node{sums(p, w, a.Answer.Metrics), ui.Text(text)}
}

// weakestGroup returns the least available group of a window.
func weakestGroup(p *group.Problem, w *group.Solution) (id string, odds float64) {
	taken, _ := count(p, w)
	all := p.Odds()
	odds = 1
	for g := range p.Groups {
		o := all.Groups[g]
		for _, c := range w.Variants {
			if c.Group == p.Groups[g].ID {
				o = p.Groups[g].Variants[c.Variant].Value
			}
		}
		if taken[p.Groups[g].ID] > 0 && o < odds {
			id, odds = p.Groups[g].ID, o
		}
	}
	return id, odds
}

package group

import (
	"math"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/kind/group"
	"gridbox/core/kind/group/draw"
	"gridbox/core/trace"
)

// thing names the group or node that an event is about.
func thing(e *trace.Event) ui.Node {
	if id := e.Ref("group"); id != "" {
		return screen.Bold(id)
	}
	return screen.Bold(e.Ref("node"))
}

// odd formats a value of an event as a probability. Knapsack Single and the tree add logarithms, which are converted
// back.
func odd(s *state.State, e *trace.Event, name string) string {
	v, ok := e.Value(name)
	switch p := problemOf(s.Problem); {
	case !ok:
		return "nothing"
	case p != nil && p.Sums():
		return ui.Num(v)
	case v <= 0:
		v = math.Exp(v)
	}
	return draw.Odd(v)
}

// stepText describes the last replayed step in a sentence.
func stepText(s *state.State) []ui.Node {
	e := screen.Step(s)
	t := ui.Text
	if e == nil {
		return screen.Unbegun(s, "No step has run yet.")
	}
	if s.Why.Step == len(s.Why.Trace.Events) && s.Why.Trace.Dropped == 0 {
		if parts := ended(s); parts != nil {
			return parts
		}
	}
	switch e.Kind {
	case "round":
		return []ui.Node{t("By the Lagrangian bound, no window can be worth more than " + odd(s, e, "bound") +
			". For windows of at least " + odd(s, e, "floor") + ", " +
			whole(e, "fixed") + " groups have one choice left and are fixed; " + whole(e, "free") + " stay free.")}
	case "free":
		return []ui.Node{thing(e), t(" stays free with " + whole(e, "choices") + " choices; the bound prefers " +
			nodes(e, "nodes") + " of it.")}
	case "take":
		score := "no finite score"
		if x, ok := e.Value("score"); ok {
			score = "the score " + picture.Number(x)
		}
		return []ui.Node{screen.Bold("Node " + e.Ref("node")), t(" has " + score +
			", the lowest that the budget allows, and is taken; " + whole(e, "left") + " more are wanted.")}
	case "unscored":
		return []ui.Node{t("A score of "), screen.Bold("node " + e.Ref("node")),
			t(" is not a number, so it comes last.")}
	case "label":
		return label(s, e)
	case "group":
		if e.Reason == "no-gain" {
			return []ui.Node{t("With "), thing(e),
				t(" " + whole(e, "cells") + " cells improve, but not the cell of the whole request.")}
		}
		return []ui.Node{t("With "), thing(e),
			t(" " + whole(e, "cells") + " cells improve; the whole request is now worth " +
				odd(s, e, "value") + ".")}
	case "cell":
		return []ui.Node{t("With "), thing(e),
			t(" " + nodes(e, "nodes") + " for " + price(e, "budget") + " are worth " + odd(s, e, "value") + ".")}
	case "branch":
		return []ui.Node{t("The greatest estimate, " + odd(s, e, "estimate") + ", is branched next: with "),
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

func whole(e *trace.Event, name string) string {
	v, _ := e.Value(name)
	return ui.Whole(int(v))
}

func price(e *trace.Event, name string) string {
	v, _ := e.Value(name)
	return picture.Number(v)
}

// ended summarises a search once all of its steps have been seen.
func ended(s *state.State) []ui.Node {
	kinds := map[string]int{}
	for i := range s.Why.Trace.Events {
		e := &s.Why.Trace.Events[i]
		kinds[e.Kind+e.Reason]++
	}
	switch {
	case kinds["node"] > 0:
		opened, branched := kinds["node"]+kinds["nodebound"]+kinds["nodebudget"], kinds["branch"]
		return []ui.Node{ui.Text("The search ends after " + picture.Count(opened, "node") + " of the tree: " +
			ui.Whole(branched) + " were branched, " +
			ui.Whole(kinds["nodebound"]) + " cut by the bound and " + ui.Whole(kinds["nodebudget"]) +
			" by the budget.")}
	case kinds["label"] > 0:
		return []ui.Node{ui.Text("The search ends: of " +
			picture.Count(kinds["label"]+kinds["labeldominated"]+kinds["labelbound"], "label") + " " +
			ui.Whole(kinds["label"]) + " were kept, " + ui.Whole(kinds["labeldominated"]) + " dominated and " +
			ui.Whole(kinds["labelbound"]) + " cut by the bound.")}
	case kinds["group"] > 0:
		return []ui.Node{ui.Text("The table is filled: the cell of the whole request names the window, and the " +
			"decisions lead back to its nodes.")}
	}
	return nil
}

func label(s *state.State, e *trace.Event) []ui.Node {
	t := ui.Text
	about := " as part of " + nodes(e, "nodes") + " for " + price(e, "cost")
	switch e.Reason {
	case "dominated":
		return []ui.Node{t("A choice for "), thing(e),
			t(about + " is dominated: another costs no more and is worth no less.")}
	case "bound":
		return []ui.Node{t("A choice for "), thing(e),
			t(about + " is pruned: it can lead to at most " + odd(s, e, "bound") + ".")}
	}
	return []ui.Node{t("A choice for "), thing(e),
		t(about + " is kept; it can lead to at most " + odd(s, e, "bound") + ".")}
}

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
		return append(with, t("at most "+odd(s, e, "estimate")+" can be reached: no better than the window of "+
			odd(s, e, "best")+" already found."))
	}
	return append(with, t("at most "+odd(s, e, "estimate")+" can be reached; the best window so far has "+
		odd(s, e, "best")+"."))
}

// verdict describes the result, and what a better one would require.
func verdict(s *state.State) []ui.Node {
	a := s.Focused()
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
		if g, odds := weakest(p, w); g != "" {
			text = "The weakest link is " + g + " with availability " + draw.Odd(odds) + "."
		}
	}
	if b := a.Answer.Bound; b != nil {
		switch {
		case b.Gap <= 1e-9:
			text += " No window within the budget is better: the bound is reached."
		default:
			text += " At most " + draw.Odd(b.Value) + " is possible, so this window falls " +
				b.Distance() + " short."
		}
	}
	if left := p.Request.Budget - a.Answer.Metrics["cost"]; left > 0 {
		text += " " + picture.Number(left) + " of the budget is left."
	}
	return []ui.Node{sums(p, w, a.Answer.Metrics), ui.Text(text)}
}

// weakest returns the least available group of a window.
func weakest(p *group.Problem, w *group.Solution) (id string, odds float64) {
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

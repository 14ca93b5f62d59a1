package placement

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/decision"
	grid "gridbox/core/kind/placement"
	"gridbox/core/kind/placement/draw"
	"gridbox/core/kind/placement/solve"
)

// why is the kind's explanation; nil where there is none.
func why(s *state.State) *solve.Why {
	if w := screen.Explained[solve.Why](s); w != nil && w.Job != "" {
		return w
	}
	return nil
}

// replaying reports whether the picture shows a step instead of the answer: of what
// is selected or, with nothing selected, of the job whose steps stand below.
func replaying(s *state.State) bool {
	return s.ReplayingOf(s.Main().ID) || s.Main().ID == "" && s.Replaying()
}

// soFar is what the steps of a whole run have placed.
func soFar(s *state.State, whole *grid.Solution) *grid.Solution {
	if whole == nil {
		return nil
	}
	placed := map[string]bool{}
	for i := range s.Why.Trace.Events[:s.Why.Step] {
		if e := &s.Why.Trace.Events[i]; e.Kind == "place" {
			placed[screen.Ref(e, "job")] = true
		}
	}
	part := &grid.Solution{}
	for _, a := range whole.Assignments {
		if placed[a.Job] {
			part.Assignments = append(part.Assignments, a)
		}
	}
	return part
}

// also: from which cluster the search for the data begins that the steps show,
// where it is not that which wins.
func also(s *state.State) map[string]string {
	if id := s.Look.Find["search"]; id != "" && s.Problem != nil && s.Problem.Placement != nil &&
		slices.ContainsFunc(s.Problem.Placement.Clusters, func(c grid.Cluster) bool { return c.ID == id }) {
		return map[string]string{"cluster": id}
	}
	return nil
}

// mostSearched is how many clusters there are to choose from.
const mostSearched = 300

// searches chooses that cluster.
func searches(s *state.State) ui.Node {
	values, names := []string{""}, []string{"search of the winner"}
	if s.Problem != nil && s.Problem.Placement != nil {
		list := s.Problem.Placement.Clusters
		for _, c := range list[:min(len(list), mostSearched)] {
			values, names = append(values, c.ID), append(names, "search of "+c.ID)
		}
	}
	return ui.El("span", ui.Flag("hidden", s.Why.Whole || len(values) < 2),
		screen.Choice("search", "Whose search the steps show", also(s)["cluster"], values, names))
}

// verdict tells the whole decision and what would have changed it.
func verdict(s *state.State) []ui.Node {
	w := why(s)
	if w == nil {
		return nil
	}
	if w.Winner == "" {
		return []ui.Node{ui.Text("No cluster can reach all data of " + w.Job + ".")}
	}
	if w.Drawn {
		return []ui.Node{ui.Text(w.Winner + " was drawn at random among the clusters that reach the data.")}
	}
	text := w.Winner + " wins."
	if w.Margin != nil && w.RunnerUp != "" {
		text = w.Winner + " is ahead of " + w.RunnerUp + " by " + ui.Num(*w.Margin) + "."
		if *w.Margin == 0 {
			text = w.Winner + " and " + w.RunnerUp + " have equal scores; the tie-break chooses " + w.Winner + "."
		} else if tied(w) {
			text = "Practically a tie: " + text
		}
	}
	if m := nearest(w); m != nil {
		text += " It would go to " + m.Cluster + " from " + ui.From(m.MIPS) + " MIPS on; now " + m.Cluster + " has " +
			ui.Plain(m.Now) + "."
	}
	if len(w.Cover) > 0 {
		text += " It reads from " + strings.Join(w.Cover, " and ") + ", a smallest set of hosts with all data"
		if w.CoverLeast > 0 {
			text += " among those tried: the search ended at its limit, and " + strconv.Itoa(w.CoverLeast) +
				" might do"
		}
		text += "."
	}
	said := []ui.Node{ui.Text(text)}
	if made := sum(w, w.Winner); !made.IsZero() {
		said = []ui.Node{made, ui.Text(" "), ui.Text(text)}
	}
	return said
}

// tied reports whether the winner's score is better by less than a trifle.
func tied(w *solve.Why) bool {
	for i := range w.Scores {
		if c := &w.Scores[i]; c.Cluster == w.Winner && c.Final != nil {
			return *w.Margin < decision.Trifle*math.Abs(*c.Final)
		}
	}
	return false
}

// nearest returns the move that needs the smallest change, nil where none is larger
// than a trifle and at most decision.Most times the present value.
func nearest(w *solve.Why) *solve.Move {
	var best *solve.Move
	for i := range w.Moves {
		m := &w.Moves[i]
		if m.Now <= 0 || m.MIPS < (1+decision.Trifle)*m.Now || m.MIPS > decision.Most*m.Now {
			continue
		}
		if best == nil || m.MIPS/m.Now < best.MIPS/best.Now {
			best = m
		}
	}
	return best
}

// notes mark the clusters by what the steps so far found out about them.
func notes(s *state.State) []draw.Note {
	if !replaying(s) {
		return nil
	}
	at := map[string]int{}
	var list []draw.Note
	set := func(cluster, class, text string) {
		if cluster == "" {
			return
		}
		if i, ok := at[cluster]; ok {
			list[i].Class = class
			if text != "" {
				list[i].Text = text
			}
			return
		}
		at[cluster] = len(list)
		list = append(list, draw.Note{Cluster: cluster, Class: class, Text: text})
	}
	for i := range s.Why.Trace.Events[:s.Why.Step] {
		e := &s.Why.Trace.Events[i]
		switch e.Kind {
		case "expand":
			set(screen.Ref(e, "cluster"), "done", screen.Number(e, "cost")+" s/MB")
		case "found":
			set(screen.Ref(e, "cluster"), "found", "")
		case "relax":
			if e.Reason == "" {
				set(screen.Ref(e, "cluster"), "open", screen.Number(e, "cost")+" s/MB")
			}
		case "try", "cover", "cut":
			list, at = nil, map[string]int{}
			class := map[string]string{"try": "open", "cover": "chosen", "cut": "rejected"}[e.Kind]
			for _, r := range e.Refs {
				set(r.ID, class, "")
			}
		case "score":
			class := "open"
			if e.Reason != "" {
				class = "rejected"
			}
			set(screen.Ref(e, "cluster"), class, screen.Number(e, "final"))
		case "choose":
			set(screen.Ref(e, "cluster"), "chosen", "")
		}
	}
	return list
}

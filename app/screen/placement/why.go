package placement

import (
	"strings"

	"gridbox/app/picture"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/solve/placement"
)

// why is the kind's explanation; nil where there is none.
func why(s *state.State) *placement.Why {
	if w := screen.Explained[placement.Why](s); w != nil && w.Job != "" {
		return w
	}
	return nil
}

// replaying reports whether the picture shows a step instead of the answer.
func replaying(s *state.State) bool {
	t := s.Why.Trace
	return t != nil && s.Why.About == s.Main().ID && s.Why.Step < len(t.Events)
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
	text := w.Winner + " wins"
	if w.Margin != nil && w.RunnerUp != "" {
		text += " by " + ui.Num(*w.Margin) + " before " + w.RunnerUp
	}
	text += "."
	if m := nearest(w); m != nil {
		text += " It would move to " + m.Cluster + " if " + m.Cluster + " had " + ui.Num(m.MIPS) + " MIPS instead of " +
			ui.Num(m.Now) + "."
	}
	if len(w.Cover) > 0 {
		text += " It reads from " + strings.Join(w.Cover, " and ") + ", a smallest set of hosts with all data."
	}
	return []ui.Node{ui.Text(text)}
}

// nearest is the move that needs the smallest change.
func nearest(w *placement.Why) *placement.Move {
	var best *placement.Move
	for i := range w.Moves {
		m := &w.Moves[i]
		if m.Now > 0 && (best == nil || m.MIPS/m.Now < best.MIPS/best.Now) {
			best = m
		}
	}
	return best
}

// notes mark the clusters by what the steps so far found out about them.
func notes(s *state.State) []picture.Note {
	if !replaying(s) {
		return nil
	}
	at := map[string]int{}
	var list []picture.Note
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
		list = append(list, picture.Note{Cluster: cluster, Class: class, Text: text})
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

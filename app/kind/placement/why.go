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
	"gridbox/core/i18n"
	grid "gridbox/core/kind/placement"
	"gridbox/core/kind/placement/solve"
)

// explanation returns the kind's explanation, nil if there is none.
func explanation(s *state.State) *solve.Explanation {
	if w := screen.Explanation[solve.Explanation](s); w != nil && w.Job != "" {
		return w
	}
	return nil
}

// replaying reports whether the picture shows a step instead of the answer: of the selected thing
// or, if nothing is selected, of the job whose steps are listed below.
func replaying(s *state.State) bool {
	return s.ReplayingOf(s.Main().ID) || s.Main().ID == "" && s.Replaying()
}

// explainParams returns the cluster from which the replayed search for data begins, if it is not the
// winner.
func explainParams(s *state.State) map[string]string {
	if id := s.Layout.Find["search"]; id != "" && s.Problem != nil && s.Problem.Placement != nil &&
		slices.ContainsFunc(s.Problem.Placement.Clusters, func(c grid.Cluster) bool { return c.ID == id }) {
		return map[string]string{"cluster": id}
	}
	return nil
}

// maxSearched is the greatest number of clusters to choose from.
const maxSearched = 300

// searches returns the choice of that cluster.
func searches(s *state.State) ui.Node {
	values, names := []string{""}, []string{"search of the chosen cluster"}
	if s.Problem != nil && s.Problem.Placement != nil {
		list := s.Problem.Placement.Clusters
		for _, c := range list[:min(len(list), maxSearched)] {
			values, names = append(values, c.ID), append(names, i18n.T("search of {}", c.ID))
		}
	}
	return ui.El("span", ui.Flag("hidden", s.Explanation.Whole || len(values) < 2),
		screen.Choice("search", "Whose search the steps show", explainParams(s)["cluster"], values, names))
}

// verdict describes the whole decision and what would have changed it.
func verdict(s *state.State) []ui.Node {
	w := explanation(s)
	if w == nil {
		return nil
	}
	if w.Winner == "" {
		return []ui.Node{ui.Text(i18n.T("No cluster can reach all data of {}.", w.Job))}
	}
	if w.Drawn {
		return []ui.Node{ui.Text(i18n.T("{} was drawn at random among the clusters that reach the data.", w.Winner))}
	}
	if w.Reason != "" {
		return []ui.Node{ui.Text(w.Winner + " " + w.Reason)}
	}
	text := i18n.T("{} wins.", w.Winner)
	if w.Margin != nil && w.RunnerUp != "" {
		text = i18n.T("{} is ahead of {} by {}.", w.Winner, w.RunnerUp, ui.Num(*w.Margin))
		if *w.Margin == 0 {
			text = i18n.T("{} and {} have equal scores; the tie-break chooses {}.", w.Winner, w.RunnerUp, w.Winner)
		} else if isTie(w) {
			text = i18n.T("Practically a tie: {}", text)
		}
	}
	if m := smallestMove(w); m != nil {
		text += i18n.T(" It would go to {} from {} MIPS on; now {} has {}.",
			m.Cluster, ui.Threshold(m.MIPS), m.Cluster, ui.AllDigits(m.CurrentMIPS))
	}
	if len(w.Cover) > 0 {
		text += i18n.T(" It reads from {}, a smallest set of hosts with all data", strings.Join(w.Cover, " and "))
		if w.CoverBound > 0 {
			text += i18n.T(" among those tried: the search ended at its limit, and {} might be enough",
				strconv.Itoa(w.CoverBound))
		}
		text += "."
	}
	nodes := []ui.Node{ui.Text(text)}
	if made := sum(w, w.Winner); !made.IsZero() {
		nodes = []ui.Node{made, ui.Text(" "), ui.Text(text)}
	}
	return nodes
}

// isTie reports whether the winner's margin is below decision.TieShare of its score.
func isTie(w *solve.Explanation) bool {
	for i := range w.Scores {
		if c := &w.Scores[i]; c.Cluster == w.Winner && c.Final != nil {
			return *w.Margin < decision.TieShare*math.Abs(*c.Final)
		}
	}
	return false
}

// smallestMove returns the move that needs the smallest change. It considers changes from decision.TieShare up to
// decision.MaxFactor times the present value, and returns nil if there is none.
func smallestMove(w *solve.Explanation) *solve.Move {
	var best *solve.Move
	for i := range w.Moves {
		m := &w.Moves[i]
		if m.CurrentMIPS <= 0 || m.MIPS < (1+decision.TieShare)*m.CurrentMIPS ||
			m.MIPS > decision.MaxFactor*m.CurrentMIPS {
			continue
		}
		if best == nil || m.MIPS/m.CurrentMIPS < best.MIPS/best.CurrentMIPS {
			best = m
		}
	}
	return best
}

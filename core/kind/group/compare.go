package group

import (
	"math"
	"strconv"

	"gridbox/core/i18n"
	"gridbox/core/kind"
)

// Compare returns a sentence that compares answer a with answer b.
func (methods) Compare(p *Problem, a, b *kind.Answer[*Solution]) string {
	if text := kind.InfeasibleText(a, b, "window"); text != "" {
		return text
	}
	sums := p != nil && p.Sums()
	text := worth(a.Name, b.Name, a.Metrics["value"], b.Metrics["value"], sums) +
		costs(a.Metrics["cost"], b.Metrics["cost"])
	if a.Solution != nil && b.Solution != nil {
		text += "; " + commonNodesText(common(a.Solution.Nodes, b.Solution.Nodes), len(a.Solution.Nodes))
	}
	return text + "."
}

// worth returns a clause on which window is better, with both values if they
// differ.
func worth(nameA, nameB string, a, b float64, sums bool) string {
	text, equal := kind.Margin(a, b)
	both := i18n.T(" ({} against {})", odds(a), odds(b))
	switch {
	case equal && sums:
		return i18n.T("{} and {} find windows of the same worth", nameA, nameB)
	case equal:
		return i18n.T("{}'s window is as likely available as {}'s", nameA, nameB)
	case sums && a > b:
		return i18n.T("{}'s window is worth {} more than {}'s{}", nameA, text, nameB, both)
	case sums:
		return i18n.T("{}'s window is worth {} less than {}'s{}", nameA, text, nameB, both)
	case kind.IsMultiple(a, b):
		return i18n.T("{}'s window is available {} as often as {}'s{}", nameA, text, nameB, both)
	case a > b:
		return i18n.T("{}'s window is available {} more often than {}'s{}", nameA, text, nameB, both)
	}
	return i18n.T("{}'s window is available {} less often than {}'s{}", nameA, text, nameB, both)
}

func odds(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }

func costs(a, b float64) string {
	difference := strconv.FormatFloat(math.Round(math.Abs(a-b)*100)/100, 'f', -1, 64)
	switch {
	case difference == "0":
		return i18n.T(" and costs the same")
	case a < b:
		return i18n.T(" and costs {} less", difference)
	}
	return i18n.T(" and costs {} more", difference)
}

// commonNodesText returns a clause on how many of a number of nodes two windows have in common.
func commonNodesText(same, nodes int) string {
	of := i18n.T("{} of {}", strconv.Itoa(same), strconv.Itoa(nodes))
	switch {
	case same == nodes:
		return i18n.T("both take the same nodes")
	case same == 0:
		return i18n.T("they have no node in common")
	case same == 1:
		return i18n.T("{} nodes is the same", of)
	}
	return i18n.T("{} nodes are the same", of)
}

// common returns the number of elements of b that are in a.
func common(a, b []string) int {
	in := make(map[string]bool, len(a))
	for _, id := range a {
		in[id] = true
	}
	count := 0
	for _, id := range b {
		if in[id] {
			count++
		}
	}
	return count
}

// Decisions returns the nodes of the window.
func (methods) Decisions(s *Solution) kind.Table {
	return kind.Table{Rows: len(s.Nodes), Columns: []kind.Column{{Name: "node", Texts: s.Nodes}}}
}

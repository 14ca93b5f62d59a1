package group

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/kind"
)

// Compare returns a sentence that compares answer a with answer b.
func (methods) Compare(p *Problem, a, b *kind.Answer[*Solution]) string {
	if text := kind.Unanswered(a, b, "window"); text != "" {
		return text
	}
	sums := p != nil && p.Sums()
	text := worth(a.Name, b.Name, a.Metrics["value"], b.Metrics["value"], sums) +
		costs(a.Metrics["cost"], b.Metrics["cost"])
	if a.Solution != nil && b.Solution != nil {
		text += "; " + sameNodes(common(a.Solution.Nodes, b.Solution.Nodes), len(a.Solution.Nodes))
	}
	return text + "."
}

// worth returns a clause on which window is better, with both values if they
// differ.
func worth(nameA, nameB string, a, b float64, sums bool) string {
	text, equal := kind.Margin(a, b)
	both := " (" + odds(a) + " against " + odds(b) + ")"
	switch {
	case equal && sums:
		return nameA + " and " + nameB + " find windows of the same worth"
	case equal:
		return nameA + "'s window is as likely available as " + nameB + "'s"
	case sums && a > b:
		return nameA + "'s window is worth " + text + " more than " + nameB + "'s" + both
	case sums:
		return nameA + "'s window is worth " + text + " less than " + nameB + "'s" + both
	case strings.HasSuffix(text, "times"):
		return nameA + "'s window is available " + text + " as often as " + nameB + "'s" + both
	case a > b:
		return nameA + "'s window is available " + text + " more often than " + nameB + "'s" + both
	}
	return nameA + "'s window is available " + text + " less often than " + nameB + "'s" + both
}

func odds(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }

func costs(a, b float64) string {
	difference := strconv.FormatFloat(math.Round(math.Abs(a-b)*100)/100, 'f', -1, 64)
	switch {
	case difference == "0":
		return " and costs the same"
	case a < b:
		return " and costs " + difference + " less"
	}
	return " and costs " + difference + " more"
}

func sameNodes(same, nodes int) string {
	of := strconv.Itoa(same) + " of " + strconv.Itoa(nodes)
	switch {
	case same == nodes:
		return "both take the same nodes"
	case same == 0:
		return "they have no node in common"
	case same == 1:
		return of + " nodes is the same"
	}
	return of + " nodes are the same"
}

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
	return kind.Table{Rows: len(s.Nodes), Columns: []kind.Column{{Name: "node", Words: s.Nodes}}}
}

package window

import (
	"strings"

	"gridbox/core/i18n"
	"gridbox/core/kind"
)

// Compare returns a sentence that compares window a with window b.
func (methods) Compare(_ *WindowProblem, a, b *kind.Answer[*Solution]) string {
	first, second := a.Name, b.Name
	switch {
	case !a.Feasible && !b.Feasible:
		return "Neither finds a window."
	case !a.Feasible:
		return i18n.T("{} finds no window, {} does.", first, second)
	case !b.Feasible:
		return i18n.T("{} finds a window, {} does not.", first, second)
	}
	var parts []string
	for _, id := range []string{"cost", "finish", "runtime", "value"} {
		x, y := a.Metrics[id], b.Metrics[id]
		if text, equal := kind.Margin(x, y); !equal && y != 0 {
			parts = append(parts, differs(id, text, x > y))
		}
	}
	switch k := len(parts) - 1; {
	case k < 0:
		return i18n.T("{} and {} find equally good windows.", first, second)
	case k > 0:
		parts[k-1] += i18n.T(" and {}", parts[k])
		parts = parts[:k]
	}
	return i18n.T("{}'s window {} than {}'s.", first, strings.Join(parts, ", "), second)
}

// differs returns a clause that one metric of a window is greater or less than that of another by a margin.
func differs(metric, margin string, more bool) string {
	switch {
	case metric == "cost" && more:
		return i18n.T("costs {} more", margin)
	case metric == "cost":
		return i18n.T("costs {} less", margin)
	case metric == "finish" && more:
		return i18n.T("ends {} later", margin)
	case metric == "finish":
		return i18n.T("ends {} earlier", margin)
	case metric == "runtime" && more:
		return i18n.T("is {} longer", margin)
	case metric == "runtime":
		return i18n.T("is {} shorter", margin)
	case more:
		return i18n.T("is worth {} more", margin)
	}
	return i18n.T("is worth {} less", margin)
}

// Decisions returns the slots of the window.
func (methods) Decisions(s *Solution) kind.Table {
	node, start := kind.Column{Name: "Node"}, kind.Column{Name: "Start"}
	end, cost := kind.Column{Name: "End"}, kind.Column{Name: "Cost"}
	for i := range s.Slots {
		node.Texts = append(node.Texts, s.Slots[i].Node)
		start.Numbers, end.Numbers = append(start.Numbers, s.Slots[i].Start), append(end.Numbers, s.Slots[i].End)
		cost.Numbers = append(cost.Numbers, s.Slots[i].Cost)
	}
	return kind.Table{Rows: len(s.Slots), Columns: []kind.Column{node, start, end, cost}}
}

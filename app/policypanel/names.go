package policypanel

import (
	"slices"

	"gridbox/app/ui"
	"gridbox/core/kind/kinds"
	"gridbox/core/policy"
)

// names returns the names that a formula of the kind may read, and the
// functions of formulas.
func (s *Standing) names() ui.Node {
	kind, ok := kinds.Policy(s.data.Kind)
	if !ok || s.data.Language != policy.Formula {
		return ui.Node{}
	}
	seen := map[string]bool{}
	chips := []ui.Node{}
	chip := func(id, unit, about string) {
		if seen[id] {
			return
		}
		seen[id] = true
		parts := []any{ui.A("type", "button"), ui.Class("chip"), ui.A("data-insert", id), ui.A("title", about),
			ui.El("code", id)}
		if unit != "" {
			parts = append(parts, " "+unit)
		}
		chips = append(chips, ui.El("button", parts...))
	}
	for _, d := range kind.Decisions {
		for _, n := range append(slices.Clone(d.Names), d.Members...) {
			chip(n.ID, n.Unit, n.About)
		}
	}
	for _, f := range [][2]string{{"min(", "the least of several"}, {"max(", "the greatest of several"},
		{"log2(", "the logarithm to base 2"}, {"log10(", "the logarithm to base 10"}, {"sqrt(", "the square root"},
		{"pow(", "a power: base, exponent"}, {"if(", "a choice: condition, then, else"}} {
		chip(f[0], "", f[1])
	}
	return ui.El("div", ui.Class("chips"), ui.A("role", "group"), ui.A("aria-label", "Write a name"), chips)
}

// readable lists the names and their meanings, decision by decision.
func (s *Standing) readable() ui.Node {
	kind, ok := kinds.Policy(s.data.Kind)
	if !ok || s.data.Language != policy.Formula {
		return ui.Node{}
	}
	var parts []ui.Node
	for _, d := range kind.Decisions {
		var rows []ui.Node
		for _, n := range append(slices.Clone(d.Names), d.Members...) {
			rows = append(rows, ui.El("tr", ui.RowHead(ui.El("code", n.ID)), ui.El("td", n.Unit), ui.El("td",
				ui.Class("wrap"), n.About)))
		}
		parts = append(parts, ui.El("details", ui.A("name", "readable"), ui.El("summary", "What a formula of "+d.ID+
			" may read"), ui.El("p", ui.Class("note"), d.About+"."), table("Numbers that "+d.ID+" may read",
			[]string{"name", "unit", "meaning"}, rows)))
	}
	return ui.El("div", ui.Class("readable"), parts)
}

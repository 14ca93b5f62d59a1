package panel_test

import (
	"slices"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/labtest"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// simple lists heads that need no explanation.
var simple = []string{"name", "id", "between", "from", "path", "group or node", "end", "end, s", "algorithm", "checked",
	"if it were", "then", "try it", "job", "change", "starts", "gains", "waits for", "last blocker",
	"user", "jobs", "measure", "value", "time",
	"mean", "median", "90 %", "99 %", "most", "queue", "paper, s", "ours, s", "same", "8 of 10", "together",
	"on their own"}

// Every head of a column or row is explained by the glossary or by its title, or needs no explanation: it is the name
// of a thing, or simple.
func TestHeadsExplainThemselves(t *testing.T) {
	for _, sc := range kinds.Screens {
		kind, _ := catalog.ByID(sc.Kind)
		s := labtest.Preset(t, sc.Kind, kind.Presets[0].ID)
		s = labtest.Solve(t, s, labtest.LightRuns(&s, sc)...)
		explained, names := 0, []string{}
		for _, list := range []string{"clusters", "nodes", "machines"} {
			n, id := doc.List(scenario.Problem(s.Problem), list)
			for i := range n {
				names = append(names, id(i))
			}
		}
		look := func(where string, n ui.Node) {
			for _, th := range headsOf(n) {
				text := ui.PlainText(th)
				column := slices.Contains(th.Attrs, ui.A("scope", "col"))
				switch {
				case has(th, "data-term"), has(th, "title"):
					explained++
				case !column && where != "the reasons", slices.Contains(names, text), slices.Contains(simple, text):
				case !has(th, "data-act"):
					t.Errorf("%s, %s: column head %q has no explanation", sc.Kind, where, text)
				}
			}
		}
		if job := jobOf(&s); job != "" {
			s = labtest.Select(s, "job", job)
		}
		s = labtest.Explain(t, s, sc)
		look("the problem", panel.Problem(&s, sc, bare))
		look("the reasons", panel.Explanation(&s, sc))
		for _, tab := range []string{"compare", state.FlipsTab} {
			s := labtest.Explain(t, state.Reduce(s, state.Show{Field: "answers", To: tab}), sc)
			look(tab, panel.Answers(&s, sc, bare))
		}
		for _, tab := range sc.Answers {
			s := labtest.Explain(t, state.Reduce(s, state.Show{Field: "answers", To: tab.ID}), sc)
			look(tab.Name, panel.Answers(&s, sc, bare))
		}
		if explained < 8 {
			t.Errorf("%s: got %d explained heads, want at least 8", sc.Kind, explained)
		}
	}
}

func headsOf(n ui.Node) (list []ui.Node) {
	if n.Tag == "th" {
		return []ui.Node{n}
	}
	for _, k := range n.Children {
		list = append(list, headsOf(k)...)
	}
	return list
}

// has reports whether an element, or one within it, has an attribute.
func has(n ui.Node, attr string) bool {
	return slices.ContainsFunc(n.Attrs, func(a ui.Attr) bool { return a.Name == attr }) ||
		slices.ContainsFunc(n.Children, func(k ui.Node) bool { return has(k, attr) })
}

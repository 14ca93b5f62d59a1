package farm

import (
	"strings"
	"testing"

	"gridbox/app/state"
	"gridbox/app/ui"
)

// The table has every account and user. The form of one has a field for each member that applies to it.
func TestSharesAreEdited(t *testing.T) {
	s := state.New(state.FromPreset("farm", "farm-fair-share", 7))
	table := ui.HTML(shares(&s, &s.Problem.Farm.Problem))
	for _, want := range []string{"physics", "biology", "greedy", "light", "casual", "the farm",
		"farm.shares[4].shares"} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in the table: %s", want, table)
		}
	}
	for id, want := range map[string][]string{
		"greedy":  {"id", "user", "under", "shares", "parent", "usage"},
		"biology": {"id", "user", "under", "shares", "parent"},
	} {
		s = state.Reduce(s, state.SelectElement{Element: state.Ref{Kind: "share", ID: id}})
		n := form(&s)
		var fields []string
		for _, f := range ui.Find(n, func(n ui.Node) bool { _, ok := n.Attribute("data-field"); return ok }) {
			path, _ := f.Attribute("data-field")
			fields = append(fields, path[strings.LastIndexByte(path, '.')+1:])
		}
		if strings.Join(fields, " ") != strings.Join(want, " ") {
			t.Errorf("%s: got fields %v, want %v", id, fields, want)
		}
	}
	for _, change := range [][2]string{{"user", "true"}, {"under", "physics"}, {"shares", "2.5"}, {"parent", "true"}} {
		s = state.Reduce(s, state.SetField{Path: "farm.shares[1]." + change[0], Text: change[1]})
	}
	x := s.Draft.Farm.Shares[1]
	if s.InvalidFields["farm.shares[1].user"].Reason == "" || x.Account != "physics" || x.Shares == nil ||
		*x.Shares != 2.5 ||
		!x.Parent {
		t.Errorf("got share %+v, fields %+v; want one of physics with 2.5 shares and a fault of its user", x,
			s.InvalidFields)
	}
}

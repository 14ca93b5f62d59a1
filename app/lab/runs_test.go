package lab

import (
	"strings"
	"testing"

	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/core/scenario"
)

// The commands of the list of runs: new runs are solved, hidden ones are not, and the saved result names the run of
// each answer.
func TestCommandsOfRuns(t *testing.T) {
	p := openPage(t)
	p.settle()
	order := func() string {
		var list []string
		for _, a := range p.s().All() {
			list = append(list, a.ID)
		}
		return strings.Join(list, " ")
	}
	p.command("run-add", "rbhs")
	p.command("run-copy", "scp-tree")
	p.command("run-to", "rbhs~2 0")
	p.command("run-down", "rbhs~2")
	p.command("run-up", "nearest-data")
	if got := order(); got != "rbhs rbhs~2 scp-tree scp-tree~2 nearest-data min-completion" {
		t.Fatalf("got order %s, want rbhs rbhs~2 scp-tree scp-tree~2 nearest-data min-completion", got)
	}
	p.command("run-options", "rbhs~2")
	if p.s().Layout.Options != "rbhs~2" {
		t.Error("the options of the run are not open")
	}
	p.command("run-options", "rbhs~2")
	if p.s().Layout.Options != "" {
		t.Error("the options of the run are not closed")
	}
	p.act(state.SetField{Path: "runs[1].options.weights", Text: "swapped"},
		state.SetField{Path: "runs[1].label", Text: "Mine"})
	p.command("run-sight", "scp-tree")
	p.work()
	if p.s().Shows("scp-tree") || len(p.s().Answers) != 5 {
		t.Errorf("got %d runs shown, want 5 without scp-tree", len(p.s().Answers))
	}
	for _, a := range p.s().Answers {
		if !p.s().IsFresh(a) {
			t.Errorf("run %s has no current answer", a.ID)
		}
	}
	r := result(p.s())
	if len(r.Runs) != 5 || *r.Runs[1].Run != 1 || r.Runs[1].Label != "Mine" || *r.Runs[2].Run != 3 ||
		r.Runs[2].Label != "" {
		t.Errorf("got result %+v, want 5 runs, the second Mine", r.Runs)
	}
	p.command("run-sight", "scp-tree")
	p.command("run-remove", "rbhs")
	if got := order(); got != "rbhs~2 scp-tree scp-tree~2 nearest-data min-completion" || !p.s().Alert.Undo {
		t.Errorf("removed rbhs: got order %s, or no Undo", got)
	}
	p.command("dialog", "runs")
	p.command("run-list", "")
	if look := p.s().Layout; look.Dialog != "" || look.Answers != panel.RunsTab || look.Phone != "answers" {
		t.Errorf("got view %+v, want the list of runs without a dialog", look)
	}
}

// A link opens with its focused run and its hidden runs; the link made from it has the same.
func TestLinkWithRuns(t *testing.T) {
	d := state.FromPreset("placement", "five-clusters", 7)
	d.Runs = []scenario.Run{{Algorithm: "rbhs"}, {Algorithm: "rbhs", Label: "Mine"}, {Algorithm: "fastest"}}
	d.View = &scenario.View{Run: "1", Hidden: []int{2}}
	link, err := scenario.Link(d)
	if err != nil {
		t.Fatal(err)
	}
	p := openPage(t)
	p.lab.openLink(strings.TrimPrefix(link, "#"))
	p.settle()
	if a := p.s().FocusedAnswer(); a == nil || a.Name != "Mine" || len(p.s().Answers) != 2 {
		t.Errorf("got focused answer %+v, want Mine, one of 2 shown", a)
	}
	if made := p.lab.draftLink().Link; !strings.HasSuffix(made, "&hidden=2") {
		t.Errorf("got link %s, want &hidden=2 at its end", made)
	}
}

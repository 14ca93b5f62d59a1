package lab

import (
	"strings"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/panel"
	"gridbox/app/ui"
)

// An exercise of the course opens with its task, a check of the answers, and the link back. Other contents of the tab
// are not exercises.
func TestAnExerciseIsWorkedOnInTheLaboratory(t *testing.T) {
	for _, none := range []string{"", "{", "[]", `{"title": "x"}`, `{"id": "<b>/x", "holds": ["a.b < 1"]}`} {
		if p := openPage(t, func(p *page) { p.startState.Task = none }); p.s().Layout.Task != nil {
			t.Errorf("%q is accepted as an exercise", none)
		}
	}
	p := openPage(t, func(p *page) {
		p.startState.Task = `{"id": "computation-and-data/replica", "title": "Exercise 1", "text": "Move d1.",
			"holds": ["rbhs:j1.cluster = Lille"], "why": "It is there."}`
	})
	p.act(setField("runs[0].label", "rbhs"))
	p.work()
	got := func() string { return ui.HTML(panel.Picture(p.s(), kinds.OfDraft(p.s()))) }
	for _, want := range []string{"Exercise 1", "Move d1.", "it should be Lille", "/course/computation-and-data/"} {
		if !strings.Contains(got(), want) {
			t.Errorf("the page has no %q", want)
		}
	}
	p.s().Layout.Task.Conditions[0] = "rbhs:j1.cluster = Nancy"
	if !strings.Contains(got(), "Solved. It is there.") {
		t.Error("a solution is not reported as solved")
	}
	p.command("closetask")
	if strings.Contains(got(), "Exercise 1") || len(p.drainCalls("endTask")) != 1 {
		t.Error("the closed exercise is still shown")
	}
}

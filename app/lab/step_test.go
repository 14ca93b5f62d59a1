package lab

import (
	"strings"
	"testing"

	"gridbox/app/state"
	"gridbox/core/scenario"
)

// A link opens at the step that was shown when it was made, of the same run and thing, or of the whole run.
func TestALinkOpensAtAStep(t *testing.T) {
	for _, whole := range []bool{false, true} {
		p := openPage(t)
		p.command("select", "job:j2")
		p.work()
		p.command("focus", p.s().Answers[1].ID)
		p.work()
		if whole {
			p.command("watch", "whole")
			p.work()
			if p.s().Explanation.Step != 0 || !p.s().Explanation.Whole {
				t.Fatalf("whole run: got step %d, want 0", p.s().Explanation.Step)
			}
		}
		p.command("step", "first")
		p.command("step", "on")
		p.command("step", "on")
		link := p.lab.draftLink().Link
		want := map[bool]string{false: "&step=2", true: "&step=2%2Cwhole"}[whole]
		if !strings.Contains(link, want) {
			t.Fatalf("got link %s, want %s in it", link, want)
		}
		was := *p.s()
		_, fragment, _ := strings.Cut(link, "#")
		q := openPage(t, func(q *page) { q.address.Fragment = fragment })
		q.work()
		now := q.s()
		if now.Explanation.Step != 2 || now.Explanation.Whole != whole || now.Focus != was.Focus ||
			now.Main() != was.Main() {
			t.Errorf("link: got step %d of %s, %v, whole %v; want step 2 and the same view",
				now.Explanation.Step, now.Focus, now.Main(), now.Explanation.Whole)
		}
		p.command("step", "last")
		if link := p.lab.draftLink().Link; strings.Contains(link, "step=") {
			t.Errorf("link of the last step: got %s, want no step", link)
		}
	}
}

func TestStepsOfLinksThatMakeNoSense(t *testing.T) {
	for _, text := range []string{"", "0", "-3", "x", "1e3", "12.5,whole"} {
		s := state.Reduce(state.New(scenario.NewGenerated("placement", "five-clusters", 7)), state.OpenAt{Text: text})
		if s.Replay != (state.Replay{}) {
			t.Errorf("step=%s: got %+v, want no replay", text, s.Replay)
		}
	}
}

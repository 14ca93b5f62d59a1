package lab

import (
	"strings"
	"testing"

	"gridbox/app/state"
)

// A number is varied from its field in one step, and measured again when its range changes. Invalid ranges and long
// studies wait.
func TestVaryingANumber(t *testing.T) {
	p := openPage(t)
	p.act(usePreset("five-clusters"))
	p.work()
	p.command("vary", "")
	if len(p.crew.studies) != 0 || !strings.Contains(p.s().Alert.Text, "cursor") {
		t.Fatalf(`no number: got %d studies, alert %q; want none, "cursor"`, len(p.crew.studies), p.s().Alert.Text)
	}
	p.command("vary", "placement.clusters[1].mips")
	p.work()
	v := p.s().Draft.Study.Vary
	if p.s().Layout.View != "study" || len(p.crew.studies) != 1 || len(v) != 1 || len(v[0].Values) != 11 {
		t.Fatalf("got view %q, %d studies, varied %+v; want one over 11 values",
			p.s().Layout.View, len(p.crew.studies), v)
	}
	if size := p.crew.studies[0].order.Size; size != 11 {
		t.Errorf("got %d replications, want one for each of 11 values", size)
	}
	p.crew.studies[0].measure(11)
	p.change("data-field", "study.vary[0].count", "4")
	p.work()
	if len(p.crew.studies) != 2 || p.crew.studies[1].order.Size != 4 {
		t.Fatalf("changed range: got %d studies, want a second one of 4", len(p.crew.studies))
	}
	p.crew.studies[1].measure(4)
	p.change("data-field", "study.vary[0].low", "nothing")
	p.work()
	if len(p.crew.studies) != 2 {
		t.Error("an invalid range was measured")
	}
	p.command("undo")
	p.command("goto")
	p.work()
	if got := len(p.crew.studies); got != 2 {
		t.Errorf("the view is closed: got %d studies, want the 2 of before", got)
	}
}

// One click makes many instances of one: by generated jobs or by noise.
func TestMakingAStudyOfOneInstance(t *testing.T) {
	for act, want := range map[string]func(*state.State) bool{
		"firm": func(s *state.State) bool {
			return len(s.Draft.Study.Noise) > 0 && s.Draft.Placement.Generate == nil
		},
		"redraw": func(s *state.State) bool {
			return s.Draft.Placement.Generate != nil && len(s.Draft.Placement.Clusters) == 5
		},
	} {
		p := openPage(t)
		p.act(usePreset("five-clusters"))
		p.work()
		before := p.s().Draft
		p.command(act)
		p.work()
		if p.s().Layout.View != "study" || len(p.crew.studies) != 1 || p.crew.studies[0].order.Size != 200 ||
			!want(p.s()) {
			t.Errorf("%s: got %d studies, %+v, alert %q; want one of 200 replications",
				act, len(p.crew.studies), p.s().Draft.Study, p.s().Alert.Text)
		}
		p.command("undo")
		if p.s().Draft != before {
			t.Errorf("%s: undo does not restore the instance", act)
		}
	}
	p := openPage(t)
	p.act(usePreset("five-clusters"))
	p.work()
	p.command("disturb", "placement.jobs[0].mi")
	p.work()
	if n := p.s().Draft.Study.Noise; p.s().Layout.View != "study" || len(n) != 1 || len(p.crew.studies) != 0 {
		t.Errorf("got noise %+v, %d studies; want noise on one number, not started", n, len(p.crew.studies))
	}
	p.command("study", "calm", "0")
	if len(p.s().Draft.Study.Noise) != 0 {
		t.Error("the noise was not removed")
	}
}

package lab

import (
	"slices"
	"strconv"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature/present"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/catalog"
)

func attribute(p *page, name string) string {
	for _, a := range rootAttributes(p.s(), true) {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// A blank screen ends with the next step, and B opens the library outside a presentation.
func TestABlankScreen(t *testing.T) {
	p := openPage(t)
	p.work()
	p.command("lecture", "")
	for _, want := range []string{"on", "", "on"} {
		if p.command("present", "blank"); attribute(p, "data-blank") != want || p.s().Layout.View != "" {
			t.Fatalf("got blank %q, want %q; view %q, want none", attribute(p, "data-blank"), want, p.s().Layout.View)
		}
	}
	if p.command("step", "on"); attribute(p, "data-blank") != "" || p.s().Explanation.Step != 1 {
		t.Errorf("after a step: got blank %q, step %d; want none, 1", attribute(p, "data-blank"),
			p.s().Explanation.Step)
	}
	p.command("present", "blank")
	p.command("lecture", "")
	if p.command("library", ""); attribute(p, "data-blank") != "" || p.s().Layout.View != "library" {
		t.Errorf("got view %q, want the library without a blank screen", p.s().Layout.View)
	}
}

// In every kind a question is answered by keys and in the picture, revealed and counted once. The next one begins
// without guesses and without its answer.
func TestPresentingEveryKind(t *testing.T) {
	for _, k := range catalog.Kinds() {
		t.Run(k.ID, func(t *testing.T) {
			p := openPage(t)
			p.command("kind", k.ID)
			p.work()
			p.command("nextjob", "")
			p.work()
			p.command("lecture", "")
			p.work()
			q := kinds.OfDraft(p.s()).PresentedQuestion(p.s())
			if q == nil {
				t.Fatal("got no question")
			}
			at := slices.IndexFunc(q.Options, func(o screen.Option) bool { return o.Right })
			number := strconv.Itoa(at + 1)
			for _, key := range []string{number, "-" + number} {
				p.command("guess", key) // one more, one less
			}
			for range 3 {
				p.command("guess", number)
			}
			if o := q.Options[at]; o.Mark.ID != "" {
				p.lab.Gesture([]byte(`{"act":"select","kind":"` + o.Mark.Kind + `","id":"` + o.Mark.ID + `"}`))
			} else {
				p.command("guess", number)
			}
			if got := present.Slot.Get(p.s()).Guesses[at]; got != 4 {
				t.Fatalf("got %d guesses, want 4", got)
			}
			before := *p.s()
			p.command("reveal", "")
			if l := present.Slot.Get(p.s()); !p.s().IsRevealed() || l.Total != 4 || l.Right != 4 {
				t.Errorf("got revealed %v, %d of %d right; want true, 4 of 4", p.s().IsRevealed(), l.Right, l.Total)
			}
			p.command("reveal", "")
			p.command("advance", "on")
			p.command("advance", "back")
			p.command("advance", "on")
			if l := present.Slot.Get(p.s()); l.Total != 4 {
				t.Errorf("got the guesses counted %d times, want once", l.Total/4)
			}
			p.command("advance", "on")
			if p.s().IsRevealed() {
				t.Error("the next answer is revealed before its question")
			}
			p.work()
			if now := p.s(); present.Slot.Get(now).Hands() != 0 || now.IsRevealed() || !now.Asking() ||
				now.Main() == before.Main() && now.Focus == before.Focus {
				t.Errorf("got next question %v of %s, %d guesses, revealed %v; want a new one",
					now.Main(), now.Focus, present.Slot.Get(now).Hands(), now.IsRevealed())
			}
			if p.s().Draft != before.Draft || len(kinds.OfDraft(p.s()).Kind) == 0 {
				t.Error("the draft has changed while presenting")
			}
		})
	}
}

// Presenting edits nothing, and the commands of its menu work.
func TestPresentingEditsNothing(t *testing.T) {
	p := openPage(t)
	p.work()
	p.command("lecture", "")
	draft := p.s().Draft
	for _, report := range []string{`{"act":"add","x":0.5,"y":0.5}`, `{"act":"delete","kind":"cluster","id":"Lyon"}`,
		`{"act":"move","moves":[{"id":"Lyon","x":0.1,"y":0.1}]}`, `{"act":"rename","kind":"cluster","id":"Lyon"}`} {
		p.lab.Gesture([]byte(report))
	}
	p.command("tool", "add")
	p.command("tour", "")
	if p.s().Draft != draft || p.s().Layout.Tool != "select" || p.s().Layout.Side != "problem" {
		t.Error("presenting allowed an edit, a tool, or another side")
	}
	p.command("dialog", "present")
	if p.command("present", "larger"); p.s().Layout.Dialog != "" || attribute(p, "data-size") != "1" {
		t.Errorf("got size %q, dialog %q; want 1, closed", attribute(p, "data-size"), p.s().Layout.Dialog)
	}
	for range 9 {
		p.command("present", "smaller")
	}
	if attribute(p, "data-size") != "-2" {
		t.Errorf("got size %q, want -2", attribute(p, "data-size"))
	}
	if p.command("present", "play"); !p.s().Explanation.Playing || attribute(p, "data-steps") != "on" {
		t.Error("the steps do not play")
	}
	if p.command("present", "cover"); !present.Slot.Get(p.s()).Covered {
		t.Error("the guesses are not covered")
	}
	focus := p.s().Focus
	if p.command("present", "algorithm"); p.s().Focus == focus {
		t.Error("the next algorithm is not shown")
	}
	if p.command("escape"); p.s().Lecture != (state.Lecture{}) || *present.Slot.Get(p.s()) != (present.State{}) {
		t.Errorf("after Escape: got lecture %+v, state %+v; want neither", p.s().Lecture, present.Slot.Get(p.s()))
	}
}

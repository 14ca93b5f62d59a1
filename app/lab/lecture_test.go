package lab

import "testing"

// A remote control of presenters sends B for a blank screen: before a room it opens
// nothing, and the next step shows all again.
func TestARoomIsShownNothing(t *testing.T) {
	p := opened(t)
	p.work()
	blank := func() bool {
		for _, a := range rooted(p.s(), true) {
			if a.Name == "data-blank" {
				return true
			}
		}
		return false
	}
	p.command("lecture", "")
	for _, want := range []bool{true, false, true} {
		if p.command("library", ""); blank() != want || p.s().Look.View != "" {
			t.Fatalf("blank %v, not %v; at %q", blank(), want, p.s().Look.View)
		}
	}
	if p.command("step", "on"); blank() || p.s().Why.Step != 1 {
		t.Errorf("after a step blank %v, at %d", blank(), p.s().Why.Step)
	}
	p.command("library", "")
	p.command("lecture", "")
	if p.command("library", ""); blank() || p.s().Look.View != "library" {
		t.Errorf("afterwards blank %v, at %q", blank(), p.s().Look.View)
	}
}

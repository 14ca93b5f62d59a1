package lab

import (
	"strings"
	"testing"

	"gridbox/app/store"
)

// While the library opens, a draft may still replace the example. A page that is closed then must not save the
// example.
func TestAnExampleIsReportedOnceTheLibraryIsOpen(t *testing.T) {
	s := store.Memory("")
	first := openPage(t, func(p *page) { p.library = memory(s, "tab") })
	if got := first.drainCalls("example"); len(got) != 1 || !strings.Contains(got[0], "Five clusters") {
		t.Errorf("empty library: got %d examples held, want the open one", len(got))
	}
	first.act(setField("title", "Mine"))
	first.pass(saveDelay)
	if got := first.drainCalls("example"); len(got) != 1 || strings.TrimSpace(got[0]) != "example" {
		t.Fatalf("after a change: got %q held, want no example", got)
	}

	second := openPage(t, func(p *page) { p.library, p.shut = memory(s, "tab"), true })
	if got := second.drainCalls("example"); len(got) != 0 {
		t.Errorf("before the library is open: got %q held, want nothing", got)
	}
	second.shut = false
	second.settle()
	if got := second.drainCalls("example"); len(got) == 0 || strings.TrimSpace(got[len(got)-1]) != "example" {
		t.Errorf("with a draft: got %q held, want no example", got)
	}
}

// A page may close after a change was recorded and before it was drawn.
func TestANotedChangeOfAnExampleIsReported(t *testing.T) {
	p := openPage(t, func(p *page) { p.library = memory(store.Memory(""), "tab") })
	p.drainCalls("example")
	p.lab.do(setField("title", "Mine"))
	p.lab.Note()
	if got := p.drainCalls("example"); len(got) != 1 || strings.TrimSpace(got[0]) != "example" {
		t.Errorf("got %q held after the change was recorded, want no example", got)
	}
}

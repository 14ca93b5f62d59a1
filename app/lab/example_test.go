package lab

import (
	"strings"
	"testing"

	"gridbox/app/store"
)

// While the library opens, a draft may yet take the place of the example in front. A page that goes
// then must not come back with the example.
func TestAnExampleIsToldOnceTheLibraryIsOpen(t *testing.T) {
	s := store.Memory("")
	first := opened(t, func(p *page) { p.library = memory(s, "tab") })
	if told := first.called("example"); len(told) != 1 || !strings.Contains(told[0], "Five clusters") {
		t.Errorf("with an empty library, told %d examples, want the one in front", len(told))
	}
	first.act(set("title", "Mine"))
	first.pass(restful)
	if told := first.called("example"); len(told) != 1 || strings.TrimSpace(told[0]) != "example" {
		t.Fatalf("after a change, told %q, want no example", told)
	}

	second := opened(t, func(p *page) { p.library, p.shut = memory(s, "tab"), true })
	if told := second.called("example"); len(told) != 0 {
		t.Errorf("before the library is open, told %q, want nothing", told)
	}
	second.shut = false
	second.settle()
	if told := second.called("example"); len(told) == 0 || strings.TrimSpace(told[len(told)-1]) != "example" {
		t.Errorf("with a draft, told %q, want no example", told)
	}
}

package lab

import (
	"strings"
	"testing"
)

func TestAddressesAreTakenApart(t *testing.T) {
	for _, c := range []struct {
		search, hash string
		want         Address
	}{
		{"", "", Address{}},
		{"?preset=gka-22&view=study", "#top", Address{Fragment: "top", Preset: "gka-22", View: "study"}},
		{"?preset=%zz&view=study", "", Address{View: "study", Unread: "preset=%zz&view=study"}},
		{"?a=1;b=2", "#%", Address{Fragment: "%", Unread: "a=1;b=2"}},
		{"?utm=x", "#s1.d.x%", Address{Fragment: "s1.d.x%"}},
	} {
		if got := ReadAddress(c.search, c.hash); got != c.want {
			t.Errorf("ReadAddress(%q, %q): got %+v, want %+v", c.search, c.hash, got, c.want)
		}
	}
}

// A query that cannot be parsed is reported, and its valid parameters apply.
func TestABrokenQueryIsNamed(t *testing.T) {
	p := openPage(t, func(p *page) { p.address = ReadAddress("?preset=three-sites&%zz", "") })
	if a := p.s().Alert; !a.Error || !strings.Contains(a.Text, "%zz") || p.s().Draft.Kind != "group" {
		t.Errorf("got kind %s, alert %+v; want group and an error that names %%zz", p.s().Draft.Kind, a)
	}
	if len(p.drainCalls("clearAddress")) == 0 {
		t.Error("the broken address is not cleared")
	}
}

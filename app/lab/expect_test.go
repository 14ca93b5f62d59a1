package lab

import (
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// expecting opens the page on a link with more parameters, and answers all requests.
func expecting(t *testing.T, more func(link string, answers []scenario.Answer) string) *page {
	t.Helper()
	first := openPage(t)
	first.work()
	link, err := scenario.Link(first.s().Draft)
	if err != nil {
		t.Fatal(err)
	}
	link += more(link, result(first.s()).Runs)
	p := openPage(t, func(p *page) { p.address = ReadAddress("", link) })
	p.work()
	return p
}

func TestALinkNamesItsExpectedDigest(t *testing.T) {
	right := func(_ string, answers []scenario.Answer) string {
		return scenario.Expecting(answers, catalog.Version).Parameters()
	}
	p := expecting(t, right)
	if a := p.s().Alert; a.Error || !strings.Contains(a.Text, "Reproduced") ||
		!strings.Contains(a.Text, catalog.Version) {
		t.Errorf(`got alert %+v, want "Reproduced" with the version`, a)
	}
	p = expecting(t, func(string, []scenario.Answer) string { return "&expect=0123456789abcdef&by=0.0.9" })
	if a := p.s().Alert; !a.Error || !strings.Contains(a.Text, "Not reproduced") ||
		!strings.Contains(a.Text, "0.0.9") || len(a.Detail) < 2 {
		t.Errorf(`got alert %+v, want "Not reproduced" with the author's version and details`, a)
	}
	p = expecting(t, func(string, []scenario.Answer) string { return "&expect=<b>" })
	if a := p.s().Alert; !a.Error || !strings.Contains(a.Text, "is open") ||
		!strings.Contains(strings.Join(a.Detail, ""), "16") {
		t.Errorf("bad digest: got alert %+v, want an error on its 16 digits", a)
	}
	p = expecting(t, func(string, []scenario.Answer) string { return "" })
	if a := p.s().Alert; strings.Contains(a.Text, "eproduced") {
		t.Errorf("without an expectation: got alert %+v, want nothing on reproduction", a)
	}
}

package lab

import (
	"regexp"
	"strings"
	"testing"

	studies "gridbox/app/lab/feature/study"
	"gridbox/app/ui"
	"gridbox/core/scenario"
)

// sharedStudy returns the link of a small study that has run to its end.
func sharedStudy(t *testing.T) string {
	t.Helper()
	p, study := startStudy(t)
	p.command("dialog", "share")
	if strings.Contains(p.s().Layout.Link, "&study=") {
		t.Fatalf("an incomplete study: got link %s, want no digest", p.s().Layout.Link)
	}
	p.command("escape")
	study.measure(12)
	p.command("dialog", "share")
	p.work()
	_, fragment, _ := strings.Cut(p.s().Layout.Link, "#")
	for _, want := range []string{"&view=study", "&expect=", "&study=", "&means=", "&by="} {
		if strings.Count(fragment, want) != 1 {
			t.Fatalf("want %s once in %s", want, fragment)
		}
	}
	p.command("share", "answers") // without the digests
	if link := p.s().Layout.Link; strings.Contains(link, "&study=") || strings.Contains(link, "&means=") {
		t.Errorf("share without answers: got link %s, want no digest of the study", link)
	}
	return fragment
}

// openLink opens a link in a new page.
func openLink(t *testing.T, fragment string) *page {
	t.Helper()
	p := openPage(t, func(p *page) { p.address = ReadAddress("", "#"+fragment) })
	p.work()
	return p
}

func headline(p *page) string { return ui.PlainText(viewNamed(p.s(), "headline")) }

// A study of a link is reported as reproduced only after it has run, and by its own numbers.
func TestASharedStudyIsComparedOnceItHasRun(t *testing.T) {
	fragment := sharedStudy(t)
	p := openLink(t, fragment)
	const not = "Not reproduced here."
	if a := p.s().Alert; a.Error || !strings.HasPrefix(a.Text, "The instance is reproduced") ||
		!strings.Contains(a.Text, "The study has not been run here") {
		t.Errorf("got alert %+v, want the instance reproduced, the study not run", a)
	}
	if got := headline(p); !strings.Contains(got, not) || strings.Contains(got, "eproduced:") {
		t.Errorf("before the study: got %q, want %q", got, not)
	}
	p.command("study", "start")
	p.work()
	p.crew.studies[0].measure(5)
	if got := headline(p); !strings.Contains(got, not) {
		t.Errorf("during the study: got %q, want %q", got, not)
	}
	p.crew.studies[0].measure(7)
	want := regexp.MustCompile(`Reproduced here: all \d+ means equal the author's \(Gridbox `)
	if got := headline(p); !want.MatchString(got) || strings.Contains(got, not) {
		t.Errorf("after the study: got %q, want all means reproduced", got)
	}
}

func TestASharedStudyThatDiffersSaysWhere(t *testing.T) {
	fragment := sharedStudy(t)
	digest := regexp.MustCompile(`&study=[0-9a-f]{16}&means=[0-9a-f]{4}`)
	for _, c := range []struct{ replacement, want string }{
		{"&study=0123456789abcdef&means=0000", `Not reproduced: 1 of \d+ means differs .*: makespan of RBHS`},
		{"&study=0123456789abcdef&beans=0000",
			`Not reproduced: the digest is [0-9a-f]{16}, but the link has 0123456789abcdef`},
	} {
		p := openLink(t, digest.ReplaceAllString(fragment, c.replacement))
		p.command("study", "start")
		p.work()
		p.crew.studies[0].measure(12)
		if got := headline(p); !regexp.MustCompile(c.want).MatchString(got) ||
			!studies.Slot.Get(p.s()).Expects.Differs {
			t.Errorf("got headline %q, want %s and a difference", got, c.want)
		}
	}
	p := openLink(t, digest.ReplaceAllString(fragment, "&study=<b>"))
	if a := p.s().Alert; !strings.Contains(a.Text, "cannot be read") && !strings.Contains(a.Text,
		"The instance is reproduced") {
		t.Errorf("bad digest: got alert %+v, want that it cannot be read", a)
	}
	if strings.Contains(headline(p), "eproduced") || p.s().Draft.Study == nil {
		t.Errorf("bad digest: got %q, want no comparison", headline(p))
	}
}

// An older link has no digest of its study; the page does not compare it.
func TestALinkWithoutADigestOfItsStudy(t *testing.T) {
	fragment := sharedStudy(t)
	at := strings.Index(fragment, "&study=")
	p := openLink(t, fragment[:at])
	if a := p.s().Alert; !strings.Contains(a.Text, "The study has not been run here") {
		t.Errorf("no digest: got alert %+v, want the study not run", a)
	}
	p.command("study", "start")
	p.work()
	p.crew.studies[0].measure(12)
	if got := headline(p); strings.Contains(got, "eproduced") {
		t.Errorf("no digest: got %q, want no comparison", got)
	}
	if want, faults := scenario.ParseStudyExpectation(fragment[:at]); want != nil || faults != nil {
		t.Errorf("ExpectedStudy: got %v, faults %v; want neither", want, faults)
	}
}

package lab

import (
	"regexp"
	"strings"
	"testing"

	"gridbox/app/panel"
	"gridbox/app/ui"
	"gridbox/core/scenario"
)

// sharedStudy is the link of a small study that was run to its end.
func sharedStudy(t *testing.T) string {
	t.Helper()
	p, study := started(t)
	p.command("dialog", "share")
	if strings.Contains(p.s().Look.Link, "&study=") {
		t.Fatalf("a study that is under way has a digest: %s", p.s().Look.Link)
	}
	p.command("escape")
	study.measure(12)
	p.command("dialog", "share")
	p.work()
	_, fragment, _ := strings.Cut(p.s().Look.Link, "#")
	for _, want := range []string{"&view=study", "&expect=", "&study=", "&means=", "&by="} {
		if strings.Count(fragment, want) != 1 {
			t.Fatalf("%s in %s", want, fragment)
		}
	}
	p.command("share", "answers") // the digests stay at home
	if link := p.s().Look.Link; strings.Contains(link, "&study=") || strings.Contains(link, "&means=") {
		t.Errorf("digests go along that shall not: %s", link)
	}
	return fragment
}

// shownStudy opens a link in a page of somebody else.
func shownStudy(t *testing.T, fragment string) *page {
	t.Helper()
	p := opened(t, func(p *page) { p.address = ReadAddress("", "#"+fragment) })
	p.work()
	return p
}

func headline(p *page) string { return ui.PlainText(panel.StudyControl(p.s(), added)) }

// A study that came by a link is not called reproduced before it has run, and then by
// its own numbers.
func TestASharedStudyIsComparedOnceItHasRun(t *testing.T) {
	fragment := sharedStudy(t)
	p := shownStudy(t, fragment)
	const not = "Not reproduced here."
	if a := p.s().Alert; a.Error || !strings.HasPrefix(a.Text, "The instance is reproduced") ||
		!strings.Contains(a.Text, "The study has not been run here") {
		t.Errorf("the message is %+v", a)
	}
	if got := headline(p); !strings.Contains(got, not) || strings.Contains(got, "eproduced:") {
		t.Errorf("before it runs: %q", got)
	}
	p.command("study", "start")
	p.work()
	p.crew.studies[0].measure(5)
	if got := headline(p); !strings.Contains(got, not) {
		t.Errorf("while it runs: %q", got)
	}
	p.crew.studies[0].measure(7)
	want := regexp.MustCompile(`Reproduced here: all \d+ means equal the author's \(Gridbox `)
	if got := headline(p); !want.MatchString(got) || strings.Contains(got, not) {
		t.Errorf("afterwards: %q", got)
	}
}

func TestASharedStudyThatDiffersSaysWhere(t *testing.T) {
	fragment := sharedStudy(t)
	digest := regexp.MustCompile(`&study=[0-9a-f]{16}&means=[0-9a-f]{4}`)
	for _, c := range []struct{ with, want string }{
		{"&study=0123456789abcdef&means=0000", `Not reproduced: 1 of \d+ means differs .*: makespan of RBHS`},
		{"&study=0123456789abcdef&beans=0000",
			`Not reproduced: the digest is [0-9a-f]{16}, but the link has 0123456789abcdef`},
	} {
		p := shownStudy(t, digest.ReplaceAllString(fragment, c.with))
		p.command("study", "start")
		p.work()
		p.crew.studies[0].measure(12)
		if got := headline(p); !regexp.MustCompile(c.want).MatchString(got) || !p.s().Study.Expects.Differs {
			t.Errorf("%q, want %s", got, c.want)
		}
	}
	p := shownStudy(t, digest.ReplaceAllString(fragment, "&study=<b>"))
	if a := p.s().Alert; !strings.Contains(a.Text, "cannot be read") && !strings.Contains(a.Text,
		"The instance is reproduced") {
		t.Errorf("%+v", a)
	}
	if strings.Contains(headline(p), "eproduced") || p.s().Draft.Study == nil {
		t.Errorf("nonsense is compared: %q", headline(p))
	}
}

// A link from before says nothing of its study; then nothing does.
func TestALinkWithoutADigestOfItsStudy(t *testing.T) {
	fragment := sharedStudy(t)
	at := strings.Index(fragment, "&study=")
	p := shownStudy(t, fragment[:at])
	if a := p.s().Alert; !strings.Contains(a.Text, "The study has not been run here") {
		t.Errorf("%+v", a)
	}
	p.command("study", "start")
	p.work()
	p.crew.studies[0].measure(12)
	if got := headline(p); strings.Contains(got, "eproduced") {
		t.Errorf("%q", got)
	}
	if want, faults := scenario.ExpectedStudy(fragment[:at]); want != nil || faults != nil {
		t.Error(want, faults)
	}
}

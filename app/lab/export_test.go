package lab

import (
	"slices"
	"strings"
	"testing"

	"gridbox/app/panel"
	"gridbox/core/export"
)

// The page offers the formats of the workers with the same endings, types and kinds. The tables of CSV are two
// buttons.
func TestOutletsAreTheFormats(t *testing.T) {
	offered := map[string]bool{}
	for _, o := range panel.Outlets() {
		offered[o.Format] = true
		for _, f := range export.Formats() {
			if f.ID != o.Format {
				continue
			}
			if !slices.Equal(f.Kinds, o.Kinds) || f.Type != o.Type || !strings.HasSuffix(o.Ending, f.Ending) ||
				f.Plain != o.Plain || (o.Table != "") != (f.ID == "csv") {
				t.Errorf("format of the page: got %+v, want %+v as in the engine", o, f)
			}
		}
	}
	for _, f := range export.Formats() {
		if !offered[f.ID] {
			t.Errorf("the page does not offer %s", f.ID)
		}
	}
}

// A click has a worker write the file, and downloads it under the draft's name with the current answers; failures are
// reported.
func TestFilesForOtherPrograms(t *testing.T) {
	p := openPage(t)
	p.work()
	p.calls = nil
	p.command("out", "markdown", "")
	p.crew.answer()
	calls := p.drainCalls("download")
	if len(calls) != 1 || !strings.HasPrefix(calls[0], "download five-clusters.md text/markdown ") &&
		!strings.HasPrefix(calls[0], "five-clusters.md text/markdown ") || !strings.Contains(calls[0], "| --- |") {
		t.Fatalf("got downloads %q, want one Markdown table", calls)
	}
	p.command("out", "swf", "") // which a placement does not have
	if asked := p.crew.pendingJobs(); len(asked) > 0 {
		t.Errorf("got request %s %s, want none for a format of another kind", asked[0].task, asked[0].subject)
	}
	p.command("out", "graphml", "")
	p.crew.find("export", "graphml").crash(p)
	if a := p.s().Alert; !a.Error || !strings.HasPrefix(a.Text, "GraphML could not be written: The worker stopped") {
		t.Errorf("got alert %+v, want that GraphML could not be written", a)
	}
}

// The single page is written for the draft with its answers, the shown one first. The dialog's address is drawn as a
// QR code, which is removed when the address changes.
func TestOnePageAndACodeOfTheAddress(t *testing.T) {
	p := openPage(t)
	p.work()
	p.command("focus", "scp-tree")
	p.calls = nil
	p.command("out", "html", "")
	p.crew.answer()
	calls := p.drainCalls("download")
	if len(calls) != 1 || !strings.Contains(calls[0], "five-clusters.html text/html") ||
		!strings.Contains(calls[0], `{"run":"`) || !strings.Contains(calls[0], `"site":"https://example.org/some"`) {
		t.Fatalf("got downloads %.600q, want a page with run and site", calls)
	}
	p.command("dialog", "share")
	link := p.s().Layout.Link
	p.command("share", "code")
	p.crew.answer()
	if code := p.s().Layout.Code; !strings.HasPrefix(code, "<svg") || p.s().Layout.Link != link {
		t.Errorf("link %s: got code %.80s, want an SVG and the same link", p.s().Layout.Link, code)
	}
	p.command("share", "answers")
	if p.s().Layout.Code != "" {
		t.Error("the code of another address is shown")
	}
	p.command("share", "code")
	p.crew.find("export", "code").crash(p)
	if a := p.s().Alert; !a.Error || !strings.HasPrefix(a.Text, "The QR code was not made: ") {
		t.Errorf("got alert %+v, want that the QR code was not made", a)
	}
}

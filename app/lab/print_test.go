package lab

import (
	"encoding/base64"
	"strings"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/panel"
	"gridbox/app/ui"
)

// downloadedFile returns the name, type and bytes of the one downloaded file.
func downloadedFile(t *testing.T, p *page) (name, mime, file string) {
	t.Helper()
	calls := p.drainCalls("downloadBytes")
	if len(calls) != 1 {
		t.Fatalf("got %d downloads, want 1: %.200q", len(calls), calls)
	}
	parts := strings.Split(strings.TrimPrefix(calls[0], "downloadBytes "), " ")
	bytes, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil {
		t.Fatal(err)
	}
	p.calls = nil
	return parts[0], parts[1], string(bytes)
}

// Picture and study chart are saved as PDF, and with the LaTeX text that includes them.
func TestFiguresForPapers(t *testing.T) {
	p, study := startStudy(t)
	p.command("goto", "")
	p.work()
	p.calls = nil
	p.command("out", "pdf", "")
	p.crew.answer()
	if name, mime, file := downloadedFile(t, p); !strings.HasSuffix(name, ".pdf") || mime != pdfType ||
		!strings.HasPrefix(file, "%PDF-") {
		t.Errorf("got %s of type %s, %.20q; want a PDF", name, mime, file)
	}
	p.command("dialog", "share")
	p.command("share", "latex")
	if got := ui.PlainText(panel.Dialog(p.s(), kinds.OfDraft(p.s()), panel.Keys{}, featureParts)); !strings.Contains(
		got,
		"Save PDF and TeX") {
		t.Errorf("got dialog %q, want a button for PDF and TeX", got)
	}
	p.command("share", "figure")
	p.crew.answer()
	name, mime, file := downloadedFile(t, p)
	base := strings.TrimSuffix(name, ".zip")
	if mime != zipType || !strings.Contains(file, base+".pdf") || !strings.Contains(file, base+".tex") {
		t.Errorf("got %s of type %s, %.60q; want a ZIP of PDF and TeX", name, mime, file)
	}
	p.command("escape")
	p.command("goto", "study")
	p.work()
	study.measure(12)
	p.work()
	p.calls = nil
	p.command("result", "pdf")
	p.crew.answer()
	if name, mime, file := downloadedFile(t, p); !strings.HasSuffix(name, "-study-makespan.pdf") || mime != pdfType ||
		!strings.HasPrefix(file, "%PDF-") {
		t.Errorf("got %s of type %s, %.20q; want the PDF of the study", name, mime, file)
	}
	p.command("dialog", "share")
	p.work()
	p.command("share", "latex")
	p.command("share", "figure")
	p.crew.answer()
	name, _, file = downloadedFile(t, p)
	base = strings.TrimSuffix(name, ".zip")
	if !strings.HasSuffix(base, "-study") || !strings.Contains(file, base+".pdf") || !strings.Contains(file,
		base+".tex") {
		t.Errorf("got %s, %.60q; want a ZIP of the study", name, file)
	}
	for _, f := range p.s().Layout.Forms {
		if f.ID == "latex" && (!strings.Contains(f.Text, "\\includegraphics{"+base+".pdf}") ||
			!strings.Contains(f.Text, "gridbox study")) {
			t.Errorf("the TeX includes another figure: %s", f.Text)
		}
	}
}

package lab

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature"
	imported "gridbox/app/lab/feature/importer"
	"gridbox/app/library"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/importer"
)

// imports returns the import that the page shows, nil for none.
func imports(p *page) *imported.State {
	if own := imported.Slot.Get(p.s()); own.Active() {
		return own
	}
	return nil
}

func newFile(name, text string) importer.File { return importer.File{Name: name, Data: []byte(text)} }

func TestATableIsMappedAndOpened(t *testing.T) {
	p := openPage(t)
	p.lab.Files([]importer.File{newFile("work.csv", "job,cores,runtime,when\na,2,10,0\nb,1,x,5\n")}, "")
	p.work()
	b := imports(p)
	if p.lab.s.Layout.Dialog != "import" || b == nil || !b.Ready || b.Report.Report.Format != "table" {
		t.Fatalf("got dialog %q, import %+v; want a table ready to import", p.lab.s.Layout.Dialog, b)
	}
	if n := b.Report.Report.Count(importer.LeftOut, "job"); n != 1 {
		t.Errorf("got %d jobs left out, want 1:\n%s", n, b.Report.Report.String())
	}
	got := func(what, of, value string) {
		p.lab.Change(feature.Input{Value: value, Attribute: func(name string) string {
			return map[string]string{"data-import": what, "data-of": of}[name]
		}})
		p.work()
	}
	twice := func(what, of, value string) { // without waiting for the result
		p.lab.Change(feature.Input{Value: value, Attribute: func(name string) string {
			return map[string]string{"data-import": what, "data-of": of}[name]
		}})
	}
	twice("field", "0 runtime", "memory")
	twice("field", "0 runtime", "duration")
	got("field", "0 when", "submitted")
	got("unit", "0 when", "h")
	got("filter", "0 cores", "from 2")
	p.lab.Click("importin", "", "", false)
	p.lab.Click("importin", "", "", false) // a running import does not start again
	p.settle()
	if p.crew.closed != 1 {
		t.Errorf("the worker for files was closed %d times, want once", p.crew.closed)
	}
	p.work()
	d := p.lab.s.Draft
	if d.Kind != "farm" || len(d.Farm.Jobs) != 1 || d.Farm.Jobs[0].ID != "a" || d.Title != "work" {
		t.Fatalf("got farm %+v, want the job a only", d.Farm)
	}
	if imports(p) != nil || p.lab.s.Layout.Dialog != "" {
		t.Error("the dialog is still open")
	}
	if !strings.Contains(p.lab.s.ImportReports[p.lab.s.Sheet], "do not pass the filters") {
		t.Errorf("got reports %v, want that of the draft on the filters", p.lab.s.ImportReports)
	}
	p.pass(saveDelay)
	p.work()
	if cards, err := p.library.Store().Cards(); err != nil || !slices.ContainsFunc(cards, func(c library.Card) bool {
		return c.Title == "work" && strings.Contains(c.Report, "do not pass the filters")
	}) {
		t.Errorf("cards: got error %v, %+v; want one with the report", err, cards)
	}
	var remembered string
	for _, c := range p.calls {
		if rest, ok := strings.CutPrefix(c, "remember mappings "); ok {
			remembered = rest
		}
	}
	p.lab.Files([]importer.File{newFile("again.csv", "job,cores,runtime,when\nc,3,10,2\n")}, remembered)
	p.work()
	p.lab.Click("importin", "", "", false)
	p.work()
	if d := p.lab.s.Draft; len(d.Farm.Jobs) != 1 || d.Farm.Jobs[0].Submitted != 7200 {
		t.Errorf("got jobs %+v, want the remembered mapping\n%s", d.Farm.Jobs, remembered)
	}
}

func TestFilesOfNoFormatSayWhatTheyAre(t *testing.T) {
	for text, want := range map[string]string{"PK\x03\x04 zip": "save a spreadsheet as CSV",
		"": "nothing that could be read", "%PDF-1.7": "PDF", "\x00\x01\x02": "no text"} {
		p := openPage(t)
		was := p.lab.s.Draft
		p.lab.Files([]importer.File{newFile("odd.bin", text)}, "")
		p.work()
		b := imports(p)
		if b == nil || b.Ready || !strings.Contains(strings.Join(b.Report.Contents, " "), want) {
			t.Errorf("%q: got import %+v, want it unknown: %s", text, b, want)
		}
		if strings.Contains(strings.Join(b.Report.Contents, " "), "JSON") {
			t.Errorf("%q: got reasons %v, want none on JSON", text, b.Report.Contents)
		}
		p.lab.Click("importcancel", "", "", false)
		if p.work(); p.lab.s.Draft != was || imports(p) != nil {
			t.Error("cancelling an import changed the draft")
		}
	}
}

// A dialog closed while the import is read opens no draft.
func TestAReadingThatIsLeftOpensNothing(t *testing.T) {
	p := openPage(t)
	was := p.lab.s.Draft
	rows := "job,cores,runtime,when\n"
	for i := range 2000 {
		rows += fmt.Sprintf("a%d,2,10,%d\n", i, i)
	}
	p.lab.Files([]importer.File{newFile("work.csv", rows)}, "")
	p.work()
	p.lab.Click("importin", "", "", false)
	if b := imports(p); b == nil || !b.Busy || p.lab.s.Draft != was {
		t.Errorf("a long file: got import %+v, want it busy and the draft unchanged", b)
	}
	p.lab.Click("importcancel", "", "", false)
	if p.work(); p.lab.s.Draft != was || imports(p) != nil {
		t.Errorf("cancelled: got draft %q, import %+v; want the draft unchanged", p.lab.s.Draft.Title, imports(p))
	}
}

func TestOwnFilesOpenAtOnce(t *testing.T) {
	p := openPage(t)
	p.lab.Files([]importer.File{newFile("s.json", p.lab.s.DraftText()), newFile("half.json", `{"format":"gridbox"`)}, "")
	if p.work(); imports(p) != nil || !strings.Contains(p.lab.s.Alert.Text, "half.json is not a scenario") {
		t.Errorf("got import %+v, alert %+v; want a message that half.json is no scenario", imports(p), p.lab.s.Alert)
	}
}

// A long file is read with pauses for the page, which shows a notice, with and without faults.
func TestALongFileIsReadWithTurns(t *testing.T) {
	p := openPage(t)
	text := `{"format": "gridbox", "version": 1, "kind": "farm", "title": "Long", "farm": {"machines": [{"id": "m",
		"slots": 4}], "jobs": [{"id": "j", "slots": 1, "duration": 5}]}}` + strings.Repeat(" ", longDocument)
	was := p.lab.s.Draft
	p.lab.Files([]importer.File{newFile("long.json", text)}, "")
	if p.lab.s.Draft != was || p.lab.s.Opening != "long.json" {
		t.Errorf("after the drop: got draft %q, alert %q; want it opening", p.lab.s.Draft.Title, p.lab.s.Alert.Text)
	}
	if p.work(); p.lab.s.Draft.Title != "Long" || p.lab.s.Opening != "" {
		t.Errorf("after the work: got draft %q, alert %q; want Long", p.lab.s.Draft.Title, p.lab.s.Alert.Text)
	}
	p.lab.Files([]importer.File{newFile("faulty.json", strings.Replace(text, `"slots": 4`, `"slots": -4`, 1))}, "")
	p.work()
	if p.lab.s.Draft.Title != "Long" || !strings.Contains(p.lab.s.Alert.Text, "faulty.json is not a scenario") {
		t.Errorf("file with faults: got draft %q, alert %q; want Long and a message",
			p.lab.s.Draft.Title, p.lab.s.Alert.Text)
	}
}

// Two clicks lead from an imported scenario to a study of it, in the message and in the import report.
func TestAStudyIsOfferedOfWhatWasBroughtIn(t *testing.T) {
	for _, c := range []struct{ act, name string }{{"redraw", "Draw the jobs"}, {"firm", "Test robustness"}} {
		p := openPage(t)
		p.lab.Files([]importer.File{newFile("work.csv", "job,cores,runtime\na,2,10\nb,1,20\nc,1,5\n")}, "")
		p.work()
		p.lab.Click("importin", "", "", false)
		p.work()
		if drawn := ui.HTML(panel.Top(p.s(), kinds.OfDraft(p.s()), featureParts)); !strings.Contains(drawn, c.name) {
			t.Fatalf("the message does not offer %q: %s", c.name, drawn)
		}
		p.command("dialog", "brought")
		if !strings.Contains(dialogText(p), c.name) {
			t.Fatalf("the report does not offer %q: %s", c.name, dialogText(p))
		}
		p.command(c.act)
		p.work()
		s := p.s()
		if s.Layout.View != "study" || s.Layout.Dialog != "" || s.Alert.Study || s.Draft.Study == nil {
			t.Errorf("%s: got view %q, dialog %q, alert %+v; want the study only",
				c.act, s.Layout.View, s.Layout.Dialog, s.Alert)
		}
		if led := s.Alert.Draft != ""; led != (c.act == "redraw") {
			t.Errorf("%s: got a link to the former draft: %v", c.act, led)
		}
		if draws := s.Draft.Farm.Generate != nil; draws != (c.act == "redraw") {
			t.Errorf("%s: got generated jobs: %v", c.act, draws)
		}
	}
}

// An imported queue opens the view that explains why jobs wait, whatever kind was open before. The message for many
// files is short.
func TestAQueueIsAskedAboutFirst(t *testing.T) {
	p := queueOpened(t)
	if s := p.s(); s.Draft.Kind != "farm" || s.Layout.Answers != "queue" || s.Layout.Phone != "answers" ||
		s.Alert.Text != "Opened queue.txt and 2 more." {
		t.Errorf("got kind %s, view %s, alert %+v; want the queue of a farm", s.Draft.Kind, s.Layout.Answers, s.Alert)
	}
}

// queueOpened imports the files of a small queue.
func queueOpened(t *testing.T) *page {
	t.Helper()
	p := openPage(t)
	p.work()
	p.lab.Files([]importer.File{
		newFile("queue.txt", "JOBID|ST|CPUS|NODELIST|TIME|TIME_LIMIT\n1|R|2|c1|10:00|1:00:00\n2|PD|2||0:00|30:00\n"),
		newFile("nodes.txt", "NodeName=c1 CPUTot=2 State=ALLOCATED\n"),
		newFile("partitions.txt", "PartitionName=all\n   MaxTime=1-00:00:00 Nodes=c1 State=UP TotalCPUs=2\n")}, "")
	p.work()
	p.lab.Click("importin", "", "", false)
	p.work()
	return p
}

// The queue is a view: the switch opens and closes it, as do Escape and an address.
func TestTheQueueIsAView(t *testing.T) {
	p := queueOpened(t)
	shown := func(want string) {
		t.Helper()
		if got := p.s().View(); got != want {
			t.Errorf("got the view %q, want %q", got, want)
		}
	}
	if !strings.Contains(ui.HTML(labNode(p.s())), panel.QueueButton) {
		t.Fatal("got no switch to the queue, want one where jobs wait")
	}
	shown(state.QueueView)
	p.command("goto", "study")
	shown("study")
	p.lab.Page("view", state.QueueView, "")
	shown(state.QueueView)
	for range 4 { // it closes the messages and the selection first
		p.command("escape")
	}
	shown("")
	p.command("goto", state.QueueView)
	p.command("goto", "")
	shown("")
	p.command("kind", "placement")
	if p.work(); strings.Contains(ui.HTML(labNode(p.s())), panel.QueueButton) {
		t.Error("got a switch to the queue of a placement")
	}
}

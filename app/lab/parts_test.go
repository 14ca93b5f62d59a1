package lab

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/app/ui"
	"gridbox/core/importer"
	"gridbox/core/importer/formats"
	"gridbox/core/realfiles"
	"gridbox/core/scenario"
)

const (
	gridFile = `<?xml version='1.0'?><platform version="4.1"><zone id="grid" routing="Full">
<cluster id="lyon" prefix="lyon-" suffix="" radical="0-3" speed="2Gf" core="2" bw="125MBps" lat="50us"/>
<cluster id="nancy" prefix="nancy-" suffix="" radical="0-5" speed="1Gf" bw="125MBps" lat="50us"/></zone></platform>`
	logFile = "; MaxProcs: 16\n1 0 0 100 4 -1 -1 4 200 -1 1 1 -1 -1 -1 -1 -1 -1\n" +
		"2 10 0 50 14 -1 -1 14 100 -1 1 2 -1 -1 -1 -1 -1 -1\n3 20 0 60 6 -1 -1 6 100 -1 1 1 -1 -1 -1 -1 -1 -1\n"
	notesFile = "item,price\nmilk,2\nbread,3\n"
)

// setControl changes a control of the dialog.
func setControl(p *page, what, value string) {
	p.lab.Change(feature.Input{Value: value, Attribute: func(name string) string {
		return map[string]string{"data-import": what}[name]
	}})
	p.work()
}

// dialogHas reports whether the dialog has an element with an id.
func dialogHas(p *page, id string) bool {
	return len(ui.Find(panel.Dialog(p.s(), kinds.OfDraft(p.s()), panel.Keys{}, featureParts), func(n ui.Node) bool {
		own, _ := n.Attribute("id")
		return own == id
	})) > 0
}

// dialogWords returns the text of the dialog without the contents of the files and the commands of other programs
// that write such files.
func dialogWords(p *page) (text string) {
	for _, n := range ui.Find(panel.Dialog(p.s(), kinds.OfDraft(p.s()), panel.Keys{}, featureParts),
		func(n ui.Node) bool {
			class, _ := n.Attribute("class")
			return slices.Contains([]string{"report", "setting", "apart", "claims", "why-not", "more"}, class)
		}) {
		text += ui.PlainText(n) + "\n"
	}
	return text
}

func TestFilesThatDoNotCombineAreOfferedApart(t *testing.T) {
	p := openPage(t)
	p.lab.Files([]importer.File{newFile("notes.csv", notesFile), newFile("grid.xml", gridFile)}, "")
	p.work()
	text := dialogText(p)
	for _, want := range []string{"Import grid.xml (1 of 2)", "grid.xml: SimGrid platform", "notes.csv: Table",
		"These files do not combine.", "only grid.xml", "only notes.csv", "each as a draft", "Import, then the next"} {
		if !strings.Contains(text, want) {
			t.Errorf("the dialog has no %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "Left out") && strings.Contains(text, "is no job") {
		t.Errorf("one file is read in the format of the other:\n%s", text)
	}
	p.lab.Click("importin", "", "", false)
	p.work()
	if d := p.s().Draft; d.Kind != "placement" || d.Title != "grid" || len(d.Placement.Clusters) != 2 {
		t.Errorf("got first draft %q of kind %s, want grid with 2 clusters", d.Title, d.Kind)
	}
	if title := dialogText(p); p.s().Layout.Dialog != "import" || !strings.HasPrefix(title,
		"Import notes.csv (2 of 2)") {
		t.Fatalf("got dialog %q, %.200s; want the import of notes.csv", p.s().Layout.Dialog, title)
	}
	setControl(p, "open", "only 1")
	if b := imports(p); b.Report.Report.Format != "simgrid" || !b.Ready || strings.Contains(dialogText(p), "1 of 2") {
		t.Errorf("only the first file: got format %s, want simgrid\n%s", b.Report.Report.Format, dialogText(p))
	}
	setControl(p, "open", "all")
	if b := imports(p); b.Report.Report.Format != "simgrid" || len(b.Report.Report.Files) != 2 {
		t.Errorf("all files: got report %+v, want simgrid of 2 files", b.Report.Report)
	}
	setControl(p, "as", "table")
	if b := imports(p); b.Report.Report.Format != "table" || len(b.Report.Report.Files) != 2 {
		t.Errorf("all as tables: got report %+v, want a table of 2 files", b.Report.Report)
	}
	setControl(p, "open", "only 2")
	if b := imports(p); b.Report.Report.Format != "table" || strings.Join(b.Report.Report.Files, " ") != "notes.csv" {
		t.Errorf("only the second file: got report %+v, want a table of notes.csv", b.Report.Report)
	}
	p.lab.Click("importcancel", "", "", false)
	if p.work(); imports(p) != nil || p.s().Draft.Title != "grid" {
		t.Errorf("after Cancel: got draft %q, want grid", p.s().Draft.Title)
	}
}

func TestPlatformAndLogAreOneFarm(t *testing.T) {
	p := openPage(t)
	p.lab.Files([]importer.File{newFile("grid.xml", gridFile), newFile("log.swf", logFile),
		newFile("a.pdf", "%PDF")}, "")
	p.work()
	text := dialogText(p)
	for _, want := range []string{"This becomes 2 machines, 2 jobs.", "These files combine", "one farm of both",
		"1 job is wider than every machine of the platform", "Machines: one", "a.pdf is a document for printing"} {
		if !strings.Contains(text, want) {
			t.Errorf("the dialog has no %q:\n%s", want, text)
		}
	}
	if left, open := strings.Index(text, "Left out"), strings.Index(text, "one farm of both"); left < 0 || left > open {
		t.Errorf("what was left out is not listed below the sum:\n%s", text)
	}
	p.lab.Click("importset", "machines", "one", false)
	p.work()
	if text := dialogText(p); !strings.Contains(text, "This becomes 1 machine, 3 jobs.") {
		t.Errorf("one machine: got\n%s\nwant \"1 machine, 3 jobs\"", text)
	}
	setControl(p, "set.machines", "clusters")
	p.lab.Click("importin", "", "", false)
	p.work()
	if d := p.s().Draft; d.Kind != "farm" || len(d.Farm.Machines) != 2 || len(d.Farm.Jobs) != 2 ||
		d.Title != "log on grid" || p.s().Layout.Dialog != "" {
		t.Errorf(`got %q, farm %+v, dialog %q; want "log on grid" with 2 machines and 2 jobs`,
			d.Title, d.Farm, p.s().Layout.Dialog)
	}
	// The same files as two drafts.
	p.lab.Files([]importer.File{newFile("grid.xml", gridFile), newFile("log.swf", logFile)}, "")
	p.work()
	setControl(p, "open", "each")
	for range 2 {
		p.lab.Click("importin", "", "", false)
		p.work()
	}
	if d := p.s().Draft; imports(p) != nil || d.Title == "log on grid" ||
		d.Kind != "farm" && d.Kind != "placement" {
		t.Errorf("opened apart: got draft %q of kind %s", d.Title, d.Kind)
	}
}

// A guess about a table without a header is a control with its evidence, and another column can be chosen.
func TestGuessesAreControls(t *testing.T) {
	p := openPage(t)
	rows := ""
	for i := range 6 {
		n := strconv.Itoa(i + 1)
		rows += n + "|COMPLETED|ann|2026-01-01T00:00:0" + n +
			"|2026-01-01T00:01:0" + n + "|2026-01-01T00:02:0" + n + "|" + n + "\n"
	}
	p.lab.Files([]importer.File{newFile("jobs.txt", rows)}, "")
	p.work()
	guesses := 0
	for _, a := range imports(p).Report.Report.Answers {
		if !a.Guess {
			continue
		}
		guesses++
		drawn := ui.Find(panel.Dialog(p.s(), kinds.OfDraft(p.s()), panel.Keys{}, featureParts), func(n ui.Node) bool {
			id, _ := n.Attribute("id")
			return id == "import-"+a.Name
		})
		if len(drawn) != 1 || strings.HasPrefix(a.Name, "column.") && drawn[0].Tag != "select" {
			t.Errorf("guess %s: got control %+v, want one list", a.Name, drawn)
		}
		if !strings.Contains(dialogText(p), a.About) {
			t.Errorf("the evidence for %s is not shown: %s", a.Name, a.About)
		}
	}
	if guesses < 5 {
		t.Fatalf("got %d guesses, want at least 5:\n%s", guesses, dialogText(p))
	}
	setControl(p, "set.column.User", "none")
	for _, a := range imports(p).Report.Report.Answers {
		if a.Name == "column.User" && (a.Answer != "none" || len(imports(p).Report.Faults) > 0) {
			t.Errorf("column.User none: got guess %+v, faults %v", a, imports(p).Report.Faults)
		}
	}
	setControl(p, "set.column.End", "none")
	if now := dialogText(p); !strings.Contains(now, "Guessed: the column for each value") {
		t.Errorf("got %s, want a message on the guessed columns", now)
	}
}

// inputs returns files of every format, with those of other programs that exist here; each list is dropped together.
func inputs(t *testing.T) map[string][]importer.File {
	list := map[string][]importer.File{
		"table":    {newFile("jobs.csv", "job,cores,runtime\na,2,10\nb,1,x\n")},
		"edges":    {newFile("edges.csv", "source,target,bandwidth\na,b,100\nb,c,\n")},
		"platform": {newFile("grid.xml", gridFile)},
		"routers": {newFile("r.xml", strings.Replace(gridFile, "</zone>",
			`<router id="r"/><link id="l" bandwidth="1MBps"/></zone>`, 1))},
		"together":   {newFile("grid.xml", gridFile), newFile("log.swf", logFile)},
		"think":      {newFile("log.swf", strings.Replace(logFile, "-1 -1\n3", "1 5\n3", 1))},
		"nodes":      {newFile("nodes.txt", "NodeName=c1 CPUTot=2 State=ALLOCATED\n")},
		"headerless": {newFile("x.txt", "1|COMPLETED|a\n2|COMPLETED|b\n")},
		"no columns": {newFile("sacct.txt", "COMPLETED|4|x|y\n11|COMPLETED|x|y\n")},
		"queue": {newFile("queue.txt", "JOBID|ST|CPUS|NODELIST|TIME|TIME_LIMIT|USER|NAME\n"+
			"1|R|2|c1|10:00|1:00:00|ann|secret\n"+
			"2|PD|2||0:00|UNLIMITED|bob|plan\n")},
		"start": {newFile("queue.txt", "JOBID|ST|CPUS|START_TIME\n2|PD|2|2026-01-01T00:00:00\n")},
	}
	paths, err := filepath.Glob(filepath.FromSlash("../../core/importer/*/testdata/*"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("Glob: got error %v, paths %v; want inputs", err, paths)
	}
	for _, path := range paths {
		if text, err := os.ReadFile(path); err == nil { // not the folder of a fuzz target
			list[path] = []importer.File{newFile(filepath.Base(path), string(text))}
			folder := filepath.Dir(path)
			list[folder] = append(list[folder], list[path]...)
		}
	}
	for _, folder := range []string{"simgrid", "slurm", "batsim", "optorsim", "topology", "wfformat", "csv", "faults"} {
		for i, text := range realfiles.Seeds(t, folder+"/*", 40<<10) {
			name := folder + strconv.Itoa(i)
			list[name] = []importer.File{newFile(name, string(text))}
		}
	}
	return list
}

// Every setting that a report names is a control of the dialog, every button of a note changes its text, and no
// report in the page names command-line flags.
func TestSettingsOfReportsAreControls(t *testing.T) {
	named := map[string]bool{}
	look := func(name string, p *page) {
		b := imports(p)
		if b == nil || b.Busy {
			t.Fatalf("%s: got import %+v, want one that is ready", name, b)
		}
		text := dialogWords(p)
		if at := strings.Index(text, "--"); at >= 0 {
			t.Errorf("%s: the dialog names a command-line flag: %s", name, text[max(0, at-100):min(len(text), at+100)])
		}
		for _, q := range b.Report.Questions {
			if !q.File && !q.Family && !dialogHas(p, "import-"+q.Name) {
				t.Errorf("%s: %s has no control", name, q.Name)
			}
		}
		for _, a := range b.Report.Report.Answers {
			if !a.File && !(a.Guess && b.Report.Form != nil) && !dialogHas(p, "import-"+a.Name) {
				t.Errorf("%s: the choice %s has no control", name, a.Name)
			}
		}
		for _, e := range b.Report.Report.Entries {
			if e.Setting == nil {
				continue
			}
			named[e.Setting.Name] = true
			id := "import-" + e.Setting.Name
			if e.Setting.Name == "mapping" {
				id = "import-0-0"
			}
			if !dialogHas(p, id) {
				t.Errorf("%s: %q names %s, which is not a control", name, e.Text, id)
			}
		}
	}
	p := openPage(t)
	for name, files := range inputs(t) {
		p.lab.Files(files, "")
		p.work()
		if imports(p) == nil { // a document of Gridbox, or a schedule
			continue
		}
		look(name, p)
		for _, kind := range imports(p).Report.Kinds {
			setControl(p, "kind", kind)
			look(name+" as "+kind, p)
		}
		for _, e := range imports(p).Report.Report.Entries {
			if e.Setting == nil || e.Setting.Value == "" {
				continue
			}
			p.lab.Click("importset", e.Setting.Name, e.Setting.Value, false)
			p.work()
			look(name+" with "+e.Setting.Name+" "+e.Setting.Value, p)
			for _, still := range imports(p).Report.Report.Entries {
				if still.Text == e.Text && still.Status == e.Status && still.Count == e.Count {
					t.Errorf("%s: %s=%s does not change %q", name, e.Setting.Name, e.Setting.Value, e.Text)
				}
			}
		}
		p.lab.Click("importcancel", "", "", false)
		p.work()
	}
	for _, want := range []string{"names", "routers", "jobs", "machines", "mapping", "kind"} {
		if !named[want] {
			t.Errorf("no report names %q", want)
		}
	}
	for _, f := range formats.All() { // only declared kinds may be named
		for _, kind := range f.Kinds {
			if !slices.Contains(scenario.Kinds(), kind) {
				t.Errorf("format %s: got unknown kind %s", f.ID, kind)
			}
		}
	}
}

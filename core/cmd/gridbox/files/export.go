package files

import (
	"errors"
	"gridbox/core/engine"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/cmd/gridbox/studies"
	"gridbox/core/export"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// ExportVerb returns the verb export.
func ExportVerb() *cli.Verb {
	return &cli.Verb{Name: "export", Args: []string{"SCENARIO", "[RESULT]"},
		About: "write answers, studies and problems in formats of other programs",
		Details: "Without RESULT the scenario is solved. RESULT is what gridbox solve or gridbox study wrote.\n" +
			"Data without a place in the format are reported on standard error.\n\n" + formatsText(),
		Flags: []cli.Option{
			cli.Flag("as", "FORMAT", "one of those above"),
			cli.Flag("algorithm", "ID", "only the runs of this one; may be given again for more"),
			cli.Flag("run", "LABEL|N", "only this run, by its label or its place from 0; may be given again for more"),
			cli.Flag("table", "NAME", "with csv: which table; the runs unless given"),
			cli.Flag("site", "PATH", "with html: a built site, or its page without a scenario; dist unless given"),
			cli.Flag("date", "DATE", "with ro-crate: the date of publication, such as 2026-11-26; today unless given"),
			cli.Flag("author", "NAME", "with ro-crate: its author; none unless given"),
			cli.Flag("license", "URL", "with ro-crate: the licence of the data; CC BY 4.0 unless given"),
			cli.Flag("base", "URL",
				"with html and ro-crate: where Gridbox is published, for the link to the laboratory"),
			cli.Flag("out", "FILE", "where to write; with csv a folder, with a / at its end, takes all tables; with "+
				"ro-crate the folder"),
		}, Run: verbFunc(exports)}
}

// formatsText returns a table of the formats.
func formatsText() string {
	t := cli.Table{}
	for _, f := range export.Formats() {
		kinds := strings.Join(f.Kinds, ", ")
		if len(f.Kinds) == len(catalog.Kinds()) {
			kinds = "every kind"
		}
		if f.Studied {
			kinds += ", studies"
		}
		t.Row("  "+f.ID, f.Name+" ("+kinds+")")
	}
	t.Row("  html", "One page with picture, document and program, which needs no server (every kind)")
	t.Row("  ro-crate", "RO-Crate: a folder with scenario, result or study, figure and provenance "+
		"(every kind, studies)")
	t.Row("  vipr", "Proof of a bound in the format VIPR 1.0, for checkers of mixed integer programs (placement)")
	t.Row("  opb", "Pseudo-Boolean formula of an answer that passes the bound (placement, group, window)")
	t.Row("  veripb", "Proof in the format VeriPB 2.0 that the formula has no solution (placement, group, window)")
	return strings.TrimRight(t.String(), "\n")
}

// exports writes one text, or a folder of tables.
func exports(c *Call) int {
	if len(c.Args) == 2 && c.Args[0] == "-" && c.Args[1] == "-" {
		c.Say("gridbox export: only one of the two can come from standard input\n")
		return cli.Wrong
	}
	s, ok := c.ReadScenario(c.Args[0])
	if !ok {
		return cli.Wrong
	}
	w := &export.Work{}
	text := []byte(nil)
	if len(c.Args) == 2 {
		if text, ok = c.Read(c.Args[1], cli.MaxResult); !ok {
			return cli.Wrong
		}
	}
	studied := text != nil && slices.Contains([]string{report.Format, study.PartFormat}, studies.FormatOf(text))
	as, ok := c.Flag("as")
	if !ok {
		c.Say("gridbox export: --as is missing; " + formatsOf(s.Kind, studied) + "\n")
		return cli.Wrong
	}
	if as == "html" {
		return c.writeOnePage(s, text, studied)
	}
	if as == "ro-crate" {
		return c.crate(s, text, studied)
	}
	if proofs[as] != nil {
		return c.proof(s, as, text, studied)
	}
	f, err := export.ByID(as, s.Kind, studied)
	if err != nil {
		c.Say("gridbox export: " + err.Error() + "\n")
		return cli.Wrong
	}
	if status := c.collectAnswers(s, w, f, text, studied); status != cli.Done {
		return status
	}
	w.Table, _ = c.Flag("table")
	if w.Table != "" && f.ID != "csv" {
		c.Say("gridbox export: --table is for csv\n")
		return cli.Wrong
	}
	if out, _ := c.Flag("out"); f.ID == "csv" && w.Table == "" && meansFolder(out) {
		return c.folder(w, out)
	}
	written, err := f.Write(w)
	if err != nil {
		c.Say("gridbox export: " + err.Error() + "\n")
		if table := export.TableError(""); errors.As(err, &table) {
			return cli.Wrong
		}
		return cli.Failed
	}
	for _, note := range written.Notes {
		c.Say(note + "\n")
	}
	if out, ok := c.Flag("out"); ok && out != "-" {
		return c.save(out, written.Bytes)
	}
	return c.Write(written.Bytes)
}

// formatsOf returns the ids of the formats of a kind.
func formatsOf(kind string, studied bool) string {
	var ids []string
	for _, f := range export.FormatsFor(kind, studied) {
		ids = append(ids, f.ID)
	}
	what := "a scenario of kind " + kind
	if studied {
		what = "the result of a study"
	}
	return what + " can be written as " + strings.Join(ids, ", ")
}

// collectAnswers sets the answers or the study to write.
func (c *Call) collectAnswers(s *scenario.Scenario, w *export.Work, f export.Format, text []byte, studied bool) int {
	x, ok := c.Open(s)
	if !ok {
		return cli.Wrong
	}
	w.Scenario = x.Explicit
	switch {
	case studied:
		d, faults := report.Parse(text)
		if !c.Blame(c.Args[1]+": ", faults) {
			return cli.Wrong
		}
		if d.Kind != s.Kind {
			c.Say("gridbox " + c.Verb.Name + ": the study is of kind " + d.Kind + ", the scenario of kind " + s.Kind +
				"\n")
			return cli.Wrong
		}
		w.Study = d
		return cli.Done
	case f.Plain:
		return cli.Done
	case text != nil:
		return c.readAnswers(s, w, text)
	}
	return c.solveRuns(x, w, f)
}

// readAnswers sets the answers of a result document.
func (c *Call) readAnswers(s *scenario.Scenario, w *export.Work, text []byte) int {
	r, faults := scenario.ParseResult(text)
	if !c.Blame(c.Args[1]+": ", faults) {
		return cli.Wrong
	}
	if d := scenario.Digest(s); r.Kind != s.Kind || r.Scenario != d && r.Scenario != scenario.Digest(w.Scenario) {
		c.Say("gridbox " + c.Verb.Name + ": " + c.Args[1] + " answers the scenario " + r.Scenario + "; this one is " +
			d + "\n")
		return cli.Wrong
	}
	w.Answers = catalog.LabelledAnswers(w.Scenario, r.Runs)
	if !c.HasFlag("algorithm") && !c.HasFlag("run") {
		return cli.Done
	}
	runs := make([]scenario.Run, len(w.Answers))
	for i := range w.Answers {
		runs[i] = scenario.Run{Algorithm: w.Answers[i].Algorithm, Label: w.Answers[i].Label}
	}
	kept := make([]bool, len(w.Answers))
	for _, id := range c.Flags["algorithm"] {
		some := false
		for i := range runs {
			if runs[i].Algorithm == id {
				kept[i], some = true, true
			}
		}
		if !some {
			c.Say("--algorithm: " + id + " has no answer in " + c.Args[1] + "\n")
			return cli.Wrong
		}
	}
	for _, word := range c.Flags["run"] {
		i, ok := catalog.Pick(s.Kind, runs, word)
		if !ok {
			c.Say("--run: " + word + " is no run of " + c.Args[1] + "\n")
			return cli.Wrong
		}
		kept[i] = true
	}
	at := 0
	w.Answers = slices.DeleteFunc(w.Answers, func(scenario.Answer) bool { at++; return !kept[at-1] })
	return cli.Done
}

// solveRuns solves the runs to write; a format of one answer needs only the first.
func (c *Call) solveRuns(x *engine.Session, w *export.Work, f export.Format) int {
	s := x.Original
	wanted, ok := c.SelectedRuns(s)
	if !ok {
		return cli.Wrong
	}
	if f.Single && len(wanted) > 1 {
		c.Say("The run written is " + wanted[0].Name + "; --algorithm or --run names another.\n")
		wanted = wanted[:1]
	}
	status := cli.Done
	for _, run := range wanted {
		answer, err := c.Answer(x, run)
		if err != nil {
			c.Say(run.Name + ": " + cli.Reason(err) + "\n")
			return cli.Failed
		}
		if !answer.Check.OK {
			status = cli.Failed
			c.Violations("runs["+strconv.Itoa(len(w.Answers))+"]", answer.Check.Violations)
		}
		w.Answers = append(w.Answers, answer)
	}
	w.Answers = catalog.LabelledAnswers(s, w.Answers)
	return status
}

// meansFolder reports whether a name means a folder, even if it does not exist.
func meansFolder(name string) bool {
	if strings.HasSuffix(name, "/") || strings.HasSuffix(name, string(os.PathSeparator)) {
		return true
	}
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// folder writes each table into a separate file.
func (c *Call) folder(w *export.Work, name string) int {
	if err := os.MkdirAll(name, 0o755); err != nil {
		c.Say("gridbox: cannot write: " + cli.Plainly(err) + "\n")
		return cli.Failed
	}
	tables := export.Tables(w)
	for i := range tables {
		if status := c.save(filepath.Join(name, tables[i].ID+".csv"), tables[i].CSV()); status != cli.Done {
			return status
		}
	}
	return cli.Done
}

// save writes a file and prints its length.
func (c *Call) save(name string, text []byte) int {
	if err := os.WriteFile(name, text, 0o644); err != nil {
		c.Say("gridbox: cannot write: " + cli.Plainly(err) + "\n")
		return cli.Failed
	}
	c.Say(filepath.ToSlash(name) + ": " + strconv.Itoa(len(text)) + " bytes\n")
	return cli.Done
}

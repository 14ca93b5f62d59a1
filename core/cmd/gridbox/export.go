package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/export"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

func exportVerb() *verb {
	return &verb{name: "export", takes: []string{"SCENARIO", "[RESULT]"},
		about: "write answers, studies and problems in formats of other programs",
		more: "Without RESULT the scenario is solved. RESULT is what gridbox solve or gridbox study wrote.\n" +
			"What a format has no room for is said on standard error.\n\n" + formatsText(),
		flags: []option{
			{"as", "FORMAT", "one of those above"},
			{"algorithm", "ID", "only the runs of this one; may be given again for more"},
			{"run", "LABEL|N", "only this run, by its label or its place from 0; may be given again for more"},
			{"table", "NAME", "with csv: which table; the runs unless given"},
			{"site", "PATH", "with html: a built site, or its page without a scenario; dist unless given"},
			{"date", "DATE", "with ro-crate: the date of publication, such as 2026-11-26; today unless given"},
			{"license", "URL", "with ro-crate: the licence of the data; CC BY 4.0 unless given"},
			{"base", "URL", "with html and ro-crate: where Gridbox is published, for the link to the laboratory"},
			{"out", "FILE", "where to write; with csv a folder, with a / at its end, takes all tables; with " +
				"ro-crate the folder"},
		}, run: exports}
}

func formatsText() string {
	t := table{}
	for _, f := range export.Formats() {
		kinds := strings.Join(f.Kinds, ", ")
		if len(f.Kinds) == len(catalog.Kinds()) {
			kinds = "every kind"
		}
		if f.Studied {
			kinds += ", studies"
		}
		t.row("  "+f.ID, f.Name+" ("+kinds+")")
	}
	t.row("  html", "One page with picture, document and program, which needs no server (every kind)")
	t.row("  ro-crate", "RO-Crate: a folder with scenario, result or study, figure and provenance "+
		"(every kind, studies)")
	t.row("  vipr", "Proof of a bound in the format VIPR 1.0, for checkers of mixed integer programs (placement)")
	return strings.TrimRight(t.String(), "\n")
}

// exports writes one text, or a folder of tables.
func exports(c *call) int {
	if len(c.args) == 2 && c.args[0] == "-" && c.args[1] == "-" {
		c.say("gridbox export: only one of the two can come from standard input\n")
		return wrong
	}
	s, ok := c.readScenario(c.args[0])
	if !ok {
		return wrong
	}
	w := &export.Work{}
	text := []byte(nil)
	if len(c.args) == 2 {
		if text, ok = c.read(c.args[1], maxResult); !ok {
			return wrong
		}
	}
	studied := text != nil && slices.Contains([]string{report.Format, study.PartFormat}, formatOf(text))
	as, ok := c.flag("as")
	if !ok {
		c.say("gridbox export: --as is missing; " + formatsOf(s.Kind, studied) + "\n")
		return wrong
	}
	if as == "html" {
		return c.onePage(s, text, studied)
	}
	if as == "ro-crate" {
		return c.crate(s, text, studied)
	}
	if as == "vipr" {
		return c.proof(s, text, studied)
	}
	f, err := export.ByID(as, s.Kind, studied)
	if err != nil {
		c.say("gridbox export: " + err.Error() + "\n")
		return wrong
	}
	if status := c.gather(s, w, f, text, studied); status != done {
		return status
	}
	w.Table, _ = c.flag("table")
	if w.Table != "" && f.ID != "csv" {
		c.say("gridbox export: --table is for csv\n")
		return wrong
	}
	if out, _ := c.flag("out"); f.ID == "csv" && w.Table == "" && wantsFolder(out) {
		return c.folder(w, out)
	}
	written, err := f.Write(w)
	if err != nil {
		c.say("gridbox export: " + err.Error() + "\n")
		if table := export.TableError(""); errors.As(err, &table) {
			return wrong
		}
		return failed
	}
	for _, note := range written.Notes {
		c.say(note + "\n")
	}
	if out, ok := c.flag("out"); ok && out != "-" {
		return c.save(out, written.Bytes)
	}
	return c.write(written.Bytes)
}

func formatsOf(kind string, studied bool) string {
	var ids []string
	for _, f := range export.Of(kind, studied) {
		ids = append(ids, f.ID)
	}
	what := "a scenario of kind " + kind
	if studied {
		what = "the result of a study"
	}
	return what + " can be written as " + strings.Join(ids, ", ")
}

// gather puts together what is to be written.
func (c *call) gather(s *scenario.Scenario, w *export.Work, f export.Format, text []byte, studied bool) int {
	explicit, faults := scenario.Expand(s)
	if !c.blame("", faults) {
		return wrong
	}
	w.Scenario = explicit
	switch {
	case studied:
		d, faults := report.Parse(text)
		if !c.blame(c.args[1]+": ", faults) {
			return wrong
		}
		if d.Kind != s.Kind {
			c.say("gridbox " + c.verb.name + ": the study is of kind " + d.Kind + ", the scenario of kind " + s.Kind +
				"\n")
			return wrong
		}
		w.Study = d
		return done
	case f.Plain:
		return done
	case text != nil:
		return c.given(s, w, text)
	}
	return c.solved(s, w, f)
}

// given takes the answers of a result document.
func (c *call) given(s *scenario.Scenario, w *export.Work, text []byte) int {
	r, faults := scenario.ParseResult(text)
	if !c.blame(c.args[1]+": ", faults) {
		return wrong
	}
	if d := scenario.Digest(s); r.Kind != s.Kind || r.Scenario != d && r.Scenario != scenario.Digest(w.Scenario) {
		c.say("gridbox " + c.verb.name + ": " + c.args[1] + " answers the scenario " + r.Scenario + "; this one is " +
			d + "\n")
		return wrong
	}
	w.Answers = catalog.Labelled(w.Scenario, r.Runs)
	if !c.on("algorithm") && !c.on("run") {
		return done
	}
	runs := make([]scenario.Run, len(w.Answers))
	for i := range w.Answers {
		runs[i] = scenario.Run{Algorithm: w.Answers[i].Algorithm, Label: w.Answers[i].Label}
	}
	kept := make([]bool, len(w.Answers))
	for _, id := range c.flags["algorithm"] {
		some := false
		for i := range runs {
			if runs[i].Algorithm == id {
				kept[i], some = true, true
			}
		}
		if !some {
			c.say("--algorithm: " + id + " has no answer in " + c.args[1] + "\n")
			return wrong
		}
	}
	for _, word := range c.flags["run"] {
		i, ok := catalog.Pick(s.Kind, runs, word)
		if !ok {
			c.say("--run: " + word + " is no run of " + c.args[1] + "\n")
			return wrong
		}
		kept[i] = true
	}
	at := 0
	w.Answers = slices.DeleteFunc(w.Answers, func(scenario.Answer) bool { at++; return !kept[at-1] })
	return done
}

// solved solves what is wanted; a format of one answer wants the first.
func (c *call) solved(s *scenario.Scenario, w *export.Work, f export.Format) int {
	wanted, ok := c.chosen(s)
	if !ok {
		return wrong
	}
	if f.Single && len(wanted) > 1 {
		c.say("The run written is " + wanted[0].name + "; --algorithm or --run names another.\n")
		wanted = wanted[:1]
	}
	status := done
	for _, run := range wanted {
		answer, err := c.answer(w.Scenario, run)
		if err != nil {
			c.say(run.name + ": " + reason(err) + "\n")
			return failed
		}
		if !answer.Check.OK {
			status = failed
			c.violations("runs["+strconv.Itoa(len(w.Answers))+"]", answer.Check.Violations)
		}
		w.Answers = append(w.Answers, answer)
	}
	w.Answers = catalog.Labelled(s, w.Answers)
	return status
}

// wantsFolder tells whether something names a folder, be it there or not.
func wantsFolder(name string) bool {
	if strings.HasSuffix(name, "/") || strings.HasSuffix(name, string(os.PathSeparator)) {
		return true
	}
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// folder writes every table into a file of its own.
func (c *call) folder(w *export.Work, name string) int {
	if err := os.MkdirAll(name, 0o755); err != nil {
		c.say("gridbox: cannot write: " + plainly(err) + "\n")
		return failed
	}
	tables := export.Tables(w)
	for i := range tables {
		if status := c.save(filepath.Join(name, tables[i].ID+".csv"), tables[i].CSV()); status != done {
			return status
		}
	}
	return done
}

// save writes a file and says how long it is.
func (c *call) save(name string, text []byte) int {
	if err := os.WriteFile(name, text, 0o644); err != nil {
		c.say("gridbox: cannot write: " + plainly(err) + "\n")
		return failed
	}
	c.say(filepath.ToSlash(name) + ": " + strconv.Itoa(len(text)) + " bytes\n")
	return done
}

// plainly is an error of a file without the name of the system's call.
func plainly(err error) string {
	var path *os.PathError
	if errors.As(err, &path) {
		return filepath.ToSlash(path.Path) + ": " + path.Err.Error()
	}
	return err.Error()
}

package files

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/crate"
	"gridbox/core/draw/paperfigure"
	"gridbox/core/draw/render"
	"gridbox/core/export"
	"gridbox/core/scenario"
)

// usualLicence is the default licence of the data in a crate.
const usualLicence = "https://creativecommons.org/licenses/by/4.0/"

// crate writes a scenario with its answers or its study as the folder of an RO-Crate.
func (c *Call) crate(s *scenario.Scenario, text []byte, studied bool) int {
	out, given := c.Flag("out")
	if !given || out == "-" {
		c.Say("gridbox export: a crate is a folder; --out names it\n")
		return cli.Wrong
	}
	if entries, err := os.ReadDir(out); err == nil && len(entries) > 0 {
		c.Say("gridbox export: " + filepath.ToSlash(out) + " is not empty\n")
		return cli.Wrong
	}
	w := &export.Work{}
	if status := c.collectAnswers(s, w, export.Format{}, text, studied); status != cli.Done {
		return status
	}
	packed := crate.Work{Scenario: s, Study: w.Study, Version: catalog.Version, License: usualLicence}
	if packed.Date, given = c.Flag("date"); !given {
		packed.Date = time.Now().UTC().Format(time.DateOnly)
	}
	packed.Author, _ = c.Flag("author")
	if license, given := c.Flag("license"); given {
		packed.License = license
	}
	if !studied {
		packed.Scenario = w.Scenario
		runs := catalog.Runs(w.Scenario)
		for i := range w.Answers {
			if place := w.Answers[i].Run; place != nil {
				w.Answers[i].Label = runs[*place].Label // instead of the names for tables
			}
		}
		packed.Result = &scenario.Result{Format: scenario.ResultFormat, Version: scenario.ResultVersion,
			Engine: catalog.Version, Scenario: scenario.Digest(w.Scenario), Kind: s.Kind, Runs: w.Answers}
	}
	if base, given := c.Flag("base"); given {
		if link, err := scenario.Link(s); err == nil {
			base, _, _ = strings.Cut(base, "#")
			packed.Address = strings.TrimSuffix(strings.TrimSuffix(base, "/"), "/lab") + "/lab/" + link
		}
	}
	shown := paperfigure.Plate{Scenario: w.Scenario, Answers: w.Answers, Study: w.Study}
	if page, err := shown.Page(render.Options{Width: 160}, false); err == nil {
		packed.Figure = page.SVG()
	} else {
		c.Say("The crate has no figure: " + err.Error() + "\n")
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		c.Say("gridbox: cannot write: " + cli.Plainly(err) + "\n")
		return cli.Failed
	}
	for _, f := range packed.Files() {
		if status := c.save(filepath.Join(out, f.Name), f.Text); status != cli.Done {
			return status
		}
	}
	return cli.Done
}

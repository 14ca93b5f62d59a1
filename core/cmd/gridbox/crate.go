package main

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"gridbox/core/catalog"
	"gridbox/core/crate"
	"gridbox/core/draw/paperfigure"
	"gridbox/core/draw/render"
	"gridbox/core/export"
	"gridbox/core/scenario"
)

// usualLicence is that of the data in a crate.
const usualLicence = "https://creativecommons.org/licenses/by/4.0/"

// crate writes a scenario with its answers or its study as the folder of an RO-Crate.
func (c *call) crate(s *scenario.Scenario, text []byte, studied bool) int {
	out, given := c.flag("out")
	if !given || out == "-" {
		c.say("gridbox export: a crate is a folder; --out names it\n")
		return wrong
	}
	if entries, err := os.ReadDir(out); err == nil && len(entries) > 0 {
		c.say("gridbox export: " + filepath.ToSlash(out) + " is not empty\n")
		return wrong
	}
	w := &export.Work{}
	if status := c.gather(s, w, export.Format{}, text, studied); status != done {
		return status
	}
	packed := crate.Work{Scenario: s, Study: w.Study, Version: catalog.Version, License: usualLicence}
	if packed.Date, given = c.flag("date"); !given {
		packed.Date = time.Now().UTC().Format(time.DateOnly)
	}
	if license, given := c.flag("license"); given {
		packed.License = license
	}
	if !studied {
		packed.Scenario = w.Scenario
		runs := catalog.Runs(w.Scenario)
		for i := range w.Answers {
			if place := w.Answers[i].Run; place != nil {
				w.Answers[i].Label = runs[*place].Label // in place of the names for tables
			}
		}
		packed.Result = &scenario.Result{Format: scenario.ResultFormat, Version: scenario.ResultVersion,
			Engine: catalog.Version, Scenario: scenario.Digest(w.Scenario), Kind: s.Kind, Runs: w.Answers}
	}
	if base, given := c.flag("base"); given {
		if link, err := scenario.Link(s); err == nil {
			base, _, _ = strings.Cut(base, "#")
			packed.Address = strings.TrimSuffix(strings.TrimSuffix(base, "/"), "/lab") + "/lab/" + link
		}
	}
	shown := paperfigure.Plate{Scenario: w.Scenario, Answers: w.Answers, Study: w.Study}
	if page, err := shown.Lay(render.Options{Width: 160}, false); err == nil {
		packed.Figure = page.SVG()
	} else {
		c.say("The crate has no figure: " + err.Error() + "\n")
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		c.say("gridbox: cannot write: " + plainly(err) + "\n")
		return failed
	}
	for _, f := range packed.Files() {
		if status := c.save(filepath.Join(out, f.Name), f.Text); status != done {
			return status
		}
	}
	return done
}

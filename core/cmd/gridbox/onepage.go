package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/export"
	"gridbox/core/onepage"
	"gridbox/core/scenario"
)

// onePage writes a scenario with all its answers as one page. --algorithm and --run
// choose the answer that is shown first.
func (c *call) onePage(s *scenario.Scenario, text []byte, studied bool) int {
	if studied {
		c.say("gridbox export: one page holds a scenario with its answers, not the result of a study\n")
		return wrong
	}
	page := onepage.Work{Scenario: s}
	wanted, ok := c.chosen(s)
	if !ok {
		return wrong
	}
	if page.Run = strconv.Itoa(wanted[0].place); wanted[0].place < 0 {
		c.say("gridbox export: --algorithm: " + wanted[0].Algorithm + " is none of the scenario's runs\n")
		return wrong
	}
	base, _ := c.flag("base")
	page.Site, _, _ = strings.Cut(base, "#")
	page.Site = strings.TrimSuffix(strings.TrimSuffix(page.Site, "/"), "/lab")
	shell, ok := c.shell()
	if !ok {
		return wrong
	}
	delete(c.flags, "algorithm") // the page has all of them
	delete(c.flags, "run")
	w := &export.Work{}
	if status := c.gather(s, w, export.Format{}, text, false); status != done {
		return status
	}
	page.Answers = w.Answers
	written, err := page.Write(shell)
	if err != nil {
		c.say("gridbox export: " + err.Error() + "\n")
		return failed
	}
	if runs := catalog.Runs(s); len(page.Answers) < len(runs) {
		c.say(strconv.Itoa(len(page.Answers)) + " of " + strconv.Itoa(len(runs)) +
			" runs have an answer in the page.\n")
	}
	if out, ok := c.flag("out"); ok && out != "-" {
		return c.save(out, written)
	}
	return c.write(written)
}

// shell reads the page without a scenario: the file that --site names, or that of the
// site in the folder that it names.
func (c *call) shell() ([]byte, bool) {
	site, given := c.flag("site")
	if !given {
		site = "dist"
	}
	name := site
	if about, err := os.Stat(site); err != nil || about.IsDir() {
		stem, ending, _ := strings.Cut(onepage.File, ".")
		found, _ := filepath.Glob(filepath.Join(site, "a", stem+".*."+ending))
		if len(found) == 0 {
			c.say("gridbox export: there is no built site in " + filepath.ToSlash(site) + ", which has the program " +
				"that the page holds; ./build.sh site makes one, and --site says where it is, or names its file a/" +
				stem + ".….txt\n")
			return nil, false
		}
		name = found[len(found)-1]
	}
	return c.read(name, maxDocument)
}

package files

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/export"
	"gridbox/core/onepage"
	"gridbox/core/scenario"
)

// writeOnePage writes a scenario with all its answers as one page. --algorithm and --run select the
// answer that is shown first.
func (c *Call) writeOnePage(s *scenario.Scenario, text []byte, studied bool) int {
	if studied {
		c.Say("gridbox export: one page holds a scenario with its answers, not the result of a study\n")
		return cli.Wrong
	}
	page := onepage.Work{Scenario: s}
	wanted, ok := c.SelectedRuns(s)
	if !ok {
		return cli.Wrong
	}
	if page.Run = strconv.Itoa(wanted[0].Index); wanted[0].Index < 0 {
		c.Say("gridbox export: --algorithm: " + wanted[0].Algorithm + " is none of the scenario's runs\n")
		return cli.Wrong
	}
	base, _ := c.Flag("base")
	page.Site, _, _ = strings.Cut(base, "#")
	page.Site = strings.TrimSuffix(strings.TrimSuffix(page.Site, "/"), "/lab")
	shell, ok := c.shell()
	if !ok {
		return cli.Wrong
	}
	delete(c.Flags, "algorithm") // the page has all of them
	delete(c.Flags, "run")
	w := &export.Work{}
	if status := c.collectAnswers(s, w, export.Format{}, text, false); status != cli.Done {
		return status
	}
	page.Answers = w.Answers
	written, err := page.Write(shell)
	if err != nil {
		c.Say("gridbox export: " + err.Error() + "\n")
		return cli.Failed
	}
	if runs := catalog.Runs(s); len(page.Answers) < len(runs) {
		c.Say(strconv.Itoa(len(page.Answers)) + " of " + strconv.Itoa(len(runs)) +
			" runs have an answer in the page.\n")
	}
	if out, ok := c.Flag("out"); ok && out != "-" {
		return c.save(out, written)
	}
	return c.Write(written)
}

// shell reads the page without a scenario: the file of --site, or the one in the folder of
// --site. It writes a message and reports false if there is none.
func (c *Call) shell() ([]byte, bool) {
	site, given := c.Flag("site")
	if !given {
		site = "dist"
	}
	name := site
	if about, err := os.Stat(site); err != nil || about.IsDir() {
		stem, ending, _ := strings.Cut(onepage.File, ".")
		found, _ := filepath.Glob(filepath.Join(site, "a", stem+".*."+ending))
		if len(found) == 0 {
			c.Say("gridbox export: there is no built site in " + filepath.ToSlash(site) + ", which has the program " +
				"of the page; ./build.sh site makes one, and --site says where it is, or names its file a/" +
				stem + ".….txt\n")
			return nil, false
		}
		name = found[len(found)-1]
	}
	return c.Read(name, cli.MaxDocument)
}

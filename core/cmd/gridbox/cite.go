package main

import (
	"strings"

	"gridbox/core/cite"
	"gridbox/core/qr"
)

func citeVerb() *verb {
	return &verb{name: "cite", takes: []string{"SCENARIO"},
		about: "write how a scenario is shown, cited and repeated elsewhere",
		more: "Writes the text of a form: link, frame, element, markdown, html, latex, bibtex or command, which are\n" +
			"those of the page's share dialog; or, as qr, the address as a QR code in SVG.",
		flags: []option{
			{"as", "FORM", "one of those above; bibtex unless given"},
			{"base", "URL", "where Gridbox is published"},
			{"expect", "", "solve it too, and have the address say which answers it led to"},
			interpreterFlag,
		}, run: cites}
}

// cites writes one form.
func cites(c *call) int {
	s, ok := c.readScenario(c.args[0])
	if !ok {
		return wrong
	}
	as, given := c.flag("as")
	if !given {
		as = "bibtex"
	}
	site, given := c.flag("base")
	if !given {
		site = "https://gridbox.example"
		c.say("--base says where Gridbox is published; " + site + " stands for it.\n")
	}
	fragment, ok := c.fragment(s)
	if !ok {
		return failed
	}
	site, _, _ = strings.Cut(site, "#")
	site = strings.TrimSuffix(strings.TrimSuffix(site, "/"), "/lab")
	work := cite.Work{Scenario: s, Fragment: fragment, Site: site}
	if as == "qr" {
		svg, err := qr.SVG(work.Address(), "QR code of the address")
		if err != nil {
			c.say("gridbox cite: " + err.Error() + "\n")
			return failed
		}
		return c.write([]byte(svg + "\n"))
	}
	form, why := work.ByID(as)
	if why != "" {
		c.say("gridbox cite: --as: " + why + "\n")
		return wrong
	}
	return c.write([]byte(form.Text + "\n"))
}

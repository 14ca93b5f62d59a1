package files

import (
	"strings"

	"gridbox/core/cite"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/qr"
)

// CiteVerb returns the verb cite.
func CiteVerb() *cli.Verb {
	return &cli.Verb{Name: "cite", Args: []string{"SCENARIO"},
		About: "print how to show, cite and repeat a scenario elsewhere",
		Details: "Writes the text of a form: link, frame, element, markdown, html, latex, bibtex, command or " +
			"artifact,\n" +
			"which are those of the page's share dialog; or, as qr, the address as a QR code in SVG. artifact is an\n" +
			"artifact description: commands, expected digests and expected time; it solves the scenario.",
		Flags: []cli.Option{
			cli.Flag("as", "FORM", "one of those above; bibtex unless given"),
			cli.Flag("base", "URL", "where Gridbox is published"),
			cli.Flag("expect", "", "solve it too, and add the digest of its answers to the address"),
			cli.InterpreterFlag,
		}, Run: verbFunc(cites)}
}

// cites writes one form of citation.
func cites(c *Call) int {
	s, ok := c.ReadScenario(c.Args[0])
	if !ok {
		return cli.Wrong
	}
	as, given := c.Flag("as")
	if !given {
		as = "bibtex"
	}
	site, given := c.Flag("base")
	if !given {
		site = "https://gridbox.example"
		c.Say("--base names the address where Gridbox is published; " + site + " is used without it.\n")
	}
	fragment, answers, ok := c.fragment(s, c.HasFlag("expect") || as == "artifact")
	if !ok {
		return cli.Failed
	}
	site, _, _ = strings.Cut(site, "#")
	site = strings.TrimSuffix(strings.TrimSuffix(site, "/"), "/lab")
	work := cite.Work{Scenario: s, Fragment: fragment, Answers: answers, Site: site}
	if as == "qr" {
		svg, err := qr.SVG(work.Address(), "QR code of the address")
		if err != nil {
			c.Say("gridbox cite: " + err.Error() + "\n")
			return cli.Failed
		}
		return c.Write([]byte(svg + "\n"))
	}
	form, why := work.ByID(as)
	if why != "" {
		c.Say("gridbox cite: --as: " + why + "\n")
		return cli.Wrong
	}
	return c.Write([]byte(form.Text + "\n"))
}

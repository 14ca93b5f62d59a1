package files

import (
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/answers"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study/cluster"
	"gridbox/core/study/report"
)

// generate writes the explicit scenario of a preset.
func generate(c *Call) int {
	seed, ok := c.seed()
	if !ok {
		return cli.Wrong
	}
	s, ok := catalog.FromPreset(c.Args[0], seed)
	if !ok {
		c.Say("gridbox generate: " + c.Args[0] + " is not a preset" + doc.Suggest(c.Args[0], catalog.PresetIDs()) +
			"\npresets: " + strings.Join(catalog.PresetIDs(), " ") + "\n")
		return cli.Wrong
	}
	explicit, faults := scenario.Expand(s)
	if !c.Blame("", faults) {
		return cli.Wrong
	}
	return c.Write(scenario.Text(explicit))
}

// seed returns the seed of --seed, or 0 if the flag is absent. It writes a message and reports
// false if the flag is invalid.
func (c *Call) seed() (uint64, bool) {
	text, given := c.Flag("seed")
	if !given {
		return 0, true
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil || seed > doc.MaxWhole {
		c.Say("gridbox generate: --seed is a whole number from 0 to " + strconv.FormatInt(doc.MaxWhole, 10) + ", not " +
			text + "\n")
		return 0, false
	}
	return seed, true
}

// link writes the link of a scenario.
func link(c *Call) int {
	s, ok := c.ReadScenario(c.Args[0])
	if !ok {
		return cli.Wrong
	}
	fragment, _, ok := c.fragment(s, c.HasFlag("expect"))
	if !ok {
		return cli.Failed
	}
	base, _ := c.Flag("base")
	base, _, _ = strings.Cut(base, "#")
	return c.Write([]byte(base + fragment + "\n"))
}

// fragment returns the link of a scenario. If solved is set, it returns the answers too, and the
// link has their digest. It writes a message and reports false if the link is too long or a run
// fails.
func (c *Call) fragment(s *scenario.Scenario, solved bool) (text string, answers []scenario.Answer, ok bool) {
	text, err := scenario.Link(s)
	if err != nil {
		c.Say("gridbox " + c.Verb.Name + ": " + err.Error() + "\n")
		return "", nil, false
	}
	if !solved {
		return text, nil, true
	}
	r, status := c.SolveVisibleRuns(s)
	if status != cli.Done {
		return "", nil, false
	}
	return text + scenario.Expecting(r.Runs, catalog.Version).Parameters(), r.Runs, true
}

// open writes the scenario of a link.
func open(c *Call) int {
	text := c.Args[0]
	if text == "-" {
		read, ok := c.Read("-", cli.MaxDocument)
		if !ok {
			return cli.Wrong
		}
		text = string(read)
	}
	text = strings.TrimSpace(text)
	if i := strings.IndexByte(text, '#'); i >= 0 {
		text = text[i:]
	}
	s, faults := answers.OpenLink(text)
	if !c.Blame("", faults) {
		return cli.Wrong
	}
	return c.Write(scenario.Text(s))
}

// schema writes a published JSON Schema.
func schema(c *Call) int {
	switch c.Args[0] {
	case "scenario":
		return c.Write(scenario.Schema())
	case "result":
		return c.Write(scenario.ResultSchema())
	case "study":
		return c.Write(report.Schema())
	}
	names := []string{"scenario", "result", "study"}
	for _, p := range cluster.Schemas {
		if p.Name == c.Args[0] {
			return c.Write(p.Schema())
		}
		names = append(names, p.Name)
	}
	c.Say("gridbox schema: there are schemas of " + strings.Join(names, ", ") + ", not of " + c.Args[0] +
		doc.Suggest(c.Args[0], names) + "\n")
	return cli.Wrong
}

// GenerateVerb returns the verb generate.
func GenerateVerb() *cli.Verb {
	return &cli.Verb{Name: "generate", Args: []string{"PRESET"},
		About:   "print the explicit scenario of a preset",
		Details: "gridbox list names the presets.",
		Flags:   []cli.Option{cli.Flag("seed", "N", "where the random streams start; 0 unless given")},
		Run:     verbFunc(generate)}
}

// LinkVerb returns the verb link.
func LinkVerb() *cli.Verb {
	return &cli.Verb{Name: "link", Args: []string{"SCENARIO"}, About: "print the link that opens a scenario",
		Details: "Writes the fragment of an address, #s1..., to be put behind the laboratory's address.",
		Flags: []cli.Option{cli.Flag("base", "URL", "put the fragment behind this address"),
			cli.Flag("expect", "", "solve it too, and add the digest of its answers to the link"), cli.InterpreterFlag},
		Run: verbFunc(link)}
}

// OpenVerb returns the verb open.
func OpenVerb() *cli.Verb {
	return &cli.Verb{Name: "open", Args: []string{"LINK"}, About: "print the scenario in a link",
		Details: "LINK is a fragment (#s1...) or a whole address that ends with one; - reads it from\nstandard input.",
		Run:     verbFunc(open)}
}

// SchemaVerb returns the verb schema.
func SchemaVerb() *cli.Verb {
	return &cli.Verb{Name: "schema", Args: []string{"DOCUMENT"}, About: "print the JSON Schema of a document",
		Details: "DOCUMENT is scenario, result or study; or part, plan, task, progress or missing, which lie\n" +
			"in the folder of a study on a cluster or describe it.", Run: verbFunc(schema)}
}

package main

import (
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study/cluster"
	"gridbox/core/study/report"
)

// generate writes the explicit scenario of a preset.
func generate(c *call) int {
	seed, ok := c.seed()
	if !ok {
		return wrong
	}
	s, ok := catalog.FromPreset(c.args[0], seed)
	if !ok {
		c.say("gridbox generate: " + c.args[0] + " is not a preset" + doc.Suggest(c.args[0], presetIDs()) +
			"\npresets: " + strings.Join(presetIDs(), " ") + "\n")
		return wrong
	}
	explicit, faults := scenario.Expand(s)
	if !c.blame("", faults) {
		return wrong
	}
	return c.write(scenario.Text(explicit))
}

func (c *call) seed() (uint64, bool) {
	text, given := c.flag("seed")
	if !given {
		return 0, true
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil || seed > doc.MaxWhole {
		c.say("gridbox generate: --seed is a whole number from 0 to " + strconv.FormatInt(doc.MaxWhole, 10) + ", not " +
			text + "\n")
		return 0, false
	}
	return seed, true
}

func presetIDs() []string {
	var ids []string
	for _, k := range catalog.Kinds() {
		for _, p := range k.Presets {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// link writes the link of a scenario.
func link(c *call) int {
	s, ok := c.readScenario(c.args[0])
	if !ok {
		return wrong
	}
	fragment, ok := c.fragment(s)
	if !ok {
		return failed
	}
	base, _ := c.flag("base")
	base, _, _ = strings.Cut(base, "#")
	return c.write([]byte(base + fragment + "\n"))
}

// fragment is the link of a scenario, with what is expected of its answers where
// --expect asks for it.
func (c *call) fragment(s *scenario.Scenario) (text string, ok bool) {
	text, err := scenario.Link(s)
	if err != nil {
		c.say("gridbox " + c.verb.name + ": " + err.Error() + "\n")
		return "", false
	}
	if c.on("expect") {
		r, status := c.solvedShown(s)
		if status != done {
			return "", false
		}
		text += scenario.Expecting(r.Runs, catalog.Version).Parameters()
	}
	return text, true
}

// open writes the scenario of a link.
func open(c *call) int {
	text := c.args[0]
	if text == "-" {
		read, ok := c.read("-", maxDocument)
		if !ok {
			return wrong
		}
		text = string(read)
	}
	text = strings.TrimSpace(text)
	if i := strings.IndexByte(text, '#'); i >= 0 {
		text = text[i:]
	}
	s, faults := openedLink(text)
	if !c.blame("", faults) {
		return wrong
	}
	return c.write(scenario.Text(s))
}

// schema writes a published JSON Schema.
func schema(c *call) int {
	switch c.args[0] {
	case "scenario":
		return c.write(scenario.Schema())
	case "result":
		return c.write(scenario.ResultSchema())
	case "study":
		return c.write(report.Schema())
	}
	names := []string{"scenario", "result", "study"}
	for _, p := range cluster.Schemas {
		if p.Name == c.args[0] {
			return c.write(p.Schema())
		}
		names = append(names, p.Name)
	}
	c.say("gridbox schema: there are schemas of " + strings.Join(names, ", ") + ", not of " + c.args[0] +
		doc.Suggest(c.args[0], names) + "\n")
	return wrong
}

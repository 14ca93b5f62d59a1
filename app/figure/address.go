package figure

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"gridbox/core/scenario"
)

// An Address is the content of the frame's address, set by the author of a
// page: exactly one scenario, and how it is first shown. Its parameters are
// part of the public surface; site/docs/embedding.md lists them.
type Address struct {
	Fragment string  // a whole scenario as a link, "s1.d.…", without the number sign
	Preset   string  // the id of a preset, when there is no fragment
	Example  string  // the path of a document below the site's /examples, when there is neither
	Seed     *uint64 // replaces the seed of a preset
	Theme    string  // "light", "dark", or "" for the reader's system
	Heading  string  // replaces the scenario's title
	Caption  string  // replaces the first paragraph of the scenario's description
	Run      string  // the run chosen at first: its algorithm, name or place; "" means the first
	Beside   string  // the numbers of two algorithms shown side by side, "1,3" or "1,3,over"
	Steps    string  // the range of steps to show instead of answers, "3-9" or "3-9,whole"; "" for answers
	Controls string  // what readers may change, as core/param reads it
	Show     string  // which parts are shown, "picture,table,chart"; "" for picture and table
	Job      string  // the job chosen at first; "" means the first one that transfers data
	// Expect is the digest of the author's answers; without a digest nothing is
	// expected.
	Expect scenario.Expectation
	fault  string // an ignored part of the address, in words
}

// DefaultPreset is shown when an address names no scenario at all.
const DefaultPreset = "five-clusters"

// maxText bounds the title and the caption that an address may carry, so that a
// hostile link cannot fill the page around it.
const maxText = 400

// ReadAddress reads the query (with or without its question mark) and the
// fragment (with or without its number sign). page is the preset whose page was
// opened, shown when the address names no scenario. An error is a sentence for
// the author; the Address is still usable for theme and title.
func ReadAddress(query, fragment, page string) (Address, error) {
	// Controls are separated by a semicolon, which authors write unescaped.
	values, ok := scenario.Query(strings.ReplaceAll(strings.TrimPrefix(query, "?"), ";", "%3B"))
	var err error
	if !ok {
		err = errors.New("the address is not well-formed after its question mark: write special characters as %XX")
	}
	a := Address{
		Fragment: strings.TrimPrefix(fragment, "#"),
		Preset:   values["preset"],
		Heading:  shorten(values["heading"], maxText),
		Caption:  shorten(values["caption"], maxText),
		Run:      values["algorithm"],
		Job:      values["job"],
		Beside:   values["beside"],
		Steps:    cmp.Or(values["steps"], parameterOf(fragment, "steps")),
		Controls: cmp.Or(values["controls"], parameterOf(fragment, "controls")),
		Show:     cmp.Or(values["show"], parameterOf(fragment, "show")),
	}
	steps := []func(parameters, *Address) error{readTheme, readSeed, readExample, readBeside, readStretch, readParts,
		readExpect(fragment)}
	for _, step := range steps {
		if fault := step(values, &a); fault != nil && err == nil {
			err = fault
		}
	}
	if fault := a.settle(page); fault != nil && err == nil {
		err = fault
	}
	return a, err
}

// parameters are the parameters of an address by name.
type parameters map[string]string

func readTheme(values parameters, a *Address) error {
	switch theme := values["theme"]; theme {
	case "", "system":
	case "light", "dark":
		a.Theme = theme
	default:
		return fmt.Errorf("theme=%s is unknown: write light, dark or system", theme)
	}
	return nil
}

// readSeed sets the seed of an address if the parameter is present. It returns an error if the value is not a whole
// number below 2⁵³.
func readSeed(values parameters, a *Address) error {
	text := values["seed"]
	if text == "" {
		return nil
	}
	seed, err := strconv.ParseUint(text, 10, 53)
	if err != nil {
		return fmt.Errorf("seed=%s is not a whole number from 0 to 9007199254740991", text)
	}
	a.Seed = &seed
	return nil
}

// readBeside checks the pair of runs to compare in an address. If the pair is malformed, it clears the pair and
// returns an error.
func readBeside(_ parameters, a *Address) error {
	if a.Beside == "" {
		return nil
	}
	words := strings.Split(a.Beside, ",")
	good := len(words) == 2 || len(words) == 3 && words[2] == "over"
	for _, w := range words[:min(2, len(words))] {
		n, err := strconv.Atoi(w)
		good = good && err == nil && n > 0
	}
	if !good {
		text := shorten(a.Beside, 40)
		a.Beside = ""
		return fmt.Errorf("beside=%s is not a pair: write the numbers of two algorithms in the order of the table, "+
			"such as beside=1,3; append ,over to draw one over the other", text)
	}
	return nil
}

func readStretch(_ parameters, a *Address) error {
	if _, ok := readSteps(a.Steps); a.Steps == "" || ok {
		return nil
	}
	text := shorten(a.Steps, 40)
	a.Steps = ""
	return fmt.Errorf("steps=%s is not a range: write the numbers of the first and the last step, such as steps=3-9, "+
		"with ,whole behind for steps of the whole run", text)
}

// readParts keeps a fault of show for the figure to report: the figure can be
// shown without it.
func readParts(_ parameters, a *Address) error {
	if _, err := readShow(a.Show); err != nil {
		a.Show, a.fault = "", err.Error()
	}
	return nil
}

// readExpect reads the expected answers, "2554621e40d0359c,0.1.0" with the
// version that computed them, or the expectation of the fragment.
func readExpect(fragment string) func(parameters, *Address) error {
	return func(values parameters, a *Address) error {
		if text := values["expect"]; text != "" {
			digest, by, _ := strings.Cut(text, ",")
			fragment = scenario.Expectation{Digest: strings.TrimSpace(digest),
				Version: strings.TrimSpace(by)}.Parameters()
		}
		switch e, faults := scenario.ParseExpectation(fragment); {
		case len(faults) > 0 && a.fault == "":
			a.fault = "expect=" + shorten(faults[0].Value, 40) + " " + faults[0].Reason + "."
		case e != nil:
			a.Expect = *e
		}
		return nil
	}
}

// readExample admits only documents that the site itself ships: a figure never
// sends a request to another place, and never reads another folder.
func readExample(values parameters, a *Address) error {
	text := values["url"]
	if text == "" {
		return nil
	}
	relative := strings.TrimPrefix(text, "/")
	clean := path.Clean(relative)
	if clean != relative || !strings.HasPrefix(clean, "examples/") || strings.ContainsAny(clean, `\:%?#`) ||
		!strings.HasSuffix(clean, ".json") {
		return fmt.Errorf("url=%s is refused: a figure reads only this site's own examples, such as "+
			"url=/examples/five-clusters.json; put any other scenario into the link itself", shorten(text, 80))
	}
	a.Example = clean
	return nil
}

// settle chooses among the three sources of a scenario: the fragment is the
// most specific, because it contains the scenario itself.
func (a *Address) settle(page string) error {
	given := 0
	for _, way := range []string{a.Fragment, a.Preset, a.Example} {
		if way != "" {
			given++
		}
	}
	switch {
	case given == 0:
		a.Preset = page
	case given > 1:
		err := errors.New("the address names more than one scenario: keep one of #s1…, preset= and url=")
		if a.Fragment != "" {
			a.Preset, a.Example = "", ""
		}
		return err
	}
	return nil
}

// shorten cuts a text to at most n runes and marks the cut.
func shorten(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	return string(runes[:n-1]) + "…"
}

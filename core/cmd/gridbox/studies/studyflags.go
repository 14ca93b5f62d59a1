package studies

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// usualReplications is the default number of replications of a study defined by flags alone.
const usualReplications = 200

// withFlags returns the scenario with its study changed by --noise, --vary and --replications. A
// repeated path replaces the previous one.
func (c *Call) withFlags(s *scenario.Scenario) (*scenario.Scenario, bool) {
	n, given, ok := c.replications()
	if !ok {
		return nil, false
	}
	if !given && len(c.Flags["noise"])+len(c.Flags["vary"]) == 0 {
		return s, true
	}
	st := scenario.Study{Replications: usualReplications}
	if s.Study != nil {
		st = *s.Study
	}
	if given {
		st.Replications = n
	}
	st.Noise, st.Vary = slices.Clone(st.Noise), slices.Clone(st.Vary)
	for _, text := range c.Flags["noise"] {
		noise, ok := noiseOf(text)
		if !ok {
			c.Say("gridbox study: --noise is a path and its spread, such as farm.jobs[*].duration=0.3, not " + text +
				"\n")
			return nil, false
		}
		cli.Replace(&st.Noise, noise, func(n scenario.Noise) string { return n.Path })
	}
	for _, text := range c.Flags["vary"] {
		vary, ok := varyOf(text)
		if !ok {
			c.Say("gridbox study: --vary is a path with a range and how many values, such as " +
				"farm.machines[*].slots=1:8:8, or with a list of values, not " + text + "\n")
			return nil, false
		}
		cli.Replace(&st.Vary, vary, func(v scenario.Vary) string { return v.Path })
	}
	other := *s
	other.Study = &st
	if !given && s.Study == nil && catalog.Single(&other) {
		st.Replications = 1
	}
	return &other, true
}

// noiseOf parses PATH=CV. A path may contain an equals sign, a number cannot.
func noiseOf(text string) (scenario.Noise, bool) {
	at := strings.LastIndexByte(text, '=')
	if at < 1 {
		return scenario.Noise{}, false
	}
	cv, err := strconv.ParseFloat(text[at+1:], 64)
	return scenario.Noise{Path: text[:at], CV: cv}, err == nil
}

// maxSpread is the greatest number of values of a range.
const maxSpread = 10_000

// varyOf parses PATH=A:B:N, or PATH=V,V,V if the values are not a range. It reports false if the
// path or the values are missing or the range is invalid.
func varyOf(text string) (scenario.Vary, bool) {
	at := strings.LastIndexByte(text, '=')
	if at < 1 || at == len(text)-1 {
		return scenario.Vary{}, false
	}
	v, values := scenario.Vary{Path: text[:at]}, text[at+1:]
	if ends := strings.Split(values, ":"); len(ends) == 3 {
		a, wrongA := strconv.ParseFloat(ends[0], 64)
		b, wrongB := strconv.ParseFloat(ends[1], 64)
		n, wrongN := strconv.Atoi(ends[2])
		if wrongA != nil || wrongB != nil || wrongN != nil || n < 1 || n > maxSpread || b-a != b-a {
			return v, false
		}
		v.Values = study.EquidistantValues(v.Path, a, b, n)
		return v, true
	}
	for _, word := range strings.Split(values, ",") {
		var value any
		if doc.Decode([]byte(word), &value) != nil {
			value = word // a word needs no quotes here
		}
		v.Values = append(v.Values, value)
	}
	return v, true
}

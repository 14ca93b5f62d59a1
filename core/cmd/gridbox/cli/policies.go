package cli

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/kind"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// WithPolicies returns the scenario with the policies of --policy, each with a run.
func (c *Call) WithPolicies(s *scenario.Scenario) (*scenario.Scenario, bool) {
	if !c.HasFlag("policy") {
		return s, true
	}
	with := *s
	with.Policies = append([]scenario.Policy(nil), s.Policies...)
	with.Runs = append([]scenario.Run(nil), catalog.Runs(s)...)
	own, _ := catalog.Find(s.Kind, policy.AlgorithmOwn)
	options, ok := c.PolicyOptions(&own)
	if !ok {
		return nil, false
	}
	for _, name := range c.Flags["policy"] {
		p, ok := c.PolicyFile(name)
		if !ok {
			return nil, false
		}
		Replace(&with.Policies, p, func(p scenario.Policy) string { return p.ID })
		run := scenario.Run{Algorithm: policy.AlgorithmOwn, Label: p.ID, Options: map[string]any{"policy": p.ID}}
		for option, value := range options {
			run.Options[option] = value
		}
		with.Runs = append(with.Runs, run)
	}
	return &with, c.Blame("", catalog.Check(&with))
}

// PolicyOptions parses --option into options by name. It writes a message and reports
// false if one lacks an equals sign. The rule of each option is checked with the
// scenario.
func (c *Call) PolicyOptions(own *kind.Algorithm) (map[string]any, bool) {
	options := map[string]any{}
	for _, text := range c.Flags["option"] {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			c.Say("gridbox " + c.Verb.Name + ": --option is a name and a value, such as backfill=none, not " + text +
				"\n")
			return nil, false
		}
		options[name] = value
		for _, o := range own.Options {
			if number, err := strconv.ParseFloat(value, 64); o.ID == name && err == nil {
				if _, wants := o.Default.(float64); wants {
					options[name] = number
				}
			}
		}
	}
	return options, true
}

// PolicyFile reads a policy that is named after its file.
func (c *Call) PolicyFile(name string) (scenario.Policy, bool) {
	text, ok := c.Read(name, MaxDocument)
	base := filepath.Base(name)
	p := scenario.Policy{ID: strings.TrimSuffix(base, filepath.Ext(base)), Language: policy.Formula,
		Source: string(text)}
	if filepath.Ext(base) == ".js" {
		p.Language = policy.JavaScript
	}
	return p, ok
}

// Replace replaces the entry with the same path, or appends one.
func Replace[T any](list *[]T, entry T, path func(T) string) {
	at := slices.IndexFunc(*list, func(e T) bool { return path(e) == path(entry) })
	if at < 0 {
		*list = append(*list, entry)
		return
	}
	(*list)[at] = entry
}

package main

import (
	"os"
	"strconv"
	"strings"
	"time"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

func runVerb() *verb {
	return &verb{name: "run", takes: []string{"SCENARIO"},
		about: "add a policy from a file, solve, and compare it with the other runs",
		more: "A file that ends in .js is a program, any other holds formulas. The policy is called by its\n" +
			"file's name; one of that name in the scenario gives way to it. Exit status 2 where the\n" +
			"policy cannot be read, 1 where a run failed or an answer did not pass the check.",
		flags: []option{
			{"policy", "FILE", "the policy; may be given again for more"},
			{"option", "NAME=VALUE", "an option of the policies' runs, such as backfill=none; may be given again"},
			{"watch", "", "run again whenever the scenario or a policy is saved, until Ctrl+C"},
			{"json", "", "write the result document in place of tables"},
			{"solution", "", "list every decision too"},
			{"progress", "", "report progress even where standard error is no terminal"},
			interpreterFlag,
		}, run: runPolicies}
}

// runPolicies solves a scenario with policies from files added, and again when it
// or one of them is saved if --watch asks for it.
func runPolicies(c *call) int {
	if !c.on("policy") {
		c.say("gridbox run: --policy FILE is missing\n")
		return wrong
	}
	saved := c.savedAt()
	s, ok := c.readScenario(c.args[0])
	if !ok {
		return wrong
	}
	for {
		status := wrong
		if with, ok := c.withPolicies(s); ok {
			wanted, _ := c.chosen(with)
			status = c.solve(with, wanted, !c.on("json"))
		}
		if !c.on("watch") {
			return status
		}
		c.flush(status)
		for again := false; !again; {
			c.say("gridbox run: waiting until a file is saved; Ctrl+C ends it\n")
			if !c.awaitSaving(saved) {
				return done
			}
			saved, again = c.savedAt(), true
			if c.args[0] != "-" {
				s, again = c.readScenario(c.args[0])
			}
		}
	}
}

// withPolicies is a scenario with the policies that --policy names, and a run of
// each behind its own.
func (c *call) withPolicies(s *scenario.Scenario) (*scenario.Scenario, bool) {
	if !c.on("policy") {
		return s, true
	}
	with := *s
	with.Policies = append([]scenario.Policy(nil), s.Policies...)
	with.Runs = append([]scenario.Run(nil), catalog.Runs(s)...)
	own, _ := catalog.Find(s.Kind, policy.Own)
	options, ok := c.policyOptions(&own)
	if !ok {
		return nil, false
	}
	for _, name := range c.flags["policy"] {
		p, ok := c.policyFile(name)
		if !ok {
			return nil, false
		}
		replace(&with.Policies, p, func(p scenario.Policy) string { return p.ID })
		run := scenario.Run{Algorithm: policy.Own, Label: p.ID, Options: map[string]any{"policy": p.ID}}
		for option, value := range options {
			run.Options[option] = value
		}
		with.Runs = append(with.Runs, run)
	}
	return &with, c.blame("", catalog.Check(&with))
}

// policyOptions reads --option; the rule of each is looked at with the scenario.
func (c *call) policyOptions(own *kind.Algorithm) (map[string]any, bool) {
	options := map[string]any{}
	for _, text := range c.flags["option"] {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			c.say("gridbox " + c.verb.name + ": --option is a name and a value, such as backfill=none, not " + text +
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

// policyFault reports whether a run failed because its policy cannot be read. Then
// other runs go on.
func policyFault(run wantedRun, err error) (doc.Faults, bool) {
	faults, ok := err.(doc.Faults)
	return faults, ok && run.Algorithm == policy.Own
}

// savedAt are the times at which the files of scenario and policies were written last.
func (c *call) savedAt() string {
	text := ""
	for _, name := range append([]string{c.args[0]}, c.flags["policy"]...) {
		if info, err := os.Stat(name); err == nil {
			text += strconv.FormatInt(info.ModTime().UnixNano(), 10) + " " + strconv.FormatInt(info.Size(), 10)
		}
		text += "\n"
	}
	return text
}

// betweenLooks is how often a file is looked at.
const betweenLooks = 200 * time.Millisecond

// awaitSaving waits until a file is another than it was; it reports false where
// the command is ended first.
func (c *call) awaitSaving(saved string) bool {
	ticker := time.NewTicker(betweenLooks)
	defer ticker.Stop()
	for {
		select {
		case <-c.ctx.Done():
			return false
		case <-ticker.C:
			if c.savedAt() != saved {
				return true
			}
		}
	}
}

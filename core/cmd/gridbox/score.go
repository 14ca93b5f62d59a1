package main

import (
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/challenge"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/policy"
	"gridbox/core/score"
)

func scoreVerb() *verb {
	return &verb{name: "score", takes: []string{"POLICY"},
		about: "measure a policy on a suite of 50 fixed instances",
		more: "POLICY is a file: a program where it ends in .js, else formulas; - reads formulas from standard\n" +
			"input. Writes one document: the score, where 100 is as good as the suite's algorithm, the ratio\n" +
			"to that algorithm and the bound on each instance, and each failure with its line. Exit status 1\n" +
			"where an instance failed; the score is then 0. Suites: " + strings.Join(challenge.IDs(), ", "),
		flags: []option{
			{"suite", "NAME", "the suite, one of those above"},
			{"option", "NAME=VALUE", "an option of the policy's runs; may be given again"},
			interpreterFlag,
		}, run: scorePolicy}
}

// scorePolicy measures a policy on a suite.
func scorePolicy(c *call) int {
	name, given := c.flag("suite")
	suite, ok := score.Suite(name)
	if !ok {
		why := "--suite is missing"
		if given {
			why = name + " is not a suite" + doc.Suggest(name, challenge.IDs())
		}
		c.report(message{codeUsage, "", why}, "gridbox score: "+why+"; there are "+
			strings.Join(challenge.IDs(), ", ")+"\n")
		return wrong
	}
	own, _ := catalog.Find(suite.Kind, policy.Own)
	options, ok := c.policyOptions(&own)
	if !ok {
		return wrong
	}
	p, ok := c.policyFile(c.args[0])
	if !ok {
		return wrong
	}
	if c.args[0] == "-" {
		p.ID = "policy"
	}
	r, err := score.Run(c.ctx, suite, p, options, engine.Env{Programs: c.programs()})
	if faults, is := err.(doc.Faults); is {
		c.blame("", faults)
		return wrong
	}
	if err != nil {
		c.say("gridbox score: " + reason(err) + "\n")
		return failed
	}
	r.Engine = catalog.Version
	if len(r.Failures) > 0 {
		return max(failed, c.write(doc.Pretty(r)))
	}
	return c.write(doc.Pretty(r))
}

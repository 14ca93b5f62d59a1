package answers

import (
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/challenge"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/policy"
	"gridbox/core/score"
)

// ScoreVerb returns the verb score.
func ScoreVerb() *cli.Verb {
	return &cli.Verb{Name: "score", Args: []string{"POLICY"},
		About: "measure a policy on a suite of 50 fixed instances",
		Details: "POLICY is a file: a program where it ends in .js, else formulas; - reads formulas from standard\n" +
			"input. Writes one document: the score, where 100 is as good as the suite's algorithm, the ratio\n" +
			"to that algorithm and the bound on each instance, and each failure with its line. Exit status 1\n" +
			"where an instance failed; the score is then 0. Suites: " + strings.Join(challenge.IDs(), ", "),
		Flags: []cli.Option{
			cli.Flag("suite", "NAME", "the suite, one of those above"),
			cli.Flag("option", "NAME=VALUE", "an option of the policy's runs; may be given again"),
			cli.InterpreterFlag,
		}, Run: verbFunc(scorePolicy)}
}

// scorePolicy scores a policy on a suite.
func scorePolicy(c *Call) int {
	name, given := c.Flag("suite")
	suite, ok := score.Suite(name)
	if !ok {
		why := "--suite is missing"
		if given {
			why = name + " is not a suite" + doc.Suggest(name, challenge.IDs())
		}
		c.Report(cli.Message{Code: cli.CodeUsage, Message: why}, "gridbox score: "+why+"; there are "+
			strings.Join(challenge.IDs(), ", ")+"\n")
		return cli.Wrong
	}
	own, _ := catalog.Find(suite.Kind, policy.AlgorithmOwn)
	options, ok := c.PolicyOptions(&own)
	if !ok {
		return cli.Wrong
	}
	p, ok := c.PolicyFile(c.Args[0])
	if !ok {
		return cli.Wrong
	}
	if c.Args[0] == "-" {
		p.ID = "policy"
	}
	r, err := score.Run(c.Ctx, suite, p, options, engine.Env{Programs: c.Programs()})
	if faults, is := err.(doc.Faults); is {
		c.Blame("", faults)
		return cli.Wrong
	}
	if err != nil {
		c.Say("gridbox score: " + cli.Reason(err) + "\n")
		return cli.Failed
	}
	r.Engine = catalog.Version
	if len(r.Failures) > 0 {
		return max(cli.Failed, c.Write(doc.Pretty(r)))
	}
	return c.Write(doc.Pretty(r))
}

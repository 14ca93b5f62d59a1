package answers

import (
	"crypto/rand"
	"encoding/binary"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/challenge"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/policy"
)

// ChallengeVerb returns the verb challenge.
func ChallengeVerb() *cli.Verb {
	return &cli.Verb{Name: "challenge", Args: []string{"ACT", "[WHAT]"},
		About: "compete with a policy against a published algorithm",
		Details: "ACT is list, run ID or verify FILE|LINK. list names the challenges. run draws\n" +
			"new instances, solves them with the target and with the policy, and writes the attempt as\n" +
			"a document; 100 is as good as the target. verify runs an attempt again. Exit status 1 if\n" +
			"it is not reproduced.",
		Flags: []cli.Option{
			cli.Flag("policy", "FILE", "the policy: a program if the file ends in .js, else formulas"),
			cli.Flag("option", "NAME=VALUE", "an option of the policy's runs; may be given again"),
			cli.Flag("start", "N", "draw the instances from this number, not from a new one"),
			cli.Flag("link", "", "write the fragment that opens the attempt on the page of challenges"),
			cli.Flag("text", "", "write the score in words instead of a document"),
			cli.Flag("progress", "", "report progress even if standard error is not a terminal"),
			cli.InterpreterFlag,
		}, Run: verbFunc(compete)}
}

// compete runs an act of the verb challenge.
func compete(c *Call) int {
	switch act := c.Args[0]; {
	case act == "list" && len(c.Args) == 1:
		return c.listChallenges()
	case act == "run" && len(c.Args) == 2:
		return c.attempt(c.Args[1])
	case act == "verify" && len(c.Args) == 2:
		return c.verifyAttempt(c.Args[1])
	}
	c.Say("gridbox challenge: write list, run ID --policy FILE, or verify FILE|LINK\n")
	return cli.Wrong
}

// listChallenges prints the challenges.
func (c *Call) listChallenges() int {
	t := cli.Table{}
	for i := range challenge.All() {
		x := &challenge.All()[i]
		t.Row(x.ID, x.Kind, x.Metric+" of "+x.Target, x.About)
	}
	return c.Write([]byte(t.String()))
}

// attempt creates an attempt and writes it.
func (c *Call) attempt(id string) int {
	x, ok := challenge.Find(id)
	if !ok {
		ids := challenge.IDs()
		c.Say("gridbox challenge: " + id + " is not a challenge; there are " + strings.Join(ids, ", ") +
			doc.Suggest(id, ids) + "\n")
		return cli.Wrong
	}
	if len(c.Flags["policy"]) != 1 {
		c.Say("gridbox challenge: --policy FILE is missing, or given twice\n")
		return cli.Wrong
	}
	a := challenge.Attempt{Challenge: id}
	if a.Start, ok = c.startOf(); !ok {
		return cli.Wrong
	}
	own, _ := catalog.Find(x.Kind, policy.AlgorithmOwn)
	if a.Options, ok = c.PolicyOptions(&own); !ok {
		return cli.Wrong
	}
	if a.Policy, ok = c.PolicyFile(c.Flags["policy"][0]); !ok {
		return cli.Wrong
	}
	status := c.score(x, &a)
	if status != cli.Done {
		return status
	}
	a.Sign()
	if c.HasFlag("link") {
		link, err := challenge.Link(&a)
		if err != nil {
			c.Say("gridbox challenge: " + err.Error() + "\n")
			return cli.Failed
		}
		return c.Write([]byte(link + "\n"))
	}
	words := x.Title + ": " + doc.Decimal(a.Score) + ", where 100 is " + x.Metric + " of " +
		x.Target + " on " + strconv.Itoa(x.Instances) + " instances\n"
	if c.HasFlag("text") {
		return c.Write([]byte(words))
	}
	c.Say(words)
	return c.Write(doc.Pretty(&a))
}

// startOf returns the first seed of an attempt's instances, from --start or
// else random. It writes a message and reports false if the flag is invalid.
func (c *Call) startOf() (uint64, bool) {
	if text, given := c.Flag("start"); given {
		n, err := strconv.ParseUint(text, 10, 53)
		if err != nil {
			c.Say("gridbox challenge: --start is a whole number from 0 to 2^53, not " + text + "\n")
		}
		return n, err == nil
	}
	var random [8]byte
	_, _ = rand.Read(random[:])
	return binary.LittleEndian.Uint64(random[:]) >> 11, true
}

// score runs an attempt and sets its score.
func (c *Call) score(x *challenge.Challenge, a *challenge.Attempt) int {
	list, faults := x.Scenarios(a.Start, a.Policy, a.Options)
	if !c.Blame("", faults) {
		return cli.Wrong
	}
	measured := make([]challenge.AnswerPair, len(list))
	for i, s := range list {
		x, ok := c.Open(s)
		if !ok {
			return cli.Wrong
		}
		wanted, _ := c.SelectedRuns(s)
		result, status := c.result(x, wanted)
		if len(result.Runs) < 2 {
			return max(status, cli.Failed)
		}
		measured[i] = challenge.AnswerPair{Target: result.Runs[0], Mine: result.Runs[1]}
	}
	a.Score = x.Score(measured)
	return cli.Done
}

// verifiedAttempt is the document of an attempt that was run again.
type verifiedAttempt struct {
	Challenge   string  `json:"challenge"`
	StatedScore float64 `json:"stated"`
	Score       float64 `json:"score"`
	Reproduced  bool    `json:"reproduced"`
}

// verifyAttempt runs an attempt again.
func (c *Call) verifyAttempt(name string) int {
	var a *challenge.Attempt
	var faults doc.Faults
	if challenge.IsLink(name) {
		a, faults = challenge.OpenLink(name)
	} else if text, ok := c.Read(name, cli.MaxDocument); ok {
		a, faults = challenge.Read(text)
	} else {
		return cli.Wrong
	}
	if !c.Blame("", faults) {
		return cli.Wrong
	}
	x, _ := challenge.Find(a.Challenge)
	if !a.HasValidDigest() {
		c.Say("the digest is not that of the attempt\n")
		return cli.Failed
	}
	again := *a
	if status := c.score(x, &again); status != cli.Done {
		return status
	}
	if c.JSON() {
		again := verifiedAttempt{a.Challenge, a.Score, again.Score, again.Score == a.Score}
		if status := c.Write(doc.Pretty(&again)); status != cli.Done || again.Reproduced {
			return status
		}
		return cli.Failed
	}
	if again.Score != a.Score {
		c.Say("the score is " + doc.Decimal(again.Score) + ", not " +
			doc.Decimal(a.Score) + "\n")
		return cli.Failed
	}
	c.Say("reproduced: " + doc.Decimal(a.Score) + "\n")
	return cli.Done
}

package main

import (
	"crypto/rand"
	"encoding/binary"
	"path/filepath"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/challenge"
	"gridbox/core/doc"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

func challengeVerb() *verb {
	return &verb{name: "challenge", takes: []string{"ACT", "[WHAT]"},
		about: "compete with a policy against a published algorithm",
		more: "ACT is list, run ID or verify FILE|LINK. list says what there is. run draws instances that\n" +
			"nobody has seen, solves them with the target and with the policy, and writes the attempt\n" +
			"as a document; 100 is as good as the target. verify runs an attempt again. Exit status 1\n" +
			"where it does not hold.",
		flags: []option{
			{"policy", "FILE", "the policy: a program where the file ends in .js, else formulas"},
			{"option", "NAME=VALUE", "an option of the policy's runs; may be given again"},
			{"start", "N", "draw the instances from this number, not from a new one"},
			{"link", "", "write the fragment that opens the attempt on the page of challenges"},
			{"text", "", "write the score in words instead of a document"},
			{"progress", "", "report progress even where standard error is no terminal"},
			interpreterFlag,
		}, run: compete}
}

func compete(c *call) int {
	switch act := c.args[0]; {
	case act == "list" && len(c.args) == 1:
		return c.listChallenges()
	case act == "run" && len(c.args) == 2:
		return c.attempt(c.args[1])
	case act == "verify" && len(c.args) == 2:
		return c.verifyAttempt(c.args[1])
	}
	c.say("gridbox challenge: write list, run ID --policy FILE, or verify FILE|LINK\n")
	return wrong
}

func (c *call) listChallenges() int {
	t := table{}
	for i := range challenge.All() {
		x := &challenge.All()[i]
		t.row(x.ID, x.Kind, x.Metric+" of "+x.Target, x.About)
	}
	return c.write([]byte(t.String()))
}

// attempt makes one and writes it down.
func (c *call) attempt(id string) int {
	x, ok := challenge.Find(id)
	if !ok {
		ids := challenge.IDs()
		c.say("gridbox challenge: " + id + " is none; there are " + strings.Join(ids, ", ") +
			doc.Suggest(id, ids) + "\n")
		return wrong
	}
	if len(c.flags["policy"]) != 1 {
		c.say("gridbox challenge: --policy FILE is missing, or given twice\n")
		return wrong
	}
	a := challenge.Attempt{Challenge: id}
	if a.Start, ok = c.startOf(); !ok {
		return wrong
	}
	own, _ := catalog.Find(x.Kind, policy.Own)
	if a.Options, ok = c.policyOptions(&own); !ok {
		return wrong
	}
	if a.Policy, ok = c.policyFile(c.flags["policy"][0]); !ok {
		return wrong
	}
	status := c.score(x, &a)
	if status != done {
		return status
	}
	a.Sign()
	if c.on("link") {
		link, err := challenge.Link(&a)
		if err != nil {
			c.say("gridbox challenge: " + err.Error() + "\n")
			return failed
		}
		return c.write([]byte(link + "\n"))
	}
	words := x.Title + ": " + doc.Decimal(a.Score) + ", where 100 is " + x.Metric + " of " +
		x.Target + " on " + strconv.Itoa(x.Instances) + " instances\n"
	if c.on("text") {
		return c.write([]byte(words))
	}
	c.say(words)
	return c.write(doc.Pretty(&a))
}

// startOf is where an attempt's instances are drawn from.
func (c *call) startOf() (uint64, bool) {
	if text, given := c.flag("start"); given {
		n, err := strconv.ParseUint(text, 10, 53)
		if err != nil {
			c.say("gridbox challenge: --start is a whole number from 0 to 2^53, not " + text + "\n")
		}
		return n, err == nil
	}
	var random [8]byte
	_, _ = rand.Read(random[:])
	return binary.LittleEndian.Uint64(random[:]) >> 11, true
}

// policyFile reads a policy that is called by its file.
func (c *call) policyFile(name string) (scenario.Policy, bool) {
	text, ok := c.read(name, maxDocument)
	base := filepath.Base(name)
	p := scenario.Policy{ID: strings.TrimSuffix(base, filepath.Ext(base)), Language: policy.Formula,
		Source: string(text)}
	if filepath.Ext(base) == ".js" {
		p.Language = policy.JavaScript
	}
	return p, ok
}

// score runs an attempt and enters its score.
func (c *call) score(x *challenge.Challenge, a *challenge.Attempt) int {
	list, faults := x.Scenarios(a.Start, a.Policy, a.Options)
	if !c.blame("", faults) {
		return wrong
	}
	measured := make([]challenge.Measured, len(list))
	for i, s := range list {
		explicit, faults := scenario.Expand(s)
		if !c.blame("", faults) {
			return wrong
		}
		wanted, _ := c.chosen(s)
		result, status := c.result(s, explicit, wanted)
		if len(result.Runs) < 2 {
			return max(status, failed)
		}
		measured[i] = challenge.Measured{Target: result.Runs[0], Mine: result.Runs[1]}
	}
	a.Score = x.Score(measured)
	return done
}

// verifyAttempt runs an attempt again.
func (c *call) verifyAttempt(name string) int {
	var a *challenge.Attempt
	var faults doc.Faults
	if challenge.IsLink(name) {
		a, faults = challenge.OpenLink(name)
	} else if text, ok := c.read(name, maxDocument); ok {
		a, faults = challenge.Read(text)
	} else {
		return wrong
	}
	if !c.blame("", faults) {
		return wrong
	}
	x, _ := challenge.Find(a.Challenge)
	if !a.Holds() {
		c.say("the digest is not that of the attempt\n")
		return failed
	}
	again := *a
	if status := c.score(x, &again); status != done {
		return status
	}
	if again.Score != a.Score {
		c.say("the score is " + doc.Decimal(again.Score) + ", not " +
			doc.Decimal(a.Score) + "\n")
		return failed
	}
	c.say("reproduced: " + doc.Decimal(a.Score) + "\n")
	return done
}

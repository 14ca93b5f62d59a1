// Package challenge defines competitions: families of scenarios, a published
// algorithm as the target, and the score of an attempt with a policy.
//
// The instances of a challenge are drawn when an attempt begins, so that their
// seeds are unknown before: the start is drawn then, and the seeds follow from
// the start. The score is 100 if a policy does as well as the target over all
// instances together, and 200 if twice as well. An attempt contains challenge,
// start, policy and score with a digest over them, so that others can run it
// again and compare.
//
// The package computes no answers. Scenarios returns the runs of an attempt,
// and Score judges their answers.
package challenge

import (
	"math"
	"strconv"
	"strings"
	"sync"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/policy"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

// A Challenge is a challenge of one kind.
type Challenge struct {
	kind.Challenge
	Kind string
}

// All returns the challenges of all kinds.
var All = sync.OnceValue(func() (list []Challenge) {
	for _, k := range catalog.Kinds() {
		for _, c := range k.Challenges() {
			list = append(list, Challenge{c, k.ID})
		}
	}
	return list
})

// Find returns the challenge with an id.
func Find(id string) (*Challenge, bool) {
	for i := range All() {
		if c := &All()[i]; c.ID == id {
			return c, true
		}
	}
	return nil, false
}

// Scenarios returns the instances of an attempt, each with the target's run and
// then the policy's.
func (c *Challenge) Scenarios(start uint64, p scenario.Policy, options map[string]any) ([]*scenario.Scenario,
	doc.Faults) {
	seeds := rng.New(start, "challenge/"+c.ID, 0)
	run := scenario.Run{Algorithm: policy.AlgorithmOwn, Options: map[string]any{"policy": p.ID}}
	for name, value := range options {
		run.Options[name] = value
	}
	list := make([]*scenario.Scenario, c.Instances)
	for i := range list {
		seed := seeds.Uint64() >> 11 // documents have whole numbers up to 2^53
		s, faults := catalog.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "` + c.Kind + `", "seed": ` +
			strconv.FormatUint(seed, 10) + `, "` + c.Kind + `": ` + c.Family + `}`))
		if len(faults) > 0 {
			return nil, faults
		}
		s.Policies, s.Runs = []scenario.Policy{p}, []scenario.Run{{Algorithm: c.Target}, run}
		if faults := catalog.Check(s); len(faults) > 0 {
			return nil, faults
		}
		list[i] = s
	}
	return list, nil
}

// An AnswerPair has the answers to one instance.
type AnswerPair struct{ Target, Mine scenario.Answer }

// Score returns the score of an attempt to two decimals. It is 0 if the policy
// lacks a valid answer to an instance that the target solves.
func (c *Challenge) Score(list []AnswerPair) float64 {
	target, mine := 0.0, 0.0
	for i := range list {
		m := &list[i]
		if !m.Target.Feasible {
			continue
		}
		if !m.Mine.Feasible || m.Mine.Check == nil || !m.Mine.Check.OK {
			return 0
		}
		target += m.Target.Metrics[c.Metric]
		mine += m.Mine.Metrics[c.Metric]
	}
	if c.MoreIsBetter() {
		target, mine = mine, target
	}
	switch {
	case mine == target:
		return 100
	case mine <= 0:
		return maxScore
	}
	return math.Min(math.Round(1e4*target/mine)/100, maxScore)
}

// maxScore is the maximum score.
const maxScore = 1e6

// TargetText returns the meaning of 100, such as "mean wait of EASY on 4 instances".
func (c *Challenge) TargetText() string {
	target, _ := catalog.Find(c.Kind, c.Target)
	return strings.ToLower(c.metric().Name) + " of " + target.Name + " on " + strconv.Itoa(c.Instances) + " instances"
}

// Unit returns the unit of the metric that is compared.
func (c *Challenge) Unit() string { return c.metric().Unit }

// MoreIsBetter reports whether higher values of the metric are better.
func (c *Challenge) MoreIsBetter() bool { return !c.metric().Less }

func (c *Challenge) metric() kind.Metric {
	k, _ := catalog.ByID(c.Kind)
	m, _ := k.Metric(c.Metric)
	return m
}

// An Attempt is the document of a user's attempt at a challenge.
type Attempt struct {
	Format    string          `json:"format" rule:"required,oneof=gridbox-attempt" about:"always gridbox-attempt"`
	Challenge string          `json:"challenge" rule:"required" about:"the challenge's id"`
	Start     uint64          `json:"start" about:"from which the seeds of the instances come"`
	Policy    scenario.Policy `json:"policy" about:"the formulas or the program"`
	Options   map[string]any  `json:"options,omitempty" about:"options of its runs"`
	Score     float64         `json:"score" rule:">=0" about:"100 where it does as well as the target"`
	Digest    string          `json:"digest" about:"of all of this"`
}

// Format is the format of attempts.
const Format = "gridbox-attempt"

// Sign sets the digest of an attempt.
func (a *Attempt) Sign() {
	a.Format, a.Digest = Format, ""
	a.Digest = doc.Digest(doc.Canonical(a))
}

// HasValidDigest reports whether an attempt has the digest of its content. Its score can
// only be checked by running it again.
func (a *Attempt) HasValidDigest() bool {
	again := *a
	again.Sign()
	return a.Format == Format && again.Digest == a.Digest
}

// Package challenge is what people may compete in: families of scenarios, a
// published algorithm to reach or to beat, and what an attempt with a policy scores.
//
// The instances of a challenge are drawn from seeds that nobody knows before an
// attempt begins: its start is drawn then, and the seeds come from the start. A score
// is 100 where a policy does as well as the target over all instances together,
// 200 where it does twice as well. An attempt names challenge, start, policy and score, and
// its digest holds them together, so that whoever opens it can run it again and
// compare.
//
// The package computes no answers: it says what is to be run (Scenarios) and judges
// what came of it (Score).
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

// A Challenge is one of a kind.
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

// Find finds a challenge.
func Find(id string) (*Challenge, bool) {
	for i := range All() {
		if c := &All()[i]; c.ID == id {
			return c, true
		}
	}
	return nil, false
}

// Scenarios are the instances of an attempt, each with the target's run and that of
// the policy, in this order.
func (c *Challenge) Scenarios(start uint64, p scenario.Policy, options map[string]any) ([]*scenario.Scenario,
	doc.Faults) {
	seeds := rng.New(start, "challenge/"+c.ID, 0)
	run := scenario.Run{Algorithm: policy.Own, Options: map[string]any{"policy": p.ID}}
	for name, value := range options {
		run.Options[name] = value
	}
	list := make([]*scenario.Scenario, c.Instances)
	for i := range list {
		seed := seeds.Uint64() >> 11 // documents hold whole numbers up to 2^53
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

// A Measured is what came of one instance.
type Measured struct{ Target, Mine scenario.Answer }

// Score judges an attempt, to two decimals. It is 0 where the policy has no answer
// that passes the check although the target has one.
func (c *Challenge) Score(list []Measured) float64 {
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
	if c.More() {
		target, mine = mine, target
	}
	switch {
	case mine == target:
		return 100
	case mine <= 0:
		return most
	}
	return math.Min(math.Round(1e4*target/mine)/100, most)
}

// most is the greatest score.
const most = 1e6

// Words say what 100 is, such as "mean wait of EASY on 4 instances".
func (c *Challenge) Words() string {
	target, _ := catalog.Find(c.Kind, c.Target)
	return strings.ToLower(c.metric().Name) + " of " + target.Name + " on " + strconv.Itoa(c.Instances) + " instances"
}

// Unit is that of what is compared.
func (c *Challenge) Unit() string { return c.metric().Unit }

// More reports whether more of the metric is better.
func (c *Challenge) More() bool { return !c.metric().Less }

func (c *Challenge) metric() kind.Metric {
	k, _ := catalog.ByID(c.Kind)
	m, _ := k.Metric(c.Metric)
	return m
}

// An Attempt is a document of somebody's try at a challenge.
type Attempt struct {
	Format    string          `json:"format" rule:"required,oneof=gridbox-attempt" about:"always gridbox-attempt"`
	Challenge string          `json:"challenge" rule:"required" about:"the challenge's id"`
	Start     uint64          `json:"start" about:"from which the seeds of the instances come"`
	Policy    scenario.Policy `json:"policy" about:"the formulas or the program"`
	Options   map[string]any  `json:"options,omitempty" about:"options of its runs"`
	Score     float64         `json:"score" rule:">=0" about:"100 where it does as well as the target"`
	Digest    string          `json:"digest" about:"of all of this"`
}

// Format is that of attempts.
const Format = "gridbox-attempt"

// Sign completes an attempt with its digest.
func (a *Attempt) Sign() {
	a.Format, a.Digest = Format, ""
	a.Digest = doc.Digest(doc.Canonical(a))
}

// Holds reports whether an attempt is as it was signed. That its score is right is known once it
// was run again.
func (a *Attempt) Holds() bool {
	again := *a
	again.Sign()
	return a.Format == Format && again.Digest == a.Digest
}

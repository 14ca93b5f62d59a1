package challenge_test

import (
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/challenge"
	"gridbox/core/engine"
	"gridbox/core/kind/kinds"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// policyScore runs a policy in a challenge.
func policyScore(t testing.TB, c *challenge.Challenge, start uint64, p scenario.Policy) float64 {
	t.Helper()
	list, faults := c.Scenarios(start, p, nil)
	if faults != nil {
		t.Fatalf("Scenarios of %s: got faults %v, want none", c.ID, faults)
	}
	var measured []challenge.AnswerPair
	for _, s := range list {
		var answers []scenario.Answer
		for _, run := range s.Runs {
			a, err := engine.All().Run(t.Context(), s, run, engine.Env{Bare: true})
			if err != nil {
				t.Fatalf("run of %s: %v", c.ID, err)
			}
			answers = append(answers, a)
		}
		measured = append(measured, challenge.AnswerPair{Target: answers[0], Mine: answers[1]})
	}
	return c.Score(measured)
}

// There are two challenges per kind. The known policy of each reaches its stated
// score, whatever the start.
func TestKnownPoliciesReach(t *testing.T) {
	count := map[string]int{}
	for i := range challenge.All() {
		c := &challenge.All()[i]
		count[c.Kind]++
		if _, ok := catalog.Find(c.Kind, c.Target); !ok || c.Title == "" || c.About == "" {
			t.Errorf("challenge %s has an unknown target or no title or description: %+v", c.ID, c)
		}
		k, _ := kinds.Policy(c.Kind)
		r, ok := k.Find(c.ExamplePolicy)
		if !ok {
			t.Errorf("challenge %s: the known policy %s is not a ready policy", c.ID, c.ExamplePolicy)
			continue
		}
		p := scenario.Policy{ID: "mine", Language: policy.Formula, Source: r.Source}
		starts := uint64(3)
		if testing.Short() {
			starts = 1
		}
		for start := range starts {
			if score := policyScore(t, c, start, p); score < c.ExampleScore {
				t.Errorf("%s from %d: %s scores %v, want at least %v", c.ID, start, c.ExamplePolicy, score,
					c.ExampleScore)
			} else {
				t.Logf("%s from %d: %s scores %v", c.ID, start, c.ExamplePolicy, score)
			}
		}
	}
	for _, k := range catalog.Kinds() {
		if count[k.ID] != 2 {
			t.Errorf("kind %s: got %d challenges, want 2", k.ID, count[k.ID])
		}
	}
}

// The target scores 100 against itself, the start alone determines the instances,
// and failed answers score 0.
func TestScores(t *testing.T) {
	p := scenario.Policy{ID: "mine", Language: policy.Formula, Source: "1"}
	for i := range challenge.All() {
		c := &challenge.All()[i]
		a, _ := c.Scenarios(7, p, nil)
		b, _ := c.Scenarios(7, p, nil)
		d, _ := c.Scenarios(8, p, nil)
		for k := range a {
			if a[k].Seed != b[k].Seed || a[k].Seed == d[k].Seed || k > 0 && a[k].Seed == a[k-1].Seed {
				t.Errorf("%s: got seeds %d, %d of one start, %d of another; want two equal, then others", c.ID,
					a[k].Seed, b[k].Seed, d[k].Seed)
			}
		}
	}
	c, _ := challenge.Find("short-queues")
	good := scenario.Answer{Feasible: true, Metrics: map[string]float64{"meanWait": 4},
		Check: &scenario.Check{OK: true}}
	half, bad, none := good, good, scenario.Answer{}
	half.Metrics, bad.Check = map[string]float64{"meanWait": 8}, &scenario.Check{}
	for i, x := range []struct {
		list []challenge.AnswerPair
		want float64
	}{{[]challenge.AnswerPair{{good, good}}, 100}, {[]challenge.AnswerPair{{good, half}}, 50},
		{[]challenge.AnswerPair{{half, good}, {half, half}}, 133.33}, {[]challenge.AnswerPair{{good, bad}}, 0},
		{[]challenge.AnswerPair{{good, good}, {good, none}}, 0},
		{[]challenge.AnswerPair{{none, none}, {good, good}}, 100}} {
		if got := c.Score(x.list); got != x.want {
			t.Errorf("%d: got %v, want %v", i, got, x.want)
		}
	}
	c, _ = challenge.Find("blind-buyers")
	good.Metrics, half.Metrics = map[string]float64{"availability": 0.8}, map[string]float64{"availability": 0.4}
	if got := c.Score([]challenge.AnswerPair{{half, good}}); got != 200 {
		t.Errorf("Score of a probability twice that of the target: got %v, want 200", got)
	}
}

// An attempt that is changed after signing is not valid.
func TestAttempts(t *testing.T) {
	a := challenge.Attempt{Challenge: "short-queues", Start: 5, Score: 140.25,
		Policy: scenario.Policy{ID: "mine", Language: policy.Formula, Source: "r * n"}}
	a.Sign()
	if !a.HasValidDigest() {
		t.Error("a signed attempt is not valid")
	}
	for i, change := range []func(*challenge.Attempt){func(a *challenge.Attempt) { a.Score++ },
		func(a *challenge.Attempt) { a.Start++ }, func(a *challenge.Attempt) { a.Challenge += "x" },
		func(a *challenge.Attempt) { a.Policy.Source += " " }, func(a *challenge.Attempt) { a.Format = "" },
		func(a *challenge.Attempt) { a.Options = map[string]any{"backfill": "none"} }} {
		b := a
		if change(&b); b.HasValidDigest() {
			t.Errorf("the attempt is still valid after change %d", i)
		}
	}
}

package engine

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind/farm/verify/conform"
	"gridbox/core/kind/kinds"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// streams returns various farms on which policies are checked.
func streams(t *testing.T) (list []*scenario.Scenario) {
	for _, text := range []string{
		`{"generate": {"preset": "farm-stream", "jobs": 60, "interval": 20}}`,
		`{"generate": {"preset": "farm-stream", "jobs": 90, "interval": 10, "deadlineShare": 0.5}}`,
		`{"generate": {"preset": "markov-2004"}}`, `{"generate": {"preset": "farm-graph"}}`,
		`{"generate": {"preset": "farm-starvation"}}`,
	} {
		for seed := range 4 {
			s, faults := catalog.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "farm", "seed": ` +
				strconv.Itoa(seed+1) + `, "farm": ` + text + `}`))
			if faults != nil {
				t.Fatal(faults)
			}
			list = append(list, explicitly(t, s))
		}
	}
	return list
}

// The checker follows policies of farms by itself: every answer is accepted, and is refused under
// another policy with other decisions.
func TestFarmPoliciesAreFollowed(t *testing.T) {
	table, _ := kinds.Policy("farm")
	var sources []string
	for _, r := range table.Ready {
		sources = append(sources, r.Source)
	}
	sources = append(sources, "job: -w * n\nbackfill: r", "job: s\nbackfill: -r * n / (1 + w)",
		"job: waiting - free * r\nmachine: load / slots", "machine: -which",
		"job: r\nmachine: if(w > 50, start, finish) * speed", "job: 0 / 0", "job: if(n > 2, 0 / 0, r)\nmachine: 0 / 0")
	followed, refused := 0, 0
	for i, s := range streams(t) {
		for _, backfill := range []string{"easy", "none", "conservative"} {
			other := scenario.Answer{}
			for k, source := range sources {
				if testing.Short() && (i+k)%5 > 0 {
					continue
				}
				with := *s
				with.Policies = []scenario.Policy{{ID: "mine", Language: policy.Formula, Source: source}}
				options := map[string]any{"policy": "mine", "backfill": backfill}
				run := scenario.Run{Algorithm: policy.AlgorithmOwn, Options: options}
				a, err := All().Run(context.Background(), &with, run, Env{})
				if err != nil || !a.Feasible || !a.Check.OK {
					t.Fatalf("scenario %d, %s, %q: got error %v, check %+v; want a valid answer", i, backfill, source,
						err, a.Check)
				}
				followed++
				if other.Solution != nil &&
					string(doc.Canonical(other.Solution)) != string(doc.Canonical(a.Solution)) &&
					!(backfill == "conservative" && strings.Contains(source, "machine")) {
					refused++
					formulas, _ := table.Read(source, nil)
					if c := conform.Answer(&with.Farm.Problem, formulas, &other); c.OK ||
						!strings.Contains(c.Violations[0].Reason, "is not what own does") {
						t.Errorf("scenario %d, %s, answer of another policy than %q: got %+v, want that own "+
							"decides otherwise", i, backfill, source, c)
					}
				}
				other = a
			}
		}
	}
	if followed < 100 || refused < 50 {
		t.Errorf("got %d valid answers and %d refused ones, want 100 and 50 at least", followed, refused)
	}
	t.Log(followed, refused)
}

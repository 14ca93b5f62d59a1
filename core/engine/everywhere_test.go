package engine

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

var everywhere = flag.Bool("everywhere", false, "write what policies answer into testdata/everywhere.json")

// A sameness is the content of testdata/everywhere.json. The browser test in app/compute also
// reads this file.
type sameness struct {
	About string `json:"about"`
	Kinds []struct {
		Kind     string            `json:"kind"`
		Problem  json.RawMessage   `json:"problem"`
		Policies []scenario.Policy `json:"policies"`
		Seeds    []int             `json:"seeds"`
		// Answers contains one word per seed, by the id of the policy.
		Answers map[string][]string `json:"answers"`
	} `json:"kinds"`
}

// answerText returns the part of an answer that must be equal on all platforms.
func answerText(a *scenario.Answer, err error) string {
	var faults doc.Faults
	switch {
	case errors.As(err, &faults):
		return "fault"
	case err != nil:
		return err.Error()
	}
	return strings.TrimPrefix(a.Digest, "sha256:")[:12] + " " + strconv.FormatFloat(a.Stats["steps"], 'f', -1, 64)
}

// Forty policies give the same answers on twenty scenarios each, and programs take
// the same number of steps, natively and as js/wasm. Both are compared with one
// file.
func TestPoliciesAreTheSameEverywhere(t *testing.T) {
	text, err := os.ReadFile("testdata/everywhere.json")
	if err != nil {
		t.Fatal(err)
	}
	var all sameness
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	in, count := programs(t), 0
	for k := range all.Kinds {
		kind := &all.Kinds[k]
		if kind.Answers == nil {
			kind.Answers = map[string][]string{}
		}
		seeds := kind.Seeds
		if testing.Short() && !*everywhere {
			seeds = seeds[:2]
		}
		for _, p := range kind.Policies {
			var words []string
			for i, seed := range seeds {
				s, faults := catalog.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "` + kind.Kind + `", "seed": ` +
					strconv.Itoa(seed) + `, "` + kind.Kind + `": ` + string(kind.Problem) + `}`))
				if faults != nil {
					t.Fatalf("%s: got faults %v, want none", kind.Kind, faults)
				}
				s.Policies = []scenario.Policy{p}
				a, err := All().Run(t.Context(), s, scenario.Run{Algorithm: policy.AlgorithmOwn,
					Options: map[string]any{"policy": p.ID}}, Env{Programs: in})
				words = append(words, answerText(&a, err))
				if *everywhere && words[i] != "fault" && (err != nil || !a.Check.OK) {
					t.Errorf("%s, %s, seed %d: got error %v, check %+v; want a valid answer", kind.Kind, p.ID, seed,
						err, a.Check)
				}
				if want := kind.Answers[p.ID]; !*everywhere && (i >= len(want) || want[i] != words[i]) {
					t.Errorf("%s, %s, seed %d: got %s, error %v; want %v", kind.Kind, p.ID, seed, words[i], err, want)
				}
				count++
			}
			if *everywhere {
				kind.Answers[p.ID] = words
			}
		}
	}
	if want := 40 * 20; count != want && !testing.Short() {
		t.Errorf("got %d answers, want %d", count, want)
	}
	if *everywhere {
		text, _ := json.MarshalIndent(&all, "", " ")
		if err := os.WriteFile("testdata/everywhere.json", append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

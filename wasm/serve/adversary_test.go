package serve

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/study/adversary"
	"gridbox/wasm/msg"
)

// runSearch leads a search as a page does, its batches divided into the given number of stretches, and returns the
// result. If forget is set, every third call has a new leader.
func runSearch(t *testing.T, head *msg.SearchHead, text []byte, stretches int, forget bool) []byte {
	t.Helper()
	ctx := context.Background()
	leader, worker := &Catalog{}, fullCatalog()
	line := doc.Canonical(head)
	var batches [][]byte
	held := 0
	for turn := 0; ; turn++ {
		if forget && turn%9 == 2 {
			leader = &Catalog{}
		}
		ask := bytes.Join(append([][]byte{line, text}, batches[held:]...), []byte{'\n'})
		answer, err := leader.Search(ctx, TallyRequest{Key: "1", Have: held, Text: ask})
		if errors.Is(err, ErrLacking) {
			held = 0
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		held = len(batches)
		first, rest, _ := bytes.Cut(answer, []byte{'\n'})
		found := msg.SearchProgress{}
		if faults := doc.Decode(first, &found); len(faults) > 0 {
			t.Fatal(faults)
		}
		if found.Over {
			return append([]byte(found.None), rest...)
		}
		list := bytes.Split(rest, []byte{'\n'})
		var outcomes []string
		for from := 0; from < len(list); {
			to := min(len(list), from+max(1, len(list)/stretches))
			got, err := worker.Duel(ctx, bytes.Join(append([][]byte{line}, list[from:to]...), []byte{'\n'}),
				func(int, int) {})
			if err != nil {
				t.Fatal(err)
			}
			outcomes, from = append(outcomes, string(got)), to
		}
		batches = append(batches, []byte(strings.Join(outcomes, ";")))
	}
}

// A search led by one worker and computed by others ends like that of the command line, however it is divided and if
// its leader is lost.
func TestHuntIsThatOfTheCommandLine(t *testing.T) {
	s, _ := catalog.FromPreset("twelve-nodes", 1)
	head := &msg.SearchHead{A: scenario.Run{Algorithm: "first-fit"}, B: scenario.Run{Algorithm: "min-cost"},
		Metric: "cost", Tries: 150, Paths: []string{"window.generate.budget", "window.generate.volume"}}
	h := adversary.Spec{Contest: contestOf(head), Tries: head.Tries, Paths: head.Paths}
	found, err := adversary.Find(context.Background(), engine.All(), s, h, adversary.Env{})
	if err != nil {
		t.Fatal(err)
	}
	small, err := adversary.Shrink(context.Background(), engine.All(), found.Case, h.Contest, adversary.Env{})
	if err != nil {
		t.Fatal(err)
	}
	want := string(scenario.Text(adversary.Describe(&found, &small, &h.Contest)))
	for _, stretches := range []int{1, 2, 5, 64} {
		t.Run(strconv.Itoa(stretches), func(t *testing.T) {
			on := *head
			on.Cores = stretches
			if got := string(runSearch(t, &on, scenario.Canonical(s), stretches, stretches == 5)); got != want {
				t.Errorf("got result %s,\nwant %s", got, want)
			}
		})
	}
}

// A search without a result says so in the words of the command line.
func TestHuntFindsNothing(t *testing.T) {
	s, _ := catalog.FromPreset("twelve-nodes", 1)
	head := &msg.SearchHead{A: scenario.Run{Algorithm: "min-cost"}, B: scenario.Run{Algorithm: "first-fit"},
		Metric: "cost", Tries: 70}
	if got := string(runSearch(t, head, scenario.Canonical(s), 2, false)); !strings.HasPrefix(got, "on none of ") ||
		!strings.HasSuffix(got, " instances does MinCost do worse than FirstFit by cost") {
		t.Errorf(`got %q, want "on none of ... instances does MinCost do worse than FirstFit by cost"`, got)
	}
}

// A fault of a policy that prevents every comparison is reported, and the search ends after a few instances, however
// it is divided.
func TestHuntWithAPolicyAtFault(t *testing.T) {
	s, _ := catalog.FromPreset("twelve-nodes", 1)
	s.Policies = []scenario.Policy{{ID: "mine", Language: policy.Formula, Source: "cost; * 2"}}
	head := &msg.SearchHead{A: scenario.Run{Algorithm: policy.AlgorithmOwn, Options: map[string]any{"policy": "mine"}},
		B: scenario.Run{Algorithm: "min-cost"}, Metric: "cost", Tries: 5000}
	for _, stretches := range []int{1, 5} {
		got := string(runSearch(t, head, scenario.Canonical(s), stretches, false))
		if !strings.HasPrefix(got, "none of 64 instances ") ||
			!strings.HasSuffix(got, "a policy is at fault on all of them") {
			t.Errorf(`got %q, want "none of 64 instances ... a policy is at fault on all of them"`, got)
		}
	}
}

// Faults of a search are reported before it begins.
func TestHuntFaults(t *testing.T) {
	s, _ := catalog.FromPreset("twelve-nodes", 1)
	good := msg.SearchHead{A: scenario.Run{Algorithm: "first-fit"}, B: scenario.Run{Algorithm: "min-cost"},
		Metric: "cost", Tries: 10}
	for path, change := range map[string]func(h *msg.SearchHead){
		"a.algorithm": func(h *msg.SearchHead) { h.A.Algorithm = "rbhs" },
		"b.algorithm": func(h *msg.SearchHead) { h.B.Algorithm = "" },
		"metric":      func(h *msg.SearchHead) { h.Metric = "makespan" },
		"tries":       func(h *msg.SearchHead) { h.Tries = 0 },
		"turn":        func(h *msg.SearchHead) { h.Paths = []string{"window.generate.seed"} },
	} {
		h := good
		change(&h)
		_, err := (&Catalog{}).Search(context.Background(),
			TallyRequest{Key: "1", Text: append(append(doc.Canonical(&h), '\n'), scenario.Canonical(s)...)})
		var faults doc.Faults
		if !errors.As(err, &faults) || faults[0].Path != path {
			t.Errorf("got error %v, want a fault at %s", err, path)
		}
	}
	timed := good
	timed.Metric = "elapsedMs"
	_, err := (&Catalog{}).Search(context.Background(),
		TallyRequest{Key: "1", Text: append(append(doc.Canonical(&timed), '\n'), scenario.Canonical(s)...)})
	if err == nil || !strings.Contains(err.Error(), "a time") {
		t.Error(err)
	}
}

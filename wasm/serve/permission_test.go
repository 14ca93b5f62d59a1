package serve

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/cmd/interpreter/located"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/kind/kinds"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/script"
	"gridbox/core/study/adversary"
	"gridbox/wasm/msg"
)

// A program runs in the requests of a page, also in searches and studies, only with the page's permission.
func TestProgramsRunWithPermission(t *testing.T) {
	host, err := located.Open("")
	if errors.Is(err, located.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	source := kinds.Starter("farm", "easy")
	s := scenario.NewGenerated("farm", "farm-graph", 7)
	s.Policies = []scenario.Policy{{ID: "mine", Language: policy.JavaScript, Source: source}}
	mine := scenario.Run{Algorithm: policy.AlgorithmOwn, Options: map[string]any{"policy": "mine"}}
	s.Runs = []scenario.Run{mine, {Algorithm: "fcfs"}}
	s.Study = &scenario.Study{Replications: 2}
	if faults := catalog.Check(s); len(faults) > 0 {
		t.Fatal(faults)
	}
	worker := &Catalog{Engine: engine.All(), Programs: script.Interpreter{Host: host}}
	text, ctx := scenario.Canonical(s), context.Background()
	quiet := func(done, total int) {}
	head := doc.Canonical(&msg.SearchHead{A: mine, B: scenario.Run{Algorithm: "fcfs"}, Metric: "meanWait"})
	duel := func() string {
		output, err := worker.Duel(ctx, bytes.Join([][]byte{head, text}, []byte{'\n'}), quiet)
		if err != nil {
			t.Fatal(err)
		}
		return string(output)
	}
	_, err = worker.Solve(ctx, text, mine, quiet)
	if faults := (doc.Faults)(nil); !errors.As(err, &faults) || !strings.Contains(faults[0].Reason, "permission") {
		t.Errorf("Solve without permission: got error %v, want a fault that names permission", err)
	}
	if _, err := worker.Explain(ctx, text, mine, nil, quiet); err == nil {
		t.Error("Explain without permission: got no error")
	}
	lacking, err := worker.Study(ctx, text, Stretch{To: 1}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if got := duel(); got != "!" {
		t.Errorf(`Duel without permission: got %s, want "!"`, got)
	}

	worker.Permit([]string{scenario.SourceDigest("other"), scenario.SourceDigest(source)})
	solved, err := worker.Solve(ctx, text, mine, quiet)
	if err != nil {
		t.Fatal(err)
	}
	answer, faults := scenario.ParseAnswer(solved.Answer, s.Kind)
	if len(faults) > 0 || !answer.Feasible || !answer.Check.OK || answer.Stats["steps"] == 0 {
		t.Errorf("Solve with permission: got faults %v, answer %+v; want a valid answer with steps", faults, answer)
	}
	if whole, err := worker.Study(ctx, text, Stretch{To: 1}, quiet); err != nil || bytes.Equal(whole, lacking) {
		t.Errorf("Study with permission: got error %v, or the bytes of the study without", err)
	}
	if list, err := adversary.ReadOutcomes(duel()); err != nil || !list[0].OK || list[0].A >= list[0].B {
		t.Errorf("EASY against FCFS: got outcomes %v, error %v; want a below b", list, err)
	}
	worker.Permit(nil)
	if _, err := worker.Solve(ctx, text, mine, quiet); err == nil {
		t.Error("Solve after the permission is revoked: got no error")
	}
}

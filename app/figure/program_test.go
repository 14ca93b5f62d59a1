package figure

import (
	"context"
	"slices"
	"strings"
	"testing"

	"gridbox/app/compute"
	"gridbox/core/engine"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/wasm/serve"
)

// A hall is an engine that solves like the workers of a page, with an interpreter that records the programs it should
// start.
type hall struct {
	Direct
	catalog serve.Catalog
	started []string
}

func (h *hall) Start(_ context.Context, _, source string, _ uint64) (policy.Program, error) {
	h.started = append(h.started, source)
	return nil, &policy.Fault{Reason: "was started"}
}

func (h *hall) Solve(kind string, text []byte, run scenario.Run, progress func(done, total int),
	done func(*scenario.Answer, *compute.Trouble)) func() {
	h.queue = append(h.queue, func() {
		solved, err := h.catalog.Solve(context.Background(), text, run, progress)
		if err != nil {
			done(nil, troubleOf(err))
			return
		}
		answer, faults := scenario.ParseAnswer(solved.Answer, kind)
		if len(faults) > 0 {
			done(nil, troubleOf(faults))
			return
		}
		done(&answer, nil)
	})
	return func() {}
}

// A figure runs no program of a link, neither of the first document nor of &with=, whatever the reader clicks. Its
// other runs are solved. The row of the program refers to the laboratory, and the link there contains the program.
func TestAFigureRunsNoProgram(t *testing.T) {
	plain, faults := scenario.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "placement",
		"placement": {"clusters": [{"id": "a", "mips": 100}, {"id": "b", "mips": 50}],
		"links": [{"a": "a", "b": "b", "bandwidth": 10}], "jobs": [{"id": "j", "mi": 10}]},
		"runs": [{"algorithm": "rbhs"}, {"algorithm": "fastest"}]}`))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	const theirs = "function decide() { return 'a' }"
	bold := *plain
	bold.Policies = []scenario.Policy{{ID: "theirs", Language: policy.JavaScript, Source: theirs}}
	bold.Runs = []scenario.Run{plain.Runs[0], {Algorithm: policy.AlgorithmOwn,
		Options: map[string]any{"policy": "theirs"}}}
	for what, pair := range map[string][2]*scenario.Scenario{"in front": {&bold}, "behind": {plain, &bold},
		"in both": {&bold, &bold}} {
		link, err := scenario.Link(pair[0])
		if pair[1] != nil {
			link, err = scenario.LinkBoth(pair[0], pair[1])
		}
		if err != nil {
			t.Fatal(err)
		}
		h := &hall{catalog: serve.Catalog{Engine: engine.All()}}
		h.catalog.Programs = h
		f := New(Address{Fragment: strings.TrimPrefix(link, "#"), Beside: "2,1"}, "https://gridbox.example", h)
		f.Open(nil)
		for h.Step() {
			if f.Phase == Waiting {
				f.Run()
			}
		}
		f.Run()
		f.Choose(1)
		h.Settle()
		if len(h.started) > 0 {
			t.Errorf("%s: got programs %q started, want none", what, h.started)
		}
		rows := f.Rows()
		if len(rows) != 2 || rows[0].First == "–" || rows[0].Mark == "!" {
			t.Fatalf("%s: got phase %s, rows %+v; want 2, the first answered", what, f.Phase, rows)
		}
		got := strings.Contains(rows[1].Verdict, "open the scenario in the laboratory")
		if got != (pair[0] == &bold) {
			t.Errorf("%s: got second row %q, want a reference to the laboratory for a program only",
				what, rows[1].Verdict)
		}
		there, _ := scenario.OpenWith(f.LabHref()[strings.Index(f.LabHref(), "#")+1:])
		first, faults := scenario.OpenLink(f.LabHref()[strings.Index(f.LabHref(), "#"):])
		if len(faults) > 0 || pair[0] == &bold && first.Policies[0].Source != theirs {
			t.Errorf("%s: the lab link lacks the program, faults %v", what, faults)
		}
		if pair[1] != nil && (there == nil || !slices.Equal(there.Policies, bold.Policies)) {
			t.Errorf("%s: the lab link lacks the second program", what)
		}
	}
}

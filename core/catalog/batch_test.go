package catalog

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"gridbox/core/cycle"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/slot"
	"gridbox/core/trace"
)

// batchOf is the kind for one problem.
func batchOf(p *cycle.Problem) Kind {
	return batchKind(func(*scenario.Scenario) *cycle.Problem { return p })
}

// batches are the problems on which the kind is tried.
func batches(t *testing.T) map[string]*cycle.Problem {
	t.Helper()
	list := map[string]*cycle.Problem{}
	for _, preset := range cycle.Presets() {
		p, faults := cycle.Generate(cycle.Spec{Preset: preset.ID}, 7)
		if faults != nil {
			t.Fatal(faults)
		}
		list[preset.ID] = &p
	}
	tight := 1.0
	node := []slot.Node{{ID: "n", Performance: 1, Price: 2}}
	one := []cycle.Job{{ID: "j", Nodes: 1, Volume: 4, MinPerformance: 1, MaxPrice: 2}}
	two := []cycle.Job{{ID: "j", Nodes: 2, Volume: 4, MinPerformance: 1, MaxPrice: 2}}
	dear := []cycle.Job{{ID: "j", Nodes: 1, Volume: 4, MinPerformance: 1, MaxPrice: 1}}
	fast := []cycle.Job{{ID: "j", Nodes: 1, Volume: 4, MinPerformance: 3, MaxPrice: 2}}
	long := []cycle.Job{{ID: "j", Nodes: 1, Volume: 40, MinPerformance: 1, MaxPrice: 2}}
	list["nothing"] = &cycle.Problem{Environment: slot.Environment{Horizon: 10}}
	list["no nodes"] = &cycle.Problem{Environment: slot.Environment{Horizon: 10}, Jobs: one}
	for name, jobs := range map[string][]cycle.Job{"one": one, "too many nodes": two, "too dear": dear, "too fast": fast, "too long": long} {
		list[name] = &cycle.Problem{Environment: slot.Environment{Horizon: 10, Nodes: node}, Jobs: jobs}
	}
	list["limit below the minimum"] = &cycle.Problem{Environment: slot.Environment{Horizon: 10, Nodes: node}, Jobs: one, Limit: &tight}
	return list
}

// answerOf runs an algorithm as RunExplicit does.
func answerOf(t *testing.T, k *Kind, a *Algorithm, options map[string]any, log *trace.Log) *scenario.Answer {
	t.Helper()
	in := Input{Scenario: &scenario.Scenario{}, Options: a.Complete(options), Log: log}
	out, err := a.Solve(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	answer := &scenario.Answer{Algorithm: a.ID, Options: in.Options, Feasible: out.Feasible, Reason: out.Reason,
		Metrics: out.Metrics, Solution: out.Solution, Stats: out.Stats, Bound: out.Bound}
	setGap(answer)
	if err := answer.Sign(); err != nil {
		t.Fatal(err)
	}
	if found := k.Check(in.Scenario, answer); len(found) > 0 {
		t.Errorf("the checker says %v", found)
	}
	return answer
}

// Every answer of every variant passes the checker, is the same the second time
// and when it is watched, reads back, and leaves the problem as it was.
func TestBatchConforms(t *testing.T) {
	for name, p := range batches(t) {
		k := batchOf(p)
		for i := range k.Algorithms {
			a := &k.Algorithms[i]
			for _, run := range variants(a) {
				t.Run(a.ID+string(doc.Canonical(run.Options))+"/"+name, func(t *testing.T) {
					before := doc.Canonical(p)
					first := answerOf(t, &k, a, run.Options, nil)
					watched := answerOf(t, &k, a, run.Options, &trace.Log{})
					if first.Digest != watched.Digest || !bytes.Equal(before, doc.Canonical(p)) {
						t.Error("watched, the answer or the problem differs")
					}
					if !first.Feasible {
						if first.Reason == "" || first.Metrics != nil || first.Bound != nil {
							t.Errorf("infeasible without a reason, or with more: %+v", first)
						}
						return
					}
					for _, m := range k.Metrics {
						if _, ok := first.Metrics[m.ID]; !ok {
							t.Errorf("metric %s is missing", m.ID)
						}
					}
					read := &cycle.Solution{}
					if faults := doc.Decode(doc.Canonical(first.Solution), read); faults != nil || !bytes.Equal(doc.Canonical(read), doc.Canonical(first.Solution)) {
						t.Errorf("the solution does not read back: %v", faults)
					}
					if d := k.Decisions(first); d.Rows != len(read.Chosen) {
						t.Errorf("%d rows of decisions", d.Rows)
					}
				})
			}
		}
	}
}

// Infeasible answers say what is missing and by how much.
func TestBatchReasons(t *testing.T) {
	for name, want := range map[string]string{
		"nothing": "the batch has no jobs", "no nodes": "no nodes to run them on", "too many nodes": "needs 2 slots at the same time and finds at most 1",
		"too dear": "lacks 4 in its budget of 4", "too fast": "no node of its least performance 3", "too long": "no slot long enough",
		"limit below the minimum": "the budget 1 is below the least total cost 8 of the windows found",
	} {
		p := batches(t)[name]
		k := batchOf(p)
		amp, _ := k.Algorithm("amp")
		if name == "too dear" {
			// A slot above the whole budget is passed over by the fast search
			// and met by the paper's, which tells the reason.
			alp, _ := k.Algorithm("alp")
			if a := answerOf(t, &k, &alp, nil, nil); !strings.Contains(a.Reason, "dearer than its greatest price 1") {
				t.Errorf("alp: %q", a.Reason)
			}
		}
		if a := answerOf(t, &k, &amp, nil, nil); a.Feasible || !strings.Contains(a.Reason, want) {
			t.Errorf("%s: %q, must say %q", name, a.Reason, want)
		}
	}
}

// Explanations tell one search: W1 of the worked example passes by earlier
// windows that are over the budget; the fourth search for job 1 fails.
func TestBatchExplains(t *testing.T) {
	p := batches(t)["alp-amp-figure-5"]
	k := batchOf(p)
	amp, _ := k.Algorithm("amp")
	explain := func(about map[string]string) (Explanation, error) {
		return amp.Explain(context.Background(), Input{Scenario: &scenario.Scenario{}, Options: amp.Complete(nil)}, about)
	}
	for _, c := range []struct {
		about map[string]string
		want  string
	}{
		{map[string]string{"job": "1"}, `"window":{"cost":800,"end":230,`},
		{map[string]string{"job": "1", "family": "4"}, `"missingBudget":`},
		{map[string]string{"job": "3", "family": "3"}, `"family":3`},
	} {
		why, err := explain(c.about)
		if text := string(doc.Canonical(why.Detail)); err != nil || !strings.Contains(text, c.want) || len(why.Trace.Events) == 0 {
			t.Errorf("%v: %v %s, must have %s", c.about, err, text, c.want)
		}
	}
	why, err := explain(map[string]string{"job": "1"})
	kinds := map[string]int{}
	for _, e := range why.Trace.Events {
		kinds[e.Kind]++
	}
	if err != nil || kinds["over"] == 0 || kinds["take"] == 0 || kinds["expire"] == 0 || kinds["found"] != 1 {
		t.Errorf("events of W1: %v %v", err, kinds)
	}
	whole, err := explain(nil)
	kinds = map[string]int{}
	for _, e := range whole.Trace.Events {
		kinds[e.Kind]++
	}
	if err != nil || kinds["found"] != 8 || kinds["choose"] != 3 || kinds["quota"] != 1 || kinds["cut"] == 0 || kinds["none"] != 3 {
		t.Errorf("events of the run: %v %v", err, kinds)
	}
	for _, about := range []map[string]string{{"job": "9"}, {"job": "1", "family": "0"}, {"job": "1", "family": "9"}, {"job": "1", "cycle": "2"}, {"job": "1", "cycle": "x"}} {
		if _, err := explain(about); err == nil {
			t.Errorf("%v is explained", about)
		}
	}
}

// A run that is cancelled says so.
func TestBatchCancels(t *testing.T) {
	p := batches(t)["alp-amp-cycles"]
	k := batchOf(p)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, a := range k.Algorithms {
		if _, err := a.Solve(ctx, Input{Scenario: &scenario.Scenario{}, Options: a.Complete(nil)}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", a.ID, err)
		}
	}
}

// Two answers are compared in one sentence.
func TestBatchCompares(t *testing.T) {
	p := batches(t)["alp-amp-2011"]
	k := batchOf(p)
	alp, _ := k.Algorithm("alp")
	amp, _ := k.Algorithm("amp")
	a, b := answerOf(t, &k, &amp, nil, nil), answerOf(t, &k, &alp, nil, nil)
	if text := k.Compare(nil, a, b); !strings.HasPrefix(text, "AMP takes ") || !strings.Contains(text, "than ALP and costs") || !strings.HasSuffix(text, ".") {
		t.Error(text)
	} else {
		t.Log(text)
	}
	none := &scenario.Answer{Algorithm: "alp"}
	if text := k.Compare(nil, a, none); text != "AMP finds windows where ALP finds none." {
		t.Error(text)
	}
}

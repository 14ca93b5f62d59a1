package replay_test

import (
	"context"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/replay"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// smallPresets lists the presets for which runs are recorded.
var smallPresets = map[string][]string{"placement": {"five-clusters"}, "window": {"twelve-nodes"},
	"batch": {"alp-amp-figure-5"}, "group": {"three-sites"}, "farm": {"markov-2004"}}

// forEachLog calls f with the log of every algorithm: of its whole run, and of the
// decision about each job.
func forEachLog(t *testing.T, f func(t *testing.T, kind, algorithm string, log *trace.Log)) {
	t.Helper()
	for _, k := range catalog.Kinds() {
		for _, preset := range smallPresets[k.ID] {
			s, faults := scenario.Expand(scenario.NewGenerated(k.ID, preset, 7))
			if faults != nil {
				t.Fatal(faults)
			}
			abouts := []map[string]string{nil}
			n, id := doc.List(scenario.Problem(s), "jobs")
			for i := range n {
				abouts = append(abouts, map[string]string{"job": id(i)})
			}
			for _, a := range k.Algorithms {
				t.Run(k.ID+"/"+a.ID, func(t *testing.T) {
					for _, about := range abouts {
						log := &trace.Log{}
						run, env := scenario.Run{Algorithm: a.ID}, engine.Env{Log: log}
						_, err := engine.All().ExplainExplicit(context.Background(), s, run, about, env)
						if err != nil {
							t.Fatalf("explanation of %v: %v", about, err)
						}
						f(t, k.ID, a.ID, log)
					}
				})
			}
		}
	}
}

func TestEveryStepCarriesOutALineOfTheCode(t *testing.T) {
	forEachLog(t, func(t *testing.T, kind, algorithm string, log *trace.Log) {
		lines := replay.Code(kind, algorithm)
		if len(lines) == 0 && len(log.Events) > 0 {
			t.Fatalf("got %d steps without code, want lines of code", len(log.Events))
		}
		for i, l := range lines {
			jumps := i > 0 && l.Depth > lines[i-1].Depth+1
			if strings.ContainsAny(l.Text, "|\t@") || l.Depth < 0 || l.Depth > 4 || jumps {
				t.Errorf("line %d, %q: got depth %d, want 0 to 4 in steps of 1, and no |, tab or @", i, l.Text,
					l.Depth)
			}
		}
		for i := range log.Events {
			if e := &log.Events[i]; replay.LineIndex(lines, e) < 0 {
				t.Fatalf("step %d: got no line of code for %+v", i+1, e)
			}
		}
	})
}

// Every kind of event that a solver can emit has a line, also those that the
// examples do not record.
func TestRareEventsHaveLines(t *testing.T) {
	for of, kinds := range map[[2]string]string{
		{"placement", "rbhs"}: "stuck unreachable place", {"placement", "own"}: "unscored",
		{"placement", "scp-tree"}: "try cover cut", {"batch", "amp"}: "over postpone quota cut",
		{"batch", "alp"}: "postpone", {"farm", "two-stage"}: "preempt adjust stuck try search cycle",
		{"farm", "own"}: "unscored score stuck", {"group", "own"}: "unscored take", {"window", "own"}: "examine",
	} {
		lines := replay.Code(of[0], of[1])
		for kind := range strings.FieldsSeq(kinds) {
			if replay.LineIndex(lines, &trace.Event{Kind: kind}) < 0 {
				t.Errorf("%v: got no line for the event %s", of, kind)
			}
		}
	}
}

// Phases are in ascending order, each with another name than the one before. A
// folded replay has the same stops in both directions, and all steps within one
// stop are equivalent.
func TestPhasesAndFolds(t *testing.T) {
	forEachLog(t, func(t *testing.T, _, _ string, log *trace.Log) {
		last := replay.Phase{}
		for _, p := range replay.Phases(log) {
			if p.Step <= last.Step || p.Name == last.Name || p.Name == "" || strings.ContainsAny(p.Name, "$#") {
				t.Errorf("got phase %+v after %+v, want a later one with another name", p, last)
			}
			last = p
		}
		stops := []int{0}
		for at := 0; at < len(log.Events); {
			next := replay.Go(log, at, 1, true)
			if n := replay.Repeats(log, next); next-at != n && at > 0 {
				t.Fatalf("Go from %d to %d: got %d steps, want %d equivalent ones", at, next, next-at, n)
			}
			for i := at; i < next; i++ {
				if e, of := &log.Events[i], &log.Events[next-1]; e.Kind != of.Kind || e.Reason != of.Reason {
					t.Fatalf("steps %d and %d of one stop: got %+v and %+v, want equivalent ones", i+1, next, e, of)
				}
			}
			at = next
			stops = append(stops, at)
		}
		for i := len(stops) - 1; i > 0; i-- {
			if back := replay.Go(log, stops[i], -1, true); back != stops[i-1] {
				t.Fatalf("Go back from %d: got %d, want %d", stops[i], back, stops[i-1])
			}
		}
		if replay.Go(log, 0, 1<<30, false) != len(log.Events) || replay.Go(log, 0, -1, false) != 0 {
			t.Error("Go leads beyond the first or the last step")
		}
	})
}

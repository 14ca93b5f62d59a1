package sensitivity

import (
	"context"
	"math"
	"os"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/decision"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/kind/placement/solve"
	"gridbox/core/randscenario"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

// apply returns the scenario after the change of a flip in the document's text, as a user would
// make it.
func apply(t *testing.T, s *scenario.Scenario, f *decision.Flip) *scenario.Scenario {
	t.Helper()
	own := *s
	way, why := doc.WayTo(scenario.Scenario{}, f.Path)
	if why != "" || way.Count(&own) != 1 {
		t.Fatalf("path %s of the flip does not lead to one number: %s", f.Path, why)
	}
	way.Change(&own, func(x float64) float64 {
		if x != f.From {
			t.Fatalf("%s: got %v, want %v", f.Path, x, f.From)
		}
		return f.To
	})
	changed, faults := scenario.Parse(scenario.Text(&own))
	if len(faults) > 0 {
		t.Fatalf("%s = %v: got faults %v, want none", f.Path, f.To, faults)
	}
	return changed
}

func decisionOf(t *testing.T, s *scenario.Scenario, run scenario.Run, thing string) decision.Decision {
	t.Helper()
	answer, err := engine.All().Run(context.Background(), s, run, engine.Env{})
	if err != nil {
		t.Fatal(err)
	}
	if answer.Check != nil && len(answer.Check.Violations) > 0 {
		t.Fatalf("got violations %v, want none\n%s\n%v", answer.Check.Violations, scenario.Canonical(s), run)
	}
	return decision.Of(s, &answer, thing)
}

func explicit(t *testing.T, preset string) *scenario.Scenario {
	t.Helper()
	s, _ := catalog.FromPreset(preset, 1)
	made, faults := scenario.Expand(s)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return made
}

// The search finds the power at which each cluster would win, as the placement's
// explanation computes it exactly.
func TestThePowersOfTheExplanation(t *testing.T) {
	s := explicit(t, "five-clusters")
	for i := range s.Placement.Jobs {
		job := s.Placement.Jobs[i].ID
		why, err := engine.All().ExplainExplicit(context.Background(), s, scenario.Run{Algorithm: "rbhs"},
			map[string]string{"job": job}, engine.Env{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := Analyse(context.Background(), engine.All(),
			Question{Scenario: s, Run: scenario.Run{Algorithm: "rbhs"}, Element: job, MaxFlips: 1000})
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]decision.Flip{}
		for _, f := range r.Flips {
			found[f.Path] = f
		}
		for _, m := range why.Detail.(solve.Explanation).Moves {
			if m.MIPS < (1+decision.TieShare)*m.CurrentMIPS || m.MIPS > decision.MaxFactor*m.CurrentMIPS {
				continue // a tie, or beyond the search
			}
			f, ok := found["placement.clusters[id="+m.Cluster+"].mips"]
			if ok && f.NewDecision != m.Cluster && f.Share < m.MIPS/m.CurrentMIPS-1 {
				continue // another cluster wins before, by its share in the weights
			}
			if !ok || f.NewDecision != m.Cluster || f.Threshold < m.MIPS*0.999 ||
				f.Threshold-f.From > (m.MIPS-m.CurrentMIPS)*1.03 {
				t.Errorf("%s would move to %s at %v: got %+v, want this threshold", job, m.Cluster, m.MIPS, f)
			}
		}
	}
}

// If a number alters the decision both up and down, the smaller change is reported: in the other
// direction no change is as small.
func TestNoOtherSideIsNearer(t *testing.T) {
	s := explicit(t, "five-clusters")
	run, tried := scenario.Run{Algorithm: "rbhs"}, 0
	for i := range s.Placement.Jobs {
		job := s.Placement.Jobs[i].ID
		r, err := Analyse(context.Background(), engine.All(), Question{Scenario: s, Run: run, Element: job,
			MaxFlips: 1000})
		if err != nil {
			t.Fatal(err)
		}
		before := decisionOf(t, s, run, job)
		for i := range r.Flips {
			other := r.Flips[i]
			other.To = other.From - 0.98*(other.Threshold-other.From)
			if other.To <= 0 {
				continue
			}
			tried++
			if after := decisionOf(t, apply(t, s, &other), run, job); !after.Equal(&before) {
				t.Errorf("%s: %s: got the threshold %v, want none as near as %v", job, other.Name,
					r.Flips[i].Threshold, other.To)
			}
		}
	}
	if tried < 100 {
		t.Errorf("got %d changes in the other direction, want at least 100", tried)
	}
}

// Every reported change has the reported effect in the document, over decisions of
// every kind, algorithm and feature of small drawn documents.
func TestEveryFlipHappens(t *testing.T) {
	want := 50
	switch {
	case testing.Short():
		want = 20
	case os.Getenv("GRIDBOX_ALL") != "": // as ./build.sh soak sets it
		want = 200
	}
	for _, k := range catalog.Kinds() {
		t.Run(k.ID, func(t *testing.T) {
			decisions, flips, seed := 0, 0, uint64(0)
			for decisions < want {
				preset := k.Presets[int(seed)%len(k.Presets)].ID
				draw := rng.New(seed, "whatif", 0)
				s := randscenario.NewSmall(preset, seed, draw)
				seed++
				a := k.Algorithms[draw.IntN(len(k.Algorithms))]
				if a.ID == "own" || a.ID == "random" {
					continue
				}
				ask := Question{Scenario: s, Run: randscenario.Options(&a, draw), Element: drawElement(s, draw),
					MaxFlips:  2,
					MaxSolves: 200}
				r, err := Analyse(context.Background(), engine.All(), ask)
				if err != nil {
					continue // the algorithm cannot explain this problem
				}
				decisions++
				before := decisionOf(t, s, ask.Run, ask.Element)
				if r.Decision != before.Text(nil) {
					t.Fatalf("decision: got %q, want %q", r.Decision, before.Text(nil))
				}
				for i := range r.Flips {
					flips++
					f := &r.Flips[i]
					after := decisionOf(t, apply(t, s, f), ask.Run, ask.Element)
					if after.Equal(&before) || after.Text(&before) != f.NewDecision {
						t.Fatalf("%s of %s by %s: got %+v, but its change gives %q", ask.Element, preset, a.ID, f,
							after.Text(&before))
					}
					if wrong := unhelpful(f); wrong != "" {
						t.Errorf("%s of %s by %s: %+v should not be shown: %s", ask.Element, preset, a.ID, f, wrong)
					}
					edge := *f
					edge.To = f.Threshold
					after = decisionOf(t, apply(t, s, &edge), ask.Run, ask.Element)
					if after.Equal(&before) || after.Text(&before) != f.NewDecision {
						t.Fatalf("got %+v, but the change to the threshold gives %q", f, after.Text(&before))
					}
					if i > 0 && f.Share < r.Flips[i-1].Share {
						t.Fatalf("got the share %v after %v, want increasing shares", f.Share, r.Flips[i-1].Share)
					}
				}
			}
			if flips < want/2 {
				t.Errorf("got %d flips of %d decisions, want at least %d", flips, decisions, want/2)
			}
		})
	}
}

// unhelpful returns the reason why a change should not be shown, "" if it may be.
func unhelpful(f *decision.Flip) string {
	switch {
	case f.Share < decision.TieShare:
		return "it is practically a tie"
	case f.From != 0 && f.To*f.From <= 0:
		return "a number that is there is taken away"
	case math.Abs(f.To) > 1.05*decision.MaxFactor*math.Max(math.Abs(f.From), 1) && f.From != 0:
		return "it is too far off"
	case (f.To-f.Threshold)*(f.Threshold-f.From) < 0:
		return "the suggested value is not past the threshold"
	}
	return ""
}

// This change is in the tour of the page: RBHS moves j1 to Lyon. The value is clearly
// beyond the threshold, so that the new decision is no tie.
func TestASuggestedValueIsClearOfItsThreshold(t *testing.T) {
	s := explicit(t, "five-clusters")
	run := scenario.Run{Algorithm: "rbhs"}
	r, err := Analyse(context.Background(), engine.All(), Question{Scenario: s, Run: run, Element: "j1"})
	if err != nil || len(r.Flips) == 0 {
		t.Fatalf("Analyse: got %+v, error %v; want flips", r, err)
	}
	f := r.Flips[0]
	if f.Path != "placement.clusters[id=Lyon].mips" || f.Threshold != 875 || f.To != 900 || f.NewDecision != "Lyon" {
		t.Errorf("first flip: got %+v, want Lyon at 900 over the threshold 875", f)
	}
	tried := apply(t, s, &f)
	again, err := Analyse(context.Background(), engine.All(), Question{Scenario: tried, Run: run, Element: "j1",
		MaxFlips: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if len(again.Ties) > 0 {
		t.Errorf("after the change: got ties in %v, want none", again.Ties)
	}
	f.To = f.Threshold // the threshold itself: a difference of less than a trifle is no suggestion
	edge, err := Analyse(context.Background(), engine.All(), Question{Scenario: apply(t, s, &f), Run: run,
		Element:  "j1",
		MaxFlips: 1000})
	if err != nil || len(edge.Ties) == 0 {
		t.Fatalf("at the threshold: got %+v, error %v; want a tie", edge, err)
	}
	for _, f := range append(again.Flips, edge.Flips...) {
		if wrong := unhelpful(&f); wrong != "" {
			t.Errorf("flip %+v should not be shown: %s", f, wrong)
		}
	}
}

// drawElement draws a job, if the kind has any.
func drawElement(s *scenario.Scenario, draw *rng.Stream) string {
	n, id := 0, func(int) string { return "" }
	switch {
	case s.Placement != nil:
		n, id = len(s.Placement.Jobs), func(i int) string { return s.Placement.Jobs[i].ID }
	case s.Batch != nil:
		n, id = len(s.Batch.Jobs), func(i int) string { return s.Batch.Jobs[i].ID }
	case s.Farm != nil:
		n, id = len(s.Farm.Jobs), func(i int) string { return s.Farm.Jobs[i].ID }
	}
	if n == 0 {
		return ""
	}
	return id(draw.IntN(n))
}

// A search with a limit of runs obeys it and reports its extent. A cancelled search returns its
// error, and an invalid request is a fault.
func TestLimits(t *testing.T) {
	s := explicit(t, "five-clusters")
	run := scenario.Run{Algorithm: "rbhs"}
	for _, most := range []int{1, 2, 30, 200} {
		r, err := Analyse(context.Background(), engine.All(), Question{Scenario: s, Run: run, Element: "j1",
			MaxSolves: most})
		if err != nil || r.Solves > most+solvesPerNumber || r.Tried > max(1, most/solvesPerNumber) {
			t.Errorf("limit of %d runs: got %+v, error %v; want at most %d runs", most, r, err, most+solvesPerNumber)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Analyse(ctx, engine.All(), Question{Scenario: s, Run: run, Element: "j1"}); err == nil {
		t.Error("a cancelled search returns no error")
	}
	nobody := Question{Scenario: s, Run: scenario.Run{Algorithm: "nobody"}}
	if _, err := Analyse(context.Background(), engine.All(), nobody); err == nil {
		t.Error("an unknown algorithm is accepted")
	}
	r, err := Analyse(context.Background(), engine.All(), Question{Scenario: s, Run: run, Element: "nobody"})
	if err != nil || r.Decision != "nothing" || len(r.Flips) != 0 {
		t.Errorf("an unknown job: got %+v, error %v; want nothing and no flips", r, err)
	}
}

// The scenario is not changed.
func TestNothingIsChanged(t *testing.T) {
	s := explicit(t, "five-clusters")
	before := string(scenario.Canonical(s))
	if _, err := Analyse(context.Background(), engine.All(),
		Question{Scenario: s, Run: scenario.Run{Algorithm: "rbhs"}, Element: "j1"}); err != nil {
		t.Fatal(err)
	}
	if string(scenario.Canonical(s)) != before {
		t.Error("the search changes the scenario")
	}
}

func BenchmarkAnalyse(b *testing.B) {
	for _, preset := range []string{"five-clusters", "rbhs-data"} {
		b.Run(preset, func(b *testing.B) {
			drawn, _ := catalog.FromPreset(preset, 1)
			s, _ := scenario.Expand(drawn)
			for b.Loop() {
				r, err := Analyse(context.Background(), engine.All(),
					Question{Scenario: s, Run: scenario.Run{Algorithm: "rbhs"}, Element: s.Placement.Jobs[0].ID})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(r.Solves), "solves")
			}
		})
	}
}

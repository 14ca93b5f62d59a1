// Command digests prints the digests of many answers, a line each, so that two
// builds can be compared by comparing what they print: every processor must
// come to the same bits, and its checker to the same verdict.
//
// The scenarios are all presets with two seeds, solved by the default
// algorithms, and small documents whose parameters are drawn, solved by every
// algorithm of the kind with options that are drawn too. As arguments come how
// many of these there are, and what is not solved because it takes too long
// where a processor is only imitated.
//
//	digests 500 farm-large
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/rng"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: digests COUNT [PRESET...]")
		os.Exit(2)
	}
	count, err := strconv.Atoi(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "digests:", err)
		os.Exit(2)
	}
	out := bufio.NewWriter(os.Stdout)
	err = list(out, count, os.Args[2:])
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "digests:", err)
		os.Exit(1)
	}
}

// list writes the digests of the presets that are not left out, and of so many
// documents that are drawn.
func list(out *bufio.Writer, count int, without []string) error {
	presets := presets()
	for _, id := range presets {
		for seed := range uint64(2) {
			s, _ := catalog.FromPreset(id, seed)
			runs := catalog.Runs(s)
			if slices.Contains(without, id) {
				runs = nil // the problem is made, and not solved
			}
			if err := tell(out, id+" "+strconv.FormatUint(seed, 10), s, runs); err != nil {
				return err
			}
		}
	}
	for i := range count {
		draw := rng.New(uint64(i), "digests", 0)
		s := small(presets[i%len(presets)], uint64(i), draw)
		roughen(s, draw)
		k, _ := catalog.ByID(s.Kind)
		var runs []scenario.Run
		for _, a := range k.Algorithms {
			runs = append(runs, options(&a, draw))
		}
		if err := tell(out, "drawn "+strconv.Itoa(i), s, runs); err != nil {
			return err
		}
		if err := disturbed(out, "noisy "+strconv.Itoa(i), s); err != nil {
			return err
		}
	}
	return nil
}

func presets() []string {
	var ids []string
	for _, k := range catalog.Kinds() {
		for _, p := range k.Presets {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// tell writes the digest of a scenario made explicit, and of the answers to it.
func tell(out *bufio.Writer, name string, s *scenario.Scenario, runs []scenario.Run) error {
	explicit, faults := scenario.Expand(s)
	if len(faults) > 0 {
		return fmt.Errorf("%s: %w", name, faults)
	}
	fmt.Fprintln(out, name, scenario.Digest(explicit))
	for _, run := range runs {
		a, err := engine.All().RunExplicit(context.Background(), explicit, run, engine.Env{})
		if err != nil {
			return fmt.Errorf("%s, %s: %w", name, run.Algorithm, err)
		}
		fmt.Fprintln(out, name, run.Algorithm, string(doc.Canonical(run.Options)), a.Digest, a.Check.OK, a.Check.Word())
	}
	return nil
}

// disturbed writes the digest of what noise makes of a scenario.
func disturbed(out *bufio.Writer, name string, s *scenario.Scenario) error {
	noisy := *s
	noisy.Study = &scenario.Study{Replications: 2, Noise: study.Usual(s)}
	plan, faults := study.New(&noisy, study.Limits{})
	if len(faults) > 0 {
		return fmt.Errorf("%s: %w", name, faults)
	}
	instance, err := plan.Instance(0, 1, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	fmt.Fprintln(out, name, scenario.Digest(instance))
	return nil
}

// most is how much of anything a small document has.
const most = 20

// small is an explicit scenario from a preset of which every number is drawn
// anew near the preset's. Settings that contradict each other are drawn again,
// nearer to the preset's.
func small(id string, seed uint64, draw *rng.Stream) *scenario.Scenario {
	for reach := 0.5; ; reach /= 2 {
		s, _ := catalog.FromPreset(id, seed)
		var document, set map[string]any
		doc.Decode(doc.Canonical(s), &document)
		doc.Decode(doc.Canonical(scenario.Parameters(s)), &set)
		for _, f := range doc.Fields(scenario.Parameters(s)) {
			x, ok := set[f.Name].(float64)
			switch {
			case !ok:
			case f.Kind == "whole":
				doc.Set(document, s.Kind+".generate."+f.Name, min(x, most))
			case f.Kind == "number":
				doc.Set(document, s.Kind+".generate."+f.Name, x*draw.Uniform(1-reach, 1+reach))
			}
		}
		drawn, faults := catalog.Parse(doc.Canonical(document))
		if len(faults) == 0 {
			if drawn, faults = scenario.Expand(drawn); len(faults) == 0 {
				return drawn
			}
		}
		if reach < 1e-9 {
			panic("digests: preset " + id + " has no small scenario: " + faults.Error())
		}
	}
}

// roughen gives many digits to numbers that generators make whole: products and
// sums of whole numbers are exact on every processor.
func roughen(s *scenario.Scenario, draw *rng.Stream) {
	some := func(x *float64) { *x *= draw.Uniform(0.9, 1.1) }
	switch {
	case s.Placement != nil:
		for i := range s.Placement.Jobs {
			some(&s.Placement.Jobs[i].MI)
		}
	case s.Window != nil:
		some(&s.Window.Request.Volume)
		for i := range s.Window.Nodes {
			some(&s.Window.Nodes[i].Price)
		}
	case s.Batch != nil:
		for i := range s.Batch.Jobs {
			some(&s.Batch.Jobs[i].Volume)
		}
	case s.Group != nil:
		for i := range s.Group.Groups {
			if a := s.Group.Groups[i].Availability; a != nil {
				*a *= draw.Uniform(0.9, 1)
			}
		}
	case s.Farm != nil:
		for i := range s.Farm.Machines {
			s.Farm.Machines[i].Slots *= 3
		}
		for i := range s.Farm.Jobs {
			j := &s.Farm.Jobs[i]
			some(&j.Duration)
			j.Slots *= 3
		}
	}
}

// options is a run with each option that is a word or a switch drawn.
func options(a *catalog.Algorithm, draw *rng.Stream) scenario.Run {
	run := scenario.Run{Algorithm: a.ID, Options: map[string]any{}}
	for _, o := range a.Options {
		if _, ok := o.Default.(bool); ok {
			run.Options[o.ID] = draw.Chance(0.5)
		} else if len(o.Choices) > 0 {
			run.Options[o.ID] = o.Choices[draw.IntN(len(o.Choices))]
		}
	}
	return run
}

// Command digests prints the digests of many answers, one a line. Two builds
// agree if their outputs are equal: every processor must compute the same bits,
// and its checker must reach the same verdicts.
//
// The scenarios are all presets with two seeds, solved by the default
// algorithms, and small random documents, solved by every algorithm of the kind
// with random options. The arguments are the number of random documents and the
// presets that are not solved because they take too long on an emulated processor.
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
	"gridbox/core/randscenario"
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

// list writes the digests of the presets that are not left out, and of count
// random documents.
func list(out *bufio.Writer, count int, without []string) error {
	presets := catalog.PresetIDs()
	for _, id := range presets {
		for seed := range uint64(2) {
			s, _ := catalog.FromPreset(id, seed)
			runs := catalog.Runs(s)
			if slices.Contains(without, id) {
				runs = nil // the problem is generated but not solved
			}
			if err := write(out, id+" "+strconv.FormatUint(seed, 10), s, runs); err != nil {
				return err
			}
		}
	}
	for i := range count {
		draw := rng.New(uint64(i), "digests", 0)
		s := randscenario.NewSmall(presets[i%len(presets)], uint64(i), draw)
		randscenario.Roughen(s, draw)
		k, _ := catalog.ByID(s.Kind)
		var runs []scenario.Run
		for _, a := range k.Algorithms {
			runs = append(runs, randscenario.Options(&a, draw))
		}
		if err := write(out, "drawn "+strconv.Itoa(i), s, runs); err != nil {
			return err
		}
		if err := writeNoisyDigest(out, "noisy "+strconv.Itoa(i), s); err != nil {
			return err
		}
	}
	return nil
}

// write writes the digest of a scenario made explicit, and of the answers to it.
// It returns an error if the scenario is invalid or a run fails.
func write(out *bufio.Writer, name string, s *scenario.Scenario, runs []scenario.Run) error {
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
		fmt.Fprintln(out, name, run.Algorithm, string(doc.Canonical(run.Options)), a.Digest, a.Check.OK,
			a.Check.ScopeName())
	}
	return nil
}

// writeNoisyDigest writes the digest of a scenario with the usual noise in its second
// replication. It returns an error if the noise cannot be applied.
func writeNoisyDigest(out *bufio.Writer, name string, s *scenario.Scenario) error {
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

package engine

import (
	"bytes"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// VerifyResult returns everything in a result that contradicts the scenario. A result may refer
// to the scenario as given or with its problem made explicit, and may have no digests. Each
// answer's check is replaced by our own.
func (e Engine) VerifyResult(s, explicit *scenario.Scenario, r *scenario.Result) []scenario.Violation {
	if r.Kind != s.Kind {
		return []scenario.Violation{{Path: "kind",
			Reason: "the result is of kind " + r.Kind + ", the scenario of kind " + s.Kind}}
	}
	var found []scenario.Violation
	if d := scenario.Digest(s); r.Scenario != d && r.Scenario != scenario.Digest(explicit) {
		found = append(found, scenario.Violation{Path: "scenario",
			Reason: "the result answers the scenario " + r.Scenario + "; this one is " + d})
	}
	found = append(found, runMismatches(s, r.Runs)...)
	for i := range r.Runs {
		a := &r.Runs[i]
		at := "runs[" + strconv.Itoa(i) + "]"
		if d := a.ContentDigest(); a.Digest != "" && a.Digest != d {
			found = append(found, scenario.Violation{Path: at + ".digest",
				Reason: "the answer was changed after it was signed: its content has the digest " + d})
		}
		verdict := e.Verify(explicit, a)
		a.Check = verdict // whatever its own check states
		for _, v := range verdict.Violations {
			found = append(found, scenario.Violation{Path: doc.JoinPath(at, v.Path), Reason: v.Reason})
		}
	}
	return found
}

// runMismatches returns contradictions between the answers and the scenario's runs. An answer that
// names no run may belong to any.
func runMismatches(s *scenario.Scenario, answers []scenario.Answer) (found []scenario.Violation) {
	runs := catalog.Runs(s)
	answered := map[int]int{}
	for i := range answers {
		a := &answers[i]
		if a.Run == nil {
			continue
		}
		at, place := "runs["+strconv.Itoa(i)+"]", *a.Run
		report := func(field, why string) {
			found = append(found, scenario.Violation{Path: at + "." + field, Reason: why})
		}
		if place < 0 || place >= len(runs) {
			report("run", "is "+strconv.Itoa(place)+"; the scenario's runs are 0 to "+strconv.Itoa(len(runs)-1))
			continue
		}
		if first, twice := answered[place]; twice {
			report("run", "is "+strconv.Itoa(place)+", which runs["+strconv.Itoa(first)+"] answers already")
		} else {
			answered[place] = i
		}
		run := &runs[place]
		if a.Algorithm != run.Algorithm {
			report("algorithm", "is "+a.Algorithm+"; the scenario's run "+strconv.Itoa(place)+" is of "+run.Algorithm)
			continue
		}
		if a.Label != run.Label {
			report("label", "is "+strconv.Quote(a.Label)+"; the scenario's run "+strconv.Itoa(place)+" has "+
				strconv.Quote(run.Label))
		}
		algorithm, _ := catalog.Find(s.Kind, run.Algorithm)
		asked := doc.Canonical(algorithm.Complete(run.Options))
		if !bytes.Equal(doc.Canonical(algorithm.Complete(a.Options)), asked) {
			report("options", "are not those of the scenario's run "+strconv.Itoa(place)+", "+string(asked))
		}
	}
	return found
}

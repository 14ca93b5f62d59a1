package report

import (
	"bytes"
	"slices"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/study"
)

// maxContradictions is the maximum number of contradictions that are listed.
const maxContradictions = 20

// Contradictions returns the faults of a study document that contradict it or
// the plan of its study: its digest, and every number of its cells and pairs.
// If the document has its values, as parts do, all numbers are computed again;
// otherwise the consistency of counts and p-values is checked.
func (d *Document) Contradictions(plan *study.Plan) (faults doc.Faults) {
	again := *d
	if again.sign(); again.Digest != d.Digest {
		faults = append(faults, doc.Fault{Path: "digest", Value: strconv.Quote(d.Digest),
			Reason: "is not that of the document, which was changed after it was signed: it has now " + again.Digest})
	}
	if d.Scenario != plan.Digest {
		faults = append(faults, doc.Fault{Path: "scenario", Value: strconv.Quote(d.Scenario),
			Reason: "is another study; this one is " + plan.Digest})
	}
	if d.Part == nil {
		return append(faults, d.inconsistencies(plan)...)
	}
	if d.Part.Scenario != plan.Digest {
		return append(faults, doc.Fault{Path: "part.scenario", Value: strconv.Quote(d.Part.Scenario),
			Reason: "is another study; this one is " + plan.Digest})
	}
	part, wrong := d.Part.PartOf(plan)
	if part == nil { // only its digest may be wrong, and the cells show where
		bare := *d.Part
		bare.Digest = ""
		faults = append(faults, wrong.PrefixPaths("part")...)
		if part, wrong = bare.PartOf(plan); part == nil {
			return append(faults, wrong.PrefixPaths("part")...)
		}
	}
	measured := New(plan, part)
	measured.Title = d.Title
	measured.Digest, measured.Part, again.Digest, again.Part = "", nil, "", nil
	return append(faults, differences(&again, measured)...)
}

// inconsistencies returns the inconsistencies of a document without values. They are
// counts that do not add up, and verdicts that do not follow from the p-values
// and the margins.
func (d *Document) inconsistencies(plan *study.Plan) (faults doc.Faults) {
	runs := plan.Runs()
	cells, pairs := len(plan.Points)*len(plan.Metrics)*runs, len(plan.Points)*len(plan.Metrics)*runs*(runs-1)/2
	if len(d.Cells) != cells || len(d.Pairs) != pairs {
		return doc.Faults{{Path: "cells", Reason: "and pairs must be " + strconv.Itoa(cells) + " and " +
			strconv.Itoa(pairs) + ", one a point, metric and run or two runs; there are " +
			strconv.Itoa(len(d.Cells)) + " and " + strconv.Itoa(len(d.Pairs))}}
	}
	for i := range d.Cells {
		c := &d.Cells[i]
		if n := c.Count + c.Infeasible + c.Failed + c.Lacking; n != d.Replications {
			faults = append(faults, doc.Fault{Path: "cells[" + strconv.Itoa(i) + "]",
				Reason: "counts " + strconv.Itoa(n) + " replications of " + strconv.Itoa(d.Replications)})
		}
	}
	// Corrections and verdicts follow from the p-values and the margins.
	again := *d
	again.Pairs = slices.Clone(d.Pairs)
	for i := range again.Pairs {
		p := &again.Pairs[i]
		if wins, ties, losses := p.counts(); p.Wins != nil && wins+ties+losses != p.Count {
			faults = append(faults, doc.Fault{Path: "pairs[" + strconv.Itoa(i) + "]",
				Reason: "has " + strconv.Itoa(wins+ties+losses) + " wins, ties and losses of " + strconv.Itoa(p.Count)})
		}
		if p.Holm, p.Significant = nil, false; p.Verdict == Different {
			p.Verdict = Undecided
		}
	}
	correct(&again)
	return append(faults, differences(d, &again)...)
}

// differences returns the first numbers that differ between a document and the
// expected one.
func differences(is, must *Document) (faults doc.Faults) {
	var a, b any
	doc.Decode(doc.Canonical(is), &a)
	doc.Decode(doc.Canonical(must), &b)
	differ("", a, b, &faults)
	return faults
}

// differ compares two JSON values recursively and adds a fault for each
// difference, at most maxContradictions in all.
func differ(path string, is, must any, faults *doc.Faults) {
	if len(*faults) == maxContradictions {
		return
	}
	if list, ok := is.([]any); ok {
		if other, ok := must.([]any); ok && len(other) == len(list) {
			for i := range list {
				differ(path+"["+strconv.Itoa(i)+"]", list[i], other[i], faults)
			}
			return
		}
	}
	if object, ok := is.(map[string]any); ok {
		if other, ok := must.(map[string]any); ok {
			for _, name := range names(object, other) {
				differ(doc.JoinPath(path, name), object[name], other[name], faults)
			}
			return
		}
	}
	if a, b := doc.Canonical(is), doc.Canonical(must); !bytes.Equal(a, b) {
		*faults = append(*faults, doc.Fault{Path: path, Value: abbreviate(a), Reason: "must be " + abbreviate(b)})
	}
}

// abbreviate returns a text unchanged if it has at most 60 bytes, and its first 57 bytes with "..." otherwise.
func abbreviate(text []byte) string {
	if len(text) > 60 {
		return string(text[:57]) + "..."
	}
	return string(text)
}

// names returns the field names of two objects in ascending order, each once.
func names(a, b map[string]any) (list []string) {
	for name := range a {
		list = append(list, name)
	}
	for name := range b {
		if _, both := a[name]; !both {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

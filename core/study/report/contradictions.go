package report

import (
	"bytes"
	"slices"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/study"
)

// mostContradictions bounds how many are told one by one.
const mostContradictions = 20

// Contradictions lists what in a study document does not follow from it and
// from the plan of its study: its digest, and every number of its cells and pairs.
// Where the document holds its values, as parts do, all of them are computed
// again; where it does not, what the counts and p-values say of one another is.
func (d *Document) Contradictions(plan *study.Plan) (faults doc.Faults) {
	again := *d
	if again.sign(); again.Digest != d.Digest {
		faults = append(faults, doc.Fault{Path: "digest", Value: strconv.Quote(d.Digest),
			Why: "is not that of the document, which was changed after it was signed: it has now " + again.Digest})
	}
	if d.Scenario != plan.Digest {
		faults = append(faults, doc.Fault{Path: "scenario", Value: strconv.Quote(d.Scenario),
			Why: "is another study; this one is " + plan.Digest})
	}
	if d.Part == nil {
		return append(faults, d.odd(plan)...)
	}
	if d.Part.Scenario != plan.Digest {
		return append(faults, doc.Fault{Path: "part.scenario", Value: strconv.Quote(d.Part.Scenario),
			Why: "is another study; this one is " + plan.Digest})
	}
	part, wrong := d.Part.PartOf(plan)
	if part == nil { // its digest may be all that is wrong, and the cells say where
		bare := *d.Part
		bare.Digest = ""
		faults = append(faults, wrong.Within("part")...)
		if part, wrong = bare.PartOf(plan); part == nil {
			return append(faults, wrong.Within("part")...)
		}
	}
	told := Of(plan, part)
	told.Title = d.Title
	told.Digest, told.Part, again.Digest, again.Part = "", nil, "", nil
	return append(faults, differences(&again, told)...)
}

// odd lists what the numbers of a document without values say of one another.
func (d *Document) odd(plan *study.Plan) (faults doc.Faults) {
	runs := plan.Runs()
	cells, pairs := len(plan.Points)*len(plan.Metrics)*runs, len(plan.Points)*len(plan.Metrics)*runs*(runs-1)/2
	if len(d.Cells) != cells || len(d.Pairs) != pairs {
		return doc.Faults{{Path: "cells", Why: "and pairs must be " + strconv.Itoa(cells) + " and " +
			strconv.Itoa(pairs) + ", one a point, metric and run or two runs; there are " +
			strconv.Itoa(len(d.Cells)) + " and " + strconv.Itoa(len(d.Pairs))}}
	}
	for i := range d.Cells {
		c := &d.Cells[i]
		if n := c.Count + c.Infeasible + c.Failed + c.Lacking; n != d.Replications {
			faults = append(faults, doc.Fault{Path: "cells[" + strconv.Itoa(i) + "]",
				Why: "counts " + strconv.Itoa(n) + " replications of " + strconv.Itoa(d.Replications)})
		}
	}
	// What is corrected and judged follows from the p-values and the margins.
	again := *d
	again.Pairs = slices.Clone(d.Pairs)
	for i := range again.Pairs {
		p := &again.Pairs[i]
		if wins, ties, losses := p.counts(); p.Wins != nil && wins+ties+losses != p.Count {
			faults = append(faults, doc.Fault{Path: "pairs[" + strconv.Itoa(i) + "]",
				Why: "has " + strconv.Itoa(wins+ties+losses) + " wins, ties and losses of " + strconv.Itoa(p.Count)})
		}
		if p.Holm, p.Significant = nil, false; p.Verdict == Different {
			p.Verdict = Undecided
		}
	}
	correct(&again)
	return append(faults, differences(d, &again)...)
}

// differences lists the first numbers in which a document is not what it must be.
func differences(is, must *Document) (faults doc.Faults) {
	var a, b any
	doc.Decode(doc.Canonical(is), &a)
	doc.Decode(doc.Canonical(must), &b)
	differ("", a, b, &faults)
	return faults
}

// differ goes through two values of JSON side by side.
func differ(path string, is, must any, faults *doc.Faults) {
	if len(*faults) == mostContradictions {
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
		*faults = append(*faults, doc.Fault{Path: path, Value: brief(a), Why: "must be " + brief(b)})
	}
}

// brief keeps a line a line.
func brief(text []byte) string {
	if len(text) > 60 {
		return string(text[:57]) + "..."
	}
	return string(text)
}

// names lists the fields of two objects in order.
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

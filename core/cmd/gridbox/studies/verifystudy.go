package studies

import (
	"strconv"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// FormatOf returns the format of a document, or "" if it names none.
func FormatOf(text []byte) string {
	var head struct {
		Format string `json:"format"`
	}
	doc.Decode(text, &head)
	return head.Format
}

// CheckStudy verifies a study document, or a part as written by workers, against its scenario.
func (c *Call) CheckStudy(s *scenario.Scenario, format string, text []byte) int {
	d := &report.Document{}
	if format == study.PartFormat {
		part := &study.PartDocument{}
		if !c.Blame(c.Args[1]+": ", doc.Decode(text, part)) {
			return cli.Wrong
		}
		d.Part, d.Scenario = part, part.Scenario
		if part.Study != nil && part.Study.Study != nil {
			d.RequestedReplications = part.Study.Study.Replications
		}
	} else if read, faults := report.Parse(text); c.Blame(c.Args[1]+": ", faults) {
		d = read
	} else {
		return cli.Wrong
	}
	plan, faults := study.New(s, study.Limits{Large: true})
	if plan == nil || plan.Digest != d.Scenario {
		// gridbox study --replications replaces the scenario's number
		if other, _ := study.New(withReplications(s, d.RequestedReplications),
			study.Limits{Large: true}); other != nil &&
			other.Digest == d.Scenario {
			plan, faults = other, nil
		}
	}
	if !c.Blame("", faults) {
		return cli.Wrong
	}
	var found doc.Faults
	if format == study.PartFormat {
		found = partOf(plan, d.Part)
	} else {
		found = d.Contradictions(plan)
	}
	c.Blame("", found)
	c.Say(studySummary(d, plan, len(found)))
	if len(found) > 0 {
		return cli.Failed
	}
	return cli.Done
}

// withReplications returns the scenario with a number of replications in its study.
func withReplications(s *scenario.Scenario, replications int) *scenario.Scenario {
	other, st := *s, scenario.Study{}
	if s.Study != nil {
		st = *s.Study
	}
	st.Replications = replications
	other.Study = &st
	return &other
}

// partOf verifies a part without statistics.
func partOf(plan *study.Plan, d *study.PartDocument) doc.Faults {
	if d.Scenario != plan.Digest {
		return doc.Faults{{Path: "scenario", Value: strconv.Quote(d.Scenario),
			Reason: "is another study; this one is " + plan.Digest}}
	}
	_, faults := d.PartOf(plan)
	return faults
}

// studySummary returns the result of a check as text: the checked parts of the document and
// the number of violations. A part without a digest adds a warning.
func studySummary(d *report.Document, plan *study.Plan, found int) string {
	text := strconv.Itoa(len(d.Cells)) + " cells and " + strconv.Itoa(len(d.Pairs)) + " pairs checked, "
	switch {
	case d.Format == "":
		text = "a part of " + strconv.Itoa(len(plan.Points)) + " points checked, "
	case d.Part == nil:
		text = "a study without its values: its digest and the relations among its numbers checked, "
	}
	if d.Part != nil && d.Part.Digest == "" {
		text = "the part has no digest, so that changes of its values are not detected\n" + text
	}
	return text + cli.ViolationCount(found)
}

package serve

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// ErrLacking is returned if earlier parts of a tally are missing, because another worker has
// replaced this one. The page then sends all of them.
var ErrLacking = errors.New("serve: the parts before are not here")

// A mergedStudy is the merged parts of one study. It may be lost at any time, because the page keeps
// the parts; it saves sending all of them for every request.
type mergedStudy struct {
	key   string
	parts int
	part  *study.Part
}

// Tally adds the new parts and returns the statistic About["as"]:
//
//	plan      the size of the study, as a study.Outline
//	view      the study document of one metric: all of its cells, and the pairs of one point
//	document  the whole study document, as written by gridbox study
//	outcome   the result of that study, as a scenario.StudyExpectation
//	csv       its cells as text; values: every value of every replication
//	part      all parts as one document
//	picks     the best, median and worst replication of one cell, as a list of study.Pick
//	effects   the share of each path in the variation of one metric, as a list of report.Effect
//	scenario  one replication as a separate scenario
//	paper     the rows of a paper that are read from this experiment, as a list of paper.RowView
func (c *Catalog) Tally(_ context.Context, t TallyRequest) ([]byte, error) {
	text, rest, _ := bytes.Cut(t.Text, []byte{'\n'})
	plan, err := c.plan(text, t.Large)
	if err != nil {
		return nil, err
	}
	if err := c.tally.merge(plan, t, rest); err != nil {
		return nil, err
	}
	if t.About["as"] == "paper" {
		return c.papers.rows(plan, c.tally.part, t.About)
	}
	return c.tally.statistic(plan, t.About)
}

// merge merges the new parts.
func (k *mergedStudy) merge(plan *study.Plan, t TallyRequest, rest []byte) error {
	if t.Have > 0 && (k.key != t.Key || k.parts != t.Have) {
		return ErrLacking
	}
	parts, whole := 0, study.NewPart(plan, catalog.Version)
	all := []*study.Part{whole}
	if t.Have > 0 {
		parts, all = k.parts, []*study.Part{k.part}
	}
	for line := range bytes.Lines(rest) {
		part, err := readPart(plan, line)
		if err != nil {
			return err
		}
		all, parts = append(all, part), parts+1
	}
	merged := all[0]
	if len(all) > 1 {
		var err error
		if merged, err = study.Merge(all...); err != nil {
			return err
		}
	}
	k.key, k.parts, k.part = t.Key, parts, merged
	return nil
}

// readPart parses a part.
func readPart(plan *study.Plan, line []byte) (*study.Part, error) {
	d := &study.PartDocument{}
	if faults := doc.Decode(line, d); len(faults) > 0 {
		return nil, faults
	}
	if d.Scenario != plan.Digest {
		return nil, errors.New("a part is of another study")
	}
	part, faults := d.PartOf(plan)
	return part, faults.Err()
}

// statistic returns a statistic of the parts.
func (k *mergedStudy) statistic(plan *study.Plan, about map[string]string) ([]byte, error) {
	number := func(name string, below int) (int, error) {
		n, err := strconv.Atoi(about[name])
		if err != nil || n < 0 || n >= below {
			return 0, errors.New("the study has no " + name + " " + strconv.Quote(about[name]))
		}
		return n, nil
	}
	switch about["as"] {
	case "plan":
		return doc.Canonical(plan.Outline()), nil
	case "document":
		return report.New(plan, k.part).Text(), nil
	case "outcome":
		d := report.New(plan, k.part)
		return doc.Canonical(scenario.ExpectStudy(d.Digest, d.Means(), d.Engine)), nil
	case "csv":
		return report.New(plan, k.part).CSV(plan), nil
	case "values":
		return report.ValuesCSV(plan, k.part), nil
	case "part":
		return k.part.Text(), nil
	case "effects":
		return doc.Canonical(report.Effects(plan, k.part, max(0, slices.Index(plan.Metrics, about["metric"])))), nil
	}
	point, err := number("point", len(plan.Points))
	if err != nil {
		return nil, err
	}
	switch about["as"] {
	case "view":
		return doc.Canonical(report.View(plan, k.part, about["metric"], point)), nil
	case "picks":
		run, err := number("run", plan.Runs())
		if err != nil {
			return nil, err
		}
		return doc.Canonical(plan.Picks(k.part, point, run, max(0, slices.Index(plan.Metrics, about["metric"])))), nil
	case "scenario":
		r, err := number("replication", plan.Replications())
		if err != nil {
			return nil, err
		}
		return scenario.Text(plan.Replication(point, r)), nil
	}
	return nil, errors.New("there is no tally as " + strconv.Quote(about["as"]))
}

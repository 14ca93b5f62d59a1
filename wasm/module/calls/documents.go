package calls

import (
	"bytes"
	"context"
	"errors"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/draw/paperfigure"
	"gridbox/core/draw/render"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
	"gridbox/wasm/msg"
	"gridbox/wasm/serve"
)

// read parses a scenario with the runs that a page would show, and makes its problem explicit.
func read(text []byte) (s, explicit *scenario.Scenario, err error) {
	s, faults := scenario.Parse(text)
	if err := faults.Err(); err != nil {
		return nil, nil, err
	}
	if err := serve.SizeLimit(s); err != nil {
		return nil, nil, err
	}
	if err := catalog.Check(s).Err(); err != nil {
		return nil, nil, err
	}
	explicit, faults = scenario.ExpandValid(s)
	return s, explicit, faults.Err()
}

// solve solves all runs of a scenario, as gridbox solve does, and returns the result document. It reports its
// progress after every run, and returns the error of the first run that fails.
func (d *desk) solve(ctx context.Context, text []byte, ask msg.Request) ([]byte, error) {
	s, _, err := read(text)
	if err != nil {
		return nil, err
	}
	d.permit(text, ask)
	r := scenario.Result{Format: scenario.ResultFormat, Version: scenario.ResultVersion, Engine: catalog.Version,
		Scenario: scenario.Digest(s), Kind: s.Kind, Runs: []scenario.Answer{}}
	runs, report := catalog.Runs(s), d.progress(ask.ID)
	for i := range runs {
		solved, err := d.catalog.Solve(ctx, text, runs[i], func(int, int) {})
		if err != nil {
			return nil, err
		}
		answer, faults := scenario.ParseAnswer(solved.Answer, solved.Kind)
		if err := faults.Err(); err != nil {
			return nil, err
		}
		if i < len(s.Runs) {
			answer.Run = &i
		}
		r.Runs = append(r.Runs, answer)
		report(i+1, len(runs))
	}
	return doc.Canonical(r), nil
}

// check verifies a result against its scenario, as gridbox check does.
func (d *desk) check(text, result []byte) ([]byte, error) {
	s, explicit, err := read(text)
	if err != nil {
		return nil, err
	}
	r, faults := scenario.ParseResult(result)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	found := append([]scenario.Violation{}, d.catalog.Engine.VerifyResult(s, explicit, r)...)
	return doc.Canonical(Verdict{OK: len(found) == 0, Violations: found}), nil
}

// draw draws a problem, the answer of one run, a metric of all runs, or a study.
func (d *desk) draw(text, second []byte, about map[string]string) ([]byte, error) {
	_, explicit, err := read(text)
	if err != nil {
		return nil, err
	}
	p := paperfigure.Plate{Scenario: explicit, VariedPath: about["along"]}
	p.Metric, p.Charted = about["chart"]
	options := render.Options{Width: 84, Grey: about["grey"] == "true", Patterns: about["patterns"] == "true"}
	for name, to := range map[string]*float64{"width": &options.Width, "height": &p.Height, "text": &options.Text} {
		if wish := about[name]; wish != "" {
			if *to, err = strconv.ParseFloat(wish, 64); err != nil || !(*to > 0) {
				return nil, errors.New(name + " is a number above 0, not " + wish)
			}
		}
	}
	switch {
	case len(second) == 0:
	case bytes.Contains(second[:min(len(second), 4096)], []byte(strconv.Quote(report.Format))):
		var faults doc.Faults
		if p.Study, faults = report.Parse(second); len(faults) > 0 {
			return nil, faults
		}
	default:
		r, faults := scenario.ParseResult(second)
		if len(faults) > 0 {
			return nil, faults
		}
		if p.Answers, err = selectAnswers(explicit, r, about["run"], p.Charted); err != nil {
			return nil, err
		}
	}
	page, err := p.Page(options, about["caption"] == "true")
	if err != nil {
		return nil, err
	}
	return page.SVG(), nil
}

// selectAnswers returns the answers to draw: all for a chart, one for a picture, by index or name.
func selectAnswers(s *scenario.Scenario, r *scenario.Result, run string, all bool) ([]scenario.Answer, error) {
	if r.Kind != s.Kind {
		return nil, errors.New("the result is of kind " + r.Kind + ", the scenario of kind " + s.Kind)
	}
	answers := catalog.LabelledAnswers(s, r.Runs)
	if all && run == "" || len(answers) == 0 {
		return answers, nil
	}
	names := catalog.Names(s.Kind, catalog.RunsOf(answers))
	for i := range answers {
		if run == "" || run == strconv.Itoa(i) || run == names[i] || run == answers[i].Algorithm {
			return answers[i : i+1], nil
		}
	}
	return nil, errors.New("the result has no run " + strconv.Quote(run) + doc.Suggest(run, names))
}

// link returns the address of a scenario in the laboratory, with the expected digest of its
// answers if there are some.
func (d *desk) link(text, result []byte) ([]byte, error) {
	s, _, err := read(text)
	if err != nil {
		return nil, err
	}
	address, err := scenario.Link(s)
	if err != nil {
		return nil, err
	}
	if len(result) > 0 {
		r, faults := scenario.ParseResult(result)
		if len(faults) > 0 {
			return nil, faults
		}
		address += scenario.Expecting(r.Runs, r.Engine).Parameters()
	}
	return []byte(address), nil
}

// size returns the number of replications of a study over all of its points.
func (d *desk) size(text []byte) ([]byte, error) {
	s, faults := scenario.Parse(text)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	plan, faults := study.New(s, study.Limits{})
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return []byte(strconv.Itoa(len(plan.Points) * plan.Replications())), nil
}

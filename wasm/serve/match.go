package serve

import (
	"bytes"
	"context"
	"errors"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/league"
	"gridbox/core/scenario"
	"gridbox/wasm/msg"
)

// A match is the league requested last, cached because a page requests one stretch after another.
type match struct {
	text     []byte
	request  *league.Request
	measurer *league.Measurer
}

// Match solves instances of a league by all of its runs.
func (c *Catalog) Match(ctx context.Context, text []byte, from, to int, report func(done, total int)) ([]byte,
	error) {
	m, err := c.league(text)
	if err != nil {
		return nil, err
	}
	if from < 0 || to < from || to > m.request.Instances {
		return nil, errors.New("the league has no such instances")
	}
	table := make([][]league.Value, 0, to-from)
	for i := from; i < to; i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		table = append(table, m.measurer.Measure(ctx, c.Engine, i))
		report(i+1-from, to-from)
	}
	if err := ctx.Err(); err != nil {
		return nil, err // after an interruption the last values may be incomplete
	}
	return doc.Canonical(table), nil
}

// Pick makes one instance of a league a scenario of its own.
func (c *Catalog) Pick(ctx context.Context, text []byte) ([]byte, error) {
	head, rest, _ := bytes.Cut(text, []byte{'\n'})
	pick := msg.MatchPick{}
	if faults := doc.Decode(head, &pick); len(faults) > 0 {
		return nil, faults
	}
	m, err := c.league(rest)
	if err != nil {
		return nil, err
	}
	r := m.request
	if pick.Instance < 0 || pick.Instance >= r.Instances || min(pick.A, pick.B) < 0 ||
		max(pick.A, pick.B) >= len(r.Runs) {
		return nil, errors.New("the league has no such instance")
	}
	if pick.Whole {
		made, err := m.measurer.Instance(pick.Instance)
		if err != nil {
			return nil, err
		}
		return scenario.Canonical(made), nil
	}
	names := catalog.Names(r.Scenario.Kind, r.Runs)
	d := &league.Document{Metric: r.Metric, Instances: r.Instances}
	for _, k := range []int{pick.A, pick.B} {
		d.Rows = append(d.Rows, league.Row{Run: r.Runs[k], Name: names[k]})
	}
	made, err := r.Cell(ctx, c.Engine, d, &league.Pair{A: names[pick.A], B: names[pick.B], Compared: pick.Compared,
		Worst: &pick.Ratio, Instance: pick.Instance}, pick.Tries)
	if err != nil {
		return nil, err
	}
	return scenario.Canonical(made), nil
}

// league parses a league and caches it.
func (c *Catalog) league(text []byte) (*match, error) {
	m := &c.match
	if m.measurer == nil || !bytes.Equal(m.text, text) {
		c.match = match{}
		line, rest, _ := bytes.Cut(text, []byte{'\n'})
		r := &league.Request{Clock: clock()}
		if faults := doc.Decode(line, &r.Question); len(faults) > 0 {
			return nil, faults
		}
		s, faults := scenario.Parse(rest)
		if err := faults.Err(); err != nil {
			return nil, err
		}
		if err := SizeLimit(s); err != nil {
			return nil, err
		}
		r.Scenario = s
		measurer, err := league.NewMeasurer(r)
		if err != nil {
			return nil, err
		}
		c.match = match{bytes.Clone(text), r, measurer}
	}
	m.request.Env.Programs = c.programs()
	return m, nil
}

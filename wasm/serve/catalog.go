package serve

import (
	"bytes"
	"context"
	"time"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// Catalog answers with the algorithms of an engine. It keeps
// the last scenario that it read, because a page asks for one algorithm after
// another on the same document; solvers never change it. It also keeps the
// parts of the last study, the last search, and the last paper; a page has one
// worker do that, beside those that solve.
type Catalog struct {
	Engine engine.Engine
	// Programs runs people's own programs, nil where there is no interpreter.
	Programs policy.Interpreter

	allowed []string // the programs that may run
	text    []byte
	last    *scenario.Scenario
	study   planned
	tally   tally
	hunt    *hunt
	papers  papers

	// ballast is memory that nothing is written to. A study's replications live
	// in a few megabytes, and the collector would come a thousand times in the
	// square paper's study; it waits until a share of what lives is used up anew,
	// three fifths of it in the page's workers (assets/js/worker.js).
	ballast []byte
}

// Name is the version of the algorithms.
func (*Catalog) Name() string { return catalog.Version }

// Expand makes a generated scenario explicit.
func (c *Catalog) Expand(_ context.Context, text []byte) ([]byte, error) {
	explicit, err := c.read(text)
	if err != nil {
		return nil, err
	}
	return scenario.Canonical(explicit), nil
}

// long is the size of a document from which on its parts are worth a rest.
const long = 1 << 20

// rest lets the collector of garbage finish what it has begun: it shares the thread with
// work that does not let go by itself, and while it waits nothing is given back.
func (*Catalog) rest(size int) {
	if size >= long {
		time.Sleep(time.Millisecond)
	}
}

// Solve runs one algorithm and has its answer checked.
func (c *Catalog) Solve(ctx context.Context, text []byte, run scenario.Run,
	report func(done, total int)) (Solved, error) {
	explicit, err := c.read(text)
	if err != nil {
		return Solved{}, err
	}
	c.rest(len(text))
	env := engine.Env{Progress: report, Clock: clock(), Programs: c.programs()}
	env.Rest = func() { c.rest(len(text)) }
	answer, err := c.Engine.RunText(ctx, explicit, run, env)
	if err != nil {
		return Solved{}, err
	}
	return Solved{Kind: explicit.Kind, Answer: answer}, nil
}

// Explain runs one algorithm with its events recorded.
func (c *Catalog) Explain(ctx context.Context, text []byte, run scenario.Run, about map[string]string,
	report func(done, total int)) (Why, error) {
	explicit, err := c.read(text)
	if err != nil {
		return Why{}, err
	}
	if solves, wanted := about["flips"]; wanted {
		return c.flips(ctx, explicit, run, about["job"], solves, report)
	}
	found, err := c.Engine.ExplainExplicit(ctx, explicit, run, about,
		engine.Env{Progress: report, Clock: clock(), Programs: c.programs()})
	if err != nil {
		return Why{}, err
	}
	why := Why{Trace: found.Trace}
	if found.Detail != nil {
		why.Detail = doc.Canonical(found.Detail)
	}
	return why, nil
}

// read gives the explicit scenario that a text stands for.
func (c *Catalog) read(text []byte) (*scenario.Scenario, error) {
	if c.last != nil && bytes.Equal(text, c.text) {
		return c.last, nil
	}
	c.text, c.last = nil, nil
	s, faults := scenario.Parse(text)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if err := SizeLimit(s); err != nil {
		return nil, err
	}
	explicit, faults := scenario.Made(s)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if err := SizeLimit(explicit); err != nil {
		return nil, err
	}
	c.text, c.last = text, explicit
	return explicit, nil
}

// clock measures milliseconds from now on.
func clock() func() float64 {
	began := time.Now()
	return func() float64 { return float64(time.Since(began)) / float64(time.Millisecond) }
}

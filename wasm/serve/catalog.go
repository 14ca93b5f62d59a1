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

// Catalog is an Engine with the algorithms of an engine of the core. It caches the last scenario,
// because a page sends several requests on the same document; solvers never modify it. It also
// keeps the parts of the last study, the last search and the last paper; a page has one worker
// for these, in addition to the solving ones.
type Catalog struct {
	Engine engine.Engine
	// Programs runs users' programs; nil if there is no interpreter.
	Programs policy.Interpreter

	allowed []string // digests of the programs that may run
	text    []byte
	last    *scenario.Scenario
	study   cachedPlan
	tally   mergedStudy
	search  *searchState
	papers  papers
	match   match

	// ballast is unused memory that delays garbage collection. A study's replications need only a
	// few megabytes, so without it the collector would run a thousand times in the square paper's
	// study. A collection starts when the heap has grown by a share, three fifths in the page's
	// workers (assets/js/worker.js).
	ballast []byte
}

// Name returns the version of the algorithms.
func (*Catalog) Name() string { return catalog.Version }

// Expand returns the explicit form of a generated scenario.
func (c *Catalog) Expand(_ context.Context, text []byte) ([]byte, error) {
	explicit, err := c.read(text)
	if err != nil {
		return nil, err
	}
	return scenario.Canonical(explicit), nil
}

// largeSize is the size of a document in bytes from which its parsing is split by pauses.
const largeSize = 1 << 20

// rest lets the garbage collector finish a cycle. It shares the thread with work that does not
// yield, and frees nothing while it waits.
func (*Catalog) rest(size int) {
	if size >= largeSize {
		time.Sleep(time.Millisecond)
	}
}

// Solve runs one algorithm and has its answer verified.
func (c *Catalog) Solve(ctx context.Context, text []byte, run scenario.Run,
	report func(done, total int)) (SolvedAnswer, error) {
	explicit, err := c.read(text)
	if err != nil {
		return SolvedAnswer{}, err
	}
	c.rest(len(text))
	env := engine.Env{Progress: report, Clock: clock(), Programs: c.programs()}
	env.Rest = func() { c.rest(len(text)) }
	answer, err := c.Engine.RunText(ctx, explicit, run, env)
	if err != nil {
		return SolvedAnswer{}, err
	}
	return SolvedAnswer{Kind: explicit.Kind, Answer: answer}, nil
}

// Explain runs one algorithm with its events recorded.
func (c *Catalog) Explain(ctx context.Context, text []byte, run scenario.Run, about map[string]string,
	report func(done, total int)) (Explanation, error) {
	explicit, err := c.read(text)
	if err != nil {
		return Explanation{}, err
	}
	if solves, wanted := about["flips"]; wanted {
		return c.flips(ctx, explicit, run, about["job"], solves, report)
	}
	found, err := c.Engine.ExplainExplicit(ctx, explicit, run, about,
		engine.Env{Progress: report, Clock: clock(), Programs: c.programs()})
	if err != nil {
		return Explanation{}, err
	}
	why := Explanation{Trace: found.Trace}
	if found.Detail != nil {
		why.Detail = doc.Canonical(found.Detail)
	}
	return why, nil
}

// read returns the explicit scenario of a text.
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
	explicit, faults := scenario.ExpandValid(s)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if err := SizeLimit(explicit); err != nil {
		return nil, err
	}
	c.text, c.last = text, explicit
	return explicit, nil
}

// clock returns a function that returns the milliseconds since now.
func clock() func() float64 {
	began := time.Now()
	return func() float64 { return float64(time.Since(began)) / float64(time.Millisecond) }
}

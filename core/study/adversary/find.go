package adversary

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/rng"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
	"gridbox/core/study"
)

const (
	elites     = 8  // candidates that are changed further
	generation = 64 // candidates that are tried together
)

// A Spec is the specification of a search.
type Spec struct {
	Contest
	// Tries is the maximum number of instances.
	Tries int `json:"tries" rule:">=1"`
	// Paths lists the paths of the parameters that may be changed; empty means all.
	Paths []string `json:"turn,omitempty"`
}

// A Result is the worst instance of a search.
type Result struct {
	Case
	// Tried counts instances, and Compared the instances that both runs solved.
	Tried, Compared int
	// Faulty is set if the search ended early, because a policy failed on all instances.
	Faulty bool
}

// Find returns the worst instance for run A, relative to run B, among h.Tries
// instances of a valid scenario. A quarter of them have the scenario's own
// parameters and other seeds. The rest are mutations, mostly of the worst
// instances so far. An explicit scenario is only one instance. The same
// scenario and specification give the same case. If both runs solve no common
// instance, Compared is 0.
func Find(ctx context.Context, e engine.Engine, s *scenario.Scenario, h Spec, env Env) (Result, error) {
	search := NewSearch(s, h)
	judge := newJudge(e, h.Contest, env.Programs)
	for list := search.Next(); len(list) > 0; list = search.Next() {
		if err := ctx.Err(); err != nil {
			return search.Result(), err
		}
		outcomes := make([]Outcome, len(list))
		env.forEach(len(list), func(i int) { outcomes[i] = judge.try(ctx, list[i]) })
		if err := ctx.Err(); err != nil {
			return search.Result(), err
		}
		search.AddOutcomes(outcomes)
		env.report(search.tried, search.tries)
	}
	return search.Result(), ctx.Err()
}

// A Search generates the instances to try next and receives their outcomes. The
// caller may try them on any number of cores.
type Search struct {
	base            scenario.Scenario
	contest         Contest
	less            bool
	draw            *rng.Stream
	knobs           []Knob
	tries           int
	tried, compared int
	faulty          bool
	pending         []*scenario.Scenario // the current generation
	best            []candidate          // the elites, worst instance first
}

// A candidate is a generated scenario with the outcome of both runs.
type candidate struct {
	scenario *scenario.Scenario
	outcome  Outcome
	ratio    float64
}

// NewSearch returns a search at its start.
func NewSearch(s *scenario.Scenario, h Spec) *Search {
	f := &Search{base: *s, contest: h.Contest, less: study.LowerIsBetter(s.Kind, h.Metric), tries: h.Tries,
		draw: rng.New(s.Seed, "study/worst/"+h.A.Algorithm+"/"+h.B.Algorithm+"/"+h.Metric, 0)}
	f.base.Runs, f.base.Study, f.base.View = []scenario.Run{h.A, h.B}, nil, nil
	if !scenario.Generates(s) {
		f.tries = 1
		return f
	}
	for _, k := range Knobs(s) {
		if len(h.Paths) == 0 || slices.Contains(h.Paths, k.Path) {
			f.knobs = append(f.knobs, k)
		}
	}
	return f
}

// Next returns the scenarios to try next, to be drawn with their own seeds. It
// returns none when the search is over.
func (f *Search) Next() []*scenario.Scenario {
	f.pending = make([]*scenario.Scenario, min(generation, f.tries-f.tried))
	for i := range f.pending {
		f.pending[i] = f.next(4*(f.tried+i) < f.tries)
	}
	return f.pending
}

// Pending returns the scenarios of the last Next.
func (f *Search) Pending() []*scenario.Scenario { return f.pending }

// Kind returns the kind of the scenario.
func (f *Search) Kind() string { return f.base.Kind }

// next returns the next candidate: a fresh one, or a changed elite.
func (f *Search) next(fresh bool) *scenario.Scenario {
	from := &f.base
	if !fresh && len(f.best) > 0 && f.draw.Chance(0.9) {
		from = f.best[f.draw.IntN(len(f.best))].scenario
	}
	s := *from
	if fresh || len(f.knobs) == 0 || f.draw.Chance(0.3) {
		s.Seed = f.draw.Uint64() >> 11
	}
	if fresh || len(f.knobs) == 0 {
		return &s
	}
	var document map[string]any
	doc.Decode(doc.Canonical(&s), &document)
	for range f.draw.UniformInt(1, 3) {
		k := &f.knobs[f.draw.IntN(len(f.knobs))]
		doc.Set(document, k.Path, k.sample(f.draw))
	}
	changed, faults := catalog.Parse(doc.Canonical(document))
	if len(faults) > 0 { // contradictory parameters
		return &s
	}
	return changed
}

// AddOutcomes adds the outcomes of the scenarios of Next, in order. The worst join
// the elites, earlier ones first among equals. If a policy fails on all of them
// and nothing was compared before, the search ends, since a program that
// does not end would take seconds for each instance.
func (f *Search) AddOutcomes(outcomes []Outcome) {
	faults := 0
	for i, o := range outcomes[:len(f.pending)] {
		f.tried++
		if o.Faulty {
			faults++
		}
		ratio, ok := o.ratio(f.less)
		if !ok {
			continue
		}
		f.compared++
		f.best = append(f.best, candidate{f.pending[i], o, ratio})
	}
	sorting.Stable(f.best, func(a, b candidate) int { return cmp.Compare(rank(b.ratio), rank(a.ratio)) })
	if len(f.best) > elites {
		f.best = f.best[:elites]
	}
	if f.faulty = f.compared == 0 && faults > 0 && faults == len(f.pending); f.faulty {
		f.tries = f.tried
	}
}

// Result returns the worst instance so far.
func (f *Search) Result() Result {
	found := Result{Tried: f.tried, Compared: f.compared, Faulty: f.faulty}
	if len(f.best) == 0 {
		return found
	}
	worst := &f.best[0]
	found.Case = Case{A: worst.outcome.A, B: worst.outcome.B, Ratio: worst.ratio}
	// It was drawn before, so there is no error.
	found.Scenario, _ = scenario.Draw(worst.scenario, worst.scenario.Seed)
	return found
}

// Worst returns the outcome and the ratio of the worst instance so far; the
// ratio is 0 if there is none.
func (f *Search) Worst() (o Outcome, ratio float64) {
	if len(f.best) == 0 {
		return Outcome{}, 0
	}
	return f.best[0].outcome, f.best[0].ratio
}

// TryCounts returns the number of instances tried, and of instances that both
// runs solved.
func (f *Search) TryCounts() (tried, compared int) { return f.tried, f.compared }

// rank returns a key for sorting ratios. An infinite ratio counts as little
// more than 1, since it only shows that B reaches 0; a finite one shows more.
func rank(ratio float64) float64 {
	if math.IsInf(ratio, 1) {
		return 1 + 1e-9
	}
	return ratio
}

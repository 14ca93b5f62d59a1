package worst

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

const (
	elites     = 8  // candidates that are changed further
	generation = 64 // candidates that are tried together
	// reach is by which factor parameters stray from the scenario's own.
	reach = 2
)

// A Found is the worst instance of a search.
type Found struct {
	Case
	// Tried counts instances, Compared those that both runs answered.
	Tried, Compared int
}

// A candidate is a generated scenario, not yet drawn.
type candidate struct {
	scenario *scenario.Scenario
	found    Case
	ok       bool
}

// Find tries so many instances of a valid scenario and gives the worst for A. A
// quarter of them has the scenario's own parameters and other seeds; the rest
// are changes of the worst so far. An explicit scenario is one instance only.
// The same scenario and contest give the same case. Nothing that both runs
// answer is a Found with Compared 0.
func Find(ctx context.Context, e engine.Engine, s *scenario.Scenario, c Contest, tries int, env Env) (Found, error) {
	f := &finder{judge: newJudge(e, s.Kind, c), draw: rng.New(s.Seed, "study/worst/"+c.A.Algorithm+"/"+c.B.Algorithm+"/"+c.Metric, 0), env: env}
	base := *s
	base.Runs, base.Study, base.View = []scenario.Run{c.A, c.B}, nil, nil
	if !scenario.Generates(s) {
		tries = 1
	} else {
		f.knobs = knobsOf(s)
	}
	for f.found.Tried < tries {
		if err := ctx.Err(); err != nil {
			return f.found, err
		}
		list := make([]candidate, min(generation, tries-f.found.Tried))
		for i := range list {
			list[i].scenario = f.next(&base, 4*(f.found.Tried+i) < tries)
		}
		env.each(len(list), func(i int) { list[i].found, list[i].ok = f.try(ctx, list[i].scenario) })
		f.keep(list)
		env.tell(f.found.Tried, tries)
	}
	return f.found, ctx.Err()
}

// A finder holds the state of a search.
type finder struct {
	judge *judge
	draw  *rng.Stream
	env   Env
	knobs []knob
	best  []candidate // the elites, worst instance first
	found Found
}

// next makes the next candidate: fresh, or an elite that is changed.
func (f *finder) next(base *scenario.Scenario, fresh bool) *scenario.Scenario {
	from := base
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
	for range f.draw.Between(1, 3) {
		k := &f.knobs[f.draw.IntN(len(f.knobs))]
		doc.Set(document, k.path, k.turned(f.draw))
	}
	changed, faults := catalog.Parse(doc.Canonical(document))
	if len(faults) > 0 { // parameters that do not go together
		return &s
	}
	return changed
}

// try draws a candidate's instance and compares the runs on it.
func (f *finder) try(ctx context.Context, s *scenario.Scenario) (Case, bool) {
	explicit, err := scenario.Draw(s, s.Seed)
	if err != nil {
		return Case{}, false
	}
	return f.judge.on(ctx, explicit)
}

// keep takes the worst of a generation among the elites, in the order in which
// they were made where they are equal.
func (f *finder) keep(list []candidate) {
	for i := range list {
		f.found.Tried++
		if !list[i].ok {
			continue
		}
		f.found.Compared++
		f.best = append(f.best, list[i])
	}
	slices.SortStableFunc(f.best, func(a, b candidate) int { return cmp.Compare(b.found.rank(), a.found.rank()) })
	if len(f.best) > elites {
		f.best = f.best[:elites]
	}
	if len(f.best) > 0 {
		f.found.Case = f.best[0].found
	}
}

// rank orders cases by their ratio. An infinite one counts as hardly more than
// 1: it says that B reaches 0, and a finite one says more.
func (c *Case) rank() float64 {
	if math.IsInf(c.Ratio, 1) {
		return 1 + 1e-9
	}
	return c.Ratio
}

// A knob is one number of the generator that the search may turn.
type knob struct {
	path      string
	low, high float64
	whole     bool
	// values are those that the study lists, where it varies the path.
	values []any
}

// turned is a new setting.
func (k *knob) turned(draw *rng.Stream) any {
	if k.values != nil {
		return k.values[draw.IntN(len(k.values))]
	}
	x := draw.Uniform(k.low, k.high)
	if k.low > 0 { // as often below the middle as above it, in proportion
		x = k.low * rng.Exp(float64(draw.Float64()*rng.Ln(k.high/k.low)))
	}
	if k.whole {
		return math.Round(x)
	}
	digits := math.Ceil(rng.Ln(1/max(k.high-k.low, 1e-9))/math.Ln10) + 3
	scale := 1.0
	for range int(min(9, max(0, digits))) {
		scale *= 10
	}
	return min(k.high, max(k.low, math.Round(x*scale)/scale))
}

// knobsOf lists what a search may turn: the paths that the scenario's study
// varies, or else every number of its generator, within a factor of reach, but
// whole numbers, which are sizes, not above their own.
func knobsOf(s *scenario.Scenario) []knob {
	if s.Study != nil && len(s.Study.Vary) > 0 {
		return variedKnobs(s.Study)
	}
	var set map[string]any
	doc.Decode(doc.Canonical(scenario.Parameters(s)), &set)
	var knobs []knob
	for _, f := range doc.Fields(scenario.Parameters(s)) {
		x, ok := set[f.Name].(float64)
		if !ok || f.Kind != "number" && f.Kind != "whole" {
			continue
		}
		k := knob{path: s.Kind + ".generate." + f.Name, low: x / reach, high: x * reach, whole: f.Kind == "whole"}
		if k.whole {
			k.low, k.high = math.Ceil(x/reach), x
		}
		k.low, k.high = max(k.low, f.Rule.Min), min(k.high, f.Rule.Max)
		if k.low < k.high {
			knobs = append(knobs, k)
		}
	}
	return knobs
}

func variedKnobs(s *scenario.Study) []knob {
	var knobs []knob
	for _, v := range s.Vary {
		switch {
		case strings.HasPrefix(v.Path, "runs"):
		case len(v.Values) > 0:
			knobs = append(knobs, knob{path: v.Path, values: v.Values})
		case v.From != nil && v.To != nil:
			knobs = append(knobs, knob{path: v.Path, low: min(*v.From, *v.To), high: max(*v.From, *v.To),
				whole: v.Step != nil && *v.Step == math.Trunc(*v.Step) && *v.From == math.Trunc(*v.From)})
		}
	}
	return knobs
}

package adversary

import (
	"math"
	"slices"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

// reach is the maximum factor between a parameter and the scenario's own.
const reach = 2

// A Knob is a number of the generator that a search may change.
type Knob struct {
	Path      string
	Low, High float64
	Whole     bool
	// Values are the values of the study, if it varies the path.
	Values []any
}

// wrong returns the reason why a knob cannot be changed, or "".
func (k *Knob) wrong(s *scenario.Scenario) (why string) {
	value := any(k.Low)
	if k.Values != nil {
		value = k.Values[0]
	}
	var document map[string]any
	doc.Decode(doc.Canonical(s), &document)
	if why := doc.Set(document, k.Path, value); why != "" {
		return why
	}
	_, faults := catalog.Parse(doc.Canonical(document))
	for _, f := range faults {
		if f.Path == k.Path {
			return f.Reason
		}
	}
	return ""
}

// sample returns a new value.
func (k *Knob) sample(draw *rng.Stream) any {
	if k.Values != nil {
		return k.Values[draw.IntN(len(k.Values))]
	}
	x := draw.Uniform(k.Low, k.High)
	if k.Low > 0 { // below the middle as often as above it, in proportion
		x = k.Low * rng.Exp(float64(draw.Float64()*rng.Ln(k.High/k.Low)))
	}
	if k.Whole {
		return math.Round(x)
	}
	digits := math.Ceil(rng.Ln(1/max(k.High-k.Low, 1e-9))/math.Ln10) + 3
	scale := 1.0
	for range int(min(9, max(0, digits))) {
		scale *= 10
	}
	return min(k.High, max(k.Low, math.Round(x*scale)/scale))
}

// Knobs returns the numbers that a search may change: the paths that the
// scenario's study varies, or else every number of its generator within a
// factor of reach. Whole numbers are sizes and are not increased. An explicit
// scenario has none.
func Knobs(s *scenario.Scenario) []Knob {
	if !scenario.Generates(s) {
		return nil
	}
	if s.Study != nil && len(s.Study.Vary) > 0 {
		return variedKnobs(s.Study)
	}
	var set map[string]any
	doc.Decode(doc.Canonical(scenario.Parameters(s)), &set)
	var knobs []Knob
	given := doc.Present(scenario.Problem(s))
	for _, f := range doc.Fields(scenario.Parameters(s)) {
		x, ok := set[f.Name].(float64)
		if !ok || f.Kind != "number" && f.Kind != "whole" || hasNoEffect(f, given) {
			continue
		}
		k := Knob{Path: s.Kind + ".generate." + f.Name, Low: x / reach, High: x * reach, Whole: f.Kind == "whole"}
		if k.Whole {
			k.Low, k.High = math.Ceil(x/reach), x
		}
		k.Low, k.High = max(k.Low, f.Rule.Min), min(k.High, f.Rule.Max)
		if k.Low < k.High {
			knobs = append(knobs, k)
		}
	}
	return knobs
}

// hasNoEffect reports whether a parameter of a generator has no effect, because all
// lists named by its tag draws are given.
func hasNoEffect(f doc.Field, given []string) bool {
	shapes := f.Tag.Get("draws")
	if shapes == "" {
		return false
	}
	for list := range strings.SplitSeq(shapes, ",") {
		if !slices.Contains(given, list) {
			return false
		}
	}
	return true
}

// variedKnobs returns a knob for each varied field of a study, except for
// fields of runs.
func variedKnobs(s *scenario.Study) []Knob {
	var knobs []Knob
	for _, v := range s.Vary {
		switch {
		case strings.HasPrefix(v.Path, "runs"):
		case len(v.Values) > 0:
			knobs = append(knobs, Knob{Path: v.Path, Values: v.Values})
		case v.From != nil && v.To != nil:
			knobs = append(knobs, Knob{Path: v.Path, Low: min(*v.From, *v.To), High: max(*v.From, *v.To),
				Whole: v.Step != nil && *v.Step == math.Trunc(*v.Step) && *v.From == math.Trunc(*v.From)})
		}
	}
	return knobs
}

package state

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// The default number of values of a range, and the maximal one.
const (
	usualSpread = 11
	MaxSpread   = 1000
)

// NumberAt returns the draft with a number at the path, and the path with ids if there are any. A generated part
// becomes explicit, because a generated number has no fixed value to vary around.
func (s *State) NumberAt(path string) (d *scenario.Scenario, named, why string) {
	d = s.Draft
	if path == "seed" || strings.HasPrefix(path, "runs[") || strings.HasPrefix(path, d.Kind+".generate.") {
		return d, path, ""
	}
	way, wrong := doc.WayTo(scenario.Scenario{}, path)
	if wrong != "" {
		return nil, "", i18n.T("This cannot be varied: it {}.", wrong)
	}
	if way.Count(d) == 0 {
		e, ok := s.Editable()
		if !ok {
			return nil, "", NotReady.Text
		}
		d = e
	}
	if places := way.Paths(d); len(places) == 1 {
		path = places[0]
	}
	return d, path, ""
}

// RangeAround returns values for a number from half to twice its current value, within the limits
// of its field.
func RangeAround(d *scenario.Scenario, path string) []any {
	at, rule, ok := NumberOf(d, path)
	if !ok {
		return UsualValues(d, path)
	}
	low, high := Ends(at, rule)
	return study.EquidistantValues(path, low, high, usualSpread)
}

// NumberOf returns a number and the rule of its field; ok is false if there is none.
func NumberOf(d *scenario.Scenario, path string) (at float64, rule doc.Rule, ok bool) {
	way, why := doc.WayTo(scenario.Scenario{}, path)
	if why != "" {
		return 0, rule, false
	}
	own := *d
	way.Change(&own, func(x float64) float64 { at, ok = x, true; return x })
	if name, asked := strings.CutPrefix(path, d.Kind+".generate."); asked && !ok {
		_, effective := SpecOf(d)
		fields := map[string]any{}
		doc.Decode(doc.Canonical(effective), &fields)
		at, ok = fields[name].(float64)
	}
	rule = way.Field().Rule
	rule.Whole = rule.Whole || way.IsInteger()
	return at, rule, ok
}

// Ends returns the ends of a range around a number.
func Ends(at float64, rule doc.Rule) (low, high float64) {
	low, high = min(at/2, 2*at), max(at/2, 2*at)
	if at == 0 {
		low, high = -1, 1
		if rule.Min >= 0 {
			low, high = 0, 1
		}
		if !math.IsInf(rule.Max, 0) {
			high = rule.Max
		}
		if rule.Whole {
			high = max(high, low+usualSpread-1)
		}
	}
	if rule.Whole {
		low, high = math.Floor(low), math.Ceil(high)
		if high-low < 4 {
			high = low + 4
		}
	}
	low, _ = rule.Clamp(low, rule.Whole)
	high, _ = rule.Clamp(high, rule.Whole)
	return low, high
}

// A Sweep is a varied number as a range with draggable ends: its values are evenly spaced from Low to High, and its
// ends lie between Min and Max.
type Sweep struct {
	Low, High, Min, Max, Step float64
	Count                     int
}

// SweepOf returns the values of a varied path as a range; ok is false if they are not evenly spaced.
func SweepOf(d *scenario.Scenario, v *scenario.Vary) (w Sweep, ok bool) {
	for _, x := range v.Values {
		if _, number := x.(float64); !number {
			return w, false
		}
	}
	w.Count = len(v.Values)
	if w.Count < 2 {
		return w, false
	}
	w.Low, w.High = v.Values[0].(float64), v.Values[w.Count-1].(float64)
	if w.Low >= w.High || !reflect.DeepEqual(study.EquidistantValues(v.Path, w.Low, w.High, w.Count), v.Values) {
		return w, false
	}
	at, rule, known := NumberOf(d, v.Path)
	if !known {
		at, rule = w.Low, doc.ParseRule("")
	}
	reach := 4 * max(math.Abs(at), math.Abs(w.Low), math.Abs(w.High), 1)
	w.Min, w.Max = 0, reach
	if w.Low < 0 {
		w.Min = -reach
	}
	w.Step = 1
	if !rule.Whole {
		w.Step = tenth(reach) / 20
	}
	w.Min, _ = rule.Clamp(w.Min, rule.Whole)
	w.Max, _ = rule.Clamp(w.Max, rule.Whole)
	if w.Min < w.Step && w.Min > 0 {
		w.Min = w.Step // an open bound
	}
	w.Min, w.Max = min(w.Min, w.Low), max(w.Max, w.High)
	return w, true
}

// tenth returns a power of ten of about a tenth of x.
func tenth(x float64) float64 {
	power := 1.0
	for power*100 <= x {
		power *= 10
	}
	for power*10 > x {
		power /= 10
	}
	return power
}

// setSweep sets one end of a range, or the number of its values.
func setSweep(d *scenario.Scenario, v *scenario.Vary, name, text string) (why string) {
	w, ok := SweepOf(d, v)
	if !ok {
		return "these values are not a range"
	}
	x := 0.0
	if why := ParseNumber(text, &x); why != "" {
		return why
	}
	switch name {
	case "low":
		w.Low = min(x, w.High)
	case "high":
		w.High = max(x, w.Low)
	case "count":
		if x != math.Trunc(x) || x < 2 || x > MaxSpread {
			return i18n.T("must be a whole number from 2 to {}", strconv.Itoa(MaxSpread))
		}
		w.Count = int(x)
	}
	if w.Low >= w.High {
		return "a range has two ends"
	}
	v.Values = study.EquidistantValues(v.Path, w.Low, w.High, w.Count)
	return ""
}

// setNoise changes one entry of the noise.
func setNoise(d *scenario.Scenario, n *scenario.Noise, name, text string) (why string) {
	switch name {
	case "path":
		if text == "" {
			return "a path is missing"
		}
		if _, wrong := doc.WayTo(scenario.Scenario{}, text); wrong != "" {
			return wrong
		}
		if !strings.HasPrefix(text, d.Kind+".") {
			return "is not a number of the problem"
		}
		n.Path = text
	case "cv":
		var x *float64
		if why = ParsePercent(text, &x); why == "" {
			n.CV = 0
			if x != nil {
				n.CV = *x
			}
		}
	}
	return why
}

// keepGenerated keeps generated lists generated next to given ones, unless the edit changed them: a changed list
// becomes given.
func keepGenerated(s *State, d *scenario.Scenario) *scenario.Scenario {
	if explicit(s.Draft) || s.Problem == nil || s.Draft.Kind != d.Kind {
		return d
	}
	given := doc.Present(scenario.Problem(s.Draft))
	if len(given) == 0 {
		return d // nothing is given: the first edit makes the whole problem explicit
	}
	own := *d
	spec, _ := SpecOf(s.Draft)
	if faults := nounsOf(&own).respec(&own, doc.Canonical(spec)); len(faults) > 0 {
		return d
	}
	now := reflect.ValueOf(nounsOf(&own).problem(&own)).Elem()
	before := reflect.ValueOf(nounsOf(s.Problem).problem(s.Problem)).Elem()
	for _, name := range doc.Present(scenario.Problem(d)) {
		if slices.Contains(given, name) {
			continue
		}
		at, _ := doc.FieldByName(now, name)
		was, _ := doc.FieldByName(before, name)
		if reflect.DeepEqual(at.Interface(), was.Interface()) {
			at.SetZero()
		}
	}
	if len(scenario.Validate(&own)) > 0 {
		return d
	}
	return &own
}

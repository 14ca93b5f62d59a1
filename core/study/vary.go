package study

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// An axis is one varied path with its values, computed on demand.
type axis struct {
	path  string
	count float64
	at    func(i int) any
	// pathAt returns the path of the i-th value in the document, for faults.
	pathAt func(i int) string
}

// axesOf returns the axes of a study.
func axesOf(s *scenario.Study) (axes []axis, faults doc.Faults) {
	seen := map[string]bool{}
	for i := range s.Vary {
		v, here := &s.Vary[i], "study.vary["+strconv.Itoa(i)+"]"
		a, fault := axisOf(v, here)
		if fault == nil && seen[v.Path] {
			fault = &doc.Fault{Path: here + ".path", Value: strconv.Quote(v.Path),
				Reason: "is varied twice; put all of its values into one list"}
		}
		if fault == nil {
			fault = forbidden(v.Path, here)
		}
		seen[v.Path] = true
		if fault != nil {
			faults = append(faults, *fault)
			continue
		}
		axes = append(axes, a)
	}
	return axes, faults
}

// forbidden returns a fault for a path that must not be varied.
func forbidden(path, here string) *doc.Fault {
	head, _, _ := strings.Cut(path, ".")
	head, _, _ = strings.Cut(head, "[")
	for _, word := range []string{"format", "version", "kind", "study", "view", "title", "about"} {
		if head == word || path == "runs" {
			return &doc.Fault{Path: here + ".path", Value: strconv.Quote(path),
				Reason: "cannot be varied; vary the problem, the seed, or an option of a run"}
		}
	}
	return nil
}

// axisOf returns the axis of a varied field, given by values or by a range.
// The path here is for faults: both or neither are given, or the range is
// incomplete or infinite.
func axisOf(v *scenario.Vary, here string) (axis, *doc.Fault) {
	ranged := v.From != nil || v.To != nil || v.Step != nil
	switch {
	case len(v.Values) > 0 && ranged:
		return axis{}, &doc.Fault{Path: here, Reason: "has values and a range; keep one of the two"}
	case len(v.Values) > 0:
		return axis{path: v.Path, count: float64(len(v.Values)), at: func(i int) any { return v.Values[i] },
			pathAt: func(i int) string { return here + ".values[" + strconv.Itoa(i) + "]" }}, nil
	case !ranged:
		return axis{}, &doc.Fault{Path: here, Reason: "needs values, or a range of from, to and step"}
	}
	for _, end := range []struct {
		name  string
		value *float64
	}{{"from", v.From}, {"to", v.To}, {"step", v.Step}} {
		if end.value == nil {
			return axis{}, &doc.Fault{Path: here + "." + end.name, Reason: "is missing; a range has from, to and step"}
		}
	}
	from, to, step := *v.From, *v.To, *v.Step
	if step == 0 || (to-from)/step < 0 {
		return axis{}, &doc.Fault{Path: here + ".step", Value: doc.Number(step),
			Reason: "never leads from " + doc.Number(from) + " to " + doc.Number(to) + "; the range has no end"}
	}
	return axis{path: v.Path, count: math.Floor(float64((to-from)/step*(1+1e-12))+1e-9) + 1, at: ladder(from, step),
		pathAt: func(int) string { return here }}, nil
}

// ladder returns the function from + i step. If both have few decimals, the
// result is the float64 nearest to the decimal sum, so that 0.1, 0.2, 0.3 are
// exact as written.
func ladder(from, step float64) func(i int) any {
	for unit := 1.0; unit <= 1e9; unit *= 10 {
		a, b := math.Round(from*unit), math.Round(step*unit)
		if a/unit == from && b/unit == step && math.Abs(a) < 1<<50 && math.Abs(b) < 1<<50 {
			return func(i int) any { return (a + float64(float64(i)*b)) / unit }
		}
	}
	return func(i int) any { return from + float64(float64(i)*step) }
}

// addPoints builds the grid, the last path varying fastest, and checks every
// point as a scenario. It stops at the first point with faults and returns
// them.
func (p *Plan) addPoints(axes []axis) doc.Faults {
	total := 1
	for _, a := range axes {
		p.Paths = append(p.Paths, a.path)
		total *= int(a.count)
	}
	base := *p.Scenario
	base.Study = nil
	text := doc.Canonical(&base)
	p.Points = make([]Point, 0, total)
	for n := range total {
		places := make([]int, len(axes))
		for i, rest := len(axes)-1, n; i >= 0; i-- {
			places[i], rest = rest%int(axes[i].count), rest/int(axes[i].count)
		}
		point, faults := p.newPoint(&base, text, axes, places)
		if len(faults) > 0 {
			return faults
		}
		p.Points = append(p.Points, point)
	}
	return nil
}

// newPoint returns the point with the values of the axes at the given places,
// or the faults of the changed scenario. Without axes it is the base scenario.
func (p *Plan) newPoint(base *scenario.Scenario, text []byte, axes []axis, places []int) (Point, doc.Faults) {
	if len(axes) == 0 {
		return Point{Scenario: base, Runs: base.Runs, Fixed: fixed(base, base.Runs, p.noisy)}, nil
	}
	var document map[string]any
	doc.Decode(text, &document)
	point := Point{Values: make([]any, len(axes))}
	for i, a := range axes {
		point.Values[i] = a.at(places[i])
		if why := doc.Set(document, a.path, point.Values[i]); why != "" {
			return point, doc.Faults{{Path: pathOf(a.pathAt(0)), Value: strconv.Quote(a.path), Reason: why}}
		}
	}
	s, faults := catalog.Parse(doc.Canonical(document))
	faults = attributeFaults(faults, axes, places)
	point.Scenario = s
	if s != nil {
		point.Runs, point.Fixed = s.Runs, fixed(s, s.Runs, p.noisy)
	}
	return point, faults
}

// pathOf returns the path of the field path of an axis.
func pathOf(where string) string {
	head, _, _ := strings.Cut(where, "].")
	return strings.TrimSuffix(head, "]") + "].path"
}

// attributeFaults assigns the faults of a point to their causes, without duplicates.
func attributeFaults(faults doc.Faults, axes []axis, places []int) (all doc.Faults) {
	for _, f := range faults {
		if f = attributeFault(f, axes, places); !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	return all
}

// attributeFault returns a fault of a point with the path of the study's value that
// causes it.
func attributeFault(f doc.Fault, axes []axis, places []int) doc.Fault {
	f.Start, f.End = 0, 0
	for i, a := range axes {
		if f.Path != a.path && !doc.Covers(a.path, f.Path) {
			continue
		}
		if strings.HasPrefix(f.Reason, "is not a field") || strings.HasPrefix(f.Reason, "is not an option") {
			return doc.Fault{Path: pathOf(a.pathAt(0)), Value: strconv.Quote(a.path),
				Reason: "does not exist: it " + f.Reason}
		}
		f.Path = a.pathAt(places[i])
		return f
	}
	at := ""
	for i, a := range axes {
		if i > 0 {
			at += ", "
		}
		at += a.path + " = " + string(doc.Canonical(a.at(places[i])))
	}
	return doc.Fault{Path: "study.vary", Value: f.Value, Reason: "with " + at + ", " + f.Path + " " + f.Reason}
}

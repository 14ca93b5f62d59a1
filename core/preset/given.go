package preset

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// A generator keeps the lists that a document gives and draws the others. The
// tag draws:"machines" of a parameter's field names the lists that it shapes,
// separated by commas.

// Needless returns a fault for each parameter of a spec that would have no
// effect, because all lists that it shapes are given. A parameter without the
// tag draws is never needless. The paths are relative to the spec.
func Needless[Spec any](spec Spec, given []string) (faults doc.Faults) {
	value := reflect.ValueOf(spec)
	for i, f := range doc.Fields(spec) {
		shapes := Shapes(f)
		if at := value.Field(i); at.Kind() != reflect.Pointer || at.IsNil() || shapes == nil {
			continue
		}
		if left := slices.ContainsFunc(shapes, func(list string) bool { return !slices.Contains(given, list) }); !left {
			faults = append(faults, doc.Fault{Path: f.Name, Reason: "would change nothing, because " +
				subjectWithVerb(shapes) + " given and not drawn; remove it, or what is given"})
		}
	}
	return faults
}

// Shapes returns the lists that a parameter shapes, nil if it has no tag draws.
func Shapes(f doc.Field) []string {
	if lists := f.Tag.Get("draws"); lists != "" {
		return strings.Split(lists, ",")
	}
	return nil
}

// NothingLeft returns the fault of a generator for a problem that is complete.
func NothingLeft(given []string) doc.Faults {
	return doc.Faults{{Reason: "has nothing left to draw: " + subjectWithVerb(given) +
		" given; remove it, or what it is to draw"}}
}

// subjectWithVerb returns names as the subject of a sentence, with its verb.
func subjectWithVerb(names []string) string {
	if len(names) == 1 {
		if strings.HasSuffix(names[0], "s") {
			return names[0] + " are"
		}
		return "the " + names[0] + " is"
	}
	return doc.Enumeration(names) + " are"
}

// IDs returns n ids that consist of a letter and a number from 1.
func IDs(letter string, n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = letter + strconv.Itoa(i+1)
	}
	return ids
}

// Limit limits a preset's parameter to most, unless the spec sets it.
func Limit(at *int, most int, set *int) {
	if set == nil {
		*at = min(*at, most)
	}
}

// PointerTo returns a pointer to x, for a parameter that is set.
func PointerTo[T any](x T) *T { return &x }

// Range widens the range low to high to the numbers of things, limited to
// bounds. Without things the range stays open.
func Range[T any](low, high **float64, least, most float64, things []T, of func(*T) float64) {
	for i := range things {
		x := min(max(of(&things[i]), least), most)
		if *low == nil {
			*low, *high = PointerTo(x), PointerTo(x)
		}
		**low, **high = min(**low, x), max(**high, x)
	}
}

// Counts is Range for whole numbers.
func Counts[T any](low, high **int, least int, things []T, of func(*T) int) {
	for i := range things {
		x := max(of(&things[i]), least)
		if *low == nil {
			*low, *high = PointerTo(x), PointerTo(x)
		}
		**low, **high = min(**low, x), max(**high, x)
	}
}

// RoundTo rounds x to multiples of 1/steps. It returns x if that would be 0 or infinite.
func RoundTo(x, steps float64) float64 {
	r := math.Floor(float64(x*steps)+0.5) / steps
	if r <= 0 || math.IsInf(r, 0) {
		return x
	}
	return r
}

package preset

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// Lists that a document gives are kept, and those that it does not are drawn.
// Which of them a parameter shapes stands behind draws in the tag of its field
// in the table: draws:"machines", or several with commas.

// Needless lists the parameters that a spec sets although all that they shape
// is given, so that they would change nothing. A parameter that says nothing of
// what it shapes is never needless. The paths are relative to the spec.
func Needless[Spec any](spec Spec, given []string) (faults doc.Faults) {
	value := reflect.ValueOf(spec)
	for i, f := range doc.Fields(spec) {
		shapes := Shapes(f)
		if at := value.Field(i); at.Kind() != reflect.Pointer || at.IsNil() || shapes == nil {
			continue
		}
		if left := slices.ContainsFunc(shapes, func(list string) bool { return !slices.Contains(given, list) }); !left {
			faults = append(faults, doc.Fault{Path: f.Name, Why: "would change nothing, because " +
				joined(shapes) + " given and not drawn; remove it, or what is given"})
		}
	}
	return faults
}

// Shapes names the lists that a parameter shapes, none where it does not say.
func Shapes(f doc.Field) []string {
	if lists := f.Tag.Get("draws"); lists != "" {
		return strings.Split(lists, ",")
	}
	return nil
}

// NothingLeft is the fault of a generator beside a problem that is whole.
func NothingLeft(given []string) doc.Faults {
	return doc.Faults{{Why: "has nothing left to draw: " + joined(given) + " given; remove it, or what it is to draw"}}
}

// joined lists names as the subject of a sentence, with its verb.
func joined(names []string) string {
	if len(names) == 1 {
		if strings.HasSuffix(names[0], "s") {
			return names[0] + " are"
		}
		return "the " + names[0] + " is"
	}
	return doc.Enumeration(names) + " are"
}

// IDs are the names that a generator gives: a letter and a number from 1.
func IDs(letter string, n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = letter + strconv.Itoa(i+1)
	}
	return ids
}

// AtMost lowers a preset's parameter to what there can be; one that is set, by
// whoever wrote the spec, stays.
func AtMost(at *int, most int, set *int) {
	if set == nil {
		*at = min(*at, most)
	}
}

// Some is a parameter that is set.
func Some[T any](x T) *T { return &x }

// Range sets the ends of a range to those of the numbers of things, as far as
// the bounds allow; it is left open where there are no things.
func Range[T any](low, high **float64, least, most float64, things []T, of func(*T) float64) {
	for i := range things {
		x := min(max(of(&things[i]), least), most)
		if *low == nil {
			*low, *high = Some(x), Some(x)
		}
		**low, **high = min(**low, x), max(**high, x)
	}
}

// Counts is Range for whole numbers.
func Counts[T any](low, high **int, least int, things []T, of func(*T) int) {
	for i := range things {
		x := max(of(&things[i]), least)
		if *low == nil {
			*low, *high = Some(x), Some(x)
		}
		**low, **high = min(**low, x), max(**high, x)
	}
}

package adversary

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// A numberAt is a number in the document.
type numberAt struct {
	path  string
	value float64
}

// numbersIn returns the numbers of the problem.
func numbersIn(document map[string]any) []numberAt {
	kind, _ := document["kind"].(string)
	var found []numberAt
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case float64:
			found = append(found, numberAt{path, v})
		case map[string]any:
			for _, name := range sorting.Keys(v) {
				walk(doc.JoinPath(path, doc.Name(name)), v[name])
			}
		case []any:
			for i, x := range v {
				walk(path+"["+strconv.Itoa(i)+"]", x)
			}
		}
	}
	walk(kind, document[kind])
	return found
}

// counts has the names of fields that are counts, from the types of the
// document.
var counts = sync.OnceValue(func() map[string]bool {
	return countsIn(doc.Fields(scenario.Scenario{}), map[string]bool{})
})

func countsIn(fields []doc.Field, names map[string]bool) map[string]bool {
	for _, f := range fields {
		if f.Kind == "whole" {
			names[f.Name] = true
		}
		countsIn(f.Inside, names)
	}
	return names
}

// shorter returns simpler values for a number, the simplest first: for a count
// half of it and one less, for others the number with one, two and three
// digits.
func (n numberAt) shorter() []float64 {
	name := n.path[strings.LastIndex(n.path, ".")+1:]
	if counts()[name] {
		if n.value <= 1 {
			return nil
		}
		return slices.Compact([]float64{math.Floor(n.value / 2), n.value - 1})
	}
	var list []float64
	for digits := range 3 {
		x, err := strconv.ParseFloat(strconv.FormatFloat(n.value, 'e', digits, 64), 64)
		if err == nil && countDigits(x) < countDigits(n.value) {
			list = append(list, x)
		}
	}
	return list
}

// countDigits returns the number of significant digits.
func countDigits(x float64) int {
	mantissa, _, _ := strings.Cut(strconv.FormatFloat(math.Abs(x), 'e', -1, 64), "e")
	return len(strings.ReplaceAll(mantissa, ".", ""))
}

package adversary

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/sorting"
)

// repair removes the list elements that faults refer to, such as a link to a
// removed cluster. It reports false if a fault refers to nothing removable.
func repair(document map[string]any, faults doc.Faults) bool {
	var doomed []string
	for _, f := range faults {
		end := strings.LastIndex(f.Path, "]")
		if end < 0 {
			return false
		}
		if path := f.Path[:end+1]; !slices.Contains(doomed, path) {
			doomed = append(doomed, path)
		}
	}
	// From the back, so that earlier indexes stay valid.
	sorting.Sort(doomed, func(a, b string) int { return compareElements(b, a) })
	for _, path := range doomed {
		list, at, ok := elementOf(document, path)
		if !ok {
			return false
		}
		list.set(slices.Delete(slices.Clone(list.values), at, at+1))
	}
	return true
}

// compareElements compares paths of elements: within a list by index, and
// elements of inner lists after the elements that contain them.
func compareElements(a, b string) int {
	listA, placeA := cutPlace(a)
	listB, placeB := cutPlace(b)
	if listA != listB {
		return strings.Compare(listA, listB)
	}
	return placeA - placeB
}

func cutPlace(path string) (list string, place int) {
	i := strings.LastIndex(path, "[")
	place, _ = strconv.Atoi(strings.TrimSuffix(path[i+1:], "]"))
	return path[:i], place
}

// A listAt is a list in a document with a function that replaces it.
type listAt struct {
	path   string
	values []any
	set    func([]any)
}

func elementOf(document map[string]any, path string) (l listAt, at int, ok bool) {
	name, at := cutPlace(path)
	for _, l := range listsIn(document) {
		if l.path == name {
			return l, at, at < len(l.values)
		}
	}
	return l, 0, false
}

// listsIn returns the lists of the problem, outer ones before the lists inside
// them.
func listsIn(document map[string]any) []listAt {
	kind, _ := document["kind"].(string)
	var found []listAt
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, name := range sorting.Keys(v) {
				inner := doc.JoinPath(path, doc.Name(name))
				if list, ok := v[name].([]any); ok {
					found = append(found, listAt{inner, list, func(shorter []any) { v[name] = shorter }})
				}
				walk(inner, v[name])
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

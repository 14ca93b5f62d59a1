package doc

import (
	"slices"
	"strconv"

	"gridbox/core/sorting"
)

// Set stores a value at a path of a plain document, made of maps, lists and
// scalars. A path with [*] or [id=Lyon] may lead to several places. Every step
// but the last must exist; the last may name a field that is left out. Set
// returns "" on success, and otherwise the reason why the path cannot be
// followed. The document is then unchanged.
func Set(document map[string]any, path string, value any) (why string) {
	hops, ok := splitPath(path)
	if !ok || len(hops) == 0 {
		return malformedPath
	}
	// Try the path first, so that one that ends halfway changes nothing.
	if why := reach(document, hops, 0, func(any, func(any)) {}); why != "" {
		return why
	}
	return reach(document, hops, 0, func(_ any, put func(any)) { put(value) })
}

// reach follows the hops from index i on and calls at with each value found and
// a function that replaces it.
func reach(from any, hops []hop, i int, at func(now any, put func(any))) (why string) {
	h, last := hops[i], i == len(hops)-1
	if why := h.missing(from, hops[:i], last); why != "" {
		return why
	}
	if h.name != "" {
		object := from.(map[string]any)
		if last {
			at(object[h.name], func(value any) { object[h.name] = value })
			return ""
		}
		return reach(object[h.name], hops, i+1, at)
	}
	list, some := from.([]any), false
	for k := range list {
		if !h.matches(k, func() (string, bool) { return objectID(list[k]) }) {
			continue
		}
		here := ""
		if last {
			at(list[k], func(value any) { list[k] = value })
		} else {
			here = reach(list[k], hops, i+1, at)
		}
		if here != "" && why == "" {
			why = here
		}
		some = some || here == ""
	}
	if some { // elements that lack the rest of the path are skipped
		return ""
	}
	return why
}

func objectID(v any) (string, bool) {
	object, _ := v.(map[string]any)
	id, ok := object["id"].(string)
	return id, ok
}

// missing returns why a hop cannot be followed from a value, or "". The last
// hop may lead to a field that does not exist yet.
func (h hop) missing(from any, before []hop, last bool) string {
	path := pathOrDocument(joinHops(before))
	if h.name == "" {
		list, ok := from.([]any)
		some := slices.ContainsFunc(list, func(v any) bool { id, ok := objectID(v); return ok && id == h.id })
		switch {
		case !ok:
			return "does not exist: " + path + " is no list"
		case h.every && len(list) == 0:
			return "does not exist: " + path + " is empty"
		case h.byID && !some:
			return "does not exist: " + path + " has no element with the id " + h.id + suggestID(h.id, list)
		case !h.every && !h.byID && h.index >= len(list):
			return "does not exist: " + path + " has " + strconv.Itoa(len(list)) + " elements, counted from 0"
		}
		return ""
	}
	object, ok := from.(map[string]any)
	if !ok {
		return "does not exist: " + path + " has no fields"
	}
	if _, there := object[h.name]; there || last {
		return ""
	}
	names := sorting.Keys(object)
	return "does not exist: " + path + " has no " + h.name + " here" + Suggest(h.name, names)
}

func suggestID(id string, list []any) string {
	var ids []string
	for _, v := range list {
		if own, ok := objectID(v); ok {
			ids = append(ids, own)
		}
	}
	return Suggest(id, ids)
}

// IsPath returns why a text is not a path, or "" if it is one.
func IsPath(path string) (why string) {
	if hops, ok := splitPath(path); !ok || len(hops) == 0 {
		return malformedPath
	}
	return ""
}

// Get returns the values at a path of a plain document, with nil for a field
// that is left out. The reason is that of Set.
func Get(document map[string]any, path string) (values []any, why string) {
	hops, ok := splitPath(path)
	if !ok || len(hops) == 0 {
		return nil, malformedPath
	}
	why = reach(document, hops, 0, func(now any, _ func(any)) { values = append(values, now) })
	return values, why
}

// FieldAt returns the field that a path ends at in documents such as v. It
// returns nil if there is none, or if the path ends at an element.
func FieldAt(v any, path string) *Field {
	hops, ok := splitPath(path)
	if !ok {
		return nil
	}
	end, last, taken := planOf(structOf(v)).follow(hops)
	if taken < len(hops) || last == nil || last.plan != end {
		return nil
	}
	f := last.describe()
	return &f
}

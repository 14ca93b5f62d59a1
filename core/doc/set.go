package doc

import (
	"slices"
	"strconv"

	"gridbox/core/sorting"
)

// Set puts a value at a path of a plain document, one that was decoded into
// maps, lists and scalars; a path with [*] or [id=Lyon] may lead to several
// places. Every step but the last must be there; the last may name a field that
// is left out, because optional fields are. Why says what keeps the path from
// being one, and how far it leads; "" is success. A path that is none, or does
// not lead anywhere, leaves the document as it was.
func Set(document map[string]any, path string, value any) (why string) {
	hops, ok := splitPath(path)
	if !ok || len(hops) == 0 {
		return noPath
	}
	// Looked at first, so that nothing is changed by a path that ends halfway.
	if why := reach(document, hops, 0, func(any, func(any)) {}); why != "" {
		return why
	}
	return reach(document, hops, 0, func(_ any, put func(any)) { put(value) })
}

// reach goes from a value along the rest of the hops, and calls at with what
// stands at each place that they lead to, and what puts a value there.
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
		if !h.chosen(k, func() (string, bool) { return plainID(list[k]) }) {
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
	if some { // elements without what the rest of the path names are passed over
		return ""
	}
	return why
}

func plainID(v any) (string, bool) {
	object, _ := v.(map[string]any)
	id, ok := object["id"].(string)
	return id, ok
}

// missing says why a hop cannot be taken from a value; the last one of a path may
// lead to a field that is not there yet.
func (h hop) missing(from any, before []hop, last bool) string {
	path := orDocument(joinHops(before))
	if h.name == "" {
		list, ok := from.([]any)
		some := slices.ContainsFunc(list, func(v any) bool { id, ok := plainID(v); return ok && id == h.id })
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
		if own, ok := plainID(v); ok {
			ids = append(ids, own)
		}
	}
	return Suggest(id, ids)
}

// IsPath says why a text is no path; "" is that it is one.
func IsPath(path string) (why string) {
	if hops, ok := splitPath(path); !ok || len(hops) == 0 {
		return noPath
	}
	return ""
}

// Get gives the values at a path of a plain document, as Set finds their places: nil
// where the last step names a field that is left out. Why says what keeps the path from
// being one, and how far it leads.
func Get(document map[string]any, path string) (values []any, why string) {
	hops, ok := splitPath(path)
	if !ok || len(hops) == 0 {
		return nil, noPath
	}
	why = reach(document, hops, 0, func(now any, _ func(any)) { values = append(values, now) })
	return values, why
}

// FieldAt describes the field that a path ends at in documents such as v; nil where
// they have none, or the path ends at an element.
func FieldAt(v any, path string) *Field {
	hops, ok := splitPath(path)
	if !ok {
		return nil
	}
	end, last, taken := planOf(structOf(v)).along(hops)
	if taken < len(hops) || last == nil || last.plan != end {
		return nil
	}
	f := last.describe()
	return &f
}

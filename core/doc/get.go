package doc

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

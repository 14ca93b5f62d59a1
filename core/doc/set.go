package doc

import (
	"slices"
	"strconv"
)

// Set puts a value at a path of a plain document, one that was decoded into
// maps, lists and scalars. Every step but the last must be there; the last may
// name a field that is left out, because optional fields are. Why says what
// keeps the path from being one, and how far it leads; "" is success.
func Set(document map[string]any, path string, value any) (why string) {
	steps, ok := splitPath(path)
	if !ok || len(steps) == 0 {
		return "is not a path; write one such as window.request.nodes or placement.jobs[0].mi"
	}
	var at any = document
	for i, s := range steps {
		if why := s.missing(at, joinPath(steps[:i]), i == len(steps)-1); why != "" {
			return why
		}
		switch {
		case i < len(steps)-1 && s.name != "":
			at = at.(map[string]any)[s.name]
		case i < len(steps)-1:
			at = at.([]any)[s.index]
		case s.name != "":
			at.(map[string]any)[s.name] = value
		default:
			at.([]any)[s.index] = value
		}
	}
	return ""
}

// missing says why a step cannot be taken from a value; the last step of a
// path may lead to a field that is not there yet.
func (s step) missing(from any, path string, last bool) string {
	if path == "" {
		path = "the document"
	}
	if s.name == "" {
		list, ok := from.([]any)
		switch {
		case !ok:
			return "does not exist: " + path + " is no list"
		case s.index >= len(list):
			return "does not exist: " + path + " has " + strconv.Itoa(len(list)) + " elements, counted from 0"
		}
		return ""
	}
	object, ok := from.(map[string]any)
	if !ok {
		return "does not exist: " + path + " has no fields"
	}
	if _, there := object[s.name]; there || last {
		return ""
	}
	names := make([]string, 0, len(object))
	for name := range object {
		names = append(names, name)
	}
	slices.Sort(names)
	return "does not exist: " + path + " has no " + s.name + " here" + Suggest(s.name, names)
}

package state

import (
	"reflect"
	"strings"

	"gridbox/core/scenario"
)

// chunkSize is the number of things of a list that are compared between two
// pauses.
const chunkSize = 500

// Share compares the parsed draft with an older one and pauses regularly, so that a page stays responsive with
// megabytes. Equal lists of the problem become one shared list, so that later comparisons are by identity.
func (r *Reading) Share(with *scenario.Scenario, pause func()) {
	if r.Base = with; len(r.Faults) > 0 || r.Draft.Kind != with.Kind {
		return
	}
	read, old := reflect.ValueOf(r.Draft).Elem(), reflect.ValueOf(with).Elem()
	for i := range read.NumField() {
		name, _, _ := strings.Cut(read.Type().Field(i).Tag.Get("json"), ",")
		if name == r.Draft.Kind && !read.Field(i).IsNil() && !old.Field(i).IsNil() {
			r.share(read.Field(i).Elem(), old.Field(i).Elem(), pause)
		}
	}
}

// share replaces lists of the read struct by equal lists of the old one, so that both share their storage. It sets
// Differs if another list than the clusters differs.
func (r *Reading) share(read, old reflect.Value, pause func()) {
	for i := range read.NumField() {
		f, was := read.Field(i), old.Field(i)
		switch {
		case f.Kind() == reflect.Struct:
			r.share(f, was, pause)
		case f.Kind() != reflect.Slice:
		case equalLists(f, was, pause):
			f.Set(was)
		case read.Type().Field(i).Name != "Clusters": // positions of clusters do not affect solvers
			r.Differs = true
		}
	}
}

// equalLists reports whether two lists are equal.
func equalLists(a, b reflect.Value, pause func()) bool {
	if a.Len() != b.Len() || a.IsNil() != b.IsNil() {
		return false
	}
	for from := 0; from < a.Len(); from += chunkSize {
		to := min(from+chunkSize, a.Len())
		if !reflect.DeepEqual(a.Slice(from, to).Interface(), b.Slice(from, to).Interface()) {
			return false
		}
		pause()
	}
	return true
}

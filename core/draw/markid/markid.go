// Package markid defines the ids of the marks of pictures. A mark has the id of
// the element that it represents. For elements without an id in the document,
// the package makes ids and parses them.
package markid

import (
	"strconv"
	"strings"
)

// Alternative is the kind of a mark for one of many windows, which has a
// WindowID.
const Alternative = "alternative"

// LinkID returns the id of a link's mark. Links are undirected; the ends are in
// the order of the document.
func LinkID(a, b string) string { return a + "~" + b }

// ReplicaID returns the id of a replica's mark.
func ReplicaID(dataset, cluster string) string { return dataset + "@" + cluster }

// BusyID returns the id of the mark of the busy time with an index in the list.
func BusyID(i int) string { return "b" + strconv.Itoa(i+1) }

// WindowID returns the id of a window's mark: the window of a family for a job
// in a cycle, both from 1.
func WindowID(number, family int, job string) string {
	return strconv.Itoa(max(1, number)) + "/" + strconv.Itoa(family) + "/" + job
}

// ReadWindowID parses a WindowID.
func ReadWindowID(id string) (number, family int, job string, ok bool) {
	parts := strings.SplitN(id, "/", 3)
	if len(parts) < 3 {
		return 0, 0, "", false
	}
	number, err := strconv.Atoi(parts[0])
	family, wrong := strconv.Atoi(parts[1])
	return number, family, parts[2], err == nil && wrong == nil
}

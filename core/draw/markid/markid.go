// Package markid defines the names of the marks of pictures. A mark carries the
// id of the thing that it stands for; where a thing of a document has no name
// of its own, its id is made here, and taken apart again.
package markid

import (
	"strconv"
	"strings"
)

// Alternative is the kind of a mark for one of many windows, which has a
// WindowID.
const Alternative = "alternative"

// LinkID is the id that a link's mark carries. Links are undirected, so the
// ends go in as the document has them.
func LinkID(a, b string) string { return a + "~" + b }

// ReplicaID is the id that the mark of one replica carries.
func ReplicaID(dataset, cluster string) string { return dataset + "@" + cluster }

// BusyID is the id that the mark of the busy time at a place of the list has.
func BusyID(i int) string { return "b" + strconv.Itoa(i+1) }

// WindowID is the id that the mark of a window has: the window of a family for
// a job in a cycle, both from 1.
func WindowID(number, family int, job string) string {
	return strconv.Itoa(max(1, number)) + "/" + strconv.Itoa(family) + "/" + job
}

// ReadWindowID takes a WindowID apart.
func ReadWindowID(id string) (number, family int, job string, ok bool) {
	parts := strings.SplitN(id, "/", 3)
	if len(parts) < 3 {
		return 0, 0, "", false
	}
	number, err := strconv.Atoi(parts[0])
	family, wrong := strconv.Atoi(parts[1])
	return number, family, parts[2], err == nil && wrong == nil
}

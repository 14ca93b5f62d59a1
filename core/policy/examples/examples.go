// Package examples has programs to start from: each decides as an algorithm of
// the catalogue does, exactly, which the tests of the solvers show.
package examples

import _ "embed" // the programs

// Not a file system, whose code would weigh more in the page than all programs.
var (
	//go:embed placement-rbhs.js
	placementRBHS string
	//go:embed window-first-fit.js
	windowFirstFit string
	//go:embed batch-amp.js
	batchAMP string
	//go:embed batch-alp.js
	batchALP string
	//go:embed group-gka.js
	groupGKA string
	//go:embed farm-fcfs.js
	farmFCFS string
	//go:embed farm-easy.js
	farmEASY string
)

// A Starter is one program.
type Starter struct {
	Algorithm string // whose answers it gives, by its id
	Title     string
	Source    string
}

var all = []struct {
	kind string
	Starter
}{
	{"placement", Starter{"rbhs", "RBHS", placementRBHS}}, {"window", Starter{"first-fit", "FirstFit", windowFirstFit}},
	{"batch", Starter{"amp", "AMP", batchAMP}}, {"batch", Starter{"alp", "ALP", batchALP}},
	{"group", Starter{"gka", "GKA", groupGKA}},
	{"farm", Starter{"fcfs", "FCFS", farmFCFS}}, {"farm", Starter{"easy", "EASY", farmEASY}},
}

// Of lists the programs of a kind.
func Of(kind string) []Starter {
	var list []Starter
	for _, s := range all {
		if s.kind == kind {
			list = append(list, s.Starter)
		}
	}
	return list
}

// Find finds the program that decides as an algorithm does, "" if there is none.
func Find(kind, algorithm string) string {
	for _, s := range Of(kind) {
		if s.Algorithm == algorithm {
			return s.Source
		}
	}
	return ""
}

// Package starter has programs to start from: each decides as an algorithm of
// the catalogue does, exactly, which the tests of the solvers show.
package starter

import (
	"embed"
	"strings"
)

//go:embed *.js
var files embed.FS

// A Starter is one program.
type Starter struct {
	Algorithm string // whose answers it gives, by its id
	Title     string
	Source    string
}

var titles = [][2]string{
	{"placement-rbhs", "RBHS"}, {"window-first-fit", "FirstFit"},
	{"farm-fcfs", "FCFS"}, {"farm-easy", "EASY"},
}

// Of lists the programs of a kind.
func Of(kind string) []Starter {
	var list []Starter
	for _, t := range titles {
		algorithm, ok := strings.CutPrefix(t[0], kind+"-")
		if !ok {
			continue
		}
		text, err := files.ReadFile(t[0] + ".js")
		if err != nil {
			panic(err) // the list and the files are one package
		}
		list = append(list, Starter{algorithm, t[1], string(text)})
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

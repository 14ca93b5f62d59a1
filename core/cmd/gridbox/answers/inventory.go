package answers

import (
	"gridbox/core/catalog"
	"gridbox/core/challenge"
	"gridbox/core/kind"
	"gridbox/core/study/paper"
)

// ListFormat is the format of the document written by gridbox list --json.
const ListFormat = "gridbox-list"

// An inventory is the document written by gridbox list --json: kinds, algorithms and others.
type inventory struct {
	Format     string            `json:"format"`
	Version    int               `json:"version"`
	Kinds      []listedKind      `json:"kinds,omitempty"`
	Papers     []listedItem      `json:"papers"`
	Challenges []listedChallenge `json:"challenges,omitempty"`
}

// A listedKind is a kind of an inventory.
type listedKind struct {
	ID         string            `json:"id"`
	Question   string            `json:"question"`
	Algorithms []listedAlgorithm `json:"algorithms"`
	Metrics    []listedMetric    `json:"metrics"`
	Presets    []listedItem      `json:"presets"`
}

// A listedAlgorithm is an algorithm of an inventory.
type listedAlgorithm struct {
	ID      string         `json:"id"`
	Name    string         `json:"name"`
	About   string         `json:"about"`
	Default bool           `json:"default"` // whether it runs if a scenario names no runs
	Options []listedOption `json:"options,omitempty"`
}

// A listedOption is an option of an inventory.
type listedOption struct {
	ID      string   `json:"id"`
	About   string   `json:"about"`
	Default any      `json:"default"`
	Choices []string `json:"choices,omitempty"`
}

// A listedMetric is a metric of an inventory.
type listedMetric struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Unit  string `json:"unit,omitempty"`
	About string `json:"about"`
	Less  bool   `json:"lessIsBetter"`
}

// A listedItem is a paper or preset of an inventory.
type listedItem struct {
	ID    string `json:"id"`
	About string `json:"about"`
}

// A listedChallenge is a challenge, which is also a suite of gridbox score.
type listedChallenge struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Metric string `json:"metric"`
	Target string `json:"target"`
	About  string `json:"about"`
}

// everything returns the inventory.
func everything() *inventory {
	l := &inventory{Format: ListFormat, Version: 1, Papers: listedPapers()}
	for _, k := range catalog.Kinds() {
		l.Kinds = append(l.Kinds, newListedKind(&k))
	}
	for _, x := range challenge.All() {
		l.Challenges = append(l.Challenges, listedChallenge{x.ID, x.Kind, x.Metric, x.Target, x.About})
	}
	return l
}

// newListedKind returns a kind for the inventory.
func newListedKind(k *catalog.Kind) listedKind {
	of := listedKind{ID: k.ID, Question: k.Question}
	for _, a := range k.Algorithms {
		of.Algorithms = append(of.Algorithms, newListedAlgorithm(&a))
	}
	for _, m := range k.Metrics {
		of.Metrics = append(of.Metrics, listedMetric{m.ID, m.Name, m.Unit, m.About, m.Less})
	}
	for _, p := range k.Presets {
		of.Presets = append(of.Presets, listedItem{p.ID, p.About})
	}
	return of
}

// newListedAlgorithm returns an algorithm for the inventory.
func newListedAlgorithm(a *kind.Algorithm) listedAlgorithm {
	of := listedAlgorithm{ID: a.ID, Name: a.Name, About: a.About, Default: a.Default}
	for _, o := range a.Options {
		of.Options = append(of.Options, listedOption{o.ID, o.About, o.Default, o.Choices})
	}
	return of
}

// listedPapers returns the papers for the inventory.
func listedPapers() (list []listedItem) {
	for _, p := range paper.All() {
		list = append(list, listedItem{p.ID, p.Title})
	}
	return list
}

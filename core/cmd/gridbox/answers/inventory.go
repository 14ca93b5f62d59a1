package answers

import (
	"gridbox/core/catalog"
	"gridbox/core/challenge"
	"gridbox/core/kind"
	"gridbox/core/study/paper"
)

// ListFormat is the format of what gridbox list --json writes.
const ListFormat = "gridbox-list"

// An inventory is what gridbox list --json writes: all that there is to run.
type inventory struct {
	Format     string            `json:"format"`
	Version    int               `json:"version"`
	Kinds      []listedKind      `json:"kinds,omitempty"`
	Papers     []listedThing     `json:"papers"`
	Challenges []listedChallenge `json:"challenges,omitempty"`
}

type listedKind struct {
	ID         string            `json:"id"`
	Question   string            `json:"question"`
	Algorithms []listedAlgorithm `json:"algorithms"`
	Metrics    []listedMetric    `json:"metrics"`
	Presets    []listedThing     `json:"presets"`
}

type listedAlgorithm struct {
	ID      string         `json:"id"`
	Name    string         `json:"name"`
	About   string         `json:"about"`
	Default bool           `json:"default"` // whether it runs when a scenario names none
	Options []listedOption `json:"options,omitempty"`
}

type listedOption struct {
	ID      string   `json:"id"`
	About   string   `json:"about"`
	Default any      `json:"default"`
	Choices []string `json:"choices,omitempty"`
}

type listedMetric struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Unit  string `json:"unit,omitempty"`
	About string `json:"about"`
	Less  bool   `json:"lessIsBetter"`
}

type listedThing struct {
	ID    string `json:"id"`
	About string `json:"about"`
}

// A listedChallenge is a challenge, and a suite of gridbox score.
type listedChallenge struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Metric string `json:"metric"`
	Target string `json:"target"`
	About  string `json:"about"`
}

// everything returns all that there is to run.
func everything() *inventory {
	l := &inventory{Format: ListFormat, Version: 1, Papers: listedPapers()}
	for _, k := range catalog.Kinds() {
		l.Kinds = append(l.Kinds, kindListed(&k))
	}
	for _, x := range challenge.All() {
		l.Challenges = append(l.Challenges, listedChallenge{x.ID, x.Kind, x.Metric, x.Target, x.About})
	}
	return l
}

func kindListed(k *catalog.Kind) listedKind {
	of := listedKind{ID: k.ID, Question: k.Question}
	for _, a := range k.Algorithms {
		of.Algorithms = append(of.Algorithms, algorithmListed(&a))
	}
	for _, m := range k.Metrics {
		of.Metrics = append(of.Metrics, listedMetric{m.ID, m.Name, m.Unit, m.About, m.Less})
	}
	for _, p := range k.Presets {
		of.Presets = append(of.Presets, listedThing{p.ID, p.About})
	}
	return of
}

func algorithmListed(a *kind.Algorithm) listedAlgorithm {
	of := listedAlgorithm{ID: a.ID, Name: a.Name, About: a.About, Default: a.Default}
	for _, o := range a.Options {
		of.Options = append(of.Options, listedOption{o.ID, o.About, o.Default, o.Choices})
	}
	return of
}

func listedPapers() (list []listedThing) {
	for _, p := range paper.All() {
		list = append(list, listedThing{p.ID, p.Title})
	}
	return list
}

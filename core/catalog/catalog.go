// Package catalog is the one list of problem kinds and algorithms that page,
// worker, command line, docs and tests iterate: their names, options, metrics
// and words. What runs them is core/engine, so that a page which only shows
// answers holds no solver. To add an algorithm is to add an entry here and
// there (see the checklist in site/docs/architecture.md).
package catalog

import (
	"strings"

	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// Version is the version of the algorithms and of their checker; every result
// carries it.
const Version = "0.1.0"

// A Kind is one problem kind with its algorithms and metrics.
type Kind struct {
	ID         string // "placement"
	Name       string // "Placement"
	Question   string // one sentence that a visitor understands
	Presets    []Preset
	Metrics    []Metric
	Algorithms []Algorithm
	// Compare says in one sentence how answer a does against answer b.
	Compare func(s *scenario.Scenario, a, b *scenario.Answer) string
	// Decisions lists what a feasible answer decided, as a table.
	Decisions func(a *scenario.Answer) Decisions
}

// Decisions are an answer's solution as a table, column by column.
type Decisions struct {
	Rows    int
	Columns []Column
}

// A Column holds words or numbers, one a row.
type Column struct {
	Name, Unit string
	Words      []string
	Numbers    []float64 // where Words is nil
}

// A Preset is a ready scenario of the gallery.
type Preset struct {
	ID, Title, About string
}

// A Metric is one number by which answers of a kind are compared. It is written
// once, in the Metrics beside the nouns of its kind (see tables.go).
type Metric struct {
	ID    string // "makespan"
	Name  string // "Makespan"
	Unit  string // "s"
	Less  bool   // whether less is better
	About string
}

// Head is the name with its unit, as a column head has room for; the help of
// the head says whether it is a mean.
func (m Metric) Head() string {
	name := strings.TrimPrefix(strings.ToLower(m.Name), "mean ")
	if m.Unit != "" {
		return name + ", " + m.Unit
	}
	return name
}

// Better reports whether value a of the metric is better than value b.
func (m Metric) Better(a, b float64) bool {
	if m.Less {
		return a < b
	}
	return a > b
}

// An Algorithm can be run on a scenario of its kind.
type Algorithm struct {
	ID      string // "rbhs"
	Name    string // "RBHS"
	About   string // one sentence
	Paper   string // where it is from; empty for a baseline of our own
	Colour  int    // its place in the fixed colour order, from 1, the same on every page
	Default bool   // whether it runs when a scenario names no runs
	Seeded  bool   // whether it decides by the scenario's seed; all others give one answer to one problem
	Options []Option
}

// An Option is one switch of an algorithm, as a form shows it. It is written
// once, in the Options beside the nouns of its kind (see tables.go).
type Option struct {
	ID      string   // "weights"
	Name    string   // "Weights"
	About   string   // one sentence
	Choices []string // for an option that is one of several words
	Rule    doc.Rule // which values it takes
	Unit    string   // for a number: shown behind it
	Default any      // string, bool or float64; its type is the option's type
}

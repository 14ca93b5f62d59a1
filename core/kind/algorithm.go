package kind

import (
	"maps"
	"strings"

	"gridbox/core/doc"
)

// A Preset is a ready scenario of the gallery.
type Preset struct {
	ID, Title, About string
}

// A Metric is one number by which answers of a kind are compared. It is a field
// of the kind's Metrics.
type Metric struct {
	ID    string // "makespan"
	Name  string // "Makespan"
	Unit  string // "s"
	Less  bool   // whether less is better
	About string
}

// Head returns the name with its unit for the head of a column. The help of the
// head says whether it is a mean.
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

// An Algorithm can be run on a scenario of its kind. Its solver has the same id
// in the folder solve of the kind.
type Algorithm struct {
	ID      string // "rbhs"
	Name    string // "RBHS"
	About   string // one sentence
	Paper   string // where it is from; empty for a baseline of our own
	Colour  int    // its place in the fixed order of colours, from 1
	Default bool   // whether it runs when a scenario names no runs
	Seeded  bool   // whether it decides by the scenario's seed; all others give one answer to one problem
	Options []Option
	// Code is the pseudo-code, a line for each step, indented by tabs. Behind a
	// bar stand the events of core/trace that carry a line out, each a kind of
	// event, or a kind and a reason behind a slash.
	Code string
	// NoCode says why there is no pseudo-code; "" where there is some.
	NoCode string
	// Article is the page of site/docs that explains the algorithm.
	Article string
	// Unruled says why the verifier accepts answers of other algorithms under
	// this name; "" where it has a rule for the algorithm.
	Unruled string
}

// An Option is one switch of an algorithm. It is a field of the kind's Options.
type Option struct {
	ID      string   // "weights"
	Name    string   // "Weights"
	About   string   // one sentence
	Choices []string // for an option that is one of several words
	Rule    doc.Rule // which values it takes
	Unit    string   // for a number: shown behind it
	Default any      // string, bool or float64; its type is the option's type
}

// A Starter is a program that decides exactly as an algorithm does.
type Starter struct {
	Algorithm string // id of the algorithm
	Title     string
	Source    string
}

// A Challenge asks for an own algorithm that does as well as another algorithm on
// instances of a family. Package challenge runs and scores attempts.
type Challenge struct {
	ID, Title, About string
	// Family is the problem without a seed, as a document has it.
	Family    string
	Instances int
	Metric    string // what is compared, one of the kind
	Target    string // the algorithm that scores 100
	// Known is a ready policy of the kind, or a starter, that reaches Reached or more.
	Known   string
	Reached float64
}

// Complete returns the options of a run with defaults for those left out.
func (a *Algorithm) Complete(options map[string]any) map[string]any {
	all := make(map[string]any, len(a.Options))
	for _, o := range a.Options {
		all[o.ID] = o.Default
	}
	maps.Copy(all, options)
	return all
}

// Refuses returns why the option cannot have a value, "" if it can.
func (o *Option) Refuses(value any) string {
	switch o.Default.(type) {
	case bool:
		if _, ok := value.(bool); !ok {
			return "must be true or false"
		}
	case float64:
		n, ok := value.(float64)
		if !ok {
			return "must be a number"
		}
		return o.Rule.Number(n)
	case string:
		word, ok := value.(string)
		if !ok {
			return "must be a word in double quotes"
		}
		return o.Rule.Text(word)
	}
	return ""
}

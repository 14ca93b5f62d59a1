package kind

import (
	"maps"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/i18n"
)

// A Preset is a ready scenario of the gallery.
type Preset struct {
	ID, Title, About string
	Algorithms       []string // initial selection; empty means the kind's defaults
}

// A Metric is one number by which answers of a kind are compared. It is a field
// of the kind's Metrics.
type Metric struct {
	ID    string // "makespan"
	Name  string // "Makespan"
	Unit  string // "s"
	Less  bool   // lower is better
	About string
}

// Head returns the name with its unit, for the head of a column.
func (m Metric) Head() string {
	return WithUnit(strings.TrimPrefix(strings.ToLower(m.Name), "mean "), m.Unit)
}

// WithUnit returns a name with its unit, as in "makespan, s", or the name if the unit is empty.
func WithUnit(name, unit string) string {
	if unit == "" {
		return name
	}
	return i18n.T("{}, {}", name, unit)
}

// IsBetter reports whether value a of the metric is better than value b.
func (m Metric) IsBetter(a, b float64) bool {
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
	Paper   string // source; empty for a baseline of our own
	Colour  int    // index in the order of colours, from 1
	Default bool   // it runs if a scenario names no runs
	Seeded  bool   // it depends on the scenario's seed; other algorithms are deterministic
	Options []Option
	// Code is the pseudo-code, one line for each step, indented by tabs. After a bar it lists
	// the events of core/trace that carry out the line, each a kind of event, or a kind and a
	// reason separated by a slash.
	Code string
	// NoCodeReason is the reason why there is no pseudo-code, or "".
	NoCodeReason string
	// Article is the page of site/docs that explains the algorithm.
	Article string
	// NoRuleReason is the reason why the verifier accepts answers of other algorithms under this
	// name, or "" if it has a rule for the algorithm.
	NoRuleReason string
}

// An Option is one switch of an algorithm. It is a field of the kind's Options.
type Option struct {
	ID      string   // "weights"
	Name    string   // "Weights"
	About   string   // one sentence
	Choices []string // the possible words, if it is a choice
	Rule    doc.Rule // the valid values
	Unit    string   // of a number
	Default any      // string, bool or float64; its type is the option's type
}

// A Starter is a program that makes the same decisions as an algorithm.
type Starter struct {
	Algorithm string // id of the algorithm
	Title     string
	Source    string
}

// A Challenge is a task to write an algorithm that does as well as another one
// on instances of a family. Package challenge runs and scores attempts.
type Challenge struct {
	ID, Title, About string
	// Family is the problem without a seed, as in a document.
	Family    string
	Instances int
	Metric    string // the metric that is compared
	Target    string // the algorithm that scores 100
	// ExamplePolicy is a ready policy of the kind, or a starter, that scores at least ExampleScore.
	ExamplePolicy string
	ExampleScore  float64
}

// Complete returns the options of a run with defaults for missing ones.
func (a *Algorithm) Complete(options map[string]any) map[string]any {
	all := make(map[string]any, len(a.Options))
	for _, o := range a.Options {
		all[o.ID] = o.Default
	}
	maps.Copy(all, options)
	return all
}

// Refuses returns the reason why the option cannot have a value, or "".
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

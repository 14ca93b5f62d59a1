// Package exercise defines tasks that check themselves: a scenario with a few
// values that may be changed, and conditions on the answers of its runs. It
// solves nothing. The caller provides the answers: a worker in a lesson's page,
// or the generator, which verifies every stated solution. Both get the same
// verdict.
package exercise

import (
	"encoding/json"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// An Exercise is one task. The runs of its scenario have labels, which
// conditions refer to.
type Exercise struct {
	ID          string          `json:"id"`
	Scenario    json.RawMessage `json:"scenario"`
	Inputs      []Input         `json:"inputs"`
	Conditions  []string        `json:"holds"`
	Hint        string          `json:"hint,omitempty"` // shown if the verdict is not passed
	Explanation string          `json:"why,omitempty"`  // shown if the verdict is passed
}

// An Input is a value that may be changed: one of several choices, a number
// within bounds, or a text.
type Input struct {
	Path    string   `json:"path"`
	Label   string   `json:"label"`
	Value   any      `json:"value"` // initial value
	Choices []any    `json:"choices,omitempty"`
	Min     *float64 `json:"min,omitempty"`
	Max     *float64 `json:"max,omitempty"`
}

// MaxText is the maximum length of a text input in bytes.
const MaxText = 400

// FieldText returns a value as text for a form field.
func FieldText(value any) string {
	switch v := value.(type) {
	case float64:
		return doc.Decimal(v)
	case string:
		return v
	case bool:
		return yes(v)
	}
	return ""
}

// read returns the value of an entered text, or the reason why it is invalid.
func (in *Input) read(entered string) (value any, why string) {
	entered = strings.TrimSpace(entered)
	if len(in.Choices) > 0 {
		for _, c := range in.Choices {
			if FieldText(c) == entered {
				return c, ""
			}
		}
		return nil, in.Label + ": " + strconv.Quote(entered) + " is no choice here."
	}
	if _, text := in.Value.(string); text {
		if entered == "" || len(entered) > MaxText {
			return nil, in.Label + ": a text of 1 to " + strconv.Itoa(MaxText) + " characters is wanted."
		}
		return entered, ""
	}
	x, err := strconv.ParseFloat(entered, 64)
	if err != nil || in.Min == nil || in.Max == nil || !(x >= *in.Min && x <= *in.Max) {
		return nil, in.Label + ": " + in.requirementText()
	}
	return x, ""
}

func (in *Input) requirementText() string {
	if in.Min == nil || in.Max == nil {
		return "it takes no number."
	}
	return "a number from " + FieldText(*in.Min) + " to " + FieldText(*in.Max) + " is wanted."
}

// Start returns the initial texts of the inputs.
func (x *Exercise) Start() []string {
	var list []string
	for i := range x.Inputs {
		list = append(list, FieldText(x.Inputs[i].Value))
	}
	return list
}

// Apply returns the scenario with the entered texts, in the order of the inputs,
// or the reason why one is invalid.
func (x *Exercise) Apply(entered []string) (s *scenario.Scenario, why string) {
	if len(entered) != len(x.Inputs) {
		return nil, "There are " + strconv.Itoa(len(x.Inputs)) + " values to enter."
	}
	var plain map[string]any
	if err := json.Unmarshal(x.Scenario, &plain); err != nil {
		return nil, "The scenario cannot be read: " + err.Error() + "."
	}
	for i := range x.Inputs {
		value, why := x.Inputs[i].read(entered[i])
		if why == "" {
			why = doc.Set(plain, x.Inputs[i].Path, value)
		}
		if why != "" {
			return nil, why
		}
	}
	text, err := json.Marshal(plain)
	if err != nil {
		return nil, err.Error()
	}
	s, faults := scenario.Parse(text)
	if len(faults) > 0 {
		return nil, x.LabelFault(faults[0].String())
	}
	return s, ""
}

// LabelFault returns a fault with the label of its input in place of the path, if
// there is such an input.
func (x *Exercise) LabelFault(fault string) string {
	path, why, ok := strings.Cut(fault, ": ")
	for i := range x.Inputs {
		if in := &x.Inputs[i]; ok && stripIndexes(path) == stripIndexes(in.Path) {
			return in.Label + ": " + why
		}
	}
	return fault
}

// stripIndexes returns a path without its indexes.
func stripIndexes(path string) string {
	for {
		before, rest, found := strings.Cut(path, "[")
		_, after, closed := strings.Cut(rest, "]")
		if !found || !closed {
			return path
		}
		path = before + after
	}
}

package panel

import (
	"slices"
	"sync/atomic"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/preset"
	"gridbox/core/scenario"
)

// A specView is the draft's generator as a form.
type specView struct {
	preset     string
	fields     []ui.FieldView
	givenLists []string // the lists of the problem that are given, not generated
	idle       []string // paths of parameters that have no effect
}

// A Memo caches a value computed from the last draft. Drafts are never modified, and several views need the same
// value.
type Memo[T any] struct {
	last atomic.Pointer[memoEntry[T]]
}

type memoEntry[T any] struct {
	scenario *scenario.Scenario
	value    T
}

// Get returns the value of a draft.
func (m *Memo[T]) Get(d *scenario.Scenario, form func(d *scenario.Scenario) T) T {
	if last := m.last.Load(); last != nil && last.scenario == d {
		return last.value
	}
	value := form(d)
	m.last.Store(&memoEntry[T]{d, value})
	return value
}

var specs Memo[*specView]

// specOf returns the form of the draft's generator, nil for an explicit draft.
// It is shared and must not be changed.
func specOf(d *scenario.Scenario) *specView { return specs.Get(d, newSpec) }

// GeneratorFields returns the fields of the parameters of the draft's generator.
func GeneratorFields(d *scenario.Scenario) []ui.FieldView {
	if spec := specOf(d); spec != nil {
		return spec.fields
	}
	return nil
}

// newSpec returns the form of a draft's generator, or nil if the draft has none. A parameter that has no effect,
// because the document lists its values, is omitted unless it is set.
func newSpec(d *scenario.Scenario) *specView {
	spec, effective := state.SpecOf(d)
	if spec == nil {
		return nil
	}
	form := formOf(d.Kind+".generate.", spec, effective)
	given := doc.Present(scenario.Problem(d))
	for i, f := range doc.Fields(spec) {
		if i > 0 && hasNoEffect(preset.Shapes(f), given) { // the first is the preset's name
			form.idle = append(form.idle, d.Kind+".generate."+f.Name)
		}
	}
	form.fields = slices.DeleteFunc(form.fields, func(v ui.FieldView) bool {
		return v.Value == "" && slices.Contains(form.idle, v.Path)
	})
	form.givenLists = given
	return form
}

// hasNoEffect reports whether a parameter has no effect, because all lists that it
// shapes are given.
func hasNoEffect(shapes, given []string) bool {
	return len(shapes) > 0 &&
		!slices.ContainsFunc(shapes, func(list string) bool { return !slices.Contains(given, list) })
}

// formOf returns the form of a generator's parameters. Names, units, rules and help come from the tags of the struct;
// effective has the values that unset parameters take from the preset.
func formOf(prefix string, spec, effective any) *specView {
	set, usual := map[string]any{}, map[string]any{}
	doc.Decode(doc.Canonical(spec), &set)
	doc.Decode(doc.Canonical(effective), &usual)
	v := &specView{}
	v.preset, _ = set["preset"].(string)
	for _, f := range doc.Fields(spec) {
		if f.Name == "preset" {
			continue
		}
		view := ui.FieldView{Path: prefix + f.Name, ID: "f-gen-" + f.Name, Label: f.Label, Unit: f.Unit,
			Title: f.About, Value: textOf(set[f.Name]), Placeholder: textOf(usual[f.Name]), Number: f.Kind != "choice"}
		if f.Kind == "choice" {
			view.Choices = append([]string{""}, f.Rule.Choices...)
		}
		v.fields = append(v.fields, view)
	}
	return v
}

// textOf returns the text of a number, string or boolean for a field, and "" for another type.
func textOf(v any) string {
	switch v := v.(type) {
	case float64:
		return ui.Exact(v)
	case string:
		return v
	case bool:
		if v {
			return "true"
		}
		return "false"
	}
	return ""
}

package kind

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/preset"
)

// Metrics and options are declared as tagged structs of their kind. The
// functions here build lists from the tags.

// PresetsOf returns the descriptions of a kind's presets.
func PresetsOf[Problem, Parameters any](presets []preset.Preset[Problem, Parameters]) []Preset {
	list := make([]Preset, len(presets))
	for i := range presets {
		list[i] = Preset{presets[i].ID, presets[i].Title, presets[i].About, presets[i].Algorithms}
	}
	return list
}

// MetricsOf returns the metrics of a kind from the tags of its struct Metrics.
func MetricsOf(noun any) []Metric {
	var list []Metric
	for _, f := range doc.Fields(noun) {
		better := f.Tag.Get("better")
		if better != "lower" && better != "higher" {
			panic("kind: which is better of the metric " + f.Name + ", lower or higher?")
		}
		list = append(list, Metric{ID: f.Name, Name: f.Label, Unit: f.Unit, Less: better == "lower", About: f.About})
	}
	return list
}

// SetOptions sets the options of algorithms from the tags of the kind's struct
// Options and returns the list.
func SetOptions(noun any, list []Algorithm) []Algorithm {
	fields := doc.Fields(noun)
	for i := range list {
		for _, f := range fields {
			if of, some := f.Tag.Lookup("of"); !some || slices.Contains(strings.Fields(of), list[i].ID) {
				list[i].Options = append(list[i].Options, optionOf(f, list[i].ID))
			}
		}
	}
	return list
}

// optionOf returns a field as an option of one algorithm.
func optionOf(f doc.Field, algorithm string) Option {
	return Option{ID: f.Name, Name: f.Label, Unit: f.Unit, About: tagOf(f.Tag, "about", algorithm),
		Choices: f.Rule.Choices, Rule: f.Rule, Default: defaultOf(f, tagOf(f.Tag, "default", algorithm))}
}

// tagOf returns the value of a tag for one algorithm.
func tagOf(tag reflect.StructTag, key, algorithm string) string {
	if own, ok := tag.Lookup(key + "." + algorithm); ok {
		return own
	}
	return tag.Get(key)
}

// defaultOf returns a default from its text; an empty text means false, 0 or no
// word. It panics if the text of a number is invalid.
func defaultOf(f doc.Field, text string) any {
	switch f.Kind {
	case "truth":
		return text == "true"
	case "number", "whole":
		if text == "" {
			return 0.0
		}
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			panic("kind: the default of the option " + f.Name + " is no number")
		}
		return n
	}
	return text
}

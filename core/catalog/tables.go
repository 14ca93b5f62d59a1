package catalog

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// Metrics and options are written once, as tagged structs beside the nouns of
// their kind; here the tags become the lists that everybody reads.

// metricsOf lists the metrics of a kind from the tags of its noun.
func metricsOf(noun any) []Metric {
	var list []Metric
	for _, f := range doc.Fields(noun) {
		better := f.Tag.Get("better")
		if better != "lower" && better != "higher" {
			panic("catalog: which is better of the metric " + f.Name + ", lower or higher?")
		}
		list = append(list, Metric{ID: f.Name, Name: f.Label, Unit: f.Unit, Less: better == "lower", About: f.About})
	}
	return list
}

// withOptions gives each algorithm of a kind its options, from the tags of the
// kind's noun, and numbers the colours in the order of the list.
func withOptions(noun any, list []Algorithm) []Algorithm {
	fields := doc.Fields(noun)
	for i := range list {
		list[i].Colour = i + 1
		for _, f := range fields {
			if of, some := f.Tag.Lookup("of"); !some || slices.Contains(strings.Fields(of), list[i].ID) {
				list[i].Options = append(list[i].Options, optionOf(f, list[i].ID))
			}
		}
	}
	return list
}

// optionOf is a field as an option of one algorithm.
func optionOf(f doc.Field, algorithm string) Option {
	return Option{ID: f.Name, Name: f.Label, Unit: f.Unit, About: tagOf(f.Tag, "about", algorithm),
		Choices: f.Rule.Choices, Rule: f.Rule, Default: defaultOf(f, tagOf(f.Tag, "default", algorithm))}
}

// tagOf is a tag as it holds for one algorithm.
func tagOf(tag reflect.StructTag, key, algorithm string) string {
	if own, ok := tag.Lookup(key + "." + algorithm); ok {
		return own
	}
	return tag.Get(key)
}

// defaultOf reads a default; an empty text is false, 0 or no word. What cannot
// be read is a mistake in the source.
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
			panic("catalog: the default of the option " + f.Name + " is no number")
		}
		return n
	}
	return text
}

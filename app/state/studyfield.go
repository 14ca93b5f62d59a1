package state

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// ValuesFor returns usual values, or a range around a number of the problem.
func ValuesFor(d *scenario.Scenario, path string) []any {
	if values := UsualValues(d, path); len(values) > 0 {
		return values
	}
	return RangeAround(d, path)
}

// UsualValues returns suitable values of a varied path: values around its current one, or all values of an option.
func UsualValues(d *scenario.Scenario, path string) []any {
	if _, effective := SpecOf(d); effective != nil {
		fields := map[string]any{}
		doc.Decode(doc.Canonical(effective), &fields)
		if v, ok := fields[strings.TrimPrefix(path, d.Kind+".generate.")].(float64); ok {
			if v == 0 {
				return []any{0.0, 1.0}
			}
			return []any{v, 2 * v}
		}
	}
	for i, run := range Runs(d) {
		a, _ := catalog.Find(d.Kind, run.Algorithm)
		for _, o := range a.Options {
			if path != "runs["+strconv.Itoa(i)+"].options."+o.ID {
				continue
			}
			switch v := o.Default.(type) {
			case bool:
				return []any{false, true}
			case float64:
				return []any{v, v + 1}
			}
			var all []any
			for _, c := range o.Choices {
				all = append(all, c)
			}
			return all
		}
	}
	if path == "seed" {
		return []any{1.0, 2.0}
	}
	return nil
}

// setStudy sets one field of the study: replications, vary[0].values.
func setStudy(d *scenario.Scenario, path, text string) (*scenario.Scenario, bool, string) {
	st := StudyOf(d)
	st.Vary = slices.Clone(st.Vary)
	why := ""
	switch name, rest, _ := strings.Cut(path, "."); {
	case path == "replications":
		why = ParseWhole(text, &st.Replications)
	case path == "confidence":
		why = ParsePercent(text, &st.Confidence)
	case path == "margin":
		why = ParsePercent(text, &st.Margin)
	case name == "stop":
		why = setStop(&st, rest, text)
	case strings.HasPrefix(name, "vary["):
		i, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(name, "vary["), "]"))
		if err != nil || i < 0 || i >= len(st.Vary) {
			return nil, false, "there is nothing of the sort"
		}
		why = setVary(d, &st.Vary[i], rest, text)
	case strings.HasPrefix(name, "noise["):
		st.Noise = slices.Clone(st.Noise)
		i, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(name, "noise["), "]"))
		if err != nil || i < 0 || i >= len(st.Noise) {
			return nil, false, "there is nothing of the sort"
		}
		why = setNoise(d, &st.Noise[i], rest, text)
	default:
		why = i18n.T("there is no field study.{}", path)
	}
	d.Study = &st
	return d, false, why
}

func ParseWhole(text string, into *int) (why string) {
	n, err := strconv.Atoi(NormaliseNumber(text))
	if err != nil {
		return "this is not a whole number"
	}
	*into = n
	return ""
}

// ParsePercent parses a share in per cent; an empty text means the default.
func ParsePercent(text string, into **float64) (why string) {
	text = strings.TrimSpace(strings.TrimSuffix(text, "%"))
	if text == "" {
		*into = nil
		return ""
	}
	v := 0.0
	if why := ParseNumber(text, &v); why != "" {
		return why
	}
	v /= 100
	*into = &v
	return ""
}

// setStop sets a field of a copy of the study's stopping rule. An empty metric removes the rule. It returns the
// reason if the text is invalid.
func setStop(st *scenario.Study, name, text string) (why string) {
	if name == "metric" && text == "" {
		st.Stop = nil
		return ""
	}
	stop := scenario.Stop{Width: usualWidth}
	if st.Stop != nil {
		stop = *st.Stop
	}
	st.Stop = &stop
	switch name {
	case "metric":
		stop.Metric = text
	case "width":
		var v *float64
		if why = ParsePercent(text, &v); why == "" && v != nil {
			stop.Width = *v
		}
	case "first":
		if stop.First = 0; text != "" {
			why = ParseWhole(text, &stop.First)
		}
	}
	return why
}

// usualWidth is the default half width of intervals in a stop rule, as a share of the mean.
const usualWidth = 0.02

// setVary sets a field of a varied path. A new path gets its usual values if it has any. It returns the reason if the
// text is invalid.
func setVary(d *scenario.Scenario, v *scenario.Vary, name, text string) (why string) {
	number := func(into **float64) string {
		if text == "" {
			*into = nil
			return ""
		}
		x := 0.0
		why := ParseNumber(text, &x)
		*into = &x
		return why
	}
	switch name {
	case "path":
		if text == "" {
			return "a path is missing"
		}
		if v.Path = text; len(ValuesFor(d, text)) > 0 { // the former values belong to another path
			*v = scenario.Vary{Path: text, Values: ValuesFor(d, text)}
		}
	case "low", "high", "count":
		return setSweep(d, v, name, text)
	case "values":
		v.Values = valuesOf(text)
	case "from":
		return number(&v.From)
	case "to":
		return number(&v.To)
	case "step":
		return number(&v.Step)
	}
	return ""
}

// valuesOf parses a list of values: numbers, truth values and words separated by commas or spaces,
// or a list in JSON.
func valuesOf(text string) (list []any) {
	if strings.HasPrefix(text, "[") && len(doc.Decode([]byte(text), &list)) == 0 {
		return list
	}
	list = nil
	for _, w := range splitList(text) {
		list = append(list, jsonOf(w))
	}
	return list
}

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

// Actions on the draft's study. All of these can be undone.
type (
	// AddVary varies another path, with suitable values.
	AddVary struct{ Path string }
	// DropVary removes a varied path.
	DropVary struct{ Index int }
	// VaryBy makes the values of a path a range or a list.
	VaryBy struct {
		Index int
		Range bool
	}
	// ToggleMetric adds a metric to the study or removes it.
	ToggleMetric struct{ Metric string }
	// AskStudy writes the default study into a draft that has none.
	AskStudy struct{}
)

// restudy commits a changed study, which affects no answer.
func restudy(s State, name string, change func(st *scenario.Study)) State {
	d, st := *s.Draft, StudyOf(s.Draft)
	st.Vary, st.Metrics, st.Noise = slices.Clone(st.Vary), slices.Clone(st.Metrics), slices.Clone(st.Noise)
	change(&st)
	d.Study = &st
	if faults := catalog.Check(&d); len(faults) > 0 {
		return Notify{Text: faults[0].String(), Error: true}.reduce(s)
	}
	return commit(s, &d, name, "", false)
}

// untype drops the texts in fields of varied paths, whose indices have changed.
func untype(s State) State {
	typed := map[string]Typed{}
	for path, t := range s.Typed {
		if !strings.HasPrefix(path, "study.vary[") && !strings.HasPrefix(path, "study.noise[") {
			typed[path] = t
		}
	}
	s.Typed = typed
	return s
}

func (a AddVary) reduce(s State) State {
	return restudy(s, i18n.T("vary {}", a.Path), func(st *scenario.Study) {
		st.Vary = append(st.Vary, scenario.Vary{Path: a.Path, Values: valuesFor(s.Draft, a.Path)})
	})
}

func (a DropVary) reduce(s State) State {
	if a.Index < 0 || a.Index >= len(StudyOf(s.Draft).Vary) {
		return s
	}
	return restudy(untype(s), "vary less",
		func(st *scenario.Study) { st.Vary = slices.Delete(st.Vary, a.Index, a.Index+1) })
}

func (a VaryBy) reduce(s State) State {
	if a.Index < 0 || a.Index >= len(StudyOf(s.Draft).Vary) {
		return s
	}
	return restudy(untype(s), "vary by another way", func(st *scenario.Study) {
		v := &st.Vary[a.Index]
		if ranged := v.From != nil || v.To != nil || v.Step != nil; ranged == a.Range {
			return
		}
		if a.Range {
			*v = rangeOf(v.Path, v.Values)
		} else {
			*v = scenario.Vary{Path: v.Path, Values: usualValues(s.Draft, v.Path)}
		}
	})
}

// rangeOf returns a range between the ends of a list of numbers.
func rangeOf(path string, values []any) scenario.Vary {
	from, to, step := 1.0, 5.0, 1.0
	if n := len(values); n > 1 {
		a, first := values[0].(float64)
		b, last := values[n-1].(float64)
		if first && last && a != b {
			from, to, step = a, b, (b-a)/float64(n-1)
		}
	}
	return scenario.Vary{Path: path, From: &from, To: &to, Step: &step}
}

func (a ToggleMetric) reduce(s State) State {
	return restudy(s, "change the study's metrics", func(st *scenario.Study) {
		if len(st.Metrics) == 0 { // an empty list means all metrics of the kind
			kind, _ := catalog.ByID(s.Draft.Kind)
			for _, m := range kind.Metrics {
				st.Metrics = append(st.Metrics, m.ID)
			}
		}
		if i := slices.Index(st.Metrics, a.Metric); i >= 0 {
			st.Metrics = slices.Delete(st.Metrics, i, i+1)
		} else {
			st.Metrics = append(st.Metrics, a.Metric)
		}
	})
}

func (AskStudy) reduce(s State) State {
	if s.Draft.Study != nil {
		return s
	}
	return restudy(s, "ask for a study", func(*scenario.Study) {})
}

// valuesFor returns usualValues, or a range around a number of the problem.
func valuesFor(d *scenario.Scenario, path string) []any {
	if values := usualValues(d, path); len(values) > 0 {
		return values
	}
	return rangeAround(d, path)
}

// usualValues returns suitable values of a varied path: values around its current one, or all values of an option.
func usualValues(d *scenario.Scenario, path string) []any {
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
		why = whole(text, &st.Replications)
	case path == "confidence":
		why = percent(text, &st.Confidence)
	case path == "margin":
		why = percent(text, &st.Margin)
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

func whole(text string, into *int) (why string) {
	n, err := strconv.Atoi(PlainNumber(text))
	if err != nil {
		return "this is not a whole number"
	}
	*into = n
	return ""
}

// percent parses a share in per cent; an empty text means the default.
func percent(text string, into **float64) (why string) {
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
		if why = percent(text, &v); why == "" && v != nil {
			stop.Width = *v
		}
	case "first":
		if stop.First = 0; text != "" {
			why = whole(text, &stop.First)
		}
	}
	return why
}

// usualWidth is the default half width of intervals in a stop rule, as a share of the mean.
const usualWidth = 0.02

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
		if v.Path = text; len(valuesFor(d, text)) > 0 { // the former values belong to another path
			*v = scenario.Vary{Path: text, Values: valuesFor(d, text)}
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
	for _, w := range words(text) {
		list = append(list, jsonOf(w))
	}
	return list
}

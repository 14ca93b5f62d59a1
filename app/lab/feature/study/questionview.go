package study

import (
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// studyQuestion returns the question of the study, as a sentence with fields.
func studyQuestion(s *state.State) ui.Node {
	st := state.StudyOf(s.Draft)
	var parts []ui.Node
	each := studyField(s, "study.replications", "Replications", strconv.Itoa(st.Replications), 5)
	switch {
	case len(st.Vary) > 0:
		parts = Sentence("How do the answers change when")
		for i := range st.Vary {
			if i > 0 {
				parts = append(comma(parts), Sentence("and when")...)
			}
			parts = append(parts, variedSentence(s, i, &st.Vary[i])...)
		}
	case len(st.Noise) > 0:
		parts = Sentence("Does the order of the algorithms hold")
	default:
		parts = Sentence("Which algorithm is best in other instances,")
	}
	for i := range st.Noise {
		word := "when the"
		switch {
		case i > 0:
			word = "and the"
		case len(st.Vary) > 0:
			word = "with the"
			parts = comma(parts)
		}
		parts = append(parts, noisyWords(s, i, &st.Noise[i], word, len(st.Vary) == 0)...)
	}
	switch {
	case catalog.Single(s.Draft):
		parts = append(comma(parts), Sentence("one instance each?")...)
	case len(st.Vary)+len(st.Noise) > 0:
		parts = append(comma(parts), Sentence(each, "times each?")...)
	default:
		parts = append(parts, Sentence(each, "of them?")...)
	}
	return ui.El("div", ui.Class("asking"), parts)
}

// comma appends a comma to the last word.
func comma(parts []ui.Node) []ui.Node {
	if n := len(parts); n > 0 && parts[n-1].Tag == "span" && len(parts[n-1].Children) == 1 {
		parts[n-1] = ui.El("span", ui.PlainText(parts[n-1])+",")
		return parts
	}
	return append(parts, ui.El("span", ","))
}

// studyField returns a field of the draft's study, to be set within a sentence.
func studyField(s *state.State, path, label, value string, width int) ui.Node {
	v := ui.FieldView{Path: path, Label: label, Value: value, Number: true,
		ID: "q-" + screen.PathID(path[len("study."):])}
	screen.ApplyTyped(s, &v)
	in := v.Input(ui.Class("in w"+strconv.Itoa(width)), ui.A("aria-label", label))
	if v.Fault == "" {
		return in
	}
	return ui.El("span", in, ui.Fault(v.ID+"-why", label, v.Fault))
}

// variedSentence returns the words and fields of the study's varied number i. They describe its interval and points,
// its range with a step, or its list of values.
func variedSentence(s *state.State, i int, v *scenario.Vary) []ui.Node {
	here := "study.vary[" + strconv.Itoa(i) + "]"
	name, unit := study.NameAndUnit(v.Path)
	name = i18n.T("the {}", draftPathLabel(s.Draft, v.Path, name))
	w, ok := state.SweepOf(s.Draft, v)
	switch {
	case ok:
		return Sentence(name, "goes from", studyField(s, here+".low", "From", ui.Exact(w.Low), 7), "to",
			studyField(s, here+".high", "To", ui.Exact(w.High), 7), unit, "in",
			studyField(s, here+".count", "Points", strconv.Itoa(w.Count), 4), "points")
	case v.From != nil && v.To != nil && v.Step != nil:
		return Sentence(name, "goes from", studyField(s, here+".from", "From", ui.Exact(*v.From), 7), "to",
			studyField(s, here+".to", "To", ui.Exact(*v.To), 7), unit, "in steps of",
			studyField(s, here+".step", "Step", ui.Exact(*v.Step), 7))
	}
	return Sentence(name, "is", studyField(s, here+".values", "Values", ValuesText(v.Values), 20), unit)
}

// noisyWords lists the uncertain numbers and their spread.
func noisyWords(s *state.State, i int, n *scenario.Noise, word string, verb bool) []ui.Node {
	name, _ := study.NameAndUnit(n.Path)
	text := word + " " + name
	if verb {
		text += " is"
	}
	return Sentence(text, "uncertain by",
		studyField(s, "study.noise["+strconv.Itoa(i)+"].cv", i18n.T("Spread of the {}", name), number(100*n.CV),
			4), "%")
}

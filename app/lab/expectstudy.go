package lab

import (
	"strings"

	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
	"gridbox/core/study/report"
)

// An outcome is the result of a study that was run here, in the form that a link carries.
type outcome struct {
	key  string // digest of the study's document
	came scenario.StudyExpectation
}

// maxMerged is the length in bytes up to which an imported study's document is read on the page's goroutine.
const maxMerged = 200 << 10

// outcome calls use with the result of the draft's study as soon as it is known, if the study is
// complete.
func (v *surveyor) outcome(use func(scenario.StudyExpectation)) {
	st := &v.lab.s.Study
	_, key := askedText(v.lab.s.Draft)
	switch {
	case st.Phase != state.Complete || st.Key != key:
	case v.came.key == key:
		use(v.came.came)
	case v.merged != nil:
		if len(v.merged) > maxMerged {
			return
		}
		if d, faults := report.Parse(v.merged); len(faults) == 0 {
			v.came = outcome{key, scenario.ExpectStudy(d.Digest, d.Means(), d.Engine)}
			use(v.came.came)
		}
	default:
		v.ask(map[string]string{"as": "outcome"}, func(reply []byte) {
			e := scenario.StudyExpectation{}
			if len(doc.Decode(reply, &e)) == 0 {
				v.came = outcome{key, e}
				use(e)
			}
		})
	}
}

// studyCame returns the result of the draft's study for a link, "" before it is known.
func (l *Lab) studyCame(draft *scenario.Scenario, fragment string) string {
	if draft.Study == nil || l.s.Look.NoAnswers {
		return ""
	}
	if _, key := askedText(l.s.Draft); key == l.survey.came.key {
		return l.survey.came.came.Parameters(fragment)
	}
	return ""
}

// expectStudy records the result that a link states for its study.
func (l *Lab) expectStudy(fragment string) doc.Faults {
	want, faults := scenario.ExpectedStudy(fragment)
	if want != nil && l.s.Draft.Study != nil {
		_, key := askedText(l.s.Draft)
		l.do(state.StudyExpected{Expects: state.StudyExpects{Key: key, Want: *want}})
	}
	return faults
}

// compareStudy compares the completed study with the result that its link states.
func (v *surveyor) compareStudy() {
	l, e := v.lab, v.lab.s.Study.Expects
	if e.Want.Digest == "" || e.Text != "" || e.Key != l.s.Study.Key {
		return
	}
	v.outcome(func(got scenario.StudyExpectation) {
		if l.s.Study.Expects.Key == e.Key {
			l.do(comparedStudy(&l.s, e.Want, got))
		}
	})
}

// maxNamed is the maximal number of differing means in a message.
const maxNamed = 3

// comparedStudy reports whether the results of a study equal those of its link.
func comparedStudy(s *state.State, want, got scenario.StudyExpectation) state.StudyCompared {
	n, differ := want.Compare(got)
	switch {
	case want.Digest == got.Digest && n == 0:
		return state.StudyCompared{Text: i18n.T("Reproduced here: all means equal the author's{}.", byText(want.By))}
	case want.Digest == got.Digest || n > 0 && len(differ) == 0:
		text := i18n.T("Reproduced here: all {} equal the author's{}.", picture.Count(n, "mean"), byText(want.By))
		if want.Digest != got.Digest {
			text += i18n.T(" The documents differ elsewhere: Gridbox {} computed this one.", catalog.Version)
		}
		return state.StudyCompared{Text: text}
	case len(differ) == 0:
		return state.StudyCompared{Differs: true, Text: i18n.T("Not reproduced: the digest is {}, but the link "+
			"has {}{}.",
			got.Digest, want.Digest, byText(want.By))}
	}
	var named []string
	for _, i := range differ[:min(maxNamed, len(differ))] {
		named = append(named, panel.CellName(s, i))
	}
	text := i18n.T("Not reproduced: {} of {}{}{}: {}",
		ui.Whole(len(differ)), picture.Count(n, "mean"),
		map[bool]string{true: " differs", false: " differ"}[len(differ) == 1],
		byText(want.By), strings.Join(named, "; "))
	if len(differ) > maxNamed {
		text += "; …"
	}
	return state.StudyCompared{Differs: true, Text: text + "."}
}

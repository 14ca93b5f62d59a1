package study

import (
	"strings"

	"gridbox/app/lab/feature"
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
	key         string // digest of the study's document
	expectation scenario.StudyExpectation
}

// maxMerged is the length in bytes up to which an imported study's document is read on the page's goroutine.
const maxMerged = 200 << 10

// outcome calls use with the result of the draft's study as soon as it is known, if the study is
// complete.
func (e *effects) outcome(use func(scenario.StudyExpectation)) {
	st := e.state()
	_, key := studyDocument(e.env.State().Draft)
	switch {
	case st.Phase != state.Complete || st.Key != key:
	case e.lastOutcome.key == key:
		use(e.lastOutcome.expectation)
	case e.mergedDocument != nil:
		if len(e.mergedDocument) > maxMerged {
			return
		}
		if d, faults := report.Parse(e.mergedDocument); len(faults) == 0 {
			e.lastOutcome = outcome{key, scenario.ExpectStudy(d.Digest, d.Means(), d.Engine)}
			use(e.lastOutcome.expectation)
		}
	default:
		e.requestData(map[string]string{"as": "outcome"}, func(reply []byte) {
			came := scenario.StudyExpectation{}
			if len(doc.Decode(reply, &came)) == 0 {
				e.lastOutcome = outcome{key, came}
				use(came)
			}
		})
	}
}

// parameters returns the result of the draft's study for a link, "" before it is known.
func (e *effects) parameters(linked *scenario.Scenario, fragment string) string {
	s := e.env.State()
	if linked.Study == nil || s.Layout.NoAnswers {
		return ""
	}
	if _, key := studyDocument(s.Draft); key == e.lastOutcome.key {
		return e.lastOutcome.expectation.Parameters(fragment)
	}
	return ""
}

// await calls then once the result of the draft's study is known, unless it is known already.
func (e *effects) await(then func()) {
	if _, key := studyDocument(e.env.State().Draft); e.lastOutcome.key != key {
		e.outcome(func(scenario.StudyExpectation) { then() })
	}
}

// expect records the result that a link states for its study.
func (e *effects) expect(fragment string) doc.Faults {
	want, faults := scenario.ParseStudyExpectation(fragment)
	if draft := e.env.State().Draft; want != nil && draft.Study != nil {
		_, key := studyDocument(draft)
		e.do(SetExpectation{Expects: Expectation{Key: key, Want: *want}})
	}
	return faults
}

// compare compares the completed study with the result that its link states.
func (e *effects) compare() {
	x := e.state().Expects
	if x.Want.Digest == "" || x.Text != "" || x.Key != e.state().Key {
		return
	}
	e.outcome(func(got scenario.StudyExpectation) {
		if e.state().Expects.Key == x.Key {
			e.do(comparison(e.env.State(), x.Want, got))
		}
	})
}

// maxNamed is the maximal number of differing means in a message.
const maxNamed = 3

// comparison reports whether the results of a study equal those of its link.
func comparison(s *state.State, want, got scenario.StudyExpectation) ComparisonArrived {
	n, differ := want.Compare(got)
	switch {
	case want.Digest == got.Digest && n == 0:
		return ComparisonArrived{Text: i18n.T("Reproduced here: all means equal the author's{}.",
			feature.VersionNote(want.Version))}
	case want.Digest == got.Digest || n > 0 && len(differ) == 0:
		text := i18n.T("Reproduced here: all {} equal the author's{}.", picture.Count(n, "mean"),
			feature.VersionNote(want.Version))
		if want.Digest != got.Digest {
			text += i18n.T(" The documents differ elsewhere: Gridbox {} computed this one.", catalog.Version)
		}
		return ComparisonArrived{Text: text}
	case len(differ) == 0:
		return ComparisonArrived{Differs: true, Text: i18n.T("Not reproduced: the digest is {}, but the link "+
			"has {}{}.",
			got.Digest, want.Digest, feature.VersionNote(want.Version))}
	}
	var named []string
	for _, i := range differ[:min(maxNamed, len(differ))] {
		named = append(named, cellName(s, i))
	}
	text := i18n.T("Not reproduced: {} of {}{}{}: {}",
		ui.Integer(len(differ)), picture.Count(n, "mean"),
		map[bool]string{true: " differs", false: " differ"}[len(differ) == 1],
		feature.VersionNote(want.Version), strings.Join(named, "; "))
	if len(differ) > maxNamed {
		text += "; …"
	}
	return ComparisonArrived{Differs: true, Text: text + "."}
}

package lab

import (
	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// An expecter compares the answers of a draft that came by a link with the digest that the link states, once all are
// there. It stops when the draft changes.
type expecter struct {
	lab    *Lab
	draft  *scenario.Scenario
	want   *scenario.Expectation
	warned bool // whether the user was told to press Run first
}

// open reads the expectations of a link for the draft that was just opened.
func (e *expecter) open(fragment string) {
	want, faults := scenario.ParseExpectation(fragment)
	*e = expecter{lab: e.lab, draft: e.lab.s.Draft, want: want}
	for _, f := range e.lab.features {
		if f.Link != nil {
			faults = append(faults, f.Link.ReadParameters(fragment)...)
		}
	}
	if len(faults) > 0 {
		e.lab.appendNotice(state.Notify{
			Text: "The scenario of the link is open. What the link expects of its results " +
				"cannot be read.", Detail: faultTexts(faults), Error: true})
	}
}

// follow compares the answers with the link's digest when all runs are solved. It forgets the digest if the draft has
// changed. It notifies the user once if a large run waits for a click.
func (e *expecter) follow() {
	s := &e.lab.s
	switch {
	case e.want == nil:
	case s.Draft != e.draft:
		e.want = nil
	case isSolved(s):
		e.compare(scenario.Expecting(result(s).Runs, catalog.Version))
	case !e.warned && e.needsClick():
		e.warned = true
		e.lab.do(state.Notify{Text: "The link contains the author's answers. Press Run to compare them."})
	}
}

// needsClick reports whether some run is so large that it starts only on a click. It reports false while the problem of
// the current draft is not known.
func (e *expecter) needsClick() bool {
	s := &e.lab.s
	if s.Problem == nil || s.ProblemOf != s.PosedDraft {
		return false
	}
	sc := kinds.OfDraft(s)
	for _, a := range s.Answers {
		if sc.WeightOf(s, a.Run) > maxSolved {
			return true
		}
	}
	return false
}

// compare notifies the user whether got has the expected digest, and forgets the expectation. After a difference the
// message lists the digests of all runs.
func (e *expecter) compare(got scenario.Expectation) {
	want := e.want
	e.want = nil
	if got.Digest == want.Digest {
		text := i18n.T("Reproduced: your answers match the author's{}.", feature.VersionNote(want.Version))
		if e.draft.Study != nil {
			text = i18n.T("The instance is reproduced{}. The study has not been run here.",
				feature.VersionNote(want.Version))
		}
		e.lab.do(state.Notify{Text: text})
		return
	}
	notice := state.Notify{Text: i18n.T("Not reproduced: the author's answers{} differ from those that Gridbox "+
		"{} gives here.",
		feature.VersionNote(want.Version), got.Version), Error: true,
		Detail: []string{i18n.T("expected {}, found {}", want.Digest, got.Digest)}}
	for _, a := range result(&e.lab.s).Runs {
		run := scenario.Run{Algorithm: a.Algorithm, Label: a.Label}
		notice.Detail = append(notice.Detail, catalog.NameOf(e.draft.Kind, run)+": "+a.Digest)
	}
	e.lab.do(notice)
}

package state

import (
	"strings"

	"gridbox/core/scenario"
	"gridbox/core/study"
)

// SetStudy sets the study of the draft, nil for none. Draft is the changed draft if more of it changes, such as its
// runs; nil stands for the current one. Renumbered drops the texts typed into fields of varied paths.
type SetStudy struct {
	Draft      *scenario.Scenario
	Study      *scenario.Study
	Name       string // of the step
	Renumbered bool
}

func (a SetStudy) reduce(s State) State {
	d := *s.Draft
	if a.Draft != nil {
		d = *a.Draft
	}
	d.Study = a.Study
	if a.Renumbered {
		s = untype(s)
	}
	return commit(s, &d, a.Name, "", explicit(&d) && !explicit(s.Draft))
}

// untype drops the texts in fields of varied paths, whose indices have changed.
func untype(s State) State {
	typed := map[string]InvalidText{}
	for path, t := range s.InvalidFields {
		if !strings.HasPrefix(path, "study.vary[") && !strings.HasPrefix(path, "study.noise[") {
			typed[path] = t
		}
	}
	s.InvalidFields = typed
	return s
}

// StudyOf returns the draft's study, or the default.
func StudyOf(d *scenario.Scenario) scenario.Study {
	if d.Study == nil {
		return scenario.Study{Replications: UsualReplications}
	}
	return *d.Study
}

// UsualReplications is enough for useful intervals in a short time.
const UsualReplications = 200

// StudyDraft returns a draft with the study that is written into it when the study starts.
func StudyDraft(d *scenario.Scenario) *scenario.Scenario {
	asked, st := *d, StudyOf(d)
	asked.Study = &st
	return &asked
}

// IsLargeStudy reports whether the study of a draft is planned only after the user agrees.
func IsLargeStudy(d *scenario.Scenario) bool {
	z := study.Measure(StudyDraft(d))
	return z.Points > study.UsualPoints || z.Solves > study.UsualSolves || z.Bytes > study.UsualBytes
}

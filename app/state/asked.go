package state

import (
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// Asked returns a draft with the study that is written into it when the study starts.
func Asked(d *scenario.Scenario) *scenario.Scenario {
	asked, st := *d, StudyOf(d)
	asked.Study = &st
	return &asked
}

// TooLarge reports whether the study of a draft is planned only after the user agrees.
func TooLarge(d *scenario.Scenario) bool {
	z := study.Measure(Asked(d))
	return z.Points > study.UsualPoints || z.Solves > study.UsualSolves || z.Bytes > study.UsualBytes
}

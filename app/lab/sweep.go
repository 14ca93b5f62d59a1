package lab

import (
	"gridbox/app/state"
	"gridbox/core/study"
)

// studied does what makes a study of the problem, shows the study and starts it.
// An empty path is that of no field.
func (l *Lab) studied(path string, a state.Action) {
	if path == "" {
		l.do(state.Tell{Text: "Put the cursor into the field of a number first, then vary it."})
		return
	}
	draft := l.s.Draft
	l.do(a)
	if l.s.Draft == draft && l.s.Study.Key == "" {
		return // it could not be done, and says why
	}
	l.do(state.Show{What: "dialog"}, state.Show{What: "view", To: "study"}, state.ShowStudyScreen{To: state.InStudy})
	if l.s.Alert.Study { // what it offers has been taken
		l.do(state.Dismiss{})
	}
	if !l.s.Running() && !state.TooLarge(l.s.Draft) {
		l.survey.start(false)
	}
}

// mostAtOnce is how many solutions a study of a range may ask for to be started
// again by itself: a few seconds on the problems that one looks at.
const mostAtOnce = 20_000

// resweep starts the study of a range again when its range has changed.
func (v *surveyor) resweep() {
	s := &v.lab.s
	st := &s.Study
	if !st.Sweep || s.Look.View != "study" || st.Phase == state.Starting || st.Phase == state.Paused ||
		st.Checked == "" || st.Checked == st.Key || len(st.Faults) > 0 || st.Refused != "" || len(s.Typed) > 0 {
		return
	}
	asked, wanted := *s.Draft, state.StudyOf(s.Draft)
	asked.Study = &wanted
	if _, key := askedText(s.Draft); key != st.Checked || study.Measure(&asked).Solves > mostAtOnce {
		return
	}
	v.start(false)
}

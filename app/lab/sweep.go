package lab

import (
	"gridbox/app/state"
	"gridbox/core/study"
)

// studied applies an action that studies the number at a path, shows the study and starts it. Without a
// path it shows a message.
func (l *Lab) studied(path string, a state.Action) {
	if path == "" {
		l.do(state.Notify{Text: "Put the cursor into a number field first."})
		return
	}
	draft := l.s.Draft
	l.do(a)
	if l.s.Draft == draft && l.s.Study.Key == "" {
		return // it failed, and a message is shown
	}
	l.do(state.Show{What: "dialog"}, state.Show{What: "view", To: "study"}, state.ShowStudyScreen{To: state.InStudy})
	if l.s.Alert.Study { // its offer has been accepted
		l.do(state.Dismiss{})
	}
	if !l.s.Running() && !state.TooLarge(l.s.Draft) {
		l.survey.start(false)
	}
}

// maxResweep is the maximal number of solutions of a study of a range that restarts automatically: a few seconds of
// work on usual problems.
const maxResweep = 20_000

// resweep starts the study of a range again after its range has changed.
func (v *surveyor) resweep() {
	s := &v.lab.s
	st := &s.Study
	if !st.Sweep || s.Look.View != "study" || st.Phase == state.Starting || st.Phase == state.Paused ||
		st.Checked == "" || st.Checked == st.Key || len(st.Faults) > 0 || st.Refused != "" || len(s.Typed) > 0 {
		return
	}
	asked, wanted := *s.Draft, state.StudyOf(s.Draft)
	asked.Study = &wanted
	if _, key := askedText(s.Draft); key != st.Checked || study.Measure(&asked).Solves > maxResweep {
		return
	}
	v.start(false)
}

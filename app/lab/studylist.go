package lab

import (
	"slices"

	"gridbox/app/lab/feature"
	"gridbox/app/library"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// openDoor starts the study of one of the four questions.
func (l *Lab) openDoor(door string) {
	if run := l.runOf(door); run != nil {
		l.do(state.ShowStudyScreen{To: door})
		run.Start()
		return
	}
	switch a := l.s.OpenDoor(door).(type) {
	case nil:
	case state.DrawLists:
		l.drawLists(a, true)
	default:
		l.studied(door, a)
	}
}

// list loads the studies of the draft's problem from the library.
func (v *surveyor) list(key string) {
	l, lib := v.lab, v.lab.keep.lib
	v.listing.End()
	this := &feature.Ask{Of: l.s.Draft, Key: key}
	v.listing = this
	base := state.ProblemDigest(l.s.Draft)
	if base != l.s.Study.Base {
		l.do(state.StudiesListed{Base: base})
	}
	if lib == nil {
		return
	}
	l.host.Beside(func() {
		known, _ := lib.Store().Pieces().List() // without the list a study starts from the beginning
		l.hear(this, func() {
			listed := state.StudiesListed{Base: base}
			for _, st := range known {
				if st.Gone == 0 && st.Text != "" && st.Found != "" && (st.Base == base || st.From == base) {
					if card, ok := studyEntry(&st); ok {
						listed.Cards = append(listed.Cards, card)
					}
				}
			}
			if len(listed.Cards) > 0 {
				l.do(listed)
			}
		})
	})
}

// studyEntry returns the entry of a saved study for the list of studies; ok is false if this version cannot read its
// document.
func studyEntry(st *library.Study) (card state.StudyCard, ok bool) {
	d, faults := scenario.Parse([]byte(st.Text))
	if len(faults) > 0 || d.Study == nil {
		return card, false
	}
	return state.StudyCard{Key: scenario.Digest(d), Base: st.Base, From: st.From, Door: state.DoorOf(d.Study),
		Name: panel.StudyName(d), Words: panel.StudySize(d), Found: st.Found, Text: st.Text}, true
}

// record adds a complete study to the list, and its result to the library.
func (v *surveyor) record() {
	l, st := v.lab, &v.lab.s.Study
	if st.Phase != state.Complete || st.Text != "" || st.View == nil || st.Key != st.Checked || st.Key == "" ||
		st.View.Replications < st.View.Asked && !st.View.Stopped || st.Base == "" ||
		slices.ContainsFunc(st.List, func(c state.StudyCard) bool { return c.Key == st.Key }) {
		return
	}
	text, key := askedText(l.s.Draft)
	if key != st.Key {
		return
	}
	about := studyCard(key, &l.s, text)
	about.Found = panel.StudyFoundShort(&l.s)
	if about.Found == "" {
		return
	}
	card, ok := studyEntry(&about)
	if !ok {
		return
	}
	l.do(state.StudyDone{Card: card})
	if archive := l.keep.archive(); archive != nil && v.pieces != nil {
		v.pieces.about.Found = about.Found
		about.Done = v.pieces.done
		l.host.Beside(func() { archive.Describe(about) })
	}
}

// open shows a study of the list. A study other than the current one is loaded with its saved
// chunks.
func (v *surveyor) open(key string) {
	l := v.lab
	i := slices.IndexFunc(l.s.Study.List, func(c state.StudyCard) bool { return c.Key == key })
	if i < 0 {
		return
	}
	card := l.s.Study.List[i]
	switch {
	case l.runOf(card.Door) != nil:
		l.do(state.ShowStudyScreen{To: card.Door})
		return
	case key == l.s.Study.Checked && l.s.Draft.Study != nil:
		l.do(state.ShowStudyScreen{To: state.InStudy})
		if l.s.Study.Key != key {
			v.wanted = key
			v.takeUp(l.s.Study.Found.Key)
		}
		return
	}
	l.load(i18n.T("the study {}", card.Name), len(card.Text), textOf([]byte(card.Text)),
		func(d *scenario.Scenario, faults doc.Faults) {
			if len(faults) > 0 || d.Study == nil {
				l.do(state.Notify{Text: "The document of this study cannot be read.", Detail: faultTexts(faults),
					Error: true})
				return
			}
			v.wanted = key
			if card.Base == l.s.Study.Base {
				l.do(state.TakeStudy{Study: d.Study, Runs: d.Runs})
			} else {
				l.keep.put(d, i18n.T("open the study {}", card.Name), true)
			}
			l.do(state.Show{What: "view", To: "study"}, state.ShowStudyScreen{To: state.InStudy})
		})
}

// takeUp continues the study opened from the list after its saved chunks were read. A small study
// without chunks starts anew.
func (v *surveyor) takeUp(found string) {
	l, wanted := v.lab, v.wanted
	if wanted == "" || l.s.Running() {
		return
	}
	v.wanted = ""
	switch kept, known := l.s.Kept(); {
	case found == wanted && known && kept > 0:
		v.start(true)
	case study.Measure(state.Asked(l.s.Draft)).Solves <= maxResweep:
		v.start(false)
	}
}

// remove deletes the draft's study and its saved chunks.
func (v *surveyor) remove() {
	l := v.lab
	_, key := askedText(l.s.Draft)
	v.close()
	l.do(state.StudyClosed{}, state.RemoveStudy{}, state.StudyForgotten{Key: key},
		state.ShowStudyScreen{To: state.InDoors})
	if lib := l.keep.lib; lib != nil {
		l.host.Beside(func() { lib.Store().Pieces().Forget(pieceName(key)) })
	}
}

package study

import (
	"slices"
	"time"

	"gridbox/app/lab/feature"
	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// runOf returns the run of an added study, nil if it is none.
func (e *effects) runOf(screen string) *feature.Run {
	runs := e.env.Runs()
	if i := slices.IndexFunc(runs, func(r feature.Run) bool { return r.Screen == screen }); i >= 0 {
		return &runs[i]
	}
	return nil
}

// openEntry starts the study of a question.
func (e *effects) openEntry(door string) {
	if run := e.runOf(door); run != nil {
		e.do(ShowScreen{To: door})
		run.Start()
		return
	}
	switch of := EntryEdit(e.env.State(), door).(type) {
	case nil:
	case drawLists:
		e.draw(of)
	default:
		e.applyAndStart(door, of)
	}
}

// draw generates lists of the problem, and starts a study of them. If the draft would lose given data, the generated
// problem becomes a new draft.
func (e *effects) draw(of drawLists) { e.env.Leave(func() { e.applyAndStart("redraw", of) }) }

// list loads the studies of the draft's problem from the library.
func (e *effects) list(key string) {
	draft, store := e.env.State().Draft, e.env.Store()
	e.listing.End()
	this := &feature.Request{Scenario: draft, Key: key}
	e.listing = this
	base := ProblemDigest(draft)
	if base != e.state().Base {
		e.do(ListArrived{Base: base})
	}
	if store == nil {
		return
	}
	e.env.Background(func() {
		known, _ := store.Pieces().List() // without the list a study starts from the beginning
		e.env.Receive(this, func() {
			listed := ListArrived{Base: base}
			for _, st := range known {
				if st.TrashedAt == 0 && st.Text != "" && st.Result != "" && (st.Base == base || st.From == base) {
					if card, ok := cardOf(&st); ok {
						listed.Cards = append(listed.Cards, card)
					}
				}
			}
			if len(listed.Cards) > 0 {
				e.do(listed)
			}
		})
	})
}

// cardOf returns the card of a saved study for the list of studies; ok is false if this version cannot read its
// document.
func cardOf(st *library.Study) (card Card, ok bool) {
	d, faults := scenario.Parse([]byte(st.Text))
	if len(faults) > 0 || d.Study == nil {
		return card, false
	}
	return Card{Key: scenario.Digest(d), Base: st.Base, From: st.From, Entry: EntryOf(d.Study),
		Name: nameOf(d), SizeText: sizeOf(d), Result: st.Result, Text: st.Text}, true
}

// record adds a complete study to the list, and its result to the library.
func (e *effects) record() {
	s, st := e.env.State(), e.state()
	if st.Phase != state.Complete || st.Text != "" || st.View == nil || st.Key != st.CheckedKey || st.Key == "" ||
		st.View.Replications < st.View.RequestedReplications && !st.View.Stopped || st.Base == "" ||
		slices.ContainsFunc(st.List, func(c Card) bool { return c.Key == st.Key }) {
		return
	}
	text, key := studyDocument(s.Draft)
	if key != st.Key {
		return
	}
	about := entryOf(key, s, text)
	about.Result = shortResult(s)
	if about.Result == "" {
		return
	}
	card, ok := cardOf(&about)
	if !ok {
		return
	}
	e.do(AddCard{Card: card})
	if archive := e.env.Archive(); archive != nil && e.keeper != nil {
		e.keeper.about.Result = about.Result
		about.Done = e.keeper.done
		e.env.Background(func() { archive.Describe(about) })
	}
}

// open shows a study of the list. A study other than the current one is loaded with its saved
// chunks.
func (e *effects) open(key string) {
	s, st := e.env.State(), e.state()
	i := slices.IndexFunc(st.List, func(c Card) bool { return c.Key == key })
	if i < 0 {
		return
	}
	card := st.List[i]
	switch {
	case e.runOf(card.Entry) != nil:
		e.do(ShowScreen{To: card.Entry})
		return
	case key == st.CheckedKey && s.Draft.Study != nil:
		e.do(ShowScreen{To: StudyScreen})
		if st.Key != key {
			e.resumeKey = key
			e.resumeOpened(st.SavedPart.Key)
		}
		return
	}
	e.env.LoadShown(i18n.T("the study {}", card.Name), []byte(card.Text),
		func(d *scenario.Scenario, faults doc.Faults) {
			if len(faults) > 0 || d.Study == nil {
				e.env.Do(state.Notify{Text: "The document of this study cannot be read.", Detail: faults.Texts(),
					Error: true})
				return
			}
			e.resumeKey = key
			if card.Base == e.state().Base {
				own := *s.Draft
				own.Runs = d.Runs
				e.env.Do(state.SetStudy{Draft: &own, Study: d.Study, Name: "open a study"})
			} else {
				e.env.OpenDraft(feature.NewDraft{Draft: d, Name: i18n.T("open the study {}", card.Name), Example: true})
			}
			e.env.Do(Show(StudyScreen)...)
		})
}

// resumeOpened continues the study opened from the list after its saved chunks were read; found is the key of these
// chunks. A small study without chunks starts anew, and a larger one does not start. It does nothing while a study
// runs.
func (e *effects) resumeOpened(found string) {
	s, wanted := e.env.State(), e.resumeKey
	if wanted == "" || Running(s) {
		return
	}
	e.resumeKey = ""
	switch kept, known := SavedReplications(s); {
	case found == wanted && known && kept > 0:
		e.start(true)
	case study.Measure(state.StudyDraft(s.Draft)).Solves <= maxResweep:
		e.start(false)
	}
}

// remove deletes the draft's study and its saved chunks.
func (e *effects) remove() {
	_, key := studyDocument(e.env.State().Draft)
	e.close()
	e.do(Close{})
	e.edit(Remove{})
	e.do(RemoveCard{Key: key})
	e.do(ShowScreen{To: EntriesScreen})
	if store := e.env.Store(); store != nil {
		e.env.Background(func() { store.Pieces().Forget(archiveName(key)) })
	}
}

// entryOf returns the entry of the library for a draft's study with the document text.
func entryOf(key string, s *state.State, text []byte) library.Study {
	d := s.Draft
	z := study.Measure(state.StudyDraft(d))
	card := library.Study{Key: archiveName(key), Title: library.DisplayTitle(d.Title), Kind: d.Kind, Text: string(text),
		SizeText: i18n.T("{}, {} each",
			picture.Count(int(z.Points), "point"),
			picture.Count(int(z.Replications), "replication")),
		Base: ProblemDigest(d), Saved: time.Now().UnixMilli()}
	if st := Slot.Get(s); st.FromSheet == s.Sheet {
		card.From = st.From
	}
	return card
}

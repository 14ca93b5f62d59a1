package lab

import (
	"time"

	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/catalog"
	"gridbox/core/draw/kinds"
	"gridbox/core/draw/picture"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// An entryUpdater updates the library's entry of the current draft after it is saved and answered: its picture, its
// size in words and its best answer. It also keeps a version of the draft if enough has changed, because the effects of
// the changes are known only then.
type entryUpdater struct {
	lab     *Lab
	draft   *scenario.Scenario // the draft of the last entry, or of the next one
	answers string             // the answers in the last entry
	waiting bool
	delays  int // number of delays for missing answers

	lastState *state.State   // the state at the last follow
	pending   []*state.State // states to write entries of after another draft was opened; they may not be saved yet
}

// maxPending is the maximal length of left, because each state holds its answers.
const maxPending = 4

// The delay from a save to the entry, and the maximal number of further delays for missing answers.
const (
	entryDelay = time.Second
	maxDelays  = 10
)

// A lastVersion is the last version of a draft.
type lastVersion struct {
	known   bool
	draft   *scenario.Scenario // nil if there is no readable one
	at      int64
	id      string
	effects []library.Effect
}

func (p *entryUpdater) follow() {
	s, rec := &p.lab.s, p.lab.drafts.recordOf(p.lab.s.Sheet)
	p.writePending()
	if p.lab.drafts.lib == nil || p.waiting || rec.slot == "" || rec.safe != s.Draft || rec.follows || p.isCurrent(s) {
		return
	}
	p.waiting = true
	p.lab.host.AfterFunc(entryDelay, p.writeWhenReady)
}

// isCurrent reports whether the library's entry describes the current state.
func (p *entryUpdater) isCurrent(s *state.State) bool {
	return p.draft == s.Draft && p.answers == s.Key(state.FacetAnswers)
}

// writePending writes the entries of drafts that were closed before their entry was written, once they are saved.
func (p *entryUpdater) writePending() {
	if was := p.lastState; was != nil && was.Sheet != p.lab.s.Sheet && !p.isCurrent(was) {
		if p.pending = append(p.pending, was); len(p.pending) > maxPending {
			p.pending = p.pending[1:]
		}
	}
	now := p.lab.s
	p.lastState = &now
	wait := p.pending[:0]
	for _, was := range p.pending {
		rec := p.lab.drafts.recordOf(was.Sheet)
		switch {
		case was.Sheet == now.Sheet || rec.original == was.Draft || rec.follows:
			// The draft is shown again, or is not stored in this browser.
		case was.ProblemOf != was.PosedDraft || rec.describedDraft == was.Draft && was.Busy():
			// The entry is newer.
		case p.lab.drafts.lib == nil || rec.slot == "" || rec.safe != was.Draft:
			wait = append(wait, was)
		default:
			p.writeEntry(was, rec)
		}
	}
	p.pending = wait
}

// writeWhenReady writes the entry, unless the draft has changed or answers are missing.
func (p *entryUpdater) writeWhenReady() {
	s, rec := &p.lab.s, p.lab.drafts.recordOf(p.lab.s.Sheet)
	p.waiting = false
	if rec.safe != s.Draft || rec.slot == "" {
		return // follow calls again after the save
	}
	if (s.Busy() || s.ProblemOf != s.PosedDraft) && p.delays < maxDelays {
		p.delays++
		p.waiting = true
		p.lab.host.AfterFunc(entryDelay, p.writeWhenReady)
		return
	}
	p.delays = 0
	p.draft, p.answers = s.Draft, s.Key(state.FacetAnswers)
	p.writeEntry(s, rec)
}

// writeEntry writes the library's entry of the draft and the effects of its last change, in the background. It then
// announces the change to other tabs.
func (p *entryUpdater) writeEntry(s *state.State, rec *record) {
	l := p.lab
	card, effects := cardOf(s), effectsOf(s)
	card.Slot, rec.describedDraft = rec.slot, s.Draft
	draft, at, was := s.Draft, l.drafts.lib.Store(), rec.lastVersion
	l.drafts.enqueue(func() func() {
		err := at.Describe(card)
		last, wrong := recordVersion(at, card.Slot, draft, was, effects, time.Now().UnixMilli())
		return func() {
			if err == nil && wrong == nil {
				rec.lastVersion = last
			}
			l.notifyStored(false)
			l.host.Call("announce", "changed", card.Slot)
		}
	})
}

// cardOf returns the library's entry of the current draft.
func cardOf(s *state.State) library.Card {
	var c library.Card
	if s.Problem == nil || s.ProblemOf != s.PosedDraft {
		return c
	}
	c.SizeText = kinds.Size(s.Problem)
	var shown *scenario.Answer
	if best := bestAnswer(s); best != nil {
		shown = best.Answer
		metric := mainMetric(s.Draft.Kind).ID
		c.Best = &library.BestAnswer{Run: best.Name, Colour: best.Colour, Metric: metric, Value: shown.Metrics[metric]}
	}
	places := make([]picture.Point, len(s.Positions))
	for i, q := range s.Positions {
		places[i] = picture.Point(q)
	}
	c.Face = kinds.Mini(s.Problem, shown, places)
	return c
}

// mainMetric returns the first metric by which a kind's answers are compared.
func mainMetric(id string) kind.Metric {
	k, _ := catalog.ByID(id)
	if len(k.Metrics) == 0 {
		return kind.Metric{}
	}
	return k.Metrics[0]
}

// counts reports whether an answer belongs to the current draft and is not refuted.
func counts(s *state.State, a *state.Answer) bool {
	return s.IsFresh(*a) && a.Answer.Feasible && a.Answer.Check != nil && a.Answer.Check.OK
}

// bestAnswer returns the first best answer by the main metric, nil for none.
func bestAnswer(s *state.State) (best *state.Answer) {
	metric := mainMetric(s.Draft.Kind)
	for i := range s.Answers {
		a := &s.Answers[i]
		if !counts(s, a) {
			continue
		}
		if best == nil || metric.IsBetter(a.Answer.Metrics[metric.ID], best.Answer.Metrics[metric.ID]) {
			best = a
		}
	}
	return best
}

// effectsOf returns the main metrics of all answers to the current draft.
func effectsOf(s *state.State) (list []library.Effect) {
	metric := mainMetric(s.Draft.Kind).ID
	for i := range s.Answers {
		if a := &s.Answers[i]; counts(s, a) {
			list = append(list, library.Effect{Run: a.Name, Colour: a.Colour, Metric: metric,
				Value: a.Answer.Metrics[metric]})
		}
	}
	return list
}

// recordVersion keeps a version of a draft if library.Due reports that enough has changed, and returns the last
// version. If only the answers have changed, it updates their effects in the last version. It blocks.
func recordVersion(at *store.Store, slot string, draft *scenario.Scenario, last lastVersion, effects []library.Effect,
	now int64) (lastVersion, error) {
	if !last.known {
		var err error
		if last, err = loadLastVersion(at, slot); err != nil {
			return last, err
		}
	}
	v := library.Version{At: now, Title: draft.Title, Kind: draft.Kind, Effects: effects}
	if last.draft == nil {
		v.Changes = "begun"
	} else {
		changes := library.DraftChanges(last.draft, draft, at.Pause)
		if len(changes) == 0 && len(last.effects) == 0 && len(effects) > 0 && last.id != "" {
			last.effects = effects // later answers
			return last, at.Reword(slot, last.id, func(v *library.Version) { v.Effects = effects })
		}
		if !library.Due(last.at, now, len(changes)) {
			return last, nil
		}
		v.Changes = library.Say(changes)
		compareEffects(v.Effects, last.effects)
	}
	if err := at.AddVersion(slot, v, scenario.TextWith(draft, at.Pause), now); err != nil {
		return last, err
	}
	list, err := at.Versions(slot)
	last = lastVersionIn(list)
	last.draft = draft // the same pointer, so that later comparisons are fast
	return last, err
}

// compareEffects adds the earlier value to each effect.
func compareEffects(now, before []library.Effect) {
	for i := range now {
		for _, b := range before {
			if b.Run == now[i].Run && b.Metric == now[i].Metric {
				was := b.Value
				now[i].Previous = &was
			}
		}
	}
}

// loadLastVersion returns the last version of a draft.
func loadLastVersion(at *store.Store, slot string) (lastVersion, error) {
	list, err := at.Versions(slot)
	if err != nil {
		return lastVersion{}, err
	}
	last := lastVersionIn(list)
	if text, err := at.VersionText(slot, last.id); err == nil {
		last.draft, _ = parseVersion(text, nil, at.Pause)
	}
	return last, nil
}

func lastVersionIn(list []library.Version) lastVersion {
	last := lastVersion{known: true}
	if len(list) > 0 {
		v := list[len(list)-1]
		last.at, last.id, last.effects = v.At, v.ID, v.Effects
	}
	return last
}

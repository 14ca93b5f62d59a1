package volume

import (
	"strings"
	"time"

	"gridbox/app/library"
	"gridbox/app/store"
	"gridbox/core/catalog"
	"gridbox/core/i18n"
)

// bound returns the whole library as one document. It blocks. left has the names of the drafts, versions and studies
// that cannot be read; the document lacks them. The document is nil if the drafts cannot be listed. If only the
// studies cannot be listed, bound returns the document with the error.
func bound(s *store.Store) (text []byte, left []string, err error) {
	cards, err := s.Cards()
	if err != nil {
		return nil, nil, err
	}
	v := library.Volume{Format: library.VolumeFormat, Version: library.VolumeVersion, Drafts: []library.Bound{}}
	for i := len(cards) - 1; i >= 0; i-- { // the oldest first, so that an import gives the same order
		c := &cards[i]
		d, err := s.Peek(c.Slot)
		if err != nil {
			if d.Text, err = s.Salvage(c.Slot); err != nil || len(d.Text) == 0 {
				left = append(left, c.Name())
				continue
			}
		}
		b := library.Bound{Title: c.Title, Kind: c.Kind, Tags: c.Tags, Saved: float64(c.Saved),
			Trash: float64(c.TrashedAt),
			Text:  string(d.Text), TypedText: s.TypedText(c.Slot), Report: c.Report}
		versions, _ := s.Versions(c.Slot)
		for _, was := range versions {
			text, err := s.VersionText(c.Slot, was.ID)
			if err != nil {
				left = append(left, i18n.T("{}, a version: {}", c.Name(), was.Label()))
				continue
			}
			b.Versions = append(b.Versions, library.BoundVersion{Name: was.Name, At: float64(was.At),
				Changes: was.Changes,
				Text:    string(text)})
		}
		v.Drafts = append(v.Drafts, b)
	}
	studies, err := s.Pieces().List()
	for _, st := range studies {
		pieces, wrong := s.Pieces().Load(st.Key)
		if wrong != nil {
			left = append(left, library.DisplayTitle(st.Title))
			continue
		}
		r := library.Results{Title: st.Title, Kind: st.Kind, SizeText: st.SizeText, Key: st.Key, Done: st.Done,
			Saved: float64(st.Saved), Text: st.Text, Pieces: []string{}}
		for _, p := range pieces {
			r.Pieces = append(r.Pieces, string(p))
		}
		v.Studies = append(v.Studies, r)
	}
	tried, wrong := s.Attempts()
	if wrong != nil {
		left = append(left, "the attempts at challenges")
	}
	v.Attempts = tried
	return v.Text(), left, err
}

// unbound adds the drafts and studies of a volume to a library, and returns the result in words. It
// blocks. A volume has no pictures: the picture of a foreign file is always drawn from its
// document.
func unbound(s *store.Store, v *library.Volume) (report string, troubles []string) {
	cards, err := s.Cards()
	if err != nil {
		return "The library cannot be read.", []string{err.Error()}
	}
	have := map[string]bool{}
	for i := range cards {
		have[cards[i].Hash] = true
	}
	plan := library.Merge(v, func(text string) string { return store.HashOf([]byte(text)) }, have)
	added := 0
	for _, i := range plan.Add {
		d := &v.Drafts[i]
		if err := importDraft(s, d); err != nil {
			troubles = append(troubles, library.DisplayTitle(d.Title)+": "+err.Error())
			continue
		}
		added++
	}
	studies := 0
	for i := range v.Studies {
		r := &v.Studies[i]
		if kept, err := s.Pieces().Load(r.Key); err == nil && len(kept) > 0 {
			continue // its results are stored already
		}
		if err := importStudy(s, r); err != nil {
			troubles = append(troubles, library.DisplayTitle(r.Title)+": "+err.Error())
			continue
		}
		studies++
	}
	attempts := 0
	for _, t := range v.Attempts {
		fresh, err := s.KeepAttempt(t)
		switch {
		case err != nil:
			troubles = append(troubles, i18n.T("an attempt at a challenge: {}", err.Error()))
		case fresh:
			attempts++
		}
	}
	return library.Report(added, len(plan.Known), studies, attempts, len(troubles)), troubles
}

// importDraft saves a draft of an imported library in a new slot, with its versions, its invalid text and its marks. It
// stops at the first error; the draft then remains without the rest.
func importDraft(s *store.Store, b *library.Bound) error {
	slot := store.NewSlot()
	d := store.Draft{Slot: slot, Title: b.Title, Kind: b.Kind, Text: []byte(b.Text)}
	if draft, faults := catalog.ParseWith(d.Text, s.Pause); len(faults) == 0 {
		d.Title, d.Kind = draft.Title, draft.Kind // the document is authoritative
	}
	if b.Saved > 0 {
		d.Saved = time.UnixMilli(int64(b.Saved))
	}
	if err := s.Save(d); err != nil {
		return err
	}
	for _, was := range b.Versions {
		v := library.Version{Name: was.Name, At: int64(was.At), Changes: was.Changes, Title: d.Title, Kind: d.Kind}
		if err := s.AddVersion(slot, v, []byte(was.Text), int64(was.At)); err != nil {
			return err
		}
	}
	if err := s.SetTypedText(slot, b.TypedText); err != nil {
		return err
	}
	tags := library.ParseTags(strings.Join(b.Tags, ","))
	if len(tags) == 0 && b.Trash <= 0 && b.Report == "" {
		return nil
	}
	return s.Mark(slot, func(m *library.Marks) {
		m.Tags, m.TrashedAt, m.Report = tags, int64(max(0, b.Trash)), b.Report
	})
}

func importStudy(s *store.Store, r *library.Results) error {
	for i, p := range r.Pieces {
		if err := s.Pieces().Add(r.Key, i, []byte(p)); err != nil {
			return err
		}
	}
	return s.Pieces().Describe(library.Study{Key: r.Key, Title: r.Title, Kind: r.Kind, SizeText: r.SizeText,
		Done:  r.Done,
		Saved: int64(r.Saved), Text: r.Text})
}

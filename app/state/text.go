package state

import (
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// The document as text: what a person types becomes the draft as soon as it is
// free of faults; until then the text stands as typed, with its faults.
func (a SetText) reduce(s State) State {
	if a.Text == s.DraftText() {
		s.Text = nil
		return s
	}
	draft, faults := catalog.Parse([]byte(a.Text))
	if len(faults) > 0 {
		s.Text = &TextDraft{Text: a.Text, Faults: faults}
		return s
	}
	s = commit(s, draft, "edit the document", "text", solveDiffers(s.Draft, draft))
	// The person's own layout of the text stays while it means the draft.
	s.Text = &TextDraft{Text: a.Text}
	return s
}

// DraftText is the draft as text for people.
func (s *State) DraftText() string { return string(scenario.Text(s.Draft)) }

// ShownText is what the document panel shows.
func (s *State) ShownText() string {
	if s.Text != nil {
		return s.Text.Text
	}
	return s.DraftText()
}

// solveDiffers reports whether two drafts may have different answers: whether
// they differ in more than names, places in the picture and the view.
func solveDiffers(a, b *scenario.Scenario) bool {
	if a.Kind != b.Kind || a.Seed != b.Seed {
		return true
	}
	return scenario.Digest(plain(a)) != scenario.Digest(plain(b))
}

// plain strips a draft of all that no solver reads.
func plain(d *scenario.Scenario) *scenario.Scenario {
	c := *d
	c.Title, c.About, c.Runs, c.View, c.Study = "", "", nil, nil, nil
	if c.Placement != nil {
		p := *c.Placement
		p.Clusters = nil
		for _, cl := range c.Placement.Clusters {
			cl.X, cl.Y = nil, nil
			p.Clusters = append(p.Clusters, cl)
		}
		c.Placement = &p
	}
	return &c
}

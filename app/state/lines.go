package state

import (
	"gridbox/core/langservice"
	"gridbox/core/scenario"
)

// Positions of the problem's things in the document's text, and back.

// listOf returns the name of the document's list of a kind of things.
func listOf(kind string) string {
	if kind == "busy" {
		return kind
	}
	return kind + "s"
}

// Lines returns the position of a thing in the text that the document panel
// shows ([State.ShownText]); false if the text does not contain it, such as a
// generated thing.
func (s *State) Lines(text []byte, t Ref) (langservice.Span, bool) {
	if s.Problem == nil || t.Kind == "" {
		return langservice.Span{}, false
	}
	if t.Kind == "variant" {
		return variantLines(s.Problem, text, t.ID)
	}
	i := elementIndex(s.Problem, t)
	if i < 0 {
		return langservice.Span{}, false
	}
	e := langservice.Element{List: listOf(t.Kind), Index: i}
	if _, id := commonList(s.Problem, t.Kind); id != nil {
		e.ID = t.ID // for things with a name field
	}
	return langservice.Lines(text, e)
}

// variantLines returns the position of a variant, which is part of its group.
func variantLines(problem *scenario.Scenario, text []byte, id string) (langservice.Span, bool) {
	for g := range problem.Group.Groups {
		for v := range problem.Group.Groups[g].Variants {
			if VariantID(problem.Group.Groups[g].ID, v) == id {
				return langservice.Find(text, "group", "groups", g, "variants", v)
			}
		}
	}
	return langservice.Span{}, false
}

// ElementAt returns the thing of the problem at a position of a text, none if no
// selectable thing is there. While the text has faults, only a thing with a
// name can be identified in the problem.
func (s *State) ElementAt(text []byte, at int) Ref {
	e, ok := langservice.Inside(text, at)
	if !ok || s.Problem == nil || langservice.Kind(text) != s.Draft.Kind {
		return Ref{}
	}
	for _, kind := range []string{"cluster", "link", "dataset", "job", "node", "busy", "group", "event", "machine",
		"share"} {
		if listOf(kind) != e.List {
			continue
		}
		n, id := nounsOf(s.Problem).list(s.Problem, kind)
		switch t := (Ref{kind, e.ID}); {
		case e.ID != "" && elementIndex(s.Problem, t) >= 0:
			return t
		case e.ID == "" && e.Index < n && (s.Text == nil || len(s.Text.Faults) == 0):
			return Ref{kind, id(e.Index)}
		}
	}
	return Ref{}
}

package langservice

import (
	"strings"

	"gridbox/core/catalog"
)

// A Hint describes a place of the text.
type Hint struct {
	Start int      `json:"start"` // start of the token described
	End   int      `json:"end"`
	Path  string   `json:"path"`           // placement.jobs[3].mi
	Name  string   `json:"name,omitempty"` // label: Work
	Type  string   `json:"type,omitempty"` // number, MI, at least 0
	About []string `json:"about,omitempty"`
}

// Explain returns a description of the place of the text at a byte. The path is
// known within a document, the rest only for a field.
func Explain(text []byte, at int) Hint {
	s := spotAt(text, min(max(at, 0), len(text)), true)
	steps := s.steps()
	h := Hint{Start: s.tok.Start, End: s.tok.End, Path: path(steps)}
	w := s.expects(steps)
	if w.field == nil || len(steps) == 0 {
		return h
	}
	h.Name, h.Type = w.field.Label, typeText(w)
	if w.elem {
		h.Name = singular(w.field.Label)
	}
	switch usual := s.usual(steps); {
	case w.field.Rule.Required && !w.elem:
		h.Type += ", required"
	case usual != "":
		h.Type += ", " + usual + " unless given"
	}
	h.add(w.field.About)
	if s.inside && !s.name {
		s.explain(&h, w, steps, unquote(text, s.tok))
	}
	return h
}

func (h *Hint) add(about string) {
	if about != "" {
		h.About = append(h.About, sentence(about))
	}
}

// explain adds the meaning of the value to the hint: its description in the
// catalogue, or the beginning of the element that it names. It adds a message
// if there is no such element.
func (s *spot) explain(h *Hint, w want, steps []any, value string) {
	for _, o := range append(s.catalogueOffers(steps), s.presets(w)...) {
		if o.Label == value && o.Detail+o.About != "" {
			h.add(o.Detail + ": " + o.About)
			return
		}
	}
	ref := w.field.Tag.Get("ref")
	if ref == "" || w.kind() != "text" {
		return
	}
	message := "There is no " + singular(ref) + " of this name"
	s.eachElement(ref, func(id string, where Span) bool {
		if id == value {
			message = excerpt(s.text, where)
		}
		return id != value
	})
	h.add(message)
}

// presets returns the presets for a field that chooses one.
func (s *spot) presets(w want) []Offer {
	if w.field.Name != "preset" || w.kind() != "choice" {
		return nil
	}
	return s.choices(w.field, nil)
}

// typeText returns the type of a value in a few words: number, MI, at least 0.
func typeText(w want) string {
	f := w.field
	parts := []string{kindWords[w.kind()]}
	if (w.kind() == "list" || w.kind() == "map") && !w.elem {
		if of := pluralKindWords[f.Element]; of != "" {
			parts[0] += " of " + of
		}
	}
	if ref := f.Tag.Get("ref"); ref != "" {
		parts[0] = map[string]string{"text": "the name of one of the ", "list": "names of ",
			"map": "a value for each of some "}[w.kind()] + ref
	}
	if f.Unit != "" {
		parts = append(parts, f.Unit)
	}
	if span := f.Rule.Span(); span != "" {
		parts = append(parts, span)
	}
	if w.kind() == "choice" && len(f.Rule.Choices) <= 8 {
		parts[0] = strings.Join(f.Rule.Choices, " | ")
	}
	return strings.Join(parts, ", ")
}

var kindWords = map[string]string{"number": "number", "whole": "whole number", "text": "text",
	"choice": "one of several words", "truth": "true or false", "list": "list", "object": "object", "map": "object",
	"any": "any value"}

var pluralKindWords = map[string]string{"number": "numbers", "whole": "whole numbers", "text": "words",
	"choice": "words", "truth": "truth values", "object": "objects"}

// sentence returns the text of a tag as a sentence: with a capital, unless it
// begins with the word that it explains, and a full stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	first, _, _ := strings.Cut(text, " ")
	if text[0] >= 'a' && text[0] <= 'z' && !strings.HasSuffix(first, ":") {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	if end := text[len(text)-1]; end != '.' && end != '?' && end != '!' {
		text += "."
	}
	return text
}

// Kind returns the problem kind that a text names, or "".
func Kind(text []byte) string {
	s := spot{text: text}
	if k, ok := catalog.ByID(s.kindID()); ok {
		return k.ID
	}
	return ""
}

package state

import (
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// BenchmarkTyping runs the page's work after a pause in typing, for a document of about five megabytes.
func BenchmarkTyping(b *testing.B) {
	draft, _ := catalog.FromPreset("rbhs-mixed", 1)
	jobs := 60_000
	draft.Placement.Generate.Jobs = &jobs
	made, faults := scenario.ExpandValid(draft)
	if faults != nil {
		b.Fatal(faults)
	}
	s := New(made)
	text := s.DraftText()
	for name, typed := range map[string]string{
		"title":  strings.Replace(text, `"title": "`, `"title": "x`, 1),
		"number": strings.Replace(text, `"mi": 1`, `"mi": 2`, 1),
		"fault":  strings.Replace(text, `"mi": 1`, `"mi": -1`, 1),
		"broken": strings.Replace(text, `"mi": 1`, `"mi" 1`, 1),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Reduce(s, SetText{Text: typed})
			}
		})
	}
}

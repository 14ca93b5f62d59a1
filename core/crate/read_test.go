package crate

import (
	"slices"
	"testing"
)

// TestPartsOfForeignCrates reads descriptions of other programs and damaged
// ones.
func TestPartsOfForeignCrates(t *testing.T) {
	for text, want := range map[string][]Part{
		`{"@graph": [{"@id": "./", "hasPart": [{"@id": "a.json"}, {"@id": "b/"}, {"@id": "c"}, {}, 7]},
			{"@id": "a.json", "@type": "File", "contentSize": "12"}, {"@id": "b/", "@type": "Dataset"},
			{"@id": "c", "@type": ["File", "SoftwareSourceCode"], "contentSize": 3}]}`: {{"a.json", 12}, {"c", 3}},
		`{"@graph": [{"@id": "ro-crate-metadata.json", "about": {"@id": "https://example.org/"}},
			{"@id": "https://example.org/", "hasPart": {"@id": "x"}}, {"@id": "x", "@type": "File",
			"contentSize": "big"}]}`: {{"x", -1}},
		`{"@graph": [{"@id": "./"}]}`: nil,
	} {
		if got, err := Parts([]byte(text)); err != nil || !slices.Equal(got, want) {
			t.Errorf("Parts(%s): got %v, error %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "[]", "{}", `{"@graph": 7}`, `{"@graph": [{"@id": 7}]}`, `{"@graph": [null]}`} {
		if got, err := Parts([]byte(text)); err == nil {
			t.Errorf("Parts(%s): got %v, want an error", text, got)
		}
	}
}

package state

import (
	"gridbox/core/scenario"
)

// A ReadyStudy is a study that can be started immediately, small enough for a
// minute.
type ReadyStudy struct {
	ID, Title, About string
	preset           string
	study            scenario.Study
}

// list returns a variation of a path over values.
func list(path string, values ...any) scenario.Vary { return scenario.Vary{Path: path, Values: values} }

// ReadyStudies returns the ready studies of a kind.
func ReadyStudies(kind string) []ReadyStudy { return nounsByKind[kind].studies }

// ReadyStudyDraft returns the draft that a ready study opens as, nil for none of
// that name.
func ReadyStudyDraft(id string) *scenario.Scenario {
	for _, n := range nounsByKind {
		for _, r := range n.studies {
			if r.ID != id {
				continue
			}
			d := FromPreset(n.kind, r.preset, 7)
			st := r.study
			d.Title, d.About, d.Study = r.Title, r.About, &st
			return d
		}
	}
	return nil
}

package lab

import (
	"gridbox/app/state"
	"gridbox/core/catalog"
)

// usePreset replaces the open draft by a preset.
func usePreset(id string) state.Action {
	kind, ok := catalog.PresetKind(id)
	if !ok {
		return state.Dismiss{}
	}
	return state.Revise{Draft: state.FromPreset(kind.ID, id, 7), Name: "open " + id}
}

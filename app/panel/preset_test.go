package panel_test

import (
	"gridbox/app/state"
	"gridbox/core/catalog"
)

// usePreset opens a preset as a new draft.
func usePreset(id string) state.Action {
	kind, ok := catalog.PresetKind(id)
	if !ok {
		return state.Dismiss{}
	}
	return state.Open{Draft: state.FromPreset(kind.ID, id, 7), Name: "open " + id}
}

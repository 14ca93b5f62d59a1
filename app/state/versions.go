package state

import "gridbox/app/library"

// Versions has the versions of one saved draft. The library lists them, and the comparison offers them.
type Versions struct {
	Slot string // the slot of the draft
	List []library.Version
}

// VersionsKnown has the versions of a draft.
type VersionsKnown struct {
	Slot string
	List []library.Version
}

func (a VersionsKnown) reduce(s State) State {
	s.Versions = Versions{Slot: a.Slot, List: a.List}
	return s
}

package importer

import (
	"maps"

	"gridbox/app/state"
	"gridbox/wasm/msg"
)

// A State is the import of files before they are opened; without files there is none.
type State struct {
	Names  []string // of the files
	Busy   bool     // whether a worker reads or judges them, or the scenario is being opened
	Wrong  string   // why they could not be read at all
	Format string   // the format that the user chose; "" for the detected one
	// Open states which of several parts become drafts: OpenEach or another constant, "" until the user has chosen.
	Open   string
	Set    map[string]string // settings that the user has chosen, by name
	Report msg.ImportReport
	Ready  bool // whether there is a scenario to open
	// JudgeFailure is the reason why the file was not judged as a schedule of the current problem.
	JudgeFailure string
}

// The ways to open files that do not all belong together. OpenOnly is followed by the number of the part,
// from 1.
const (
	OpenTogether = "together"
	OpenEach     = "each"
	OpenAll      = "all"
	OpenOnly     = "only "
)

// Slot is the place of the feature's state.
var Slot = state.NewSlot[State](nil)

// The actions of the feature.
type (
	// Start starts the import of files.
	Start struct {
		Names []string
		Open  string
	}
	// Reading marks the files as being read with these settings.
	Reading struct {
		Format, Open string
		Set          map[string]string
	}
	// Read has the worker's report; Ready is set if there is a scenario.
	Read struct {
		Report msg.ImportReport
		Ready  bool
	}
	// Unreadable has the reason why the files could not be read.
	Unreadable struct{ Reason string }
	// Opening marks the scenario as being opened, or not any more.
	Opening struct{ On bool }
	// Judging marks the file as being checked as a schedule.
	Judging struct{}
	// JudgeFailure has the reason why the file is no schedule of the current problem.
	JudgeFailure struct{ Reason string }
	// End ends the import.
	End struct{}
)

// Change returns the state of a new import.
func (a Start) Change(_ *state.State, _ State) State { return State{Names: a.Names, Open: a.Open} }

// Change returns the state while the files are read.
func (a Reading) Change(_ *state.State, own State) State {
	own.Busy, own.Format, own.Open, own.Set = true, a.Format, a.Open, maps.Clone(a.Set)
	return own
}

// Change returns the state with the report.
func (a Read) Change(_ *state.State, own State) State {
	own.Busy, own.Wrong, own.Report, own.Ready = false, "", a.Report, a.Ready
	return own
}

// Change returns the state with the reason; the report before stays.
func (a Unreadable) Change(_ *state.State, own State) State {
	own.Busy, own.Wrong = false, a.Reason
	return own
}

// Change returns the state during or after the opening.
func (a Opening) Change(_ *state.State, own State) State {
	own.Busy = a.On
	return own
}

// Change returns the state while the file is checked.
func (a Judging) Change(_ *state.State, own State) State {
	own.Busy, own.JudgeFailure = true, ""
	return own
}

// Change returns the state with the reason.
func (a JudgeFailure) Change(_ *state.State, own State) State {
	own.Busy, own.JudgeFailure = false, a.Reason
	return own
}

// Change returns the state without an import.
func (End) Change(*state.State, State) State { return State{} }

// Active reports whether files are being imported.
func (b *State) Active() bool { return len(b.Names) > 0 }

// Opens returns Open, or the default before the user has chosen; "" if the files belong together.
func (b *State) Opens() string {
	switch {
	case len(b.Report.Parts) == 0:
		return ""
	case b.Open != "":
		return b.Open
	case b.Report.Combine:
		return OpenTogether
	}
	return OpenEach
}

// KnownParts returns how many parts of the files have a known format.
func (b *State) KnownParts() (n int) {
	for _, p := range b.Report.Parts {
		if p.Title != "" {
			n++
		}
	}
	return n
}

// FileNames returns the names of the files that are read now.
func (b *State) FileNames() []string {
	if at := b.Report.Part; at > 0 && at <= len(b.Report.Parts) {
		return b.Report.Parts[at-1].Names
	}
	return b.Names
}

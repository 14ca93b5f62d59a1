package rows

import (
	"gridbox/app/lab/feature"
	"gridbox/app/state"
	"gridbox/core/rows"
)

// effects adds rows to the draft, or shows them with their faults.
type effects struct{ env feature.Env }

// maxCells is the maximal number of cells that are read.
const maxCells = 2_000_000

// paste reads pasted rows. Those without questions are added immediately.
func (e effects) paste(text, kind string) {
	grid, s := rows.Read(text), e.env.State()
	switch {
	case len(grid.Rows) == 0:
		e.env.Do(state.Notify{Text: "There are no rows to paste. Copy some in a spreadsheet first.", Error: true})
	case len(grid.Rows)*grid.Width() > maxCells:
		e.env.Do(state.Notify{Text: "These are too many rows to paste at once; make a scenario file of them.",
			Error: true})
	case s.Problem == nil:
		e.env.Do(state.NotReady)
	default:
		if own := read(s, grid, kind); own.clear() {
			e.add(own)
		} else {
			e.env.Do(Slot.Do(Keep{own}), state.Show{Field: "dialog", To: dialogID})
		}
	}
}

// addValidRows adds the rows without faults.
func (e effects) addValidRows() {
	s := e.env.State()
	if own := *Slot.Get(s); own.HasRows() && s.Problem != nil {
		own.Judgement = s.Judge(own.Rows) // the draft may have changed since
		e.add(own)
	}
}

// add adds the rows without faults; the others stay in the dialog.
func (e effects) add(own State) {
	if own.Adds+own.Changes == 0 {
		e.env.Do(Slot.Do(Keep{own}))
		return
	}
	e.env.Do(state.AddRows{Rows: &own.Judgement})
	if len(own.Bad) > 0 {
		e.env.Do(Slot.Do(Keep{own.rest(e.env.State())}))
		return
	}
	if e.env.State().Layout.Dialog == dialogID {
		e.env.Do(state.Show{Field: "dialog"})
	}
	e.env.Do(Slot.Do(Drop{}), state.Notify{Text: own.done(), Undo: true})
}

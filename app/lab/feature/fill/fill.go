// Package fill fills a column of a table: a dialog asks for one value, a series or random numbers, for all rows
// or the selected ones.
package fill

import (
	"strconv"
	"strings"

	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
)

// dialogID names the dialog in the look.
const dialogID = "fill"

// New returns the feature.
func New(env feature.Env) feature.Feature {
	e := effects{env}
	return feature.Feature{
		Commands: []feature.Command{
			{Act: "fill", Do: func(kind, _ string) { e.open(kind) }},
			{Act: "fillcolumn", Do: func(_, _ string) { e.fill() }},
		},
		Fields: []feature.Field{{Attribute: "data-fill", Enter: func(what string, in feature.Input) {
			env.Do(Slot.Do(Set{Field: what, To: in.Value}))
		}}},
		Additions: panel.Additions{
			Dialogs: []panel.AddedDialog{{ID: dialogID, Draw: dialog}},
			At: map[panel.Place][]func(*state.State) ui.Node{
				panel.AtSelection: {func(s *state.State) ui.Node { return button(s, s.Main().Kind) }},
				panel.AtTable: {func(s *state.State) ui.Node {
					return button(s, strings.TrimPrefix(s.Layout.Dialog, panel.TableDialog))
				}},
			},
		},
		Facets: []state.Facet{Slot.Facet},
	}
}

// effects opens the dialog and fills the column.
type effects struct{ env feature.Env }

// open opens the dialog for a kind of things, the selected thing's kind for "".
func (e effects) open(kind string) {
	e.env.Do(state.Dismiss{})
	if e.env.State().Problem == nil {
		e.env.Do(state.NotReady)
		return
	}
	e.env.Do(Slot.Do(Begin{Kind: kind}), state.Show{Field: "dialog", To: dialogID})
}

// fill fills the column and closes the dialog, or shows the reason why it cannot.
func (e effects) fill() {
	s := e.env.State()
	if s.Problem == nil {
		return
	}
	own := Slot.Get(s)
	rows := own.Rows(s)
	texts, why := own.CellTexts(s, len(rows))
	if why == "" && len(rows) == 0 {
		why = "Select some rows first, or fill all of them."
	}
	if why != "" {
		e.env.Do(state.Notify{Text: capital(why), Error: true})
		return
	}
	before, label := s.Draft, state.ColumnOf(s.Problem, own.Kind, own.Column).Label
	e.env.Do(state.SetCells{Kind: own.Kind, Column: own.Column, Rows: rows, Texts: texts})
	if e.env.State().Draft != before {
		text := i18n.T("Filled {} of {} {}.", label, strconv.Itoa(len(rows)), state.Noun(own.Kind, len(rows)))
		e.env.Do(state.Show{Field: "dialog"}, state.Notify{Text: text, Undo: true})
	}
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

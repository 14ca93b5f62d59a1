package panel

import (
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// Additions has the parts that features of the laboratory add to the views of this package, which imports no feature.
type Additions struct {
	At      map[Place][]func(*state.State) ui.Node
	Dialogs []AddedDialog
	Studies []AddedStudy
	Sides   []AddedSide
	Views   []AddedView
	Links   []AddedLink
	// Compares is set if a feature compares two answers. Without it no view offers a comparison.
	Compares bool
	// ScreenOf returns the screen of a draft's kind.
	ScreenOf func(*state.State) *screen.Screen
	Tabs     []AddedTab
	// Present draws the parts around the picture while presenting.
	Present []func(*state.State, *screen.Screen) ui.Node
}

// A Place is a part of a view to which features add.
type Place string

// Places.
const (
	AtStudyMenu    Place = "study-menu"  // the first lines of the menu of a study
	AtStudyEntries Place = "study-doors" // the last buttons below the questions that begin a study
	AtStudyFiles   Place = "study-files" // lines of the exports of a study, for further work
	AtClipboard    Place = "clipboard"   // lines below the buttons of the clipboard, in the menu of the selection
	AtSelection    Place = "selection"   // buttons for the selected things of one kind
	AtTable        Place = "table"       // buttons of a table, in its dialog
	AtPolicy       Place = "policy"      // buttons of the user's algorithm that is edited
	AtInstance     Place = "instance"    // buttons for a problem with one solved instance
	AtRuns         Place = "runs"        // the first buttons of the dialog that adds algorithms
	AtLibrary      Place = "library"     // parts below the filters of the library
)

// An AddedDialog is drawn while state.Layout names it. Draw returns "" as the title if there is nothing to show.
type AddedDialog struct {
	ID   string
	Menu bool // whether it closes when one of its lines is chosen
	Draw func(*state.State) (title string, body ui.Node)
}

// An AddedView is a part of the page, empty unless state.Layout names the view that it belongs to. It reads the Facets;
// Draw gets the parts of all features.
type AddedView struct {
	Name   string
	Facets []state.Facet
	Draw   func(*state.State, Additions) ui.Node
}

// An AddedLink is a button of the top row that shows a view of the draft.
type AddedLink struct {
	View, ID, Name, About string // the ID is that of the button
	ShareContent          string // what a link to the draft contains while the view is shown
}

// An AddedTab is a view of the draft in the switch of the bar, which reads the Facet.
type AddedTab struct {
	View, Button string // the IDs of the view and of its button
	Name, About  string
	Facet        state.Facet
	Busy         func(*state.State) bool   // whether the view uses the workers
	CanPrint     func(*state.State) bool   // whether it shows a figure
	Screen       func(*state.State) string // the shown screen of the view
}

// A StudyEntry is one question that begins a study.
type StudyEntry struct {
	ID, Icon, Title, Question string
	Fields                    []ui.Node
	Act                       string // label of its button
	Work                      string // work in words
	DisabledReason            string // why it cannot be started, or ""
	Extra                     ui.Node
}

// An AddedStudy is a question of the Study view with a screen of its own. The list of studies shows its result on a
// card whose Entry is the ID.
type AddedStudy struct {
	ID, Icon string // the ID is that of the screen and of the entry
	// Entry returns the question that begins the study; its ID is "" if it does not apply to the draft.
	Entry func(*state.State) StudyEntry
	// The contents of the screen: the question, the set-up below the list of studies, the result, and the row with
	// the progress and the buttons.
	Question, Setup, Result, Control func(*state.State) []ui.Node
}

// An AddedSide takes the place of the problem while state.Layout names it as the side.
type AddedSide struct {
	ID, Title, Close string // Close is the name of the button that closes it
	Parts            Place  // where other features add to it
	Draw             func(s *state.State, parts []ui.Node) ui.Node
}

// side returns the side with an ID, nil if there is none.
func (a *Additions) side(id string) *AddedSide {
	for i := range a.Sides {
		if a.Sides[i].ID == id {
			return &a.Sides[i]
		}
	}
	return nil
}

// Tab returns the tab of a view, nil if there is none.
func (a *Additions) Tab(view string) *AddedTab {
	for i := range a.Tabs {
		if a.Tabs[i].View == view {
			return &a.Tabs[i]
		}
	}
	return nil
}

// Study returns the study with an ID, nil if there is none.
func (a *Additions) Study(id string) *AddedStudy {
	for i := range a.Studies {
		if a.Studies[i].ID == id {
			return &a.Studies[i]
		}
	}
	return nil
}

// Draw draws the parts that features add at a place.
func (a *Additions) Draw(place Place, s *state.State) (nodes []ui.Node) {
	for _, draw := range a.At[place] {
		if n := draw(s); !n.IsZero() {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// dialog draws the dialog with an ID; the title is "" if there is none.
func (a *Additions) dialog(id string, s *state.State) (title string, body ui.Node) {
	for _, d := range a.Dialogs {
		if d.ID == id {
			return d.Draw(s)
		}
	}
	return "", ui.Node{}
}

// Package study asks for studies of the draft in the Study view, runs them in workers and shows their results:
// the questions and the form, the list of studies, the charts and tables, and the verdict.
package study

import (
	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/cite"
	"gridbox/core/i18n"
	"gridbox/core/study/report"
)

// viewID names the view in the look.
const viewID = "study"

// button is the ID of the button that leads to the view.
const button = "to-study"

// New returns the feature.
func New(env feature.Env) feature.Feature {
	e := &effects{env: env}
	return feature.Feature{
		Follow: e.follow,
		Tab: &feature.Tab{View: viewID, Escape: e.escape, Run: e.goOn,
			Page: func() (string, feature.Printout) { return cite.StudySuffix, e.page() }},
		Link:     &feature.Link{Parameters: e.parameters, Await: e.await, ReadParameters: e.expect},
		File:     e.file,
		Commands: e.commands(),
		Offers: []feature.Offer{
			{Name: "Study", Act: "goto", ID: viewID, Keywords: "replications statistics vary worst case sweep"},
			{Name: "Test robustness", Act: "firm", Part: "Further answers", IsEnabled: (*state.State).HasAllAnswers,
				Keywords: "uncertain noise robust sensitivity"},
		},
		Fields: e.fields(),
		Additions: panel.Additions{
			At: map[panel.Place][]func(*state.State) ui.Node{panel.AtInstance: {drawButton, robustnessButton}},
			Tabs: []panel.AddedTab{{View: viewID, Button: button, Name: "Study",
				About: "many instances, and what comes out of them", Facet: Slot.Facet, Busy: Running, Screen: Screen,
				CanPrint: func(s *state.State) bool {
					c := currentChart(s)
					return hasPoints(&c)
				}}},
			Views: views(),
		},
	}
}

// commands returns the commands of keys and buttons.
func (e *effects) commands() []feature.Command {
	return []feature.Command{
		{Act: "vary", Live: true, Keys: [][2]string{{"Ctrl+.", feature.FocusedField}}, Reach: feature.ReachEverywhere,
			Sign: "Ctrl+.", Help: "vary the number in the field: a chart of all metrics over it", InsertBefore: "try",
			Do: func(path, _ string) { e.applyAndStart(path, VaryThis{Path: path}) }},
		{Act: "disturb", Live: true, Do: func(path, _ string) {
			e.edit(AddNoise{Path: path})
			e.env.Do(Show(StudyScreen)...)
		}},
		{Act: "firm", Live: true, Do: func(_, _ string) { e.applyAndStart("firm", CheckRobustness{}) }},
		{Act: "redraw", Live: true, Do: func(_, _ string) { e.draw(drawLists{}) }},
		{Act: "study", Live: true, Do: e.command},
		{Act: "ready", Do: func(id, _ string) {
			if d := state.ReadyStudyDraft(id); d != nil {
				e.env.OpenDraft(feature.NewDraft{Draft: d, Name: i18n.T("open the study {}", d.Title), Example: true})
				e.do(ShowScreen{To: StudyScreen})
			}
		}},
		{Act: "look", Do: func(what, value string) { e.setViewOption(what, "", value, false) }},
		{Act: "studytab", Do: func(id, _ string) { e.setViewOption("tab", "", id, false) }},
		{Act: "cell", Do: func(point, run string) { e.pick(atoi(point), atoi(run)) }},
		{Act: "replication", Do: e.replication},
		{Act: "result", Do: func(how, _ string) { e.result(how) }},
	}
}

// fields returns the fields of the form, of the entries and of the chart.
func (e *effects) fields() []feature.Field {
	return []feature.Field{
		{Attribute: "data-metric", Enter: func(id string, _ feature.Input) { e.edit(ToggleMetric{Metric: id}) }},
		{Attribute: "data-door", Enter: func(of string, in feature.Input) {
			e.do(SetEntryText{Field: of, Text: in.Value})
		}},
		{Attribute: "data-confirm", Enter: func(_ string, in feature.Input) { e.do(ConfirmLarge{On: in.Checked}) }},
		{Attribute: "data-vary", Enter: func(of string, in feature.Input) {
			e.edit(VaryBy{Index: atoi(of), Range: in.Value == "range"})
		}},
		{Attribute: "data-look", Enter: func(what string, in feature.Input) {
			e.setViewOption(what, in.Attribute("data-of"), in.Value, in.Checked)
		}},
	}
}

// file opens the results of a study.
func (e *effects) file(name string, text []byte) bool {
	if !report.Is(text) {
		return false
	}
	if e.env.State().Stage == state.Live {
		e.showImported(name, text)
	}
	return true
}

// views returns the parts of the view, in the order of reading, and the buttons of the focused number.
func views() []panel.AddedView {
	facets := func(of ...state.Facet) []state.Facet {
		return append(of, Slot.Facet, state.FacetDraft, state.FacetLayout)
	}
	set, pace, found := Slot.TagFacet(setupTag), Slot.TagFacet(progressTag), Slot.TagFacet(resultsTag)
	alone := func(draw func(*state.State) ui.Node) func(*state.State, panel.Additions) ui.Node {
		return func(s *state.State, _ panel.Additions) ui.Node { return draw(s) }
	}
	return []panel.AddedView{
		{Name: "asks", Facets: facets(state.FacetTyped, state.FacetAnswers, set), Draw: sidePart},
		{Name: "question", Facets: facets(state.FacetTyped, state.FacetAnswers), Draw: questionPart},
		{Name: "found", Facets: facets(state.FacetAnswers, set, found), Draw: figurePart},
		{Name: "verdict", Facets: facets(found), Draw: alone(verdictPart)},
		{Name: "headline", Facets: facets(state.FacetTyped, state.FacetAnswers, set, pace, found), Draw: controlPart},
		{Name: "point", Facets: facets(found), Draw: alone(pointPart)},
		{Name: "doors", Facets: facets(state.FacetAnswers, state.FacetSelect, set), Draw: entriesPart},
		{Name: "field", Facets: []state.Facet{state.FacetLayout}, Draw: alone(fieldButtons)},
	}
}

package state

import (
	"reflect"
	"slices"

	"gridbox/app/library"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

func (a DrawLists) reduce(s State) State {
	e, ok := ready(s)
	if !ok {
		return notReady.reduce(s)
	}
	if !explicit(s.Draft) && a.Preset != "" { // what is drawn already is drawn by other parameters
		return SetField{Path: s.Draft.Kind + ".generate.preset", Text: a.Preset}.reduce(s)
	}
	d, drawing := drawnAnew(e)
	what := drawing.like
	if a.Preset != "" {
		if d, what = drawnBy(e, a.Preset), drawing.what; d == nil {
			return Tell{Text: "There is no preset " + a.Preset + " of this kind.", Error: true}.reduce(s)
		}
	} else {
		st := StudyOf(s.Draft)
		st.Noise, st.Vary, st.Replications = nil, nil, usualReplications
		d.Study = &st
	}
	d.Title = library.Named(s.Draft.Title) + ", drawn " + what
	if faults := catalog.Check(d); len(faults) > 0 {
		return Tell{Text: "That cannot be drawn: " + faults[0].String(), Error: true}.reduce(s)
	}
	s = Open{Draft: d, Name: "draw the " + what}.reduce(s)
	s.Study.Sweep = false
	return s
}

// Drawable names the lists of an explicit problem that can be drawn anew, "" for none.
func Drawable(d *scenario.Scenario) string {
	if !explicit(d) {
		return ""
	}
	_, drawing := drawnAnew(d)
	return drawing.like
}

// A drawing states which lists of a problem kind are drawn and which are kept.
type drawing struct {
	like    string   // what is drawn to resemble the present, in words
	what    string   // what is drawn by a preset
	on      string   // the rest
	lists   []string // those that a preset draws
	presets []string // those that differ in what they draw
}

// drawnAnew returns an explicit problem whose jobs are to be drawn like the
// present ones, or what corresponds to jobs in its kind.
func drawnAnew(e *scenario.Scenario) (*scenario.Scenario, drawing) {
	own := *e
	of(e).hold(&own, e)
	of(e).redraw(&own)
	return &own, of(e).drawing
}

// drawnBy returns an explicit problem whose jobs are to be drawn by a preset, as
// many as there are, or what corresponds to jobs in its kind; nil where the kind
// has no such preset.
func drawnBy(e *scenario.Scenario, id string) *scenario.Scenario {
	own := *e
	of(e).hold(&own, e)
	fields := map[string]any{"preset": id}
	for _, list := range []string{"jobs", "datasets"} {
		if n, _ := doc.List(scenario.Problem(e), list); n > 0 && slices.Contains(of(e).drawing.lists, list) {
			fields[list] = n
			if e.Kind == "batch" {
				delete(fields, list)
				fields["jobsMin"], fields["jobsMax"] = n, n
			}
		}
	}
	if of(&own).respec(&own, doc.Canonical(fields)) != nil {
		return nil
	}
	problem := reflect.ValueOf(of(&own).problem(&own)).Elem()
	for _, list := range of(e).drawing.lists {
		if at, ok := doc.Named(problem, list); ok {
			at.SetZero()
		}
	}
	return &own
}

// DrawChoices lists the presets by which the jobs of a problem can be drawn, or
// what corresponds to them, and names what is drawn and on what. The list is
// empty where nothing is given, or nothing is left to be drawn.
func DrawChoices(d *scenario.Scenario) (list []kind.Preset, what, on string) {
	kind, ok := catalog.ByID(d.Kind)
	dr := of(d).drawing
	given := doc.Present(scenario.Problem(d))
	if !ok || len(given) == 0 {
		return nil, "", ""
	}
	if !explicit(d) {
		main := dr.lists[:1] // the others come with it
		if d.Kind == "placement" {
			main = dr.lists
		}
		rest := slices.DeleteFunc(slices.Clone(main), func(l string) bool { return slices.Contains(given, l) })
		switch len(rest) {
		case len(main):
		case 0:
			return nil, "", ""
		default:
			dr.what = doc.Enumeration(rest)
		}
	}
	for _, p := range kind.Presets {
		if slices.Contains(dr.presets, p.ID) {
			list = append(list, p)
		}
	}
	return list, dr.what, dr.on
}

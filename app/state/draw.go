package state

import (
	"reflect"
	"slices"

	"gridbox/app/library"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/kind"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/group"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/window"
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

var drawings = map[string]drawing{
	"placement": {"jobs", "jobs and data", "clusters", []string{"datasets", "jobs"},
		[]string{"rbhs-computation", "rbhs-data", "rbhs-mixed"}},
	"window": {"load of the nodes", "load of the nodes", "nodes", []string{"horizon", "slots", "busy"},
		[]string{"twelve-nodes", "square-2018"}},
	"batch": {"jobs", "jobs", "nodes", []string{"jobs"}, []string{"alp-amp-2011", "alp-amp-printed"}},
	"group": {"availabilities of the groups", "availabilities of the groups", "nodes", []string{"groups", "events"},
		[]string{"gka-200"}},
	"farm": {"jobs", "jobs", "machines", []string{"jobs", "order"},
		[]string{"farm-mixed", "farm-stream", "farm-graph"}},
}

// drawnAnew returns an explicit problem whose jobs are to be drawn like the
// present ones, or what corresponds to jobs in its kind.
func drawnAnew(e *scenario.Scenario) (*scenario.Scenario, drawing) {
	own := *e
	switch {
	case e.Placement != nil:
		p := *e.Placement
		spec := placement.Like(&p.Problem, []string{"jobs"})
		p.Generate, p.Jobs = &spec, nil
		if len(p.Datasets) == 0 {
			none := 0
			spec.Datasets = &none
		}
		own.Placement = &p
	case e.Window != nil:
		p := *e.Window
		spec := window.Like(&p.Environment)
		p.Generate, p.Horizon, p.Slots, p.Busy = &spec, 0, nil, nil
		own.Window = &p
	case e.Batch != nil:
		p := *e.Batch
		spec := batch.Like(&p.Problem)
		p.Generate, p.Jobs = &spec, nil
		own.Batch = &p
	case e.Group != nil:
		p := *e.Group
		spec := group.Like(&p.Problem)
		p.Generate, p.Groups, p.Events = &spec, nil, nil
		own.Group = &p
	case e.Farm != nil:
		p := *e.Farm
		spec := farm.Like(&p.Problem)
		p.Generate, p.Jobs, p.Order = &spec, nil, nil
		own.Farm = &p
	}
	return &own, drawings[e.Kind]
}

// drawnBy returns an explicit problem whose jobs are to be drawn by a preset, as
// many as there are, or what corresponds to jobs in its kind; nil where the kind
// has no such preset.
func drawnBy(e *scenario.Scenario, id string) *scenario.Scenario {
	own := *e
	of(e).hold(&own, e)
	fields := map[string]any{"preset": id}
	for _, list := range []string{"jobs", "datasets"} {
		if n, _ := doc.List(scenario.Problem(e), list); n > 0 && slices.Contains(drawings[e.Kind].lists, list) {
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
	for _, list := range drawings[e.Kind].lists {
		if at, ok := member(problem, list); ok {
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
	dr := drawings[d.Kind]
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
			dr.what = joined(rest)
		}
	}
	for _, p := range kind.Presets {
		if slices.Contains(dr.presets, p.ID) {
			list = append(list, p)
		}
	}
	return list, dr.what, dr.on
}

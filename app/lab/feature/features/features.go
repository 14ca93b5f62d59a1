// Package features lists the features of the laboratory.
package features

import (
	"gridbox/app/lab/feature"
	"gridbox/app/lab/feature/adversary"
	"gridbox/app/lab/feature/cluster"
	"gridbox/app/lab/feature/compare"
	"gridbox/app/lab/feature/fill"
	"gridbox/app/lab/feature/importer"
	"gridbox/app/lab/feature/match"
	"gridbox/app/lab/feature/policy"
	"gridbox/app/lab/feature/present"
	"gridbox/app/lab/feature/rows"
	"gridbox/app/lab/feature/shelf"
	"gridbox/app/lab/feature/study"
	"gridbox/app/lab/feature/volume"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// list has a line for each feature, in the order of the parts that they add.
var list = []func(feature.Env) feature.Feature{
	study.New,
	present.New,
	cluster.New,
	adversary.New,
	match.New,
	importer.New,
	fill.New,
	policy.New,
	rows.New,
	shelf.New,
	volume.New,
	compare.New,
}

// All returns the features of a laboratory. With a nil Env they only describe themselves.
func All(env feature.Env) []feature.Feature {
	all := make([]feature.Feature, len(list))
	for i, start := range list {
		all[i] = start(env)
	}
	return all
}

// Additions returns the parts that features add to views of other packages.
func Additions() panel.Additions {
	added := panel.Additions{At: map[panel.Place][]func(*state.State) ui.Node{}}
	for _, f := range All(nil) {
		for place, draw := range f.Additions.At {
			added.At[place] = append(added.At[place], draw...)
		}
		added.Sides = append(added.Sides, f.Additions.Sides...)
		added.Studies = append(added.Studies, f.Additions.Studies...)
		added.Present = append(added.Present, f.Additions.Present...)
		added.Views = append(added.Views, f.Additions.Views...)
		added.Links = append(added.Links, f.Additions.Links...)
		added.Tabs = append(added.Tabs, f.Additions.Tabs...)
		added.Dialogs = append(added.Dialogs, f.Additions.Dialogs...)
		added.Compares = added.Compares || f.Compare != nil
	}
	return added
}

// Facets returns the facets of all features. The views to which features add read them.
func Facets() (list []state.Facet) {
	for _, f := range All(nil) {
		list = append(list, f.Facets...)
	}
	return list
}

package state

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gridbox/app/cells"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// Copying things out and taking them in, within a draft, from draft to draft
// and from tab to tab. What is copied is a small document of its own:
//
//	{"format": "gridbox-things", "version": 1, "kind": "placement", "from": "…",
//	 "placement": {"clusters": […], "links": […]}}
//
// The part under the kind's name is as in a scenario, with nothing in it but
// what was copied: the things selected and what hangs on them, which is the
// links of clusters and machines, the nodes of a group, the time of nodes, and
// events of both. Taken in again, a link stays only if both its ends came along.
// Other names of what was not copied are kept where the things come back into
// the very draft that they are from, which From tells; anywhere else a thing of
// that name would be another one. What could not be kept is said.

// ThingsFormat is what the document calls itself.
const ThingsFormat = "gridbox-things"

// thingsVersion is the newest version that is read and the one written.
const thingsVersion = 1

// Things are copied things.
type Things struct {
	Format    string              `json:"format" rule:"required,oneof=gridbox-things"`
	Version   int                 `json:"version" rule:"required,int,>=1"`
	Kind      string              `json:"kind" rule:"required"`
	From      string              `json:"from,omitempty"`
	Placement *scenario.Placement `json:"placement,omitempty"`
	Window    *scenario.Window    `json:"window,omitempty"`
	Batch     *scenario.Batch     `json:"batch,omitempty"`
	Group     *scenario.Group     `json:"group,omitempty"`
	Farm      *scenario.Farm      `json:"farm,omitempty"`
}

// Paste takes copied things into the draft. Here says that they are from this
// very draft.
type Paste struct {
	Things *Things
	Here   bool
}

// Duplicate is copying what is selected and taking it in at once.
type Duplicate struct{}

// ReadThings reads copied things; ok is false for a text that is none.
func ReadThings(text string) (t *Things, faults doc.Faults, ok bool) {
	start := text[:min(len(text), 400)]
	if !strings.HasPrefix(strings.TrimSpace(start), "{") || !strings.Contains(start, `"`+ThingsFormat+`"`) {
		return nil, nil, false
	}
	t = &Things{}
	if faults = doc.Decode([]byte(text), t); len(faults) > 0 {
		if t.Version > thingsVersion {
			faults = doc.Faults{{Path: "version", Why: "is that of a newer Gridbox; reload this page to get it"}}
		}
		return nil, faults, true
	}
	d := t.scenario()
	if _, known := all[t.Kind]; !known || of(d).problem(d) == nil {
		return nil, doc.Faults{{Path: "kind", Value: strconv.Quote(t.Kind), Why: "has nothing under its name"}}, true
	}
	return t, nil, true
}

// scenario is the things as a draft of their own, which need not be valid.
func (t *Things) scenario() *scenario.Scenario {
	return &scenario.Scenario{Kind: t.Kind, Placement: t.Placement, Window: t.Window, Batch: t.Batch, Group: t.Group,
		Farm: t.Farm}
}

// Text is the document that the clipboard carries.
func (t *Things) Text() string { return string(doc.Pretty(t)) + "\n" }

// Copied is what is selected, as a document; nil where that is nothing that can
// stand alone. From tells the draft.
func (s *State) Copied(from string) *Things {
	if s.Problem == nil || len(s.Select) == 0 {
		return nil
	}
	d := &scenario.Scenario{Kind: s.Draft.Kind}
	t := &Things{Format: ThingsFormat, Version: thingsVersion, Kind: d.Kind, From: from}
	chosen := s.chosenPlaces()
	of(d).begin(d)
	t.Placement, t.Window, t.Batch, t.Group, t.Farm = d.Placement, d.Window, d.Batch, d.Group, d.Farm
	some := false
	for _, kind := range tables[d.Kind] {
		if kind == "variant" || len(chosen[kind]) == 0 {
			continue // lots are within their group
		}
		some = true
		from := rowsOf(s.Problem, kind)
		picked := reflect.MakeSlice(from.Type(), 0, len(chosen[kind]))
		for _, i := range chosen[kind] {
			picked = reflect.Append(picked, from.Index(i))
		}
		setRows(d, kind, picked)
	}
	if !some {
		return nil
	}
	return t
}

// chosenPlaces gives the places of what is selected and of what goes with it.
func (s *State) chosenPlaces() map[string][]int {
	chosen := map[string][]int{}
	for _, kind := range tables[s.Draft.Kind] {
		chosen[kind] = placesOf(s.Problem, s.Select, kind)
	}
	names := func(kind string) map[string]bool {
		_, id := of(s.Problem).list(s.Problem, kind)
		set := make(map[string]bool, len(chosen[kind]))
		for _, i := range chosen[kind] {
			set[id(i)] = true
		}
		return set
	}
	also := func(kind string, n int, goes func(i int) bool) {
		had := map[int]bool{}
		for _, i := range chosen[kind] {
			had[i] = true
		}
		for i := range n {
			if !had[i] && goes(i) {
				chosen[kind] = append(chosen[kind], i)
			}
		}
		slices.Sort(chosen[kind])
	}
	of(s.Problem).along(s.Problem, names, also)
	return chosen
}

// CopiedRows is what is selected of the main thing's kind as rows, the first of
// them the heads of the columns; of everything of a kind, where one is named.
func (s *State) CopiedRows(kind string) [][]string {
	if s.Problem == nil {
		return nil
	}
	var places []int
	if kind == "" {
		kind = s.Main().Kind
		places = placesOf(s.Problem, s.Select, kind)
	} else if list := rowsOf(s.Problem, kind); list.IsValid() {
		places = make([]int, list.Len())
		for i := range places {
			places[i] = i
		}
	}
	return tableRows(s.Problem, kind, places)
}

func tableRows(d *scenario.Scenario, kind string, places []int) [][]string {
	if len(places) == 0 {
		return nil
	}
	list, columns := rowsOf(d, kind), Columns(d, kind)
	rows := make([][]string, 0, len(places)+1)
	head := make([]string, len(columns))
	for k := range columns {
		head[k] = columns[k].Head()
	}
	rows = append(rows, head)
	for _, i := range places {
		row := make([]string, len(columns))
		for k := range columns {
			row[k] = columns[k].text(list.Index(i))
		}
		rows = append(rows, row)
	}
	return rows
}

// HTML is the things as tables, one a kind, as spreadsheets take them.
func (t *Things) HTML() string {
	d, text := t.scenario(), ""
	for _, kind := range tables[d.Kind] {
		list := rowsOf(d, kind)
		if !list.IsValid() || list.Len() == 0 || kind == "variant" {
			continue
		}
		places := make([]int, list.Len())
		for i := range places {
			places[i] = i
		}
		text += cells.HTML(tableRows(d, kind, places))
	}
	return text
}

func (a Paste) reduce(s State) State {
	if a.Things.Kind != s.Draft.Kind {
		return Tell{Text: "These are " + Counted(a.Things.Kind, thingsIn(a.Things.scenario())) + " of the kind " +
			a.Things.Kind + ", and this draft is of the kind " + s.Draft.Kind + ". Open a draft of the kind " +
			a.Things.Kind + " and paste there.", Error: true}.reduce(s)
	}
	return takeIn(s, a.Things.scenario(), a.Here, "paste")
}

func (Duplicate) reduce(s State) State {
	t := s.Copied("")
	if t == nil {
		return Tell{Text: "Select something to duplicate first; lots are copied with their group.",
			Error: true}.reduce(s)
	}
	return takeIn(s, t.scenario(), true, "duplicate")
}

// thingsIn are the things of a problem, in the order of its tables.
func thingsIn(d *scenario.Scenario) (list []Thing) {
	for _, kind := range tables[d.Kind] {
		n, id := of(d).list(d, kind)
		for i := range n {
			if kind != "variant" {
				list = append(list, Thing{kind, id(i)})
			}
		}
	}
	return list
}

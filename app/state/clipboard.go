package state

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/rows"
	"gridbox/core/scenario"
)

// Copy and paste of things within a draft, between drafts and between tabs. The clipboard has a small document:
//
//	{"format": "gridbox-things", "version": 1, "kind": "placement", "from": "…",
//	 "placement": {"clusters": […], "links": […]}}
//
// The part under the kind's name is as in a scenario, and has only the copied things: the selection and the things
// that belong to it. These are the links of clusters and machines, the nodes of a group, the time of nodes, and
// events of both. A link is pasted only if both of its ends were copied. Other references to things that were not
// copied are kept if the things are pasted into the same draft, which From identifies; in another draft the name
// could mean another thing. A message lists what could not be pasted.

// ClipFormat is the format field of the document.
const ClipFormat = "gridbox-things"

// clipVersion is the version that is written, and the newest one that is read.
const clipVersion = 1

// A Clip has copied things and the things that belong to them.
type Clip struct {
	Format  string `json:"format" rule:"required,oneof=gridbox-things"`
	Version int    `json:"version" rule:"required,int,>=1"`
	Kind    string `json:"kind" rule:"required"`
	From    string `json:"from,omitempty"`
	scenario.Problems
}

// Paste adds copied things to the draft. Here is set if they were copied from the same draft.
type Paste struct {
	Clip *Clip
	Here bool
}

// Duplicate copies and pastes the selection in one step.
type Duplicate struct{}

// ReadClip reads copied things; ok is false for another text.
func ReadClip(text string) (t *Clip, faults doc.Faults, ok bool) {
	start := text[:min(len(text), 400)]
	if !strings.HasPrefix(strings.TrimSpace(start), "{") || !strings.Contains(start, `"`+ClipFormat+`"`) {
		return nil, nil, false
	}
	t = &Clip{}
	if faults = doc.Decode([]byte(text), t); len(faults) > 0 {
		if t.Version > clipVersion {
			faults = doc.Faults{{Path: "version", Reason: "is from a newer Gridbox; reload this page to get it"}}
		}
		return nil, faults, true
	}
	d := t.scenario()
	if _, known := nounsByKind[t.Kind]; !known || nounsOf(d).problem(d) == nil {
		return nil, doc.Faults{{Path: "kind", Value: strconv.Quote(t.Kind),
			Reason: "needs things in the field of its name"}}, true
	}
	return t, nil, true
}

// scenario returns the things as a draft of their own, which need not be valid.
func (t *Clip) scenario() *scenario.Scenario {
	return t.Problems.Scenario(t.Kind)
}

// Text returns the document for the clipboard.
func (t *Clip) Text() string { return string(doc.Pretty(t)) + "\n" }

// CopySelection returns the selection as a document, nil if nothing in it can be copied. From identifies the draft.
func (s *State) CopySelection(from string) *Clip {
	if s.Problem == nil || len(s.Select) == 0 {
		return nil
	}
	d := &scenario.Scenario{Kind: s.Draft.Kind}
	t := &Clip{Format: ClipFormat, Version: clipVersion, Kind: d.Kind, From: from}
	chosen := s.selectedIndices()
	nounsOf(d).begin(d)
	t.Problems = scenario.ProblemsOf(d)
	some := false
	for _, kind := range tables[d.Kind] {
		if kind == "variant" || len(chosen[kind]) == 0 {
			continue // lots are copied with their group
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

// selectedIndices returns the indices of the selected things and of the things
// that belong to them.
func (s *State) selectedIndices() map[string][]int {
	chosen := map[string][]int{}
	for _, kind := range tables[s.Draft.Kind] {
		chosen[kind] = IndicesOf(s.Problem, s.Select, kind)
	}
	names := func(kind string) map[string]bool {
		_, id := nounsOf(s.Problem).list(s.Problem, kind)
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
	nounsOf(s.Problem).addDependents(s.Problem, names, also)
	return chosen
}

// CopyRows returns the selected things of the main thing's kind as rows, the
// first of them the heads of the columns. If kind is not empty, it returns all
// things of that kind.
func (s *State) CopyRows(kind string) [][]string {
	if s.Problem == nil {
		return nil
	}
	var places []int
	if kind == "" {
		kind = s.Main().Kind
		places = IndicesOf(s.Problem, s.Select, kind)
	} else if list := rowsOf(s.Problem, kind); list.IsValid() {
		places = make([]int, list.Len())
		for i := range places {
			places[i] = i
		}
	}
	return tableRows(s.Problem, kind, places)
}

// tableRows returns the rows at some indices of a kind's table as texts, below a row of heads. It returns nil if
// there are no indices.
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

// HTML returns the things as tables, one per kind, for spreadsheets.
func (t *Clip) HTML() string {
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
		text += rows.HTML(tableRows(d, kind, places))
	}
	return text
}

func (a Paste) reduce(s State) State {
	if a.Clip.Kind != s.Draft.Kind {
		return Notify{Text: i18n.T("These are {} of the kind {}, and this draft is of the kind {}. Open a draft "+
			"of the kind {} and paste there.",
			CountText(a.Clip.Kind, elementsOf(a.Clip.scenario())), a.Clip.Kind,
			s.Draft.Kind, a.Clip.Kind), Error: true}.reduce(s)
	}
	return insertCopies(s, a.Clip.scenario(), a.Here, "paste")
}

func (Duplicate) reduce(s State) State {
	t := s.CopySelection("")
	if t == nil {
		return Notify{Text: "Select something to duplicate first; lots are copied with their group.",
			Error: true}.reduce(s)
	}
	return insertCopies(s, t.scenario(), true, "duplicate")
}

// elementsOf returns the things of a problem, in the order of its tables.
func elementsOf(d *scenario.Scenario) (list []Ref) {
	for _, kind := range tables[d.Kind] {
		n, id := nounsOf(d).list(d, kind)
		for i := range n {
			if kind != "variant" {
				list = append(list, Ref{kind, id(i)})
			}
		}
	}
	return list
}

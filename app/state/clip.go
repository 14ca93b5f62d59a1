package state

import (
	"math"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"

	"gridbox/app/cells"
	"gridbox/core/doc"
	"gridbox/core/problem/window"
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
	switch d.Kind {
	case "placement":
		t.Placement = &scenario.Placement{}
		d.Placement = t.Placement
	case "window":
		t.Window = &scenario.Window{}
		d.Window = t.Window
	case "batch":
		t.Batch = &scenario.Batch{}
		d.Batch = t.Batch
	case "group":
		t.Group = &scenario.Group{}
		d.Group = t.Group
	case "farm":
		t.Farm = &scenario.Farm{}
		d.Farm = t.Farm
	}
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
	switch p := s.Problem; p.Kind {
	case "placement":
		in, l := names("cluster"), p.Placement.Links
		also("link", len(l), func(i int) bool { return in[l[i].A] || in[l[i].B] })
	case "farm":
		in, l := names("machine"), p.Farm.Links
		also("link", len(l), func(i int) bool { return in[l[i].A] || in[l[i].B] })
	case "window", "batch":
		if in := names("node"); len(in) > 0 {
			busy := environment(p).Taken()
			also("busy", len(busy), func(i int) bool { return in[busy[i].Node] })
		}
	case "group":
		groups, list := names("group"), p.Group.Nodes
		also("node", len(list), func(i int) bool { return list[i].Group != "" && groups[list[i].Group] })
		nodes, events := names("node"), p.Group.Events
		also("event", len(events), func(i int) bool { return groups[events[i].Group] || nodes[events[i].Node] })
	}
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

// A reference is a place of a problem that names things of a kind. Blank ones
// can be without; where others cannot, what they stand in goes. Along says that
// it is never kept for a thing that did not come along: a second link between
// the same two cannot be, and the copy of a job that runs does not run yet.
type reference struct {
	kind         string
	path         []string
	blank, along bool
}

// references are those of each kind of problem.
var references = map[string][]reference{
	"placement": {
		{kind: "cluster", path: []string{"links", "a"}, along: true},
		{kind: "cluster", path: []string{"links", "b"}, along: true},
		{kind: "cluster", path: []string{"datasets", "at"}}, {kind: "dataset", path: []string{"jobs", "datasets"}},
	},
	"window": {{kind: "node", path: []string{"busy", "node"}}},
	"batch":  {{kind: "node", path: []string{"busy", "node"}}},
	"group": {
		{kind: "group", path: []string{"nodes", "group"}, blank: true},
		{kind: "group", path: []string{"events", "group"}}, {kind: "node", path: []string{"events", "node"}},
	},
	"farm": {
		{kind: "machine", path: []string{"links", "a"}, along: true},
		{kind: "machine", path: []string{"links", "b"}, along: true},
		{kind: "machine", path: []string{"jobs", "running", "machine"}, along: true},
		{kind: "machine", path: []string{"jobs", "running", "others"}, along: true},
		{kind: "machine", path: []string{"jobs", "speeds"}},
		{kind: "job", path: []string{"jobs", "after", "job"}},
	},
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

// takeIn adds copied things to the draft in one step.
func takeIn(s State, from *scenario.Scenario, here bool, verb string) State {
	in := intake{here: here, left: map[string]map[string]bool{}}
	before := s
	s = edit(s, "", true, func(d *scenario.Scenario) string {
		in.take(d, from)
		if len(in.made) == 0 {
			return ""
		}
		return verb + " " + Counted(d.Kind, in.made)
	})
	switch {
	case s.Draft != before.Draft:
		s.Select = s.made(in.made)
		if main := s.Main(); main.Kind != "" {
			s = jumpTo(s, main)
		}
		tell := Tell{Text: past(verb) + " " + Counted(s.Draft.Kind, in.made) + ".", Detail: in.said(), Undo: true}
		return tell.reduce(s)
	case in.d != nil && len(in.made) == 0:
		return Tell{Text: "There is nothing in it that can stand here.", Detail: in.said(), Error: true}.reduce(s)
	}
	return s
}

// made are new things as they are selected: those that are there, or all of them
// while a problem of which lists are drawn is on its way.
func (s *State) made(things []Thing) []Thing {
	if s.ProblemOf != s.Posed {
		return things
	}
	return prune(things, s.Problem)
}

func past(verb string) string {
	if verb == "paste" {
		return "Pasted"
	}
	return "Duplicated"
}

// An intake takes things of one problem into another.
type intake struct {
	here    bool
	d       *scenario.Scenario // where they go
	made    []Thing
	renamed map[string]map[string]string // new names by kind and old name
	news    int                          // how many names are not the old ones
	left    map[string]map[string]bool   // names of what was not copied, by kind
	gone    map[string]int               // how many things could not come without those
	cut     int                          // times that end after the horizon
}

func (in *intake) take(d, from *scenario.Scenario) {
	in.d, in.gone = d, map[string]int{}
	if e := environment(d); e != nil && len(environment(from).Taken()) > 0 {
		ownBusy(e)
	}
	own := *from
	in.detach(&own)
	in.name(&own)
	in.follow(&own)
	in.inTime(&own)
	in.apart(&own)
	for _, kind := range tables[d.Kind] {
		if kind == "variant" {
			continue
		}
		list, more := rowsOf(d, kind), rowsOf(&own, kind)
		if more.Len() == 0 {
			continue
		}
		n := list.Len()
		setRows(d, kind, reflect.AppendSlice(ownRows(list, more.Len()), more))
		_, id := of(d).list(d, kind)
		for i := range more.Len() {
			in.made = append(in.made, Thing{kind, id(n + i)})
		}
	}
}

// detach gives the copy lists of its own, so that changing it touches nothing
// else.
func (in *intake) detach(own *scenario.Scenario) {
	of(own).hold(own, own)
	for _, kind := range tables[own.Kind] {
		if kind != "variant" {
			setRows(own, kind, ownRows(rowsOf(own, kind), 0))
		}
	}
}

// name gives new names where the old ones are taken.
func (in *intake) name(own *scenario.Scenario) {
	in.renamed = map[string]map[string]string{}
	for _, kind := range tables[own.Kind] {
		list := rowsOf(own, kind)
		if kind == "variant" || list.Len() == 0 {
			continue
		}
		if _, named := member(list.Index(0), "id"); !named {
			continue
		}
		n, id := of(in.d).list(in.d, kind)
		taken := newNames(n, id)
		in.renamed[kind] = map[string]string{}
		for i := range list.Len() {
			at, _ := member(list.Index(i), "id")
			was := at.String()
			is := taken.free(was)
			if is != was {
				in.news++
			}
			in.renamed[kind][was] = is
			at.SetString(is)
		}
	}
}

// follow lets references go to the new names. Those to what was not copied stay
// where that is there, and go everywhere else.
func (in *intake) follow(own *scenario.Scenario) {
	v := reflect.ValueOf(of(own).problem(own)).Elem()
	count := func() map[string]int {
		n := map[string]int{}
		for _, kind := range tables[own.Kind] {
			n[kind] = rowsOf(own, kind).Len()
		}
		return n
	}
	before := count()
	in.wholeParts(own)
	for _, r := range references[own.Kind] {
		stays := in.stays(r.kind)
		rewrite(v, r.path, func(id string) (string, bool) {
			is, copied := in.renamed[r.kind][id]
			switch {
			case id == "" && (r.blank || r.path[0] == "events"):
				return id, true
			case copied:
				return is, true
			case !r.along && in.here && stays(id):
				return id, true
			}
			if in.left[r.kind] == nil {
				in.left[r.kind] = map[string]bool{}
			}
			in.left[r.kind][id] = true
			return "", r.blank
		})
	}
	for kind, n := range count() {
		if kind != "variant" && n < before[kind] {
			in.gone[kind] = before[kind] - n
		}
	}
}

// wholeParts lets jobs that run on several machines run there only if all of
// them come along.
func (in *intake) wholeParts(own *scenario.Scenario) {
	if own.Farm == nil {
		return
	}
	for i := range own.Farm.Jobs {
		j := &own.Farm.Jobs[i]
		if j.Running == nil {
			continue
		}
		for _, id := range j.Running.Others {
			if _, copied := in.renamed["machine"][id]; !copied {
				if in.left["machine"] == nil {
					in.left["machine"] = map[string]bool{}
				}
				in.left["machine"][id] = true
				j.Running = nil
				break
			}
		}
	}
}

// stays tells which names the draft has.
func (in *intake) stays(kind string) func(string) bool {
	known := there(in.d, indexed)
	return func(id string) bool { return known(Thing{kind, id}) }
}

// inTime cuts busy time to the horizon of the draft.
func (in *intake) inTime(own *scenario.Scenario) {
	e := environment(own)
	if e == nil {
		return
	}
	horizon := environment(in.d).Horizon
	before := len(e.Busy)
	e.Busy = keep(e.Busy, func(t window.Slot) bool { return t.Start < horizon })
	in.cut += before - len(e.Busy)
	for i := range e.Busy {
		if e.Busy[i].End > horizon {
			e.Busy[i].End = horizon
			in.cut++
		}
	}
}

// aside is how far a cluster stands from one whose place it would take.
const aside = 0.04

// apart moves copied clusters aside, all by the same, until none of them stands
// where a cluster is already.
func (in *intake) apart(own *scenario.Scenario) {
	if own.Placement == nil {
		return
	}
	type spot struct{ x, y float64 }
	at := func(x, y float64) spot { return spot{math.Round(x * 100), math.Round(y * 100)} }
	taken := map[spot]bool{}
	for _, c := range in.d.Placement.Clusters {
		if c.X != nil && c.Y != nil {
			taken[at(*c.X, *c.Y)] = true
		}
	}
	list := own.Placement.Clusters
	lies := func(by float64) bool {
		for _, c := range list {
			if c.X != nil && c.Y != nil && taken[at(unit(*c.X+by), unit(*c.Y+by))] {
				return true
			}
		}
		return false
	}
	by := 0.0
	for k := 1; len(taken) > 0 && k <= 20 && lies(by); k++ {
		by = aside * float64(k)
	}
	for i := range list {
		if c := &list[i]; by > 0 && c.X != nil && c.Y != nil {
			x, y := unit(*c.X+by), unit(*c.Y+by)
			c.X, c.Y = &x, &y
		}
	}
}

// mostSaid is how many names a sentence lists.
const mostSaid = 6

// said tells what is not as it was copied.
func (in *intake) said() (list []string) {
	if in.news > 0 {
		list = append(list, strconv.Itoa(in.news)+" "+were(in.news)+
			" renamed, because the names are taken here.")
	}
	for _, kind := range tables[in.d.Kind] {
		if n := in.gone[kind]; n > 0 {
			list = append(list, strconv.Itoa(n)+" "+Called(kind, n)+" "+were(n)+
				" left out: what they belong to was not copied.")
		}
	}
	for _, kind := range tables[in.d.Kind] {
		names := make([]string, 0, len(in.left[kind]))
		for name := range in.left[kind] {
			names = append(names, name)
		}
		if len(names) == 0 {
			continue
		}
		sort.Strings(names)
		more := ""
		if len(names) > mostSaid {
			more = " and " + strconv.Itoa(len(names)-mostSaid) + " more"
			names = names[:mostSaid]
		}
		list = append(list, "Ties to what was not copied were left out: "+Called(kind, len(in.left[kind]))+" "+
			strings.Join(names, ", ")+more+".")
	}
	if in.cut > 0 {
		list = append(list, strconv.Itoa(in.cut)+" busy times were cut at the horizon of this draft.")
	}
	return list
}

func were(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// A nameBook remembers which names are taken and finds free ones.
type nameBook struct {
	taken map[string]bool
	next  map[string]int // by what stands before the digits
}

func newNames(n int, id func(int) string) *nameBook {
	b := &nameBook{taken: make(map[string]bool, n), next: map[string]int{}}
	for i := range n {
		b.taken[id(i)] = true
	}
	return b
}

// free gives a name itself where it is free, else the next one by its number:
// j3 becomes j4 or the first free one behind it, Lyon becomes Lyon-2.
func (b *nameBook) free(name string) string {
	if b.taken[name] {
		digits := len(name)
		for digits > 0 && name[digits-1] >= '0' && name[digits-1] <= '9' && len(name)-digits < 9 {
			digits--
		}
		base, from := name[:digits], 2
		if n, err := strconv.Atoi(name[digits:]); err == nil && base != "" {
			from = n + 1
		} else {
			base = name + "-"
		}
		if runes := []rune(base); len(runes) > doc.MaxID-10 {
			base = string(runes[:doc.MaxID-10])
		}
		from = max(from, b.next[base])
		for b.taken[base+strconv.Itoa(from)] {
			from++
		}
		b.next[base] = from + 1
		name = base + strconv.Itoa(from)
	}
	b.taken[name] = true
	return name
}

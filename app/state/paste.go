package state

import (
	"reflect"
	"sort"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
)

// A reference is a field of a problem that names things of a kind. A blank one may become empty; for others the thing
// with the field is dropped. If along is set, the reference is never kept for a thing that was not copied: a second
// link between the same two is invalid, and the copy of a running job does not run yet.
type reference struct {
	kind         string
	path         []string
	blank, along bool
}

// insertCopies adds copied things to the draft in one step.
func insertCopies(s State, from *scenario.Scenario, here bool, verb string) State {
	in := intake{here: here, missing: map[string]map[string]bool{}}
	before := s
	s = edit(s, "", true, func(d *scenario.Scenario) string {
		in.insert(d, from)
		if len(in.elements) == 0 {
			return ""
		}
		return verb + " " + CountText(d.Kind, in.elements)
	})
	switch {
	case s.Draft != before.Draft:
		s.Select = s.selectableElements(in.elements)
		if main := s.Main(); main.Kind != "" {
			s = jumpTo(s, main)
		}
		notice := Notify{Text: past(verb) + " " + CountText(s.Draft.Kind, in.elements) + ".", Detail: in.sentences(),
			Undo: true}
		return notice.reduce(s)
	case in.d != nil && len(in.elements) == 0:
		return Notify{Text: "Nothing in it can be used here.", Detail: in.sentences(),
			Error: true}.reduce(s)
	}
	return s
}

// selectableElements returns the new things to select: the existing ones, or all of them
// while a problem with generated lists is being expanded.
func (s *State) selectableElements(things []Ref) []Ref {
	if s.ProblemOf != s.PosedDraft {
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

// An intake adds things of one problem to another.
type intake struct {
	here      bool
	d         *scenario.Scenario // the draft that they are added to
	elements  []Ref
	renamed   map[string]map[string]string // new names by kind and old name
	news      int                          // number of changed names
	missing   map[string]map[string]bool   // names of things that were not copied, by kind
	dropped   map[string]int               // number of things dropped because of missing things, by kind
	truncated int                          // times that end after the horizon
}

// insert appends the things of from to the lists of d, under free names, and records them in in.made. Things that d
// cannot contain are dropped and counted. from is not modified.
func (in *intake) insert(d, from *scenario.Scenario) {
	in.d, in.dropped = d, map[string]int{}
	if e := environment(d); e != nil && len(environment(from).BusyTime()) > 0 {
		cloneBusy(e)
	}
	own := *from
	in.detach(&own)
	in.name(&own)
	in.follow(&own)
	in.cutToHorizon(&own)
	nounsOf(&own).separate(in, &own)
	for _, kind := range tables[d.Kind] {
		if kind == "variant" {
			continue
		}
		list, more := rowsOf(d, kind), rowsOf(&own, kind)
		if more.Len() == 0 {
			continue
		}
		n := list.Len()
		setRows(d, kind, reflect.AppendSlice(cloneRows(list, more.Len()), more))
		_, id := nounsOf(d).list(d, kind)
		for i := range more.Len() {
			in.elements = append(in.elements, Ref{kind, id(n + i)})
		}
	}
}

// detach sets the lists of the copy to its own, so that changing it does not
// affect others.
func (in *intake) detach(own *scenario.Scenario) {
	nounsOf(own).copyProblem(own, own)
	for _, kind := range tables[own.Kind] {
		if kind != "variant" {
			setRows(own, kind, cloneRows(rowsOf(own, kind), 0))
		}
	}
}

// name replaces names that are taken.
func (in *intake) name(own *scenario.Scenario) {
	in.renamed = map[string]map[string]string{}
	for _, kind := range tables[own.Kind] {
		list := rowsOf(own, kind)
		if kind == "variant" || list.Len() == 0 {
			continue
		}
		if _, named := doc.FieldByName(list.Index(0), "id"); !named {
			continue
		}
		n, id := nounsOf(in.d).list(in.d, kind)
		taken := newNames(n, id)
		in.renamed[kind] = map[string]string{}
		for i := range list.Len() {
			at, _ := doc.FieldByName(list.Index(i), "id")
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

// follow updates references to the new names. References to things that were
// not copied stay if those exist, and are removed otherwise.
func (in *intake) follow(own *scenario.Scenario) {
	v := reflect.ValueOf(nounsOf(own).problem(own)).Elem()
	count := func() map[string]int {
		n := map[string]int{}
		for _, kind := range tables[own.Kind] {
			n[kind] = rowsOf(own, kind).Len()
		}
		return n
	}
	before := count()
	nounsOf(own).removeDangling(in, own)
	for _, r := range nounsOf(own).references {
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
			if in.missing[r.kind] == nil {
				in.missing[r.kind] = map[string]bool{}
			}
			in.missing[r.kind][id] = true
			return "", r.blank
		})
	}
	for kind, n := range count() {
		if kind != "variant" && n < before[kind] {
			in.dropped[kind] = before[kind] - n
		}
	}
}

// stays returns a function that reports whether the draft has a name.
func (in *intake) stays(kind string) func(string) bool {
	known := elementTest(in.d, indexThreshold)
	return func(id string) bool { return known(Ref{kind, id}) }
}

// cutToHorizon cuts busy time to the horizon of the draft.
func (in *intake) cutToHorizon(own *scenario.Scenario) {
	e := environment(own)
	if e == nil {
		return
	}
	horizon := environment(in.d).Horizon
	before := len(e.Busy)
	e.Busy = keep(e.Busy, func(t window.Slot) bool { return t.Start < horizon })
	in.truncated += before - len(e.Busy)
	for i := range e.Busy {
		if e.Busy[i].End > horizon {
			e.Busy[i].End = horizon
			in.truncated++
		}
	}
}

// maxNames is the maximal number of names in a sentence.
const maxNames = 6

// sentences describes the differences from the copied things.
func (in *intake) sentences() (list []string) {
	if in.news > 0 {
		list = append(list, i18n.T("{} {} renamed, because the names are taken here.",
			strconv.Itoa(in.news), were(in.news)))
	}
	for _, kind := range tables[in.d.Kind] {
		if n := in.dropped[kind]; n > 0 {
			list = append(list, i18n.T("{} {} {} left out: what they belong to was not copied.",
				strconv.Itoa(n), Noun(kind, n), were(n)))
		}
	}
	for _, kind := range tables[in.d.Kind] {
		names := make([]string, 0, len(in.missing[kind]))
		for name := range in.missing[kind] {
			names = append(names, name)
		}
		if len(names) == 0 {
			continue
		}
		sort.Strings(names)
		more := ""
		if len(names) > maxNames {
			more = i18n.T(" and {} more", strconv.Itoa(len(names)-maxNames))
			names = names[:maxNames]
		}
		list = append(list, i18n.T("References to what was not copied were left out: {} {}{}.",
			Noun(kind, len(in.missing[kind])), strings.Join(names, ", "), more))
	}
	if in.truncated > 0 {
		list = append(list, i18n.T("{} busy times were cut at the horizon of this draft.", strconv.Itoa(in.truncated)))
	}
	return list
}

func were(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

package labtest

import (
	"bytes"
	"slices"
	"strings"

	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/sorting"
)

// drawElements selects the first and the last thing of each kind that the page names,
// and types nonsense into every field of its form.
func (v *Viewer) drawElements(s state.State) {
	all := v.selectableElements(s)
	for _, thing := range all {
		on := v.explain(state.Reduce(s, state.SelectElement{Element: thing}))
		if on.Main() == (state.Ref{}) {
			v.t.Errorf("%v cannot be selected", thing)
		}
		v.CheckPage(on, "%v", thing)
		v.enterOwnValues(on, thing)
		wrong := on
		for _, f := range v.fields(on) {
			if !f.Chosen {
				wrong = state.Reduce(wrong, state.SetField{Path: f.Path, Text: "?!"})
			}
		}
		v.CheckPage(wrong, "%v, with faults", thing)
		v.CheckPage(state.Reduce(on, state.Delete{Elements: []state.Ref{thing}}), "%v, deleted", thing)
	}
	v.CheckPage(state.Reduce(s, state.SelectAll{Elements: all}), "everything selected")
	v.CheckPage(state.Reduce(s, state.SelectElement{}), "nothing selected")
}

// selectableElements returns the first and the last of each kind of thing that can be
// selected by a name on the page, or on the page with one of those selected.
func (v *Viewer) selectableElements(s state.State) (list []state.Ref) {
	named := func(s state.State) {
		ends := map[string][]string{}
		for _, n := range ui.Find(ui.El("div", Parts(&s, v.sc)), func(n ui.Node) bool {
			act, _ := n.Attribute("data-act")
			return act == "select"
		}) {
			id, _ := n.Attribute("data-id")
			kind, name, _ := strings.Cut(id, ":")
			ends[kind] = append(ends[kind], name)
		}
		for kind, names := range ends {
			if !slices.ContainsFunc(list, func(t state.Ref) bool { return t.Kind == kind }) {
				list = append(list, state.Ref{Kind: kind, ID: names[0]}, state.Ref{Kind: kind,
					ID: names[len(names)-1]})
			}
		}
	}
	named(s)
	for _, t := range slices.Clone(list) {
		named(state.Reduce(s, state.SelectElement{Element: t}))
	}
	sorting.Sort(list, func(a, b state.Ref) int { return strings.Compare(a.Kind+" "+a.ID, b.Kind+" "+b.ID) })
	return slices.Compact(list)
}

// A Field is one input of a form, by its path in the document.
type Field struct {
	Path, Value string
	Chosen      bool // from a list, not typed
}

// fields returns the inputs of the tables and of the form, without those of the
// generator, which disappear when a generated problem is made explicit.
func (v *Viewer) fields(s state.State) []Field {
	list := Fields(panel.Problem(&s, v.sc, additions))
	if s.Problem != nil {
		list = append(list, Fields(v.sc.Form(&s))...)
	}
	return slices.DeleteFunc(list, func(f Field) bool {
		return f.Path == "seed" || strings.Contains(f.Path, ".generate.")
	})
}

// Fields returns the inputs of a part of the page.
func Fields(part ui.Node) (list []Field) {
	for _, n := range ui.Find(part, func(n ui.Node) bool { _, ok := n.Attribute("data-field"); return ok }) {
		f := Field{Chosen: n.Tag == "select"}
		f.Path, _ = n.Attribute("data-field")
		if f.Value, _ = n.Attribute("data-value"); f.Value == ui.Unset {
			f.Value = ""
		}
		list = append(list, f)
	}
	return list
}

// maxOwn is the maximal size in bytes of problems whose fields are all typed again.
const maxOwn = 10_000

// enterOwnValues enters into every field the value that it shows. The document must accept
// it and stay equal, in text or in the values of all other fields.
func (v *Viewer) enterOwnValues(s state.State, of state.Ref) {
	was := doc.Canonical(s.Problem)
	if len(was) > maxOwn {
		return
	}
	others := func(s state.State, path string) []Field {
		return slices.DeleteFunc(v.fields(s), func(f Field) bool { return f.Path == path })
	}
	for _, f := range v.fields(s) {
		next := state.Reduce(s, state.SetField{Path: f.Path, Text: f.Value})
		switch t, bad := next.InvalidFields[f.Path]; {
		case bad:
			v.t.Errorf("%v: %s shows %q, which the document refuses: %s", of, f.Path, f.Value, t.Reason)
		case next.Problem == nil || next.ProblemOf != next.PosedDraft || bytes.Equal(doc.Canonical(next.Problem), was):
		case !slices.Equal(others(next, f.Path), others(s, f.Path)):
			v.t.Errorf("%v: %s shows %q; entered, it changes other fields: %v", of, f.Path, f.Value,
				others(next, f.Path))
		}
	}
}

package state

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// A field is addressed by its path in the document, as in faults: placement.clusters[2].mips,
// runs[0].options.weights, seed.

// reduce returns the state with the field set. An invalid text does not change the draft: it is kept with the reason,
// to be shown in the field. Consecutive edits of a field become one step.
func (a SetField) reduce(s State) State {
	text := strings.TrimSpace(a.Text)
	next, solves, why := s.set(a.Path, text)
	if why != "" {
		s.InvalidFields = withEntry(s.InvalidFields, a.Path, InvalidText{Text: a.Text, Reason: why})
		return s
	}
	s = DropTyped{a.Path}.reduce(s)
	if next == nil {
		return s
	}
	if faults := check(next, a.Path); len(faults) > 0 {
		s.InvalidFields = withEntry(s.InvalidFields, a.Path, InvalidText{Text: a.Text, Reason: faults[0].Reason})
		return s
	}
	old, merge := s, "field "+a.Path
	if strings.HasPrefix(a.Path, selectionPrefix) {
		merge = "" // the next edit of other things is another step
	}
	s = commit(s, next, s.setting(a.Path), merge, solves)
	return follow(old, s, a.Path)
}

// check lists the faults of a document after a change of one field. A change of its title or description affects no
// other field, so the rest, which may have megabytes, is not checked.
func check(next *scenario.Scenario, path string) doc.Faults {
	if path != "title" && path != "about" {
		return catalog.Check(next)
	}
	return slices.DeleteFunc(doc.Check(&scenario.Scenario{Title: next.Title, About: next.About}),
		func(f doc.Fault) bool { return f.Path != path })
}

// set returns the document with one field changed, nil if nothing changes, or
// why the text is invalid.
func (s State) set(path, text string) (next *scenario.Scenario, solves bool, why string) {
	d := *s.Draft
	switch {
	case path == "title":
		d.Title = text
		return s.changedDraft(&d), false, ""
	case path == "about":
		d.About = text
		return s.changedDraft(&d), false, ""
	case path == "seed":
		n, err := strconv.ParseUint(NormaliseNumber(text), 10, 64)
		if err != nil || n > 1<<53-1 {
			return nil, false, "a seed is a whole number from 0 to 9007199254740991"
		}
		d.Seed = n
		return s.changedDraft(&d), true, ""
	case strings.HasPrefix(path, "study."):
		return setStudy(&d, strings.TrimPrefix(path, "study."), text)
	case strings.HasPrefix(path, "runs["):
		return setOption(&d, path, text)
	case strings.HasPrefix(path, selectionPrefix):
		return s.setSelected(strings.TrimPrefix(path, selectionPrefix), text)
	}
	rest, own := strings.CutPrefix(path, d.Kind+".")
	if name, ok := strings.CutPrefix(rest, "generate."); ok {
		return setSpec(&d, name, text)
	}
	if !own {
		return nil, false, i18n.T("there is no field {}", path)
	}
	e, ok := ready(s)
	if !ok {
		return nil, false, NotReady.Text
	}
	same, why := setProblem(e, rest, text)
	if same {
		return nil, false, why
	}
	return keepGenerated(&s, e), !nounsOf(e).isIgnored(rest), why
}

// changedDraft returns next, nil if it equals the draft.
func (s *State) changedDraft(next *scenario.Scenario) *scenario.Scenario {
	if reflect.DeepEqual(next, s.Draft) {
		return nil
	}
	return next
}

// setProblem changes one field of an editable problem; renaming a thing renames
// every reference too. It reports whether the field has the same value as before.
func setProblem(d *scenario.Scenario, path, text string) (same bool, why string) {
	n := nounsOf(d)
	if n.set != nil {
		if done, why := n.set(d, path, text); done {
			return false, why
		}
	}
	kind, i, name := fieldAt(path)
	was := ""
	if name == "id" {
		was = nameAt(d, kind, i)
	}
	why = doc.Edit(reflect.ValueOf(n.problem(d)).Elem(), path, func(v reflect.Value) string {
		before := reflect.New(v.Type()).Elem()
		before.Set(v)
		why := assign(v, text, func(id string) bool { return hasName(d, id) })
		same = reflect.DeepEqual(before.Interface(), v.Interface())
		return why
	})
	if was != "" && why == "" && !same && n.rename != nil {
		n.rename(d, kind, was, text)
	}
	return same, why
}

// follow keeps a renamed thing selected.
func follow(old, s State, path string) State {
	kind, i, name := fieldAt(strings.TrimPrefix(path, s.Draft.Kind+"."))
	if name != "id" || s.Problem == nil || old.Problem == nil {
		return s
	}
	was, is := nameAt(old.Problem, kind, i), nameAt(s.Problem, kind, i)
	for _, t := range old.Select {
		if t == (Ref{kind, was}) {
			return SelectElement{Element: Ref{kind, is}}.reduce(s)
		}
	}
	return s
}

// fieldAt splits the path of a field of a thing, clusters[2].mips, into
// cluster, 2 and mips. Any other path is returned as the name.
func fieldAt(path string) (kind string, i int, name string) {
	list, i, name, ok := doc.CutElement(path)
	if !ok || name == "" || strings.Contains(list, ".") {
		return "", 0, path
	}
	return strings.TrimSuffix(list, "s"), i, name
}

// setting returns the name of the step that sets the field at a path, in the
// words of forms and with the names of things: "set power of cluster Nancy".
func (s *State) setting(path string) string {
	label := labelAt(path)
	if rest, ok := strings.CutPrefix(path, selectionPrefix); ok {
		return i18n.T("set {} of everything selected", labelAt(s.Draft.Kind+"."+listOf(s.Main().Kind)+"[0]."+rest))
	}
	if rest, ok := strings.CutPrefix(path, "runs["); ok {
		number, _, _ := strings.Cut(rest, "]")
		if names := catalog.Names(s.Draft.Kind, Runs(s.Draft)); atoi(number) < len(names) {
			return i18n.T("set {} of {}", label, names[atoi(number)])
		}
	}
	if strings.HasPrefix(path, "study.") {
		return i18n.T("set {} of the study", label)
	}
	kind, i, name := fieldAt(strings.TrimPrefix(path, s.Draft.Kind+"."))
	if kind == "" || s.Problem == nil {
		return i18n.T("set {}", label)
	}
	thing := kind + " " + strings.ReplaceAll(nameAt(s.Problem, kind, i), "~", "–")
	if name == "id" {
		return i18n.T("rename {}", thing)
	}
	return i18n.T("set {} of {}", label, thing)
}

// labelAt returns the label of the field at a path for use in a sentence, or the last name of the path if it has no
// label, such as an option.
func labelAt(path string) string {
	fields, label := doc.Fields(scenario.Scenario{}), ""
	for name := range strings.SplitSeq(path, ".") {
		name, _, _ = strings.Cut(name, "[")
		i := slices.IndexFunc(fields, func(f doc.Field) bool { return f.Name == name })
		if i < 0 {
			return path[strings.LastIndexByte(path, '.')+1:]
		}
		label, fields = fields[i].Label, fields[i].Inside
	}
	if len(label) > 1 && label[1] >= 'a' { // not an abbreviation, such as MIPS
		label = strings.ToLower(label[:1]) + label[1:]
	}
	return label
}

// ParseNumber reads a finite number; digits may be grouped by spaces.
func ParseNumber(text string, into *float64) (why string) {
	v, err := strconv.ParseFloat(NormaliseNumber(text), 64)
	switch {
	case text == "":
		return "a number is missing"
	case strings.Count(text, ",") == 1 && err != nil:
		return "write the decimals behind a point, as 3.5"
	case err != nil || math.IsNaN(v) || math.IsInf(v, 0):
		return "this is not a number"
	}
	*into = v
	return ""
}

var spaces = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "_", "", "−", "-")

func NormaliseNumber(text string) string { return spaces.Replace(text) }

// splitList returns the words of a list that is separated by commas or, without
// commas, by white space.
func splitList(text string) []string {
	apart := func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' }
	if strings.ContainsAny(text, ",;") {
		apart = func(r rune) bool { return r == ',' || r == ';' }
	}
	seen := map[string]bool{}
	list := []string{}
	for _, id := range strings.FieldsFunc(text, apart) {
		if id = strings.TrimSpace(id); id != "" && !seen[id] {
			seen[id] = true
			list = append(list, id)
		}
	}
	return list
}

// jsonOf returns the text that the user typed as a JSON value: a number or a boolean if it can be parsed as one, a
// string otherwise.
func jsonOf(text string) any {
	var v float64
	switch {
	case text == "true":
		return true
	case text == "false":
		return false
	case text != "" && ParseNumber(text, &v) == "":
		return v
	}
	return text
}

// setSpec changes one parameter of the generator; an empty text restores the preset's value.
func setSpec(d *scenario.Scenario, name, text string) (*scenario.Scenario, bool, string) {
	spec, _ := SpecOf(d)
	if spec == nil {
		return nil, false, "this problem is not generated"
	}
	fields := map[string]any{}
	doc.Decode(doc.Canonical(spec), &fields)
	if text == "" {
		delete(fields, name)
	} else {
		fields[name] = jsonOf(text)
	}
	if faults := nounsOf(d).respec(d, doc.Canonical(fields)); len(faults) > 0 {
		return nil, false, faults[0].Reason
	}
	return d, true, ""
}

// setOption changes one option of one run, runs[0].options.weights, or its label, runs[0].label.
func setOption(d *scenario.Scenario, path, text string) (*scenario.Scenario, bool, string) {
	open, shut := strings.IndexByte(path, '['), strings.IndexByte(path, ']')
	i, err := strconv.Atoi(path[open+1 : max(shut, open+1)])
	name, ok := strings.CutPrefix(path[shut+1:], ".options.")
	runs := append([]scenario.Run(nil), Runs(d)...)
	if err != nil || !ok && path[shut+1:] != ".label" || i < 0 || i >= len(runs) {
		return nil, false, "there is no such run"
	}
	if d.Runs = runs; !ok {
		runs[i].Label = text
		return d, false, ""
	}
	runs[i].Options = withEntry(runs[i].Options, name, jsonOf(text))
	return d, false, ""
}

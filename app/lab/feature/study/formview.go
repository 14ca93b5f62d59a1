package study

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/kind"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// studyForm returns the form of a study, with every fault at its field.
func studyForm(s *state.State) ui.Node {
	st := state.StudyOf(s.Draft)
	f := &form{s: s, remaining: slices.Clone(Slot.Get(s).Faults)}
	level := 95.0
	if st.Confidence != nil {
		level = *st.Confidence * 100
	}
	parts := []ui.Node{
		ui.El("div", ui.Class("form"),
			f.row(ui.FieldView{Path: "study.replications", Label: "Replications", Value: strconv.Itoa(st.Replications),
				Number: true,
				Title:  "number of instances drawn; every algorithm solves the same ones"}),
			f.row(ui.FieldView{Path: "study.confidence", Label: "Confidence", Unit: "%", Value: number(level),
				Number: true, Title: "level of the intervals"}),
			f.row(ui.FieldView{Path: "study.margin", Label: "Equal within", Unit: "% of the mean", Value: margin(st),
				Number: true, Placeholder: "–",
				Title: "difference without practical importance; comparisons report equality within it"})),
	}
	if catalog.Single(s.Draft) {
		parts = append(parts, single(s))
	}
	parts = append(parts, f.varies(st), f.noises(st), f.algorithms(), f.metrics(st), f.stop(st), f.size())
	if len(f.remaining) > 0 {
		var items []ui.Node
		for _, fault := range f.remaining {
			items = append(items, ui.El("li", first(fault.String())))
		}
		parts = append(parts, ui.El("div", ui.Class("troubles"), ui.A("role", "alert"), ui.El("ul", items)))
	}
	return ui.El("div", parts)
}

func margin(st scenario.Study) string {
	if st.Margin == nil {
		return ""
	}
	return number(*st.Margin * 100)
}

// presetButtons returns buttons for the generated presets of the kind.
func presetButtons(s *state.State) ui.Node {
	kind, _ := catalog.ByID(s.Draft.Kind)
	var items []ui.Node
	for _, p := range kind.Presets {
		if scenario.Draws(scenario.NewGenerated(kind.ID, p.ID, s.Draft.Seed)) {
			items = append(items, ui.El("li", ui.El("button", ui.A("type", "button"), ui.Act("preset", p.ID),
				ui.El("b", p.Title), ui.El("span", p.About))))
		}
	}
	return ui.El("details", ui.Class("ready"), ui.El("summary", "Or study another problem, as a new draft"),
		ui.El("ul", ui.Class("presets"), items))
}

// A form draws fields with the faults that belong to them.
type form struct {
	s         *state.State
	remaining doc.Faults // faults that no field has shown yet
}

// row returns a field with its fault.
func (f *form) row(v ui.FieldView, also ...string) ui.Node {
	v.ID = "st-" + screen.PathID(strings.TrimPrefix(v.Path, "study."))
	screen.ApplyTyped(f.s, &v)
	for _, path := range append(also, v.Path) {
		why := f.popFaults(path)
		if v.Fault == "" {
			v.Fault = why
		}
	}
	return v.Row()
}

// popFaults returns and removes the faults at a path or below it.
func (f *form) popFaults(path string) (why string) {
	f.remaining = slices.DeleteFunc(f.remaining, func(fault doc.Fault) bool {
		mine := fault.Path == path || strings.HasPrefix(fault.Path, path+"[")
		if mine && why == "" {
			why = fault.Reason
		}
		return mine
	})
	return why
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// varies returns the list of varied parameters.
func (f *form) varies(st scenario.Study) ui.Node {
	paths := pathsOf(f.s)
	var options []ui.Node
	for _, p := range paths {
		options = append(options, ui.El("option", ui.A("value", p.path), p.name))
	}
	parts := []ui.Node{ui.El("div", ui.Class("list-head"), ui.El("h2", ui.Class("count"), "Parameters"),
		ui.IconButton("add", "Vary another path", ui.Act("study", "add", firstUnvaried(paths, st)),
			ui.Flag("disabled", f.s.Stage != state.Live)))}
	if len(st.Vary) == 0 {
		parts = append(parts, ui.El("p", ui.Class("note"), "None varied; each replication draws another instance."))
	}
	for i := range st.Vary {
		parts = append(parts, f.vary(i, &st.Vary[i]))
	}
	return ui.El("section", ui.A("aria-label", "Parameters"), parts,
		ui.El("datalist", ui.A("id", "st-paths"), options))
}

// vary shows one path with its values.
func (f *form) vary(i int, v *scenario.Vary) ui.Node {
	here := "study.vary[" + strconv.Itoa(i) + "]"
	n := strconv.Itoa(i)
	ranged := v.From != nil || v.To != nil || v.Step != nil
	way := "list"
	if ranged {
		way = "range"
	}
	head := f.row(ui.FieldView{Path: here + ".path", Label: "Path", Value: v.Path, List: "st-paths",
		Title: "a generator's parameter, an algorithm's option, or any path"}, here)
	by := ui.FormRow("st-by-"+n, "Values", ui.Choice(way, []string{"list", "range"}, []string{"a list", "a range"},
		ui.A("id", "st-by-"+n), ui.A("data-vary", n)))
	parts := []ui.Node{head, by}
	if ranged {
		end := func(name, label string, x *float64) ui.Node {
			v := ui.FieldView{Path: here + "." + name, Label: label, Number: true}
			if x != nil {
				v.Value = ui.Exact(*x)
			}
			return f.row(v)
		}
		parts = append(parts, end("from", "From", v.From), end("to", "To", v.To), end("step", "Step", v.Step))
	} else {
		parts = append(append(parts, f.sweep(here, v)...), f.row(ui.FieldView{Path: here + ".values", Label: "List",
			Value: ValuesText(v.Values), Title: "separated by commas"}))
	}
	return ui.El("div", ui.Class("form vary"), parts,
		ui.IconButton("delete", i18n.T("Stop varying {}", v.Path), ui.Act("study", "drop", n)))
}

// ValuesText returns values as a user would type them, separated by commas.
func ValuesText(values []any) string {
	var words []string
	for _, v := range values {
		words = append(words, valueText(v))
	}
	return strings.Join(words, ", ")
}

func valueText(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	return string(doc.Canonical(v))
}

// A pathName is a path that can be varied, with its name for users.
type pathName struct{ path, name string }

var paths panel.Memo[[]pathName]

// PathName returns the name of a path for users.
func PathName(s *state.State, path string) string {
	for _, p := range pathsOf(s) {
		if p.path == path {
			return p.name
		}
	}
	return path
}

// pathsOf lists the generator's parameters and the options of the runs.
func pathsOf(s *state.State) []pathName { return paths.Get(s.Draft, listPaths) }

// listPaths returns the paths that a study can vary: parameters of the generator, options of the runs, numbers of the
// problem, and the seed. A run that is not the only one of its algorithm has its own name.
func listPaths(d *scenario.Scenario) (list []pathName) {
	for _, f := range panel.GeneratorFields(d) {
		list = append(list, pathName{f.Path, f.Label})
	}
	runs := state.Runs(d)
	names := catalog.Names(d.Kind, runs)
	repeats := map[string]int{}
	for _, run := range runs {
		repeats[run.Algorithm]++
	}
	for i, run := range runs {
		a, _ := catalog.Find(d.Kind, run.Algorithm)
		if repeats[run.Algorithm] > 1 || run.Label != "" {
			a.Name = names[i]
		}
		for _, o := range a.Options {
			list = append(list, pathName{"runs[" + strconv.Itoa(i) + "].options." + o.ID,
				i18n.T("{}: {}", a.Name, o.Name)})
		}
	}
	for _, n := range study.Numbers(d) {
		list = append(list, pathName{n.Path, n.Name})
	}
	return append(list, pathName{"seed", "Seed"})
}

// firstUnvaried returns the first path that is not varied yet and has a number of its own.
func firstUnvaried(paths []pathName, st scenario.Study) string {
	for _, p := range paths {
		if !slices.ContainsFunc(st.Vary, func(v scenario.Vary) bool { return v.Path == p.path }) {
			return p.path
		}
	}
	return "seed"
}

func (f *form) algorithms() ui.Node {
	names := catalog.Names(f.s.Draft.Kind, state.Runs(f.s.Draft))
	for _, a := range f.s.HiddenAnswers {
		names[a.Index] += " (hidden: measured, not shown)"
	}
	return ui.El("section", ui.A("aria-label", "Algorithms"), ui.El("h2", "Algorithms"),
		ui.El("p", ui.Class("note"), strings.Join(names, ", ")),
		ui.El("div", ui.Class("acts pad"), ui.Button("Choose algorithms", ui.Act("dialog", "runs"), opens)))
}

// metrics returns a check box for each metric. Further metrics can be named in the text of the document.
func (f *form) metrics(st scenario.Study) ui.Node {
	of, _ := catalog.ByID(f.s.Draft.Kind)
	var ids []string
	for _, m := range of.Metrics {
		ids = append(ids, m.ID)
	}
	chosen := st.Metrics
	if len(chosen) == 0 {
		chosen = slices.Clone(ids)
	}
	ids = append(ids, study.Elapsed, study.Gap)
	for _, m := range chosen {
		if !slices.Contains(ids, m) {
			ids = append(ids, m)
		}
	}
	var items []ui.Node
	for _, id := range ids {
		on := slices.Contains(chosen, id)
		name, unit := metricName(f.s.Draft.Kind, id)
		name = kind.WithUnit(name, unit)
		items = append(items, ui.El("li",
			ui.El("label", ui.El("input", ui.A("type", "checkbox"), ui.A("data-metric", id),
				ui.A("data-checked", strconv.FormatBool(on)), ui.Flag("checked", on)), " "+name)))
	}
	parts := []any{ui.A("aria-label", "Metrics"), ui.El("h2", "Metrics"), ui.El("ul", ui.Class("ticks"), items)}
	if why := f.popFaults("study.metrics"); why != "" {
		parts = append(parts, ui.El("p", ui.Class("why-not pad"), ui.A("role", "alert"), why))
	}
	return ui.El("section", parts...)
}

// stop returns the fields of the rule that ends a study early.
func (f *form) stop(st scenario.Study) ui.Node {
	chosen, choices, names := "", []string{""}, []string{"after the last replication"}
	of, _ := catalog.ByID(f.s.Draft.Kind)
	for _, m := range of.Metrics {
		if len(st.Metrics) == 0 || slices.Contains(st.Metrics, m.ID) {
			choices = append(choices, m.ID)
			names = append(names, i18n.T("when {} has a narrow interval", strings.ToLower(m.Name)))
		}
	}
	if st.Stop != nil {
		chosen = st.Stop.Metric
		if !slices.Contains(choices, chosen) {
			choices, names = append(choices, chosen), append(names, i18n.T("when {} has a narrow interval", chosen))
		}
	}
	rows := []ui.Node{f.row(ui.FieldView{Path: "study.stop.metric", Label: "Stop", Value: chosen, Choices: choices,
		Names: names})}
	if st.Stop != nil {
		first := ""
		if st.Stop.First > 0 {
			first = strconv.Itoa(st.Stop.First)
		}
		rows = append(rows,
			f.row(ui.FieldView{Path: "study.stop.width", Label: "Half width", Unit: "% of the mean",
				Value: number(st.Stop.Width * 100), Number: true}),
			f.row(ui.FieldView{Path: "study.stop.first", Label: "First check after", Value: first, Placeholder: "100",
				Number: true}))
	}
	return ui.El("section", ui.A("aria-label", "Stop"), ui.El("h2", "Stop"), ui.El("div", ui.Class("form"), rows))
}

// size returns the size of the study; a study larger than usual needs to be
// confirmed.
func (f *form) size() ui.Node {
	z := study.Measure(state.StudyDraft(f.s.Draft))
	parts := []any{ui.A("aria-label", "Size"), ui.El("h2", "Size"),
		ui.El("p", ui.Class("note"), ui.A("id", "st-size"), i18n.T("{}; {} of values",
			sizeText(f.s), megabytes(z.Bytes)))}
	if state.IsLargeStudy(f.s.Draft) {
		f.popFaults("study")
		parts = append(parts, ui.El("p", ui.Class("pad"),
			ui.El("label", ui.El("input", ui.A("type", "checkbox"), ui.A("id", "st-large"),
				ui.A("data-confirm", "large"),
				ui.A("data-checked", strconv.FormatBool(Slot.Get(f.s).Large)), ui.Flag("checked", Slot.Get(f.s).Large)),
				" This is larger than usual. Run it anyway.")))
	}
	return ui.El("section", parts...)
}

func megabytes(bytes float64) string {
	if bytes < 1<<20 {
		return "less than 1 MB"
	}
	return i18n.T("{} MB", ui.Amount(bytes/(1<<20)+0.5))
}

package policy

import (
	"strconv"
	"strings"

	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// opens is the attribute of buttons that open a dialog.
var opens = ui.A("aria-haspopup", "dialog")

// side draws the side for the user's own algorithms: their list, the source of
// one of them, the names that it may read, and its result. Added are buttons of other features.
func side(s *state.State, added []ui.Node) ui.Node {
	p, place := s.Policy()
	if place < 0 {
		return ui.El("div", ui.Class("own"), ui.El("p", ui.Class("note"),
			"Write an algorithm of your own. It runs with the others, its answers are checked like theirs, and it "+
				"travels with the scenario."), starts(s))
	}
	run, program := s.RunOf(p.ID), p.Language == policy.JavaScript
	head := ui.El("div", ui.Class("form"))
	if len(s.Draft.Policies) > 1 {
		var ids, names []string
		for _, q := range s.Draft.Policies {
			ids, names = append(ids, q.ID), append(names, q.ID)
		}
		head.Children = append(head.Children, ui.FormRow("f-policy", "Algorithm",
			ui.Choice(p.ID, ids, names, ui.A("id", "f-policy"), ui.A("data-show", "policy"))))
	}
	if run != nil {
		name := ui.FieldView{Path: "runs[" + strconv.Itoa(run.Index) + "].label", ID: "f-own-name", Label: "Name",
			Value: run.Run.Label, Placeholder: run.Name}
		screen.ApplyTyped(s, &name)
		head.Children = append(head.Children, name.Row())
	}
	head.Children = append(head.Children, ui.El("div", ui.Class("acts"),
		ui.Button("New from…", ui.Act("dialog", "own"), opens),
		added,
		ui.Button("Remove", ui.Act("own-remove", p.ID))))
	parts := []ui.Node{head}
	if s.NeedsPermissionFor(p) {
		parts = append(parts, panel.Withheld(s, p))
	}
	parts = append(parts, ui.El("section", ui.Class("editor"), ui.A("data-editor", p.Language),
		ui.A("data-policy", p.ID), ui.A("aria-label", i18n.T("Source of {}", p.ID))), outcome(s, p, run),
		// policypanel.wasm fills it.
		ui.El("section", ui.A("id", "standing"), ui.A("aria-label", i18n.T("State of {}", p.ID))))
	if program {
		parts = append(parts, ui.El("p", ui.Class("note"), "Gridbox calls its function decide(state) and returns its "+
			"decision. log(…) and mark(job, text) appear in the steps. ", ui.El("a",
			ui.A("href", s.Layout.Base+"/docs/programs/"), "Input and limits of programs"), "."))
	}
	parts = append(parts, ui.El("p", ui.Class("note"), ui.El("a", ui.A("href", s.Layout.Base+"/challenges/"),
		"Challenges"), " let it compete on unseen instances."))
	return ui.El("div", ui.Class("doc own"), parts)
}

// outcome returns the result of a policy: faults, which link to their place, or
// the steps that its answer took.
func outcome(s *state.State, p scenario.Policy, run *state.Answer) ui.Node {
	status := func(text string) ui.Node {
		return ui.El("p", ui.Class("note"), ui.A("role", "status"), text)
	}
	_, empty := s.Source(p)
	switch {
	case empty != "":
		return ui.El("div", ui.Class("faults"), ui.A("role", "status"), ui.El("p", empty))
	case s.NeedsPermissionFor(p):
		return status("It waits for your permission.")
	case run == nil:
		return status("No run uses it.")
	case run.Status == state.Failed:
		var items []ui.Node
		for _, f := range faultsOf(s, p.ID) {
			items = append(items, ui.El("li", ui.El("button", ui.A("type", "button"),
				ui.Act("fault", strconv.Itoa(f.Start), strconv.Itoa(f.End)), f.Reason)))
		}
		if len(items) == 0 {
			items = append(items, ui.El("li", run.Text))
		}
		return ui.El("div", ui.Class("faults"), ui.A("role", "status"), ui.El("ul", items))
	case run.Answer == nil || s.IsStale(*run):
		return status("It has not run since the last change.")
	}
	text := i18n.T("It runs in {} ms", ui.Num(run.Answer.ElapsedMs))
	if steps, counted := run.Answer.Stats["steps"]; counted {
		if jobs := s.Count("job"); jobs > 0 {
			each := " ms a job"
			if s.HasPositions() { // such a kind has one decision per job; the others decide at every event
				each = " ms a decision"
			}
			text += ", " + ui.Num(run.Answer.ElapsedMs/float64(jobs)) + each
		}
		text += i18n.T("; the interpreter took {} steps, the same on every machine", ui.Num(steps))
	}
	done := status(text + ".")
	if doubt := scoreWarning(s, run.Answer); doubt != "" {
		return ui.El("div", done, ui.El("p", ui.Class("note doubt"), ui.A("role", "status"), doubt))
	}
	return done
}

// scoreWarning warns if scores of a formula are not finite numbers.
func scoreWarning(s *state.State, a *scenario.Answer) string {
	noun, of := s.ScoredKind()
	if noun == "" {
		noun = "score"
	}
	count := func(n int) string {
		text := picture.Count(n, noun)
		if of > 0 {
			text = i18n.T("{} of {}", ui.Integer(n), picture.Count(of, noun))
		}
		switch {
		case noun != "score":
			return i18n.T("The score of {} is ", text)
		case n == 1:
			return i18n.T("{} is ", text)
		}
		return i18n.T("{} are ", text)
	}
	var parts []string
	if n := int(a.Stats["unscored"]); n > 0 {
		parts = append(parts, i18n.T("{}not a number, so it comes last.", count(n)))
	}
	if n := a.InfiniteScores; n > 0 {
		parts = append(parts, i18n.T("{}infinite, as after a division by zero.", count(n)))
	}
	return strings.Join(parts, " ")
}

// faultsOf returns the faults of a policy's source, at their positions in it.
func faultsOf(s *state.State, id string) (list doc.Faults) {
	run := s.RunOf(id)
	if run == nil || run.Status != state.Failed {
		return nil
	}
	for _, f := range run.Faults {
		if scenario.IsInSource(f) {
			list = append(list, doc.Fault{Reason: f.Reason, Start: f.Start, End: f.End, State: f.State})
		}
	}
	return list
}

// starts lists the policies that the user's algorithm can start from.
func starts(s *state.State) ui.Node {
	k, ok := catalog.ByID(s.Draft.Kind)
	if !ok {
		return ui.Node{}
	}
	item := func(from, title, about string, source ui.Node) ui.Node {
		return ui.El("li", ui.El("div", ui.Class("algorithm-line"), ui.El("b", title),
			ui.Button("Start", ui.Act("own-new", from), ui.A("aria-label", i18n.T("Start from {}", title)))),
			ui.El("p", ui.Class("note"), about), source)
	}
	var programs, formulas []ui.Node
	for _, p := range k.Starters() {
		programs = append(programs, item("program:"+p.Algorithm, i18n.T("{} as a program", p.Title),
			i18n.T("In JavaScript; it decides as {} does, exactly.", p.Title), ui.Node{}))
	}
	for i := range k.Policy.Ready {
		r := &k.Policy.Ready[i]
		formulas = append(formulas, item("formula:"+r.ID, r.Title, r.About, ui.El("code", r.Source)))
	}
	parts := []ui.Node{ui.El("h3", "A formula: the lowest score is taken first"),
		ui.El("ul", ui.Class("algorithms"), formulas)}
	if len(programs) > 0 {
		parts = append([]ui.Node{ui.El("h3", "A program: it makes every decision"),
			ui.El("ul", ui.Class("algorithms"), programs)}, parts...)
	}
	return ui.El("div", parts)
}

// button returns the button of the dialog that adds algorithms.
func button(s *state.State) ui.Node {
	return ui.Button("Your own: a formula or a program…", ui.Act("own"), ui.Flag("disabled", s.Layout.View != ""))
}

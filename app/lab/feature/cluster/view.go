package cluster

import (
	"strconv"

	"gridbox/app/lab/feature/study"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/cite"
	"gridbox/core/i18n"
	corestudy "gridbox/core/study"
)

// dialog draws the dialog that takes a study to a cluster: what it will cost there, the two files that
// it needs, and the way back.
func dialog(s *state.State) (title string, body ui.Node) {
	z := corestudy.Measure(state.StudyDraft(s.Draft))
	units := z.Points * z.Replications
	lead := "Run the same study on your own machines and import the results here."
	if state.IsLargeStudy(s.Draft) {
		lead = "This study is too large for a tab. Run it on your cluster and import the results here."
	}
	return "Run on a cluster", ui.El("div", ui.Class("fleet"), ui.El("p", lead), cost(s, units), wish(s), steps(s),
		ui.El("p", ui.El("a", ui.A("href", s.Layout.Base+"/docs/clusters/"), "Studies on a cluster"),
			" explains how the parts are merged, and what happens when a machine fails."))
}

// cost returns the cost of the study in work, time and money; units is its number of replications. It returns the
// fault if an input is invalid, or a note while the time of a replication is not measured.
func cost(s *state.State, units float64) ui.Node {
	f := Slot.Get(s)
	var items []ui.Node
	switch {
	case f.Wrong != "":
		return ui.El("p", ui.Class("why-not"), ui.A("role", "status"), ui.A("id", "fleet-cost"), f.Wrong)
	case f.Unit == 0:
		return ui.El("p", ui.A("role", "status"), ui.A("id", "fleet-cost"),
			"A few replications run here to measure how long they take.")
	}
	for _, fact := range f.Facts {
		items = append(items, ui.El("li", fact))
	}
	items = append(items, ui.El("li", i18n.T("measured from {} replications done in this tab, as WebAssembly; "+
		"one core of it would take {}",
		ui.Integer(f.Sampled), study.Duration(units*f.Unit))))
	if paid, ok := f.Costs(units); ok {
		items = append(items, ui.El("li", ui.A("id", "fleet-paid"), i18n.T("at {} a core hour about {}",
			f.Price, ui.Num(paid))))
	}
	return ui.El("ul", ui.A("role", "status"), ui.A("id", "fleet-cost"), items)
}

// wish returns the choices of the system and of the division into tasks.
func wish(s *state.State) ui.Node {
	engine, chunk, cores := Slot.Get(s).Wish()
	choose := func(what, label, chosen string, values, names []string) ui.Node {
		id := "fleet-" + what
		return ui.FormRow(id, label, ui.Choice(chosen, values, names, ui.A("id", id), ui.A("data-fleet", what)))
	}
	field := func(what, label, value, hint string) ui.Node {
		id := "fleet-" + what
		return ui.FormRow(id, label, ui.El("input", ui.A("type", "text"), ui.A("inputmode", "decimal"), ui.A("id", id),
			ui.A("data-fleet", what), ui.A("data-value", value), ui.A("value", value), ui.A("placeholder", hint)))
	}
	return ui.El("div", ui.Class("form"),
		choose("engine", "For", engine, Engines,
			[]string{"Slurm", "Kubernetes", "GNU parallel", "HyperQueue"}),
		choose("chunk", "A task takes", chunk, Chunks, []string{"5 minutes", "10 minutes", "15 minutes"}),
		field("cores", "Cores of a task", strconv.Itoa(cores), "1"),
		field("price", "A core hour costs", Slot.Get(s).Price, "–"))
}

// steps returns the list of the user's steps: save the study and the job file, run the job file, and import the
// results.
func steps(s *state.State) ui.Node {
	f := Slot.Get(s)
	engine, chunk, cores := f.Wish()
	run, unit := "bash", ""
	if engine == "kubernetes" {
		run = "kubectl apply -f"
	}
	if f.Unit > 0 {
		unit = " --unit " + f.UnitTime()
	}
	if state.IsLargeStudy(s.Draft) {
		unit += " --large"
	}
	return ui.El("ol",
		ui.El("li", ui.Button("Study document", ui.Act("fleet", "document")), " ",
			ui.Button("Job file", ui.Class("primary"), ui.Act("fleet", "script"), ui.Flag("disabled", f.Script == "")),
			" into a folder that all machines see. The command line writes the same bytes: ",
			ui.El("code", ui.A("id", "fleet-command"), "gridbox study "+cite.FileName(s.Draft.Title)+".json --script "+
				engine+" --chunk "+chunk+" --cores "+strconv.Itoa(cores)+unit)),
		ui.El("li", i18n.T("There, with the program gridbox {}: ", catalog.Version), ui.El("code", run+" FILE"),
			"; gridbox watch shows the progress."),
		ui.El("li", "Drop the merged document onto this page, or ", ui.Button("Open it", ui.Act("open")),
			": charts, tables and comparisons are the same as for a study run here."),
		ui.El("li", ui.El("details", ui.El("summary", "The job file"),
			ui.El("pre", ui.Class("share-text"), ui.A("id", "fleet-script"), ui.A("tabindex", "0"),
				ui.A("role", "group"), ui.A("aria-label", "The job file"), f.Script))))
}

// menuLine, clusterButton and documentLine lead from the views of a study to the dialog and to the study's document.
func menuLine(s *state.State) ui.Node {
	return ui.El("button", ui.A("type", "button"), ui.Class("it"), "Run on a cluster…", ui.Act("fleet", "open"),
		opens, ui.Flag("disabled", s.Stage != state.Live),
		ui.A("title", "a job file for Slurm, Kubernetes, GNU parallel or HyperQueue, and the way back"))
}

func clusterButton(s *state.State) ui.Node {
	return ui.Button("Run on a cluster…", ui.Act("fleet", "open"), opens,
		ui.Flag("disabled", s.Stage != state.Live))
}

func documentLine(*state.State) ui.Node {
	return ui.El("button", ui.A("type", "button"), ui.Class("it"), ui.Act("fleet", "document"),
		ui.A("title", "the document that gridbox study reads"), "Study document, JSON")
}

// opens is the attribute of buttons that open the dialog.
var opens = ui.A("aria-haspopup", "dialog")

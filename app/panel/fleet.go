package panel

import (
	"strconv"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/cite"
	"gridbox/core/study"
)

// fleet is the dialog that takes a study to a cluster: what it will cost there,
// the two files that it needs, and the way back.
func fleet(s *state.State) ui.Node {
	z := study.Measure(state.Asked(s.Draft))
	units := z.Points * z.Replications
	lead := "The same study, the same bytes, on machines of your own: what they make of it comes back into this page."
	if state.TooLarge(s.Draft) {
		lead = "Too large for this tab: take it to your cluster. What it makes of the study comes back into this page."
	}
	return ui.El("div", ui.Class("fleet"), ui.El("p", lead), fleetCost(s, units), fleetWish(s), fleetSteps(s),
		ui.El("p", ui.El("a", ui.A("href", s.Look.Base+"/docs/clusters/"), "Studies on a cluster"),
			" tells how the parts find together, and what happens when a machine dies."))
}

// fleetCost says what the study takes, in work, time and money.
func fleetCost(s *state.State, units float64) ui.Node {
	f := &s.Fleet
	var items []ui.Node
	switch {
	case f.Wrong != "":
		return ui.El("p", ui.Class("why-not"), ui.A("role", "status"), ui.A("id", "fleet-cost"), f.Wrong)
	case f.Unit == 0:
		return ui.El("p", ui.A("role", "status"), ui.A("id", "fleet-cost"),
			"A few replications are done here, to know how long they take.")
	}
	for _, fact := range f.Facts {
		items = append(items, ui.El("li", fact))
	}
	items = append(items, ui.El("li", "measured from "+ui.Whole(f.Sampled)+
		" replications done in this tab, as WebAssembly; one core of it would take "+duration(units*f.Unit)))
	if cost, ok := f.Costs(units); ok {
		items = append(items, ui.El("li", ui.A("id", "fleet-paid"), "at "+f.Price+" a core hour about "+ui.Num(cost)))
	}
	return ui.El("ul", ui.A("role", "status"), ui.A("id", "fleet-cost"), items)
}

// fleetWish is how it is to be divided, and for whom.
func fleetWish(s *state.State) ui.Node {
	engine, chunk, cores := s.Fleet.Wish()
	choose := func(what, label, chosen string, values, names []string) ui.Node {
		id := "fleet-" + what
		return ui.Labelled(id, label, ui.Choice(chosen, values, names, ui.A("id", id), ui.A("data-fleet", what)))
	}
	field := func(what, label, value, hint string) ui.Node {
		id := "fleet-" + what
		return ui.Labelled(id, label, ui.El("input", ui.A("type", "text"), ui.A("inputmode", "decimal"), ui.A("id", id),
			ui.A("data-fleet", what), ui.A("data-value", value), ui.A("value", value), ui.A("placeholder", hint)))
	}
	return ui.El("div", ui.Class("form"),
		choose("engine", "For", engine, state.FleetEngines,
			[]string{"Slurm", "Kubernetes", "GNU parallel", "HyperQueue"}),
		choose("chunk", "A task takes", chunk, state.FleetChunks, []string{"5 minutes", "10 minutes", "15 minutes"}),
		field("cores", "Cores of a task", strconv.Itoa(cores), "1"),
		field("price", "A core hour costs", s.Fleet.Price, "–"))
}

// fleetSteps are what a person does, in order.
func fleetSteps(s *state.State) ui.Node {
	f := &s.Fleet
	engine, chunk, cores := f.Wish()
	run, unit := "bash", ""
	if engine == "kubernetes" {
		run = "kubectl apply -f"
	}
	if f.Unit > 0 {
		unit = " --unit " + f.Each()
	}
	if state.TooLarge(s.Draft) {
		unit += " --large"
	}
	return ui.El("ol",
		ui.El("li", ui.Button("Study document", ui.Act("fleet", "document")), " ",
			ui.Button("Job file", ui.Class("primary"), ui.Act("fleet", "script"), ui.Flag("disabled", f.Script == "")),
			" into a folder that all machines see. The command line writes the same bytes: ",
			ui.El("code", ui.A("id", "fleet-command"), "gridbox study "+cite.FileName(s.Draft.Title)+".json --script "+
				engine+" --chunk "+chunk+" --cores "+strconv.Itoa(cores)+unit)),
		ui.El("li", "There, with the program gridbox "+catalog.Version+": ", ui.El("code", run+" FILE"),
			"; gridbox watch tells how far it is."),
		ui.El("li", "Drop the merged document onto this page, or ", ui.Button("Open it", ui.Act("open")),
			": charts, tables and comparisons are as if all of it had been done here."),
		ui.El("li", ui.El("details", ui.El("summary", "The job file"),
			ui.El("pre", ui.Class("share-text"), ui.A("id", "fleet-script"), ui.A("tabindex", "0"),
				ui.A("role", "group"), ui.A("aria-label", "The job file"), f.Script))))
}

package group

import (
	"strconv"

	"gridbox/core/preset"
)

// A Preset is a ready problem or a ready set of generator parameters.
type Preset = preset.Preset[Problem, parameters]

// gka has the common parameters of the paper's three experiments. The paper
// gives N and n but no distributions. These are calibrated to its charts:
// groups of 1 to 10 nodes, availabilities uniform on [0.6, 1], whole prices 1
// to 10, and a budget of 0.8 times the cost of n nodes at the mean price.
var gka = parameters{Nodes: 200, GroupMin: 1, GroupMax: 10, AvailabilityMin: 0.6, AvailabilityMax: 1, OwnMin: 1,
	PriceMin: 1, PriceMax: 10, PriceStep: 1, Request: 30, BudgetShare: 0.8}

// Presets returns every preset in the order of the gallery.
func Presets() []Preset {
	return []Preset{
		{ID: "three-sites", Title: "Three sites",
			About: "Twelve nodes on three sites and four that stand alone: the cheap ones are spread out, and every " +
				"site used is one more that may fail.",
			Draw: threeSites},
		{ID: "maintenance", Title: "A maintenance somewhere",
			About: "Availabilities computed from what may occupy the nodes during the job: other jobs, a " +
				"maintenance, failures.",
			Draw: maintenance},
		{ID: "discounts", Title: "Discounts for quantity",
			About: "Two vendors sell their nodes in lots, the more the cheaper; a third sells them one by one.",
			Draw:  discounts},
		{ID: "gka-22", Title: "22 nodes",
			About: "The paper's first experiment, small enough for brute force: 11 of 22 nodes in groups of " +
				"up to 5.",
			Parameters: preset.Modify(gka, func(p *parameters) { p.Nodes, p.GroupMax, p.Request = 22, 5, 11 })},
		{ID: "gka-200", Title: "200 nodes",
			About:      "The paper's second experiment, where the search tree begins to grow: 30 of 200 nodes.",
			Parameters: gka},
		{ID: "gka-1000", Title: "1000 nodes",
			About:      "The paper's third experiment, for dynamic programmes: 80 of 1000 nodes.",
			Parameters: preset.Modify(gka, func(p *parameters) { p.Nodes, p.Request = 1000, 80 })},
	}
}

// site adds the nodes of one group to a problem.
func (p *Problem) site(id string, availability float64, prices ...float64) {
	g := Group{ID: id}
	if availability < 1 {
		g.Availability = &availability
	}
	p.Groups = append(p.Groups, g)
	for _, price := range prices {
		p.Nodes = append(p.Nodes, Node{ID: "n" + strconv.Itoa(len(p.Nodes)+1), Price: price, Group: id})
	}
}

// threeSites returns the introductory example: a choice between one good and
// expensive site, and cheap nodes spread over many.
func threeSites() Problem {
	p := Problem{Request: &Request{Nodes: 6, Budget: 34}}
	p.site("Oslo", 0.97, 6.5, 7.25, 8, 9.5)
	p.site("Turin", 0.9, 3.75, 4.5, 5.25, 7, 8.5)
	p.site("Cork", 0.82, 2.5, 3, 3.5)
	for i, x := range []struct{ price, availability float64 }{{2, 0.88}, {4.25, 0.95}, {5, 0.99}, {1.5, 0.75}} {
		p.Nodes = append(p.Nodes, Node{ID: "s" + strconv.Itoa(i+1), Price: x.price, Availability: &x.availability})
	}
	return p
}

// maintenance returns an example whose availabilities are computed from events.
func maintenance() Problem {
	p := Problem{Request: &Request{Nodes: 5, Budget: 24, Start: 3600, End: 7200}}
	p.site("rack 1", 1, 3, 4, 4, 5)
	p.site("rack 2", 1, 3.5, 4.5, 6)
	p.site("rack 3", 1, 5, 5.5, 6, 6.5)
	at := func(law string, mean, spread float64) *RandomTime {
		return &RandomTime{Law: law, Mean: mean, Spread: spread}
	}
	tenth, half := 0.1, 0.5
	p.Events = []Event{
		// Power is cut some time after.
		{Group: "rack 1", Start: *at("normal", 8400, 900)},
		// Another job that should end before.
		{Group: "rack 2", Start: *at("fixed", 0, 0), End: at("uniform", 3200, 600)},
		// A maintenance that may be cancelled.
		{Group: "rack 3", Chance: &tenth, Start: *at("uniform", 5400, 5400)},
		{Node: "n2", Start: *at("exponential", 40000, 0)},                                   // memoryless failures
		{Node: "n6", Chance: &half, Start: *at("normal", 6000, 600)},                        // an announced job
		{Node: "n9", Start: *at("exponential", 90000, 0), End: at("exponential", 90000, 0)}, // failure and repair
	}
	return p
}

// discounts returns an example with variants: the more nodes of a vendor the
// cheaper each.
func discounts() Problem {
	p := Problem{Request: &Request{Nodes: 8, Budget: 40}}
	p.site("Alder", 1, 8, 8, 8, 8, 8, 8)
	p.site("Birch", 1, 7, 7, 7, 7)
	p.site("Cedar", 0.93, 4, 5, 6, 7, 8)
	p.Groups[0].Variants = []Variant{{1, 0.98, 8}, {2, 0.98, 14}, {4, 0.97, 22}, {6, 0.96, 29}}
	p.Groups[1].Variants = []Variant{{1, 0.9, 7}, {2, 0.9, 11}, {4, 0.89, 16}}
	return p
}

package group

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/preset"
)

func pointer(x float64) *float64 { return &x }

func valid() *Problem {
	return &Problem{
		Groups: []Group{{ID: "g", Availability: pointer(0.9)}, {ID: "h"}},
		Nodes: []Node{{ID: "a", Price: 1, Group: "g"}, {ID: "b", Price: 2, Group: "g"},
			{ID: "c", Price: 0, Group: "h"}, {ID: "d", Price: 4, Availability: pointer(0.5)}},
		Request: &Request{Nodes: 2, Budget: 5},
	}
}

// Every error has a fault at its path, and nothing else has one.
func TestValidate(t *testing.T) {
	for _, c := range []struct {
		path, reason string
		spoil        func(p *Problem)
	}{
		{"", "", func(*Problem) {}},
		{"", "", func(p *Problem) { p.Groups = append(p.Groups, Group{ID: "empty"}) }},
		{"", "", func(p *Problem) { p.Request.Nodes = 99 }},
		{"", "", func(p *Problem) { p.Request.Budget = 0 }},
		{"", "", func(p *Problem) { *p = Problem{Request: &Request{Nodes: 1}} }},
		{"request", "is missing", func(p *Problem) { p.Request = nil }},
		{"request.nodes", "at least 1", func(p *Problem) { p.Request.Nodes = 0 }},
		{"request.budget", "below 0", func(p *Problem) { p.Request.Budget = -1 }},
		{"request.budget", "finite", func(p *Problem) { p.Request.Budget = math.NaN() }},
		{"request.objective", "not an objective", func(p *Problem) { p.Request.Objective = "best" }},
		{"groups[0].availability", "greater than 0", func(p *Problem) { p.Groups[0].Availability = pointer(0) }},
		{"groups[0].availability", "at most 1", func(p *Problem) { p.Groups[0].Availability = pointer(1.5) }},
		{"groups[0].availability", "finite", func(p *Problem) { p.Groups[0].Availability = pointer(math.NaN()) }},
		{"groups[1].id", "already", func(p *Problem) { p.Groups[1].ID = "g"; p.Nodes[2].Group = "" }},
		{"groups[1].id", "empty", func(p *Problem) { p.Groups[1].ID = ""; p.Nodes[2].Group = "" }},
		{"groups[0].value", "finite", func(p *Problem) { p.Groups[0].Value = math.Inf(1) }},
		{"nodes[1].id", "nodes[0]", func(p *Problem) { p.Nodes[1].ID = "a" }},
		{"nodes[1].id", "empty", func(p *Problem) { p.Nodes[1].ID = "" }},
		{"nodes[1].group", "does not exist", func(p *Problem) { p.Nodes[1].Group = "x" }},
		{"nodes[1].price", "below 0", func(p *Problem) { p.Nodes[1].Price = -2 }},
		{"nodes[1].price", "finite", func(p *Problem) { p.Nodes[1].Price = math.Inf(1) }},
		{"nodes[3].availability", "at most 1", func(p *Problem) { p.Nodes[3].Availability = pointer(2) }},
		{"nodes[3].value", "finite", func(p *Problem) { p.Nodes[3].Value = math.NaN() }},
		{"", "", func(p *Problem) { p.Groups[1].Variants = []Variant{{1, 0.5, 3}} }},
		{"groups[1].variants[0].nodes", "more than the 1 nodes",
			func(p *Problem) { p.Groups[1].Variants = []Variant{{2, 0.5, 3}} }},
		{"groups[1].variants[0].nodes", "at least 1",
			func(p *Problem) { p.Groups[1].Variants = []Variant{{0, 0.5, 3}} }},
		{"groups[1].variants[0].value", "at most 1", func(p *Problem) { p.Groups[1].Variants = []Variant{{1, 5, 3}} }},
		{"", "", func(p *Problem) { p.Groups[1].Variants = []Variant{{1, 5, 3}}; p.Request.Objective = "sum" }},
		{"groups[1].variants[0].cost", "below 0", func(p *Problem) { p.Groups[1].Variants = []Variant{{1, 0.5, -3}} }},
		{"groups[1].variants[1]", "same cost as variants[0]",
			func(p *Problem) { p.Groups[1].Variants = []Variant{{1, 0.5, 3}, {1, 0.6, 3}} }},
		{"groups[0].availability", "contradicts the variants",
			func(p *Problem) { p.Groups[0].Variants = []Variant{{1, 0.5, 3}} }},
		{"nodes[2].availability", "contradicts the variants", func(p *Problem) {
			p.Groups[1].Variants = []Variant{{1, 0.5, 3}}
			p.Nodes[2].Availability = pointer(0.5)
		}},
		{"", "", func(p *Problem) {
			p.Events = []Event{{Group: "h", Start: RandomTime{Mean: 4}}}
			p.Request.End = 1
		}},
		{"request.end", "must lie after",
			func(p *Problem) { p.Events = []Event{{Group: "h", Start: RandomTime{Mean: 4}}} }},
		{"events[0]", "either", func(p *Problem) {
			p.Events = []Event{{Start: RandomTime{Mean: 4}}}
			p.Request.End = 1
		}},
		{"events[0].group", "does not exist", func(p *Problem) { p.Events = []Event{{Group: "x"}}; p.Request.End = 1 }},
		{"events[0].node", "does not exist", func(p *Problem) { p.Events = []Event{{Node: "x"}}; p.Request.End = 1 }},
		{"events[0].group", "given", func(p *Problem) { p.Events = []Event{{Group: "g"}}; p.Request.End = 1 }},
		{"events[0].node", "given", func(p *Problem) { p.Events = []Event{{Node: "d"}}; p.Request.End = 1 }},
		{"events[0].node", "variants", func(p *Problem) {
			p.Groups[1].Variants = []Variant{{1, 0.5, 3}}
			p.Events = []Event{{Node: "c"}}
			p.Request.End = 1
		}},
		{"events[0].start.law", "not a law",
			func(p *Problem) { p.Events = []Event{{Node: "a", Start: RandomTime{Law: "x"}}}; p.Request.End = 1 }},
		{"events[0].start.mean", "above 0", func(p *Problem) {
			p.Events = []Event{{Node: "a", Start: RandomTime{Law: "exponential"}}}
			p.Request.End = 1
		}},
		{"events[0].end.spread", "no meaning",
			func(p *Problem) { p.Events = []Event{{Node: "a", End: &RandomTime{Spread: 1}}}; p.Request.End = 1 }},
		{"events[0].end.spread", "below 0", func(p *Problem) {
			p.Events = []Event{{Node: "a", End: &RandomTime{Law: "normal", Spread: -1}}}
			p.Request.End = 1
		}},
		{"events[0].chance", "0 to 1", func(p *Problem) {
			p.Events = []Event{{Node: "a", Chance: pointer(2)}}
			p.Request.End = 1
		}},
	} {
		p := valid()
		c.spoil(p)
		faults := p.Validate()
		switch {
		case c.reason == "" && faults != nil:
			t.Errorf("got faults %v, want none", faults)
		case c.reason != "" && (len(faults) == 0 || faults[0].Path != c.path ||
			!strings.Contains(faults[0].Reason, c.reason)):
			t.Errorf("%s: got faults %v, want %q", c.path, faults, c.reason)
		}
	}
}

// The normal law against its table (Abramowitz and Stegun, table 26.1) and its
// far tail (table 26.2: -log10 Q(5) = 6.54265, Q(10) = 23.11805).
func TestNormal(t *testing.T) {
	for _, c := range []struct{ x, want, tolerance float64 }{
		{0, 0.5, 0}, {1, 0.841344746068543, 1e-15}, {-1, 0.158655253931457, 1e-15}, {1.96, 0.975002104851780, 1e-15},
		{3, 0.998650101968370, 1e-15}, {-5, math.Pow(10, -6.54265), 1e-11}, {-10, math.Pow(10, -23.11805), 1e-27},
		{5, 1, 3e-7}, {40, 1, 0}, {-60, 0, 0},
	} {
		if got := normal(c.x); math.Abs(got-c.want) > c.tolerance {
			t.Errorf("normal(%v): got %v, want %v", c.x, got, c.want)
		}
	}
	for x := -8.0; x < 8; x += 0.01 {
		if got, want := normal(x), math.Erfc(-x/math.Sqrt2)/2; math.Abs(got-want) > 3e-16+1e-13*want {
			t.Fatalf("normal(%v): got %v, want %v", x, got, want)
		}
	}
}

// Free equals values worked out by hand.
func TestEvents(t *testing.T) {
	at := func(law string, mean, spread float64) *RandomTime { return &RandomTime{law, mean, spread} }
	for _, c := range []struct {
		name string
		e    Event
		want float64
	}{
		{"begins later", Event{Start: *at("fixed", 30, 0)}, 1},
		{"begins inside", Event{Start: *at("", 15, 0)}, 0},
		{"ended before", Event{Start: *at("fixed", 0, 0), End: at("fixed", 9, 0)}, 1},
		{"ends inside", Event{Start: *at("fixed", 0, 0), End: at("fixed", 11, 0)}, 0},
		{"happens by chance", Event{Start: *at("fixed", 15, 0), Chance: pointer(0.25)}, 0.75},
		{"never happens", Event{Start: *at("fixed", 15, 0), Chance: pointer(0)}, 1},
		{"uniform start", Event{Start: *at("uniform", 20, 10)}, 0.5},
		{"uniform end", Event{Start: *at("fixed", 0, 0), End: at("uniform", 9, 4)}, 0.625},
		{"normal start", Event{Start: *at("normal", 20, 5)}, 0.5},
		{"no memory", Event{Start: *at("exponential", 20, 0)}, 0.36787944117144233},
		{"before or after", Event{Start: *at("exponential", 20, 0), End: at("exponential", 10, 0)}, 1},
	} {
		if got := c.e.Free(10, 20); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
	p := maintenance()
	o := p.Odds()
	if want := 1 - normal(-4.0/3); math.Abs(o.Groups[0]-want) > 1e-15 {
		t.Errorf("availability of rack 1: got %v, want %v", o.Groups[0], want)
	}
	for i, x := range append(o.Groups, o.Nodes...) {
		if !(x > 0 && x <= 1) {
			t.Errorf("availability %d: got %v, want above 0 and at most 1", i, x)
		}
	}
}

// Every preset is valid, feasible, and the same every time.
func TestPresets(t *testing.T) {
	for _, preset := range Presets() {
		p, faults := Generate(Spec{Preset: preset.ID}, 7)
		if faults != nil || p.Validate() != nil {
			t.Fatalf("%s: got faults %v and, by Validate, %v; want none", preset.ID, faults, p.Validate())
		}
		again, _ := Generate(Spec{Preset: preset.ID}, 7)
		if string(doc.Canonical(p)) != string(doc.Canonical(again)) {
			t.Errorf("%s: a second Generate gives another problem", preset.ID)
		}
		var prices []float64
		for _, n := range p.Nodes {
			prices = append(prices, n.Price)
		}
		slices.Sort(prices)
		sum := 0.0
		for _, x := range prices[:p.Request.Nodes] {
			sum += x
		}
		if preset.ID != "discounts" && sum > p.Request.Budget {
			t.Errorf("%s: got cost %v of the cheapest nodes, want at most the budget %v", preset.ID, sum,
				p.Request.Budget)
		}
		read := Problem{}
		if faults := doc.Decode(doc.Canonical(p), &read); faults != nil ||
			string(doc.Canonical(read)) != string(doc.Canonical(p)) {
			t.Errorf("%s: reading what was written gives another problem or faults %v", preset.ID, faults)
		}
	}
}

// Generated parts are within their ranges, and more nodes do not change the
// first ones.
func TestGenerate(t *testing.T) {
	n, step, own, follow := 5000, 0.01, 0.8, 1.0
	p, faults := Generate(Spec{Preset: "gka-200", Nodes: &n, PriceStep: &step, OwnMin: &own}, 3)
	if faults != nil || len(p.Nodes) != n {
		t.Fatalf("got %d nodes, faults %v; want %d nodes", len(p.Nodes), faults, n)
	}
	mean, sizes := 0.0, map[string]int{}
	for _, x := range p.Nodes {
		if x.Price < 1 || x.Price > 10 || x.Price != math.Round(x.Price*100)/100 || *x.Availability < 0.8 ||
			*x.Availability > 1 {
			t.Fatalf("got node %+v, want price and availability within their ranges and steps", x)
		}
		mean += x.Price / float64(n)
		sizes[x.Group]++
	}
	if math.Abs(mean-5.5) > 4*9/math.Sqrt(12*float64(n)) {
		t.Errorf("got mean price %v, want about 5.5", mean)
	}
	for _, g := range p.Groups {
		if *g.Availability < 0.6 || *g.Availability > 1 || sizes[g.ID] < 1 || sizes[g.ID] > 10 {
			t.Errorf("got group %+v of %d nodes, want availability and size within their ranges", g, sizes[g.ID])
		}
	}
	few := 1000
	q, faults := Generate(Spec{Preset: "gka-200", Nodes: &few, PriceStep: &step, OwnMin: &own}, 3)
	if faults != nil {
		t.Fatal(faults)
	}
	for i := range q.Nodes {
		if q.Nodes[i].Price != p.Nodes[i].Price || q.Nodes[i].Group != p.Nodes[i].Group {
			t.Fatalf("node %d changes with the number of nodes", i)
		}
	}
	r, _ := Generate(Spec{Preset: "gka-200", Correlation: &follow}, 3)
	dear, cheap := map[string]float64{}, 0.0
	for _, x := range r.Nodes {
		dear[x.Group] = x.Price
	}
	for _, g := range r.Groups {
		if want := math.Min(math.Floor((*g.Availability-0.6)/0.4*10)+1, 10); dear[g.ID] != want {
			t.Errorf("group of availability %v: got price %v, want %v", *g.Availability, dear[g.ID], want)
			cheap++
		}
	}
}

// Impossible parameters are refused with their paths.
func TestGenerateRefuses(t *testing.T) {
	n := func(x int) *int { return &x }
	for _, c := range []struct {
		spec Spec
		path string
	}{
		{Spec{Preset: "none"}, "preset"},
		{Spec{Preset: "three-sites", Nodes: n(4)}, "preset"},
		{Spec{Preset: "gka-22", Nodes: n(-1), Request: n(1)}, "nodes"},
		{Spec{Preset: "gka-22", Nodes: n(MaxNodes + 1)}, "nodes"},
		{Spec{Preset: "gka-22", Request: n(23)}, "request"},
		{Spec{Preset: "gka-22", GroupMin: n(6)}, "groupMin"},
		{Spec{Preset: "gka-22", AvailabilityMin: pointer(2)}, "availabilityMin"},
		{Spec{Preset: "gka-22", AvailabilityMax: pointer(0.5)}, "availabilityMin"},
		{Spec{Preset: "gka-22", PriceMin: pointer(11)}, "priceMin"},
		{Spec{Preset: "gka-22", PriceStep: pointer(0)}, "priceStep"},
		{Spec{Preset: "gka-22", BudgetShare: pointer(math.NaN())}, "budgetShare"},
		{Spec{Preset: "gka-22", Correlation: pointer(1.5)}, "correlation"},
		{Spec{Preset: "gka-22", OwnMin: pointer(0)}, "ownMin"},
	} {
		if _, faults := Generate(c.spec, 0); len(faults) == 0 || faults[0].Path != c.path {
			t.Errorf("%+v: got faults %v, want one at %s", c.spec, faults, c.path)
		}
	}
}

// The tag that lists the presets for the schema lists them all.
func TestSpecNamesItsPresets(t *testing.T) {
	for _, f := range doc.Fields(Spec{}) {
		if f.Name == "preset" && strings.Join(f.Rule.Choices, ", ") != preset.Names(Presets()) {
			t.Errorf("tag of the presets: got %v, want %s", f.Rule.Choices, preset.Names(Presets()))
		}
	}
	e := Spec{Preset: "gka-22"}.Effective()
	if e.Nodes == nil || *e.Nodes != 22 || *e.BudgetShare != 0.8 {
		t.Errorf("Effective: got %+v, want 22 nodes and a budget share of 0.8", e)
	}
}

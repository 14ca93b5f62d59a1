package scenario_test

import (
	"slices"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// jointFields lists the fields of each kind that are given or drawn together.
var jointFields = map[string][][]string{
	"placement": {{"clusters"}, {"links"}, {"datasets"}, {"jobs"}},
	"window":    {{"nodes"}, {"horizon", "slots", "busy"}, {"request"}},
	"batch":     {{"nodes"}, {"horizon", "slots", "busy"}, {"jobs"}, {"cycles", "period", "sight"}},
	"group":     {{"groups"}, {"nodes"}, {"events"}, {"request"}},
	"farm":      {{"machines"}, {"links"}, {"licenses"}, {"jobs"}, {"order"}, {"policy"}},
}

// If some generated lists are given, the lists drawn for them are those of the complete
// generation, because each list has its own stream. Given lists are unchanged.
func TestDrawnOnWhatWasDrawn(t *testing.T) {
	for _, kind := range catalog.Kinds() {
		for _, preset := range kind.Presets {
			if testing.Short() && (preset.ID == "farm-large" || strings.HasPrefix(preset.ID, "rbhs")) {
				continue
			}
			asked := scenario.NewGenerated(kind.ID, preset.ID, 7)
			whole, faults := scenario.Expand(asked)
			if faults != nil {
				t.Fatalf("Expand(%s): got faults %v, want none", preset.ID, faults)
			}
			want := string(scenario.Canonical(whole))
			parts := jointFields[kind.ID]
			for subset := 1; subset < 1<<len(parts)-1; subset++ {
				if !scenario.Draws(asked) {
					break // fixed problems have orders and events of their own elements
				}
				checkSubset(t, preset.ID, kind.ID, want, subset, parts)
			}
		}
	}
}

// checkSubset keeps the parts of a problem that are in a subset and generates the rest.
func checkSubset(t *testing.T, preset, kind, want string, subset int, parts [][]string) {
	t.Helper()
	var document map[string]any
	doc.Decode([]byte(want), &document)
	problem := document[kind].(map[string]any)
	has, given := false, []string{}
	for i, fields := range parts {
		for _, name := range fields {
			switch _, there := problem[name]; {
			case !there:
			case subset&(1<<i) == 0:
				delete(problem, name)
			default:
				has, given = true, append(given, name)
			}
		}
	}
	problem["generate"] = map[string]any{"preset": preset}
	s, faults := scenario.Parse(doc.Canonical(document))
	if !has || isExpectedRefusal(kind, given, faults) {
		return
	}
	if faults != nil {
		t.Errorf("%s with %v: Parse: got faults %v, want none", preset, given, faults)
		return
	}
	before := string(scenario.Canonical(s))
	made, faults := scenario.ExpandValid(s)
	if faults != nil {
		t.Errorf("%s with %v: ExpandValid: got faults %v, want none", preset, given, faults)
		return
	}
	if string(scenario.Canonical(s)) != before {
		t.Errorf("%s with %v: ExpandValid changes its argument", preset, given)
	}
	got := string(scenario.Canonical(made))
	if kind == "group" && slices.Contains(given, "nodes") && !slices.Contains(given, "request") {
		got, want = removeBudget(got), removeBudget(want) // it depends on the given prices
	}
	placed := preset == "fat-tree" || preset == "unrelated-machines" // a star
	if placed && slices.Contains(given, "links") && !slices.Contains(given, "clusters") {
		return // the positions of clusters belong to a drawn topology
	}
	if got != want {
		t.Errorf("%s with %v: got another problem than by generating all lists", preset, given)
	}
}

// isExpectedRefusal reports whether a refusal of the given parts is right: nothing is left to generate, or
// the parts are invalid without the generated ones.
func isExpectedRefusal(kind string, given []string, faults doc.Faults) bool {
	for _, f := range faults {
		switch {
		case f.Path == kind+".generate" && strings.Contains(f.Reason, "nothing left"):
		case strings.HasSuffix(f.Path, ".running") || strings.HasSuffix(f.Path, ".variants"):
		case kind == "batch" && strings.Contains(f.Reason, "names a node that does not exist"):
			// The number of nodes is drawn, and times may name only the nodes that always exist.
		default:
			return false
		}
	}
	return len(faults) > 0
}

func removeBudget(text string) string {
	head, tail, _ := strings.Cut(text, `"budget":`)
	return head + tail[strings.IndexByte(tail, ','):]
}

// Contradictions between given and generated parts are reported with their paths.
func TestFaultsOfGivenAndDrawnParts(t *testing.T) {
	const grid = `"clusters":[{"id":"a","mips":5},{"id":"b","mips":5}],"links":[{"a":"a","b":"b","bandwidth":2}]`
	for _, c := range []struct{ kind, problem, path, reason string }{
		{"placement", `{` + grid + `,"generate":{"preset":"rbhs-mixed","jobs":3}}`, "", ""},
		{"placement", `{` + grid + `,"generate":{"preset":"rbhs-mixed","datasets":0}}`, "", ""},
		{"placement", `{` + grid + `,"generate":{"preset":"rbhs-mixed","replicasMax":3}}`,
			"placement.generate.replicasMax", "is more than the 2 clusters"},
		{"placement", `{` + grid + `,"generate":{"preset":"rbhs-mixed","clusters":3}}`,
			"placement.generate.clusters", "clusters are given"},
		{"placement", `{` + grid + `,"jobs":[{"id":"j","mi":1,"datasets":["d4"]}],` +
			`"generate":{"preset":"rbhs-mixed","datasets":3}}`, "placement.jobs[0].datasets[0]", "does not exist"},
		{"placement", `{` + grid + `,"datasets":[{"id":"x","size":1,"at":["c"]}],"generate":{"preset":"rbhs-mixed"}}`,
			"placement.datasets[0].at[0]", "does not exist"},
		{"placement", `{` + grid + `,"datasets":[{"id":"x","size":1,"at":["a"]}],"jobs":[{"id":"j","mi":1}],` +
			`"generate":{"preset":"rbhs-mixed"}}`, "placement.generate", "nothing left to draw"},
		{"placement", `{` + grid + `,"generate":{"preset":"five-clusters"}}`, "placement.datasets[0].at[0]",
			"does not exist"},
		{"window", `{"busy":[{"node":"n1","start":0,"end":9}],"generate":{"preset":"twelve-nodes"}}`,
			"window.horizon", "is missing: busy are given"},
		{"window", `{"horizon":60,"busy":[{"node":"n13","start":0,"end":9}],"generate":{"preset":"twelve-nodes"}}`,
			"window.busy[0].node", "does not exist"},
		{"window", `{"horizon":60,"generate":{"preset":"twelve-nodes","chunk":7}}`, "window.generate.chunk",
			"the horizon is given"},
		{"batch", `{"horizon":60,"busy":[{"node":"n121","start":0,"end":9}],"generate":{"preset":"alp-amp-2011"}}`,
			"batch.busy[0].node", "does not exist"},
		{"batch", `{"objective":"cost","generate":{"preset":"alp-amp-2011"}}`, "", ""},
		{"group", `{"groups":[{"id":"g","variants":[{"nodes":2,"value":0.5,"cost":1}]}],` +
			`"generate":{"preset":"gka-22"}}`, "group.groups[0].variants", "nodes are yet to be drawn"},
		{"group", `{"nodes":[{"id":"x","price":1}],"request":{"nodes":1,"budget":5},"generate":{"preset":"gka-22"}}`,
			"group.generate", "nothing left to draw: nodes and request are given"},
		{"farm", `{"jobs":[{"id":"j","slots":1,"duration":5,"running":{"machine":"m1","since":0}}],` +
			`"generate":{"preset":"farm-mixed"}}`, "farm.jobs[0].running", "machines are yet to be drawn"},
		{"farm", `{"machines":[{"id":"q","slots":3}],"order":["j999"],"generate":{"preset":"farm-mixed"}}`,
			"farm.order[0]", "does not exist"},
		{"farm", `{"machines":[{"id":"q","slots":3}],"generate":{"preset":"farm-graph"}}`, "", ""},
	} {
		s, faults := scenario.Parse([]byte(`{"format":"gridbox","version":1,"kind":"` + c.kind + `","` + c.kind +
			`":` + c.problem + `}`))
		if c.reason == "" {
			if faults != nil {
				t.Errorf("Parse(%s): got faults %v, want none", c.problem, faults)
			} else if _, faults := scenario.ExpandValid(s); faults != nil {
				t.Errorf("ExpandValid(%s): got faults %v, want none", c.problem, faults)
			}
			continue
		}
		at := func(f doc.Fault) bool { return f.Path == c.path && strings.Contains(f.Reason, c.reason) }
		if !slices.ContainsFunc(faults, at) {
			t.Errorf("%s: got %v\nwant %s: %s", c.problem, faults, c.path, c.reason)
		}
	}
}

package kube

import (
	"os"
	"strings"
	"testing"

	"gridbox/core/importer"
	"gridbox/core/importer/importertest"
	"gridbox/core/realfiles"
	"gridbox/core/scenario"
)

func files(t testing.TB, names ...string) (list []importer.File) {
	t.Helper()
	for _, name := range names {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, importer.File{Name: name, Data: text})
	}
	return list
}

func importFiles(t testing.TB, list []importer.File, w importer.Wishes) *importer.Result {
	t.Helper()
	return importertest.Import(t, []*importer.Format{Format}, list, "", w)
}

func TestFarm(t *testing.T) {
	got := importFiles(t, files(t, "nodes.yaml", "pods.json"), importer.Wishes{})
	if got.Scenario == nil {
		t.Fatalf("got no scenario: %s", got.Report.String())
	}
	p := got.Scenario.Farm
	// 3800m (a daemon set uses 100m), 2000m, 1500m and 3000m are counted in slots
	// of 100m.
	if big := p.Machines[0]; len(p.Machines) != 2 || big.Slots != 38 || big.Memory != 8*1024-256 ||
		big.Type != "amd64" ||
		big.Licenses["nvidia.com/gpu"] != 2 || p.Machines[1].Slots != 20 {
		t.Errorf("machines: got %+v, want 2 of 38 and 20 slots", p.Machines)
	}
	jobs := map[string]int{}
	for i, j := range p.Jobs {
		jobs[j.ID] = i
	}
	web, train := p.Jobs[jobs["A/pod"]], p.Jobs[jobs["B/pod"]]
	if len(p.Jobs) != 3 || web.Slots != 15 || web.Memory != 1024 || web.Priority != 5 || web.Submitted != -3600 ||
		web.Running == nil || web.Running.Since != -1800 || web.Duration != 5400 ||
		web.Licenses["nvidia.com/gpu"] != 1 {
		t.Errorf("job A/pod of %d: got %+v, want a running job of 15 slots", len(p.Jobs), web)
	}
	if train.Slots != 30 || train.Memory != 1024 || train.Type != "arm64" || train.Submitted != -60 ||
		train.Running != nil {
		t.Errorf("job B/pod: got %+v, want a waiting job of 30 slots", train)
	}
	importertest.HasNotes(t, &got.Report, "2 nodes: as a machine", "1 node: takes no new pods",
		"1 pod: runs on every node",
		"1 pod: has ended", "1 pod: runs on a node that is not a machine",
		"1 pod: runs on a node that has no room left",
		"2 pods: waits for a node", "1 object: of another kind", "1 wish", "2 namespaces",
		"1 pod: asks for no processor")
	if strings.Contains(string(scenario.Text(got.Scenario)), "shop") {
		t.Error("the scenario contains a real name")
	}
	kept := importFiles(t, files(t, "nodes.yaml", "pods.json"),
		importer.Wishes{Set: map[string]string{"names": "keep"}})
	if !strings.Contains(string(scenario.Text(kept.Scenario)), "shop/web") {
		t.Error("names=keep: the scenario does not contain the real names")
	}
}

// Nodes without pods, or with pods that request no processor, have whole processors
// as slots.
func TestWholeProcessors(t *testing.T) {
	node := func(name, cpu string) string {
		return `{"apiVersion":"v1","kind":"Node","metadata":{"name":"` + name +
			`"},"status":{"allocatable":{"cpu":"` + cpu + `","memory":"1Gi"}}},`
	}
	pod := func(cpu string) string {
		return `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"status":{"phase":"Pending"},` +
			`"spec":{"containers":[{"resources":{"requests":{"memory":"1Mi"` + cpu + `}}}]}},`
	}
	for name, c := range map[string]struct {
		items   string
		slots   []int
		message string
	}{
		"real":        {"", []int{7, 7}, "2 nodes: may allocate a part of a processor besides whole ones"},
		"whole":       {node("a", "4") + node("b", "8"), []int{4, 8}, "1 slot: is a processor"},
		"small":       {node("a", "2") + node("b", "500m"), []int{2, 1}, "1 node: may allocate less than a processor"},
		"all small":   {node("a", "600m") + node("b", "400m"), []int{3, 2}, "is 0.2 of a processor"},
		"asks none":   {node("a", "7910m") + pod(""), []int{7}, "1 pod: asks for no processor"},
		"asks whole":  {node("a", "7910m") + pod(`,"cpu":"2"`), []int{7}, "1 slot: is a processor"},
		"asks a part": {node("a", "7910m") + pod(`,"cpu":"250m"`), []int{791}, "is 0.01 of a processor"},
	} {
		list := importertest.Text("n.json", `{"apiVersion":"v1","kind":"List","items":[`+
			strings.TrimSuffix(c.items, ",")+`]}`)
		if c.items == "" {
			list = importertest.Genuine(t, "faults/f15-nodes.json")
		}
		got := importFiles(t, list, importer.Wishes{})
		for i, m := range got.Scenario.Farm.Machines {
			if len(got.Scenario.Farm.Machines) != len(c.slots) || m.Slots != c.slots[i] {
				t.Errorf("%s: machine %s: got %d slots, want %v", name, m.ID, m.Slots, c.slots)
			}
		}
		importertest.HasNotes(t, &got.Report, c.message)
	}
}

func TestGroup(t *testing.T) {
	got := importFiles(t, files(t, "nodes.yaml"), importer.Wishes{Kind: "group", Set: map[string]string{"nodes": "9",
		"price": "2"}})
	p := got.Scenario.Group
	if len(p.Nodes) != 3 || len(p.Groups) != 2 || p.Nodes[1].Group != "west-2" || p.Nodes[2].Group != "" ||
		p.Request.Nodes != 3 || p.Request.Budget != 6 {
		t.Errorf("got %+v, want 3 nodes in 2 groups and a budget of 6", p)
	}
	importertest.HasNotes(t, &got.Report, "2 zones", "1 node: has no label of a zone", "for more nodes than there are")
}

func TestQuantities(t *testing.T) {
	for text, want := range map[string]int{"250m": 250, "1.5": 1500, "2": 2000, "100u": 1, "1e3": 1e6, "": -1, "x": -1,
		"-1": -1, "3900m": 3900, "0.1": 100, "1Q": -1} {
		got, ok := milli(text)
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("%q is %d, want %d", text, got, want)
		}
	}
	for text, want := range map[string]float64{"64Mi": 64, "1Gi": 1024, "512Ki": 0.5, "1048576": 1} {
		if got, ok := megabytes(text); !ok || got != want {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
}

func TestBadFiles(t *testing.T) {
	importertest.Complains(t, map[string][2]string{
		"half":    {`{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "a`, "no whole JSON"},
		"anchor":  {"apiVersion: v1\nkind: Node\nmetadata: &a {name: b}\n", "anchor"},
		"nothing": {`{"apiVersion": "v1", "kind": "List", "items": []}`, "no node that takes pods"},
		"odd": {`{"apiVersion": "v1", "kind": "Node", "metadata": 3, "status": [1]}`,
			"does not say how many processors"},
		"pod only": {`{"apiVersion": "v1", "kind": "Pod"}`, "no node that takes pods"},
	}, func(t testing.TB, text string) *importer.Result {
		return importFiles(t, importertest.Text("f", text), importer.Wishes{})
	})
}

func FuzzRead(f *testing.F) {
	for _, file := range files(f, "nodes.yaml", "pods.json") {
		f.Add(file.Data, "farm")
		f.Add(file.Data, "group")
	}
	for _, seed := range realfiles.Seeds(f, "faults/f15-nodes.json", 4000) {
		f.Add(seed, "farm")
	}
	nodes := files(f, "nodes.yaml")[0]
	f.Fuzz(func(t *testing.T, text []byte, kind string) {
		if kind != "group" {
			kind = "farm"
		}
		list := append(importertest.Text("f", string(text)), nodes)
		importertest.Import(t, []*importer.Format{Format}, list, "kubernetes", importer.Wishes{Kind: kind})
	})
}

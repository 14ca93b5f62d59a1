package placement

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gridbox/core/doc"
	_ "gridbox/core/fixedseed"
	"gridbox/core/preset"

	"pgregory.net/rapid"
)

func mustGenerate(t interface{ Fatal(...any) }, spec Spec, seed uint64) Problem {
	p, faults := Generate(spec, seed)
	if faults != nil {
		t.Fatal(faults)
	}
	return p
}

// parts counts the connected parts of a network.
func parts(p *Problem) int {
	root := map[string]string{}
	for _, c := range p.Clusters {
		root[c.ID] = c.ID
	}
	find := func(id string) string {
		for root[id] != id {
			id = root[id]
		}
		return id
	}
	count := len(p.Clusters)
	for _, l := range p.Links {
		if a, b := find(l.A), find(l.B); a != b {
			root[a] = b
			count--
		}
	}
	return count
}

// Every preset is valid, connected (islands aside) and the same every time.
func TestPresets(t *testing.T) {
	for _, preset := range Presets() {
		p := mustGenerate(t, Spec{Preset: preset.ID}, 7)
		if faults := p.Validate(); faults != nil {
			t.Errorf("%s: got faults %v, want none", preset.ID, faults)
		}
		if want := max(1, preset.Parameters.Islands); parts(&p) != want {
			t.Errorf("%s: got %d parts, want %d", preset.ID, parts(&p), want)
		}
		if !reflect.DeepEqual(p, mustGenerate(t, Spec{Preset: preset.ID}, 7)) {
			t.Errorf("%s: a second Generate gives another problem", preset.ID)
		}
		if !preset.IsFixed() && reflect.DeepEqual(p, mustGenerate(t, Spec{Preset: preset.ID}, 8)) {
			t.Errorf("%s: another seed gives the same problem", preset.ID)
		}
		if preset.Title == "" || preset.About == "" {
			t.Errorf("%s: got title %q and description %q, want both", preset.ID, preset.Title, preset.About)
		}
	}
}

// Any choice of parameters gives a valid, connected problem within them.
func TestGenerateKeepsToTheSpec(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		clusters := rapid.IntRange(1, 60).Draw(t, "clusters")
		topology := rapid.SampledFrom([]string{"er", "ba", "ring", "star", "tree", "grid", "fat-tree"}).Draw(t,
			"topology")
		degree := rapid.Float64Range(0, 9).Draw(t, "degree")
		islands := rapid.IntRange(1, min(clusters, 4)).Draw(t, "islands")
		few := rapid.IntRange(1, clusters).Draw(t, "few")
		most := rapid.IntRange(few, clusters).Draw(t, "most")
		datasets, jobs := rapid.IntRange(5, 20).Draw(t, "datasets"), rapid.IntRange(0, 30).Draw(t, "jobs")
		least, up := rapid.IntRange(0, 2).Draw(t, "least"), rapid.IntRange(2, 5).Draw(t, "up")
		p := mustGenerate(t, Spec{Preset: "rbhs-mixed", Clusters: &clusters, Topology: &topology, Degree: &degree,
			Islands:     &islands,
			ReplicasMin: &few, ReplicasMax: &most, Datasets: &datasets, Jobs: &jobs, NeedsMin: &least, NeedsMax: &up},
			rapid.Uint64Range(0, 1<<53-1).Draw(t, "seed"))
		if faults := p.Validate(); faults != nil {
			t.Fatal(faults)
		}
		if len(p.Clusters) != clusters || len(p.Datasets) != datasets || len(p.Jobs) != jobs || parts(&p) != islands {
			t.Fatalf("got %d clusters in %d parts, %d datasets, %d jobs; want %d in %d, %d, %d", len(p.Clusters),
				parts(&p), len(p.Datasets), len(p.Jobs), clusters, islands, datasets, jobs)
		}
		for _, d := range p.Datasets {
			if len(d.At) < few || len(d.At) > most || d.Size < 10 || d.Size > 1000 {
				t.Fatalf("got dataset %+v, want %d to %d replicas and a size of 10 to 1000", d, few, most)
			}
		}
		for _, j := range p.Jobs {
			if len(j.Datasets) < least || len(j.Datasets) > up {
				t.Fatalf("got job %+v, want %d to %d datasets", j, least, up)
			}
		}
	})
}

// More jobs do not change the network, the datasets and the first jobs.
func TestGenerateIsStable(t *testing.T) {
	few, many := 10, 50
	a, b := mustGenerate(t, Spec{Preset: "rbhs-mixed", Jobs: &few}, 1),
		mustGenerate(t, Spec{Preset: "rbhs-mixed", Jobs: &many}, 1)
	if !reflect.DeepEqual(a.Links, b.Links) || !reflect.DeepEqual(a.Datasets, b.Datasets) ||
		!reflect.DeepEqual(a.Jobs, b.Jobs[:10]) {
		t.Error("more jobs change links, datasets or the first jobs")
	}
}

// The random networks have the requested number of links.
func TestLinkCounts(t *testing.T) {
	clusters, degree, chance, all := 1000, 12.0, 0.02, 1.0
	er, ba := "er", "ba"
	for _, c := range []struct {
		name string
		spec Spec
		want float64
	}{
		{"er by degree", Spec{Preset: "rbhs-mixed", Clusters: &clusters, Topology: &er, Degree: &degree}, 6000},
		{"er by probability", Spec{Preset: "rbhs-mixed", Clusters: &clusters, LinkProbability: &chance}, 9990},
		{"ba", Spec{Preset: "rbhs-mixed", Clusters: &clusters, Topology: &ba, Degree: &degree}, 6000},
		{"complete", Spec{Preset: "rbhs-mixed", LinkProbability: &all}, 4950},
	} {
		p := mustGenerate(t, c.spec, 5)
		if n := float64(len(p.Links)); math.Abs(n-c.want) > 0.05*c.want {
			t.Errorf("%s: got %v links, want about %v", c.name, n, c.want)
		}
	}
}

// Every impossible parameter is refused with its path.
func TestGenerateRefuses(t *testing.T) {
	i := func(x int) *int { return &x }
	f := func(x float64) *float64 { return &x }
	moebius := "moebius"
	for _, c := range []struct {
		spec Spec
		path string
	}{
		{Spec{Preset: "none"}, "preset"},
		{Spec{Preset: "five-clusters", Clusters: i(7)}, "preset"},
		{Spec{Preset: "five-clusters", Jobs: i(25)}, "jobs"},
		{Spec{Preset: "five-clusters", Jobs: i(-1)}, "jobs"},
		{Spec{Clusters: i(0)}, "clusters"},
		{Spec{Clusters: i(MaxClusters + 1)}, "clusters"},
		{Spec{Islands: i(101)}, "islands"},
		{Spec{Topology: &moebius}, "topology"},
		{Spec{Degree: f(1e300)}, "degree"},
		{Spec{Degree: f(-1)}, "degree"},
		{Spec{LinkProbability: f(1.5)}, "linkProbability"},
		{Spec{LinkProbability: f(math.NaN())}, "linkProbability"},
		{Spec{Clusters: i(10000), LinkProbability: f(0.5)}, "degree"},
		{Spec{BandwidthMean: f(0)}, "bandwidthMean"},
		{Spec{BandwidthMean: f(1e300)}, "bandwidthMean"},
		{Spec{SizeMin: f(1e-300)}, "sizeMin"},
		{Spec{SizeAlpha: f(21)}, "sizeAlpha"},
		{Spec{BandwidthSD: f(-1)}, "bandwidthSd"},
		{Spec{MIPSMean: f(math.Inf(1))}, "mipsMean"},
		{Spec{MIPSSD: f(-1)}, "mipsSd"},
		{Spec{SizeMin: f(2000)}, "sizeMin"},
		{Spec{SizeMax: f(0)}, "sizeMax"},
		{Spec{SizeAlpha: f(-1)}, "sizeAlpha"},
		{Spec{WorkMin: f(math.NaN())}, "workMin"},
		{Spec{WorkAlpha: f(math.Inf(1))}, "workAlpha"},
		{Spec{DataWork: f(0)}, "dataWork"},
		{Spec{DataShare: f(2)}, "dataShare"},
		{Spec{ReplicasMin: i(0)}, "replicasMin"},
		{Spec{ReplicasMin: i(9)}, "replicasMin"},
		{Spec{ReplicasMax: i(101)}, "replicasMax"},
		{Spec{NeedsMin: i(9)}, "needsMin"},
		{Spec{NeedsMax: i(301)}, "needsMax"},
		{Spec{Datasets: i(-1)}, "datasets"},
		{Spec{Jobs: i(MaxJobs + 1)}, "jobs"},
		{Spec{Times: &moebius}, "times"},
		{Spec{Preset: "unrelated-machines", Jobs: i(MaxJobs), Clusters: i(100)}, "times"},
		{Spec{JobRange: f(0.5)}, "jobRange"},
		{Spec{JobRange: f(math.NaN())}, "jobRange"},
		{Spec{ClusterRange: f(math.Inf(1))}, "clusterRange"},
	} {
		if c.spec.Preset == "" {
			c.spec.Preset = "rbhs-mixed"
		}
		_, faults := Generate(c.spec, 1)
		if !slices.ContainsFunc(faults, func(f doc.Fault) bool { return f.Path == c.path }) {
			text, _ := json.Marshal(c.spec)
			t.Errorf("%s: got faults %v, want one at %s", text, faults, c.path)
		}
	}
}

// The tags list all presets and topologies.
func TestSpecTags(t *testing.T) {
	kind := reflect.TypeOf(Spec{})
	for i := range kind.NumField() {
		field := kind.Field(i)
		rule := field.Tag.Get("rule")
		if field.Name == "Preset" && !strings.Contains(rule,
			"oneof="+strings.ReplaceAll(preset.Names(Presets()), ", ", "|")) {
			t.Errorf("rule of Preset: got %q, want %s", rule, preset.Names(Presets()))
		}
		if field.Name == "Topology" {
			for name := range topologies {
				if !strings.Contains(rule, name) {
					t.Errorf("rule of Topology: got %q, want %s in it", rule, name)
				}
			}
		}
		if field.Tag.Get("label") == "" || field.Tag.Get("about") == "" {
			t.Errorf("field %s has no label or no description", field.Name)
		}
	}
}

// Matrices of the range-based method have times in their range, rows that are sorted if consistent, at
// even positions if semi-consistent, and the mean of two independent uniform numbers.
func TestRangeBasedTimes(t *testing.T) {
	jobs, clusters, jobRange, clusterRange := 2000, 16, 100.0, 10.0
	for _, times := range []string{"consistent", "semi-consistent", "inconsistent"} {
		p := mustGenerate(t, Spec{Preset: "unrelated-machines", Jobs: &jobs, Clusters: &clusters, Times: &times,
			JobRange: &jobRange, ClusterRange: &clusterRange}, 3)
		if faults := p.Validate(); faults != nil {
			t.Fatal(faults)
		}
		sum, sorted, evenSorted := 0.0, 0, 0
		for _, j := range p.Jobs {
			even := []float64{}
			for i, x := range j.Times {
				if sum += x; x < 1 || x > jobRange*clusterRange {
					t.Fatalf("%s: got time %v, want 1 to %v", times, x, jobRange*clusterRange)
				}
				if i%2 == 0 {
					even = append(even, x)
				}
			}
			if slices.IsSorted(j.Times) {
				sorted++
			}
			if slices.IsSorted(even) {
				evenSorted++
			}
		}
		if mean, want := sum/float64(jobs*clusters), (1+jobRange)/2*(1+clusterRange)/2; math.Abs(mean/want-1) > 0.05 {
			t.Errorf("%s: got mean %v, want about %v", times, mean, want)
		}
		if (sorted == jobs) != (times == "consistent") || (evenSorted == jobs) != (times != "inconsistent") {
			t.Errorf("%s: got %d of %d rows sorted, %d at even positions; want all or not all by the kind", times,
				sorted, jobs, evenSorted)
		}
	}
}

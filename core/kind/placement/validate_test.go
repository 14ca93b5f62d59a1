package placement

import (
	"gridbox/core/doc"
	"math"
	"strings"
	"testing"
)

func number1(x float64) *float64 { return &x }

// Validate reports all faults together, each with its path.
func TestValidateFindsEverything(t *testing.T) {
	p := &Problem{
		Clusters: []Cluster{{ID: "a", MIPS: 1}, {ID: "a", MIPS: 0}, {ID: "", MIPS: -1}, {ID: "b", MIPS: math.NaN()},
			{ID: "c", MIPS: math.Inf(1), X: number1(2), Y: number1(math.NaN())}},
		Links: []Link{{"a", "b", 0}, {"a", "nowhere", 1}, {"b", "b", 1}, {"b", "c", 1}, {"c", "b", 2},
			{"a", "c", 1e-310}, {"a", "b", -3}},
		Datasets: []Dataset{{"d", -1, []string{"a", "z", "b", "a"}}, {"d", math.Inf(1), nil}, {"e", 1e308, nil}},
		Jobs: []Job{{ID: "j", MI: -1, Datasets: []string{"e", "nothing", "e"}},
			{ID: "j", MI: math.NaN()}, {ID: ""}},
	}
	want := []string{
		`clusters[1].id "a": is already the name of clusters[0]`,
		`clusters[1].mips 0: power must be above 0`,
		`clusters[2].id "": is empty`,
		`clusters[2].mips -1: power must be above 0`,
		`clusters[3].mips NaN: is not a finite number`,
		`clusters[4].mips +Inf: is not a finite number`,
		`clusters[4].x 2: must lie from 0 to 1`,
		`clusters[4].y NaN: is not a finite number`,
		`links[0].bandwidth 0: bandwidth must be above 0`,
		`links[1].b "nowhere": names a cluster that does not exist`,
		`links[2] "b": joins a cluster to itself`,
		`links[4] : joins c and b a second time, after links[3]`,
		`links[5].bandwidth 1e-310: is too small`,
		`links[6].bandwidth -3: bandwidth must be above 0`,
		`links[6] : joins a and b a second time, after links[0]`,
		`datasets[0].size -1: size must not be below 0`,
		`datasets[0].at[1] "z": names a cluster that does not exist`,
		`datasets[0].at[3] "a": is listed twice`,
		`datasets[1].id "d": is already the name of datasets[0]`,
		`datasets[1].size +Inf: is not a finite number`,
		`jobs[0].mi -1: work must not be below 0`,
		`jobs[0].datasets[1] "nothing": names a dataset that does not exist`,
		`jobs[0].datasets[2] "e": is listed twice`,
		`jobs[1].id "j": is already the name of jobs[0]`,
		`jobs[1].mi NaN: is not a finite number`,
		`jobs[2].id "": is empty`,
	}
	faults := p.Validate()
	for i := range max(len(want), len(faults)) {
		got := ""
		if i < len(faults) {
			got = faults[i].Path + " " + faults[i].Value + ": " + faults[i].Reason
		}
		if i >= len(want) || !strings.HasPrefix(got, want[i]) {
			t.Errorf("fault %d:\ngot %s\nwant prefix %s", i, got, append(want, "nothing more")[min(i, len(want))])
		}
	}
}

// Unusual but permitted values have no fault.
func TestValidateAllows(t *testing.T) {
	long := Dataset{ID: "long", Size: 1}
	p := &Problem{
		Clusters: []Cluster{{ID: "a", MIPS: 1e308}, {ID: "b", MIPS: 5e-324, X: number1(0), Y: number1(1)}},
		Datasets: []Dataset{{"none", 0, nil}, {"huge", 1e308, []string{"a"}}, long},
		Jobs:     []Job{{ID: "j"}, {ID: "k", MI: 1e308, Datasets: []string{"none", "huge"}}},
	}
	for _, p := range []*Problem{p, {}} {
		if faults := p.Validate(); faults != nil {
			t.Errorf("got faults %v, want none", faults)
		}
	}
}

// A list longer than the quick check's limit is also checked.
func TestValidateLongLists(t *testing.T) {
	p := &Problem{Datasets: []Dataset{{ID: "d"}}}
	for i := range 40 {
		id := doc.At("c", i)
		p.Clusters = append(p.Clusters, Cluster{ID: id, MIPS: 1})
		p.Datasets[0].At = append(p.Datasets[0].At, id)
	}
	p.Datasets[0].At[39] = p.Datasets[0].At[3]
	if faults := p.Validate(); len(faults) != 1 || faults[0].Path != "datasets[0].at[39]" {
		t.Errorf("got faults %v, want one at datasets[0].at[39]", faults)
	}
}

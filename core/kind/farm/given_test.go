package farm

import (
	"slices"
	"strconv"
	"testing"

	_ "gridbox/core/fixedseed"

	"pgregory.net/rapid"
)

// Jobs drawn for given machines fit on one of them, and each part of a parallel
// job on a machine of its own.
func TestDrawnJobsFitOnMachinesGiven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		given := Problem{}
		for i := range rapid.IntRange(1, 8).Draw(t, "machines") {
			given.Machines = append(given.Machines, Machine{ID: "q" + strconv.Itoa(i),
				Slots:  rapid.SampledFrom([]int{1, 2, 3, 64, 5000}).Draw(t, "slots"),
				Memory: rapid.SampledFrom([]float64{0, 0.1, 16, 1e5}).Draw(t, "memory"),
				Type:   rapid.SampledFrom([]string{"", "fast", "old"}).Draw(t, "type")})
		}
		if rapid.Bool().Draw(t, "licensed") {
			given.Licenses = map[string]int{"b": 1, "a": rapid.IntRange(0, 5).Draw(t, "licences")}
		}
		share := 0.5
		spec := Spec{Preset: rapid.SampledFrom([]string{"farm-mixed", "farm-graph", "farm-stream"}).Draw(t, "preset"),
			TypedShare: &share, WideShare: &share, ParallelShare: &share, LicensedShare: &share}
		if faults := spec.FaultsFor(&given); faults != nil {
			t.Fatal(faults)
		}
		p, faults := Complete(given, spec, rapid.Uint64().Draw(t, "seed"))
		if faults != nil || p.Validate() != nil || !slices.Equal(ids(p.Machines), ids(given.Machines)) {
			t.Fatalf("Complete: got faults %v and, by Validate, %v; want the given machines without faults", faults,
				p.Validate())
		}
		for i := range p.Jobs {
			j := &p.Jobs[i]
			can := 0
			for k := range p.Machines {
				m := &p.Machines[k]
				if (j.Type == "" || j.Type == m.Type) && m.Slots >= j.Slots/j.Parts() &&
					m.Memory >= j.Memory/float64(j.Parts()) {
					can++
				}
			}
			if can < j.Parts() {
				t.Fatalf("got job %+v that fits on %d of %+v, want a machine for each part", j, can, p.Machines)
			}
			for name, n := range j.Licenses {
				if n*j.Parts() > p.Licenses[name] {
					t.Fatalf("got job %+v that needs more licences than %v", j, p.Licenses)
				}
			}
		}
	})
}

func ids(machines []Machine) (list []string) {
	for i := range machines {
		list = append(list, machines[i].ID)
	}
	return list
}

package picture

import (
	"cmp"
	"math"

	"gridbox/core/problem/farm"
	"gridbox/core/sorting"
)

// columns is into how many steps of time a summed row is divided.
const columns = 240

// layers are the classes of a summed row from below.
var layers = []string{"going", "work", "backfill"}

func layerOf(how string) int {
	switch how {
	case farm.HowRunning:
		return 0
	case farm.HowBackfill:
		return 2
	}
	return 1
}

// A machineSort is machines that a crowded picture sums up.
type machineSort struct {
	kind  string
	size  int
	count int
	load  [][]float64 // per layer and column, slot-seconds
}

// sum adds a row for every sort of machines, the largest machines first: how
// many of their slots are taken over time, in layers.
func (f *farmRows) sum() {
	sorts, of := f.sorts()
	wide := (f.t.To - f.t.From) / columns
	for i := range f.s.Reservations {
		r := &f.s.Reservations[i]
		x := of[r.Machine]
		if x == nil {
			continue
		}
		layer := layerOf(r.How)
		first := int(math.Floor((r.Start - f.t.From) / wide))
		for c := max(0, first); c < columns; c++ {
			from := f.t.From + float64(c)*wide
			if from >= r.Finish {
				break
			}
			x.load[layer][c] += float64(r.Slots) * (min(from+wide, r.Finish) - max(from, r.Start))
		}
	}
	for _, x := range sorts {
		row := len(f.t.Rows)
		name := Number(float64(x.count)) + " × " + Count(x.size, "slot")
		if x.kind != "" {
			name += ", " + x.kind
		}
		f.t.Rows = append(f.t.Rows, Row{ID: name, Tall: 4})
		low := make([]float64, columns)
		for l := range layers {
			high := make([]float64, columns)
			for c := range high {
				high[c] = min(1, low[c]+math.Round(1000*x.load[l][c]/(wide*float64(x.size*x.count)))/1000)
			}
			f.t.Loads = append(f.t.Loads, Load{Row: row, Class: layers[l], Low: low, High: high})
			low = high
		}
	}
}

// sorts groups the machines by type and size.
func (f *farmRows) sorts() (list []*machineSort, of map[string]*machineSort) {
	of = make(map[string]*machineSort, len(f.v.Problem.Machines))
	known := map[sortKey]*machineSort{}
	for i := range f.v.Problem.Machines {
		m := &f.v.Problem.Machines[i]
		key := sortKey{m.Type, m.Slots}
		if known[key] == nil {
			x := &machineSort{kind: m.Type, size: m.Slots, load: make([][]float64, len(layers))}
			for l := range layers {
				x.load[l] = make([]float64, columns)
			}
			known[key], list = x, append(list, x)
		}
		known[key].count++
		of[m.ID] = known[key]
	}
	sorting.Stable(list, func(a, b *machineSort) int {
		if c := cmp.Compare(b.size, a.size); c != 0 {
			return c
		}
		return cmp.Compare(a.kind, b.kind)
	})
	return list, of
}

// sortKey tells sorts apart.
type sortKey struct {
	kind string
	size int
}

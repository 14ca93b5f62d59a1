package draw

import (
	"cmp"
	"math"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/timeline"
	"gridbox/core/i18n"
	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// columns is the number of columns of a summed row.
const columns = 240

// layers are the classes of a summed row, from the bottom.
var layers = []string{"going", "work", "backfill"}

func layerOf(how string) int {
	switch how {
	case farm.StartRunning:
		return 0
	case farm.StartBackfill:
		return 2
	}
	return 1
}

// A machineSort is a set of machines of equal type and size, which share a row.
type machineSort struct {
	kind        string
	size        int
	count       int
	lastMachine *farm.Machine // the last of them
}

// sum adds a row for every sort of machines, the largest machines first. A row shows the used
// slots over time in layers. A machine that is the only one of its sort shows its reservations if
// they are few.
func (f *farmRows) sum() {
	l := f.levels
	alone := l.singletonReservations(f.t.From, f.t.To)
	loads := l.loads(f.t.From, f.t.To)
	wide := (f.t.To - f.t.From) / columns
	for at, x := range l.sorts {
		row := len(f.t.Rows)
		name := picture.Number(float64(x.count)) + " × " + picture.Count(x.size, "slot")
		if x.kind != "" {
			name += ", " + x.kind
		}
		r := timeline.Row{ID: name, Height: 4}
		if _, apart := f.row[x.lastMachine.ID]; x.count == 1 && !apart { // a row for the machine itself
			r = timeline.Row{Kind: picture.Machine, ID: x.lastMachine.ID, Note: picture.Count(x.size, "slot"),
				Height: 4,
				Say:    i18n.T("Machine {}, {}", x.lastMachine.ID, picture.Count(x.size, "slot"))}
		}
		f.t.Rows = append(f.t.Rows, r)
		if x.count == 1 && alone != nil {
			f.t.Rows[row].Height = 8
			f.pile(row, x.size, alone[at], nil)
			continue
		}
		low := make([]float64, columns)
		for l := range layers {
			high := make([]float64, columns)
			for c := range high {
				high[c] = min(1, low[c]+math.Round(1000*loads[at][l][c]/(wide*float64(x.size*x.count)))/1000)
			}
			f.t.Loads = append(f.t.Loads, timeline.Load{Row: row, Class: layers[l], Low: low, High: high})
			low = high
		}
	}
}

// sortsOf groups machines by type and size. It returns the sorts by descending size, then by type,
// and the sort of each machine by its id.
func sortsOf(p *farm.Problem) (list []*machineSort, of map[string]*machineSort) {
	of = make(map[string]*machineSort, len(p.Machines))
	known := map[sortKey]*machineSort{}
	for i := range p.Machines {
		m := &p.Machines[i]
		key := sortKey{m.Type, m.Slots}
		if known[key] == nil {
			x := &machineSort{kind: m.Type, size: m.Slots}
			known[key], list = x, append(list, x)
		}
		known[key].count++
		known[key].lastMachine = m
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

// A sortKey identifies a sort of machines.
type sortKey struct {
	kind string
	size int
}

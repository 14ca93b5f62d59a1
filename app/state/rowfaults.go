package state

import (
	"reflect"
	"slices"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// rounds is the maximal number of times that the remaining rows are checked after rows with faults were removed.
// Usually one is enough.
const rounds = 100

// settle checks the problem with the rows added, and removes rows until it has no fault. If a fault belongs to no
// row, no row can be added.
func (j *judge) settle() {
	var place []int // by index in the list, the row; -1 for an existing thing
	for range rounds {
		d := *j.d
		nounsOf(j.d).copyProblem(&d, j.d)
		list := cloneRows(j.list, len(j.elements))
		place = slices.Repeat([]int{-1}, j.list.Len())
		for r, thing := range j.elements {
			switch {
			case !thing.IsValid():
			case j.targets[r] >= 0:
				list.Index(j.targets[r]).Set(thing)
				place[j.targets[r]] = r
			default:
				list = reflect.Append(list, thing)
				place = append(place, r)
			}
		}
		list, place = orderByGroup(&d, list, place)
		setRows(&d, j.p.Kind, list)
		faults := catalog.Check(&d)
		if len(faults) == 0 {
			j.finish(&d, place)
			return
		}
		if !j.blame(&d, faults, place) {
			break
		}
	}
	j.bad()
}

// orderByGroup orders lots by their groups; other lists keep their order.
func orderByGroup(d *scenario.Scenario, list reflect.Value, place []int) (reflect.Value, []int) {
	lots, ok := list.Interface().([]variantRow)
	if !ok {
		return list, place
	}
	sorted, order := make([]variantRow, 0, len(lots)), make([]int, 0, len(lots))
	for i := range d.Group.Groups {
		for k, l := range lots {
			if l.Group == d.Group.Groups[i].ID {
				sorted, order = append(sorted, l), append(order, place[k])
			}
		}
	}
	return reflect.ValueOf(sorted), order
}

// blame marks the cells with faults; it reports false if a fault belongs to no row.
func (j *judge) blame(d *scenario.Scenario, faults doc.Faults, place []int) (all bool) {
	all = true
	for _, f := range faults {
		i, field, ok := splitFaultPath(d, j.p.Kind, f.Path)
		if !ok || i >= len(place) || place[i] < 0 {
			if f.Path == "" && len(faults) > 1 { // the summary of further faults
				continue
			}
			j.p.OtherFaults = append(j.p.OtherFaults, f.String())
			all = false
			continue
		}
		r, at, length := place[i], -1, -1
		for k, path := range j.p.Columns {
			within := field == path || strings.HasPrefix(field, path+"[") || strings.HasPrefix(field, path+".")
			if path != "" && within && len(path) > length {
				at, length = k, len(path)
			}
		}
		if at < 0 {
			at = max(0, slices.IndexFunc(j.p.Columns, func(path string) bool { return path != "" }))
		}
		j.p.Faults[Cell{r, at}] = f.Reason
		j.elements[r] = reflect.Value{}
	}
	return all
}

// splitFaultPath splits the path of a fault: the index in the list of a kind, and the
// field of the thing there.
func splitFaultPath(d *scenario.Scenario, kind, path string) (i int, field string, ok bool) {
	within := map[bool]string{true: "group", false: kind}[kind == "variant"]
	list, i, field, ok := doc.CutElement(path)
	if !ok || list != d.Kind+"."+listOf(within) {
		return 0, "", false
	}
	if kind != "variant" {
		return i, field, true
	}
	list, k, field, ok := doc.CutElement(field)
	if !ok || list != "variants" || i >= len(d.Group.Groups) {
		return 0, "", false
	}
	for g := range i {
		k += len(d.Group.Groups[g].Variants)
	}
	return k, field, true
}

// finish computes the effect of the rows.
func (j *judge) finish(d *scenario.Scenario, place []int) {
	_, id := nounsOf(d).list(d, j.p.Kind)
	for i, r := range place {
		if r < 0 {
			continue
		}
		j.p.elements = append(j.p.elements, Ref{j.p.Kind, id(i)})
		if j.targets[r] >= 0 {
			j.p.Changes++
		} else {
			j.p.Adds++
		}
	}
	j.p.result = d
	j.bad()
}

// bad lists the rows with faults.
func (j *judge) bad() {
	for r, thing := range j.elements {
		if !thing.IsValid() {
			j.p.Bad = append(j.p.Bad, r)
		}
	}
}

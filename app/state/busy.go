package state

import (
	"slices"
	"sort"
	"strings"

	"gridbox/core/draw/markid"
	"gridbox/core/i18n"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
)

// Nodes and their busy time, for the kinds that find windows on them. If a document lists free time, the first edit
// of busy time converts it to a list of busy time, within the same step.

// SetBusy sets the times, or the node, of a busy time; an empty ID adds one.
// Consecutive steps by keys are merged into one.
type SetBusy struct {
	ID, Node   string
	Start, End float64
	ByKey      bool
}

// environment returns the part of a draft that contains its nodes, nil for
// kinds without nodes.
func environment(d *scenario.Scenario) *window.Environment {
	switch {
	case d.Window != nil:
		return &d.Window.Environment
	case d.Batch != nil:
		return &d.Batch.Environment
	}
	return nil
}

// busyReferences are the places of busy time that name nodes.
var busyReferences = []reference{{kind: "node", path: []string{"busy", "node"}}}

// busyAlong copies the busy time of copied nodes.
func busyAlong(d *scenario.Scenario, names func(string) map[string]bool, also func(string, int, func(int) bool)) {
	if in := names("node"); len(in) > 0 {
		busy := environment(d).BusyTime()
		also("busy", len(busy), func(i int) bool { return in[busy[i].Node] })
	}
}

// reduce returns the state with the busy time set or added; a new one is selected. The state is unchanged if the
// times do not fit the problem or nothing differs.
func (a SetBusy) reduce(s State) State {
	merge, made := "", Ref{}
	if a.ByKey && a.ID != "" {
		merge = "busy " + a.ID
	}
	s = edit(s, merge, true, func(d *scenario.Scenario) string {
		e := environment(d)
		if e == nil || !a.fits(e) {
			return ""
		}
		cloneBusy(e)
		t := window.Slot{Node: a.Node, Start: a.Start, End: a.End}
		if a.ID == "" {
			e.Busy = append(e.Busy, t)
			made = Ref{"busy", markid.BusyID(len(e.Busy) - 1)}
			return i18n.T("make {} busy", a.Node)
		}
		i := elementIndex(d, Ref{"busy", a.ID})
		if i < 0 || e.Busy[i] == t {
			return ""
		}
		e.Busy[i] = t
		return i18n.T("move busy time of {}", a.Node)
	})
	if made.ID != "" {
		s = SelectElement{Element: made}.reduce(s)
	}
	return s
}

// fits reports whether the document may contain the time.
func (a SetBusy) fits(e *window.Environment) bool {
	return a.Start >= 0 && a.Start < a.End && a.End <= e.Horizon &&
		slices.ContainsFunc(e.Nodes, func(n window.Node) bool { return n.ID == a.Node })
}

// cloneBusy sets the list of busy times of an environment to a copy of its own.
func cloneBusy(e *window.Environment) {
	e.Busy, e.Slots = slices.Clone(e.BusyTime()), nil
}

// environmentList returns the number and ids of things. Busy times have no id field; their ids are their indices.
func environmentList(d *scenario.Scenario, e *window.Environment, kind string) (int, func(int) string) {
	if kind == "busy" {
		return len(e.BusyTime()), markid.BusyID
	}
	return commonList(d, kind)
}

// addToEnvironment appends a node of median performance, or busy time in the longest free stretch of the node to.
func addToEnvironment(s *State, e *window.Environment, t Ref, to string) bool {
	switch t.Kind {
	case "node":
		n := window.Node{Performance: 5, Price: 1}
		if order := window.RankByPerformance(e.Nodes); len(order) > 0 {
			n = e.Nodes[order[len(order)/2]]
		}
		n.ID = t.ID
		e.Nodes = append(e.Nodes[:len(e.Nodes):len(e.Nodes)], n)
		return true
	case "busy":
		if m := s.Main(); to == "" && m.Kind == "node" {
			to = m.ID
		}
		free, ok := longestFreeSlot(e, to)
		if !ok {
			return false
		}
		cloneBusy(e)
		third := (free.End - free.Start) / 3
		e.Busy = append(e.Busy, window.Slot{Node: to, Start: free.Start + third, End: free.End - third})
		return true
	}
	return false
}

// longestFreeSlot returns the longest free stretch of a node.
func longestFreeSlot(e *window.Environment, node string) (best window.Slot, ok bool) {
	for _, f := range e.Free().All() {
		if e.Nodes[f.Node].ID == node && (!ok || f.End-f.Start > best.End-best.Start) {
			best, ok = window.Slot{Node: node, Start: f.Start, End: f.End}, true
		}
	}
	return best, ok
}

// removeFromEnvironment removes nodes with their times, and busy times.
func removeFromEnvironment(e *window.Environment, gone map[Ref]bool) {
	stays := func(t window.Slot) bool { return !gone[Ref{"node", t.Node}] }
	for t := range gone {
		if t.Kind != "busy" {
			continue
		}
		cloneBusy(e)
		var kept []window.Slot
		for i, b := range e.Busy {
			if !gone[Ref{"busy", markid.BusyID(i)}] {
				kept = append(kept, b)
			}
		}
		e.Busy = kept
		break
	}
	e.Nodes = keep(e.Nodes, func(n window.Node) bool { return !gone[Ref{"node", n.ID}] })
	e.Busy, e.Slots = keep(e.Busy, stays), keep(e.Slots, stays)
}

// renameInEnvironment renames the node of times after a node was renamed.
func renameInEnvironment(e *window.Environment, kind, from, to string) {
	if kind != "node" {
		return
	}
	for _, list := range []*[]window.Slot{&e.Busy, &e.Slots} {
		*list = slices.Clone(*list)
		for i := range *list {
			if (*list)[i].Node == from {
				(*list)[i].Node = to
			}
		}
	}
}

// setInEnvironment sets the fields that are not one value at a path: an
// attribute of a node by its name, and a busy time if free times are listed.
func setInEnvironment(e *window.Environment, path, text string) (done bool, why string) {
	if strings.HasPrefix(path, "busy[") {
		cloneBusy(e)
		return false, ""
	}
	kind, i, name := fieldAt(path)
	attribute, ok := strings.CutPrefix(name, "attributes.")
	if kind != "node" || !ok {
		return false, ""
	}
	if i >= len(e.Nodes) {
		return true, "this node is gone"
	}
	e.Nodes = slices.Clone(e.Nodes)
	values := withEntry(e.Nodes[i].Attributes, attribute, 0)
	if text == "" {
		delete(values, attribute)
	} else {
		var x float64
		if why := ParseNumber(text, &x); why != "" {
			return true, why
		}
		values[attribute] = x
	}
	e.Nodes[i].Attributes = values
	return true, ""
}

// AttributeNames returns the names of the attributes that nodes have, in order.
func AttributeNames(nodes []window.Node) []string {
	var names []string
	for i := range nodes {
		for name := range nodes[i].Attributes {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	sort.Strings(names)
	return names
}

package window

// BusyTime returns the busy time of an environment. If the document lists free
// time, it is the complement within the horizon, node by node.
func (e *Environment) BusyTime() []Slot {
	if len(e.Slots) == 0 {
		return e.Busy
	}
	number := make(map[string]int32, len(e.Nodes))
	for i := range e.Nodes {
		number[e.Nodes[i].ID] = int32(i)
	}
	free := make([]Free, 0, len(e.Slots))
	for _, s := range e.Slots {
		free = append(free, Free{number[s.Node], s.Start, s.End})
	}
	order(free, lessByNode)
	var busy []Slot
	for _, f := range complement(join(free), len(e.Nodes), e.Horizon) {
		busy = append(busy, Slot{e.Nodes[f.Node].ID, f.Start, f.End})
	}
	return busy
}

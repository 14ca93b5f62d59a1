package batch

// Work returns the estimated time of a run in a browser in milliseconds, within
// a factor of a few. Each window costs a pass over the list of slots. There are
// a few windows for each job, or about one for each slot if slots are many and
// jobs few. The estimate decides which algorithms run at every change.
func (p *Problem) Work() float64 {
	slots := float64(max(len(p.Slots), len(p.Nodes)+len(p.Busy)))
	return slots * float64(len(p.Jobs)+10) * float64(p.Rounds()) / 3000 * max(1, slots/5000)
}

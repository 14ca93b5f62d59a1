package batch

// Work returns the estimated time of a run in a browser in milliseconds. Every
// window takes a pass over the list of slots, and there are some for each job,
// or about as many as slots if these are many and jobs few. It decides what may
// be run at every change and is accurate to a factor of a few.
func (p *Problem) Work() float64 {
	slots := float64(max(len(p.Slots), len(p.Nodes)+len(p.Busy)))
	return slots * float64(len(p.Jobs)+10) * float64(p.Rounds()) / 3000 * max(1, slots/5000)
}

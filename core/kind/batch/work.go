package batch

// Work estimates how many milliseconds a run takes in a browser: every window costs a walk
// over the list of slots, and there are some for each job. The windows are as many as the
// slots where these are many and jobs few. It is there to decide what may be run at every
// change, and good to a factor of a few.
func (p *Problem) Work() float64 {
	slots := float64(max(len(p.Slots), len(p.Nodes)+len(p.Busy)))
	return slots * float64(len(p.Jobs)+10) * float64(p.Rounds()) / 3000 * max(1, slots/5000)
}

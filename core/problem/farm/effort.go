package farm

// Effort estimates how many milliseconds a run takes in a browser, by its jobs, 2,500 of which
// take about 100, by the machines that are asked for each where they are more than a
// hundred, and by the orders that two-stage tries. It is there to decide what may be run
// at every change, and good to a factor of a few.
func (p *Problem) Effort(algorithm string, o Options) float64 {
	work := float64(len(p.Jobs)) / 25 * max(1, float64(len(p.Machines))/100)
	if algorithm == "two-stage" {
		work *= float64(1 + max(0, o.Tries))
	}
	return work
}

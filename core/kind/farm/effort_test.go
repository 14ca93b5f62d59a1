package farm

import "testing"

// Effort grows with jobs, with machines beyond three hundred, and with the orders that are tried.
func TestEffort(t *testing.T) {
	p := Problem{Jobs: make([]Job, 50), Machines: make([]Machine, 300)}
	if w := p.Effort("fcfs", Options{Tries: 9}); w != 2 {
		t.Errorf("fcfs on 300 machines: got %v ms, want 2", w)
	}
	if w := p.Effort("two-stage", Options{Tries: 9}); w != 20 {
		t.Errorf("two-stage with nine tries: got %v ms, want 20", w)
	}
	p.Machines = make([]Machine, 750)
	if w := p.Effort("fcfs", Options{}); w != 5 {
		t.Errorf("fcfs on 750 machines: got %v ms, want 5", w)
	}
}

// uniformQueue returns a machine that runs two jobs at a time, with equal jobs that arrive at a
// constant interval and have estimates of twice their run times.
func uniformQueue(jobs int, every float64) *Problem {
	got := 20.0
	p := &Problem{Machines: []Machine{{Slots: 4}}}
	for i := range jobs {
		p.Jobs = append(p.Jobs, Job{Slots: 2, Duration: 10, Estimate: &got, Submitted: float64(i) * every})
	}
	return p
}

// If all waiting jobs are checked again whenever a job ends, their number counts: half the
// square of the number of jobs if all arrive at once; half as many if they arrive twice as fast
// as they leave; none if they arrive as fast as they leave.
func TestEffortOfThoseWhoWait(t *testing.T) {
	const n = 1000
	near := func(got, want float64) bool { return got > want*0.99 && got < want*1.01 }
	for _, c := range []struct{ interval, tries float64 }{{0, n * n / 2}, {2.5, n * n / 4}, {5, 0}} {
		if got := uniformQueue(n, c.interval).tries(); !near(got, c.tries) && got > 1 {
			t.Errorf("every %v s: got %v tries, want %v", c.interval, got, c.tries)
		}
	}
	p := uniformQueue(n, 0)
	for _, c := range []struct {
		algorithm  string
		o          Options
		costPerTry float64
	}{
		{"conservative", Options{}, tryAlone},
		{"conservative", Options{Compression: Replan}, tryAnew},
		{"own", Options{Backfill: BackfillConservative}, tryAnew},
		{"own", Options{}, tryScore},
		{"easy", Options{}, 0},
	} {
		if got, want := p.Effort(c.algorithm, c.o), 40+c.costPerTry*n*n/2; !near(got, want) {
			t.Errorf("%s %+v: got %v ms, want %v", c.algorithm, c.o, got, want)
		}
	}
	for i := range p.Jobs {
		p.Jobs[i].Estimate = nil
	}
	if got := p.Effort("conservative", Options{}); got != 40 {
		t.Errorf("without estimates: got %v ms, want 40", got)
	}
}

// Queues also form at licences and memory.
func TestEffortByWhatIsScarce(t *testing.T) {
	for name, scarce := range map[string]func(p *Problem){
		"floating licence": func(p *Problem) { p.Licenses = map[string]int{"l": 1} },
		"bound licence":    func(p *Problem) { p.Machines[0].Licenses = map[string]int{"l": 1} },
		"memory":           func(p *Problem) { p.Machines[0].Memory = 4 },
	} {
		p := uniformQueue(100, 5)
		p.Machines[0].Slots = 10_000
		for i := range p.Jobs {
			p.Jobs[i].Licenses, p.Jobs[i].Memory = map[string]int{"l": 1}, 4
		}
		if got := p.tries(); got != 0 {
			t.Fatalf("without scarcity: got %v tries, want 0", got)
		}
		if scarce(p); p.tries() < 1000 {
			t.Errorf("scarce %s: got %v tries, want 1000 at least", name, p.tries())
		}
	}
}

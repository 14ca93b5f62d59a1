package schedmetrics

import (
	"context"
	"math"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
	"gridbox/core/kind/farm"
	solver "gridbox/core/kind/farm/solve"
	"gridbox/core/sorting"
)

// drawSchedule draws a farm with users, dependencies and preemption, and a schedule of it.
func drawSchedule(t *rapid.T) (*farm.Problem, *farm.Solution) {
	machines, jobs, types := rapid.IntRange(1, 4).Draw(t, "machines"), rapid.IntRange(1, 25).Draw(t, "jobs"), 1
	interval, dependent := rapid.Float64Range(0, 300).Draw(t, "interval"), rapid.Float64Range(0, 0.4).Draw(t,
		"dependent")
	preemptible := rapid.Float64Range(0, 0.5).Draw(t, "preemptible")
	p, faults := farm.Generate(farm.Spec{Preset: "farm-mixed", Machines: &machines, Jobs: &jobs, Types: &types,
		Interval: &interval, DependentShare: &dependent, PreemptibleShare: &preemptible},
		rapid.Uint64Range(0, 1000).Draw(t, "seed"))
	if faults != nil {
		t.Fatal(faults)
	}
	users := rapid.IntRange(0, 3).Draw(t, "users")
	for j := range p.Jobs {
		if k := rapid.IntRange(0, users).Draw(t, "user"); k > 0 {
			p.Jobs[j].User = string(rune('A' + k - 1))
		}
	}
	a := rapid.SampledFrom([]solver.Algorithm{solver.AlgorithmTwoStage, solver.AlgorithmFCFS,
		solver.AlgorithmEASY}).Draw(t, "algorithm")
	r, err := solver.Solve(context.Background(), &p, a, solver.Options{NoBound: true})
	if err != nil || !r.Feasible {
		t.Fatalf("Solve: got error %v, reason %q; want a feasible answer", err, r.Reason)
	}
	return &p, r.Solution
}

func isNear(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }

// jobTimes determines the times of a job by visiting all reservations.
func jobTimes(p *farm.Problem, s *farm.Solution, id string) (x Job) {
	job := p.Jobs[slices.IndexFunc(p.Jobs, func(j farm.Job) bool { return j.ID == id })]
	x.Start, x.End = math.Inf(1), math.Inf(-1)
	last := math.Inf(-1)
	for _, r := range s.Reservations {
		if r.Job == id {
			x.Start, x.End, last = min(x.Start, r.Start), max(x.End, r.Finish), max(last, r.Start)
			x.Slots += float64(r.Slots) * (r.Finish - r.Start)
		}
	}
	for _, r := range s.Reservations {
		if r.Job == id && r.Start == last {
			m := p.Machines[slices.IndexFunc(p.Machines, func(m farm.Machine) bool { return m.ID == r.Machine })]
			x.Run = max(x.Run, job.Duration/job.SpeedOf(&m))
		}
	}
	x.Release = job.Submitted
	for _, a := range job.After {
		other := jobTimes(p, s, a.Job)
		x.Release = max(x.Release, other.End+a.Delay)
	}
	return x
}

// stateAt returns the slots in use and the number of waiting jobs at a time.
func stateAt(p *farm.Problem, s *farm.Solution, time float64) (held float64, waiting int) {
	for _, job := range p.Jobs {
		x, runs := jobTimes(p, s, job.ID), false
		for _, r := range s.Reservations {
			if r.Job == job.ID && r.Start <= time && time < r.Finish {
				held, runs = held+float64(r.Slots), true
			}
		}
		if !runs && x.Release <= time && time < x.End {
			waiting++
		}
	}
	return held, waiting
}

// Every measure equals the one computed from every job and every time.
func TestAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, s := drawSchedule(t)
		cut := Cut{rapid.SampledFrom([]float64{0, 0, 0.1, 0.5, 1}).Draw(t, "warm"),
			rapid.SampledFrom([]float64{0, 0, 0.2, 0.6}).Draw(t, "tail")}
		v := Analyse(p, s)
		m := v.Measures(cut)
		var jobs []farm.Job
		jobs = append(jobs, p.Jobs...)
		slices.SortStableFunc(jobs, func(a, b farm.Job) int { return sorting.Ascending(a.Submitted, b.Submitted) })
		n := float64(len(jobs))
		first := int(math.Floor(cut.Warm * n))
		jobs = jobs[first:max(first, len(jobs)-int(math.Floor(cut.Tail*n)))]
		if m.Jobs != len(jobs) || m.Jobs+m.Excluded != len(p.Jobs) {
			t.Fatalf("got %d jobs counted and %d left out, want %d of %d", m.Jobs, m.Excluded, len(jobs), len(p.Jobs))
		}
		var waits, responses, slowdowns []float64
		users := map[string][]float64{}
		for _, job := range jobs {
			x := jobTimes(p, s, job.ID)
			wait, response := max(0, x.Start-x.Release), x.End-x.Release
			slow := max(1, response/max(x.Run, 10))
			waits, responses, slowdowns = append(waits, wait), append(responses, response), append(slowdowns, slow)
			if job.User != "" {
				users[job.User] = append(users[job.User], slow)
			}
		}
		for _, c := range []struct {
			name string
			got  Distribution
			list []float64
		}{{"wait", m.Wait, waits}, {"response", m.Response, responses}, {"slowdown", m.Slowdown, slowdowns}} {
			if len(jobs) > 0 && !alike(c.got, c.list) {
				t.Fatalf("distribution of %s: got %+v, want that of %v", c.name, c.got, c.list)
			}
		}
		checkFairness(t, &m, users)
		checkOverTime(t, p, s, v, &m)
	})
}

// alike reports whether a spread is that of a list.
func alike(s Distribution, list []float64) bool {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	rank := func(share float64) float64 { // by trying every value
		best := math.Inf(1)
		for _, x := range list {
			n := 0
			for _, y := range list {
				if y <= x {
					n++
				}
			}
			if float64(n) >= share*float64(len(list)) {
				best = min(best, x)
			}
		}
		return best
	}
	return isNear(s.Mean, sum/float64(len(list))) && isNear(s.Median, rank(0.5)) && isNear(s.P90, rank(0.9)) &&
		isNear(s.P99, rank(0.99)) && isNear(s.Max, rank(1))
}

func checkFairness(t *rapid.T, m *Measures, users map[string][]float64) {
	if len(m.Users) != len(users) || (m.Fairness == nil) != (len(users) == 0) {
		t.Fatalf("got %d users, want %d", len(m.Users), len(users))
	}
	sum, squares := 0.0, 0.0
	for _, u := range m.Users {
		mean := 0.0
		for _, x := range users[u.Name] {
			mean += x / float64(len(users[u.Name]))
		}
		if u.Jobs != len(users[u.Name]) || !isNear(u.MeanSlowdown, mean) {
			t.Fatalf("user: got %+v, want mean %v of %v", u, mean, users[u.Name])
		}
		sum, squares = sum+mean, squares+mean*mean
	}
	if m.Fairness != nil && !isNear(*m.Fairness, sum*sum/(float64(len(users))*squares)) {
		t.Fatalf("fairness: got %v, want %v", *m.Fairness, sum*sum/(float64(len(users))*squares))
	}
}

// checkOverTime compares measures over time with the state between every two events.
func checkOverTime(t *rapid.T, p *farm.Problem, s *farm.Solution, v *View, m *Measures) {
	if !(m.To > m.From) {
		return
	}
	slots := 0.0
	for _, x := range p.Machines {
		slots += float64(x.Slots)
	}
	moments := []float64{m.From, m.To}
	ended := 0
	for j := range p.Jobs {
		x := jobTimes(p, s, p.Jobs[j].ID)
		moments = append(moments, x.Release, x.Start, x.End)
		if x.End >= m.From && x.End <= m.To {
			ended++
		}
	}
	for _, r := range s.Reservations {
		moments = append(moments, r.Start, r.Finish)
	}
	slices.Sort(moments)
	moments = slices.Compact(moments)
	busy, queued, most := 0.0, 0.0, 0
	exact := func(list []Point, time float64) float64 {
		k := 0
		for k+1 < len(list) && list[k+1].Time <= time {
			k++
		}
		return list[k].Value
	}
	utilization, queue := v.Utilization(m.From, m.To, 1e6), v.Queue(m.From, m.To, 1e6)
	for i := 0; i+1 < len(moments); i++ {
		a, b := moments[i], moments[i+1]
		if a < m.From || b > m.To {
			continue
		}
		held, waiting := stateAt(p, s, (a+b)/2)
		busy, queued, most = busy+held*(b-a), queued+float64(waiting)*(b-a), max(most, waiting)
		if !isNear(exact(utilization, a), held/slots) || !isNear(exact(queue, a), float64(waiting)) {
			t.Fatalf("utilisation and queue at %v: got %v and %v, want %v and %v", a, exact(utilization, a),
				exact(queue, a), held/slots, waiting)
		}
	}
	long := m.To - m.From
	if !isNear(m.Utilization, busy/slots/long) || !isNear(m.MeanQueue, queued/long) || m.MaxQueue != most ||
		!isNear(m.Throughput, float64(ended)/long*3600) {
		t.Fatalf("got %+v, want utilisation %v, queue %v and %d, %d ended", m, busy/slots/long, queued/long, most,
			ended)
	}
	for _, n := range []int{1, 3, 7} { // means over intervals have the mean of all
		for name, list := range map[string][]Point{"utilisation": v.Utilization(m.From, m.To, n),
			"queue": v.Queue(m.From, m.To, n)} {
			sum := 0.0
			for i := 0; i+1 < len(list); i++ {
				sum += list[i].Value * (list[i+1].Time - list[i].Time) / long
			}
			want := map[string]float64{"utilisation": m.Utilization, "queue": m.MeanQueue}[name]
			if len(list) > n+1 || !isNear(sum, want) {
				t.Fatalf("%s in at most %d points: got mean %v, want %v: %v", name, n, sum, want, list)
			}
		}
	}
}

// A queue of one machine, by hand: three jobs of 100, 5 and 50 s submitted at 0,
// 10 and 20, which run one after the other.
func TestByHand(t *testing.T) {
	p := &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 2}}, Jobs: []farm.Job{
		{ID: "1", Slots: 2, Duration: 100, User: "A"}, {ID: "2", Slots: 2, Duration: 5, Submitted: 10, User: "B"},
		{ID: "3", Slots: 1, Duration: 50, Submitted: 20, User: "A"}}}
	s := &farm.Solution{Reservations: []farm.Reservation{{Job: "1", Part: 1, Machine: "m", Slots: 2, Finish: 100},
		{Job: "2", Part: 1, Machine: "m", Slots: 2, Start: 100, Finish: 105},
		{Job: "3", Part: 1, Machine: "m", Slots: 1, Start: 105, Finish: 155}}}
	m := Measure(p, s, Cut{})
	slow := []float64{1, 95.0 / 10, 135.0 / 50} // 5 s count as 10
	if m.Wait.Max != 90 || m.Wait.Median != 85 || !isNear(m.Slowdown.Mean, (slow[0]+slow[1]+slow[2])/3) ||
		m.Slowdown.Max != slow[1] || m.MaxQueue != 2 || !isNear(m.MeanQueue, 175.0/155) ||
		!isNear(m.Utilization, (200+10+50)/310.0) || !isNear(m.Throughput, 3*3600/155.0) {
		t.Errorf("Measure: got %+v, want waits of 0, 85 and 90 s and a queue of 2", m)
	}
	a := (slow[0] + slow[2]) / 2
	if want := (a + slow[1]) * (a + slow[1]) / (2 * (a*a + slow[1]*slow[1])); !isNear(*m.Fairness, want) {
		t.Errorf("fairness: got %v, want %v", *m.Fairness, want)
	}
	v := Analyse(p, s)
	if got := v.WaitDistribution(v.CountedJobs(Cut{}), 2); len(got) != 2 || got[1] != (Point{90, 1}) ||
		got[0] != (Point{0, 1.0 / 3}) {
		t.Errorf("WaitDistribution: got %v, want 0 for a third and 90 for all", got)
	}
	if m := Measure(p, s, Cut{Warm: 0.4}); m.Jobs != 2 || m.From != 10 || m.To != 155 {
		t.Errorf("without the first 0.4: got %+v, want 2 jobs from 10 to 155", m)
	}
	if m := Measure(p, s, Cut{Tail: 0.4}); m.Jobs != 2 || m.From != 0 || m.To != 10 || m.Utilization != 1 {
		t.Errorf("without the last 0.4: got %+v, want 2 jobs from 0 to 10", m)
	}
}

// Empty problems, and solutions of other problems, have measures.
func TestOdd(t *testing.T) {
	if m := Measure(&farm.Problem{}, &farm.Solution{}, Cut{}); m.Jobs != 0 || m.Fairness != nil {
		t.Errorf("Measure of an empty farm: got %+v, want no jobs and no fairness", m)
	}
	p := &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 2}}, Jobs: []farm.Job{{ID: "a", Slots: 1, Duration: 1},
		{ID: "b", Slots: 1, Duration: 2}, {ID: "c", Slots: 1, Duration: 2}}}
	s := &farm.Solution{Reservations: []farm.Reservation{{Job: "c", Part: 1, Machine: "?", Slots: 1, Start: 1,
		Finish: 3},
		{Job: "ghost", Part: 1, Machine: "m", Slots: 9, Finish: 9},
		{Job: "a", Part: 1, Machine: "m", Slots: 1, Start: 4, Finish: 5}}}
	if m := Measure(p, s, Cut{}); m.Jobs != 2 || m.Excluded != 1 || m.Wait.Max != 4 || m.To != 5 {
		t.Errorf("Measure of another farm's solution: got %+v, want 2 jobs and 1 left out", m)
	}
}

func TestNames(t *testing.T) {
	p := &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 1}}, Jobs: []farm.Job{{ID: "a", Slots: 1,
		Duration: 30}}}
	s := &farm.Solution{Reservations: []farm.Reservation{{Job: "a", Part: 1, Machine: "m", Slots: 1, Start: 30,
		Finish: 60}}}
	for _, name := range Names() {
		x, ok := Reader(name)(p, s)
		if _, known := LowerIsBetter(name); !known || ok == (name == "service.fairness") || math.IsNaN(x) {
			t.Errorf("measure %s: got %v, %t; want a number and a direction", name, x, ok)
		}
	}
	if x, _ := Reader("service.slowdown.mean")(p, s); x != 2 {
		t.Errorf("service.slowdown.mean: got %v, want 2", x)
	}
	if _, known := LowerIsBetter("service.nothing"); known || Reader("service.nothing") != nil {
		t.Error("an unknown measure is accepted")
	}
}

// BenchmarkOf shows that measuring a schedule takes nearly linear time.
func BenchmarkOf(b *testing.B) {
	for _, jobs := range []int{25_000, 50_000, 100_000, 250_000} {
		p := &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 1000}}}
		s := &farm.Solution{}
		for i := range jobs {
			id, at := strconv.Itoa(i), float64(i*7919%jobs)
			p.Jobs = append(p.Jobs, farm.Job{ID: id, Slots: 1, Duration: 100, Submitted: at,
				User: strconv.Itoa(i % 97)})
			s.Reservations = append(s.Reservations, farm.Reservation{Job: id, Part: 1, Machine: "m", Slots: 1,
				Start: at + float64(i%1000), Finish: at + float64(i%1000) + 100})
		}
		b.Run(strconv.Itoa(jobs), func(b *testing.B) {
			for b.Loop() {
				Measure(p, s, Cut{})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(jobs), "ns/job")
		})
	}
}

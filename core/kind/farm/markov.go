package farm

import "strconv"

// markov2004 returns the example of the paper's section 4 with its tables 1 to 3.
//
// The paper's "ID numbers from 1 till 28" are 1 to 18. Durations are those of the tables. Job 19
// needs 5 slots and 600 MB and is divided into five parts of 120 MB; the order is the printed
// one.
func markov2004() Problem {
	p := Problem{}
	for i := range 5 {
		m := Machine{ID: "q" + strconv.Itoa(i+1), Slots: 1, Memory: 128}
		if i == 4 {
			m.Slots, m.Memory = 3, 512
		}
		p.Machines = append(p.Machines, m)
	}
	for i, d := range []float64{8400, 6000, 10800, 7200, 9600, 4800, 600, 2400, 2400, 10800, 600, 600, 600, 2400, 2400,
		2400, 2400, 3600, 4320} {
		j := Job{ID: strconv.Itoa(i + 1), Slots: 1, Memory: 50, Duration: d}
		switch i + 1 {
		case 18:
			j.Slots, j.Memory = 3, 100
		case 19:
			j.Slots, j.Memory, j.Partition = 5, 600, 5
		}
		p.Jobs = append(p.Jobs, j)
	}
	for job, queue := range map[int]string{3: "q1", 5: "q2", 1: "q3", 4: "q4", 2: "q5"} {
		p.Jobs[job-1].Running = &Running{Machine: queue}
	}
	for _, id := range []int{1, 10, 2, 3, 4, 5, 18, 6, 19, 7, 11, 12, 13, 8, 14, 15, 16, 17, 9} {
		p.Order = append(p.Order, strconv.Itoa(id))
	}
	off := false
	p.Policy = &Policy{Preemption: &off}
	return p
}

// starvation returns a stream of small jobs with one wide job. Without advance reservation the
// two slots are never free at the same time before the stream ends. With it the wide job starts
// as soon as earlier jobs have ended.
func starvation() Problem {
	off := false
	p := Problem{Machines: []Machine{{ID: "q1", Slots: 2, Memory: 64}}, Policy: &Policy{Reservation: &off}}
	p.Jobs = append(p.Jobs, Job{ID: "small 0", Slots: 1, Memory: 1, Duration: 50})
	p.Jobs = append(p.Jobs, Job{ID: "wide", Slots: 2, Memory: 2, Duration: 100, Submitted: 1, Priority: 1})
	for i := range 40 {
		p.Jobs = append(p.Jobs, Job{ID: "small " + strconv.Itoa(i+1), Slots: 1, Memory: 1, Duration: 100,
			Submitted: float64(2 + 50*i)})
	}
	return p
}

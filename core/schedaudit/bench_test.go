package schedaudit_test

import (
	"strconv"
	"testing"

	"gridbox/core/export"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
	"gridbox/core/schedaudit"
)

// BenchmarkLargeSchedule writes a schedule of 250,000 jobs on one machine of 1,152
// slots in each format, and reads and judges it.
func BenchmarkLargeSchedule(b *testing.B) {
	p := farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 1152}}}
	s := &farm.Solution{}
	for i := range 250_000 {
		// There are 36 jobs of up to 32 slots at a time, so that all slots
		// suffice.
		start, slots := float64(i/36)*100, 1+i*7919%32
		j := farm.Job{ID: strconv.Itoa(i + 1), Slots: slots, Submitted: start / 2, Duration: float64(1 + i*104729%100)}
		p.Jobs = append(p.Jobs, j)
		s.Reservations = append(s.Reservations, farm.Reservation{Job: j.ID, Part: 1, Machine: "m", Slots: slots,
			Start: start, Finish: start + j.Duration})
	}
	w := &export.Work{Scenario: &scenario.Scenario{Kind: "farm", Farm: &scenario.Farm{Problem: p}},
		Answers: []scenario.Answer{{Algorithm: "x", Feasible: true, Solution: s}}}
	for _, id := range []string{"chrome-trace", "swf", "batsim-csv"} {
		f, err := export.ByID(id, "farm", false)
		if err != nil {
			b.Fatal(err)
		}
		var text export.Text
		b.Run(id+"/write", func(b *testing.B) {
			for b.Loop() {
				if text, err = f.Write(w); err != nil {
					b.Fatal(err)
				}
			}
			b.SetBytes(int64(len(text.Bytes)))
		})
		if id == "chrome-trace" || text.Bytes == nil {
			continue
		}
		b.Run(id+"/judge", func(b *testing.B) {
			for b.Loop() {
				read, faults := schedaudit.Read(text.Bytes)
				if faults != nil {
					b.Fatal(faults)
				}
				if j, err := read.Judge(&p, "x"); err != nil || j.ViolationCount > 0 {
					b.Fatalf("Judge: got error %v, violations %v; want none", err, j.Answer.Check.Violations)
				}
			}
		})
	}
}

package verify

import (
	"strconv"
	"testing"

	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"

	"pgregory.net/rapid"
)

// Grades leave out nothing that suits a job, however much has been cut, and what is
// passed over in one step is over; so the pass is the same with them as without.
func TestGradesLeaveOutNothingThatSuits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &batch.Problem{Environment: window.Environment{Horizon: 1000}}
		for i := range rapid.IntRange(1, 40).Draw(t, "nodes") {
			n := window.Node{ID: "n" + strconv.Itoa(i), Performance: rapid.Float64Range(0.5, 9).Draw(t, "performance"),
				Price: rapid.Float64Range(0, 9).Draw(t, "price")}
			p.Nodes = append(p.Nodes, n)
			at := 0.0
			for range rapid.IntRange(0, 12).Draw(t, "slots") {
				at += rapid.Float64Range(0.1, 9).Draw(t, "gap")
				end := at + rapid.Float64Range(0.1, 40).Draw(t, "length")
				p.Slots = append(p.Slots, window.Slot{Node: n.ID, Start: at, End: end})
				at = end
			}
		}
		for i := range rapid.IntRange(1, 6).Draw(t, "jobs") {
			p.Jobs = append(p.Jobs, batch.Job{ID: strconv.Itoa(i), Nodes: rapid.IntRange(1, 4).Draw(t, "n"),
				Volume:         rapid.Float64Range(1, 60).Draw(t, "volume"),
				MinPerformance: rapid.Float64Range(0.5, 5).Draw(t, "least"),
				MaxPrice:       rapid.Float64Range(0.1, 9).Draw(t, "most")})
		}
		rule := rapid.SampledFrom([]string{byALP, byAMP}).Draw(t, "rule")
		scaled := rapid.SampledFrom([]batch.Duration{batch.Corrected, batch.Literal}).Draw(t, "duration")
		c := newBatchCheck(p, nil, &scenario.Answer{Algorithm: rule,
			Options: map[string]any{"duration": string(scaled)}})
		var jobs []*asking
		for i := range p.Jobs {
			jobs = append(jobs, c.asking(&p.Jobs[i]))
		}
		c.left = c.shelves(c.sight(1))
		windows := 0
		c.families(jobs, func(_, _ int, _ float64, found []holding) bool {
			windows += len(found)
			c.look(t, jobs)
			return windows < 200
		})
		c.look(t, jobs)
	})
}

// look holds all shelves to their grades, and these to what suits.
func (c *batchCheck) look(t *rapid.T, jobs []*asking) {
	fresh, sofar := shelf{lanes: &lanes{}}, 0.0
	for b := range c.left {
		s := &c.left[b]
		if s.sofar < sofar {
			t.Fatal("a later shelf is said to be over sooner")
		}
		sofar = s.sofar
		fresh.list = s.list
		for i := range s.list {
			p := &s.list[i]
			if p.End > s.sofar || p.End > s.latest || p.End < s.soonest {
				t.Fatalf("a piece to %v on a shelf from %v to %v, and %v so far", p.End, s.soonest, s.latest, s.sofar)
			}
			if fresh.grade(&c.grades, i); s.lanes.fast[i] != fresh.lanes.fast[i] ||
				s.lanes.cheap[i] != fresh.lanes.cheap[i] || s.lanes.room[i] != fresh.lanes.room[i] {
				t.Fatal("grades of another piece")
			}
			for _, a := range jobs {
				most, length := allowance(a.job), c.lasting(a.job, p.performance)
				suits := p.performance >= a.job.MinPerformance && p.Start+length <= p.End
				if c.rule == byALP {
					suits = suits && p.price <= a.job.MaxPrice
				} else {
					suits = suits && p.price*length <= most+float64(most*roundingOf)
				}
				if bits := s.lanes.suiting(i/8*8, &a.wants); suits && bits>>(i%8*8)&0x80 == 0 {
					t.Fatalf("passes over %+v for %+v", p, a.job)
				}
			}
		}
	}
}

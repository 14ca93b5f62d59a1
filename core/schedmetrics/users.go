package schedmetrics

import (
	"cmp"

	"gridbox/core/sorting"
)

// users computes the measures of each user, by falling number of jobs, and the
// fairness. Jobs without a user are ignored.
func (v *View) users(m *Measures, counted []int) {
	place := map[string]int{}
	for _, j := range counted {
		name := v.p.Jobs[j].User
		if name == "" {
			continue
		}
		at, met := place[name]
		if !met {
			at = len(m.Users)
			place[name] = at
			m.Users = append(m.Users, User{Name: name})
		}
		u, x := &m.Users[at], &v.Jobs[j]
		u.Jobs++
		u.SlotHours += x.Slots / 3600
		u.MeanWait += x.Wait()
		u.MaxWait = max(u.MaxWait, x.Wait())
		u.MeanSlowdown += x.Slowdown()
	}
	if len(m.Users) == 0 {
		return
	}
	sum, squares := 0.0, 0.0
	for i := range m.Users {
		u := &m.Users[i]
		u.MeanWait, u.MeanSlowdown = u.MeanWait/float64(u.Jobs), u.MeanSlowdown/float64(u.Jobs)
		sum += u.MeanSlowdown
		squares += float64(u.MeanSlowdown * u.MeanSlowdown)
	}
	index := float64(sum*sum) / float64(float64(len(m.Users))*squares)
	m.Fairness = &index
	sorting.Stable(m.Users, func(a, b User) int {
		return cmp.Or(cmp.Compare(b.Jobs, a.Jobs), cmp.Compare(a.Name, b.Name))
	})
}

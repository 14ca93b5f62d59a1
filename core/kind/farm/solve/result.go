package solve

import (
	"math"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/kind/farm"
	"gridbox/core/reason"
)

// result returns the result of the run so far.
func (r *run) result() Result {
	out := Result{Feasible: true, Solution: &farm.Solution{Reservations: make([]farm.Reservation, 0, r.reservations())}}
	for j := range r.pieces {
		r.reserve(out.Solution, int32(j))
	}
	r.stats.Rounded = r.in.rounded
	out.Metrics, out.Stats = r.metrics(), r.stats
	if !r.o.NoBound {
		out.Proof = r.in.bound()
	}
	return out
}

// reservations returns the number of reservations of all jobs.
func (r *run) reservations() int {
	n := 0
	for j := range r.pieces {
		for i := range r.pieces[j] {
			n += len(r.pieces[j][i].machines)
		}
	}
	return n
}

// reserve appends the reservations of a job: part by part, then by time.
func (r *run) reserve(s *farm.Solution, j int32) {
	from := &r.in.p.Jobs[j]
	most := 0
	for i := range r.pieces[j] {
		most = max(most, len(r.pieces[j][i].machines))
	}
	for part := range most {
		for i := range r.pieces[j] {
			x := &r.pieces[j][i]
			k := len(x.machines)
			if part >= k {
				continue
			}
			made := farm.Reservation{Job: from.ID, Part: part + 1, Machine: r.in.p.Machines[x.machines[part]].ID,
				Slots: from.Slots / k, Memory: from.Memory / float64(k), Start: x.start, Finish: x.finish[part],
				StartKind: x.startKind}
			if x.stopped {
				made.Preempted = &farm.Preemption{By: r.in.p.Jobs[x.by].ID, Ratio: x.ratio, Turn: x.turn}
			}
			s.Reservations = append(s.Reservations, made)
		}
	}
}

// metrics returns the metrics of the placed jobs.
func (r *run) metrics() farm.Metrics {
	m := farm.Metrics{}
	waits, busy, slots := 0.0, 0.0, 0.0
	for j := range r.pieces {
		from := &r.in.p.Jobs[j]
		end := math.Inf(-1)
		for i := range r.pieces[j] {
			x := &r.pieces[j][i]
			for _, f := range x.finish {
				end = max(end, f)
				busy += float64(float64(from.Slots/len(x.machines)) * max(0, f-max(0, x.start)))
			}
		}
		if len(r.pieces[j]) == 0 {
			continue
		}
		m.Makespan = max(m.Makespan, end)
		waits += r.pieces[j][0].start - from.Submitted
		if from.Deadline != nil {
			m.MaxLateness = max(m.MaxLateness, end-*from.Deadline)
		}
	}
	if r.placed > 0 {
		m.MeanWait = waits / float64(r.placed)
	}
	for i := range r.in.p.Machines {
		slots += float64(r.in.p.Machines[i].Slots)
	}
	if m.Makespan > 0 {
		m.Utilization = busy / float64(slots*m.Makespan)
	}
	w := &r.in.rules
	m.Cost = float64(w.CostMakespan*m.Makespan) + float64(w.CostWait*m.MeanWait) + float64(w.CostLateness*m.MaxLateness)
	return m
}

// unsuitableReason returns the reason if a job suits no machine, with what each class of machines lacks,
// or nil. Running jobs are excluded.
func (r *run) unsuitableReason() *reason.Reason {
	for j := range r.in.jobs {
		if r.in.p.Jobs[j].Running != nil || r.suitsSomewhere(int32(j)) {
			continue
		}
		from := &r.in.p.Jobs[j]
		text := i18n.English("job {} fits on no machine", strconv.Quote(from.ID))
		if len(r.in.jobs[j].parts) > 1 {
			text = i18n.English("job {} fits on the machines neither whole nor in parts", strconv.Quote(from.ID))
		}
		if len(r.in.p.Machines) == 0 {
			return reason.New("no-machines", "job", from.ID).Say(i18n.English("{}: there is none", text))
		}
		k := r.in.jobs[j].parts[len(r.in.jobs[j].parts)-1]
		n := r.in.jobs[j].part(k)
		var machines, lacks []string
		for c := range min(len(r.in.classes), maxNamed) {
			machines = append(machines, r.in.classes[c].first.ID)
			lacks = append(lacks, string(r.in.lacks(&r.in.jobs[j], from.Type, n, k, &r.in.classes[c])))
			text += map[bool]string{true: ": ", false: "; "}[c == 0] + r.lackText(int32(j), n, k, &r.in.classes[c])
		}
		if len(r.in.classes) > maxNamed {
			text += "; …"
		}
		return reason.New("fits-nowhere", "job", from.ID, "parts", int(k), "machines", machines, "lacks", lacks).
			Say(text)
	}
	return nil
}

// maxNamed is the greatest number of classes of machines in a reason.
const maxNamed = 8

// suitsSomewhere reports whether there are enough machines for some number of parts, with floating
// licences.
func (r *run) suitsSomewhere(j int32) bool {
	for _, k := range r.in.jobs[j].parts {
		count, licensed := 0, 0
		n := r.in.jobs[j].part(k)
		for c := range r.in.classes {
			if r.in.lacks(&r.in.jobs[j], r.in.p.Jobs[j].Type, n, k, &r.in.classes[c]) != "" {
				continue
			}
			count += len(r.in.classes[c].machines)
			if !r.floats(j, &r.in.classes[c]) {
				licensed += len(r.in.classes[c].machines)
			}
		}
		if count >= int(k) && r.hasFloatingLicences(j, int(k)-licensed) {
			return true
		}
	}
	return false
}

// floats reports whether a job on a class needs floating licences.
func (r *run) floats(j int32, c *class) bool {
	for _, w := range r.in.jobs[j].licences {
		if _, bound := c.first.Licenses[w.name]; !bound {
			return true
		}
	}
	return false
}

// hasFloatingLicences reports whether there are floating licences for so many parts.
func (r *run) hasFloatingLicences(j int32, parts int) bool {
	for _, w := range r.in.jobs[j].licences {
		if parts*int(w.count) > r.in.p.Licenses[w.name] && parts > 0 {
			return false
		}
	}
	return true
}

// lackText returns what the machines of a class lack for a part.
func (r *run) lackText(j int32, n need, k int32, c *class) string {
	from, name := &r.in.p.Jobs[j], c.first.ID
	if more := len(c.machines) - 1; more > 0 {
		name += i18n.English(" and {} like it", strconv.Itoa(more))
	}
	switch r.in.lacks(&r.in.jobs[j], from.Type, n, k, c) {
	case LacksType:
		return i18n.English("{}: type {}, not {}", name, strconv.Quote(c.first.Type), strconv.Quote(from.Type))
	case LacksSlots:
		return i18n.English("{}: {} of {} slots", name, strconv.Itoa(c.first.Slots), strconv.Itoa(int(n.slots)))
	case LacksMemory:
		return i18n.English("{}: {} of {} MB", name, doc.Decimal(c.first.Memory), doc.Decimal(from.Memory/float64(k)))
	case LacksLicence:
		return i18n.English("{}: not enough licences", name)
	}
	return i18n.English("{}: suits, but there are too few machines or licences for all parts at a time", name)
}

package diff

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/group"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/window"
	"gridbox/core/rng"
)

// How the metrics of a kind are made of its things. A metric that is not listed
// is not explained thing by thing.
var (
	placementHow = map[string]how{"makespan": stack, "totalTransferTime": sum, "meanTransferTime": sum,
		"meanCompletionTime": sum}
	windowHow = map[string]how{"start": peak, "runtime": peak, "cost": sum, "value": sum}
	batchHow  = map[string]how{"alternativesPerJob": sum, "totalTime": sum, "totalCost": sum, "meanTime": sum,
		"meanCost": sum}
	farmHow = map[string]how{"makespan": peak, "maxLateness": peak, "meanWait": sum}
)

// readPlacement: what is decided of a job is its cluster and where its data
// come from; its times follow.
func readPlacement(x, other *Side, metric string) part {
	s, ok := x.Answer.Solution.(*placement.Solution)
	p := part{how: placementHow[metric]}
	if !ok || p.how == none {
		return part{}
	}
	p.items = make([]item, len(s.Assignments))
	last, n := "", float64(len(s.Assignments))
	if p.how == stack {
		last, _ = pivot(x, other)
	}
	for i := range s.Assignments {
		a := &s.Assignments[i]
		it := item{thing: Thing{"job", a.Job}, stand: Stand{Where: a.Cluster, From: a.Start, To: a.Finish},
			mark: a.Cluster}
		for k := range a.Sources {
			it.mark += "\n" + a.Sources[k].Dataset + "\n" + strings.Join(a.Sources[k].Path, "\n")
		}
		switch metric {
		case "makespan":
			if a.Cluster == last {
				it.value = a.TransferTime + a.RunTime
			}
		case "totalTransferTime":
			it.value = a.TransferTime
		case "meanTransferTime":
			it.value = a.TransferTime / n
		case "meanCompletionTime":
			it.value = a.Finish / n
		}
		p.items[i] = it
	}
	return p
}

// pivot is the cluster that ends last in the answer that ends later, whichever
// side that is, and the one that ends last in the other where it is another.
func pivot(a, b *Side) (name, holds string) {
	endA, lastA := lastOf(a)
	endB, lastB := lastOf(b)
	if endA < endB || endA == endB && lastB < lastA {
		lastA, lastB = lastB, lastA
	}
	if lastA == lastB {
		lastB = ""
	}
	return lastA, lastB
}

func lastOf(x *Side) (end float64, cluster string) {
	if s, ok := x.Answer.Solution.(*placement.Solution); ok {
		for i := range s.Assignments {
			if a := &s.Assignments[i]; cluster == "" || a.Finish > end {
				end, cluster = a.Finish, a.Cluster
			}
		}
	}
	return end, cluster
}

// readWindow: the nodes of a window. The window would start earlier but for the
// nodes that are not free before, and last less but for those that take long; when
// it ends follows from both.
func readWindow(x, _ *Side, metric string) part {
	s, ok := x.Answer.Solution.(*window.Solution)
	p := part{how: windowHow[metric], total: x.Answer.Metrics[metric]}
	if !ok || x.Scenario.Window.Request == nil || p.how == none {
		return part{}
	}
	problem := &x.Scenario.Window.WindowProblem
	attribute := problem.ValueAttribute()
	if x.Answer.Algorithm == "max-sum" {
		var o window.Options
		doc.Fill(&o, x.Answer.Options)
		attribute = cmp.Or(o.Attribute, attribute)
	}
	place := make(map[string]int, len(problem.Nodes))
	for i := range problem.Nodes {
		place[problem.Nodes[i].ID] = i
	}
	since := freeSince(problem, s, place)
	for i := range s.Slots {
		t := &s.Slots[i]
		n := &problem.Nodes[place[t.Node]]
		it := item{thing: Thing{"node", t.Node}, stand: Stand{From: t.Start, To: t.End, Cost: t.Cost}}
		it.stand.Where = t.Node
		it.mark = at(t.Start) + at(t.End) + at(t.Cost)
		switch need := problem.Request.Volume / n.Performance; metric {
		case "cost":
			it.value = t.Cost
		case "value":
			it.value = n.Attributes[attribute]
		case "start":
			it.value = since[t.Node]
		case "runtime":
			it.value = need
		}
		p.items = append(p.items, it)
	}
	return p
}

// freeSince tells when the free time begins that each node's part lies in, not
// before the request may start.
func freeSince(p *window.WindowProblem, s *window.Solution, place map[string]int) map[string]float64 {
	taken := make([]*window.Taken, len(p.Nodes))
	for i := range s.Slots {
		taken[place[s.Slots[i].Node]] = &s.Slots[i]
	}
	since := make(map[string]float64, len(s.Slots))
	for _, f := range p.Free().All() {
		if t := taken[f.Node]; t != nil && f.Start <= t.Start && t.Start < f.End {
			since[t.Node] = max(f.Start, p.Request.EarliestStart)
		}
	}
	return since
}

// at writes a number as a part of a mark.
func at(x float64) string { return doc.Exact(x) + " " }

// readBatch: the chosen window of each job, or that it waits.
func readBatch(x, _ *Side, metric string) part {
	s, ok := x.Answer.Solution.(*batch.Solution)
	p := part{how: batchHow[metric]}
	if !ok || p.how == none {
		return part{}
	}
	p.items = make([]item, len(x.Scenario.Batch.Jobs))
	place := make(map[string]int, len(p.items))
	for i := range p.items {
		id := x.Scenario.Batch.Jobs[i].ID
		place[id] = i
		p.items[i] = item{thing: Thing{"job", id}, mark: "waits"}
	}
	type list struct {
		job   string
		cycle int
	}
	lists, offers := make(map[list]*batch.Alternatives, len(s.Alternatives)), float64(len(s.Alternatives))
	for i := range s.Alternatives {
		a := &s.Alternatives[i]
		lists[list{a.Job, a.Cycle}] = a
		if metric == "alternativesPerJob" {
			p.items[place[a.Job]].value += float64(len(a.Windows)) / offers
		}
	}
	var o batch.Options
	doc.Fill(&o, x.Answer.Options)
	together, served := o.Measure == batch.Sum, float64(len(s.Chosen))
	for _, c := range s.Chosen {
		a := lists[list{c.Job, c.Cycle}]
		if a == nil || c.Window >= len(a.Windows) {
			continue
		}
		w, it := &a.Windows[c.Window], &p.items[place[c.Job]]
		it.stand, it.mark = Stand{From: w.Start, To: w.End, Cost: w.Cost}, at(w.Start)+at(w.Cost)
		time, names := w.End-w.Start, make([]string, len(w.Slots))
		for k := range w.Slots {
			names[k] = w.Slots[k].Node
			if together {
				time += w.Slots[k].End - w.Slots[k].Start
			}
		}
		if together {
			time -= w.End - w.Start
		}
		slices.Sort(names)
		it.stand.Where = strings.Join(names, ", ")
		it.mark += it.stand.Where
		switch metric {
		case "totalTime":
			it.value = time
		case "totalCost":
			it.value = w.Cost
		case "meanTime":
			it.value = time / served
		case "meanCost":
			it.value = w.Cost / served
		}
	}
	return p
}

// readGroup: the nodes that are taken, and the groups that are used by them,
// each of which counts once.
func readGroup(x, _ *Side, metric string) part {
	s, ok := x.Answer.Solution.(*group.Solution)
	if !ok || x.Scenario.Group.Request == nil {
		return part{}
	}
	g := &x.Scenario.Group.Problem
	p := part{how: none}
	switch sums := g.Sums(); {
	case metric == "cost", metric == "value" && sums:
		p.how = sum
	case metric == "availability" && !sums, metric == "value":
		p.how = product
	default:
		return p
	}
	odds := g.Odds()
	taken, variant, used := make(map[string]bool, len(s.Nodes)), map[string]int{}, map[string]int{}
	for _, id := range s.Nodes {
		taken[id] = true
	}
	for _, v := range s.Variants {
		variant[v.Group] = v.Variant
	}
	p.total = 1
	add := func(kind, id, where string, cost, odd, value float64) {
		it := item{thing: Thing{kind, id}, stand: Stand{Where: where, Cost: cost}, mark: where + at(cost)}
		switch {
		case metric == "cost":
			it.value = cost
		case p.how == product:
			it.value = odd
			p.total *= odd
		default:
			it.value = value
		}
		p.items = append(p.items, it)
	}
	inVariants := make(map[string]bool, len(g.Groups))
	for i := range g.Groups {
		inVariants[g.Groups[i].ID] = len(g.Groups[i].Variants) > 0
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if !taken[n.ID] {
			continue
		}
		used[n.Group]++
		if inVariants[n.Group] {
			add("node", n.ID, n.Group, 0, 1, 0)
		} else {
			add("node", n.ID, n.Group, n.Price, odds.Nodes[i], n.Value)
		}
	}
	for i := range g.Groups {
		q := &g.Groups[i]
		switch v, lots := variant[q.ID]; {
		case used[q.ID] == 0:
		case lots && v < len(q.Variants):
			add("group", q.ID, strconv.Itoa(q.Variants[v].Nodes), q.Variants[v].Cost, q.Variants[v].Value,
				q.Variants[v].Value)
		default:
			add("group", q.ID, "used", 0, odds.Groups[i], q.Value)
		}
	}
	return p
}

// share is that of a factor in the difference of two products.
func (p *part) share(other *part, a, b float64) float64 {
	if a == b || min(a, b, p.total, other.total) <= 0 {
		return 0
	}
	mean := p.total
	if ratio := rng.Ln(other.total / p.total); math.Abs(ratio) > tolerance {
		mean = (other.total - p.total) / ratio
	}
	return mean * rng.Ln(b/a)
}

// readFarm: on which machines each job runs, and when.
func readFarm(x, _ *Side, metric string) part {
	s, ok := x.Answer.Solution.(*farm.Solution)
	p, n := part{how: farmHow[metric], total: x.Answer.Metrics[metric]}, float64(len(x.Scenario.Farm.Jobs))
	if !ok || p.how == none {
		return part{}
	}
	place := make(map[string]int, len(x.Scenario.Farm.Jobs))
	for i := range x.Scenario.Farm.Jobs {
		place[x.Scenario.Farm.Jobs[i].ID] = i
		p.items = append(p.items, item{thing: Thing{"job", x.Scenario.Farm.Jobs[i].ID}})
	}
	for i := range s.Reservations {
		r := &s.Reservations[i]
		it := &p.items[place[r.Job]]
		if it.mark == "" {
			it.stand = Stand{From: r.Start, To: r.Finish}
		}
		if where := ", " + it.stand.Where + ","; !strings.Contains(where, ", "+r.Machine+",") {
			it.stand.Where = strings.TrimPrefix(it.stand.Where+", "+r.Machine, ", ")
		}
		it.stand.From, it.stand.To = min(it.stand.From, r.Start), max(it.stand.To, r.Finish)
		it.mark += r.Machine + " " + at(r.Start) + at(r.Finish)
	}
	for i := range p.items {
		it, j := &p.items[i], &x.Scenario.Farm.Jobs[i]
		switch {
		case metric == "meanWait":
			it.value = (it.stand.From - j.Submitted) / n
		case metric == "makespan":
			it.value = it.stand.To
		case j.Deadline != nil:
			it.value = it.stand.To - *j.Deadline
		default:
			it.value = math.Inf(-1)
		}
	}
	return p
}

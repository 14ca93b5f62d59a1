package conform_test

import (
	"maps"
	"math"
	"reflect"
	"slices"

	"gridbox/core/kind/placement"
	"gridbox/core/kind/placement/solve/replica"
	"gridbox/core/reason"
	"gridbox/core/scenario"
)

// A placementMutant is a changed answer. Mutants with the same meaning are
// recognised by their names: if the named algorithm decides the same, the
// change is none.
type placementMutant struct {
	description string
	answer      scenario.Answer
	equivalence string // reason why its meaning is the same, or ""
}

// A nursery makes the mutants of one answer.
type nursery struct {
	s      *scenario.Scenario
	net    *replica.Net
	right  scenario.Answer
	truths map[string]scenario.Answer
	list   []placementMutant
}

func (n *nursery) add(what string, change func(a *scenario.Answer, s *placement.Solution) bool) {
	a := cloneAnswer(n.right)
	solution, _ := a.Solution.(*placement.Solution)
	if change(&a, solution) {
		n.list = append(n.list, placementMutant{description: what, answer: a, equivalence: n.equivalenceReason(&a)})
	}
}

// equivalenceReason returns the reason why a mutant is equivalent.
func (n *nursery) equivalenceReason(a *scenario.Answer) string {
	truth, known := n.truths[runName(a)]
	if known && runName(a) != runName(&n.right) && reflect.DeepEqual(a.Solution, truth.Solution) &&
		reflect.DeepEqual(a.Metrics, n.right.Metrics) && reflect.DeepEqual(a.Bound, n.right.Bound) {
		return "the algorithm named decides just so"
	}
	return ""
}

func cloneAnswer(a scenario.Answer) scenario.Answer {
	a.Metrics, a.Options = maps.Clone(a.Metrics), maps.Clone(a.Options)
	if a.Bound != nil {
		bound := *a.Bound
		if a.Bound = &bound; bound.Certificate != nil {
			certificate := *bound.Certificate
			certificate.Multipliers = slices.Clone(certificate.Multipliers)
			bound.Certificate = &certificate
		}
	}
	if s, ok := a.Solution.(*placement.Solution); ok {
		list := slices.Clone(s.Assignments)
		for j := range list {
			list[j].Sources = slices.Clone(list[j].Sources)
			if z := list[j].Z; z != nil {
				own := *z
				list[j].Z = &own
			}
		}
		a.Solution = &placement.Solution{Assignments: list}
	}
	return a
}

func (n *nursery) dataset(id string) placement.Dataset {
	list := n.s.Placement.Problem.Datasets
	return list[slices.IndexFunc(list, func(d placement.Dataset) bool { return d.ID == id })]
}

// assign puts a job on a cluster, with its data from the nearest replicas.
func (n *nursery) assign(x *placement.Assignment, j int, cluster string) bool {
	p := &n.s.Placement.Problem
	at, _ := n.net.Cluster(cluster)
	var wants []replica.Want
	for _, id := range p.Jobs[j].Datasets {
		d := n.dataset(id)
		want := replica.Want{ID: id, Size: d.Size}
		for _, home := range d.At {
			h, _ := n.net.Cluster(home)
			want.At = append(want.At, h)
		}
		wants = append(wants, want)
	}
	x.Cluster, x.Sources = cluster, nil
	for k, c := range n.net.Select(at, wants, nil) {
		if c.Path == nil {
			return false
		}
		var path []string
		for i := len(c.Path) - 1; i >= 0; i-- {
			path = append(path, n.net.ID(c.Path[i]))
		}
		x.Sources = append(x.Sources, placement.Source{Dataset: wants[k].ID, Cluster: path[0], Path: path})
	}
	return true
}

// settle computes all numbers that follow from clusters and sources.
func (n *nursery) settle(a *scenario.Answer, s *placement.Solution) {
	p := &n.s.Placement.Problem
	cost, size, mips := map[string]float64{}, map[string]float64{}, map[string]float64{}
	for _, l := range p.Links {
		cost[l.A+" "+l.B], cost[l.B+" "+l.A] = 1/l.Bandwidth, 1/l.Bandwidth
	}
	for _, d := range p.Datasets {
		size[d.ID] = d.Size
	}
	for _, c := range p.Clusters {
		mips[c.ID] = c.MIPS
	}
	ready, m := map[string]float64{}, map[string]float64{"makespan": 0}
	for j := range s.Assignments {
		x := &s.Assignments[j]
		x.TransferTime = 0
		for _, from := range x.Sources {
			length := 0.0
			for k := 1; k < len(from.Path); k++ {
				length += cost[from.Path[k-1]+" "+from.Path[k]]
			}
			x.TransferTime += size[from.Dataset] * length
		}
		x.RunTime, x.Start = p.Jobs[j].MI/mips[x.Cluster], ready[x.Cluster]
		x.Finish = x.Start + x.TransferTime + x.RunTime
		ready[x.Cluster] = x.Finish
		m["makespan"] = max(m["makespan"], x.Finish)
		m["totalTransferTime"] += x.TransferTime
		m["meanCompletionTime"] += x.Finish
	}
	jobs := float64(len(s.Assignments))
	m["meanTransferTime"], m["meanCompletionTime"] = m["totalTransferTime"]/jobs, m["meanCompletionTime"]/jobs
	a.Metrics = m
	n.gap(a)
}

func (n *nursery) gap(a *scenario.Answer) {
	if gap, ok := a.Relative(); ok {
		a.Bound.Gap = gap
	}
}

// solutions changes decisions, with all that follows from them, and single
// numbers.
func (n *nursery) solutions() {
	p := &n.s.Placement.Problem
	for j := range p.Jobs {
		n.add("another cluster", func(a *scenario.Answer, s *placement.Solution) bool {
			x := &s.Assignments[j]
			at := slices.IndexFunc(p.Clusters, func(c placement.Cluster) bool { return c.ID == x.Cluster })
			was := x.Cluster
			moved := n.assign(x, j, p.Clusters[(at+1+j%3)%len(p.Clusters)].ID) && x.Cluster != was
			n.settle(a, s)
			return moved
		})
		n.add("another replica", func(a *scenario.Answer, s *placement.Solution) bool {
			for k := range s.Assignments[j].Sources {
				from := &s.Assignments[j].Sources[k]
				d := n.dataset(from.Dataset)
				for _, home := range d.At {
					if home == from.Cluster {
						continue
					}
					h, _ := n.net.Cluster(home)
					at, _ := n.net.Cluster(s.Assignments[j].Cluster)
					c := n.net.Select(at, []replica.Want{{ID: d.ID, At: []int32{h}}}, nil)[0]
					if c.Path == nil {
						continue
					}
					from.Cluster, from.Path = home, nil
					for i := len(c.Path) - 1; i >= 0; i-- {
						from.Path = append(from.Path, n.net.ID(c.Path[i]))
					}
					n.settle(a, s)
					return true
				}
			}
			return false
		})
		n.add("a detour", func(a *scenario.Answer, s *placement.Solution) bool {
			for k := range s.Assignments[j].Sources {
				from := &s.Assignments[j].Sources[k]
				for _, l := range p.Links {
					if l.A == from.Cluster {
						from.Path = append([]string{l.A, l.B}, from.Path...)
						n.settle(a, s)
						return true
					}
				}
			}
			return false
		})
		n.add("two jobs exchanged", func(a *scenario.Answer, s *placement.Solution) bool {
			other := (j + 5) % len(p.Jobs)
			one, two := s.Assignments[j].Cluster, s.Assignments[other].Cluster
			moved := one != two && n.assign(&s.Assignments[j], j, two) && n.assign(&s.Assignments[other], other, one)
			n.settle(a, s)
			return moved
		})
		for name, number := range map[string]func(x *placement.Assignment) *float64{
			"start":    func(x *placement.Assignment) *float64 { return &x.Start },
			"transfer": func(x *placement.Assignment) *float64 { return &x.TransferTime },
			"run":      func(x *placement.Assignment) *float64 { return &x.RunTime },
			"finish":   func(x *placement.Assignment) *float64 { return &x.Finish },
			"z":        func(x *placement.Assignment) *float64 { return x.Z },
		} {
			n.add("number "+name, func(_ *scenario.Answer, s *placement.Solution) bool {
				at := number(&s.Assignments[j])
				if at == nil || *at == 0 {
					return false
				}
				*at *= 1 + 1e-6*float64(1+j)
				return true
			})
		}
		n.add("z gone or there", func(_ *scenario.Answer, s *placement.Solution) bool {
			if x := &s.Assignments[j]; x.Z != nil {
				x.Z = nil
			} else {
				half := 0.5
				x.Z = &half
			}
			return true
		})
	}
}

// capacity returns the bound without transfers.
func (n *nursery) capacity() float64 {
	work, longest, power, fastest := 0.0, 0.0, 0.0, 0.0
	for _, c := range n.s.Placement.Problem.Clusters {
		power, fastest = power+c.MIPS, max(fastest, c.MIPS)
	}
	for _, j := range n.s.Placement.Problem.Jobs {
		work, longest = work+j.MI, max(longest, j.MI)
	}
	return max(longest/fastest, work/power)
}

// claims changes metrics, bound, certificate and feasibility.
func (n *nursery) claims() {
	for _, name := range slices.Sorted(maps.Keys(n.right.Metrics)) {
		for _, by := range []float64{0.5, 0.99, 1 - 1e-6, 1 + 1e-6, 2} {
			n.add("metric", func(a *scenario.Answer, _ *placement.Solution) bool {
				was := a.Metrics[name]
				a.Metrics[name] *= by
				n.gap(a)
				return was != a.Metrics[name]
			})
		}
		n.add("metric gone", func(a *scenario.Answer, _ *placement.Solution) bool {
			delete(a.Metrics, name)
			return true
		})
		n.add("bound of another metric", func(a *scenario.Answer, _ *placement.Solution) bool {
			a.Bound.Metric = name
			n.gap(a)
			return name != "makespan"
		})
	}
	n.add("a metric more", func(a *scenario.Answer, _ *placement.Solution) bool { a.Metrics["more"] = 1; return true })
	for _, keep := range []bool{false, true} {
		for _, by := range []float64{0.5, 0.999, 1.001, 1.1, 2, math.Inf(1)} {
			n.add("bound", func(a *scenario.Answer, _ *placement.Solution) bool {
				was, most := a.Bound.Value, a.Metrics["makespan"]
				a.Bound.Value = min(most, was*by)
				if keep && a.Bound.Certificate != nil {
					a.Bound.Certificate.Limit = a.Bound.Value
				}
				n.gap(a)
				return math.Abs(was-a.Bound.Value) > 1e-6*was && !(keep && by < 1)
			})
		}
	}
	for _, by := range []float64{0, 0.5, 1.01, 2} {
		n.add("gap", func(a *scenario.Answer, _ *placement.Solution) bool {
			was := a.Bound.Gap
			a.Bound.Gap = was*by + 0.001
			return math.Abs(was-a.Bound.Gap) > 1e-6
		})
	}
	n.add("no certificate", func(a *scenario.Answer, _ *placement.Solution) bool {
		a.Bound.Certificate = nil
		return n.right.Bound.Certificate != nil
	})
	for what, change := range map[string]func(c *scenario.Certificate) bool{
		"argument": func(c *scenario.Certificate) bool { c.Argument = "hope"; return true },
		"another argument": func(c *scenario.Certificate) bool {
			c.Argument = "capacity"
			return n.right.Bound.Value > n.capacity()*1.001
		},
		"limit": func(c *scenario.Certificate) bool { c.Limit *= 0.99; return c.Limit > 0 },
		"too few weights": func(c *scenario.Certificate) bool {
			c.Multipliers = append(c.Multipliers, 1)[:1]
			return len(n.s.Placement.Problem.Clusters) > 1
		},
		"a negative weight": func(c *scenario.Certificate) bool { c.Multipliers = []float64{-1, 1}; return true },
	} {
		n.add("certificate: "+what, func(a *scenario.Answer, _ *placement.Solution) bool {
			c := a.Bound.Certificate
			return c != nil && c.Argument == "branching" && change(c)
		})
	}
	n.add("infeasible", func(a *scenario.Answer, _ *placement.Solution) bool {
		a.Feasible, a.Reason, a.Solution, a.Metrics, a.Bound = false, reason.New("it is too hard"), nil, nil, nil
		a.Stats = map[string]float64{"refused": 1, "windows": 9}
		return true
	})
	n.add("infeasible with a solution", func(a *scenario.Answer, _ *placement.Solution) bool {
		a.Feasible, a.Reason = false, reason.New("it is too hard")
		return true
	})
}

// names gives the answer the name and options of every other run, with the Z of that run.
func (n *nursery) names() {
	for _, name := range slices.Sorted(maps.Keys(n.truths)) {
		truth := n.truths[name]
		if name == runName(&n.right) || !truth.Feasible {
			continue
		}
		n.add("name", func(a *scenario.Answer, s *placement.Solution) bool {
			a.Algorithm, a.Options = truth.Algorithm, truth.Options
			for j := range s.Assignments {
				s.Assignments[j].Z = truth.Solution.(*placement.Solution).Assignments[j].Z
			}
			return true
		})
	}
	n.add("an option that there is not", func(a *scenario.Answer, _ *placement.Solution) bool {
		a.Options["depth"] = 3.0
		return true
	})
	for id, value := range n.right.Options {
		n.add("an option's value that there is not", func(a *scenario.Answer, _ *placement.Solution) bool {
			a.Options[id] = 7.0
			return value != 7.0
		})
	}
}

// mutants returns the mutants of a right answer.
func mutants(s *scenario.Scenario, right scenario.Answer, truths map[string]scenario.Answer) []placementMutant {
	n := &nursery{s: s, net: replica.NewNet(&s.Placement.Problem), right: right, truths: truths}
	n.solutions()
	n.claims()
	n.names()
	return n.list
}

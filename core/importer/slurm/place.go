package slurm

import (
	"slices"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/kind/farm"
)

// The requirements of a job on its nodes are a partition, features, and listed
// or excluded nodes. Each requirement is a named set of machines; one that all
// machines meet is dropped. If the only requirements are partitions without
// common nodes, the partition is the type of the machines. Otherwise each
// requirement becomes a licence bound to the machines that meet it, with as
// many units as the machine has slots, so that it is never exhausted.

// maxRequirements bounds the requirements other than partitions; each
// requirement is a set of machines.
const maxRequirements = 200

// A requirementSet has the requirements of the jobs.
type requirementSet struct {
	order    []string
	machines map[string][]bool // machines that meet it
	metByAll map[string]bool   // all machines meet it
	typed    bool              // partitions are types
	count    int               // number of requirements other than partitions
}

// requirements collects the requirements of all jobs and chooses their
// representation.
func (b *builder) requirements() {
	b.requirementSet = requirementSet{machines: map[string][]bool{}, metByAll: map[string]bool{}}
	disjoint := true
	for i := range b.nodes {
		disjoint = disjoint && len(b.nodes[i].partitions) <= 1
	}
	many := false
	for i := range b.list {
		m := &b.list[i]
		if m.jobStatus == statusEnded && b.queue {
			continue
		}
		for _, name := range b.jobRequirements(m.job) {
			_, isPartition := farm.PartitionOf(name)
			if !b.requirementSet.metByAll[name] && (!isPartition || strings.Contains(name, ",")) {
				many = true
			}
		}
	}
	b.requirementSet.typed = disjoint && !many
	used := map[string]bool{}
	for _, name := range b.requirementSet.order {
		if b.requirementSet.metByAll[name] {
			continue
		}
		used[name] = true
		if b.requirementSet.typed {
			continue
		}
		for q, meets := range b.requirementSet.machines[name] {
			if m := &b.p.Machines[q]; meets {
				if m.Licenses == nil {
					m.Licenses = map[string]int{}
				}
				m.Licenses[b.requirementSet.tag(name)] = m.Slots
			}
		}
	}
	if b.requirementSet.typed && len(used) > 0 {
		for i := range b.nodes {
			if at := b.machine[b.nodes[i].name]; at > 0 && len(b.nodes[i].partitions) == 1 {
				b.p.Machines[at-1].Type = importer.Clean(b.nodes[i].partitions[0])
			}
		}
		b.r.AddTaken(len(used), "partition", "as types of machines")
	} else {
		b.r.AddTaken(len(used), "requirement",
			"of partitions, features or nodes as licences bound to the nodes that meet it")
	}
	idle := 0
	for i := range b.partitions {
		if !used[farm.PartitionLicence(b.partitions[i].name)] {
			idle++
		}
	}
	b.r.AddTaken(idle, "partition", "by limits and nodes; with all machines, or needed by no job")
}

// tag returns the licence of a requirement; a long name is shortened and
// numbered.
func (w *requirementSet) tag(name string) string {
	if short := importer.Clean(name); len(name) <= doc.MaxID-10 {
		return short
	}
	return importer.Clean(name[:doc.MaxID-20]) + "… " + decimalOf(1+slices.Index(w.order, name))
}

// jobRequirements returns the names of the requirements of a job, and adds new ones.
func (b *builder) jobRequirements(j *job) (list []string) {
	if len(b.machine) == 0 { // one machine represents all
		return nil
	}
	if j.partition != "" {
		names := strings.Split(j.partition, ",")
		list = b.addRequirement(list, farm.PartitionLicence(j.partition), j, func(n *node) bool {
			for _, name := range names {
				if slices.Contains(n.partitions, name) {
					return true
				}
			}
			return false
		})
	}
	if j.state != pending && b.queue { // its node is known
		return list
	}
	if j.features != "" {
		if strings.ContainsAny(j.features, "[]()*!") {
			b.r.AddLeftOut(1, "constraint", "of features with more than and, or; any node is taken", j.at)
		} else {
			alternatives := strings.Split(j.features, "|")
			list = b.addRequirement(list, "feature "+j.features, j, func(n *node) bool {
				return slices.ContainsFunc(alternatives, func(all string) bool {
					for _, f := range strings.FieldsFunc(all, func(c rune) bool { return c == '&' || c == ',' }) {
						if !slices.Contains(n.features, f) {
							return false
						}
					}
					return true
				})
			})
		}
	}
	for i, text := range []string{j.reqNodes, j.excNodes} {
		if text == "" || !b.queue {
			continue
		}
		name := [...]string{"nodes ", "all but "}[i] + text
		if _, known := b.requirementSet.machines[name]; known || b.requirementSet.metByAll[name] {
			list = append(list, name)
			continue
		}
		named := map[string]bool{}
		for _, node := range b.expand(text, j.at) {
			named[node] = true
		}
		list = b.addRequirement(list, name, j, func(n *node) bool { return named[n.name] == (i == 0) })
	}
	return list
}

// addRequirement adds a requirement to a list. A requirement that no machine meets is
// left out if nodes are derived from jobs, because jobs do not show it.
func (b *builder) addRequirement(list []string, name string, j *job, meets func(n *node) bool) []string {
	if _, known := b.requirementSet.machines[name]; !known {
		_, isPartition := farm.PartitionOf(name)
		if !isPartition {
			if b.requirementSet.count++; b.requirementSet.count > maxRequirements {
				b.r.AddLeftOut(1, "requirement", "of features or nodes is beyond the number that can be kept", j.at)
				return list
			}
		}
		set, count, derived := make([]bool, len(b.p.Machines)), 0, false
		for i := range b.nodes {
			n := &b.nodes[i]
			at := b.machine[n.name]
			derived = derived || n.derived || len(n.partitions) == 0
			if at > 0 && meets(n) {
				set[at-1] = true
				count++
			}
		}
		if count == 0 && derived {
			b.r.AddAssumed(1, "requirement", "are met by all nodes, because no file names the nodes: "+name, j.at)
			count = len(set)
		}
		b.requirementSet.order = append(b.requirementSet.order, name)
		b.requirementSet.machines[name] = set
		b.requirementSet.metByAll[name] = count == len(set)
	}
	return append(list, name)
}

// require adds the licences of its requirements to a job of the farm.
func (b *builder) require(to *farm.Job, m *member) {
	for _, name := range b.jobRequirements(m.job) {
		if b.requirementSet.metByAll[name] {
			continue
		}
		if partition, is := farm.PartitionOf(name); is && b.requirementSet.typed {
			to.Type = importer.Clean(partition)
			continue
		}
		addLicence(to, b.requirementSet.tag(name), 1)
	}
}

// addLicence adds a licence to a job.
func addLicence(to *farm.Job, name string, n int) {
	if to.Licenses == nil {
		to.Licenses = map[string]int{}
	}
	to.Licenses[name] += n
}

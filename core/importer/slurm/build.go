package slurm

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/importer"
	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

func decimalOf(n int) string { return strconv.Itoa(n) }

// A builder turns the records into the farm.
type builder struct {
	*world
	p              *farm.Problem
	queue          bool // the state at one moment, not a trace
	zero           float64
	keep           bool // keep names
	memory         bool // memory is a constraint
	usual          float64
	list           []member
	letters        importer.Letters
	jobNames       importer.Names
	machine        map[string]int // index of the machine of a node, plus 1
	shut           map[string]bool
	requirementSet requirementSet
	arrays         map[string][]int // indexes of the jobs of the farm
	jobOf          map[string]int   // index plus 1 by Slurm's number
	remainingTime  map[string]float64
	cores          int // answered cores of a node, 0 for none
}

// A member is a record that becomes a job of the farm.
type member struct {
	*job
	jobStatus int
	truth     *job
	nodes     []string
}

// build returns the farm, nil if the files have no job and no node.
func (w *world) build() *farm.Problem {
	b := &builder{world: w, p: &farm.Problem{}, keep: w.wishes.Set[questionNames] == "keep", machine: map[string]int{},
		shut: map[string]bool{}, arrays: map[string][]int{}, jobOf: map[string]int{},
		remainingTime: map[string]float64{}}
	w.findClock()
	b.choose()
	if len(b.list) == 0 && len(w.nodes) == 0 && len(w.partitions) == 0 {
		w.r.AddFault(importer.Place{}, "no job and no node was found in the files")
		return nil
	}
	b.answers()
	b.remembers()
	b.sites()
	b.machines()
	b.requirements()
	b.members()
	b.dependencies()
	b.throttles()
	b.licences()
	b.fence()
	b.unfit()
	b.summary()
	return b.p
}

// choose decides between a moment and a trace, and selects the jobs.
func (b *builder) choose() {
	type state struct {
		e         *entry
		jobStatus int
		j         *job
	}
	var all []state
	busy := 0
	for _, e := range b.jobs {
		what, j := e.status(b.clock)
		all = append(all, state{e, what, j})
		if what == statusWaiting || what == statusRunning {
			busy++
		}
	}
	switch take := b.wishes.Set[questionTake]; {
	case take == "queue":
		b.queue = true
	case take == "trace", b.wishes.Machines != nil:
	default:
		b.queue = busy > 0
	}
	b.zero = b.clock
	if !b.queue {
		b.zero = math.NaN()
		for _, t := range all {
			if t.e.truth != nil && isKnown(t.e.truth.submit) && isKnown(t.e.truth.start) &&
				!(b.zero <= t.e.truth.submit) {
				b.zero = t.e.truth.submit
			}
		}
		if !isKnown(b.zero) {
			for _, t := range all {
				if isKnown(t.j.start) && !(b.zero <= t.j.start) {
					b.zero = t.j.start
				}
			}
		}
	}
	for _, t := range all {
		b.sort(t.e, t.jobStatus, t.j)
	}
}

// sort adds a job to the list or reports the reason for leaving it out.
func (b *builder) sort(e *entry, what int, j *job) {
	if !b.queue {
		truth := e.truth
		if truth == nil && what == statusEnded {
			truth = j
		}
		switch {
		case truth == nil && what == statusRunning:
			b.r.AddLeftOut(1, "job", "still running, so that the run time is not known", j.at)
		case truth == nil:
			b.r.AddLeftOut(1, "job", "had not begun", j.at)
		case !isKnown(truth.start) || truth.status(math.Inf(1)) == statusNeverRan:
			b.r.AddLeftOut(1, "job", "ended without having begun", j.at)
		default:
			b.list = append(b.list, member{job: truth, jobStatus: statusEnded, truth: truth})
		}
		return
	}
	m := member{job: j, jobStatus: what, truth: e.truth}
	switch what {
	case statusWaiting:
		switch {
		case j.priority == 0 && !strings.HasPrefix(j.reason, "Depend") || strings.HasPrefix(j.reason, "JobHeld") ||
			strings.HasPrefix(j.reason, "job_held"):
			b.r.AddLeftOut(1, "job", "are held until a person lets it go", j.at)
		case strings.HasPrefix(j.reason, "DependencyNeverSatisfied"):
			b.r.AddLeftOut(1, "job", "wait for a condition that can never be met", j.at)
		case j.reservation != "":
			b.r.AddLeftOut(1, "job", "wait for a place inside a reservation, which a farm does not have", j.at)
		case b.partitionDown(j.partition):
			b.r.AddLeftOut(1, "job", "wait in a partition that is not up", j.at)
		default:
			b.list = append(b.list, m)
		}
	case statusRunning:
		b.list = append(b.list, m)
	case statusEnded:
		b.list = append(b.list, m)
	case statusFuture:
		b.r.AddLeftOut(1, "job", "were submitted after the moment that is time 0", j.at)
	case statusNeverRan:
		b.r.AddLeftOut(1, "job", "ended without having begun", j.at)
	case statusHeld:
		b.r.AddLeftOut(1, "job", "are held until a person lets it go", j.at)
	default:
		b.r.AddLeftOut(1, "job", "without a state that says whether they wait or run", j.at)
	}
}

func (b *builder) partitionDown(names string) bool {
	if names == "" {
		return false
	}
	for _, name := range strings.Split(names, ",") {
		if at := b.partitionAt[name]; at == 0 || !b.partitions[at-1].down {
			return false
		}
	}
	return true
}

// answers parses the answers to the questions.
func (b *builder) answers() {
	b.usual = 86400
	for i := range b.list {
		if m := &b.list[i]; m.jobStatus != statusEnded && b.limitOf(m.job) == unlimited {
			text := b.r.AddQuestion(b.format, b.wishes, questionLimit)
			if x, ok := span(text); ok && x > 0 {
				b.usual = x
			} else {
				b.r.AddFault(importer.Place{}, "limit="+text+" is not a time such as 1-00:00:00; a day was taken")
			}
			break
		}
	}
	if answer := b.wishes.Set[questionSlots]; answer != "" {
		n, ok := integer(answer)
		if !ok || n < 1 || n > 1e6 {
			b.r.AddFault(importer.Place{}, "slots="+answer+" is not a number of CPUs from 1 to 1000000")
		} else {
			b.cores = n
		}
	}
	b.memory = b.wishes.Set[questionMemory] != "ignore"
	if b.wishes.Set[questionMemory] != "keep" && b.memory {
		with, without := 0, 0
		for i := range b.list {
			if m := &b.list[i]; m.jobStatus == statusWaiting {
				continue
			} else if text := m.allocTRES + "," + m.requestedTRES(); strings.Contains(text, "mem=") {
				with++
			} else if strings.Contains(text, "cpu=") {
				without++
			}
		}
		if b.memory = with > 0 || without == 0; !b.memory {
			b.r.AddAssumed(without, "job", "were given CPUs and no memory by Slurm, so no job waits for memory here")
		}
	}
}

// requestedTRES returns the requested TRES of a job of scontrol or squeue, which
// is the allocation of a job that has started. It is empty for sacct, which has
// a column of its own for allocations.
func (m *member) requestedTRES() string {
	if m.from == scontrol || m.allocTRES == "" && m.from == squeue {
		return m.reqTRES
	}
	return ""
}

// limitOf returns the time limit of a job in seconds, unlimited if neither the
// job nor its partition has one.
func (b *builder) limitOf(j *job) float64 {
	if j.limit > 0 {
		return j.limit
	}
	least := float64(unlimited)
	for _, name := range strings.Split(j.partition, ",") {
		if at := b.partitionAt[name]; at > 0 {
			p := &b.partitions[at-1]
			if p.usual > 0 && !isKnown(j.limit) {
				least = max(least, p.usual)
			} else if p.limit > 0 {
				least = max(least, p.limit)
			}
		}
	}
	return least
}

// maxLimitShares bounds the shares of limits in a document.
const maxLimitShares = 1000

// remembers stores the shares of their limits that ended jobs used.
func (b *builder) remembers() {
	moment := &farm.Moment{}
	if isKnown(b.zero) {
		moment.Clock = stamp(b.zero)
	}
	b.p.Moment = moment
	if !b.queue {
		return
	}
	var used []float64
	past := 0
	for i := range b.list {
		m := &b.list[i]
		if m.jobStatus != statusEnded {
			continue
		}
		past++
		length, limit := m.ran(), b.limitOf(m.job)
		if m.state == ended && limit > 0 && length >= 0 {
			used = append(used, math.Round(length/limit*1e4)/1e4)
		}
	}
	slices.Sort(used)
	b.r.AddTaken(len(used), "ended job", "as the share of the time limit that was used, for predictions")
	b.r.AddLeftOut(past-len(used), "ended job", "stopped, or without a time limit to compare with")
	if n := len(used); n > maxLimitShares { // evenly spaced in the sorted list
		thin := make([]float64, maxLimitShares)
		for i := range thin {
			thin[i] = used[(2*i+1)*n/(2*maxLimitShares)]
		}
		used = thin
		b.r.AddAssumed(maxLimitShares, "share", "of limits are used instead of all, evenly spread over them")
	}
	moment.UsedShares = used
	if len(used) == 0 {
		b.r.AddAssumed(1, "", "no job in the files ended before time 0, so that predictions do not know how much "+
			"of their limits jobs use; a sacct file of the last days shows it")
	}
}

// ran returns the run time of an ended job in seconds, negative if it is
// unknown.
func (j *job) ran() float64 {
	switch {
	case isKnown(j.elapsed):
		return j.elapsed
	case isKnown(j.start) && isKnown(j.end):
		return j.end - j.start
	}
	return -1
}

// sites expands the node lists of all jobs that started.
func (b *builder) sites() {
	for i := range b.list {
		m := &b.list[i]
		if m.jobStatus == statusWaiting || blank(m.nodeList) {
			continue
		}
		if m.nodes = b.expand(m.nodeList, m.at); len(m.nodes) == 0 {
			continue
		}
		m.job.nodes = max(len(m.nodes), 1)
	}
}

// machines turns nodes into machines: nodes of the files, and nodes derived
// from jobs.
func (b *builder) machines() {
	if b.wishes.Machines != nil {
		b.p.Machines = slices.Clone(b.wishes.Machines)
		return
	}
	listed := len(b.nodes)
	b.addPartitionNodes()
	b.addJobNodes()
	b.genericsFromJobs()
	var ids importer.Names
	down := map[string]int{}
	for i := range b.nodes {
		n := &b.nodes[i]
		if n.downState != "" {
			b.shut[n.name] = true
			down[n.downState]++
			continue
		}
		m := farm.Machine{ID: ids.ID(n.name, "node"), Slots: min(max(n.cpus, 1), 1e6), Memory: n.memory}
		for _, name := range sorting.Keys(n.gres) {
			if m.Licenses == nil {
				m.Licenses = map[string]int{}
			}
			m.Licenses[importer.Clean(name)] = min(n.gres[name], 1e6)
		}
		b.p.Machines = append(b.p.Machines, m)
		b.machine[n.name] = len(b.p.Machines)
	}
	for _, state := range sorting.Keys(down) {
		b.r.AddLeftOut(down[state], "node", "are "+strings.ToLower(state)+", so nothing starts there")
	}
	up := len(b.p.Machines)
	derived := 0
	for i := range b.nodes {
		if b.nodes[i].derived && b.nodes[i].downState == "" {
			derived++
		}
	}
	b.r.AddTaken(up-derived, "node", "as machines, a slot for each CPU")
	if up == 0 && len(b.list) > 0 && listed == 0 {
		b.addSingleMachine()
	}
}

// addPartitionNodes adds the nodes in the node lists of partitions.
func (b *builder) addPartitionNodes() {
	made := 0
	for i := range b.partitions {
		p := &b.partitions[i]
		for _, name := range p.nodes {
			at := b.nodeAt[name]
			if at == 0 && p.cpus > 0 && p.total > 0 {
				n := node{name: name, cpus: max(1, p.cpus/p.total), memory: p.memory / float64(p.total)}
				b.nodes = append(b.nodes, n)
				at = len(b.nodes)
				b.nodeAt[name] = at
				made++
			}
			if at > 0 && !slices.Contains(b.nodes[at-1].partitions, p.name) {
				b.nodes[at-1].partitions = append(b.nodes[at-1].partitions, p.name)
			}
		}
	}
	b.r.AddAssumed(made, "node", "with an equal share of the CPUs and the memory of the partition, because no "+
		"file has more")
}

// An edge is a change of the CPUs or other resources in use at a time.
type edge struct {
	at    float64
	count int
}

// hasStarted reports whether a job holds its resources from a known time on, or is
// running since an unknown one.
func (m *member) hasStarted() bool {
	return m.jobStatus != statusWaiting && (isKnown(m.start) || m.jobStatus == statusRunning)
}

// use appends the start and the end of a job that has started, with its count
// of a resource.
func (m *member) use(edges []edge, count int) []edge {
	start, end := m.start, math.Inf(1)
	if !isKnown(start) {
		start = math.Inf(-1)
	}
	if length := m.ran(); m.jobStatus == statusEnded && length >= 0 {
		end = start + length
	}
	return append(edges, edge{start, count}, edge{end, -count})
}

// peakUse returns the largest number in use at any time, at least minimum.
func peakUse(edges []edge, minimum int) int {
	slices.SortFunc(edges, func(a, b edge) int {
		if order := sorting.Ascending(a.at, b.at); order != 0 {
			return order
		}
		return a.count - b.count // ends come before starts
	})
	now, most := 0, minimum
	for _, e := range edges {
		now += e.count
		most = max(most, now)
	}
	return most
}

// addJobNodes adds the nodes that jobs ran on, with the largest number of CPUs in
// use there at any time.
func (b *builder) addJobNodes() {
	edges := map[string][]edge{}
	var order []string
	in := map[string]map[string]bool{}
	for i := range b.list {
		m := &b.list[i]
		for _, name := range m.nodes {
			at := b.nodeAt[name]
			if at > 0 && !b.nodes[at-1].derived {
				continue
			}
			if at == 0 {
				b.nodes = append(b.nodes, node{name: name, derived: true})
				b.nodeAt[name] = len(b.nodes)
				order = append(order, name)
				in[name] = map[string]bool{}
			}
			if m.hasStarted() {
				edges[name] = m.use(edges[name], (m.cpus+len(m.nodes)-1)/len(m.nodes))
			}
			if m.partition != "" {
				in[name][m.partition] = true
			}
		}
	}
	widest := 1 // a node that exists fits what each waiting job needs on one node
	for i := range b.list {
		if m := &b.list[i]; m.jobStatus == statusWaiting {
			widest = max(widest, (m.cpus+m.job.nodes-1)/m.job.nodes)
		}
	}
	for _, name := range order {
		n := &b.nodes[b.nodeAt[name]-1]
		if n.cpus = peakUse(edges[name], widest); b.cores > 0 {
			n.cpus = b.cores
		}
		for p := range in[name] {
			n.partitions = append(n.partitions, p)
		}
		slices.Sort(n.partitions)
	}
	if len(order) > 0 {
		b.r.AddAssumed(len(order), "node", "known by jobs alone, with as many CPUs as were in use at a "+
			"time, or as a waiting job wants")
		b.r.AddQuestion(b.format, b.wishes, questionSlots)
	}
}

// genericsFromJobs sets the generic resources, such as GPUs, of nodes that no
// file lists, to the largest number in use there at any time. A node with any
// of a resource has at least as many as one waiting job needs there.
func (b *builder) genericsFromJobs() {
	type place struct {
		node int
		name string
	}
	edges := map[place][]edge{}
	widest := map[string]int{}
	for i := range b.list {
		m := &b.list[i]
		perNode := m.generics()
		for name, n := range perNode {
			if m.jobStatus == statusWaiting {
				widest[name] = max(widest[name], n)
			}
		}
		if len(perNode) == 0 || !m.hasStarted() {
			continue
		}
		for _, on := range m.nodes {
			at := b.nodeAt[on]
			if at == 0 || b.nodes[at-1].detailed {
				continue
			}
			for name, n := range perNode {
				edges[place{at - 1, name}] = m.use(edges[place{at - 1, name}], n)
			}
		}
	}
	given := map[int]bool{}
	for where, list := range edges {
		n := &b.nodes[where.node]
		if n.gres == nil {
			n.gres = map[string]int{}
		}
		n.gres[where.name] = peakUse(list, widest[where.name])
		given[where.node] = true
	}
	b.r.AddAssumed(len(given), "node", "with as many GPUs or other generic resources as were in use there at a "+
		"time, because no file has more")
}

// addSingleMachine adds a single machine for a cluster whose nodes no file lists.
func (b *builder) addSingleMachine() {
	var list []edge
	most := 1
	for i := range b.list {
		m := &b.list[i]
		most = max(most, m.cpus)
		if m.hasStarted() {
			list = m.use(list, m.cpus)
		}
	}
	most = peakUse(list, most)
	if b.cores > 0 {
		most = b.cores
	}
	b.p.Machines = []farm.Machine{{ID: "cluster", Slots: min(most, 1e6)}}
	b.r.AddAssumed(1, "machine", "are used for the whole cluster, because no file lists the nodes; "+
		"as many CPUs as were in use at a time at most")
	b.r.AddQuestion(b.format, b.wishes, questionSlots)
}

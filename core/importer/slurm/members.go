package slurm

import (
	"math"
	"slices"
	"strings"

	"gridbox/core/importer"
	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// minRunTime is the least run time in seconds; Slurm counts whole seconds.
const minRunTime = 1

// members builds the jobs of the farm.
func (b *builder) members() {
	known := 0
	for i := range b.list {
		m := &b.list[i]
		if m.jobStatus == statusEnded && b.queue || len(b.p.Machines) == 0 {
			continue
		}
		to, ok := b.member(m)
		if !ok {
			continue
		}
		if m.truth != nil && b.queue {
			known++
		}
		b.p.Jobs = append(b.p.Jobs, to)
		at := len(b.p.Jobs)
		b.jobOf[m.id] = at
		if m.array != "" {
			b.arrays[m.array] = append(b.arrays[m.array], at-1)
		} else if m.raw != "" && b.jobOf[m.raw] == 0 {
			b.jobOf[m.raw] = at
		}
	}
	b.r.AddTaken(known, "job", "with later accounting: the run time and the real start")
}

// member builds one job, or reports the reason for leaving it out.
func (b *builder) member(m *member) (to farm.Job, ok bool) {
	to = farm.Job{ID: b.jobID(m.job), Slots: min(m.cpus, 1e6)}
	if b.p.Jobs == nil {
		b.p.Jobs = make([]farm.Job, 0, len(b.list))
	}
	if m.user != "" {
		to.User = b.letters.Replace(m.user)
		if b.keep {
			to.User = importer.Clean(m.user)
		}
	}
	if isKnown(m.priority) {
		to.Priority = m.priority
	}
	if b.memory {
		to.Memory = math.Round(m.total()*1e3) / 1e3
	}
	if isKnown(m.submit) {
		to.Submitted = m.submit - b.zero
	}
	b.times(&to, m)
	parts := m.job.nodes
	if len(b.machine) == 0 {
		parts = 1
	}
	if m.alone && b.wishes.Machines == nil {
		b.assignWholeNodes(&to, parts)
	}
	if parts > 1 {
		to.Partition = parts
		if rest := to.Slots % parts; rest != 0 {
			to.Slots += parts - rest
			b.r.AddAssumed(1, "job", "have CPUs that the nodes do not share evenly; they were rounded up", m.at)
		}
	}
	b.require(&to, m)
	b.addGenericLicences(&to, m)
	if m.licences != "" {
		counts(m.licences, func(name string, n int) { addLicence(&to, importer.Clean(name), n) })
	}
	if m.jobStatus == statusRunning {
		return to, b.pin(&to, m)
	}
	b.eligible(&to, m)
	return to, true
}

// jobID returns the id of a job: its number, followed by its name if names are
// kept.
func (b *builder) jobID(j *job) string {
	name := j.id
	if b.keep && j.name != "" {
		name += " " + j.name
	}
	return b.jobNames.ID(name, "job")
}

// times sets the run time and the time limit of a job.
func (b *builder) times(to *farm.Job, m *member) {
	limit := b.limitOf(m.job)
	if limit == unlimited {
		limit = b.usual
		b.r.AddAssumed(1, "job", "have no time limit; the usual one was taken", m.at)
	}
	limit = max(limit, minRunTime)
	to.Estimate, to.Duration = &limit, limit
	if m.truth != nil {
		if length := m.truth.ran(); length >= 0 && isKnown(m.truth.start) {
			if length < minRunTime {
				b.r.AddAssumed(1, "job", "ran for less than a second; a second was taken", m.at)
			}
			to.Duration = max(length, minRunTime)
		}
	}
	if b.queue && (m.jobStatus == statusWaiting || m.jobStatus == statusRunning) {
		forecast := &farm.Forecast{}
		if m.jobStatus == statusWaiting {
			forecast.Reason = importer.Clean(m.reason)
			if isKnown(m.start) {
				forecast.Start = pointerTo(m.start - b.zero)
			}
			if m.truth != nil && isKnown(m.truth.start) && m.truth.start >= b.zero {
				forecast.Started = pointerTo(m.truth.start - b.zero)
			}
		}
		if *forecast != (farm.Forecast{}) {
			to.Forecast = forecast
		}
	}
}

func pointerTo(x float64) *float64 { return &x }

// assignWholeNodes assigns all slots of as many nodes to a job that needs whole nodes.
func (b *builder) assignWholeNodes(to *farm.Job, parts int) {
	least := 0
	for i := range b.p.Machines {
		if slots := b.p.Machines[i].Slots; slots*parts >= to.Slots && (least == 0 || slots < least) {
			least = slots
		}
	}
	if least*parts > to.Slots {
		to.Slots = min(least*parts, 1e6)
		b.r.AddAssumed(1, "job", "want whole nodes: all slots of the smallest that suit")
	}
}

// generics returns the number of each generic resource that a job has on each
// node.
func (m *member) generics() map[string]int {
	if m.perNode == "" && !strings.Contains(m.allocTRES, "gres/") && !strings.Contains(m.reqTRES, "gres/") {
		return nil
	}
	list := map[string]int{}
	if m.perNode != "" {
		counts(m.perNode, func(name string, n int) {
			name = strings.TrimPrefix(strings.TrimPrefix(name, "gres/"), "gres:")
			list[name] += n
		})
	} else {
		for _, text := range []string{m.allocTRES, m.reqTRES} {
			resources(text, func(name, value string) {
				sort, isGeneric := strings.CutPrefix(name, "gres/")
				if n, ok := integer(value); isGeneric && ok && n > 0 && list[sort] == 0 {
					list[sort] = (n + m.job.nodes - 1) / m.job.nodes
				}
			})
		}
	}
	for _, name := range sorting.Keys(list) {
		if sort, _, typed := strings.Cut(name, ":"); typed && list[sort] == 0 {
			list[sort] = list[name] // a typed resource also counts as one of its kind
		}
	}
	for name, n := range list {
		if n <= 0 || n > 1e6 {
			delete(list, name)
		}
	}
	return list
}

// addGenericLicences turns the generic resources of a job into licences on each node.
func (b *builder) addGenericLicences(to *farm.Job, m *member) {
	if len(b.machine) == 0 {
		return
	}
	list := m.generics()
	for _, name := range sorting.Keys(list) {
		addLicence(to, importer.Clean(name), list[name])
	}
}

// pin assigns a running job to its machines and sets its start, in seconds
// relative to the moment of the data. It reports false, and reports the job as
// left out, if none of its nodes is a machine.
func (b *builder) pin(to *farm.Job, m *member) bool {
	since := 0.0
	switch {
	case isKnown(m.start) && m.start <= b.zero:
		since = m.start - b.zero
	case isKnown(m.elapsed):
		since = -m.elapsed
	default:
		b.r.AddAssumed(1, "job", "run since a time that the files do not say; 0 was taken", m.at)
	}
	to.Submitted = min(to.Submitted, since)
	if to.Duration <= -since { // it has exceeded its limit, or the files disagree
		to.Duration = -since + minRunTime
		b.r.AddAssumed(1, "job", "should have ended by the time limit; an end within a second was taken", m.at)
	}
	to.Running = &farm.Running{Since: since}
	var where []string
	for _, name := range m.nodes {
		if at := b.machine[name]; at > 0 {
			where = append(where, b.p.Machines[at-1].ID)
		}
	}
	if len(b.machine) == 0 && len(b.p.Machines) > 0 {
		where = []string{b.p.Machines[0].ID}
	}
	if lost := len(m.nodes) - len(where); len(b.machine) > 0 && lost > 0 || len(where) == 0 {
		b.remainingTime[m.id] = max(0, *to.Estimate+since)
		if len(where) == 0 {
			b.r.AddLeftOut(1, "job", "run on nodes that take no new job, and are in the way of none", m.at)
			return false
		}
		b.r.AddAssumed(1, "job", "run partly on nodes that take no new job; only the other part is here", m.at)
		to.Slots = to.Slots / len(m.nodes) * len(where)
		to.Memory = to.Memory / float64(len(m.nodes)) * float64(len(where))
	}
	slices.Sort(where)
	where = slices.Compact(where)
	to.Slots = max(to.Slots/len(where), 1) * len(where)
	to.Running.Machine, to.Running.OtherMachines = where[0], where[1:]
	if to.Partition = len(where); len(where) == 1 {
		to.Partition = 0
		to.Running.OtherMachines = nil
	}
	return true
}

// eligible sets the release time of a job that may not start yet.
func (b *builder) eligible(to *farm.Job, m *member) {
	if !b.queue {
		return
	}
	from := m.eligible
	if m.from == scontrol && strings.HasPrefix(m.reason, "Dep") {
		return
	}
	if m.reason == "BeginTime" && !(from > b.zero) {
		from = m.start
	}
	if from > b.zero && m.reason == "BeginTime" {
		to.Submitted = from - b.zero
		b.r.AddTaken(1, "job", "not to begin before a time; submitted then")
	}
	if strings.HasPrefix(m.reason, "QOS") || strings.HasPrefix(m.reason, "Assoc") ||
		strings.HasPrefix(m.reason, "MaxGRES") || strings.HasPrefix(m.reason, "MaxSubmit") {
		b.r.AddAssumed(1, "job", "wait for a limit of a QOS or an account, which is not in the files; "+
			"here it starts as soon as there is room", m.at)
	}
}

// dependencies parses the dependencies of jobs.
func (b *builder) dependencies() {
	if !b.queue {
		return
	}
	room := 1_000_000 // the number of dependencies left
	taken := 0
	for i := range b.list {
		m := &b.list[i]
		at := b.jobOf[m.id]
		if m.jobStatus != statusWaiting || at == 0 || m.depends == "" {
			continue
		}
		to := &b.p.Jobs[at-1]
		had := map[int]bool{} // existing dependencies
		if strings.Contains(m.depends, "?") {
			b.r.AddLeftOut(1, "dependency", "ask for any of several jobs, where a farm knows only all", m.at)
			continue
		}
		for _, item := range strings.Split(m.depends, ",") {
			item, _, _ = strings.Cut(strings.TrimSpace(item), "(")
			kind, ids, _ := strings.Cut(item, ":")
			switch kind {
			case "afterok", "afterany", "aftercorr":
			case "":
				continue
			case "afternotok":
				b.r.AddLeftOut(1, "dependency", "wait for another job to fail, which no plan can know", m.at)
				continue
			default:
				b.r.AddLeftOut(1, "dependency", "are of a type that a farm does not have: "+importer.Clean(kind), m.at)
				continue
			}
			for _, id := range strings.Split(ids, ":") {
				id, _, _ = strings.Cut(id, "+")
				made := b.waitFor(to, at-1, id, kind, m.id, had)
				if room -= made; room < 0 {
					b.r.AddLeftOut(1, "dependency", "are beyond the number that can be kept", m.at)
					return
				}
				taken += made
			}
		}
	}
	b.r.AddLeftOut(b.unloop(), "dependency", "close a circle, in which nothing could ever start")
	b.r.AddTaken(taken, "dependency", "as a job that must have ended before")
}

// waitFor adds a dependency on a job or on all tasks of an array, unless it
// exists. It returns the number of dependencies added.
func (b *builder) waitFor(to *farm.Job, self int, id, kind, own string, had map[int]bool) (made int) {
	if kind == "aftercorr" { // task by task
		base, _, _ := strings.Cut(id, "_")
		if _, task, is := strings.Cut(own, "_"); is {
			id = base + "_" + task
		}
	}
	if left, gone := b.remainingTime[id]; gone {
		to.Submitted = max(to.Submitted, left)
		return 0
	}
	var others []int
	if at := b.jobOf[id]; at > 0 {
		others = []int{at - 1}
	} else {
		base, _, _ := strings.Cut(id, "_")
		others = b.arrays[base]
		if strings.Contains(id, "_") && !strings.HasSuffix(id, "_*") {
			others = nil
		}
	}
	for _, other := range others {
		if other != self && !had[other] {
			had[other] = true
			to.After = append(to.After, farm.After{Job: b.p.Jobs[other].ID})
			made++
		}
		if made > 10_000 {
			break
		}
	}
	if len(others) == 0 {
		b.r.AddLeftOut(1, "dependency", "are on a job that ended, or that is not in the files")
	}
	return made
}

// unloop removes dependencies that close a cycle and counts them.
func (b *builder) unloop() (cut int) {
	at := make(map[string]int, len(b.p.Jobs))
	for i := range b.p.Jobs {
		at[b.p.Jobs[i].ID] = i
	}
	const fresh, open, shut = 0, 1, 2
	mark := make([]uint8, len(b.p.Jobs))
	next := make([]int, len(b.p.Jobs))
	for root := range b.p.Jobs {
		if mark[root] != fresh {
			continue
		}
		way := []int{root}
		mark[root] = open
		for len(way) > 0 {
			i := way[len(way)-1]
			j := &b.p.Jobs[i]
			if next[i] == len(j.After) {
				mark[i] = shut
				way = way[:len(way)-1]
				continue
			}
			other := at[j.After[next[i]].Job]
			switch mark[other] {
			case open:
				j.After = slices.Delete(j.After, next[i], next[i]+1)
				cut++
			case fresh:
				mark[other] = open
				way = append(way, other)
				next[i]++
			default:
				next[i]++
			}
		}
	}
	return cut
}

// throttles turns the task limit of an array into a floating licence.
func (b *builder) throttles() {
	if !b.queue {
		return
	}
	limits := map[string]int{}
	for i := range b.list {
		m := &b.list[i]
		if n, ok := integer(m.throttle); ok && n > 0 && m.array != "" && m.jobStatus != statusEnded {
			limits[m.array] = n
		}
	}
	for i := range b.list {
		m := &b.list[i]
		if n := limits[m.array]; n > 0 && b.jobOf[m.id] > 0 && m.jobStatus != statusEnded {
			name := "array " + importer.Clean(m.array)
			if b.p.Licenses == nil {
				b.p.Licenses = map[string]int{}
			}
			b.p.Licenses[name] = min(n, 1e6)
			addLicence(&b.p.Jobs[b.jobOf[m.id]-1], name, 1)
		}
	}
	b.r.AddTaken(len(limits), "array", "with a limit on its tasks, as a licence of the array")
}

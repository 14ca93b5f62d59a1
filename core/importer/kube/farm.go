package kube

import (
	"math"
	"sort"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/importer"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
)

// A machine is a node that becomes a machine of a farm.
type machine struct {
	farm.Machine
	milli      int // processors in thousandths
	used       int // in use by running pods
	memory     float64
	usedMemory float64        // memory in use by running pods
	spare      map[string]int // licences that are free
}

// A claim is the sum of the requests of a pod's containers.
type claim struct {
	milli    int
	memory   float64
	licenses map[string]int
}

// farming is the state of building a farm.
type farming struct {
	*cluster
	machines []machine
	index    map[string]int
	jobs     []farm.Job
	claims   []claim
	now      float64
	names    importer.Names
	spaces   importer.Letters
	duration float64
}

// farm returns the cluster as a farm with its nodes and pods. Without a usable
// node it adds a fault and returns nil.
func (c *cluster) farm() *scenario.Scenario {
	f := farming{cluster: c, index: map[string]int{}}
	f.now = c.latestTime()
	f.duration = c.askNumber("duration", 3600, 1e-3, 1e9)
	f.nodes()
	if len(f.machines) == 0 {
		c.report.AddFault(importer.Place{}, "no node that takes pods was found; "+
			"add what kubectl get nodes writes")
		return nil
	}
	letters := len(c.pods) > 0 && c.report.AddQuestion(&questions, c.wishes, "names") == "letters"
	f.fixed()
	f.running(letters)
	f.waiting(letters)
	return f.scenario()
}

// askNumber returns the answer to a question as a number, or the default if it is out
// of range.
func (c *cluster) askNumber(name string, usual, low, high float64) float64 {
	x, err := strconv.ParseFloat(c.report.AddQuestion(&questions, c.wishes, name), 64)
	if err != nil || !(x >= low) || !(x <= high) {
		c.report.AddFault(importer.Place{}, name+" must be a number from "+doc.Exact(low)+" to "+
			doc.Exact(high)+"; "+doc.Exact(usual)+" was taken")
		return usual
	}
	return x
}

// latestTime returns the latest time in the files, which approximates the time at
// which they were written.
func (c *cluster) latestTime() (now float64) {
	record := func(text string) {
		if at, ok := parseTime(text); ok {
			now = max(now, at)
		}
	}
	for _, t := range c.nodes {
		for _, condition := range t.list("status", "conditions") {
			if m, isObject := condition.(map[string]any); isObject {
				record(object(m).text("lastHeartbeatTime"))
			}
		}
	}
	for _, t := range c.pods {
		record(t.text("metadata", "creationTimestamp"))
		record(t.text("status", "startTime"))
	}
	return now
}

// nodes adds a machine for each node that takes pods. Cordoned nodes and nodes
// without processors are left out and reported.
func (f *farming) nodes() {
	closed := 0
	var names importer.Names
	for _, t := range f.cluster.nodes {
		name := t.text("metadata", "name")
		if t.text("spec", "unschedulable") == "true" {
			closed++
			continue
		}
		can := t.object("status", "allocatable")
		if can == nil {
			can = t.object("status", "capacity")
		}
		n, okN := milli(can.text("cpu"))
		memory, okM := megabytes(can.text("memory"))
		if !okN || n == 0 {
			f.report.AddLeftOut(1, "node", "does not say how many processors it has")
			continue
		}
		if !okM {
			f.report.AddFault(importer.Place{}, "a node does not say how much memory it has; 0 was taken")
		}
		m := machine{milli: n, memory: memory, spare: map[string]int{}}
		m.ID, m.Type = names.ID(name, "node"), t.text("metadata", "labels", "kubernetes.io/arch")
		for resource := range can {
			if count, ok := quantity(can.text(resource)); ok && isExtended(resource) && count >= 1 && count <= 1e6 {
				m.spare[resource] = int(count)
			}
		}
		if _, twice := f.index[name]; !twice {
			f.index[name] = len(f.machines)
		}
		f.machines = append(f.machines, m)
	}
	f.report.AddTaken(len(f.machines), "node", "as a machine, with what may be allocated of it")
	f.report.AddLeftOut(closed, "node", "takes no new pods (cordoned)")
	f.report.AddAssumed(names.Changed, "name", "of a node was missing or not the only one of its kind, and was changed")
}

// isExtended reports whether a resource is extended, such as nvidia.com/gpu.
// Extended resources are counted like licences.
func isExtended(resource string) bool {
	return strings.Contains(resource, "/") && !strings.Contains(resource, "kubernetes.io/")
}

// requests returns the requests of a pod: the sum over its containers, or the
// maximum over the init containers if that is larger.
func (f *farming) requests(t object) (c claim) {
	c.licenses = map[string]int{}
	for _, name := range []string{"containers", "initContainers"} {
		for _, value := range t.list("spec", name) {
			m, _ := value.(map[string]any)
			wants := object(m).object("resources", "requests")
			if wants == nil {
				wants = object(m).object("resources", "limits") // Kubernetes uses the limits then
			}
			n, _ := milli(wants.text("cpu"))
			memory, _ := megabytes(wants.text("memory"))
			if name == "initContainers" {
				c.milli, c.memory = max(c.milli, n), max(c.memory, memory)
				continue
			}
			c.milli, c.memory = min(c.milli+n, 1e9), min(c.memory+memory, 1e12)
			for resource := range wants {
				if count, ok := quantity(wants.text(resource)); ok && isExtended(resource) && count >= 1 &&
					count <= 1e6 {
					c.licenses[resource] = min(c.licenses[resource]+int(count), 1e6)
				}
			}
		}
	}
	return c
}

// isFixed reports whether a pod is bound to its node: of a daemon set, or
// started by the node itself.
func (t object) isFixed() bool {
	for _, value := range t.list("metadata", "ownerReferences") {
		m, _ := value.(map[string]any)
		if kind := object(m).text("kind"); kind == "DaemonSet" || kind == "Node" {
			return true
		}
	}
	return false
}

// fixed subtracts the requests of daemon sets from their machines.
func (f *farming) fixed() {
	taken := 0
	for _, t := range f.pods {
		at, known := f.index[t.text("spec", "nodeName")]
		if !t.isFixed() || t.text("status", "phase") != "Running" || !known {
			continue
		}
		c, m := f.requests(t), &f.machines[at]
		m.milli, m.memory = max(1, m.milli-c.milli), max(0, m.memory-c.memory)
		taken++
	}
	f.report.AddAssumed(taken, "pod",
		"runs on every node or belongs to one: its requests are subtracted from its machine")
}

// job returns the job for a pod, without the fields that depend on whether it
// runs.
func (f *farming) job(t object, letters bool) farm.Job {
	space, name := t.text("metadata", "namespace"), t.text("metadata", "name")
	if letters {
		space = f.spaces.Replace(space)
		name = "pod"
	}
	id := name
	if space != "" {
		id = space + "/" + name
	}
	j := farm.Job{ID: f.names.ID(id, "pod"), Duration: f.duration}
	if letters {
		f.names.Changed = 0 // all names are new
	}
	if x, err := strconv.ParseFloat(t.text("spec", "priority"), 64); err == nil && math.Abs(x) <= 1e12 {
		j.Priority = x
	}
	if at, ok := parseTime(t.text("metadata", "creationTimestamp")); ok {
		j.Submitted = at - f.now
	}
	if most, ok := quantity(t.text("spec", "activeDeadlineSeconds")); ok && most >= 1 && most <= 1e9 {
		j.Duration = most
	}
	return j
}

// running adds a job for each running pod whose requests fit on its node, and
// takes them from the node. Other pods that have run or run elsewhere are left
// out and reported.
func (f *farming) running(letters bool) {
	done, lost, over, count := 0, 0, 0, 0
	for _, t := range f.pods {
		phase := t.text("status", "phase")
		if t.isFixed() {
			continue
		}
		if phase == "Succeeded" || phase == "Failed" {
			done++
			continue
		}
		if phase != "Running" {
			continue
		}
		at, known := f.index[t.text("spec", "nodeName")]
		if !known {
			lost++
			continue
		}
		c, m := f.requests(t), &f.machines[at]
		if m.used+max(c.milli, 1) > m.milli || m.usedMemory+c.memory > m.memory || !m.acquireLicences(c.licenses) {
			over++
			continue
		}
		m.used += max(c.milli, 1)
		m.usedMemory += c.memory
		j := f.job(t, letters)
		since := 0.0
		if began, ok := parseTime(t.text("status", "startTime")); ok {
			since = began - f.now
		}
		j.Submitted = min(j.Submitted, since)
		j.Running = &farm.Running{Machine: m.ID, Since: since}
		j.Duration = f.duration - since
		f.jobs, f.claims = append(f.jobs, j), append(f.claims, c)
		count++
	}
	f.report.AddTaken(count, "pod", "runs, and goes on where it is for the run time that was answered")
	f.report.AddLeftOut(done, "pod", "has ended")
	f.report.AddLeftOut(lost, "pod", "runs on a node that is not a machine here")
	f.report.AddLeftOut(over, "pod", "runs on a node that has no room left for its requests")
}

// acquireLicences takes all of the licences and reports true, or takes none and reports
// false if one is missing.
func (m *machine) acquireLicences(licenses map[string]int) bool {
	for name, n := range licenses {
		if m.spare[name] < n {
			return false
		}
	}
	for name, n := range licenses {
		m.spare[name] -= n
		if m.Licenses == nil {
			m.Licenses = map[string]int{}
		}
		m.Licenses[name] += n
	}
	return true
}

// waiting adds jobs for pods that have no node yet.
func (f *farming) waiting(letters bool) {
	count, chosen, unknown := 0, 0, 0
	for _, t := range f.pods {
		switch phase := t.text("status", "phase"); {
		case t.isFixed() || phase == "Running" || phase == "Succeeded" || phase == "Failed":
			continue
		case phase != "Pending" && phase != "":
			unknown++
			continue
		}
		j := f.job(t, letters)
		j.Type = t.text("spec", "nodeSelector", "kubernetes.io/arch")
		if s := t.object("spec", "nodeSelector"); len(s) > 0 && (len(s) > 1 || j.Type == "") ||
			t.object("spec", "affinity") != nil || len(t.list("spec", "topologySpreadConstraints")) > 0 {
			chosen++
		}
		f.jobs, f.claims = append(f.jobs, j), append(f.claims, f.requests(t))
		count++
	}
	f.report.AddTaken(count, "pod", "waits for a node")
	f.report.AddLeftOut(unknown, "pod", "is in an unknown state")
	f.report.AddLeftOut(chosen, "wish", "of a waiting pod for certain nodes, by labels, affinity or spread")
	f.report.AddAssumed(f.spaces.Len(), "namespace", "have a letter in place of the name").
		Change("names", "keep", "keeps names")
}

// slot returns the size of a slot in thousandths of a processor. If pods
// request parts of processors, it is the greatest common divisor of the
// requests and the machines; otherwise it is a whole processor, if a machine
// has one.
func (f *farming) slot() int {
	const whole = 1000
	slot, parts, largest := 0, false, 0
	for i := range f.machines {
		slot, largest = common(slot, f.machines[i].milli), max(largest, f.machines[i].milli)
	}
	for i := range f.claims {
		if f.claims[i].milli > 1 {
			slot, parts = common(slot, f.claims[i].milli), parts || f.claims[i].milli%whole != 0
		}
	}
	if parts || largest < whole {
		f.report.AddAssumed(1, "slot", "is "+doc.Exact(float64(max(slot, 1))/1000)+
			" of a processor, the largest unit that divides all requests and capacities")
		return max(slot, 1)
	}
	f.report.AddAssumed(1, "slot", "is a processor, because no pod asks for a part of one")
	broken, small := 0, 0
	for i := range f.machines {
		switch {
		case f.machines[i].milli < whole:
			small++
		case f.machines[i].milli%whole != 0:
			broken++
		}
	}
	f.report.AddAssumed(broken, "node",
		"may allocate a part of a processor besides whole ones: only whole ones are slots")
	f.report.AddAssumed(small, "node", "may allocate less than a processor; it has one slot")
	return whole
}

// scenario converts processors into slots and returns the farm, with its jobs in
// the order of submission. A running pod without a free slot is left out and
// reported.
func (f *farming) scenario() *scenario.Scenario {
	few := 0
	for i := range f.claims {
		if f.claims[i].milli == 0 {
			f.claims[i].milli = 1
			few++
		}
	}
	slot := f.slot()
	p := farm.Problem{Licenses: map[string]int{}}
	for i := range f.machines {
		p.Machines = append(p.Machines, f.machine(i, slot))
	}
	wide, over := 0, 0
	free := map[string]int{}
	for _, m := range p.Machines {
		free[m.ID] = m.Slots
	}
	for i, j := range f.jobs {
		c := &f.claims[i]
		if j.Slots = max(1, (c.milli+slot-1)/slot); j.Slots > 1e6 {
			wide++
			j.Slots = 1e6
		}
		if j.Running != nil {
			if free[j.Running.Machine] < j.Slots {
				over++
				continue
			}
			free[j.Running.Machine] -= j.Slots
		}
		if j.Memory = c.memory; len(c.licenses) > 0 {
			j.Licenses = c.licenses
			for name := range c.licenses { // a licence of no machine has a total of 0
				if _, known := p.Licenses[name]; !known {
					p.Licenses[name] = 0
				}
			}
		}
		p.Jobs = append(p.Jobs, j)
	}
	if len(p.Licenses) == 0 {
		p.Licenses = nil
	}
	f.report.AddAssumed(few, "pod", "asks for no processor and has one slot")
	f.report.AddLeftOut(over, "pod", "asks for nothing, and runs where no slot is left")
	f.report.AddAssumed(1, "unit", "a MB is one of 1,048,576 bytes (Mi)")
	f.report.AddAssumed(wide, "pod", "asks for more than a million slots; it has a million")
	sort.SliceStable(p.Jobs, func(a, b int) bool { return p.Jobs[a].Submitted < p.Jobs[b].Submitted })
	return &scenario.Scenario{Format: "gridbox", Version: scenario.Version, Kind: "farm",
		Farm: &scenario.Farm{Problem: p}}
}

// machine returns machine i of the cluster as a farm's machine. A slot has the
// given thousandths of a processor; there is at least one slot. The licences
// are the ones that no pod has taken.
func (f *farming) machine(i, slot int) farm.Machine {
	m := &f.machines[i]
	out := m.Machine
	out.Slots = min(max(m.milli/slot, 1), 1e6)
	out.Memory = math.Min(m.memory, 1e12)
	for name, n := range m.spare {
		if n > 0 {
			if out.Licenses == nil {
				out.Licenses = map[string]int{}
			}
			out.Licenses[name] += n
		}
	}
	return out
}

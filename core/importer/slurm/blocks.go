package slurm

import (
	"bytes"
	"strings"

	"gridbox/core/importer"
)

// blockKeys are the first keys of the blocks of scontrol.
var blockKeys = []string{"JobId=", "NodeName=", "PartitionName=", "ReservationName=", "LicenseName="}

// A block is one record of scontrol, on one line or on several.
type block struct {
	kind string // the first key
	at   importer.Place
	keys []pair
}

type pair struct{ key, value string }

// value returns the value of a key, empty if it is absent or blank.
func (b *block) value(key string) string {
	for i := range b.keys {
		if b.keys[i].key == key && !blank(b.keys[i].value) {
			return b.keys[i].value
		}
	}
	return ""
}

// readBlocks reads output of scontrol and adds its blocks to the world. A line
// before the first block is a fault.
func (w *world) readBlocks(f importer.File) {
	var now *block
	flush := func() {
		if now != nil {
			w.block(now)
		}
		now = nil
	}
	importer.Lines(f.Data, func(n int, raw []byte) bool {
		line := string(bytes.TrimSpace(raw))
		if line == "" {
			return true
		}
		for _, key := range blockKeys {
			if strings.HasPrefix(line, key) {
				flush()
				now = &block{kind: strings.TrimSuffix(key, "="), at: importer.Place{File: f.Name, Line: n}}
			}
		}
		if now == nil {
			w.r.AddFault(importer.Place{File: f.Name, Line: n}, "belongs to no node, partition or job")
			return true
		}
		if len(now.keys) < maxColumns {
			now.keys = pairs(line, now.keys)
		}
		return true
	})
	flush()
}

// pairs splits a line into keys and values and appends them to list. A value
// may contain spaces: a key begins after a space, consists of letters, digits
// and a few other characters, and ends with =. The name of a job may contain
// such text too. On a line with several keys a name therefore ends at the key
// that Slurm writes after it, and otherwise at the end of the line.
func pairs(line string, list []pair) []pair {
	for at := 0; at < len(line); {
		eq := strings.IndexByte(line[at:], '=')
		if eq < 0 {
			break
		}
		key := line[at : at+eq]
		from := at + eq + 1
		end := len(line)
		if key == "JobName" || key == "Comment" || key == "AdminComment" || key == "Command" {
			if i := strings.Index(line[from:], " UserId="); key == "JobName" && i >= 0 {
				end = from + i
			} else if i := strings.Index(line[from:], " WorkDir="); key == "Command" && i >= 0 {
				end = from + i
			}
		} else {
			end = nextKey(line, from)
		}
		list = append(list, pair{key, strings.TrimSpace(line[from:end])})
		for at = end; at < len(line) && line[at] == ' '; at++ {
			continue
		}
		if len(list) >= maxColumns {
			break
		}
	}
	return list
}

// nextKey returns the index of the space before the next key, or the length of
// the line.
func nextKey(line string, from int) int {
	blankAt := -1
	for i := from; i < len(line); i++ {
		switch c := line[i]; {
		case c == ' ':
			blankAt = i
		case c == '=':
			if blankAt >= 0 && i > blankAt+1 {
				return blankAt
			}
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '/' || c == ':' || c == '_':
		default:
			blankAt = -1
		}
	}
	return len(line)
}

// block adds a block of scontrol's output to the world: a job, a node, a
// partition, a reservation or the total of a licence. It ignores blocks of
// other kinds.
func (w *world) block(b *block) {
	switch b.kind {
	case "JobId":
		w.jobBlock(b)
	case "NodeName":
		w.nodeBlock(b)
	case "PartitionName":
		w.partitionBlock(b)
	case "ReservationName":
		w.reservationBlock(b)
	case "LicenseName":
		if n, ok := integer(b.value("Total")); ok && len(b.keys) > 0 {
			if w.totals == nil {
				w.totals = map[string]int{}
			}
			w.totals[b.keys[0].value] = min(n, 1e6)
		}
	}
}

// jobBlock adds a job of scontrol's output. An invalid value is a fault. The
// allocation on single nodes is ignored.
func (w *world) jobBlock(b *block) {
	j := newJob(scontrol, b.at)
	detail := false
	for _, p := range b.keys {
		// scontrol -d adds the allocation on each node: Nodes=n1 CPU_IDs=0-3 Mem=4096 GRES=.
		switch p.key {
		case "Nodes":
			detail = true
		case "CPU_IDs", "Mem", "GRES", "GRES_IDX":
		default:
			detail = false
		}
		if detail {
			continue
		}
		if f := columns[strings.ToLower(p.key)]; f != ignored && !j.set(f, p.value) {
			w.r.AddFault(b.at, labels[f])
		}
	}
	w.add(j)
}

// A node is a node of the cluster.
type node struct {
	name       string
	cpus       int
	memory     float64
	features   []string
	partitions []string
	gres       map[string]int
	detailed   bool   // read from scontrol show node, so that its generic resources are known
	downState  string // the state if nothing can start on the node, else empty
	derived    bool   // derived from jobs, because no file lists the nodes
}

// nodeBlock adds a node of scontrol's output, with its memory in MB less the
// reserved part. A node without CPUs is a fault. Of two nodes of the same name
// the first counts.
func (w *world) nodeBlock(b *block) {
	n := node{name: b.keys[0].value, detailed: true}
	for _, key := range []string{"CPUEfctv", "CPUTot"} {
		if x, ok := integer(b.value(key)); ok && n.cpus == 0 {
			n.cpus = x
		}
	}
	if mb, _, ok := memory(b.value("RealMemory")); ok {
		n.memory = mb
		if less, _, ok := memory(b.value("MemSpecLimit")); ok && less < mb {
			n.memory -= less
		}
	}
	for _, f := range strings.Split(b.value("ActiveFeatures"), ",") {
		if f != "" {
			n.features = append(n.features, f)
		}
	}
	for _, p := range strings.Split(b.value("Partitions"), ",") {
		if p != "" {
			n.partitions = append(n.partitions, p)
		}
	}
	counts(b.value("Gres"), func(name string, count int) { n.gres = generic(n.gres, name, count) })
	n.downState = unavailable(b.value("State"))
	if n.cpus == 0 {
		w.r.AddFault(b.at, "node has no number of CPUs")
		return
	}
	if n.name == "" || w.nodeAt[n.name] > 0 {
		w.r.AddLeftOut(1, "node", "are listed twice; the first counts", b.at)
		return
	}
	w.nodes = append(w.nodes, n)
	w.nodeAt[n.name] = len(w.nodes)
}

// generic adds a number of a resource to list, under its name and under its
// kind: gpu:a100 also counts as gpu.
func generic(list map[string]int, name string, count int) map[string]int {
	if list == nil {
		list = map[string]int{}
	}
	name = strings.TrimPrefix(strings.TrimPrefix(name, "gres/"), "gres:")
	sort, _, typed := strings.Cut(name, ":")
	if list[name] += count; typed {
		list[sort] += count
	}
	return list
}

// unavailable returns the part of a node's state that prevents jobs from
// starting, empty if there is none.
func unavailable(state string) string {
	if strings.HasSuffix(state, "*") {
		return "NOT_RESPONDING"
	}
	for _, word := range strings.Split(state, "+") {
		switch word {
		case "DOWN", "DRAIN", "DRAINED", "DRAINING", "FAIL", "FAILING", "FAILED", "NOT_RESPONDING", "UNKNOWN", "ERROR",
			"INVAL", "FUTURE", "MAINT", "POWERING_DOWN":
			return word
		}
	}
	return ""
}

// A partition is a partition of scontrol.
type partition struct {
	name         string
	nodes        []string
	limit, usual float64 // seconds, unlimited if there is none
	down         bool
	cpus, total  int
	memory       float64
}

// partitionBlock adds a partition of scontrol's output. Absent time limits are
// unlimited. Of two partitions of the same name the first counts.
func (w *world) partitionBlock(b *block) {
	p := partition{name: b.keys[0].value, limit: unlimited, usual: unlimited}
	if x, ok := span(b.value("MaxTime")); ok {
		p.limit = x
	}
	if x, ok := span(b.value("DefaultTime")); ok {
		p.usual = x
	}
	state := b.value("State")
	p.down = state == "DOWN" || state == "INACTIVE" || state == "DRAIN"
	p.nodes = w.expand(b.value("Nodes"), b.at)
	p.cpus, _ = integer(b.value("TotalCPUs"))
	p.total, _ = integer(b.value("TotalNodes"))
	resources(b.value("TRES"), func(name, value string) {
		if mb, _, ok := memory(value); ok && name == "mem" {
			p.memory = mb
		}
	})
	if w.partitionAt[p.name] > 0 {
		w.r.AddLeftOut(1, "partition", "are listed twice; the first counts", b.at)
		return
	}
	w.partitions = append(w.partitions, p)
	w.partitionAt[p.name] = len(w.partitions)
}

// A reservation is a reservation of scontrol.
type reservation struct {
	name     string
	from, to float64
	nodes    []string
}

func (w *world) reservationBlock(b *block) {
	r := reservation{name: b.keys[0].value}
	from, okFrom := date(b.value("StartTime"))
	to, okTo := date(b.value("EndTime"))
	if !okFrom || !okTo {
		w.r.AddFault(b.at, "the reservation's times cannot be read")
		return
	}
	r.from, r.to, r.nodes = from, to, w.expand(b.value("Nodes"), b.at)
	w.reservations = append(w.reservations, r)
}

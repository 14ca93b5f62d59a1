package waittime

import (
	"context"
	"maps"
	"math"
	"slices"
	"sort"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// Properties that a change may change.
const (
	ChangeLimit     = "limit"
	ChangeSlots     = "slots"
	ChangeMemory    = "memory"
	ChangeType      = "type"
	ChangePartition = "partition"
)

// A Change of a waiting job with its effect. The farm was simulated again in as
// many replays, with the same random numbers for every job.
type Change struct {
	Property string `json:"what"`
	Value    string `json:"value"` // the new value
	Was      string `json:"was,omitempty"`
	// Start is the predicted start with the change. Gain is the time gained by it, and not
	// positive if it does not help.
	Start float64 `json:"start"`
	Gain  float64 `json:"gain"`
}

// maxChanges is the maximum number of other machine types or partitions that
// are tried.
const maxChanges = 4

// candidates returns the possible changes of a job: a half and a quarter of its
// limit, and the share that nine of ten ended jobs stayed within; half of its
// slots and one slot; half of its memory; other types and partitions.
func (q *queue) candidates(j int) (list []Change) {
	job := &q.base.Jobs[j]
	add := func(what, value, was string) {
		c := Change{Property: what, Value: value, Was: was}
		if value != was && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	limit := job.EstimatedRunTime()
	was := doc.Decimal(limit)
	for _, share := range []float64{0.5, 0.25, q.shares[int(0.9*float64(len(q.shares)-1))]} {
		if share < 1 && share > 0 {
			add(ChangeLimit, doc.Decimal(roundUp(limit*share)), was)
		}
	}
	if parts := job.Parts(); job.Slots > 1 {
		half := job.Slots / 2
		if parts > 1 { // fewer nodes of the same size
			half = (parts + 1) / 2 * max(1, job.Slots/parts)
		}
		add(ChangeSlots, strconv.Itoa(half), strconv.Itoa(job.Slots))
		add(ChangeSlots, "1", strconv.Itoa(job.Slots))
	}
	if job.Memory > 0 {
		add(ChangeMemory, doc.Decimal(job.Memory/2), doc.Decimal(job.Memory))
	}
	for _, kind := range q.kinds() {
		if kind != job.Type && job.Type != "" {
			add(ChangeType, kind, job.Type)
		}
	}
	if own := partitionOf(job); own != "" {
		for _, name := range q.partitions() {
			add(ChangePartition, name, own)
		}
	}
	return list
}

// roundUp rounds a time up to whole minutes, or to seconds if it is short.
func roundUp(seconds float64) float64 {
	if seconds > 300 {
		return math.Ceil(seconds/60) * 60
	}
	return math.Ceil(seconds)
}

// kinds returns the types of machines.
func (q *queue) kinds() (list []string) {
	for i := range q.base.Machines {
		if t := q.base.Machines[i].Type; t != "" && !slices.Contains(list, t) && len(list) < maxChanges {
			list = append(list, t)
		}
	}
	return list
}

// partitions returns the partitions that licences of the machines represent, at
// most maxChanges, sorted.
func (q *queue) partitions() []string {
	found := map[string]bool{}
	for i := range q.base.Machines {
		for name := range q.base.Machines[i].Licenses {
			if p, is := farm.PartitionOf(name); is {
				found[p] = true
			}
		}
	}
	list := slices.Collect(maps.Keys(found))
	sort.Strings(list)
	return list[:min(len(list), maxChanges)]
}

func partitionOf(j *farm.Job) string {
	for _, name := range sorting.Keys(j.Licenses) {
		if p, is := farm.PartitionOf(name); is {
			return p
		}
	}
	return ""
}

// Apply returns a problem with one job changed. It reports false if there is no
// such job or the value is invalid.
func Apply(p *farm.Problem, id string, c Change) (*farm.Problem, bool) {
	out := *p
	out.Jobs = slices.Clone(p.Jobs)
	for j := range out.Jobs {
		if out.Jobs[j].ID == id {
			return &out, c.applyTo(&out.Jobs[j])
		}
	}
	return nil, false
}

// applyTo changes one job. It reports false and leaves the job as it is if the
// value is invalid.
func (c *Change) applyTo(job *farm.Job) bool {
	x, err := strconv.ParseFloat(c.Value, 64)
	numeric := err == nil && x > 0
	switch c.Property {
	case ChangeLimit:
		if numeric {
			job.Estimate, job.Duration = &x, min(job.Duration, x)
		}
		return numeric
	case ChangeSlots:
		slots := int(x)
		if !numeric || slots < 1 {
			return false
		}
		if parts := job.Parts(); parts > 1 {
			for parts = min(parts, slots); slots%parts != 0; parts-- {
				continue
			}
			job.Partition = parts
		}
		job.Memory = float64(job.Memory * float64(slots) / float64(job.Slots))
		job.Slots = slots
		return true
	case ChangeMemory:
		if numeric {
			job.Memory = x
		}
		return numeric
	case ChangeType:
		job.Type = c.Value
		return true
	case ChangePartition:
		licences := map[string]int{farm.PartitionLicence(c.Value): 1}
		for name, n := range job.Licenses {
			if _, is := farm.PartitionOf(name); !is {
				licences[name] = n
			}
		}
		job.Licenses = licences
		return true
	}
	return false
}

// improvements returns the changes of a job with their effects, the greatest gain
// first. Changes after which the job could never start are left out. It returns
// an error only if ctx ends.
func (q *queue) improvements(ctx context.Context, j int, start float64) ([]Change, error) {
	var list []Change
	for _, c := range q.candidates(j) {
		p, ok := Apply(q.base, q.base.Jobs[j].ID, c)
		if !ok {
			continue
		}
		p.Jobs[j].Duration = p.Jobs[j].EstimatedRunTime()
		luck, err := q.replay(ctx, p)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			continue // it would never start
		}
		_, c.Start, _ = middle(luck[j])
		c.Gain = start - c.Start
		list = append(list, c)
	}
	sorting.Stable(list, func(a, b Change) int { return sorting.Ascending(b.Gain, a.Gain) })
	return list, nil
}

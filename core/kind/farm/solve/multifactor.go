package solve

import (
	"math"
	"slices"

	"gridbox/core/fairshare"
	"gridbox/core/kind/farm"
	"gridbox/core/trace"
)

// AlgorithmMultifactor orders the queue by the priorities of Slurm's plugin priority/multifactor (SchedMD,
// "Multifactor Priority Plugin", https://slurm.schedmd.com/priority_multifactor.html), the greatest first. The
// option Backfill selects its use, as for AlgorithmOwn. A priority is the sum of weights times factors, each from
// 0 to 1:
//
//   - age: the time since the job was submitted and its dependencies ended, over MaxAge, at most 1;
//   - fair share: that of the job's user by Fair Tree or by the classic formula, 0 for a job without one;
//   - size: slots over all slots of the farm; or, to favour small jobs, one more than the other slots over all;
//   - priority: the job's own over the greatest of all jobs, 0 for one that is not positive. It stands for the
//     factors of partition and quality of service, which are normalised in the same way.
//
// The usage of a user is slots x seconds, those of running jobs included, and decays with a half-life: see
// fairshare.Ledger. Slurm rounds priorities to whole numbers; these are not rounded. It computes usage and
// factors once in a period (five minutes by default), here they are those of the moment. Not modelled are its
// factors of association, site, TRES and nice.
//
// Ties are broken by submission, then by the order of the document.
//
// Complexity: at every event with free slots O(q + u log u) for q waiting jobs and u accounts and users, besides
// that of AlgorithmOwn.
const AlgorithmMultifactor Algorithm = "multifactor"

// A shared is the farm shared by users: the state of multifactor.
type shared struct {
	farm.Multifactor
	in          *instance
	user        []int // of each job, among the accounts and users; -1 if it has none
	ledger      *fairshare.Ledger
	tree        *fairshare.Tree
	slots       float64 // of the farm
	maxPriority float64 // greatest priority of a job
	parts       []Priority
	ranked      []int32 // jobs of the last ranking, by submission
}

// A Priority is a job's priority by multifactor with its parts, which are factors times weights.
type Priority struct {
	Job       string  `json:"job"`
	Age       float64 `json:"age"`
	Fairshare float64 `json:"fairshare"`
	Size      float64 `json:"size"`
	Own       float64 `json:"own"`
	Priority  float64 `json:"priority"`
}

// newShared returns the state before anything runs.
func newShared(in *instance, m farm.Multifactor) *shared {
	entries, user := in.p.FairShares()
	usage := make([]float64, len(entries))
	for i := range entries {
		usage[i] = entries[i].Usage
	}
	s := &shared{Multifactor: m, in: in, user: user, ledger: fairshare.NewLedger(usage, m.HalfLife),
		tree: fairshare.NewTree(entries), parts: make([]Priority, len(in.jobs))}
	for q := range in.p.Machines {
		s.slots += float64(in.p.Machines[q].Slots)
	}
	for j := range in.p.Jobs {
		s.parts[j].Job = in.p.Jobs[j].ID
		s.maxPriority = max(s.maxPriority, in.p.Jobs[j].Priority)
	}
	return s
}

// scores returns the order of the queue: ascending by the negative priority.
func (s *shared) scores() *scores {
	o := &scores{in: s.in, tieRank: s.in.turns()}
	o.job = o.submission()
	o.job.moving = true
	o.job.compute = func(at *stream, jobs []int32) {
		if len(jobs) == 1 && !at.on && at.o.stopBefore == nil {
			return // the order of one job needs no priority
		}
		s.rank(at, jobs)
		for _, j := range jobs {
			o.job.list[j] = -s.parts[j].Priority
		}
	}
	return o
}

// charge charges the user of a job for more slots, or fewer, from now on. The receiver may be nil.
func (s *shared) charge(j, slots int32, now float64) {
	if s != nil && s.user[j] >= 0 {
		s.ledger.Hold(s.user[j], float64(slots), now)
	}
}

// rank computes the priorities of waiting jobs.
func (s *shared) rank(at *stream, jobs []int32) {
	s.ranked = append(s.ranked[:0], jobs...)
	users := s.factors(at.now)
	for _, j := range jobs {
		x, p := &s.in.p.Jobs[j], &s.parts[j]
		p.Age = float64(s.Multifactor.Age * min(1, (at.now-at.ready(j, math.Inf(-1)))/s.MaxAge))
		if p.Fairshare = 0; s.user[j] >= 0 && users != nil {
			p.Fairshare = float64(s.Multifactor.Fairshare * users[s.user[j]].Factor)
		}
		size := float64(x.Slots)
		if s.Small {
			size = s.slots - size + 1
		}
		p.Size = float64(s.Multifactor.Size * (size / s.slots))
		if s.maxPriority > 0 {
			p.Own = float64(s.Multifactor.Priority * (max(0, x.Priority) / s.maxPriority))
		}
		p.Priority = p.Age + p.Fairshare + p.Size + p.Own
	}
}

// factors returns the factors of the accounts and users at a time, nil if they have no weight.
func (s *shared) factors(now float64) []fairshare.Factor {
	if s.Multifactor.Fairshare == 0 {
		return nil
	}
	s.tree.Use(s.ledger.Usage(now))
	if s.Classic {
		return s.tree.Classic(s.Dampening)
	}
	return s.tree.FairTree()
}

// values returns the priority of a job with its parts.
func (s *shared) values(j int32) []trace.Value {
	p := &s.parts[j]
	return []trace.Value{{Name: "priority", Num: p.Priority}, {Name: "age", Num: p.Age},
		{Name: "fairshare", Num: p.Fairshare}, {Name: "size", Num: p.Size}, {Name: "own", Num: p.Own}}
}

// maxQueue is the greatest number of jobs before others in an explanation.
const maxQueue = 5

// queue returns the place of a job among those of the last ranking that do not run, the first of these, and the
// job itself.
func (s *shared) queue(r *run, j int32) (place int, list []Priority) {
	waiting := slices.DeleteFunc(slices.Clone(s.ranked), func(x int32) bool { return r.holds[x] != nil && x != j })
	r.scores.job.sort(waiting)
	place = slices.Index(waiting, j) + 1
	for i, x := range waiting {
		if i < maxQueue || x == j {
			list = append(list, s.parts[x])
		}
	}
	return place, list
}

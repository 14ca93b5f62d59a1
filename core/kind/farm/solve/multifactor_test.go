package solve

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"gridbox/core/fairshare"
	"gridbox/core/kind/farm"
	"gridbox/core/realfiles"
	"gridbox/core/trace"
	"pgregory.net/rapid"
)

// A plainPiece is a time for which a user held slots.
type plainPiece struct {
	user       string
	slots      float64
	start, end float64
}

// plainUsage returns the usage of each user, decayed until a time, by the closed form of the
// integral over each piece.
func plainUsage(p *farm.Problem, pieces []plainPiece, halfLife, at float64) map[string]float64 {
	usage := map[string]float64{}
	for _, s := range p.Shares {
		if s.User {
			usage[s.ID] = s.Usage * math.Exp2(-at/halfLife)
		}
	}
	for _, x := range pieces {
		if from, to := max(0, x.start), min(at, x.end); x.user != "" && from < to {
			grown := math.Exp2((to-at)/halfLife) - math.Exp2((from-at)/halfLife)
			usage[x.user] += x.slots * halfLife / math.Ln2 * grown
		}
	}
	return usage
}

// A plainTree is the tree of accounts and users, implemented by ../shared/data/slurm/fair.md.
type plainTree struct {
	entries []farm.Share
	usage   map[string]float64
}

// newPlainTree adds the users who are not listed.
func newPlainTree(p *farm.Problem, usage map[string]float64) *plainTree {
	t := &plainTree{slices.Clone(p.Shares), usage}
	for _, j := range p.Jobs {
		listed := slices.ContainsFunc(t.entries, func(s farm.Share) bool { return s.User && s.ID == j.User })
		if j.User != "" && !listed {
			t.entries = append(t.entries, farm.Share{ID: j.User, User: true})
		}
	}
	return t
}

func (t *plainTree) children(account string) (list []farm.Share) {
	for _, s := range t.entries {
		if s.Account == account {
			list = append(list, s)
		}
	}
	return list
}

func (t *plainTree) totalUsage(s farm.Share) (sum float64) {
	if s.User {
		return t.usage[s.ID]
	}
	for _, x := range t.children(s.ID) {
		sum += t.totalUsage(x)
	}
	return sum
}

func sharesOf(s farm.Share) float64 {
	switch {
	case s.Parent:
		return 0
	case s.Shares == nil:
		return 1
	}
	return *s.Shares
}

// classic returns the classic factor of each user.
func (t *plainTree) classic(dampening float64) map[string]float64 {
	all, factors := t.totalUsage(farm.Share{}), map[string]float64{}
	var visit func(account string, shares, effective float64)
	visit = func(account string, shares, effective float64) {
		sum := 0.0
		for _, s := range t.children(account) {
			sum += sharesOf(s)
		}
		for _, s := range t.children(account) {
			S, E := shares, effective
			if !s.Parent {
				f, usage := 0.0, 0.0
				if sum > 0 {
					f = sharesOf(s) / sum
				}
				if all > 0 {
					usage = t.totalUsage(s) / all
				}
				if S, E = shares*f, usage; account != "" {
					E = usage + (effective-usage)*f
				}
			}
			if !s.User {
				visit(s.ID, S, E)
			} else if S > 0 {
				factors[s.ID] = math.Exp2(-E / S / dampening)
			}
		}
	}
	whole := 0.0
	if all > 0 {
		whole = 1
	}
	visit("", 1, whole)
	return factors
}

// tree returns the factor of each user by Fair Tree. Levels that differ by less than rounding does are equal.
func (t *plainTree) tree() map[string]float64 {
	users := 0
	for _, s := range t.entries {
		if s.User {
			users++
		}
	}
	factors, left, rank := map[string]float64{}, users, 0
	var merged func(account string) []farm.Share
	merged = func(account string) (list []farm.Share) {
		for _, s := range t.children(account) {
			if s.Parent && !s.User {
				list = append(list, merged(s.ID)...)
			} else {
				list = append(list, s)
			}
		}
		return list
	}
	var visit func(account farm.Share, tied bool)
	visit = func(account farm.Share, tied bool) {
		list, sum, level := merged(account.ID), 0.0, map[string]float64{}
		for _, s := range list {
			sum += sharesOf(s)
		}
		for _, s := range list {
			switch part := t.totalUsage(s); {
			case s.Parent, part == 0 && sharesOf(s) > 0:
				level[s.ID] = math.Inf(1)
			case sharesOf(s) > 0:
				level[s.ID] = sharesOf(s) / sum / (part / t.totalUsage(account))
			}
		}
		slices.SortStableFunc(list, func(a, b farm.Share) int {
			if x, y := level[a.ID], level[b.ID]; !plainEqual(x, y) {
				return cmp.Compare(y, x)
			}
			if a.User == b.User {
				return 0
			}
			if a.User {
				return -1
			}
			return 1
		})
		for i, s := range list {
			if i > 0 {
				tied = plainEqual(level[s.ID], level[list[i-1].ID])
			}
			if !s.User {
				visit(s, tied)
				continue
			}
			if !tied {
				rank = left
			}
			left--
			factors[s.ID] = float64(rank) / float64(users)
		}
	}
	visit(farm.Share{}, false)
	return factors
}

func plainEqual(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-9*math.Abs(a) && !math.IsInf(a, 0) && !math.IsInf(b, 0)
}

// plainPriority returns the parts of a job's priority: age, fair share, size and the job's own.
func plainPriority(p *farm.Problem, o farm.Options, pieces []plainPiece, j *farm.Job, eligible, at float64) [4]float64 {
	m := o.Multifactor()
	t := newPlainTree(p, plainUsage(p, pieces, m.HalfLife, at))
	factors, slots, most := t.tree(), 0, 0.0
	if o.Fairshare == farm.Classic {
		factors = t.classic(m.Dampening)
	}
	for _, q := range p.Machines {
		slots += q.Slots
	}
	for _, x := range p.Jobs {
		most = max(most, x.Priority)
	}
	size, own := float64(j.Slots)/float64(slots), 0.0
	if o.Favor == farm.FavorSmall {
		size = 1 - float64(j.Slots-1)/float64(slots)
	}
	if j.Priority > 0 {
		own = j.Priority / most
	}
	return [4]float64{m.Age * min(1, (at-eligible)/m.MaxAge), m.Fairshare * factors[j.User], m.Size * size,
		m.Priority * own}
}

// settings draws options of multifactor. Its numbers prevent different parts from having equal
// sums, which may differ by rounding. Jobs last for less than 30 half-lives, since usage would
// hardly grow any more.
func settings(t *rapid.T, halfLives ...float64) farm.Options {
	return farm.Options{WeightAge: *sample(t, "age", 0.0, 1, 1000),
		WeightFairshare: *sample(t, "fairshare", 0.0, 1.3713, 1e4),
		WeightSize:      *sample(t, "size", 0.0, 1.0177, 900),
		WeightPriority:  *sample(t, "priority", 0.0, 0.7119, 1000.3),
		Fairshare:       *sample(t, "formula", farm.FairTree, farm.Classic),
		HalfLife:        *sample(t, "half-life", halfLives...),
		Dampening:       *sample(t, "dampening", 0, 2.5), MaxAge: *sample(t, "full age", 0, 41.3717, 5000.19),
		Favor: *sample(t, "favor", farm.FavorLarge, farm.FavorSmall)}
}

// accounts draws accounts and users for jobs of the users a, b and c, some of which are not listed.
func accounts(t *rapid.T) (list []farm.Share) {
	if rapid.Bool().Draw(t, "none") {
		return nil
	}
	for _, id := range []string{"x", "y"} {
		list = append(list, farm.Share{ID: id, Shares: sample(t, "shares", 0, 1.0, 3),
			Parent: *sample(t, "parent", false,
				false, true)})
	}
	list[1].Account = *sample(t, "under", "", "x")
	for _, id := range []string{"a", "b", "d"} {
		if rapid.IntRange(0, 4).Draw(t, "listed") > 0 {
			list = append(list, farm.Share{ID: id, User: true, Account: *sample(t, "under", "", "x", "y"),
				Shares: sample(t, "shares", 0.7, 1.3, 2.9), Usage: *sample(t, "usage", 0, 12.5, 400),
				Parent: *sample(t, "parent", false, false, false, true)})
		}
	}
	return list
}

// Every priority of a run is that of the plain implementation, on farms of several machines, with
// dependencies, parts and jobs without a user; and a job with a lower priority starts first only by
// backfilling.
func TestMultifactorPriorities(t *testing.T) {
	seen := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawSmallFarm(t)
		for j := range p.Jobs {
			p.Jobs[j].User, p.Jobs[j].Priority = *sample(t, "user", "", "a", "b", "c"), *sample(t, "own", -1, 0, 2, 5.0)
		}
		p.Shares = accounts(t)
		if faults := p.Validate(); faults != nil {
			t.Fatal(faults)
		}
		o := settings(t, 0, 2000, 30_000)
		o.Backfill = *sample(t, "backfill", farm.BackfillEASY, farm.BackfillConservative, farm.BackfillNone)
		log := &trace.Log{}
		r := solve(t, p, AlgorithmMultifactor, Options{Options: o, Log: log, NoBound: true})
		if !r.Feasible {
			return
		}
		var pieces []plainPiece
		jobs, ends := map[string]*farm.Job{}, map[string]float64{}
		for j := range p.Jobs {
			jobs[p.Jobs[j].ID] = &p.Jobs[j]
		}
		for _, x := range r.Solution.Reservations {
			pieces = append(pieces, plainPiece{jobs[x.Job].User, float64(x.Slots), x.Start, x.Finish})
			ends[x.Job] = max(ends[x.Job], x.Finish)
		}
		for _, e := range log.Events {
			if e.Kind != "priority" {
				continue
			}
			seen++
			at, _ := e.Value("at")
			j := jobs[e.Ref("job")]
			eligible := j.Submitted
			for _, a := range j.After {
				eligible = max(eligible, ends[a.Job]+a.Delay)
			}
			want, sum := plainPriority(p, o, pieces, j, eligible, at), 0.0
			for i, name := range []string{"age", "fairshare", "size", "own"} {
				got, _ := e.Value(name)
				if sum += want[i]; math.Abs(got-want[i]) > 1e-7*max(1, want[i]) {
					t.Fatalf("%+v at %v: %s of job %s: got %v, want %v", o, at, name, j.ID, got, want[i])
				}
			}
			if got, _ := e.Value("priority"); math.Abs(got-sum) > 1e-6*max(1, sum) {
				t.Fatalf("at %v: priority of job %s: got %v, want %v", at, j.ID, got, sum)
			}
		}
	})
	if seen < 500 {
		t.Errorf("got %d compared priorities, want 500 at least", seen)
	}
}

// On one machine multifactor makes the textbook's schedule in the order of the plain priorities.
func TestMultifactorAgainstTextbook(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		jobs, m := streams(t)
		for _, j := range jobs { // the textbook makes no pass at a time that a reservation once had
			j.estimate = j.run
		}
		p := problemOf(jobs, m)
		for j := range p.Jobs {
			p.Jobs[j].Priority = *sample(t, "own", 0, 0, 2.0)
		}
		p.Shares = accounts(t)
		o := settings(t, 0, 17, 3000)
		line := func() func(b *textbookQueue, x, y *tbJob) int {
			known := map[[2]float64]float64{} // by time and job
			priority := func(b *textbookQueue, j *tbJob) (sum float64) {
				key := [2]float64{b.now, float64(j.index)}
				if sum, some := known[key]; some {
					return sum
				}
				var pieces []plainPiece
				for _, x := range b.started {
					pieces = append(pieces, plainPiece{x.user, float64(x.width), x.start, x.end})
				}
				for _, part := range plainPriority(p, o, pieces, &p.Jobs[j.index], j.submitted, b.now) {
					sum += part
				}
				known[key] = sum
				return sum
			}
			return func(b *textbookQueue, x, y *tbJob) int {
				if v, w := priority(b, x), priority(b, y); !plainEqual(v, w) {
					return cmp.Compare(w, v)
				}
				return 0
			}
		}
		compareBook(t, fmt.Sprintf("multifactor %+v", o), p, jobs, m, pyssCase{algorithm: AlgorithmMultifactor,
			options: o, textbook: tbRules{queue: line()}})
		o.Backfill = farm.BackfillNone
		compareBook(t, fmt.Sprintf("multifactor %+v", o), p, jobs, m, pyssCase{algorithm: AlgorithmMultifactor,
			options: o, textbook: tbRules{queue: line(), nothing: true}})
	})
}

// If the age is the only factor that differs, the schedule is that of EASY, with one
// user or none, and also when all jobs are of full age.
func TestMultifactorOfAgeIsEASY(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawSmallFarm(t)
		user := *sample(t, "user", "", "a")
		for j := range p.Jobs {
			p.Jobs[j].User, p.Jobs[j].After = user, nil
		}
		easy := solve(t, p, AlgorithmEASY, Options{NoBound: true})
		mine := solve(t, p, AlgorithmMultifactor, Options{Options: farm.Options{WeightAge: 1, WeightFairshare: 5,
			MaxAge: *sample(t, "full age", 1e-3, 1e4, 1e12)}, NoBound: true})
		if easy.Feasible != mine.Feasible {
			t.Fatalf("feasible: got %t by Multifactor, want %t as by EASY", mine.Feasible, easy.Feasible)
		}
		if easy.Feasible && !slices.EqualFunc(easy.Solution.Reservations, mine.Solution.Reservations,
			func(a, b farm.Reservation) bool { return a.Start == b.Start && a.Machine == b.Machine }) {
			t.Fatalf("got\n%+v\nwant as by EASY\n%+v", mine.Solution, easy.Solution)
		}
	})
}

// By hand: a has used the machine, so that the job of b overtakes the second job of a, which was submitted before.
func TestMultifactorByHand(t *testing.T) {
	p := &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 2}}, Jobs: []farm.Job{
		{ID: "1", User: "a", Slots: 2, Duration: 100}, {ID: "2", User: "a", Slots: 2, Duration: 100, Submitted: 10},
		{ID: "3", User: "b", Slots: 2, Duration: 100, Submitted: 20},
		{ID: "4", Slots: 2, Duration: 1e-6, Submitted: 30},
		{ID: "5", User: "b", Slots: 1, Duration: 100, Submitted: 40, Priority: 7}}}
	for _, c := range []struct {
		name   string
		o      farm.Options
		starts []float64
	}{
		// At 100 a has used all, so that b's rank is 2 of 2; of b's jobs, the fifth has the priority. At 200 b has used
		// half as much as a. The fourth job has no user.
		{"usual", farm.Options{}, []float64{0, 300, 200, 400, 100}},
		{"fair share", farm.Options{WeightFairshare: 1}, []float64{0, 200, 100, 400, 300}},
		{"classic", farm.Options{WeightFairshare: 1, Fairshare: farm.Classic}, []float64{0, 200, 100, 400, 300}},
		{"age", farm.Options{WeightAge: 1}, []float64{0, 100, 200, 300, 300 + 1e-6}},
		{"full age", farm.Options{WeightAge: 1, MaxAge: 1e-3}, []float64{0, 100, 200, 300, 300 + 1e-6}},
		{"size", farm.Options{WeightSize: 1}, []float64{0, 100, 200, 300, 300 + 1e-6}},
		{"small", farm.Options{WeightSize: 1, Favor: farm.FavorSmall}, []float64{0, 200, 300, 400, 100}},
		{"priority", farm.Options{WeightPriority: 1}, []float64{0, 200, 300, 400, 100}},
	} {
		r := solve(t, p, AlgorithmMultifactor, Options{Options: c.o})
		for i, x := range r.Solution.Reservations {
			if x.Start != c.starts[i] {
				t.Errorf("%s: job %s: got start %v, want %v", c.name, x.Job, x.Start, c.starts[i])
			}
		}
	}
}

// The explanation has the priorities of the jobs that waited, the greatest first, as the sum of their parts.
func TestMultifactorExplained(t *testing.T) {
	p := &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 2}}}
	for i := range 9 {
		p.Jobs = append(p.Jobs, farm.Job{ID: strconv.Itoa(i), User: "a", Slots: 2, Duration: 10, Submitted: float64(i)})
	}
	w, err := Explain(context.Background(), p, AlgorithmMultifactor, Options{}, "8")
	if err != nil {
		t.Fatal(err)
	}
	if w.Position != 1 || len(w.Queue) != 1 || w.Queue[0].Job != "8" {
		t.Errorf("last job: got place %d, queue %+v; want place 1 and a queue of job 8", w.Position, w.Queue)
	}
	w, err = Explain(context.Background(), p, AlgorithmMultifactor, Options{}, "1")
	if err != nil || w.Position != 1 || len(w.Queue) != maxQueue {
		t.Fatalf("job 1: got error %v, place %d, queue %+v; want place 1 of %d", err, w.Position, w.Queue, maxQueue)
	}
	for i, x := range w.Queue {
		if x.Job != strconv.Itoa(i+1) || x.Priority != x.Age+x.Fairshare+x.Size+x.Own || x.Fairshare != 10_000 ||
			x.Size != 1000 || x.Own != 0 || i > 0 && x.Priority >= w.Queue[i-1].Priority {
			t.Errorf("queue entry %d: got %+v, want job %d with a lower priority than before, as the sum of its parts",
				i, x, i+1)
		}
	}
}

// In the preset users with few jobs wait for hours by FCFS and EASY, and for minutes by Multifactor. The wait of the
// other user grows by less than a sixth.
func TestFairSharePreset(t *testing.T) {
	p := preset(t, farm.Spec{Preset: "farm-fair-share"}, 0)
	waits := func(a Algorithm) (light, greedy float64) {
		for i, x := range solve(t, p, a, Options{}).Solution.Reservations {
			if j := &p.Jobs[i]; j.User == "greedy" {
				greedy += (x.Start - j.Submitted) / 40
			} else {
				light += (x.Start - j.Submitted) / 8
			}
		}
		return light, greedy
	}
	light, greedy := waits(AlgorithmMultifactor)
	for _, a := range []Algorithm{AlgorithmFCFS, AlgorithmEASY} {
		if l, g := waits(a); light > 900 || l < 4*3600 || greedy > g*7/6 {
			t.Errorf("mean waits of light and greedy users: got %v and %v s; want at most 900 s and 7/6 of %v s, "+
				"where %s has 4 h at least, not %v s", light, greedy, g, a, l)
		}
	}
}

// The users of Slurm's own tests have its factors as parts of the priorities of their jobs.
func TestMultifactorHasSlurmsFactors(t *testing.T) {
	text := realfiles.File(t, "slurm/fair.json")
	var file map[string]struct {
		Accounts, Users []struct {
			Account, Under, User string
			Shares               any
			Usage                float64
		}
		Expect []struct {
			User   string
			Factor *float64
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for name, formula := range map[string]farm.FairShare{"classic": farm.Classic, "fairTree": farm.FairTree} {
		p := &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 1}}}
		for _, x := range append(file[name].Accounts, file[name].Users...) {
			s := farm.Share{ID: x.Account, Account: x.Under, User: x.User != "", Usage: x.Usage}
			if s.User {
				s.ID, s.Account = x.User, x.Account
				p.Jobs = append(p.Jobs, farm.Job{ID: x.User, User: x.User, Slots: 1, Duration: 1})
			}
			if s.Account == fairshare.Root {
				s.Account = ""
			}
			shares, some := x.Shares.(float64)
			s.Shares, s.Parent = &shares, !some
			p.Shares = append(p.Shares, s)
		}
		if faults := p.Validate(); faults != nil {
			t.Fatal(faults)
		}
		log := &trace.Log{}
		o := farm.Options{WeightFairshare: 1, Fairshare: formula}
		r := solve(t, p, AlgorithmMultifactor, Options{Options: o, Log: log})
		if !r.Feasible {
			t.Fatalf("%s: got no schedule (%s), want one", name, r.Reason)
		}
		factors := map[string]float64{}
		for _, e := range log.Events {
			if at, _ := e.Value("at"); e.Kind == "priority" && at == 0 {
				factors[e.Ref("job")], _ = e.Value("fairshare")
			}
		}
		for _, x := range file[name].Expect {
			if x.User == "" || x.Factor == nil {
				continue
			}
			compared++
			if got := factors[x.User]; math.Abs(got-*x.Factor) > 0.5e-6*(1+1e-9) {
				t.Errorf("%s: factor of %s: got %v, want %v as in Slurm", name, x.User, got, *x.Factor)
			}
		}
	}
	if compared < 14 {
		t.Errorf("got %d compared factors, want 14 at least", compared)
	}
}

package solve

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// naive is a profile as a list of reservations, searched at every step.
type naive struct {
	capacity     need
	reservations []naiveReservation
}

type naiveReservation struct {
	need
	from, to float64
}

func (p *naive) freeAt(t float64) need {
	free := p.capacity
	for _, x := range p.reservations {
		if x.from <= t && t < x.to {
			free.slots -= x.slots
			free.memory -= x.memory
		}
	}
	return free
}

func (p *naive) fits(n need, from, to float64) bool {
	for t := from; t < to; t++ {
		if f := p.freeAt(t); f.slots < n.slots || f.memory < n.memory {
			return false
		}
	}
	return true
}

// The tree gives the results of a list of reservations on whole seconds and is
// no longer than its steps. Its entries are correct.
func TestProfileAgainstList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &store{}
		all := need{int32(rapid.IntRange(1, 6).Draw(t, "slots")), int64(rapid.IntRange(1, 6).Draw(t, "memory"))}
		s.open(all)
		root, list := s.open(all), &naive{capacity: all}
		horizon := rapid.SampledFrom([]int{30, 300}).Draw(t, "horizon")
		for range rapid.IntRange(0, 150).Draw(t, "steps") {
			n := need{int32(rapid.IntRange(0, int(all.slots)).Draw(t, "n")),
				int64(rapid.IntRange(0, int(all.memory)).Draw(t, "m"))}
			from, d := float64(rapid.IntRange(0, horizon).Draw(t, "from")), float64(rapid.IntRange(1, 8).Draw(t, "d"))
			if k := len(list.reservations); k > 0 && rapid.IntRange(0, 3).Draw(t, "give") == 0 {
				i := rapid.IntRange(0, k-1).Draw(t, "which")
				x := list.reservations[i]
				list.reservations = append(append([]naiveReservation(nil), list.reservations[:i]...),
					list.reservations[i+1:]...)
				s.vacate(root, x.need, x.from, x.to)
				continue
			}
			start := s.earliestFree(root, n, d, from)
			want := from
			for !list.fits(n, want, want+d) {
				want++
			}
			if start != want {
				t.Fatalf("earliestFree(%v, %v, %v) = %v, want %v", n, d, from, start, want)
			}
			tail := from
			for i := range list.reservations { // availability changes only at the end of a reservation
				if x := &list.reservations[i]; x.to > tail && !list.fits(n, x.to-1, x.to) {
					tail = x.to
				}
			}
			if got := s.tail(root, n, from); got != tail {
				t.Fatalf("tail(%v, %v) = %v, want %v", n, from, got, tail)
			}
			s.occupy(root, n, start, start+d)
			list.reservations = append(list.reservations, naiveReservation{n, start, start + d})
			s.checkTree(t, root)
		}
		steps, end := 0, 0.0
		for _, x := range list.reservations {
			end = max(end, x.to)
		}
		var last need
		for i := -1.0; i < end+2; i++ {
			got := s.freeAt(root, i)
			if got != list.freeAt(i) {
				t.Fatalf("freeAt(%v) = %v, want %v", i, got, list.freeAt(i))
			}
			next, some := s.nextStepTime(root, i)
			change := i + 1
			for change < end+2 && list.freeAt(change) == got {
				change++
			}
			if some != (change < end+2) || some && next != change {
				t.Fatalf("nextStepTime(%v) = %v %v, want %v", i, next, some, change)
			}
			if at, short := s.nextShortage(root, got, i); short && list.fits(got, at, at+1) {
				t.Fatalf("nextShortage(%v, %v) = %v, want a time at which it does not fit", got, i, at)
			}
			if i < 0 || got != last {
				steps++
			}
			last = got
		}
		if used := s.checkTree(t, root); used != steps {
			t.Fatalf("got %d steps in the tree, want %d", used, steps)
		}
	})
}

// A profile whose past is removed gives the same results from that time on as
// one that keeps it.
func TestProfileWithoutItsPast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &store{}
		all := need{int32(rapid.IntRange(1, 6).Draw(t, "slots")), int64(rapid.IntRange(1, 6).Draw(t, "memory"))}
		kept, short := s.open(all), s.open(all)
		now, most := 0.0, 0
		var held []naiveReservation
		for range rapid.IntRange(0, 200).Draw(t, "steps") {
			now += float64(rapid.IntRange(0, 3).Draw(t, "later"))
			n := need{int32(rapid.IntRange(0, int(all.slots)).Draw(t, "n")),
				int64(rapid.IntRange(0, int(all.memory)).Draw(t, "m"))}
			d := float64(rapid.IntRange(1, 60).Draw(t, "d"))
			if k := len(held); k > 0 && rapid.IntRange(0, 2).Draw(t, "give") == 0 {
				x := held[k-1]
				if held = held[:k-1]; x.to > now {
					for _, p := range []int32{kept, short} {
						s.vacate(p, x.need, max(now, x.from), x.to)
					}
				}
			} else {
				start := s.earliestFree(kept, n, d, now)
				for _, p := range []int32{kept, short} {
					s.occupy(p, n, start, start+d)
				}
				held = append(held, naiveReservation{n, start, start + d})
			}
			s.dropBefore(short, now)
			from := now + float64(rapid.IntRange(0, 80).Draw(t, "from"))
			free, again := s.freeAt(kept, from), s.freeAt(short, from)
			next, some := s.nextStepTime(kept, from)
			nextShort, someShort := s.nextStepTime(short, from)
			if free != again || next != nextShort || some != someShort ||
				s.earliestFree(kept, n, d, from) != s.earliestFree(short, n, d, from) ||
				s.nextFree(kept, n, from) != s.nextFree(short, n, from) ||
				s.tail(kept, n, from) != s.tail(short, n, from) ||
				max(now, s.freeSince(kept, n, from)) != max(now, s.freeSince(short, n, from)) {
				t.Fatalf("at %v, from %v: the profile without its past gives another result", now, from)
			}
			ahead := 2
			for at, more := s.nextStepTime(kept, now); more; at, more = s.nextStepTime(kept, at) {
				ahead++
			}
			steps := 0
			s.visit(short, math.Inf(-1), func(float64, need) bool { steps++; return true })
			if most = max(most, steps-ahead); most > 0 {
				t.Fatalf("got %d steps, want %d for the time ahead", steps, ahead)
			}
		}
	})
}

// occupy removes n from the free amount between two times, and vacate adds it
// again.
func (s *store) occupy(p int32, n need, from, to float64) { s.change(p, need{}.minus(n), from, to) }
func (s *store) vacate(p int32, n need, from, to float64) { s.change(p, n, from, to) }

// checkTree checks a tree against its own steps and counts those.
func (s *store) checkTree(t rapid.TB, p int32) int {
	t.Helper()
	tree := s.profiles[p]
	var below func(node, height int32, begin float64) entry
	count := 0
	below = func(node, height int32, begin float64) entry {
		is := entry{minFree: need{math.MaxInt32, math.MaxInt64}, maxFree: need{math.MinInt32, math.MinInt64}}
		if s.size(node, height) == 0 {
			t.Fatal("got an empty node, want steps in every node")
		}
		if height == 0 {
			l := &s.leaves[node]
			for i := range l.count {
				if l.steps[i].time < begin || i == 0 && l.steps[i].time != begin {
					t.Fatalf("leaf from %v: got a step at %v, want the first at that time and ascending ones", begin,
						l.steps[i].time)
				}
				begin = max(begin, l.steps[i].time)
				is.widen(l.steps[i].need, l.steps[i].need)
				count++
			}
			return is
		}
		x := &s.inners[node]
		for i := range x.count {
			e := x.entries[i]
			if e.time < begin || i == 0 && e.time != begin {
				t.Fatalf("node from %v: got an entry at %v, want the first at that time and ascending ones", begin,
					e.time)
			}
			begin = e.time
			under := below(e.child, height-1, e.time)
			under.minFree, under.maxFree = under.minFree.plus(e.add), under.maxFree.plus(e.add)
			if under.minFree != e.minFree || under.maxFree != e.maxFree {
				t.Fatalf("got an entry with %v to %v, want %v to %v as in its subtree", e.minFree, e.maxFree,
					under.minFree,
					under.maxFree)
			}
			is.widen(under.minFree, under.maxFree)
		}
		return is
	}
	below(tree.root, tree.height, math.Inf(-1))
	return count
}

// The height of a profile grows with the logarithm of its length, for a hundred
// thousand consecutive reservations in good and in bad order. It shrinks when
// they are removed.
func TestProfileStaysShallow(t *testing.T) {
	s := &store{}
	root := s.open(need{4, 0})
	const n = 100_000
	order := func(i int) float64 { return float64(2 * ((i * 7919) % n)) }
	for i := range n {
		s.occupy(root, need{1, 0}, order(i), order(i)+1)
	}
	// log 200,000 to the base of half a node is 5.9, and the leaves count one
	if got := s.profiles[root].height; got > 5 {
		t.Errorf("got height %d, want at most 5", got)
	}
	if at := s.earliestFree(root, need{4, 0}, 1.5, 0); at != 2*n-1 {
		t.Errorf("earliest start of a duration of 1.5: got %v, want %v", at, 2*n-1)
	}
	if s.checkTree(t, root) != 2*n+1 {
		t.Errorf("got another number of steps than %d", 2*n+1)
	}
	for i := range n {
		s.vacate(root, need{1, 0}, order(i), order(i)+1)
	}
	if got := s.profiles[root].height; got != 0 || s.checkTree(t, root) != 1 {
		t.Errorf("profile without reservations: got height %d, want 0 and one step", got)
	}
	if used := len(s.leaves) - len(s.spare[0]) + len(s.inners) - len(s.spare[1]); used != 1 {
		t.Errorf("got %d nodes for one step, want 1", used)
	}
}

// An infinite reservation has no end.
func TestProfileForEver(t *testing.T) {
	s := &store{}
	root := s.open(need{1, 0})
	s.occupy(root, need{1, 0}, 5, math.Inf(1))
	if at := s.earliestFree(root, need{1, 0}, 1, 0); at != 0 {
		t.Errorf("earliest start before the reservation: got %v, want 0", at)
	}
	if at := s.earliestFree(root, need{1, 0}, 6, 0); !math.IsInf(at, 1) {
		t.Errorf("earliest start of a duration of 6: got %v, want infinity", at)
	}
}

package farm

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// naive is a profile as a list of what is taken, asked at every step.
type naive struct {
	all   need
	taken []taken
}

type taken struct {
	need
	from, to float64
}

func (p *naive) at(t float64) need {
	free := p.all
	for _, x := range p.taken {
		if x.from <= t && t < x.to {
			free.slots -= x.slots
			free.memory -= x.memory
		}
	}
	return free
}

func (p *naive) fits(n need, from, to float64) bool {
	for t := from; t < to; t++ {
		if f := p.at(t); f.slots < n.slots || f.memory < n.memory {
			return false
		}
	}
	return true
}

// The treap answers as a list of reservations on whole seconds does, and is
// no longer than its steps.
func TestProfileAgainstList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &store{}
		all := need{int32(rapid.IntRange(1, 6).Draw(t, "slots")), int64(rapid.IntRange(1, 6).Draw(t, "memory"))}
		root, list := s.open(all), &naive{all: all}
		for range rapid.IntRange(0, 40).Draw(t, "steps") {
			n := need{int32(rapid.IntRange(0, int(all.slots)).Draw(t, "n")), int64(rapid.IntRange(0, int(all.memory)).Draw(t, "m"))}
			from, d := float64(rapid.IntRange(0, 30).Draw(t, "from")), float64(rapid.IntRange(1, 8).Draw(t, "d"))
			if k := len(list.taken); k > 0 && rapid.IntRange(0, 3).Draw(t, "give") == 0 {
				x := list.taken[rapid.IntRange(0, k-1).Draw(t, "which")]
				list.taken = append([]taken(nil), list.taken...)
				for i := range list.taken {
					if list.taken[i] == x {
						list.taken = append(list.taken[:i], list.taken[i+1:]...)
						break
					}
				}
				root = s.give(root, x.need, x.from, x.to)
				continue
			}
			start := s.earliest(root, n, d, from)
			want := from
			for !list.fits(n, want, want+d) {
				want++
			}
			if start != want {
				t.Fatalf("earliest(%v, %v, %v) = %v, want %v", n, d, from, start, want)
			}
			tail := from
			for !list.fits(n, tail, 400) {
				tail++
			}
			if got := s.tail(root, n, from); got != tail {
				t.Fatalf("tail(%v, %v) = %v, want %v", n, from, got, tail)
			}
			root = s.take(root, n, start, start+d)
			list.taken = append(list.taken, taken{n, start, start + d})
		}
		steps := 0
		var last need
		for i := -1.0; i < 400; i++ {
			got, _ := s.at(root, i)
			if got != list.at(i) {
				t.Fatalf("at(%v) = %v, want %v", i, got, list.at(i))
			}
			if i < 0 || got != last {
				steps++
			}
			last = got
		}
		if used := len(s.nodes) - len(s.free); used != steps {
			t.Fatalf("%d steps kept for %d", used, steps)
		}
	})
}

// The depth of a profile grows with the logarithm of its length: a hundred
// thousand reservations one behind the other, in order and in bad order.
func TestProfileStaysShallow(t *testing.T) {
	s := &store{}
	root := s.open(need{4, 0})
	const n = 100_000
	for i := range n {
		at := float64(2 * ((i * 7919) % n))
		root = s.take(root, need{1, 0}, at, at+1)
	}
	if got := s.depth(root); got > 4*17 { // expected about 2 ln n = 23; four times log2 n is out of reach
		t.Errorf("depth %d", got)
	}
	if at := s.earliest(root, need{4, 0}, 1.5, 0); at != 2*n-1 {
		t.Errorf("a gap of 1.5 at %v", at)
	}
}

func (s *store) depth(i int32) int {
	if i < 0 {
		return 0
	}
	return 1 + max(s.depth(s.nodes[i].left), s.depth(s.nodes[i].right))
}

// A reservation for ever has no end.
func TestProfileForEver(t *testing.T) {
	s := &store{}
	root := s.take(s.open(need{1, 0}), need{1, 0}, 5, math.Inf(1))
	if at := s.earliest(root, need{1, 0}, 1, 0); at != 0 {
		t.Error(at)
	}
	if at := s.earliest(root, need{1, 0}, 6, 0); !math.IsInf(at, 1) {
		t.Error(at)
	}
}

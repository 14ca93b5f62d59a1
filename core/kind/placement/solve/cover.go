package solve

import (
	"context"
	"math/bits"
	"slices"

	"gridbox/core/trace"
)

// A coverProblem is the set covering problem of one job: the smallest sets of data hosts that
// together have all files of the job. It is solved exactly by the tree search of Christofides and
// Korman ("A Computational Survey of Methods for the Set Covering Problem", 1975), as Venugopal
// and Buyya use it.
//
// Rows are hosts by descending number of files, ties in the order of the document. Columns are
// files in the order of the job. Each node of the tree takes the first uncovered file and tries
// each host of its block (the hosts that have it) from the top. A branch is pruned if even hosts
// with the greatest number of files could not complete it with fewer hosts than the best cover so
// far, or with as many if all minimum covers are wanted. Pruning never changes which minimum
// cover is found first. The same holds for the initial bound, the size of a greedy cover plus
// one.
//
// The worst case is exponential in the number of files of one job and is limited by the effort.
// If the limit is reached, the smallest cover found counts, or the greedy one if it is smaller,
// and least returns a lower bound of the size.
type coverProblem struct {
	hosts     []int32  // by row
	hostFiles [][]word // files of each row as a bit set
	blocks    [][]int  // rows of each file
	files     int
	log       *trace.Log
	name      func(host int32) string
	// onCover is called with every cover that is smaller than all earlier ones or, if ties is set,
	// as small. It must not keep the slice.
	onCover func(cover []int32)
	ties    bool
	nodes   *int
	// effortLeft is the remaining effort of the job's searches. A tried host takes 1, a cover perCover.
	effortLeft *int
	perCover   int
}

type word = uint64

// newCover returns the cover problem of files with the hosts homes[k] of file k. Only hosts
// admitted by admit are used.
func newCover(homes [][]int32, admit func(host int32) bool) *coverProblem {
	c := &coverProblem{files: len(homes)}
	for _, list := range homes {
		for _, host := range list {
			if admit(host) {
				c.hosts = append(c.hosts, host)
			}
		}
	}
	slices.Sort(c.hosts)
	c.hosts = slices.Compact(c.hosts)
	words := (len(homes) + 63) / 64
	all := make([]word, words*len(c.hosts))
	for k, list := range homes {
		for _, host := range list {
			if i, ok := slices.BinarySearch(c.hosts, host); ok {
				all[i*words+k/64] |= 1 << (k % 64)
			}
		}
	}
	c.sortRows(all, words)
	return c
}

// sortRows sorts the hosts by descending number of files. all has the files of the hosts by
// number, words to a host. It is a counting sort, because there are thousands of small cover
// problems.
func (c *coverProblem) sortRows(all []word, words int) {
	held := func(i int) []word { return all[i*words:][:words] }
	first := make([]int, c.files+2) // row of the next host with that many files
	many := make([]int32, len(c.hosts))
	total := 0
	for i := range c.hosts {
		n := ones(held(i))
		many[i] = int32(n)
		total += n
		first[c.files-n+1]++
	}
	for k := range c.files {
		first[k+1] += first[k]
	}
	byNumber := c.hosts
	c.hosts, c.hostFiles = make([]int32, len(byNumber)), make([][]word, len(byNumber))
	for i, host := range byNumber {
		place := &first[c.files-int(many[i])]
		c.hosts[*place], c.hostFiles[*place] = host, held(i)
		*place++
	}
	c.blocks = make([][]int, c.files)
	rows := make([]int, 0, total)
	for k := range c.files {
		from := len(rows)
		for row, files := range c.hostFiles {
			if files[k/64]>>(k%64)&1 == 1 {
				rows = append(rows, row)
			}
		}
		c.blocks[k] = rows[from:len(rows):len(rows)]
	}
}

// coverable reports whether every file has a host.
func (c *coverProblem) coverable() bool {
	for _, block := range c.blocks {
		if len(block) == 0 {
			return false
		}
	}
	return true
}

// search walks the tree for covers smaller than bound. It reports whether the search was
// complete.
//
// Events: "try" a host with the number of hosts so far; "cover" with its size; "cut" with the
// reason "bound" if a branch cannot lead to a better cover, or with "limit" if the effort is used
// up.
func (c *coverProblem) search(ctx context.Context, bound int) (done bool, err error) {
	t := &treeWalk{coverProblem: c, ctx: ctx, minSize: bound}
	open := make([]word, (c.files+63)/64)
	for k := range c.files {
		open[k/64] |= 1 << (k % 64)
	}
	t.step(open)
	if t.stopped {
		t.note("cut", "limit")
	}
	return !t.stopped, t.err
}

// A treeWalk is the state of one search.
type treeWalk struct {
	*coverProblem
	ctx     context.Context
	minSize int
	chosen  []int32
	stopped bool
	err     error
}

// step extends the chosen hosts to cover the open files.
func (t *treeWalk) step(open []word) {
	left := ones(open)
	if left == 0 {
		t.complete()
		return
	}
	fullest := ones(t.hostFiles[0])
	if need := len(t.chosen) + (left+fullest-1)/fullest; !t.fits(need) {
		t.note("cut", "bound")
		return
	}
	k := lowestOne(open)
	next := make([]word, len(open))
	for _, row := range t.blocks[k] {
		if t.stopped = t.stopped || *t.effortLeft <= 0; t.stopped {
			return
		}
		*t.effortLeft--
		if *t.nodes++; *t.nodes%1024 == 0 && t.err == nil {
			t.err = t.ctx.Err()
		}
		if t.err != nil {
			return
		}
		for w := range next {
			next[w] = open[w] &^ t.hostFiles[row][w]
		}
		t.chosen = append(t.chosen, t.hosts[row])
		t.note("try", "")
		t.step(next)
		t.chosen = t.chosen[:len(t.chosen)-1]
	}
}

// fits reports whether a cover of this size is wanted.
func (t *treeWalk) fits(size int) bool {
	return size < t.minSize || t.ties && size == t.minSize
}

// complete records the chosen hosts as a cover.
func (t *treeWalk) complete() {
	if !t.fits(len(t.chosen)) {
		t.note("cut", "bound")
		return
	}
	t.minSize = len(t.chosen)
	*t.effortLeft -= t.perCover
	t.note("cover", "")
	t.onCover(t.chosen)
}

// note records an event with the hosts chosen so far.
func (t *treeWalk) note(kind, reason string) {
	if !t.log.Enabled() {
		return
	}
	e := trace.Event{Kind: kind, Reason: reason, Values: []trace.Value{{Name: "hosts", Num: float64(len(t.chosen))}}}
	for _, host := range t.chosen {
		e.Refs = append(e.Refs, trace.Ref{Role: "host", ID: t.name(host)})
	}
	t.log.Add(e)
}

// lowerBound returns a lower bound of the size of any cover.
func (c *coverProblem) lowerBound() int {
	fullest := ones(c.hostFiles[0])
	return (c.files + fullest - 1) / fullest
}

// greedy returns the cover that repeatedly takes the host with the most open files.
func (c *coverProblem) greedy() (cover []int32) {
	open := make([]word, (c.files+63)/64)
	for k := range c.files {
		open[k/64] |= 1 << (k % 64)
	}
	for ones(open) > 0 {
		best, gain := 0, -1
		for row := range c.hostFiles {
			if g := common(c.hostFiles[row], open); g > gain {
				best, gain = row, g
			}
		}
		for w := range open {
			open[w] &^= c.hostFiles[best][w]
		}
		cover = append(cover, c.hosts[best])
	}
	return cover
}

// ones returns the number of elements of a bit set.
func ones(set []word) int {
	n := 0
	for _, w := range set {
		n += bits.OnesCount64(w)
	}
	return n
}

// common returns the number of common elements of two bit sets.
func common(a, b []word) int {
	n := 0
	for i := range a {
		n += bits.OnesCount64(a[i] & b[i])
	}
	return n
}

// lowestOne returns the least element of a bit set, or -1 if it is empty.
func lowestOne(set []word) int {
	for i, w := range set {
		if w != 0 {
			return 64*i + bits.TrailingZeros64(w)
		}
	}
	return -1
}

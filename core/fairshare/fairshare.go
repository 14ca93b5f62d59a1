// Package fairshare computes the fair-share factors of Slurm's multifactor priority: the classic
// formula and Fair Tree. A factor is from 0 to 1, and higher for users who have used less than
// their share.
package fairshare

import (
	"math"

	"gridbox/core/rng"
	"gridbox/core/sorting"
)

// Root is the account above all others.
const Root = "root"

// An Entry is an account or a user. A user belongs to the account ParentAccount. Usage is that of a user, decayed
// until now.
type Entry struct {
	ID, ParentAccount string
	User              bool
	Shares            float64
	// Parent is set if the entry has no shares of its own: Slurm's shares "parent".
	Parent bool
	Usage  float64
}

// A Factor is the result for one entry. Effective belongs to the classic formula, Part and Level to Fair
// Tree; Factor is set for users.
type Factor struct {
	Shares, Usage, Effective, Part, Level, Factor float64
}

// A Tree has entries below their accounts, with their usage.
type Tree struct {
	entries  []Entry
	children [][]int   // by entry; the last are those of the root
	usage    []float64 // by entry, with all below it; the last is that of the root
	list     []Factor  // of the last call
	users    int
	groups   []group // by account, the last is that of the root; empty before Fair Tree visits it
}

// A group has the entries that Fair Tree compares below an account.
type group struct {
	entries []int   // in the order of the last call
	shares  float64 // sum over the entries
	sorted  bool    // entries are in the order of the last call
}

// NewTree returns the tree of entries. An entry of the root itself, a further account of the same
// name, and entries that no account leads to are left out.
func NewTree(entries []Entry) *Tree {
	root := len(entries)
	t := &Tree{entries: entries, children: make([][]int, root+1), usage: make([]float64, root+1),
		list: make([]Factor, root), groups: make([]group, root+1)}
	place := map[string]int{Root: root}
	for i, e := range entries {
		if _, known := place[e.ID]; !known && !e.User {
			place[e.ID] = i
		}
	}
	for i, e := range entries {
		if above, known := place[e.ParentAccount]; known && (e.User || place[e.ID] == i) {
			t.children[above] = append(t.children[above], i)
		}
		t.usage[i] = e.Usage
	}
	t.users = t.countUsers(root)
	t.sum(root)
	return t
}

// Use sets the usage of the users, by entry.
func (t *Tree) Use(usage []float64) {
	copy(t.usage, usage)
	t.sum(len(t.entries))
}

// countUsers returns the number of users below an account.
func (t *Tree) countUsers(account int) (n int) {
	for _, i := range t.children[account] {
		if t.entries[i].User {
			n++
		} else {
			n += t.countUsers(i)
		}
	}
	return n
}

// sum sets the usage of an account.
func (t *Tree) sum(account int) {
	total := 0.0
	for _, i := range t.children[account] {
		if !t.entries[i].User {
			t.sum(i)
		}
		total += t.usage[i]
	}
	t.usage[account] = total
}

// Classic returns the factors by the classic formula: 2^(-usage/shares/dampening), with the
// effective usage. An entry with the shares of its account also has the account's effective usage.
// The list is valid until the next call.
func (t *Tree) Classic(dampening float64) []Factor {
	list, effective := t.list, 0.0
	clear(list)
	if t.usage[len(list)] > 0 {
		effective = 1
	}
	t.classic(len(list), 1, effective, dampening, list)
	return list
}

// classic sets the results in list for the entries below an account, with the account's normalised
// shares and effective usage. An entry with the parent's shares has the values of the account.
func (t *Tree) classic(account int, shares, effective, dampening float64, list []Factor) {
	sum, root := 0.0, len(t.entries)
	for _, i := range t.children[account] {
		if !t.entries[i].Parent {
			sum += t.entries[i].Shares
		}
	}
	for _, i := range t.children[account] {
		e, f := &t.entries[i], &list[i]
		if t.usage[root] > 0 {
			f.Usage = t.usage[i] / t.usage[root]
		}
		part := 0.0
		if sum > 0 && !e.Parent {
			part = e.Shares / sum
		}
		f.Shares = shares * part
		if f.Effective = f.Usage; account != root {
			f.Effective = f.Usage + float64((effective-f.Usage)*part)
		}
		if e.Parent {
			f.Shares, f.Effective = shares, effective
		}
		if f.Shares > 0 {
			f.Factor = rng.Exp(-f.Effective / f.Shares / dampening * math.Ln2)
		}
		if !e.User {
			t.classic(i, f.Shares, f.Effective, dampening, list)
		}
	}
}

// FairTree returns the factors by Fair Tree. Levels that are not finite are +Inf. The list is valid until the
// next call.
//
// Complexity: O(u log u) for u accounts and users in the first call. Later ones take O(u + v) if v pairs have
// changed their order since the call before.
func (t *Tree) FairTree() []Factor {
	r := &ranking{Tree: t}
	clear(t.list)
	for i := range t.list {
		t.list[i].Usage = t.usage[i]
	}
	r.remaining = t.users
	r.visit(len(t.list), false)
	return t.list
}

// A ranking is the state of ranking users, from the number of users downward.
type ranking struct {
	*Tree
	remaining, rank int
}

// visit ranks the entries below an account. The first user is tied to the one before if the account
// is.
func (r *ranking) visit(account int, tied bool) {
	g := r.group(account)
	for _, i := range g.entries {
		r.level(i, g.shares, r.usage[account])
	}
	r.sort(g)
	for k, i := range g.entries {
		if k > 0 {
			tied = r.list[i].Level == r.list[g.entries[k-1]].Level
		}
		if !r.entries[i].User {
			r.visit(i, tied)
			continue
		}
		if !tied {
			r.rank = r.remaining
		}
		r.remaining--
		r.list[i].Factor = float64(r.rank) / float64(r.users)
	}
}

// sort orders a group. The order hardly differs from that of the last call, so that few entries are moved.
func (t *Tree) sort(g *group) {
	if !g.sorted {
		sorting.Sort(g.entries, t.order)
		g.sorted = true
		return
	}
	for k := range g.entries {
		i := g.entries[k]
		for ; k > 0 && t.order(i, g.entries[k-1]) < 0; k-- {
			g.entries[k] = g.entries[k-1]
		}
		g.entries[k] = i
	}
}

// order compares entries: the greater level first, then users, then as listed.
func (t *Tree) order(a, b int) int {
	switch {
	case t.list[a].Level != t.list[b].Level:
		return sorting.Ascending(t.list[b].Level, t.list[a].Level)
	case t.entries[a].User == t.entries[b].User:
		return a - b
	case t.entries[a].User:
		return -1
	}
	return 1
}

// group returns the group below an account.
func (t *Tree) group(account int) *group {
	g := &t.groups[account]
	if g.entries == nil {
		g.entries = t.mergedChildren(account)
		for _, i := range g.entries {
			if !t.entries[i].Parent {
				g.shares += t.entries[i].Shares
			}
		}
	}
	return g
}

// mergedChildren returns the children of an account, with accounts that have the shares of their parent
// replaced by their own children.
func (t *Tree) mergedChildren(account int) (list []int) {
	for _, i := range t.children[account] {
		if e := &t.entries[i]; e.Parent && !e.User {
			list = append(list, t.mergedChildren(i)...)
		} else {
			list = append(list, i)
		}
	}
	return list
}

// level sets shares, part and level of an entry. Sum is the sum of the shares among siblings, and
// usage that of their account.
func (t *Tree) level(i int, sum, usage float64) {
	e, f := &t.entries[i], &t.list[i]
	if sum > 0 && !e.Parent {
		f.Shares = e.Shares / sum
	}
	if usage > 0 {
		f.Part = f.Usage / usage
	}
	switch {
	case e.Parent:
		f.Level = math.Inf(1)
	case f.Shares == 0:
	case f.Part == 0:
		f.Level = math.Inf(1)
	default:
		f.Level = f.Shares / f.Part
	}
}

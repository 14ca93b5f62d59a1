// Package fairshare computes the fair-share factors of Slurm's multifactor priority: the classic formula
// and Fair Tree. A factor is from 0 to 1; who has used less than their share has a higher one.
package fairshare

import (
	"math"

	"gridbox/core/rng"
	"gridbox/core/sorting"
)

// Root is the account above all others.
const Root = "root"

// An Entry is an account or a user. A user belongs to the account Under. Usage is that of a user, decayed
// until now.
type Entry struct {
	ID, Under string
	User      bool
	Shares    float64
	// Parent is set if the entry has no shares of its own: Slurm's shares "parent".
	Parent bool
	Usage  float64
}

// A Factor is the result for one entry. Effective belongs to the classic formula, Part and Level to Fair
// Tree; Factor is set for users.
type Factor struct {
	Shares, Usage, Effective, Part, Level, Factor float64
}

// tree are the entries with their children.
type tree struct {
	entries  []Entry
	children map[string][]int
	usage    map[string]float64 // of an account with all below it
}

// newTree returns the tree of entries. An entry of the root
// itself, and entries that no account leads to, are left out.
func newTree(entries []Entry) *tree {
	t := &tree{entries: entries, children: map[string][]int{}, usage: map[string]float64{}}
	for i, e := range entries {
		if e.User || e.ID != Root {
			t.children[e.Under] = append(t.children[e.Under], i)
		}
	}
	t.sum(Root, len(entries))
	return t
}

// sum returns the usage below an account. A depth below 0 ends a cycle.
func (t *tree) sum(account string, depth int) float64 {
	total := 0.0
	for _, i := range t.children[account] {
		switch e := &t.entries[i]; {
		case e.User:
			total += e.Usage
		case depth > 0:
			total += t.sum(e.ID, depth-1)
		}
	}
	t.usage[account] = total
	return total
}

// of returns the usage of an entry.
func (t *tree) of(i int) float64 {
	if e := &t.entries[i]; !e.User {
		return t.usage[e.ID]
	}
	return t.entries[i].Usage
}

// Classic returns the factors by the classic formula: 2 to the power of minus the effective usage over
// the shares over the dampening. Shares of "parent" count as 0.
func Classic(entries []Entry, dampening float64) []Factor {
	t, list := newTree(entries), make([]Factor, len(entries))
	t.classic(Root, 1, 0, dampening, list, len(entries))
	return list
}

// classic fills the factors below an account with normalised shares and an effective usage.
func (t *tree) classic(account string, shares, effective, dampening float64, list []Factor, depth int) {
	sum, all := 0.0, t.usage[Root]
	for _, i := range t.children[account] {
		sum += t.entries[i].Shares
	}
	for _, i := range t.children[account] {
		e, f := &t.entries[i], &list[i]
		part := 0.0
		if sum > 0 {
			part = e.Shares / sum
		}
		f.Shares = shares * part
		if all > 0 {
			f.Usage = t.of(i) / all
		}
		if f.Effective = f.Usage; account != Root {
			f.Effective = f.Usage + float64((effective-f.Usage)*part)
		}
		if f.Shares > 0 {
			f.Factor = rng.Exp(-f.Effective / f.Shares / dampening * math.Ln2)
		}
		if !e.User && depth > 0 {
			t.classic(e.ID, f.Shares, f.Effective, dampening, list, depth-1)
		}
	}
}

// FairTree returns the factors by Fair Tree. Levels that are not finite are +Inf.
func FairTree(entries []Entry) []Factor {
	t, list := newTree(entries), make([]Factor, len(entries))
	r := &ranking{tree: t, list: list}
	for i := range entries {
		list[i].Usage = t.of(i)
		if entries[i].User {
			r.users++
		}
	}
	r.left = r.users
	r.visit(Root, false, len(entries))
	return list
}

// A ranking is the state of ranking users, from the number of users downward.
type ranking struct {
	*tree
	list        []Factor
	users, left int
	rank        int
}

// visit ranks what is below an account. The first user is tied to the one before if the account is.
func (r *ranking) visit(account string, tied bool, depth int) {
	siblings := r.merged(account, depth)
	sum := 0.0
	for _, i := range siblings {
		if !r.entries[i].Parent {
			sum += r.entries[i].Shares
		}
	}
	for _, i := range siblings {
		r.level(i, sum, r.usage[account])
	}
	sorting.Stable(siblings, func(a, b int) int {
		if order := sorting.Ascending(r.list[b].Level, r.list[a].Level); order != 0 {
			return order
		}
		switch {
		case r.entries[a].User == r.entries[b].User:
			return 0
		case r.entries[a].User:
			return -1
		}
		return 1
	})
	for k, i := range siblings {
		if k > 0 {
			tied = r.list[i].Level == r.list[siblings[k-1]].Level
		}
		if !r.entries[i].User {
			if depth > 0 {
				r.visit(r.entries[i].ID, tied, depth-1)
			}
			continue
		}
		if !tied {
			r.rank = r.left
		}
		r.left--
		r.list[i].Factor = float64(r.rank) / float64(r.users)
	}
}

// merged returns the children of an account, with those of children that have the shares of their parent
// in place of these.
func (r *ranking) merged(account string, depth int) (list []int) {
	for _, i := range r.children[account] {
		if e := &r.entries[i]; e.Parent && !e.User && depth > 0 {
			list = append(list, r.merged(e.ID, depth-1)...)
		} else {
			list = append(list, i)
		}
	}
	return list
}

// level sets shares, part and level of an entry among siblings with so many shares below an account of
// that usage.
func (r *ranking) level(i int, sum, usage float64) {
	e, f := &r.entries[i], &r.list[i]
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

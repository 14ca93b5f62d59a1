package farm

import (
	"cmp"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/fairshare"
)

// A Share is the claim of an account or a user on the farm. Only the algorithm multifactor reads it.
// Accounts form a tree whose root is the farm.
type Share struct {
	ID      string `json:"id" rule:"required,id" label:"Name" about:"unique name of the account or the user"`
	User    bool   `json:"user,omitempty" label:"User" about:"whether it is a user, who has jobs, or an account"`
	Account string `json:"under,omitempty" ref:"shares" label:"Account" about:"the account that it belongs to; empty: the farm itself"`
	// Shares count relative to those of the other entries of the same account.
	Shares *float64 `json:"shares,omitempty" rule:">=0,<=1e9" label:"Shares" about:"shares among all of the same account; absent means 1"`
	Parent bool     `json:"parent,omitempty" label:"Parent" about:"whether it has its account's shares instead of its own"`
	Usage  float64  `json:"usage,omitempty" rule:">=0,<=1e15" label:"Usage" unit:"slot s" about:"what a user has used before 0, as decayed up to then"`
}

// FairShare selects the formula of the fair-share factor.
type FairShare string

// Formulas of the fair-share factor; the zero value is FairTree.
const (
	FairTree FairShare = "tree"
	Classic  FairShare = "classic"
)

// Favor selects which jobs have the greater size factor.
type Favor string

// Sizes that are favoured; the zero value is FavorLarge.
const (
	FavorLarge Favor = "large"
	FavorSmall Favor = "small"
)

// A Multifactor has the settings of the algorithm multifactor with all defaults filled in.
type Multifactor struct {
	Age, Fairshare, Size, Priority float64 // weights
	Classic, Small                 bool
	MaxAge, HalfLife, Dampening    float64
}

// week is the default of Slurm's PriorityMaxAge and PriorityDecayHalfLife.
const week = 604_800

// Multifactor returns the settings of the algorithm multifactor. If no factor has a weight, the weights are
// the defaults, those of the example in Slurm's documentation.
func (o *Options) Multifactor() Multifactor {
	m := Multifactor{o.WeightAge, o.WeightFairshare, o.WeightSize, o.WeightPriority, o.Fairshare == Classic,
		o.Favor == FavorSmall, cmp.Or(o.MaxAge, week), cmp.Or(o.HalfLife, week), cmp.Or(o.Dampening, 1)}
	if m.Age+m.Fairshare+m.Size+m.Priority == 0 {
		m.Age, m.Fairshare, m.Size, m.Priority = 1000, 10_000, 1000, 1000
	}
	return m
}

// FairShares returns the accounts and users of the farm with the index of each job's user, -1 for a job without
// one. A user who has jobs and is not listed has one share below the farm itself.
func (p *Problem) FairShares() (entries []fairshare.Entry, user []int) {
	known := map[string]int{}
	for i := range p.Shares {
		s := &p.Shares[i]
		e := fairshare.Entry{ID: s.ID, ParentAccount: cmp.Or(s.Account, fairshare.Root), User: s.User, Shares: 1,
			Parent: s.Parent}
		if s.Shares != nil {
			e.Shares = *s.Shares
		}
		if s.User {
			known[s.ID], e.Usage = i, s.Usage
		}
		entries = append(entries, e)
	}
	for j := range p.Jobs {
		name := p.Jobs[j].User
		i, met := known[name]
		switch {
		case name == "":
			i = -1
		case !met:
			i = len(entries)
			known[name] = i
			entries = append(entries, fairshare.Entry{ID: name, ParentAccount: fairshare.Root, User: true, Shares: 1})
		}
		user = append(user, i)
	}
	return entries, user
}

// fairShareFarm returns a farm with one user who submits 40 jobs of two slots within minutes, and two users of
// another account who submit a short job from time to time.
func fairShareFarm() Problem {
	p := Problem{Machines: []Machine{{ID: "m1", Slots: 8}}, Shares: []Share{{ID: "physics"}, {ID: "biology"},
		{ID: "greedy", User: true, Account: "physics"}, {ID: "light", User: true, Account: "biology"},
		{ID: "casual", User: true, Account: "biology"}}}
	add := func(user string, i, slots int, duration, submitted float64) {
		p.Jobs = append(p.Jobs, Job{ID: user + " " + strconv.Itoa(i+1), User: user, Slots: slots, Duration: duration,
			Submitted: submitted})
	}
	for i := range 40 {
		add("greedy", i, 2, float64(1800+600*(i%4)), float64(10*i))
	}
	for i := range 6 {
		add("light", i, 1, 900, float64(600+1800*i))
	}
	for i := range 2 {
		add("casual", i, 2, 1200, float64(3000+6000*i))
	}
	return p
}

// shares checks the accounts and users.
func (v *validation) shares() {
	known := make(map[string]int, len(v.p.Shares))
	for i := range v.p.Shares {
		v.CountInspection()
		v.ID(known, "share", doc.At("shares", i), v.p.Shares[i].ID, i)
	}
	whole := true
	for i := range v.p.Shares {
		s, path := &v.p.Shares[i], doc.At("shares", i)
		if s.Shares != nil {
			v.InRange(path+".shares", *s.Shares, 0, 1e9)
		}
		v.InRange(path+".usage", s.Usage, 0, 1e15)
		if s.Usage > 0 && !s.User {
			v.Fault(path+".usage", "", "belongs to users; that of an account is the sum of its users")
		}
		if s.ID == fairshare.Root {
			v.Fault(path+".id", text(s.ID), "is the name of the farm itself; choose another")
		}
		if s.Account == "" {
			continue
		}
		above, ok := v.Ref(known, "parent account", path+".under", s.Account)
		whole = whole && ok
		if ok && v.p.Shares[above].User {
			v.Fault(path+".under", text(s.Account), "is a user; choose an account")
		}
	}
	if whole {
		v.circle(known)
	}
}

// circle adds a fault for the first circle of accounts.
func (v *validation) circle(known map[string]int) {
	seen := make([]int, len(v.p.Shares)) // by which walk upward, 0 for none
	for i := range v.p.Shares {
		for at := i; v.p.Shares[at].Account != "" && (seen[at] == 0 || seen[at] == i+1); {
			if seen[at] == i+1 {
				v.Fault(doc.At("shares", at)+".under", text(v.p.Shares[at].Account),
					"closes a circle of accounts; let one of them belong to the farm itself")
				return
			}
			seen[at] = i + 1
			at = known[v.p.Shares[at].Account]
		}
	}
}

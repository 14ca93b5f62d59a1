package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math"

	"gridbox/core/fairshare"
)

// fairEntry is an account or a user of fair.json. Shares are a number or "parent".
type fairEntry struct {
	Account, Under, User string
	Shares               any
	Usage                float64
}

// fairRow are the expected numbers of an account or a user.
type fairRow struct {
	Account, User                          string
	Shares, Usage, Effective, Part, Factor *float64
	Level                                  any // a number or "infinite"
}

// fairFile is one of the two parts of fair.json.
type fairFile struct {
	Dampening       float64
	Accounts, Users []fairEntry
	Expect          []fairRow
}

// sixDigits is the greatest difference of numbers that are printed with six decimals.
const sixDigits = 0.5e-6 * (1 + 1e-9)

// slurm compares fair-share factors with the numbers of Slurm's own tests, in
// one suite per algorithm. It returns none if the folder lacks their file.
func slurm(_ context.Context, folder fs.FS) (list []Suite, err error) {
	if !exists(folder, "slurm/fair.json") {
		return nil, nil
	}
	text, err := fs.ReadFile(folder, "slurm/fair.json")
	if err != nil {
		return nil, err
	}
	var file struct{ Classic, FairTree fairFile }
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, errors.New("slurm/fair.json: " + err.Error())
	}
	const source = "Slurm, test24.1 and test24.4 (284c3b9)"
	classic, index := file.Classic.tree()
	one := Suite{Name: "fair share, classic", Source: source}
	one.compareFair(&file.Classic, fairshare.NewTree(classic).Classic(file.Classic.Dampening), index)
	tree, index := file.FairTree.tree()
	two := Suite{Name: "fair share, Fair Tree", Source: source}
	two.compareFair(&file.FairTree, fairshare.NewTree(tree).FairTree(), index)
	return []Suite{one, two}, nil
}

// tree returns the entries of the accounts and the users, with the index of
// each by its name.
func (f *fairFile) tree() (list []fairshare.Entry, index map[string]int) {
	index = map[string]int{}
	for _, group := range [][]fairEntry{f.Accounts, f.Users} {
		for _, x := range group {
			e := fairshare.Entry{ID: x.Account, ParentAccount: x.Under, Usage: x.Usage}
			if x.User != "" {
				e.ID, e.ParentAccount, e.User = x.User, x.Account, true
			}
			shares, number := x.Shares.(float64)
			e.Shares, e.Parent = shares, !number
			index[e.ID] = len(list)
			list = append(list, e)
		}
	}
	return list, index
}

// compareFair compares the factors with the rows of a part and counts the equal
// rows. It records the first difference of each other row.
func (s *Suite) compareFair(f *fairFile, list []fairshare.Factor, index map[string]int) {
	for _, row := range f.Expect {
		name := row.User + row.Account
		at, known := index[name]
		if !known {
			continue // the root has no factors
		}
		s.Cases++
		got, difference := list[at], ""
		check := func(what string, x float64, want *float64) {
			if want != nil && math.Abs(x-*want) > sixDigits && difference == "" {
				difference = name + ": " + what + " is " + number(x) + ", expected " + number(*want)
			}
		}
		if parent := row.Level == nil && row.Effective == nil; !parent {
			check("shares", got.Shares, row.Shares)
		}
		check("usage", got.Usage, row.Usage)
		check("effective usage", got.Effective, row.Effective)
		check("part", got.Part, row.Part)
		check("factor", got.Factor, row.Factor)
		if level, some := row.Level.(float64); some {
			check("level", got.Level, &level)
		} else if row.Level != nil && !math.IsInf(got.Level, 1) && difference == "" {
			difference = name + ": level is " + number(got.Level) + ", expected an infinite one"
		}
		if difference == "" {
			s.Agree++
		} else {
			s.Differ = append(s.Differ, difference)
		}
	}
}

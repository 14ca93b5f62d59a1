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

// slurm compares fair-share factors with the numbers of Slurm's own tests.
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
	const of = "Slurm, test24.1 and test24.4 (284c3b9)"
	classic, places := file.Classic.entries()
	one := Suite{Name: "fair share, classic", Of: of}
	one.fair(&file.Classic, fairshare.NewTree(classic).Classic(file.Classic.Dampening), places)
	tree, places := file.FairTree.entries()
	two := Suite{Name: "fair share, Fair Tree", Of: of}
	two.fair(&file.FairTree, fairshare.NewTree(tree).FairTree(), places)
	return []Suite{one, two}, nil
}

// entries returns the entries with their places by name.
func (f *fairFile) entries() (list []fairshare.Entry, places map[string]int) {
	places = map[string]int{}
	for _, group := range [][]fairEntry{f.Accounts, f.Users} {
		for _, x := range group {
			e := fairshare.Entry{ID: x.Account, Under: x.Under, Usage: x.Usage}
			if x.User != "" {
				e.ID, e.Under, e.User = x.User, x.Account, true
			}
			shares, number := x.Shares.(float64)
			e.Shares, e.Parent = shares, !number
			places[e.ID] = len(list)
			list = append(list, e)
		}
	}
	return list, places
}

// fair counts the rows of a part.
func (s *Suite) fair(f *fairFile, list []fairshare.Factor, places map[string]int) {
	for _, row := range f.Expect {
		name := row.User + row.Account
		at, known := places[name]
		if !known {
			continue // the root has no factors
		}
		s.Cases++
		is, wrong := list[at], ""
		check := func(what string, x float64, want *float64) {
			if want != nil && math.Abs(x-*want) > sixDigits && wrong == "" {
				wrong = name + ": " + what + " is " + number(x) + ", expected " + number(*want)
			}
		}
		if parent := row.Level == nil && row.Effective == nil; !parent {
			check("shares", is.Shares, row.Shares)
		}
		check("usage", is.Usage, row.Usage)
		check("effective usage", is.Effective, row.Effective)
		check("part", is.Part, row.Part)
		check("factor", is.Factor, row.Factor)
		if level, some := row.Level.(float64); some {
			check("level", is.Level, &level)
		} else if row.Level != nil && !math.IsInf(is.Level, 1) && wrong == "" {
			wrong = name + ": level is " + number(is.Level) + ", expected an infinite one"
		}
		if wrong == "" {
			s.Agree++
		} else {
			s.Differ = append(s.Differ, wrong)
		}
	}
}

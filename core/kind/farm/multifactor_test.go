package farm

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"gridbox/core/fairshare"
)

// Errors in accounts and users are faults at their paths.
func TestSharesAreValidated(t *testing.T) {
	less := -1.0
	for _, c := range []struct {
		shares     []Share
		path, text string
	}{
		{[]Share{{ID: "a"}, {ID: "u", User: true, Account: "a", Usage: 3}, {ID: "b", Account: "a"}}, "", ""},
		{[]Share{{ID: "a"}, {ID: "a"}}, "shares[1].id", "already the name of shares[0]"},
		{[]Share{{}}, "shares[0].id", "is empty"},
		{[]Share{{ID: fairshare.Root}}, "shares[0].id", "the farm itself"},
		{[]Share{{ID: "a", Shares: &less}}, "shares[0].shares", "0"},
		{[]Share{{ID: "u", User: true, Usage: -1}}, "shares[0].usage", "0"},
		{[]Share{{ID: "a", Usage: 1}}, "shares[0].usage", "belongs to users"},
		{[]Share{{ID: "a", Account: "b"}}, "shares[0].under", "does not exist"},
		{[]Share{{ID: "u", User: true}, {ID: "a", Account: "u"}}, "shares[1].under", "is a user"},
		{[]Share{{ID: "a", Account: "a"}}, "shares[0].under", "circle"},
		{[]Share{{ID: "x", Account: "a"}, {ID: "a", Account: "b"}, {ID: "b", Account: "c"}, {ID: "c", Account: "a"}},
			"shares[1].under", "circle"},
	} {
		p := Problem{Shares: c.shares}
		switch faults := p.Validate(); {
		case c.path == "" && faults == nil:
		case len(faults) != 1 || faults[0].Path != c.path || !strings.Contains(faults[0].Reason, c.text):
			t.Errorf("%+v: got faults %v, want %s: %s", c.shares, faults, c.path, c.text)
		}
	}
}

// A user who is not listed has one share below the farm itself, even if an
// account has the same name.
func TestFairShares(t *testing.T) {
	three := 3.0
	p := Problem{Shares: []Share{{ID: "a", Shares: &three}, {ID: "u", User: true, Account: "a", Usage: 5,
		Parent: true}},
		Jobs: []Job{{User: "v"}, {User: "u"}, {}, {User: "v"}, {User: "a"}}}
	entries, user := p.FairShares()
	want := []fairshare.Entry{{ID: "a", ParentAccount: fairshare.Root, Shares: 3},
		{ID: "u", ParentAccount: "a", User: true, Shares: 1, Parent: true, Usage: 5},
		{ID: "v", ParentAccount: fairshare.Root, User: true, Shares: 1},
		{ID: "a", ParentAccount: fairshare.Root, User: true, Shares: 1}}
	for i, at := range []int{2, 1, -1, 2, 3} {
		if user[i] != at {
			t.Errorf("job %d: got entry %d of its user, want %d", i, user[i], at)
		}
	}
	if len(entries) != len(want) {
		t.Fatalf("got %d entries %+v, want %d", len(entries), entries, len(want))
	}
	for i := range want {
		if entries[i] != want[i] {
			t.Errorf("entry %d: got %+v, want %+v", i, entries[i], want[i])
		}
	}
}

// If all weights are 0, the defaults apply; if one is set, the others stay 0.
func TestMultifactorDefaults(t *testing.T) {
	o := Options{}
	if m := o.Multifactor(); m != (Multifactor{Age: 1000, Fairshare: 10_000, Size: 1000, Priority: 1000, MaxAge: week,
		HalfLife: week, Dampening: 1}) {
		t.Errorf("without options: got %+v, want the defaults", m)
	}
	o = Options{WeightSize: 2, Favor: FavorSmall, Fairshare: Classic, HalfLife: 3, MaxAge: 4, Dampening: 5}
	if m := o.Multifactor(); m != (Multifactor{Size: 2, Small: true, Classic: true, MaxAge: 4, HalfLife: 3,
		Dampening: 5}) {
		t.Errorf("options %+v: got %+v, want their values and no other weights", o, m)
	}
	for _, a := range Kind().Algorithms {
		for _, x := range a.Options {
			want, some := map[string]float64{"weightAge": 1000, "weightFairshare": 10_000, "weightSize": 1000,
				"weightPriority": 1000, "maxAge": week, "halfLife": week, "dampening": 1}[x.ID]
			if some && x.Default != want {
				t.Errorf("default of %s: got %v, want %v", x.ID, x.Default, want)
			}
		}
	}
}

// Given accounts and users are kept when jobs are drawn.
func TestSharesStayWithGeneratedJobs(t *testing.T) {
	p, faults := Complete(Problem{Shares: []Share{{ID: "a"}}}, Spec{Preset: "markov-2004"}, 1)
	if faults != nil || len(p.Shares) != 1 || len(p.Jobs) == 0 {
		t.Errorf("markov-2004: got faults %v, shares %+v, %d jobs; want the given share and jobs", faults, p.Shares,
			len(p.Jobs))
	}
	if p, faults = Complete(Problem{Shares: []Share{{ID: "a"}}}, Spec{Preset: "farm-mixed"}, 1); faults != nil ||
		len(p.Shares) != 1 || len(p.Jobs) == 0 {
		t.Errorf("farm-mixed: got faults %v, shares %+v, %d jobs; want the given share and jobs", faults, p.Shares,
			len(p.Jobs))
	}
}

// Drawn jobs have users in proportion to 1/k, and otherwise equal the jobs
// drawn without users.
func TestDrawnUsers(t *testing.T) {
	for _, name := range []string{"farm-stream", "lublin-feitelson"} {
		jobs, users, none := 3000, 3, 0
		p, faults := Generate(Spec{Preset: name, Jobs: &jobs, Users: &users}, 7)
		plain, more := Generate(Spec{Preset: name, Jobs: &jobs, Users: &none}, 7)
		if faults != nil || more != nil {
			t.Fatalf("%s: got faults %v with users, %v without; want none", name, faults, more)
		}
		counts := map[string]float64{}
		for j := range p.Jobs {
			counts[p.Jobs[j].User]++
			p.Jobs[j].User = ""
		}
		if !reflect.DeepEqual(p, plain) {
			t.Errorf("%s: the jobs with users differ from those without", name)
		}
		for k, id := range []string{"u1", "u2", "u3"} {
			if want := 3000 / float64(k+1) / (1 + 1.0/2 + 1.0/3); math.Abs(counts[id]-want) > 90 {
				t.Errorf("%s: got %v jobs of %s, want about %v", name, counts[id], id, want)
			}
		}
		if like := Like(&plain); like.Users != nil {
			t.Errorf("%s: Like of jobs without users: got %d users, want nil", name, *like.Users)
		}
	}
	p := fairShareFarm()
	if like := Like(&p); like.Users == nil || *like.Users != 3 {
		t.Errorf("Like of jobs of three users: got %v users, want 3", like.Users)
	}
}

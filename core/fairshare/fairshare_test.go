package fairshare

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
)

// Users of equal level share a rank and the following ranks are skipped; a user comes before an
// account of the same level, and the first user there shares its rank.
func TestFairTreeTies(t *testing.T) {
	list := NewTree([]Entry{
		{ID: "a", ParentAccount: Root, Shares: 1}, {ID: "x", ParentAccount: Root, User: true, Shares: 1, Usage: 10},
		{ID: "y", ParentAccount: "a", User: true, Shares: 1, Usage: 5},
		{ID: "z", ParentAccount: "a", User: true, Shares: 1, Usage: 5},
		{ID: "w", ParentAccount: Root, User: true, Shares: 1, Usage: 40}}).FairTree()
	for i, want := range []float64{0, 1, 1, 1, 0.25} {
		if list[i].Factor != want {
			t.Errorf("FairTree, entry %d: got %+v, want the factor %v", i, list[i], want)
		}
	}
}

// A usage of 0 causes no division by zero, an entry without shares has the factor 0, and a cycle of
// accounts ends.
func TestOddTrees(t *testing.T) {
	entries := []Entry{{ID: "a", ParentAccount: Root, Shares: 1}, {ID: "u", ParentAccount: "a", User: true, Shares: 1},
		{ID: "v", ParentAccount: "a", User: true}, {ID: "b", ParentAccount: "c", Shares: 1},
		{ID: "c", ParentAccount: "b", Shares: 1},
		{ID: Root, ParentAccount: Root, Shares: 1, Parent: true}}
	for _, f := range append(NewTree(entries).Classic(1), NewTree(entries).FairTree()...) {
		if math.IsNaN(f.Factor) || f.Factor < 0 || f.Factor > 1 {
			t.Errorf("got %+v, want a factor from 0 to 1", f)
		}
	}
	lost := append(entries, Entry{ID: "w", ParentAccount: "c", User: true, Shares: 1},
		Entry{ID: "x", ParentAccount: "?", User: true})
	if got := NewTree(lost).FairTree()[2].Factor; got != 0.5 {
		t.Errorf("FairTree with users of unknown accounts: got the factor %v of the last of two, want 0.5", got)
	}
	classic := NewTree(entries[:3]).Classic(1)
	if classic[1].Factor != 1 || classic[2].Factor != 0 {
		t.Errorf("Classic: got %+v, want the factors 1 and 0 of the users", classic)
	}
}

// A user and an account with the shares of their account above have its shares and its effective usage.
func TestClassicParent(t *testing.T) {
	list := NewTree([]Entry{{ID: "a", ParentAccount: Root, Shares: 1}, {ID: "b", ParentAccount: Root, Shares: 3},
		{ID: "u", ParentAccount: "a", User: true, Parent: true, Usage: 20},
		{ID: "v", ParentAccount: "b", User: true, Shares: 1, Usage: 60},
		{ID: "w", ParentAccount: Root, User: true, Parent: true}}).Classic(1)
	for i, want := range []Factor{{Shares: 0.25, Usage: 0.25, Effective: 0.25, Factor: 0.5},
		{Shares: 0.75, Usage: 0.75, Effective: 0.75, Factor: 0.5},
		{Shares: 0.25, Usage: 0.25, Effective: 0.25, Factor: 0.5},
		{Shares: 0.75, Usage: 0.75, Effective: 0.75, Factor: 0.5}, {Shares: 1, Effective: 1, Factor: 0.5}} {
		if got := list[i]; math.Abs(got.Factor-want.Factor) > 1e-15 || got.Shares != want.Shares ||
			got.Usage != want.Usage || got.Effective != want.Effective {
			t.Errorf("entry %d: %+v, want %+v", i, got, want)
		}
	}
}

// Usage halves in a half-life. Slots in use add to it as in the sum over short periods.
func TestLedger(t *testing.T) {
	l := NewLedger([]float64{80, 0}, 10)
	if u := l.Usage(10); math.Abs(u[0]-40) > 1e-12 || u[1] != 0 {
		t.Errorf("usage after a half-life: got %v, want 40 and 0", u)
	}
	l.Hold(1, 4, 10)
	l.Hold(1, 2, 15)
	l.Usage(17.5) // changes nothing
	l.Hold(1, -6, 20)
	const period = 1e-4
	sum, left := 0.0, math.Exp2(-period/10)
	for k := range int(15 / period) {
		switch at := 10 + float64(k)*period; {
		case at < 15-period/2:
			sum += 4 * period
		case at < 20-period/2:
			sum += 6 * period
		}
		sum *= left
	}
	if u := l.Usage(25); math.Abs(u[0]-80*math.Exp2(-2.5)) > 1e-12 || math.Abs(u[1]-sum) > 1e-3 || sum < 20 {
		t.Errorf("usage at 25: got %v, want %v and %v", u, 80*math.Exp2(-2.5), sum)
	}
	exact := NewLedger([]float64{80, 0}, 10)
	exact.Hold(1, 4, 10)
	exact.Hold(1, 2, 15)
	exact.Hold(1, -6, 20)
	if a, b := l.Usage(25), exact.Usage(25); a[0] != b[0] || a[1] != b[1] {
		t.Errorf("usage at 25: got %v after a request at 17.5, want %v as without", a, b)
	}
}

// A tree that is used again gives the same ranks as a new one, for any usage in between.
func TestFairTreeAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var entries []Entry
		for i, id := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
			above := []string{Root, Root, "a", "b"}[:2+min(i, 2)]
			entries = append(entries, Entry{ID: id, ParentAccount: rapid.SampledFrom(above).Draw(t, "under"),
				User:   i > 1,
				Shares: rapid.SampledFrom([]float64{0, 1, 1, 3}).Draw(t, "shares"),
				Parent: rapid.IntRange(0, 5).Draw(t, "parent") == 0})
		}
		again, usage := NewTree(entries), make([]float64, len(entries))
		for range 5 {
			for i := range usage {
				if usage[i] = 0; entries[i].User {
					usage[i] = rapid.SampledFrom([]float64{0, 1, 1, 2, 7}).Draw(t, "usage")
				}
			}
			fresh := NewTree(entries)
			again.Use(usage)
			fresh.Use(usage)
			if got, want := again.FairTree(), fresh.FairTree(); !slices.Equal(got, want) {
				t.Fatalf("%+v\n%+v", got, want)
			}
			if got, want := again.Classic(1), fresh.Classic(1); !slices.Equal(got, want) {
				t.Fatalf("classic: %+v\n%+v", got, want)
			}
		}
	})
}

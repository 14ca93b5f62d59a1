package fairshare

import (
	"math"
	"testing"
)

// Users of equal level share a rank and the ranks behind are skipped; a user comes before an account of
// the same level, and the first user there shares its rank.
func TestFairTreeTies(t *testing.T) {
	list := FairTree([]Entry{
		{ID: "a", Under: Root, Shares: 1}, {ID: "x", Under: Root, User: true, Shares: 1, Usage: 10},
		{ID: "y", Under: "a", User: true, Shares: 1, Usage: 5}, {ID: "z", Under: "a", User: true, Shares: 1, Usage: 5},
		{ID: "w", Under: Root, User: true, Shares: 1, Usage: 40}})
	for i, want := range []float64{0, 1, 1, 1, 0.25} {
		if list[i].Factor != want {
			t.Errorf("entry %d: %+v, want %v", i, list[i], want)
		}
	}
}

// Nobody's usage is no division by zero, an entry without shares has the factor 0, and a cycle of accounts
// ends.
func TestOddTrees(t *testing.T) {
	entries := []Entry{{ID: "a", Under: Root, Shares: 1}, {ID: "u", Under: "a", User: true, Shares: 1},
		{ID: "v", Under: "a", User: true}, {ID: "b", Under: "c", Shares: 1}, {ID: "c", Under: "b", Shares: 1},
		{ID: Root, Under: Root, Shares: 1, Parent: true}}
	for _, f := range append(Classic(entries, 1), FairTree(entries)...) {
		if math.IsNaN(f.Factor) || f.Factor < 0 || f.Factor > 1 {
			t.Errorf("%+v", f)
		}
	}
	classic := Classic(entries[:3], 1)
	if classic[1].Factor != 1 || classic[2].Factor != 0 {
		t.Errorf("%+v", classic)
	}
}

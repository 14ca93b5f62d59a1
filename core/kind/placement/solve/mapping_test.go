package solve

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A plainOutlook has the two clusters on which a job ends first, and a lower
// bound of its end on the others.
type plainOutlook struct {
	best, second     int32
	end, next, third float64
}

// newPlainOutlook compares the ends of a job on all clusters.
func newPlainOutlook(t *table, j int32) plainOutlook {
	o := plainOutlook{-1, -1, math.Inf(1), math.Inf(1), math.Inf(1)}
	t.ends += t.clusters
	for i, x := range t.row(j) {
		switch x += t.load[i]; {
		case x < o.end:
			o.best, o.second, o.end, o.next, o.third = int32(i), o.best, x, o.end, o.next
		case x < o.next:
			o.second, o.next, o.third = int32(i), x, o.next
		case x < o.third:
			o.third = x
		}
	}
	return o
}

// plainUpdate returns an outlook after the load of a cluster grew.
func plainUpdate(t *table, j int32, o plainOutlook, cluster int32) plainOutlook {
	if o.best != cluster && o.second != cluster {
		return o
	}
	t.ends++
	switch x := t.load[cluster] + t.row(j)[cluster]; {
	case x >= o.third:
		return newPlainOutlook(t, j)
	case o.second == cluster:
		o.next = x
	case x < o.next || x == o.next && o.best < o.second:
		o.end = x
	default:
		o.best, o.second, o.end, o.next = o.second, o.best, o.next, x
	}
	return o
}

// plainList repeatedly searches all jobs for the greatest value.
func plainList(t *table, value func(o plainOutlook) float64) (turns []planStep) {
	outlooks, placed := make([]plainOutlook, t.jobs), make([]bool, t.jobs)
	for j := range outlooks {
		outlooks[j] = newPlainOutlook(t, int32(j))
	}
	for {
		x, most := planStep{-1, -1}, 0.0
		for j, o := range outlooks {
			if !placed[j] && o.best >= 0 && (x.job < 0 || value(o) > most) {
				x, most = planStep{int32(j), o.best}, value(o)
			}
		}
		if x.job < 0 {
			return turns
		}
		turns, placed[x.job] = append(turns, x), true
		t.place(x)
		for j := range outlooks {
			if !placed[j] && outlooks[j].best >= 0 {
				outlooks[j] = plainUpdate(t, int32(j), outlooks[j], x.cluster)
			}
		}
	}
}

func plainSufferage(o plainOutlook) float64 { return o.next - o.end }

// plainPasses is Sufferage in passes.
func plainPasses(t *table) (turns []planStep) {
	outlooks, placed := make([]plainOutlook, t.jobs), make([]bool, t.jobs)
	for j := range outlooks {
		outlooks[j] = newPlainOutlook(t, int32(j))
	}
	for {
		holder := map[int32]int{}
		for j, o := range outlooks {
			if placed[j] || o.best < 0 {
				continue
			}
			if held, some := holder[o.best]; !some || plainSufferage(o) > plainSufferage(outlooks[held]) {
				holder[o.best] = j
			}
		}
		if len(holder) == 0 {
			return turns
		}
		for i := range int32(t.clusters) {
			if j, some := holder[i]; some {
				turns, placed[j] = append(turns, planStep{int32(j), i}), true
				t.place(planStep{int32(j), i})
			}
		}
		for i := range int32(t.clusters) {
			if _, some := holder[i]; !some {
				continue
			}
			for j := range outlooks {
				if !placed[j] && outlooks[j].best >= 0 {
					outlooks[j] = plainUpdate(t, int32(j), outlooks[j], i)
				}
			}
		}
	}
}

// drawTable draws times with many ties, impossible pairs, and more jobs than a block has.
func drawTable(t *rapid.T) func() *table {
	jobs, clusters := rapid.SampledFrom([]int{1, 9, 65, 200}).Draw(t, "jobs"), rapid.IntRange(1, 24).Draw(t, "clusters")
	p := rangeBased(jobs, clusters, rapid.Bool().Draw(t, "consistent"))
	times := []float64{1, 1, 2, 3, 4, 5, 7, 40, math.Inf(1)}
	few := rapid.IntRange(1, len(times)).Draw(t, "few")
	pick := rapid.IntRange(0, 1<<30).Draw(t, "pick")
	ties := rapid.Bool().Draw(t, "ties")
	for j := range p.Jobs {
		for i := range p.Jobs[j].Times {
			pick = (pick*1103515245 + 12345) & (1<<31 - 1)
			if x := times[pick>>16%few]; ties || math.IsInf(x, 1) {
				p.Jobs[j].Times[i] = x
			}
		}
	}
	return func() *table {
		made, err := newTable(context.Background(), newInstance(p))
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
}

// The placements, loads and counts of the heuristics equal those of the plain implementation.
func TestOutlooksAgainstPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		newTable := drawTable(t)
		for name, c := range map[string]struct {
			fast  func(context.Context, *table) ([]planStep, error)
			plain func(*table) []planStep
		}{
			"max-min": {maxMin, func(t *table) []planStep {
				return plainList(t, func(o plainOutlook) float64 { return o.end })
			}},
			"list":   {sufferage, func(t *table) []planStep { return plainList(t, plainSufferage) }},
			"passes": {sufferagePasses, plainPasses},
		} {
			fast, plain := newTable(), newTable()
			turns, err := c.fast(context.Background(), fast)
			want := c.plain(plain)
			if err != nil || !slices.Equal(turns, want) || !slices.Equal(fast.load, plain.load) {
				t.Fatalf("%s: got error %v,\n%v\nwant\n%v", name, err, turns, want)
			}
			if fast.ends != plain.ends {
				t.Fatalf("%s: got %d ends, want %d as by the plain form", name, fast.ends, plain.ends)
			}
		}
	})
}

// The result is the index of the first greatest value after any changes.
func TestMaximum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, blockSize, blockSize + 1, 3 * blockSize}).Draw(t, "values")
		m, plain := newMaximum(n), make([]float64, n)
		for i := range plain {
			plain[i] = math.Inf(-1)
		}
		for range rapid.IntRange(0, 20).Draw(t, "changes") {
			i := min(n-1, rapid.IntRange(0, 6).Draw(t, "half block")*blockSize/2)
			plain[i] = rapid.SampledFrom([]float64{math.Inf(-1), 0, 1, 2, math.Inf(1)}).Draw(t, "value")
			m.set(int32(i), plain[i])
			want := int32(slices.Index(plain, slices.Max(plain)))
			if math.IsInf(plain[want], -1) {
				want = -1
			}
			if rapid.Bool().Draw(t, "asked") && m.index() != want {
				t.Fatalf("index of %v: got %d, want %d", plain, m.index(), want)
			}
		}
	})
}

// A job that no cluster can run is not placed.
func TestOutlooksWithoutClusters(t *testing.T) {
	for _, plan := range []func(context.Context, *table) ([]planStep, error){maxMin, sufferage, sufferagePasses} {
		made, err := newTable(context.Background(), newInstance(rangeBased(2, 0, false)))
		if err != nil {
			t.Fatal(err)
		}
		if turns, err := plan(context.Background(), made); err != nil || len(turns) != 0 || made.ends != 0 {
			t.Errorf("got %v, %d ends, error %v; want none", turns, made.ends, err)
		}
	}
}

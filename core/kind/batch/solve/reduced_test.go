package solve

import (
	"slices"
	"testing"

	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"

	"pgregory.net/rapid"
)

// reduceExactly computes the result of reduce only with numbers of thirty digits.
func reduceExactly(items []item) class {
	slices.SortFunc(items, func(a, b item) int {
		for _, apart := range []float64{a.limitedAmount().compare(b.limitedAmount()), a.goal().compare(b.goal())} {
			if apart != 0 {
				return sign(apart < 0)
			}
		}
		return int(a.index - b.index)
	})
	kept := items[:0]
	for _, x := range items {
		if n := len(kept); n == 0 || x.goal().compare(kept[n-1].goal()) < 0 {
			kept = append(kept, x)
		}
	}
	return class(kept)
}

// The result with sixteen digits, and thirty if these do not decide, equals that with thirty digits
// alone, on decimals with many equal sums. Classes for one objective, reversed, are those for the
// other.
func TestReduceAgainstThirtyDigits(t *testing.T) {
	number := rapid.SampledFrom([]float64{0.1, 0.2, 0.3, 0.7, 1.1, 3, 6, 7.003, 12.4, 1e6})
	rapid.Check(t, func(t *rapid.T) {
		p := &batch.Problem{}
		for range rapid.IntRange(1, 6).Draw(t, "nodes") {
			p.Nodes = append(p.Nodes, window.Node{Performance: number.Draw(t, "performance"),
				Price: number.Draw(t, "price")})
		}
		o := Options{}
		o.Measure = rapid.SampledFrom([]batch.Measure{batch.Longest, batch.Sum}).Draw(t, "measure")
		r := newRun(p, AMP, o)
		job := batch.Job{Volume: number.Draw(t, "volume"), MinPerformance: number.Draw(t, "least"), MaxPrice: 1e9}
		job.Nodes = rapid.IntRange(1, 5).Draw(t, "parts")
		literal := rapid.SampledFrom([]batch.Duration{batch.Corrected, batch.Literal}).Draw(t, "duration")
		offers := []offer{{request: newRequest(&job, AMP, literal)}}
		for range rapid.IntRange(1, 12).Draw(t, "windows") {
			first := len(r.parts)
			for range job.Nodes {
				node := rapid.IntRange(0, len(p.Nodes)-1).Draw(t, "node")
				length := offers[0].duration(p.Nodes[node].Performance)
				r.parts = append(r.parts, part{node: int32(node), duration: length, cost: p.Nodes[node].Price * length})
			}
			w := newAlternative(0, r.parts[first:])
			w.first, w.last = int32(first), int32(len(r.parts))
			offers[0].windows = append(offers[0].windows, w)
		}
		for _, a := range []aim{{}, {byTime: true}, {byTime: true, greatest: true}} {
			r.weigh(offers)
			got := classes(offers, a)
			var items []item
			for k := range offers[0].windows {
				z, g := a.amounts(offers[0].exact(k))
				items = append(items, item{z: z.hi, g: g.hi, zrest: z.lo, grest: g.lo, index: int32(k)})
			}
			if want := reduceExactly(items); !slices.Equal(got[0], want) {
				t.Fatalf("%+v: got %v, want %v", a, got[0], want)
			}
			if !a.greatest && !slices.Equal(swapNumbers(got)[0], classes(offers, aim{byTime: !a.byTime})[0]) {
				t.Fatalf("%+v, turned: got %v, want the classes of the other objective", a, swapNumbers(got)[0])
			}
		}
		r.weigh(offers)
		whole, sure := offers[0].floorMean()
		if quota := offers[0].jobQuota(batch.Exact); sure && (quota-whole >= 1 || whole > quota) {
			t.Fatalf("floorMean: got %v, want the whole part of %v", whole, quota)
		}
	})
}

// A front computed with sixteen digits where they decide equals that with thirty digits.
func TestFrontAgainstThirtyDigits(t *testing.T) {
	for _, number := range []*rapid.Generator[float64]{
		rapid.SampledFrom([]float64{0.1, 0.2, 0.3, 0.4, 0.7, 1.1, 3, 12.4}), rapid.Map(rapid.IntRange(0, 20),
			func(n int) float64 { return float64(n) }), rapid.Float64Range(0.01, 1000)} {
		rapid.Check(t, func(t *rapid.T) {
			var list []class
			for range rapid.IntRange(1, 5).Draw(t, "classes") {
				var items []item
				for k := range rapid.IntRange(1, 6).Draw(t, "items") {
					z, g := decimal(number.Draw(t, "z")), decimal(number.Draw(t, "g"))
					items = append(items, item{z: z.hi, g: g.hi, zrest: z.lo, grest: g.lo, index: int32(k)})
				}
				list = append(list, reduceExactly(items))
			}
			want := []state{{}}
			for _, items := range list {
				var all []state
				for k := range items {
					var shift []state
					for i := range want {
						shift = append(shift, want[i].extend(&items[k]))
					}
					all = join(nil, all, shift)
				}
				want = all
			}
			var c chooser
			got, _ := c.front(list, false)
			for i := range want {
				if i >= len(got) || len(got) > len(want) || got[i].Time != want[i].z || got[i].Cost != want[i].g {
					t.Fatalf("got front %v, want %v", got, want)
				}
			}
		})
	}
}

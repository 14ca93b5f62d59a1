package solve

import (
	"context"
	"math"
	"reflect"
	"testing"

	_ "gridbox/core/fixedseed"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/trace"

	"pgregory.net/rapid"
)

// drawProblem draws a small problem with many ties: whole times, few prices
// and performances.
func drawProblem(t *rapid.T) *batch.Problem {
	p := &batch.Problem{Environment: window.Environment{Horizon: float64(rapid.IntRange(5, 60).Draw(t, "horizon"))}}
	for i := range rapid.IntRange(1, 7).Draw(t, "nodes") {
		p.Nodes = append(p.Nodes, window.Node{ID: string(rune('a' + i)),
			Performance: rapid.SampledFrom([]float64{1, 1.5, 2, 3}).Draw(t, "performance"),
			Price:       float64(rapid.IntRange(0, 6).Draw(t, "price"))})
	}
	for range rapid.IntRange(0, 10).Draw(t, "busy") {
		from := rapid.IntRange(0, int(p.Horizon)-1).Draw(t, "from")
		p.Busy = append(p.Busy, window.Slot{Node: rapid.SampledFrom(p.Nodes).Draw(t, "node").ID, Start: float64(from),
			End: float64(rapid.IntRange(from+1, int(p.Horizon)).Draw(t, "to"))})
	}
	for i := range rapid.IntRange(1, 5).Draw(t, "jobs") {
		p.Jobs = append(p.Jobs, batch.Job{ID: string(rune('1' + i)), Nodes: rapid.IntRange(1, 4).Draw(t, "n"),
			Volume:         float64(rapid.IntRange(1, 20).Draw(t, "volume")),
			MinPerformance: rapid.SampledFrom([]float64{1, 1.5, 2}).Draw(t, "least"),
			MaxPrice:       float64(rapid.IntRange(0, 6).Draw(t, "maxPrice")),
			Priority:       float64(rapid.IntRange(0, 1).Draw(t, "priority"))})
	}
	return p
}

// agree compares the search that starts at the last window and skips blocks with
// the paper's pass over the whole list, window by window and part by part. The
// blocks have the slots of the plain list.
func agree(t interface{ Fatalf(string, ...any) }, p *batch.Problem, algorithm Algorithm, d batch.Duration) {
	r := newRun(p, algorithm, Options{Options: batch.Options{Duration: d}})
	plain := p.Free()
	jobs := make([]*batch.Job, len(p.Jobs))
	for i := range p.Jobs {
		jobs[i] = &p.Jobs[i]
	}
	queue(jobs)
	offers := make([]offer, len(jobs))
	for i, j := range jobs {
		offers[i].request = newRequest(j, algorithm, d)
	}
	r.list.fill(plain.All())
	for found := true; found; {
		found = false
		for i := range offers {
			o := &offers[i]
			literal := pass{r: r, q: &o.request}
			want, wantParts, wantOK := literal.window(plain.All(), nil)
			got, gotParts, ok := r.search(&o.request, nil)
			if ok != wantOK || got != want || !reflect.DeepEqual(gotParts, wantParts) {
				t.Fatalf("%s, job %s: got %v %+v %+v, want %v %+v %+v", algorithm, o.job.ID, ok, got, gotParts, wantOK,
					want, wantParts)
			}
			if !ok {
				continue
			}
			found = true
			o.from = got.start
			r.list.cut(got.start, gotParts)
			var pieces []window.Free
			for _, x := range gotParts {
				pieces = append(pieces, window.Free{Node: x.node, Start: got.start, End: got.start + x.duration})
			}
			if !plain.Cut(pieces) {
				t.Fatalf("job %s: got a window that is not free", o.job.ID)
			}
			var blocks []window.Free
			for _, b := range r.list.blocks {
				for _, s := range b.slots {
					if s.End > b.end {
						t.Fatalf("got a block with end %v, want at least that of its slot %v", b.end, s)
					}
					blocks = append(blocks, s)
				}
			}
			if len(blocks) != len(plain.All()) || len(blocks) > 0 && !reflect.DeepEqual(blocks, plain.All()) {
				t.Fatalf("got blocks with %v, want the slots %v", blocks, plain.All())
			}
		}
	}
}

func TestSearchAgreesWithTheWholePass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		for _, algorithm := range []Algorithm{ALP, AMP} {
			agree(t, p, algorithm, batch.Corrected)
			agree(t, p, algorithm, batch.Literal)
		}
	})
}

// The same on lists of several blocks.
func TestSearchAgreesOnLongLists(t *testing.T) {
	for seed := range uint64(6) {
		slots, jobs := 400, 12
		p, faults := batch.Generate(batch.Spec{Preset: "alp-amp-2011", SlotsMin: &slots, SlotsMax: &slots,
			JobsMin: &jobs, JobsMax: &jobs}, seed)
		if faults != nil {
			t.Fatal(faults)
		}
		agree(t, &p, ALP, batch.Corrected)
		agree(t, &p, AMP, batch.Corrected)
	}
}

// A recorded run has the answer of an unrecorded one, and its trace has the same
// number of windows.
func TestObserverIsNeutral(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		p.Cycles, p.Period = rapid.IntRange(1, 3).Draw(t, "cycles"), float64(rapid.IntRange(0, 20).Draw(t, "period"))
		for _, algorithm := range []Algorithm{ALP, AMP} {
			plain, err := Solve(context.Background(), p, algorithm, Options{})
			log := &trace.Log{Limit: 1 << 20}
			watched, err2 := Solve(context.Background(), p, algorithm, Options{Log: log})
			if err != nil || err2 != nil || !reflect.DeepEqual(plain, watched) {
				t.Fatalf("with a log: got error %v,\n%+v\nwant error %v,\n%+v", err2, watched, err, plain)
			}
			found, searches := 0, 0
			for _, e := range log.Events {
				switch e.Kind {
				case "found":
					found++
				case "search":
					searches++
				}
			}
			if found != plain.Stats.Windows || searches != plain.Stats.Searches {
				t.Fatalf("got %d windows and %d searches in the log, want %d and %d", found, searches,
					plain.Stats.Windows, plain.Stats.Searches)
			}
		}
	})
}

// visitCombinations calls visit with the sums of each combination, made in class order.
func visitCombinations(classes []class, visit func(z, g float64)) {
	var walk func(i int, z, g float64)
	walk = func(i int, z, g float64) {
		if i == len(classes) {
			visit(z, g)
			return
		}
		for _, it := range classes[i] {
			walk(i+1, z+it.z, g+it.g)
		}
	}
	walk(0, 0, 0)
}

func drawClasses(t *rapid.T, number *rapid.Generator[float64]) []class {
	var classes []class
	for range rapid.IntRange(1, 5).Draw(t, "classes") {
		var items []item
		for k := range rapid.IntRange(1, 6).Draw(t, "items") {
			items = append(items, item{z: number.Draw(t, "z"), g: number.Draw(t, "g"), index: int32(k)})
		}
		classes = append(classes, reduceExactly(items))
	}
	return classes
}

// The choice is the best of all combinations, for real numbers and for whole
// ones with many ties. It reports correctly if there is none.
func TestChooseAgainstEnumeration(t *testing.T) {
	numbers := map[string]*rapid.Generator[float64]{"real": rapid.Float64Range(0, 100),
		"whole": rapid.Map(rapid.IntRange(0, 12), func(n int) float64 { return float64(n) })}
	for name, number := range numbers {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			classes := drawClasses(t, number)
			limit := rapid.Float64Range(0, 300).Draw(t, "limit")
			if rapid.Bool().Draw(t, "tight") { // exactly the sum of some combination
				limit = 0
				for _, c := range classes {
					limit += c[rapid.IntRange(0, len(c)-1).Draw(t, "pick")].z
				}
			}
			bestG, bestZ := math.Inf(1), math.Inf(1)
			visitCombinations(classes, func(z, g float64) {
				if keepsLimit(z, limit) && (g < bestG || g == bestG && z < bestZ) {
					bestG, bestZ = g, z
				}
			})
			c := chooser{}
			got, err := c.choose(context.Background(), classes, limit)
			if err != nil || got.ok != !math.IsInf(bestG, 1) {
				t.Fatalf("got error %v, %+v; want %v", err, got, bestG)
			}
			if !got.ok {
				if keepsLimit(got.minZ, limit) {
					t.Fatalf("got no choice and the least %v, want one as the limit is %v", got.minZ, limit)
				}
				return
			}
			// Real sums that differ by rounding alone count as equal; whole sums
			// are exact, and the least z decides.
			right := got.g == bestG && got.z == bestZ
			if name == "real" {
				right = math.Abs(got.g-bestG) <= 1e-9*bestG
			}
			if !right || !got.exact || got.bound != got.g {
				t.Fatalf("got %+v, want %v with %v", got, bestG, bestZ)
			}
			z, g := 0.0, 0.0
			for i, k := range got.picks {
				z, g = z+classes[i][k].z, g+classes[i][k].g
			}
			if math.Abs(z-got.z) > 1e-12*z || math.Abs(g-got.g) > 1e-12*g {
				t.Fatalf("picks: got sums %v, %v; want %v, %v", z, g, got.z, got.g)
			}
		}))
	}
}

// The front contains exactly the combinations that no other one equals or beats in
// both sums. Its hull is a subset of it.
func TestFrontAgainstEnumeration(t *testing.T) {
	whole := rapid.Map(rapid.IntRange(0, 20), func(n int) float64 { return float64(n) })
	rapid.Check(t, func(t *rapid.T) {
		classes := drawClasses(t, whole)
		best := map[float64]float64{}
		visitCombinations(classes, func(z, g float64) {
			if old, ok := best[z]; !ok || g < old {
				best[z] = g
			}
		})
		count := 0
		for z, g := range best {
			dominated := false
			for z2, g2 := range best {
				dominated = dominated || z2 <= z && g2 <= g && (z2 < z || g2 < g)
			}
			if !dominated {
				count++
			}
		}
		c := chooser{}
		points, hull := c.front(classes, false)
		if hull || len(points) != count {
			t.Fatalf("got %d points, want %d", len(points), count)
		}
		on := map[[2]float64]bool{}
		for i, x := range points {
			on[[2]float64{x.Time, x.Cost}] = true
			if best[x.Time] != x.Cost || i > 0 && (points[i-1].Time >= x.Time || points[i-1].Cost <= x.Cost) {
				t.Fatalf("point %d: got %v, want cost %v, more time and less cost than before", i, x, best[x.Time])
			}
		}
		for _, x := range c.supportedPoints(classes, false) {
			if !on[[2]float64{x.Time, x.Cost}] {
				t.Fatalf("got %v on the hull, want a point of the front %v", x, points)
			}
		}
	})
}

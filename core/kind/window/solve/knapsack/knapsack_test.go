package knapsack

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
)

// brute returns the best value of all choices.
func brute(p Problem) (best float64, found bool) {
	best = math.Inf(-1)
	var walk func(i, left int, value float64, weight int64)
	walk = func(i, left int, value float64, weight int64) {
		if weight > p.Capacity || left > len(p.Values)-i {
			return
		}
		if left == 0 {
			best, found = max(best, value), true
			return
		}
		walk(i+1, left-1, value+p.Values[i], weight+p.Weights[i])
		walk(i+1, left, value, weight)
	}
	if p.Count >= 0 && p.Capacity >= 0 {
		walk(0, p.Count, 0, 0)
	}
	return best, found
}

type failer interface {
	Helper()
	Fatalf(string, ...any)
}

// agrees compares a solver's result with the best value.
func agrees(t failer, p Problem, r Result, best float64, found bool) {
	t.Helper()
	switch {
	case !found:
		if r.Outcome != None {
			t.Fatalf("%+v: got %+v, want no choice", p, r)
		}
		return
	case p.Floored && best <= p.Floor:
		if r.Outcome != Below || r.Bound > p.Floor+1e-9 {
			t.Fatalf("%+v: got %+v, want that no choice is above the floor, as the best is %v", p, r, best)
		}
		return
	}
	value, weight := 0.0, int64(0)
	for _, i := range r.Items {
		value += p.Values[i]
		weight += p.Weights[i]
	}
	if r.Outcome != Found || math.Abs(r.Value-best) > 1e-9*max(1, math.Abs(best)) || r.Value != value ||
		r.Weight != weight ||
		weight > p.Capacity || len(r.Items) != p.Count || !slices.IsSorted(r.Items) ||
		len(slices.Compact(slices.Clone(r.Items))) != p.Count {
		t.Fatalf("%+v: got %+v, want the value %v", p, r, best)
	}
	if r.Bound != r.Value {
		t.Fatalf("%+v: got bound %v, want the value %v", p, r.Bound, r.Value)
	}
}

// Every instance of up to four items with values and weights of 0 to 2.
func TestExhaustive(t *testing.T) {
	s := &Solver{}
	for m := 0; m <= 4; m++ {
		total := 1
		for range m {
			total *= 9
		}
		for code := range total {
			p := Problem{}
			for c, i := code, 0; i < m; i++ {
				p.Values, p.Weights = append(p.Values, float64(c%3)), append(p.Weights, int64(c/3%3))
				c /= 9
			}
			for p.Count = 0; p.Count <= m+1; p.Count++ {
				for p.Capacity = 0; p.Capacity <= 5; p.Capacity++ {
					best, found := brute(p)
					p.Floored = false
					agrees(t, p, s.Solve(p), best, found)
					d, err := Dense(p)
					if err != nil {
						t.Fatal(err)
					}
					agrees(t, p, d, best, found)
					p.Floored, p.Floor = true, float64(code%7)
					agrees(t, p, s.Solve(p), best, found)
				}
			}
		}
	}
}

// classes are the classes of instances, from easy to hard.
var classes = []string{"independent", "real", "weak", "strong", "subset-sum", "few values", "negative"}

func draw(class string, m, n int, r *rand.Rand) Problem {
	p := Problem{Count: n}
	total := int64(0)
	for range m {
		w := 1 + r.Int64N(1000)
		v := 0.0
		switch class {
		case "independent":
			v = float64(r.IntN(1000))
		case "real":
			v = r.Float64() * 10
		case "weak":
			v = max(0, float64(w+r.Int64N(201)-100))
		case "strong":
			v = float64(w + 100)
		case "subset-sum":
			v = float64(w)
		case "few values":
			w, v = 1+r.Int64N(3), float64(r.IntN(3))
		case "negative":
			v = float64(r.IntN(1000) - 900)
		}
		total += w
		p.Values, p.Weights = append(p.Values, v), append(p.Weights, w)
	}
	p.Capacity = int64(float64(total) / float64(m) * float64(n) * (0.5 + 0.7*r.Float64()))
	return p
}

// The search agrees with trying every choice, on all classes, with and without a floor,
// whatever it solved before.
func TestAgreesWithBruteForce(t *testing.T) {
	s := &Solver{}
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(1, 11).Draw(t, "m")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		p := draw(rapid.SampledFrom(classes).Draw(t, "class"), m, rapid.IntRange(0, m).Draw(t, "n"), r)
		best, found := brute(p)
		agrees(t, p, s.Solve(p), best, found)
		if found {
			p.Floored, p.Floor = true, best+float64(rapid.IntRange(-1, 1).Draw(t, "over"))
			agrees(t, p, s.Solve(p), best, found)
		}
	})
}

// A choice whose value is higher in another order of addition does not beat itself.
func TestFloorOfItself(t *testing.T) {
	p := Problem{Count: 5, Capacity: 2693, Weights: []int64{682, 399, 111, 88, 843, 782, 757},
		Values: []float64{5.195576755990688, 2.0170718079652863, 1.9371305504827374, 5.804461281422477,
			9.412457327050344, 1.5600211080303317, 7.98956211074999}}
	s := &Solver{}
	r := s.Solve(p)
	p.Floored, p.Floor = true, r.Value
	if again := s.Solve(p); again.Outcome != Below || again.Bound != r.Value {
		t.Errorf("with the value %v as floor: got %+v, want nothing above it", r.Value, again)
	}
}

// The search agrees with the paper's recurrence on larger instances.
func TestAgreesWithRecurrence(t *testing.T) {
	s, r := &Solver{}, rand.New(rand.NewPCG(1, 2))
	for _, class := range classes {
		for range 12 {
			p := draw(class, 30+r.IntN(30), 1+r.IntN(12), r)
			d, err := Dense(p)
			if err != nil {
				t.Fatal(err)
			}
			agrees(t, p, s.Solve(p), d.Value, d.Outcome == Found)
		}
	}
}

// A search at its limit of labels uses the recurrence if it can, and otherwise returns its
// maximum distance from the optimum.
func TestLabelLimit(t *testing.T) {
	s, r := &Solver{}, rand.New(rand.NewPCG(3, 4))
	gaps := 0
	for range 40 {
		p := draw("weak", 50, 8, r)
		d, _ := Dense(p)
		p.Labels = 1
		agrees(t, p, s.Solve(p), d.Value, d.Outcome == Found)
		for i := range p.Weights { // too wide for the recurrence
			p.Weights[i] *= 1_000_000
		}
		p.Capacity *= 1_000_000
		if _, err := Dense(p); err != ErrTooLarge {
			t.Fatalf("Dense with %v cells: got error %v, want %v", denseWork(p), err, ErrTooLarge)
		}
		f := s.Solve(p)
		if f.Outcome != Found || f.Value > d.Value || f.Bound < d.Value || f.Weight > p.Capacity {
			t.Fatalf("got %+v, want a value of at most %v and a bound of at least that", f, d.Value)
		}
		if f.Bound > f.Value {
			gaps++
		}
	}
	if gaps == 0 {
		t.Error("got no search that reaches its limit, want some")
	}
}

// Permuting the items does not change the value.
func TestPermutation(t *testing.T) {
	s, r := &Solver{}, rand.New(rand.NewPCG(5, 6))
	for _, class := range classes {
		p := draw(class, 60, 9, r)
		want := s.Solve(p).Value
		for range 5 {
			r.Shuffle(len(p.Values), func(i, j int) {
				p.Values[i], p.Values[j] = p.Values[j], p.Values[i]
				p.Weights[i], p.Weights[j] = p.Weights[j], p.Weights[i]
			})
			if got := s.Solve(p).Value; math.Abs(got-want) > 1e-9*math.Abs(want) {
				t.Errorf("%s, permuted: got value %v, want %v", class, got, want)
			}
		}
	}
}

// Decimal prices become whole numbers without loss; others are rounded up by less than the
// last digit that people write.
func TestScale(t *testing.T) {
	w, unit, rounding := Scale([]float64{0.1, 2.25, 7, 0})
	if !slices.Equal(w, []int64{10, 225, 700, 0}) || unit != 100 || rounding != 0 {
		t.Errorf("Scale: got %v of 1/%v, rounded by %v; want [10 225 700 0] of 1/100, exactly", w, unit, rounding)
	}
	for _, prices := range [][]float64{{1.0 / 3, 2, 5e5}, {1e-9, 3}, {math.Pi, 1e12}, {1e300, 2e300},
		{1.5e308, 1.7e308}, {5e-324}} {
		w, unit, rounding := Scale(prices)
		total := 0.0
		for _, x := range prices {
			total += x
		}
		for i, x := range prices {
			if got := float64(w[i]) / unit; got < x && x > 1e-200 ||
				rounding > math.Max(1e-9*total, 1e-250) || w[i] < 0 {
				t.Errorf("Scale: got %v of 1/%v, rounded by %v, for %v; want at least that", w[i], unit, rounding, x)
			}
		}
	}
	if d, ok := Decimals([]float64{1.5, -0.0625}); d != 4 || !ok {
		t.Errorf("Decimals: got %d, %v; want 4, true", d, ok)
	}
	if _, ok := Decimals([]float64{0.1234567}); ok {
		t.Error("Decimals(0.1234567): got true, want false for seven decimals")
	}
}

func FuzzSolve(f *testing.F) {
	f.Add([]byte{7, 3, 5, 5, 5, 5, 1, 9}, 3, int64(12))
	f.Add([]byte{1, 1, 2, 2, 3, 3, 250, 1, 1, 250}, 2, int64(4))
	f.Add([]byte{}, 0, int64(0))
	s := &Solver{}
	f.Fuzz(func(t *testing.T, data []byte, n int, capacity int64) {
		p := Problem{Count: n % 12, Capacity: capacity % 4096}
		for i := 0; i+1 < len(data) && i < 24; i += 2 {
			p.Values, p.Weights = append(p.Values, float64(int(data[i])-64)), append(p.Weights, int64(data[i+1]))
		}
		best, found := brute(p)
		agrees(t, p, s.Solve(p), best, found)
		if d, err := Dense(p); err != nil {
			t.Fatal(err)
		} else {
			agrees(t, p, d, best, found)
		}
	})
}

func BenchmarkSolve(b *testing.B) {
	for _, class := range []string{"independent", "real", "weak", "strong", "subset-sum"} {
		for _, size := range [][2]int{{100, 7}, {1000, 20}, {1000, 80}} {
			p := draw(class, size[0], size[1], rand.New(rand.NewPCG(7, 8)))
			b.Run(class+"/m="+strconv.Itoa(size[0])+"/n="+strconv.Itoa(size[1]), func(b *testing.B) {
				s := &Solver{}
				for b.Loop() {
					if r := s.Solve(p); r.Bound != r.Value {
						b.Fatalf("got gap %v, want 0", r.Bound-r.Value)
					}
				}
			})
		}
	}
}

func BenchmarkDense(b *testing.B) {
	p := draw("independent", 100, 7, rand.New(rand.NewPCG(7, 8)))
	b.Run("m=100/n=7", func(b *testing.B) {
		for b.Loop() {
			if _, err := Dense(p); err != nil {
				b.Fatal(err)
			}
		}
	})
}

package proof_test

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/engine"
	"gridbox/core/kind/placement"
	"gridbox/core/proof"
	"gridbox/core/randscenario"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

// A constraint is a line of a proof: the sum of terms compared with a side.
type constraint struct {
	sense string
	side  *big.Rat
	terms map[int]*big.Rat
}

// A reader reads the words of a proof.
type reader struct{ tokens []string }

func (r *reader) next() string {
	if len(r.tokens) == 0 {
		panic(errors.New("the proof ends early"))
	}
	word := r.tokens[0]
	r.tokens = r.tokens[1:]
	return word
}

func (r *reader) number() *big.Rat {
	word := r.next()
	x, ok := new(big.Rat).SetString(word)
	if !ok {
		panic(errors.New(word + " is no number"))
	}
	return x
}

func (r *reader) nextInt() int {
	n, err := strconv.Atoi(r.next())
	if err != nil {
		panic(err)
	}
	return n
}

func (r *reader) expect(words ...string) {
	for _, word := range words {
		if got := r.next(); got != word {
			panic(errors.New(got + " stands where " + word + " is expected"))
		}
	}
}

// constraint reads a label, a sense, a side and terms of variables below a count.
func (r *reader) constraint(variables int) constraint {
	r.next()
	c := constraint{r.next(), r.number(), map[int]*big.Rat{}}
	for range r.nextInt() {
		i := r.nextInt()
		if i < 0 || i >= variables || c.terms[i] != nil {
			panic(errors.New("a term is of no variable, or of one that has a term"))
		}
		c.terms[i] = r.number()
	}
	return c
}

// proven reads a proof in the format VIPR 1.0 of a minimum, follows its derivations by linear combination, and
// returns the lower bound that it proves.
func proven(text string) (bound *big.Rat, err error) {
	defer func() {
		if fault, is := recover().(error); is {
			err = fault
		}
	}()
	r := &reader{strings.Fields(text)}
	r.expect("VER", "1.0", "VAR")
	variables := r.nextInt()
	for range variables {
		r.next()
	}
	r.expect("INT")
	for range r.nextInt() {
		r.nextInt()
	}
	r.expect("OBJ", "min")
	objective := map[int]*big.Rat{}
	for range r.nextInt() {
		i := r.nextInt()
		objective[i] = r.number()
	}
	r.expect("CON")
	list := make([]constraint, r.nextInt())
	r.nextInt()
	for i := range list {
		list[i] = r.constraint(variables)
	}
	r.expect("RTP", "range")
	bound = r.number()
	r.expect("inf", "SOL", "0", "DER")
	var last constraint
	for range r.nextInt() {
		last = r.constraint(variables)
		if err := derive(r, list, last); err != nil {
			return nil, err
		}
		list = append(list, last)
	}
	if len(r.tokens) > 0 {
		return nil, errors.New("words follow the proof")
	}
	if last.sense != "G" || !equal(last.terms, objective) || last.side.Cmp(bound) < 0 {
		return nil, errors.New("what is derived is not the bound of the objective")
	}
	return bound, nil
}

// derive checks that a constraint of the sense G follows from a combination of earlier ones.
func derive(r *reader, list []constraint, wanted constraint) error {
	r.expect("{", "lin")
	side, terms := new(big.Rat), map[int]*big.Rat{}
	for range r.nextInt() {
		i, by := r.nextInt(), r.number()
		if i < 0 || i >= len(list) {
			return errors.New("a derivation uses what comes later")
		}
		if list[i].sense == "G" && by.Sign() < 0 || list[i].sense == "L" && by.Sign() > 0 {
			return fmt.Errorf("constraint %d has the wrong sign", i)
		}
		side.Add(side, new(big.Rat).Mul(by, list[i].side))
		for v, x := range list[i].terms {
			if terms[v] == nil {
				terms[v] = new(big.Rat)
			}
			terms[v].Add(terms[v], new(big.Rat).Mul(by, x))
		}
	}
	r.expect("}", "-1")
	if wanted.sense != "G" || !equal(terms, wanted.terms) || side.Cmp(wanted.side) < 0 {
		return errors.New("the combination is not what it is said to be")
	}
	return nil
}

// equal reports whether sums are the same; terms of 0 do not count.
func equal(a, b map[int]*big.Rat) bool {
	for _, pair := range [][2]map[int]*big.Rat{{a, b}, {b, a}} {
		for v, x := range pair[0] {
			if y := pair[1][v]; x.Sign() != 0 && (y == nil || x.Cmp(y) != 0) {
				return false
			}
		}
	}
	return true
}

// TestProofsAreFollowed writes proofs of drawn placements, follows them, and compares the bounds
// with answers. An altered proof is refused.
func TestProofsAreFollowed(t *testing.T) {
	presets := []string{"five-clusters", "rbhs-mixed", "split-network"}
	written, refused := 0, 0
	for i := range 60 {
		draw := rng.New(uint64(i), "proof", 0)
		s, faults := scenario.Expand(randscenario.NewSmall(presets[i%3], uint64(i), draw))
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		a, err := engine.All().RunExplicit(t.Context(), s, scenario.Run{Algorithm: "min-completion"}, engine.Env{})
		if err != nil || !a.Feasible {
			continue
		}
		p := &s.Placement.Problem
		var multipliers []float64
		if a.Bound != nil && a.Bound.Certificate != nil {
			multipliers = a.Bound.Certificate.Multipliers
		}
		text, bound, err := proof.VIPR(p, multipliers)
		if err != nil {
			continue
		}
		written++
		got, err := proven(string(text))
		if err != nil || got.Cmp(bound) != 0 {
			t.Fatalf("instance %d: got bound %v, want %v: %v", i, got, bound, err)
		}
		if value, _ := bound.Float64(); value > a.Metrics["makespan"]*(1+1e-9) {
			t.Errorf("instance %d: got bound %v, want at most the makespan %v", i, value, a.Metrics["makespan"])
		}
		higher := new(big.Rat).Mul(bound, big.NewRat(101, 100)).RatString()
		for _, altered := range []string{
			strings.ReplaceAll(string(text), " "+bound.RatString()+" ", " "+higher+" "),
			strings.Replace(string(text), "load_0 L", "load_0 G", 1),
			strings.Replace(string(text), "job_0 E 1 ", "job_0 E 2 ", 1) + " x",
			string(text[:len(text)/2]),
		} {
			if _, err := proven(altered); err == nil {
				t.Errorf("instance %d: an altered proof is accepted", i)
			} else {
				refused++
			}
		}
	}
	t.Logf("%d proofs are followed, %d altered ones refused", written, refused)
	if written < 40 {
		t.Errorf("got %d proofs, want at least 40", written)
	}
}

// TestStatedTimesCount proves the bound of jobs that state their times. One of them cannot run on the first cluster.
func TestStatedTimesCount(t *testing.T) {
	p := &placement.Problem{Clusters: []placement.Cluster{{ID: "m0", MIPS: 1}, {ID: "m1", MIPS: 2}},
		Links:    []placement.Link{{A: "m0", B: "m1", Bandwidth: 10}},
		Datasets: []placement.Dataset{{ID: "d", Size: 120, At: []string{"m0"}}},
		Jobs: []placement.Job{{ID: "t0", Times: []float64{25137.5, 52468}},
			{ID: "t1", TimesOn: map[string]float64{"m1": 30802.6}, Datasets: []string{"d"}},
			{ID: "t2", MI: 30000, Datasets: []string{"d"}}}}
	text, bound, err := proof.VIPR(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	// The prices are 1/3 and 2/3; the least are t0 and t2 on m0, and t1 on m1 with a transfer of 12 s.
	want, _ := new(big.Rat).SetString("1167667/30")
	if got, err := proven(string(text)); err != nil || got.Cmp(bound) != 0 || got.Cmp(want) != 0 {
		t.Errorf("the bound is %v, want %v: %v", got, want, err)
	}
}

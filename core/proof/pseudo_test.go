package proof_test

import (
	"errors"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/engine"
	"gridbox/core/proof"
	"gridbox/core/randscenario"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

// A boolean is a constraint of a formula: coefficients by variable, with negated literals replaced.
type boolean struct {
	coefficients map[int]*big.Int
	bound        *big.Int
}

// A checker follows a refutation in the format VeriPB 2.0. Constraints are numbered from 1; deleted ones are nil.
type checker struct{ rows []*boolean }

// add adds a multiple of a literal to a constraint, as a multiple of its variable.
func (b *boolean) add(by *big.Int, word string) error {
	name, negated := strings.CutPrefix(word, "~")
	v, err := strconv.Atoi(strings.TrimPrefix(name, "x"))
	if err != nil || !strings.HasPrefix(name, "x") || v < 1 {
		return errors.New(word + " is no literal")
	}
	if b.coefficients[v] == nil {
		b.coefficients[v] = new(big.Int)
	}
	if negated { // by (1 - x)
		b.bound.Sub(b.bound, by)
		by = new(big.Int).Neg(by)
	}
	b.coefficients[v].Add(b.coefficients[v], by)
	return nil
}

// readBoolean reads terms, ">=", a number and ";".
func readBoolean(words []string) (*boolean, error) {
	n := len(words)
	if n < 3 || words[n-1] != ";" || words[n-3] != ">=" || n%2 == 0 {
		return nil, errors.New("a constraint has not the form of one")
	}
	least, ok := new(big.Int).SetString(words[n-2], 10)
	if !ok {
		return nil, errors.New(words[n-2] + " is no whole number")
	}
	b := &boolean{map[int]*big.Int{}, least}
	for i := 0; i < n-3; i += 2 {
		by, ok := new(big.Int).SetString(words[i], 10)
		if !ok {
			return nil, errors.New(words[i] + " is no whole number")
		}
		if err := b.add(by, words[i+1]); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// implies reports whether unit propagation from the negation of a constraint leads to a contradiction.
func (c *checker) implies(wanted *boolean) bool {
	negation := &boolean{map[int]*big.Int{}, new(big.Int).Sub(big.NewInt(1), wanted.bound)}
	for v, x := range wanted.coefficients {
		negation.coefficients[v] = new(big.Int).Neg(x)
	}
	values := map[int]int{}
	for changed := true; changed; {
		changed = false
		for _, b := range append(c.rows, negation) {
			if b == nil {
				continue
			}
			slack := new(big.Int).Neg(b.bound) // of the greatest sum
			for v, x := range b.coefficients {
				if values[v] == 1 || values[v] == 0 && x.Sign() > 0 {
					slack.Add(slack, x)
				}
			}
			if slack.Sign() < 0 {
				return true
			}
			for v, x := range b.coefficients {
				if values[v] == 0 && x.CmpAbs(slack) > 0 {
					values[v], changed = x.Sign(), true
				}
			}
		}
	}
	return false
}

// sum follows a line in reverse Polish notation: places of constraints, and multipliers, which come before a *.
func (c *checker) sum(words []string) (*boolean, error) {
	var stack []*boolean
	for i := 0; i < len(words); i++ {
		switch {
		case words[i] == "+" && len(stack) > 1:
			a, b := stack[len(stack)-2], stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			a.bound.Add(a.bound, b.bound)
			for v, x := range b.coefficients {
				if a.coefficients[v] == nil {
					a.coefficients[v] = new(big.Int)
				}
				a.coefficients[v].Add(a.coefficients[v], x)
			}
		case i+1 < len(words) && words[i+1] == "*" && len(stack) > 0:
			by, ok := new(big.Int).SetString(words[i], 10)
			if !ok || by.Sign() < 0 {
				return nil, errors.New(words[i] + " is no multiplier")
			}
			top := stack[len(stack)-1]
			top.bound.Mul(top.bound, by)
			for _, x := range top.coefficients {
				x.Mul(x, by)
			}
			i++
		default:
			b, err := c.row(words[i])
			if err != nil {
				return nil, err
			}
			own := &boolean{map[int]*big.Int{}, new(big.Int).Set(b.bound)}
			for v, x := range b.coefficients {
				own.coefficients[v] = new(big.Int).Set(x)
			}
			stack = append(stack, own)
		}
	}
	if len(stack) != 1 {
		return nil, errors.New("a sum leaves not one constraint")
	}
	return stack[0], nil
}

func (c *checker) row(word string) (*boolean, error) {
	i, err := strconv.Atoi(word)
	if err != nil || i < 1 || i > len(c.rows) || c.rows[i-1] == nil {
		return nil, errors.New(word + " is no constraint")
	}
	return c.rows[i-1], nil
}

// checkRefutation follows a proof that a formula has no solution.
func checkRefutation(formula, text string) error {
	c := &checker{}
	for line := range strings.Lines(formula) {
		if strings.HasPrefix(line, "*") {
			continue
		}
		b, err := readBoolean(strings.Fields(line))
		if err != nil {
			return err
		}
		c.rows = append(c.rows, b)
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	n := len(lines)
	if n < 6 || lines[0] != "pseudo-Boolean proof version 2.0" || lines[1] != "f "+strconv.Itoa(len(c.rows)) ||
		lines[n-3] != "output NONE" || lines[n-1] != "end pseudo-Boolean proof" {
		return errors.New("the proof has not the form of one")
	}
	for _, line := range lines[2 : n-3] {
		words := strings.Fields(line)
		if err := c.step(words[0], words[1:]); err != nil {
			return errors.New(line + ": " + err.Error())
		}
	}
	last, ok := strings.CutPrefix(lines[n-2], "conclusion UNSAT : ")
	if !ok {
		return errors.New("the proof does not conclude that there is no solution")
	}
	b, err := c.row(last)
	if err != nil {
		return err
	}
	most := new(big.Int)
	for _, x := range b.coefficients {
		if x.Sign() > 0 {
			most.Add(most, x)
		}
	}
	if most.Cmp(b.bound) >= 0 {
		return errors.New("the last constraint can be satisfied")
	}
	return nil
}

// step follows a line of a proof.
func (c *checker) step(rule string, words []string) error {
	switch rule {
	case "pol":
		b, err := c.sum(words)
		c.rows = append(c.rows, b)
		return err
	case "rup":
		b, err := readBoolean(words)
		if err != nil {
			return err
		}
		if !c.implies(b) {
			return errors.New("unit propagation does not show this")
		}
		c.rows = append(c.rows, b)
		return nil
	case "del":
		for _, word := range words[1:] {
			if _, err := c.row(word); err != nil {
				return err
			}
			i, _ := strconv.Atoi(word)
			c.rows[i-1] = nil
		}
		return nil
	}
	return errors.New("the rule " + rule + " is not known")
}

// TestRefutationsAreFollowed writes proofs for drawn problems and follows them. Altered proofs and
// formulas are refused.
func TestRefutationsAreFollowed(t *testing.T) {
	written, refused, searched := map[string]int{}, 0, 0
	for i := range 150 {
		preset := []string{"five-clusters", "three-sites", "split-network", "discounts", "twelve-nodes"}[i%5]
		s, faults := scenario.Expand(randscenario.NewSmall(preset, uint64(i), rng.New(uint64(i), "pseudo", 0)))
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		algorithm := map[string]string{"placement": "min-completion", "group": "frontier", "window": "max-sum"}[s.Kind]
		run := scenario.Run{Algorithm: algorithm}
		a, err := engine.All().RunExplicit(t.Context(), s, run, engine.Env{})
		if err != nil || !a.Feasible || a.Bound == nil {
			continue
		}
		prove := func(bound float64) (*proof.Pseudo, error) {
			other := a
			other.Bound = &scenario.Bound{Metric: a.Bound.Metric, Value: bound, Certificate: a.Bound.Certificate}
			return proof.Refute(s, &other)
		}
		is := a.Metrics[a.Bound.Metric]
		passed := is * (1 - 1e-6)
		if s.Placement != nil {
			passed = is * (1 + 1e-6)
		}
		if _, err := prove(passed); err == nil && is > 0 {
			t.Errorf("instance %d: got a proof of the bound %v, which the answer %v violates", i, passed, is)
		}
		p, err := prove(a.Bound.Value)
		if err != nil {
			t.Log(i, s.Kind, err)
			searched++
			continue
		}
		written[s.Kind]++
		formula, text := string(p.Formula), string(p.Proof)
		if err := checkRefutation(formula, text); err != nil {
			t.Fatalf("instance %d, %s: the proof is refused: %v\n%s\n%s", i, s.Kind, err, formula, text)
		}
		for _, altered := range [][2]string{
			{strings.Replace(formula, ">= ", ">= -", 1), text},
			{formula, strings.Replace(text, "pol ", "rup ", 1) + " "},
			{formula, text[:len(text)/2]},
			{formula, strings.Replace(text, "rup", "rup 1 x1 1 x2", 1)},
			{formula, strings.Replace(text, "conclusion UNSAT : ", "conclusion UNSAT : 1", 1)},
		} {
			if checkRefutation(altered[0], altered[1]) != nil {
				refused++
			}
		}
	}
	t.Logf("%v proofs are followed, %d altered ones refused, %d not found", written, refused, searched)
	if written["placement"] < 20 || written["group"] < 20 || written["window"] < 15 || refused < 100 {
		t.Errorf("got %v proofs and %d refusals, want at least 20, 20 and 15 proofs and 100 refusals", written,
			refused)
	}
}

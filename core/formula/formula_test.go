package formula

import (
	"math"
	"strings"
	"testing"
)

var (
	set     = []string{"start", "nodes", "cost"}
	member  = []string{"price", "q", "disk size"}
	numbers = []float64{5, 2, 30}
	members = [][]float64{{1, 4, 10}, {3, -2, 20}}
)

func TestEvaluate(t *testing.T) {
	for text, want := range map[string]float64{
		"1 + 2 * 3": 7, "(1+2)*3": 9, "2-3-4": -5, "8/4/2": 1, "-start": -5, "--2": 2, "-2 * -3": 6, "1.5e1 - .5": 14.5,
		"2E+1":  20,
		"start": 5, "cost / nodes": 15, "sum(price)": 4, "mean(q)": 1, "least(q)": -2, "most(price * 2)": 6,
		`sum("disk size")`: 30,
		"price":            4, `"disk size" / nodes`: 15, "sum(start)": 10, "sum(q + start)": 12, "sum(price * q)": -2,
		"min(3, 1, 2)": 1, "max(3, start)": 5, "max(7)": 7, "abs(-3)": 3, "sqrt(16)": 4, "floor(2.7)": 2,
		"ceil(2.1)": 3, "ln(1)": 0, "log2(8)": 3, "log10(cost * cost / 0.9)": 3, "exp(0)": 1, "pow(start, 3)": 125,
		"2 ^ 3 ^ 2": 512, "-2 ^ 2": -4, "2 ^ -1": 0.5, "(-2) ^ 3": -8, "3 * 2 ^ 2": 12, "ln(0)": math.Inf(-1),
		"log10(-1)": math.NaN(), "pow(-8, 1/3)": math.NaN(), "exp(1e9)": math.Inf(1),
		"1 < 2": 1, "2 <= 1": 0, "2 > 1": 1, "1 >= 2": 0, "2 = 2": 1, "2 != 2": 0, "if(start > 4, cost, 1 / 0)": 30,
		"sum(if(q < 0, 1, 0))": 1,
		"1/0":                  math.Inf(1), "sqrt(-1)": math.NaN(), "1e308 * 10": math.Inf(1),
	} {
		e, err := Compile(text, set, member)
		if err != nil {
			t.Errorf("Compile(%s): %v", text, err)
			continue
		}
		if got := e.Evaluate(numbers, members); got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s is %v, want %v", text, got, want)
		}
	}
}

// Every mistake is reported with its position.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"": "at 1: a number, a name", "1 +": "at 4: a number", "(1": "at 3: a closing parenthesis",
		"1 2":         "at 3: an operator",
		"speed":       `at 1: "speed" is not known; there are start, nodes, cost, price, q, disk size`,
		"cbrt(1)":     `"cbrt" is not a function`,
		"sum(sum(q))": "at 5: sum is inside", "if(1, 2)": "if takes 3 of them, not 2", "abs()": "at 5: a number",
		"1..2":  "is not a number",
		`"disk`: "no partner", "1e999": "is not a number", "2e": "is not a number", "a=b": "not known",
		"1 < 2 < 3": "an operator", "pow(2)": "pow takes 2 of them, not 1", "2 ^": "at 4: a number",
		"2 ^ (" + strings.Repeat("2^", 60) + "2)": "nested deeper", "$": "not $", "while(1)": "not a function",
		strings.Repeat("(", 50) + "1": "nested deeper", strings.Repeat("-", 100) + "1": "nested deeper",
		strings.Repeat("1+", 600) + "1": "longer than 1000",
	} {
		if _, err := Compile(text, set, member); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: got %v, want %q", text, err, want)
		}
	}
}

// The terms of a split expression add up to it.
func TestSplit(t *testing.T) {
	for text, additive := range map[string]bool{
		"cost": true, "sum(q)": true, "start + 3 * sum(q) / nodes - mean(price) * 2": true, "-(sum(q) - cost)": true,
		"(sum(q) + 1) * start": true,
		"q":                    true, "sum(q * price)": true, "min(start, cost)": true,
		"sum(q) * sum(price)": false, "least(q)": false, "1 / sum(q)": false, "abs(sum(q))": false, "sum(q) > 3": false,
		"if(sum(q) > 1, 2, 3)": false,
	} {
		e, err := Compile(text, set, member)
		if err != nil {
			t.Fatal(err)
		}
		rest, term, ok := e.Split(len(members))
		if ok != additive {
			t.Errorf("Split(%s): got additive %t, want %t", text, ok, additive)
		}
		if !ok {
			continue
		}
		got := rest.Evaluate(numbers, nil)
		for _, m := range members {
			got += term.EvaluateMember(numbers, m)
		}
		if want := e.Evaluate(numbers, members); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: got %v from its terms, want %v", text, got, want)
		}
	}
	e, _ := Compile("sum(q) * start", set, member)
	if !e.Uses(0) || e.Uses(1) {
		t.Error("Uses: want start used and nodes not used")
	}
}

// No text causes a panic or a long evaluation.
func FuzzCompile(f *testing.F) {
	for _, s := range []string{"1 + sum(q)", "if(a,b", `"`, "((((", "min(1,2,)", "1e", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Compile(text, set, member)
		if err != nil {
			return
		}
		whole := e.Evaluate(numbers, members)
		if rest, term, ok := e.Split(len(members)); ok {
			got := rest.Evaluate(numbers, nil)
			for _, m := range members {
				got += term.EvaluateMember(numbers, m)
			}
			if math.Abs(got-whole) > 1e-9*(1+math.Abs(whole)) && math.Abs(got) < 1e100 && !math.IsNaN(whole) &&
				!math.IsInf(whole, 0) && math.Abs(whole) > 1e-100 && isPlain(text) {
				t.Errorf("%q: got %v from its terms, want %v", text, got, whole)
			}
		}
	})
}

// isPlain reports whether a text has only short decimal numbers, whose sums do not cancel.
func isPlain(text string) bool { return len(text) < 20 && !strings.ContainsAny(text, "eE/") }

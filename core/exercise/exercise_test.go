package exercise

import (
	"strconv"
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"

	"gridbox/core/scenario"
)

// conditionText returns a condition in the form that Parse reads.
func conditionText(c Condition) string {
	return c.Left.String() + " " + c.Sign + " " + c.Right.String()
}

func TestParse(t *testing.T) {
	for _, text := range []string{"own.meanWait < easy.meanWait", "frontier.cost <= 30", "rbhs:j6.cluster = Lyon",
		"maxq:n3 = chosen", "alp.feasible = no", "two-stage:small 1.start != 5", "a.b >= -1.5", "a.b > c.d"} {
		c, err := Parse(text)
		if err != nil || conditionText(c) != text {
			t.Errorf("Parse(%q): got %q, error %v; want the same text", text, c, err)
		}
	}
	for _, text := range []string{"", "a.b", "a.b<c.d", "5 < 6", "Lyon = Lyon", "a.b < ", " < a.b", ". < 5", ": = 5"} {
		if c, err := Parse(text); err == nil {
			t.Errorf("Parse(%q): got %+v, want an error", text, c)
		}
	}
}

// Every parsed condition is the same after writing and parsing.
func FuzzParse(f *testing.F) {
	f.Add("own.meanWait < easy.meanWait")
	f.Add("rbhs:j6.cluster != a b")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(conditionText(c))
		if err != nil || again != c {
			t.Errorf("Parse(%q): got %+v, written and parsed %+v, error %v; want the same", text, c, again, err)
		}
	})
}

// Metrics are compared as numbers, and no condition is true for a missing answer.
func TestJudgeComparesNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		small := rapid.Float64Range(-3, 3)
		a, b := float64(rapid.IntRange(-2, 2).Draw(t, "a")), small.Draw(t, "b")
		if rapid.Bool().Draw(t, "equal") {
			b = a
		}
		sign := rapid.SampledFrom([]string{"<", "<=", ">", ">=", "=", "!="}).Draw(t, "sign")
		want := map[string]bool{"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "=": a == b, "!=": a != b}[sign]
		s := &scenario.Scenario{Kind: "farm", Runs: []scenario.Run{{Label: "x"}, {Label: "y"}}}
		answers := []*scenario.Answer{answer(a), answer(b)}
		for _, holds := range []string{"x.cost " + sign + " y.cost",
			"x.cost " + sign + " " + strconv.FormatFloat(b, 'g', -1, 64)} {
			x := Exercise{Conditions: []string{holds}, Hint: "no"}
			if v := x.Judge(s, answers); v.Passed != want || len(v.Lines) != 1 || (v.Hint == "") != want {
				t.Fatalf("Judge(%s) of %v and %v: got %+v, want passed %t", holds, a, b, v, want)
			}
			answers[0].Feasible = false
			if v := x.Judge(s, answers); v.Passed {
				t.Fatalf("Judge(%s) of an infeasible answer: got %+v, want not passed", holds, v)
			}
			answers[0].Feasible = true
			if v := x.Judge(s, nil); v.Passed {
				t.Fatalf("Judge(%s) without answers: got %+v, want not passed", holds, v)
			}
		}
	})
}

func answer(cost float64) *scenario.Answer {
	return &scenario.Answer{Feasible: true, Metrics: map[string]float64{"cost": cost}}
}

// Words are not ordered, and unknown metrics, elements and runs never satisfy a
// condition.
func TestJudgeReadsDecisions(t *testing.T) {
	s := &scenario.Scenario{Kind: "group", Runs: []scenario.Run{{Label: "g"}, {Label: "none"}}}
	g := answer(3)
	g.Solution = map[string]any{"nodes": []any{"n1", "n2"},
		"assignments": []any{map[string]any{"job": "j1", "cluster": "Lyon", "start": 2.5}}}
	answers := []*scenario.Answer{g, {}}
	for text, want := range map[string]bool{
		"g:n1 = chosen": true, "g:n3 = chosen": false, "g:n3 = left": true, "g:j1.cluster = Lyon": true,
		"g:j1.cluster != Nice": true, "g:j1.cluster < Nice": false, "g:j1.start >= 2.5": true, "g:j1.end >= 2": false,
		"g:j2.cluster != Nice": false, "g.feasible = yes": true, "none.feasible = no": true, "none.cost != 3": false,
		"g.no != 3": false, "other.cost != 3": false, "g.cost": false,
	} {
		x := Exercise{Conditions: []string{text}}
		if v := x.Judge(s, answers); v.Passed != want || v.Lines[0].Text == "" {
			t.Errorf("Judge(%s): got %+v, want passed %t and a text", text, v, want)
		}
	}
	if v := new(Exercise).Judge(s, answers); v.Passed {
		t.Error("an exercise without conditions is passed")
	}
}

// Inputs are bounded, and never change the exercise itself.
func TestApply(t *testing.T) {
	least, most := 1.0, 9.0
	x := Exercise{Scenario: []byte(`{"format":"gridbox","version":1,"kind":"group","group":{"nodes":` +
		`[{"id":"n1","price":1,"availability":0.5}],"request":{"nodes":1,"budget":5}},"runs":[{"algorithm":"gka"}]}`),
		Inputs: []Input{{Path: "group.request.budget", Label: "Budget", Value: 5.0, Min: &least, Max: &most},
			{Path: "runs[0].algorithm", Label: "Rule", Value: "gka", Choices: []any{"gka", "frontier"}}}}
	before := string(x.Scenario)
	for _, c := range []struct {
		entered []string
		right   bool
	}{{x.Start(), true}, {[]string{" 9 ", "frontier"}, true}, {[]string{"9.1", "gka"}, false},
		{[]string{"Inf", "gka"}, false}, {[]string{"5", "tree"}, false}, {[]string{"5"}, false}, {nil, false}} {
		s, why := x.Apply(c.entered)
		if (why == "") != c.right || (s != nil) != c.right {
			t.Errorf("Apply(%q): got scenario %v, fault %q; want acceptance %t", c.entered, s, why, c.right)
		}
	}
	if string(x.Scenario) != before {
		t.Error("the exercise has changed")
	}
}

// Sentences name the run, the element and the required value, in readable numbers.
func TestSentences(t *testing.T) {
	s := &scenario.Scenario{Kind: "placement", Runs: []scenario.Run{{Algorithm: "rbhs", Label: "rbhs"},
		{Algorithm: "rbhs", Label: "other"}, {Algorithm: "scp-tree", Label: "scp"}}}
	one := func(cluster string, transfer, makespan float64) *scenario.Answer {
		return &scenario.Answer{Feasible: true, Metrics: map[string]float64{"totalTransferTime": transfer,
			"makespan": makespan}, Solution: map[string]any{"assignments": []any{
			map[string]any{"job": "j1", "cluster": cluster, "start": 312.25}}}}
	}
	answers := []*scenario.Answer{one("Nancy", 28.8133, 4263.16), one("Nancy", 42.98, 4263.19), {}}
	for text, want := range map[string]string{
		"rbhs:j1.cluster = Lille":             "RBHS sends j1 to Nancy; it should be Lille.",
		"rbhs:j1.cluster = Nancy":             "RBHS sends j1 to Nancy.",
		"other:j1.cluster != rbhs:j1.cluster": "RBHS (other) and RBHS both send j1 to Nancy; they should differ.",
		"rbhs.totalTransferTime > 43":         "RBHS's total transfer time is 28.8 s; it should exceed 43 s.",
		"other.totalTransferTime > 43":        "RBHS (other)'s total transfer time is 42.98 s; it should exceed 43 s.",
		"rbhs.totalTransferTime < 43":         "RBHS's total transfer time is 28.8 s, less than 43 s.",
		"rbhs.makespan = other.makespan":      "RBHS's makespan is 4,263.16 s; it should be RBHS (other)'s 4,263.19 s.",
		"rbhs:j1.start < 100":                 "RBHS starts j1 at 312 s; it should start before 100 s.",
		"rbhs:j1 = left":                      "RBHS takes j1; it should leave it out.",
		"rbhs:j2 = chosen":                    "RBHS leaves j2 out; it should take it.",
		"scp.makespan < 5":                    "SCP Tree Search finds no answer.",
		"scp.feasible = yes":                  "SCP Tree Search finds no answer; it should find one.",
		"rbhs.nothing < 5":                    "RBHS has no nothing.",
		"rbhs:j1.end < 5":                     "RBHS decides nothing about the end of j1.",
	} {
		x := Exercise{Conditions: []string{text}}
		if got := x.Judge(s, answers).Lines[0].Text; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for x, want := range map[float64]string{0: "0", 5: "5", 1234567.8: "1,234,568", -1234: "-1,234",
		0.00123456: "0.00123", 12.345: "12.3", 999.96: "1,000"} {
		if got := formatRounded(x, 3); got != want {
			t.Errorf("%v is written %s, want %s", x, got, want)
		}
	}
}

// A fault at an input is reported with the input's label.
func TestFaultsNameTheInput(t *testing.T) {
	x := Exercise{Inputs: []Input{{Path: "policies[id=mine].source", Label: "Score"}}}
	if got := x.LabelFault("policies[0].source: line 1, column 4: x"); got != "Score: line 1, column 4: x" {
		t.Errorf("LabelFault of a fault at an input: got %q, want it with the label Score", got)
	}
	if got := x.LabelFault("title: is too long"); got != "title: is too long" {
		t.Errorf("LabelFault of another fault: got %q, want no change", got)
	}
}

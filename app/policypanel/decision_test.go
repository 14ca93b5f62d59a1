package policypanel

import (
	"encoding/json"
	"strings"
	"testing"

	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/kind/kinds"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/script"
	"gridbox/core/script/scripttest"
)

// programStanding returns the state that the page sends for a preset's run by a program, after a round trip through
// JSON. If the program stops, it also returns the reason.
func programStanding(t *testing.T, kind, preset, source string, about map[string]string) (*Standing, string) {
	t.Helper()
	s := scenario.NewGenerated(kind, preset, 7)
	s.Policies = []scenario.Policy{{ID: "mine", Language: policy.JavaScript, Source: source}}
	explicit, faults := scenario.Expand(s)
	if faults != nil {
		t.Fatal(faults)
	}
	run := scenario.Run{Algorithm: policy.AlgorithmOwn, Options: map[string]any{"policy": "mine"}}
	env := engine.Env{Programs: script.Interpreter{Host: scripttest.Host(t)}}
	why, err := engine.All().ExplainExplicit(t.Context(), explicit, run, about, env)
	if wrong, is := err.(doc.Faults); is {
		return New(Data{Kind: kind, Language: policy.JavaScript, FailedInput: wrong[0].State}), wrong[0].Reason
	}
	if err != nil {
		t.Fatal(err)
	}
	var got Data
	if err := json.Unmarshal(doc.Canonical(map[string]any{"kind": kind, "language": policy.JavaScript,
		"steps": why.Trace}), &got); err != nil {
		t.Fatal(err)
	}
	return New(got), ""
}

// In every kind the state at a decision is shown as the program read it, with the steps of the decision, and follows
// the replay.
func TestTheStateAtADecision(t *testing.T) {
	for kind, x := range map[string]struct {
		preset, algorithm string
		words             []string
	}{
		"placement": {"five-clusters", "rbhs", []string{"meanTransfer", "job.id", "transfer"}},
		"window":    {"square-2018", "first-fit", []string{"runtime", "candidates", "performance"}},
		"batch":     {"alp-amp-2011", "amp", []string{"job.maxPrice", "slots", "duration"}},
		"group":     {"gka-200", "gka", []string{"wanted", "groups", "availability"}},
	} {
		s, _ := programStanding(t, kind, x.preset, kinds.Starter(kind, x.algorithm), nil)
		v := s.View(0, "")
		text := ui.PlainText(v)
		for _, word := range append(x.words, "Decision 1 of ", "Input of the decision",
			"steps that a decision may take") {
			if !strings.Contains(text, word) {
				t.Errorf("%s: got no %s in %.600s", kind, word, text)
			}
		}
		for _, table := range ui.Find(v, func(n ui.Node) bool { return n.Tag == "table" }) {
			if len(ui.Find(table, func(n ui.Node) bool { return n.Tag == "tr" })) < 2 {
				t.Errorf("%s: got an empty table: %s", kind, ui.PlainText(table))
			}
		}
		last := len(s.data.Steps.Questions)
		if end := ui.PlainText(s.View(len(s.data.Steps.Events), "")); !strings.Contains(end,
			"Decision "+ui.Integer(last)+" of "+ui.Integer(last)) {
			t.Errorf("%s: got end %.200s, want the last decision", kind, end)
		}
	}
	s, _ := programStanding(t, "farm", "markov-2004", kinds.Starter("farm", "easy"), nil)
	if text := ui.PlainText(s.View(0, "")); !strings.Contains(text, "Decision 1 of ") {
		t.Errorf(`farm: got %s, want "Decision 1 of"`, text)
	}
}

// Numbers are shown with the values of the state, things by their names, and long lists are cut.
func TestTheNumbersOfAState(t *testing.T) {
	things := strings.Repeat(`{"given":-2,"id":"x","nodes":[{"id":"n"},{"id":"o"},{"id":"p"},{"id":"q"},{"id":"r"}],`+
		`"price":{"low":1}},`, 30)
	v := stateView("It", `{"number":3,"left":0.123456789,"room":null,"deadline":null,"job":{"id":"j","datasets":["a","b"]},
		"taken":[],"wide":true,"clusters":[`+strings.TrimSuffix(things, ",")+`]}`)
	var got []string
	for _, row := range rows(v, "It") {
		got = append(got, strings.Join(row, " "))
	}
	want := "name value|number 3|left 0.123457|room Infinity|deadline null|job.id j|" +
		"job.datasets a, b|taken none|wide true"
	if strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if list := rows(v, "clusters"); len(list) != 25 || strings.Join(list[0], " ") != "id given nodes price" ||
		strings.Join(list[1], " ") != "x −2 n, o, p, q, and 1 more low 1" ||
		!strings.Contains(ui.PlainText(v), "and 6 things more") {
		t.Errorf(`got list %q, want 25 rows and "6 things more"`, list)
	}
	if text := ui.PlainText(stateView("It", "no object")); text != "" {
		t.Errorf("invalid state: got %s, want an empty text", text)
	}
}

// A program that fails leaves the state in which it failed, with all values.
func TestTheStateThatItStoppedIn(t *testing.T) {
	s, why := programStanding(t, "placement", "five-clusters",
		"function decide({ number, clusters }) {\n  if (number === 3) return missing.id;\n"+
			"  return clusters[0].id }", nil)
	text := ui.PlainText(s.View(0, ""))
	if !strings.Contains(why, "line 2: ReferenceError") || !strings.Contains(text, "The state that it stopped in") ||
		!strings.Contains(text, "number 3") || strings.Contains(text, "While the steps") {
		t.Errorf("got reason %s, state %s; want line 2 and the state it stopped in", why, text)
	}
	s, _ = programStanding(t, "group", "gka-200", "function decide() { return 7 }", nil)
	if text := ui.PlainText(s.View(0, "")); !strings.Contains(text, "wanted") || !strings.Contains(text, "more") {
		t.Errorf(`got %s, want the wanted nodes and "more"`, text)
	}
}

// States that are too large to record are recorded for the explained job only. The limit of a decision is that of
// package script.
func TestStatesThatAreTooMany(t *testing.T) {
	if decisionSteps != script.DecisionSteps {
		t.Errorf("got limit %d, want %d", decisionSteps, script.DecisionSteps)
	}
	const first = "function decide({ clusters }) { return clusters.find((c) => c.transfer + c.run < Infinity).id }"
	explicit, faults := scenario.Expand(scenario.NewGenerated("placement", "rbhs-mixed", 7))
	if faults != nil {
		t.Fatal(faults)
	}
	jobs := explicit.Placement.Jobs
	s, _ := programStanding(t, "placement", "rbhs-mixed", first, map[string]string{"job": jobs[len(jobs)-2].ID})
	list, kept, size := s.data.Steps.Questions, 0, 0
	for _, q := range list {
		if size += len(q.State); q.State != "" {
			kept++
		}
	}
	if len(list) != len(jobs) || kept < 6 || list[len(list)-2].State == "" || size > 160_000 {
		t.Errorf("got %d bytes of %d of %d decisions, want at least 6 in 160000", size, kept, len(list))
	}
	s, _ = programStanding(t, "placement", "rbhs-mixed", first, nil)
	list, kept, size = s.data.Steps.Questions, 0, 0
	for _, q := range list {
		if size += len(q.State); q.State != "" {
			kept++
		}
	}
	if len(list) != len(jobs) || kept < 20 || kept > len(jobs)/2 || size > 400_000 {
		t.Errorf("got %d bytes of %d of %d decisions, want 20 to half in 400000", size, kept, len(list))
	}
	if text := ui.PlainText(s.View(1e9, "")); !strings.Contains(text, "too large to record") ||
		!strings.Contains(text, "of "+ui.Integer(len(jobs))) {
		t.Errorf(`got %s, want "too large to record"`, text)
	}
}

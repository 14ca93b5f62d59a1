package exercise

import (
	"encoding/json"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// A Verdict is what came of a try: one line a condition.
type Verdict struct {
	Passed bool   `json:"passed"`
	Lines  []Line `json:"lines"`
	Hint   string `json:"hint,omitempty"`
}

// A Line says of one condition what came out.
type Line struct {
	Holds bool   `json:"holds"`
	Said  string `json:"said"`
}

// Judge holds the answers of the scenario's runs, in their order, to the
// conditions. An exercise without conditions is passed by nothing.
func (x *Exercise) Judge(s *scenario.Scenario, answers []*scenario.Answer) Verdict {
	v := Verdict{Passed: len(x.Holds) > 0}
	for _, text := range x.Holds {
		line := Line{Said: text}
		c, err := Parse(text)
		if err == nil {
			line = c.judge(s, answers)
		}
		v.Passed = v.Passed && line.Holds
		v.Lines = append(v.Lines, line)
	}
	if !v.Passed {
		v.Hint = x.Hint
	}
	return v
}

// read is what one side of a condition came to.
type read struct {
	name, text string
	number     float64
	numeric    bool
	missing    bool
}

func (c Condition) judge(s *scenario.Scenario, answers []*scenario.Answer) Line {
	l, r := c.Left.read(s, answers), c.Right.read(s, answers)
	said := l.String() + "; wanted " + c.words() + " "
	if c.Right.Run == "" {
		said += r.text
	} else {
		said += r.String()
	}
	return Line{Holds: !l.missing && !r.missing && c.holds(l, r), Said: said + "."}
}

func (c Condition) words() string {
	for _, s := range signs {
		if s.sign == c.Sign && (s.sign != "=" || c.Right.Run != "") {
			return s.words
		}
	}
	return "is"
}

func (c Condition) holds(l, r read) bool {
	order := 1
	switch numeric := l.numeric && r.numeric; {
	case numeric && l.number < r.number:
		order = 0
	case numeric && l.number > r.number:
		order = 2
	case !numeric && l.text != r.text:
		return c.Sign == "!=" // words have no order
	}
	for _, s := range signs {
		if s.sign == c.Sign {
			return s.holds[order]
		}
	}
	return false
}

// String is the side in words: "mean wait of own: 22.3".
func (r read) String() string { return r.name + ": " + r.text }

// read takes a side from the answers.
func (t Term) read(s *scenario.Scenario, answers []*scenario.Answer) read {
	if t.Run == "" {
		x, err := strconv.ParseFloat(t.Word, 64)
		return read{text: t.Word, number: x, numeric: err == nil}
	}
	for i := range s.Runs {
		if s.Runs[i].Label == t.Run && i < len(answers) && answers[i] != nil {
			return t.from(s.Kind, answers[i])
		}
	}
	return read{name: t.String(), text: "there is no such run", missing: true}
}

func (t Term) from(kind string, a *scenario.Answer) read {
	switch {
	case t.Field == "feasible" && t.Thing == "":
		return read{name: t.Run + " finds an answer", text: yes(a.Feasible)}
	case !a.Feasible:
		return read{name: t.Run, text: "it finds no answer", missing: true}
	case t.Thing != "":
		return t.decided(a)
	}
	x, ok := a.Metrics[t.Field]
	name := t.Field
	if k, found := catalog.ByID(kind); found {
		for _, m := range k.Metrics {
			if m.ID == t.Field {
				name = m.Name
			}
		}
	}
	if t.Field == "gap" {
		x, ok = a.Relative()
		name = "Distance to the bound"
	}
	return number(name+" of "+t.Run, x, ok)
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

func number(name string, x float64, ok bool) read {
	text := "none"
	if ok {
		text = strconv.FormatFloat(x, 'g', 6, 64)
	}
	return read{name: name, text: text, number: x, numeric: ok, missing: !ok}
}

// decided reads a decision. A solution is read as a document, so that one way
// serves all kinds.
func (t Term) decided(a *scenario.Answer) read {
	var plain any
	if err := json.Unmarshal(doc.Canonical(a.Solution), &plain); err != nil {
		return read{name: t.String(), text: err.Error(), missing: true}
	}
	found := about(plain, t.Thing)
	name := t.Thing + " by " + t.Run
	if t.Field == "" {
		return read{name: name, text: map[bool]string{true: "chosen", false: "left"}[found != nil]}
	}
	object, _ := found.(map[string]any)
	name = t.Field + " of " + name
	switch v := object[t.Field].(type) {
	case float64:
		return number(name, v, true)
	case string:
		return read{name: name, text: v}
	}
	return read{name: name, text: "none", missing: true}
}

// about finds the first object of a solution that is about a thing, or the thing
// itself in a list of names.
func about(v any, thing string) any {
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			if found := about(one, thing); found != nil {
				return found
			}
		}
	case map[string]any:
		if v["job"] == thing || v["node"] == thing {
			return v
		}
		for _, name := range lists {
			if found := about(v[name], thing); found != nil {
				return found
			}
		}
	case string:
		if v == thing {
			return v
		}
	}
	return nil
}

// lists are the lists of solutions in which things are decided about.
var lists = []string{"assignments", "slots", "chosen", "nodes", "reservations"}

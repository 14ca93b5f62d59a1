package exercise

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// A Verdict is the result of an attempt, with one line for each condition.
type Verdict struct {
	Passed      bool   `json:"passed"`
	Lines       []Line `json:"lines"`
	Hint        string `json:"hint,omitempty"`
	Explanation string `json:"why,omitempty"` // explanation of the solution
}

// A Line is the result of one condition.
type Line struct {
	Holds bool   `json:"holds"`
	Text  string `json:"said"`
}

// Judge checks the answers of the scenario's runs, in order, against the
// conditions. An exercise without conditions cannot be passed.
func (x *Exercise) Judge(s *scenario.Scenario, answers []*scenario.Answer) Verdict {
	v := Verdict{Passed: len(x.Conditions) > 0}
	for _, text := range x.Conditions {
		line := Line{Text: text}
		c, err := Parse(text)
		if err == nil {
			line = c.judge(s, answers)
		}
		v.Passed = v.Passed && line.Holds
		v.Lines = append(v.Lines, line)
	}
	if v.Explanation = x.Explanation; !v.Passed {
		v.Hint, v.Explanation = x.Hint, ""
	}
	return v
}

// A side is the value of one side of a condition.
type side struct {
	owner   string // name of the run: "RBHS"
	name    string // metric or element: "mean wait", "j1"
	unit    string
	field   string // field of a decision
	text    string // text, if it is no number
	number  float64
	numeric bool
	missing bool // nothing to compare
}

// judge compares both sides and returns a sentence with the result and the requirement.
func (c Condition) judge(s *scenario.Scenario, answers []*scenario.Answer) Line {
	l, r := c.Left.read(s, answers), c.Right.read(s, answers)
	line := Line{Holds: !l.missing && !r.missing && c.holds(l, r)}
	for _, side := range []side{l, r} {
		if side.missing {
			line.Text = side.text
			return line
		}
	}
	if l.field == "chosen" {
		line.Text = l.choiceText(line.Holds, r.text)
		return line
	}
	if l.field == "cluster" && r.field == "cluster" && l.name == r.name {
		line.Text = assignmentText(l, r)
		if !line.Holds {
			line.Text += map[bool]string{true: "; they should agree", false: "; they should differ"}[c.Sign == "="]
		}
		line.Text += "."
		return line
	}
	is, wanted := l.clause(r), c.requirementText(l, r)
	if line.Holds {
		line.Text = is + c.agreementText(l, r) + "."
	} else {
		line.Text = is + "; it should " + wanted + "."
	}
	return line
}

// clause returns the value of a side as a clause: "RBHS's total transfer time
// is 28.8 s".
func (r side) clause(other side) string {
	value := r.value(other)
	switch {
	case r.field == "cluster":
		return r.owner + " sends " + r.name + " to " + value
	case r.field == "start":
		return r.owner + " starts " + r.name + " at " + value
	case r.field != "":
		return r.owner + "'s " + r.field + " of " + r.name + " is " + value
	case r.unit == "answer":
		return r.owner + " finds " + map[string]string{"yes": "an answer", "no": "no answer"}[r.text]
	}
	return r.owner + "'s " + r.name + " is " + value
}

// assignmentText returns a sentence about two runs that assign the same job.
func assignmentText(l, r side) string {
	if l.text == r.text {
		return l.owner + " and " + r.owner + " both send " + l.name + " to " + l.text
	}
	return l.owner + " sends " + l.name + " to " + l.text + " and " + r.owner + " to " + r.text
}

// choiceText returns a sentence on whether an element is part of an answer, and
// whether it should be.
func (r side) choiceText(holds bool, wanted string) string {
	is, should := r.owner+" leaves "+r.name+" out", "it should leave it out"
	if r.text == "chosen" {
		is = r.owner + " takes " + r.name
	}
	if wanted == "chosen" {
		should = "it should take it"
	}
	if holds {
		return is + "."
	}
	return is + "; " + should + "."
}

// requirementText returns the requirement as a verb phrase: "exceed 43 s".
func (c Condition) requirementText(l, r side) string {
	value := r.possessive() + r.value(l)
	if r.unit == "answer" || l.unit == "answer" {
		return map[bool]string{true: "find one", false: "find none"}[r.text == "yes"]
	}
	if l.field == "start" && c.Sign == "<" {
		return "start before " + value
	}
	return map[string]string{"<": "be less than ", "<=": "be at most ", ">": "exceed ", ">=": "be at least ",
		"=": "be ", "!=": "not be "}[c.Sign] + value
}

// agreementText returns the end of a sentence about a requirement that is met: ", more than 43 s".
func (c Condition) agreementText(l, r side) string {
	if c.Right.Run == "" && c.Sign == "=" || l.unit == "answer" {
		return ""
	}
	if l.field == "start" && c.Sign == "<" {
		return ", before " + r.possessive() + r.value(l)
	}
	return map[string]string{"<": ", less than ", "<=": ", at most ", ">": ", more than ", ">=": ", at least ",
		"=": ", the same as ", "!=": ", unlike "}[c.Sign] + r.possessive() + r.value(l)
}

// possessive returns the owner in the possessive, if there is one: "EASY's ".
func (r side) possessive() string {
	if r.owner == "" {
		return ""
	}
	return r.owner + "'s "
}

// value returns a side as text, with enough digits to distinguish it from
// another.
func (r side) value(other side) string {
	if !r.numeric {
		return r.text
	}
	unit := r.unit
	if unit == "" {
		unit = other.unit
	}
	if unit != "" {
		unit = " " + unit
	}
	digits := 3
	for digits < 15 && other.numeric && r.number != other.number && formatRounded(r.number, digits) ==
		formatRounded(other.number, digits) {
		digits++
	}
	return formatRounded(r.number, digits) + unit
}

// formatRounded returns a number with the given significant digits and thousands
// separators.
func formatRounded(x float64, digits int) string {
	decimals := digits - 1
	for size := math.Abs(x); size >= 10 && decimals > 0; size /= 10 {
		decimals--
	}
	for size := math.Abs(x); size > 0 && size < 1 && decimals < 15; size *= 10 {
		decimals++
	}
	whole, part, _ := strings.Cut(strconv.FormatFloat(x, 'f', decimals, 64), ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if part = strings.TrimRight(part, "0"); part != "" {
		return whole + "." + part
	}
	return whole
}

// holds reports whether the sides satisfy the sign of the condition. Two numbers have an order;
// other sides are only compared for equality.
func (c Condition) holds(l, r side) bool {
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
			return s.accepts[order]
		}
	}
	return false
}

// read returns the value of a side from the answers.
func (t Term) read(s *scenario.Scenario, answers []*scenario.Answer) side {
	if t.Run == "" {
		x, err := strconv.ParseFloat(t.Literal, 64)
		return side{text: t.Literal, number: x, numeric: err == nil}
	}
	for i := range s.Runs {
		if s.Runs[i].Label == t.Run && i < len(answers) && answers[i] != nil {
			return t.valueIn(s, i, answers[i])
		}
	}
	return side{text: "There is no run " + t.Run + ".", missing: true}
}

// runName returns the name of a run: its algorithm, and its label if that differs.
func runName(s *scenario.Scenario, i int) string {
	run := s.Runs[i]
	if run.Algorithm == "own" || run.Algorithm == "custom" { // the user has written the rule
		return "Your rule"
	}
	name := run.Algorithm
	if a, ok := catalog.Find(s.Kind, run.Algorithm); ok {
		name = a.Name
	}
	if run.Label == "" || strings.Contains(run.Algorithm, run.Label) || strings.EqualFold(run.Label, name) {
		return name
	}
	return name + " (" + run.Label + ")"
}

// valueIn returns the value of the term in the answer a of a run. The value is missing, with the
// reason as text, if the answer is infeasible or lacks the metric. Only the feasibility itself is
// also defined for an infeasible answer.
func (t Term) valueIn(s *scenario.Scenario, run int, a *scenario.Answer) side {
	owner := runName(s, run)
	switch {
	case t.Field == "feasible" && t.Element == "":
		return side{owner: owner, unit: "answer", text: yes(a.Feasible)}
	case !a.Feasible:
		return side{text: owner + " finds no answer.", missing: true}
	case t.Element != "":
		return t.decisionValue(owner, a)
	}
	x, ok := a.Metrics[t.Field]
	r := side{owner: owner, name: t.Field, number: x, numeric: ok, missing: !ok,
		text: owner + " has no " + t.Field + "."}
	if k, found := catalog.ByID(s.Kind); found {
		for _, m := range k.Metrics {
			if m.ID == t.Field {
				r.name, r.unit = metricName(m.ID, m.Name), m.Unit
			}
		}
	}
	if t.Field == "gap" {
		r.name = "distance to the bound"
		r.number, r.numeric = a.Relative()
		r.missing = !r.numeric
	}
	return r
}

// metricName returns the name of a metric as sentences write it. The identifier says more than the
// name where that is shortened for tables: "total transfer time".
func metricName(id, name string) string {
	words := ""
	for _, r := range id {
		if unicode.IsUpper(r) {
			words += " "
		}
		words += string(unicode.ToLower(r))
	}
	if name = strings.ToLower(name[:1]) + name[1:]; strings.HasPrefix(words, name+" ") {
		return words
	}
	return name
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// decisionValue returns the value of a decision. It reads the solution as a document,
// which works for all kinds.
func (t Term) decisionValue(owner string, a *scenario.Answer) side {
	var plain any
	if err := json.Unmarshal(doc.Canonical(a.Solution), &plain); err != nil {
		return side{text: "The answer cannot be read: " + err.Error() + ".", missing: true}
	}
	found := about(plain, t.Element)
	r := side{owner: owner, name: t.Element, field: t.Field}
	if t.Field == "start" {
		r.unit = "s"
	}
	if t.Field == "" {
		r.field, r.text = "chosen", map[bool]string{true: "chosen", false: "left"}[found != nil]
		return r
	}
	object, _ := found.(map[string]any)
	switch v := object[t.Field].(type) {
	case float64:
		r.number, r.numeric = v, true
	case string:
		r.text = v
	default:
		r.missing, r.text = true, owner+" decides nothing about the "+t.Field+" of "+t.Element+"."
	}
	return r
}

// about returns the first object of a solution about an element, or the element
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

// lists are the lists of solutions that contain decisions.
var lists = []string{"assignments", "slots", "chosen", "nodes", "reservations"}
